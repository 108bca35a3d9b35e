"""What typed words stand for: creatures, durations, numbers, squares, points of damage and legs."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches
from fractions import Fraction
from typing import TypeAlias, TypeVar

from core.combat.board.squares import parse_square
from core.messages import Refusal
from core.play.fight.blows.commands import GiveTemporary
from core.play.fight.combatants import Being, side
from core.play.fight.encounter import Encounter, Foe
from core.play.fight.turns.commands import SetCondition
from core.play.state import Member, State
from core.play.table.commands import Heal, Hurt
from core.rulesets.schema import Ruleset
from core.travel.stretches import Stretch, ground
from core.values import replace

B = TypeVar("B", bound=Being)
RANGE = re.compile(r"([A-Za-z]{1,2})-([A-Za-z]{1,2})")
EVERYONE = ("party", "foes", "neutral")
"""Words for all creatures of a side; "all" is for both."""


def someone(text: str, state: State) -> Member:
    """The member whose token letter, id, name, or unique beginning of a name is `text`.

    Refusals "ambiguous_member", "no_such_member".
    """
    absent = Refusal("no_such_member", "Nobody in the party is called {text}.", text=text)
    return _called(text, state.members, absent)


def known(state: State, encounter: Encounter | None = None) -> tuple[Being, ...]:
    """The party and the creatures of the encounter or the fight."""
    here = encounter or state.fight
    return (*state.members, *(() if here is None else here.foes))


def being(text: str, state: State, encounter: Encounter | None = None) -> Being:
    """The creature that `text` names by letter, id, name, or the beginning of its name.

    In a fight (or `encounter`) a letter counts as it is written first, for capitals are the party
    ("h" is the wolf h, "H" is Harsk; "t" is Tam where nobody else is t). Refusals
    "ambiguous_member" and, in a fight "no_such_creature", else "no_such_member".
    """
    if state.fight is None and encounter is None:
        return someone(text, state)
    absent = Refusal(
        "no_such_creature", "Nobody here is called {text}; give a letter or a name.", text=text
    )
    return _called(text, known(state, encounter), absent)


def _called(text: str, creatures: Iterable[B], absent: Refusal) -> B:
    every, small = tuple(creatures), text.lower()
    for found in (
        [one for one in every if one.token == text],
        [one for one in every if small in (one.id.lower(), one.name.lower())],
        [one for one in every if one.token.lower() == small],
        [one for one in every if one.name.lower().startswith(small)],
    ):
        if len(found) == 1:
            return found[0]
        if found:
            names = tuple(f"{one.name} ({one.token})" if one.token else one.name for one in found)
            raise Refusal(
                "ambiguous_member", "'{text}' could mean {names}.", text=text, names=names
            )
    raise absent


def everybody(
    words: Iterable[str], state: State, encounter: Encounter | None = None
) -> tuple[str, ...]:
    """The ids that the words name, each once, in order.

    A word is a creature, letters from-to ("f-h"), a group, a side or "all".
    """
    here = encounter or state.fight
    found: dict[str, None] = {}
    for word in words:
        many = () if here is None else _many(word, state, here)
        found |= dict.fromkeys(many or (being(word, state, encounter).id,))
    return tuple(found)


def _many(text: str, state: State, encounter: Encounter) -> tuple[str, ...]:
    figures = {figure.id for figure in encounter.figures}
    here = [one for one in known(state, encounter) if one.id in figures]
    letters = RANGE.fullmatch(text)
    if letters:
        first, last = _order(letters[1]), _order(letters[2])
        found = [one for one in here if one.token and first <= _order(one.token) <= last]
    elif text.lower() in ("all", "everybody"):
        found = here
    elif text.lower() in EVERYONE:
        found = [one for one in here if side(one) == text.lower()]
    elif any(one.token == text for one in here):
        found = []
    else:
        called = text.lower()
        found = [one for one in here if isinstance(one, Foe) and called
                 and called in (one.group.lower(), f"{one.name.lower()}s")]  # fmt: skip
    return tuple(one.id for one in found)


def _order(token: str) -> tuple[bool, int, str]:
    return token.isupper(), len(token), token


def hours(text: str, unit: str = "h") -> Fraction:
    """A duration in hours: "20min", "2h", "1h30", "1.5", "2d"; a bare number counts `unit`.

    Raises Refusal for anything else, or for a negative duration.
    """
    spelled = text.replace(",", ".").replace(" ", "")
    both = re.fullmatch(r"(\d+)h(\d+)(?:min|m)?", spelled)
    if both:
        return Fraction(both[1]) + Fraction(int(both[2]), 60)
    one = re.fullmatch(r"(\d+(?:\.\d+)?|\d+/\d+)(min|m|h|d)?", spelled)
    if not one or one[1].endswith("/0"):
        raise Refusal(
            "bad_duration",
            "'{text}' is not a duration. Write it like 20min, 2h or 1h30.",
            text=text,
        )
    scale = {"min": Fraction(1, 60), "m": Fraction(1, 60), "h": Fraction(1), "d": Fraction(24)}
    return Fraction(one[1]) * scale[one[2] or unit]


def minutes(text: str) -> int:
    """Whole minutes: "10", "20min", "1h30"; rounded down. Refusals of `hours`."""
    return int(hours(text, "min") * 60)


def legs(text: str, rules: Ruleset) -> tuple[Stretch, ...]:
    """Legs as "24 forest road; 30 plains highway hustle": km, then terrain, way, pace.

    Refusal names an unknown word, with the nearest word of the ruleset, or a way without terrain.
    """
    written = [part for part in text.split(";") if part.strip()]
    return tuple(_leg(part, number, rules) for number, part in enumerate(written, 1))


def _leg(text: str, number: int, rules: Ruleset) -> Stretch:
    words = text.lower().replace(",", ".").split()
    length = words[0].removesuffix("km") if words else ""
    if not re.fullmatch(r"\d+(\.\d+)?", length) or not Fraction(length):
        raise Refusal(
            "bad_leg",
            "'{text}' is not a leg. Write km, terrain, way (24 forest road).",
            text=text,
        )
    stretch = Stretch(Fraction(length), number)
    for word in (word for word in words[1:] if word != "km"):
        stretch = _leg_word(stretch, word, rules)
    ground(rules, stretch.terrain, stretch.way)
    return stretch


def _leg_word(stretch: Stretch, word: str, rules: Ruleset) -> Stretch:
    if word in rules.terrain or word in rules.words.terrain:
        return replace(stretch, terrain=rules.words.terrain.get(word, word))
    if word in rules.ways:
        return replace(stretch, way=word)
    if word in ("walk", "hustle"):
        return replace(stretch, pace=word)
    known = (*rules.terrain, *rules.ways, "walk", "hustle")
    close = "".join(get_close_matches(word, known, n=1))
    raise Refusal(
        "unknown_word",
        "'{word}' is not a terrain, way or pace; did you mean {nearest}?"
        if close
        else "'{word}' is not a terrain, way or pace; there are {known}.",
        word=word, nearest=close, known=known,
    )  # fmt: skip


def whole(text: str) -> int:
    """A whole number, or a Refusal."""
    if not re.fullmatch(r"[+-]?\d{1,9}", text):
        raise Refusal("bad_number", "'{text}' is not a whole number.", text=text)
    return int(text)


def ruling(text: str) -> str:
    """The first word of a ruling: pass, fail, critical, skip or a number; else Refusal."""
    word = (text.split() or [""])[0]
    if word not in ("pass", "fail", "critical", "skip") and not re.fullmatch(r"\d{1,6}", word):
        raise Refusal(
            "bad_ruling",
            "'{text}' is not a ruling. Type pass, fail, skip or a number.",
            text=word,
        )
    return word


def square(text: str) -> str:
    """The name of a square: "k9" is "K9". Refusal "unknown_square"."""
    return str(parse_square(text))


Points: TypeAlias = Hurt | Heal | GiveTemporary
"""What a line of points asks for."""

AMOUNT = re.compile(r"[+-]?(\d{1,6}(?:\+\d{1,6})*)(?:/(\d{1,3})|x(\d{1,3}))?([nt]?)")


def amounts(text: str, who: tuple[str, ...]) -> Points:
    """The line of `-` and `+`: "-7", "+5n", "+5t", "-5 7 3", "-28/2", "-7x2", "-4+3".

    `who` are ids in the order in which they were marked: one amount is for each of them, several
    are theirs in that order. `n` is nonlethal and `t` temporary, at each amount or the last.
    "5t" needs no sign. Halves are rounded down. Refusals "no_amount", "bad_number",
    "mixed_amounts", "amounts_mismatch", "bad_temporary".
    """
    words = text.lstrip("+-").split()
    if not words:
        raise Refusal("no_amount", "How many points? Type a number, as in -7 or +5n.")
    found = [_amount(word) for word in words]
    kinds = [kind for _, kind in found]
    if len({*kinds}) > 1 and any(kinds[:-1]):
        raise Refusal("mixed_amounts", "Give lethal, nonlethal and temporary points one at a time.")
    if len(found) not in (1, len(who)):
        raise Refusal(
            "amounts_mismatch",
            "{amounts} amounts for {members} members: give one, or one for each.",
            amounts=len(found),
            members=len(who),
        )
    points = tuple(points for points, _ in found)
    if kinds[-1] != "t":
        return (Heal if text.startswith("+") else Hurt)(who, points, kinds[-1] == "n")
    if text.startswith("-"):
        raise Refusal("bad_temporary", "Temporary hit points can only be added. Type +5t.")
    return GiveTemporary(who, points)


def points(text: str, sign: str, state: State, marked: tuple[str, ...]) -> Points:
    """The line that `-` and `+` open: amounts, then who ("-7n h v"); nobody named = the marked."""
    words = re.sub(r"(\d) +n( |$)", r"\1n\2", text.strip().lstrip("+-")).split()
    numbers = [word for word in words if word[0].isdigit() or word[0] in "+-"]
    who = everybody((word for word in words if word not in numbers), state) or marked
    if not who:
        raise Refusal("nobody_named", "Who? Add a letter or a name, as in 7 h.")
    return amounts(f"{sign}{' '.join(numbers)}", who)


def _amount(word: str) -> tuple[int, str]:
    found = AMOUNT.fullmatch(word)
    if found is None or found[2] == "0":
        raise Refusal("bad_number", "'{text}' is not a whole number.", text=word)
    total = sum(int(part) for part in found[1].split("+"))
    if found[2]:
        total //= int(found[2])
    return total * int(found[3] or 1), found[4]


ROUNDS = re.compile(r"(\d{1,4})r?")
CLOCK = re.compile(r"\d[\d.,/]*(min|m|h|d)(\d+(min|m)?)?")
VALUE = re.compile(r"=(\d{1,2})")
LASTING = SetCondition((), "")
"""A condition of nobody, until it is cleared."""


def is_duration(word: str) -> bool:
    """Whether a word is a duration: "3", "5m", "1h30", ">O", "O>", "=2"."""
    if word.startswith(">") or word.endswith(">"):
        return True
    return any(form.fullmatch(word) for form in (ROUNDS, CLOCK, VALUE))


def duration(words: Sequence[str], whose: Callable[[str], str]) -> SetCondition:
    """The condition of nobody and without a name that lasts as the words say.

    `whose` finds the id of a named creature. "3" rounds, "5m" minutes, "1h" hours, ">O" until O
    acts, "O>" until O has acted, "=2" its value. Refusal "bad_duration" for other words, or for
    two of them.
    """
    found, value = LASTING, 0
    for word in words:
        if valued := VALUE.fullmatch(word):
            value = int(valued[1])
        elif found != LASTING:
            raise Refusal("bad_duration", "'{text}': give one duration only.", text=word)
        else:
            found = _one(word, whose)
    return replace(found, value=value)


def _one(word: str, whose: Callable[[str], str]) -> SetCondition:
    if word.startswith(">") and len(word) > 1:
        return replace(LASTING, of=whose(word[1:]))
    if word.endswith(">") and len(word) > 1:
        return replace(LASTING, of=whose(word[:-1]), edge="end")
    if rounds := ROUNDS.fullmatch(word):
        return replace(LASTING, rounds=int(rounds[1]))
    if CLOCK.fullmatch(word):
        return replace(LASTING, hours=hours(word))
    raise Refusal(
        "bad_duration",
        "'{text}' is not a duration. Type 3 (rounds), 5m, 1h, >O (until O acts), O> (acted).",
        text=word,
    )
