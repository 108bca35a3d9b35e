"""Reading what the GM types: durations, numbers, who is meant, points of damage, legs."""

from __future__ import annotations

import re
from dataclasses import replace
from difflib import get_close_matches
from fractions import Fraction

from core.messages import N_, Refusal
from core.play.state import Member, State
from core.play.table.commands import Heal, Hurt
from core.rulesets.schema import Ruleset
from core.travel.stretches import Stretch


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
        raise Refusal("bad_duration", N_("{text} is no duration: try 20min, 2h, 1h30."), text=text)
    scale = {"min": Fraction(1, 60), "m": Fraction(1, 60), "h": Fraction(1), "d": Fraction(24)}
    return Fraction(one[1]) * scale[one[2] or unit]


def minutes(text: str) -> int:
    """Whole minutes: "10", "20min", "1h30"; rounded down. Refusals of `hours`."""
    return int(hours(text, "min") * 60)


def legs(text: str, rules: Ruleset) -> tuple[Stretch, ...]:
    """Legs as "24 forest road; 30 plains highway hustle": km, then terrain, way, pace.

    Refusal names what is neither, with the nearest word of the ruleset.
    """
    written = [part for part in text.split(";") if part.strip()]
    return tuple(leg(part, number, rules) for number, part in enumerate(written, 1))


def leg(text: str, number: int, rules: Ruleset) -> Stretch:
    """One leg of `legs`, the `number`-th."""
    words = text.lower().replace(",", ".").split()
    length = words[0].removesuffix("km") if words else ""
    if not re.fullmatch(r"\d+(\.\d+)?", length) or not Fraction(length):
        raise Refusal(
            "bad_leg", N_("{text} is no leg: write km, terrain, way (24 forest road)."), text=text
        )
    stretch = Stretch(Fraction(length), number)
    for word in (word for word in words[1:] if word != "km"):
        stretch = _leg_word(stretch, word, rules)
    return stretch


def _leg_word(stretch: Stretch, word: str, rules: Ruleset) -> Stretch:
    if word in rules.terrain or word in rules.words.terrain:
        return replace(stretch, terrain=rules.words.terrain.get(word, word))
    if word in rules.ways:
        return replace(stretch, way=word)
    if word in ("walk", "hustle"):
        return replace(stretch, pace=word)
    known = (*rules.terrain, *rules.ways, "walk", "hustle")
    close = get_close_matches(word, known, n=1)
    if close:
        raise Refusal(
            "unknown_word",
            N_("{word} is no terrain, way or pace; did you mean {nearest}?"),
            word=word,
            nearest=close[0],
        )
    raise Refusal(
        "unknown_word",
        N_("{word} is no terrain, way or pace; there are {known}."),
        word=word,
        known=known,
    )


def whole(text: str) -> int:
    """A whole number, or a Refusal."""
    if not re.fullmatch(r"[+-]?\d{1,9}", text):
        raise Refusal("bad_number", N_("{text} is no whole number."), text=text)
    return int(text)


def ruling(text: str) -> str:
    """The first word of a ruling in the dice tray: pass, fail, skip or a number. Else Refusal."""
    word = (text.split() or [""])[0]
    if word not in ("pass", "fail", "skip") and not re.fullmatch(r"\d{1,6}", word):
        raise Refusal("bad_ruling", N_("Rule pass, fail, skip or a number, not {text}."), text=word)
    return word


def someone(text: str, state: State) -> Member:
    """The member whose id, name, unique beginning of a name or token letter is `text`."""
    exact = [m for m in state.members if text.lower() in (m.id.lower(), m.name.lower())]
    letter = [m for m in state.members if m.token.lower() == text.lower()]
    starts = [m for m in state.members if m.name.lower().startswith(text.lower())]
    found = exact or letter or starts
    if len(found) == 1:
        return found[0]
    if found:
        names = tuple(member.name for member in found)
        raise Refusal("ambiguous_member", N_("{text} may be {names}."), text=text, names=names)
    raise Refusal("no_such_member", N_("Nobody in the party is called {text}."), text=text)


def amounts(text: str, who: tuple[str, ...]) -> Hurt | Heal:
    """The line of `-` and `+`: "-7", "+5n", "-5 7 3", "-28/2", "-7x2", for the members `who`."""
    heals = text.startswith("+")
    words = text.lstrip("+-").split()
    nonlethal = bool(words) and any(word.endswith("n") for word in words)
    numbers = tuple(_amount(word.removesuffix("n").lstrip("+-")) for word in words)
    if not numbers:
        raise Refusal("no_amount", N_("How many points? Type a number, as in -7 or +5n."))
    if len(numbers) not in (1, len(who)):
        raise Refusal(
            "amounts_mismatch",
            N_("{amounts} amounts for {members} members: give one, or one for each."),
            amounts=len(numbers),
            members=len(who),
        )
    return (Heal if heals else Hurt)(who, numbers, nonlethal)


def points(text: str, sign: str, state: State, marked: tuple[str, ...]) -> Hurt | Heal:
    """The line that `-` and `+` open: amounts, then who ("-7n h v"); nobody named = the marked."""
    words = text.strip().lstrip("+-").split()
    numbers = [word for word in words if word[0].isdigit() or word[0] in "+-"]
    who = tuple(someone(word, state).id for word in words if word not in numbers) or marked
    if not who:
        raise Refusal("nobody_named", N_("Who? Add a letter or a name, as in 7 h."))
    return amounts(f"{sign}{' '.join(numbers)}", who)


def _amount(word: str) -> int:
    if match := re.fullmatch(r"(\d+)/(\d+)", word):
        if int(match[2]):
            return int(match[1]) // int(match[2])
    elif match := re.fullmatch(r"(\d+)x(\d+)", word):
        return int(match[1]) * int(match[2])
    return whole(word)
