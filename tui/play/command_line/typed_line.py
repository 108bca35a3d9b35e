"""The `:` line: its words, each with an example, and what is typed behind one.

Creatures, durations, numbers, squares and points of damage are read alike everywhere.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from difflib import get_close_matches
from fractions import Fraction
from typing import TypeAlias, TypeVar

from core.combat.board.squares import NAME, parse_square
from core.effects.changes import ABILITIES
from core.effects.effect import Effect
from core.messages import Refusal, Value
from core.play.facts.encounter import Encounter, Foe
from core.play.facts.fight.blows.commands import GiveTemporary
from core.play.facts.fight.combatants import Being, side
from core.play.facts.fight.turns.commands import DamageAbility, SetCondition
from core.play.facts.state import Member, State
from core.play.facts.table.commands import Heal, Hurt
from core.play.union import Command
from core.rulesets.schema import Ruleset
from core.values import Struct, replace
from tui.kit.numbers import read_whole
from tui.kit.phrases import Words
from tui.play.command_line.damage_kinds import NO_KINDS, SortedWords, sort_words
from tui.play.terms import example_lines

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


def _known(state: State, encounter: Encounter | None = None) -> tuple[Being, ...]:
    here = encounter or state.fight
    return (*state.members, *(() if here is None else here.foes))


def being(text: str, state: State, encounter: Encounter | None = None) -> Being:
    """The creature that `text` names by letter, id, name, or the beginning of its name.

    A letter means its creature in either case ("t" is Tam, T). Where two have it, a capital is the
    member's, and the small letter asks with both; "wolf h" is the wolf. A name with blanks may be
    in quotes. Refusals "ambiguous_member" and, in a fight (or `encounter`) "no_such_creature", else
    "no_such_member".
    """
    if state.fight is None and encounter is None:
        return someone(text, state)
    absent = Refusal(
        "no_such_creature", "Nobody here is called {text}; give a letter or a name.", text=text
    )
    return _called(text, _known(state, encounter), absent)


def _called(text: str, creatures: Iterable[B], absent: Refusal) -> B:
    every = tuple(creatures)
    small = _unquoted(text).lower()
    lettered = [one for one in every if one.token.lower() == small]
    for candidates in (
        _of_letter(text, lettered),
        [one for one in every if small in (one.id.lower(), *_names(one))],
        lettered,
        [one for one in every if one.name.lower().startswith(small)],
    ):
        if len(candidates) == 1:
            return candidates[0]
        if candidates:
            raise _ambiguous(text, candidates)
    raise absent


def _of_letter(text: str, lettered: list[B]) -> list[B]:
    """Return those whose letter was typed: a capital as it is, a small letter in either case."""
    exact = [one for one in lettered if one.token == text]
    if exact and text.islower():
        return lettered
    return exact


def _names(creature: Being) -> tuple[str, str]:
    name = creature.name.lower()
    return name, f"{name} {creature.token.lower()}"


def _ambiguous(text: str, candidates: Sequence[Being]) -> Refusal:
    names = tuple(f"{one.name} ({one.token})" if one.token else one.name for one in candidates)
    foe = candidates[-1]
    if foe.token != text:
        sentence = "'{text}' could mean {names}."
    else:
        sentence = "'{text}' could mean {names}. Type a name, or both: {example}."
    example = f"{foe.name.removesuffix(f' {text}')} {text}"
    return Refusal("ambiguous_member", sentence, text=text, names=names, example=example)


WORD = re.compile(r'"[^"]+"(?!\S)|\S+')
"""A word of a line; what is between quotes is one."""


def _unquoted(word: str) -> str:
    if len(word) > 1 and word.startswith('"') and word.endswith('"'):
        return word.strip('"')
    return word


def join_names(words: Iterable[str], creatures: Iterable[Being]) -> tuple[str, ...]:
    """Return the words with those of a creature's name, or of its beginning, as one.

    "light", "horse", "b" is "light horse", "b" where a creature is called Light horse. A letter
    of a creature is no part of a name that it does not end.
    """
    known = tuple(creatures)
    names = {name for one in known for name in _names(one)}
    letters = {one.token.lower() for one in known}
    longest = max((len(name.split()) for name in names), default=1)
    rest = list(words)
    joined = []
    while rest:
        size = min(longest, len(rest))
        while size > 1 and not _is_name(rest[:size], names, letters):
            size -= 1
        joined.append(" ".join(rest[:size]))
        del rest[:size]
    return tuple(joined)


def _is_name(words: Sequence[str], names: Iterable[str], letters: Container[str]) -> bool:
    text = " ".join(words).lower()
    if text in names:
        return True
    return words[-1].lower() not in letters and any(name.startswith(text) for name in names)


def everybody(
    words: Iterable[str], state: State, encounter: Encounter | None = None
) -> tuple[str, ...]:
    """The ids that the words name, each once, in order.

    A word is a creature, letters from-to ("f-h"), a group, a side or "all".
    """
    here = encounter or state.fight
    creature_ids: dict[str, None] = {}
    for word in join_names(words, _known(state, encounter)):
        many = () if here is None else _many(word, state, here)
        creature_ids |= dict.fromkeys(many or (being(word, state, encounter).id,))
    return tuple(creature_ids)


def _many(text: str, state: State, encounter: Encounter) -> tuple[str, ...]:
    figures = {figure.id for figure in encounter.figures}
    here = [being for being in _known(state, encounter) if being.id in figures]
    letters = RANGE.fullmatch(text)
    if letters:
        first, last = map(_order, letters.groups())
        beings = [being for being in here if being.token and first <= _order(being.token) <= last]
    elif text.lower() in ("all", "everybody"):
        beings = here
    elif text.lower() in EVERYONE:
        beings = [
            being for being in here if side(being, encounter.figure(being.id)) == text.lower()
        ]
    elif any(being.token == text for being in here):
        beings = []
    else:
        called = text.lower()
        beings = [
            being
            for being in here
            if isinstance(being, Foe)
            and called
            and called in (being.group.lower(), f"{being.name.lower()}s")
        ]
    return tuple(being.id for being in beings)


def _order(token: str) -> tuple[bool, int, str]:
    return token.isupper(), len(token), token


def hours(text: str, unit: str = "h") -> Fraction:
    """A duration in hours: "20min", "2h", "1h30", "1.5", "2d"; a bare number counts `unit`.

    Raises Refusal for anything else, or for a negative duration.
    """
    spelled = text.replace(",", ".").replace(" ", "")
    both = re.fullmatch(r"(\d{1,9})h(\d{1,9})(?:min|m)?", spelled)
    if both:
        whole, sixtieths = both.groups()
        return Fraction(whole) + Fraction(int(sixtieths), 60)
    match = re.fullmatch(
        r"(?P<number>\d{1,9}(?:\.\d{1,12})?|\d{1,9}/\d{1,9})(?P<unit>min|m|h|d)?", spelled
    )
    if not match or re.fullmatch(r".*/0+", match["number"]):
        raise Refusal(
            "bad_duration",
            "'{text}' is not a duration. Write it like 20min, 2h or 1h30.",
            text=text,
        )
    scale = {"min": Fraction(1, 60), "m": Fraction(1, 60), "h": Fraction(1), "d": Fraction(24)}
    return Fraction(match["number"]) * scale[match["unit"] or unit]


def minutes(text: str) -> int:
    """Whole minutes: "10", "20min", "1h30"; rounded down. Refusals of `hours`."""
    return int(hours(text, "min") * 60)


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


DRAIN = "drain"
DAMAGE = "damage"
Points: TypeAlias = Hurt | Heal | GiveTemporary | DamageAbility
"""What a line of points asks for."""

AMOUNT = re.compile(
    r"[+-]?(?P<summands>\d{1,6}(?:\+\d{1,6})*)"
    r"(?:/(?P<divisor>\d{1,3})|x(?P<factor>\d{1,3}))?(?P<kind>[nt]?)"
)


def amounts(text: str, creature_ids: tuple[str, ...]) -> Points:
    """The line of `-` and `+`: "-7", "+5n", "+5t", "-5 7 3", "-28/2", "-7x2", "-4+3".

    `creature_ids` are ids in the order in which they were marked: one amount is for each of them,
    several are theirs in that order. `n` is nonlethal and `t` temporary, at each amount or the
    last. "5t" needs no sign. Halves are rounded down. Refusals "no_amount", "bad_number",
    "mixed_amounts", "amounts_mismatch", "bad_temporary".
    """
    words = text.lstrip("+-").split()
    if not words:
        raise Refusal("no_amount", "How many points? Type a number, as in -7 or +5n.")
    amounts_typed = [_amount(word) for word in words]
    kinds = [kind for _, kind in amounts_typed]
    if len({*kinds}) > 1 and any(kinds[:-1]):
        raise Refusal("mixed_amounts", "Give lethal, nonlethal and temporary points one at a time.")
    if len(amounts_typed) not in (1, len(creature_ids)):
        raise Refusal(
            "amounts_mismatch",
            "{amounts} amounts for {members} members: give one, or one for each.",
            amounts=len(amounts_typed),
            members=len(creature_ids),
        )
    points = tuple(points for points, _ in amounts_typed)
    if kinds[-1] != "t":
        return (Heal if text.startswith("+") else Hurt)(creature_ids, points, kinds[-1] == "n")
    if text.startswith("-"):
        raise Refusal("bad_temporary", "Temporary hit points can only be added. Type +5t.")
    return GiveTemporary(creature_ids, points)


def points(
    text: str,
    sign: str,
    state: State,
    marked: tuple[str, ...],
    kinds: Mapping[str, str] = NO_KINDS,
) -> Points:
    """The line that `-` and `+` open: amounts, then who ("-7n h v"); nobody named = the marked.

    `kinds` are the words for kinds of damage (`words_for_kinds`): then the amounts are the parts of
    one blow, "-7 slashing silver 4 fire h", which "half" halves. Refusals as `amounts`, "no_kinds".
    """
    amounts_and_names = re.sub(r"(\d) +n( |$)", r"\1n\2", text.strip().lstrip("+-"))
    words = join_names(WORD.findall(amounts_and_names), _known(state))
    of_scores = [word.lower() for word in words[1:] if word.lower() in ABILITIES]
    if of_scores:
        return _points_of_a_score(words, of_scores[0], sign, state, marked)
    called = {called for one in _known(state) for called in (one.token.lower(), *_names(one))}
    said = sort_words(words, kinds if sign == "-" else NO_KINDS, called)
    creature_ids = everybody(said.names, state) or marked
    if not creature_ids:
        raise Refusal("nobody_named", "Who? Add a letter or a name, as in 7 h.")
    if said.has_kinds:
        return _blow(said, creature_ids)
    command = amounts(f"{sign}{' '.join(said.amounts)}", creature_ids)
    if said.halved and isinstance(command, Hurt):
        return replace(command, amounts=_halves(command.amounts))
    return command


def _blow(said: SortedWords, creature_ids: tuple[str, ...]) -> Hurt:
    # One blow of several parts, which each of them takes.
    typed = [_amount(word.lstrip("+-")) for word in said.amounts]
    modes = {mode for _, mode in typed if mode}
    if modes - {"n"}:
        raise Refusal("bad_temporary", "Temporary hit points can only be added. Type +5t.")
    numbers = tuple(number for number, _ in typed)
    if said.halved:
        numbers = _halves(numbers)
    return Hurt(creature_ids, numbers, bool(modes), said.kinds)


def _halves(numbers: Iterable[int]) -> tuple[int, ...]:
    return tuple(number // 2 for number in numbers)


def _points_of_a_score(
    words: Sequence[str], ability: str, sign: str, state: State, marked: tuple[str, ...]
) -> DamageAbility:
    # "-2 con", "-1 con drain h": points of an ability score, whom they are taken from or given to.
    number, *rest = words
    if not number.isdecimal():
        raise Refusal("bad_number", "'{text}' is not a number of points.", text=number)
    names = [word for word in rest if word.lower() not in (ability, DRAIN, DAMAGE)]
    creature_ids = everybody(names, state) or marked
    if not creature_ids:
        raise Refusal("nobody_named", "Who? Add a letter or a name, as in 2 con h.")
    is_drain = any(word.lower() == DRAIN for word in rest)
    amount = int(number) if sign == "-" else -int(number)
    return DamageAbility(creature_ids, ability, amount, is_drain)


def _amount(word: str) -> tuple[int, str]:
    match = AMOUNT.fullmatch(word)
    if match is None or match["divisor"] == "0":
        read_whole(word.rstrip("nt"))  # or a Refusal that says what is wrong with it
        raise Refusal("bad_number", "'{text}' is too much. Write at most 6 digits.", text=word)
    total = sum(int(part) for part in match["summands"].split("+"))
    if match["divisor"]:
        total //= int(match["divisor"])
    return total * int(match["factor"] or 1), match["kind"]


ROUNDS = re.compile(r"(\d{1,4})r?")
CLOCK = re.compile(r"\d[\d.,/]*(min|m|h|d)(\d+(min|m)?)?")
VALUE = re.compile(r"=(\d{1,3})")
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
    command = LASTING
    value = 0
    for word in words:
        if valued := VALUE.fullmatch(word):
            value = int(valued[1])
        elif command != LASTING:
            raise Refusal("bad_duration", "'{text}': give one duration only.", text=word)
        else:
            command = _one(word, whose)
    return replace(command, value=value)


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


T = TypeVar("T")
Known = TypeVar("Known", bound=str)


class Act(Struct):
    """A function of the screen, called with it and with what was read; not a command."""

    do: Callable[..., object]
    values: tuple[object, ...] = ()
    named: Mapping[str, object] = {}


Parsed: TypeAlias = Command | Act


class Shown(Struct):
    """What the screen shows: the encounter (its id, "" = none), the ruleset and its conditions.

    Conditions may be typed by their beginnings. `effects` returns the effects that are known, by
    their names; it may read a file.
    """

    encounter: str = ""
    conditions: tuple[str, ...] = ()
    rules: Ruleset | None = None
    effects: Callable[[], Mapping[str, Effect]] = dict


NOTHING_SHOWN = Shown()
NOWHERE = State()


class TypedLine:
    """The words after the first that are not read yet, in a state, with what is shown.

    `wanted` are the words of a closed list, one of which could be next.
    """

    def __init__(
        self, text: str, example: str, state: State = NOWHERE, shown: Shown = NOTHING_SHOWN
    ) -> None:
        self.words: list[str] = WORD.findall(text)
        self.example = example
        self.state = state
        self.shown = shown
        self.wanted: tuple[str, ...] = ()

    # the words

    def word(self) -> str:
        """Read the next word; Refusal "too_few_words" with the example if there is none."""
        if not self.words:
            raise incomplete(self.example)
        return self.words.pop(0)

    def rest(self) -> tuple[str, ...]:
        """Read the other words, if any."""
        found = tuple(self.words)
        self.words = []
        return found

    def some(self) -> tuple[str, ...]:
        """Read the other words, at least one; Refusal "too_few_words"."""
        return (self.word(), *self.rest())

    def take(self, *words: str) -> bool:
        """Read the next word if it is one of these."""
        found = bool(self.words) and self.words[0].lower() in words
        return found and bool(self.words.pop(0))

    def flag(self, word: str) -> bool:
        """Read this word, wherever it is."""
        return bool(self.matching(word))

    def matching(self, form: str) -> list[str]:
        """Read the words that match a regular expression, wherever they are."""
        found = [word for word in self.words if re.fullmatch(form, word)]
        self.words = [word for word in self.words if word not in found]
        return found

    def after(self, word: str) -> tuple[str, ...]:
        """Read this word and all after it; return those after it."""
        if word in self.words:
            place = self.words.index(word)
        else:
            place = len(self.words)
        found = self.words[place + 1 :]
        self.words = self.words[:place]
        return tuple(found)

    def join_names(self) -> None:
        """Make one word of the words of each creature's name."""
        self.words = list(join_names(self.words, _known(self.state, self._here)))

    def name(self) -> str:
        """Read the next word, or the words of a creature's name; refusal of `word`."""
        self.join_names()
        return self.word()

    # what they mean

    @property
    def encounter(self) -> Encounter:
        """The running encounter, else the shown one, else the only one.

        Refusal "no_encounter".
        """
        found = self.state.fight or self.state.encounter(self.shown.encounter)
        if found is not None:
            return found
        waiting = self.waiting
        if len(waiting) == 1:
            return waiting[0]
        raise Refusal(
            "no_encounter", "Which encounter? Begin one (:fight NAME) or show it on its screen."
        )

    @property
    def waiting(self) -> tuple[Encounter, ...]:
        """The encounters that can be begun."""
        return tuple(e for e in self.state.encounters if e.status in ("prepared", "paused"))

    def one(self, text: str) -> str:
        """The id of the creature that a word names; refusals of `being`."""
        return being(text, self.state, self._here).id

    def several(self, words: Iterable[str]) -> tuple[str, ...]:
        """The ids of the creatures that words name; refusals of `being`."""
        return everybody(words, self.state, self._here)

    @property
    def _here(self) -> Encounter | None:
        try:
            return self.encounter
        except Refusal:
            return None


Preview: TypeAlias = "Callable[[str], Words | None]"
"""What is said of what is typed behind a word while it is typed; None = nothing."""


def fit_all(rules: Ruleset) -> bool:
    """Return True: the word is one in every system."""
    return True


class TypedWord(Struct):
    """A word of the line, the first of its `example`; `label` is what it does.

    `fits`: whether a system has what it does; lists leave it out elsewhere. `preview` returns the
    preview of a line that is opened under some rules.
    """

    example: str
    label: str
    read: Callable[[TypedLine], Parsed]
    fits: Callable[[Ruleset], bool] = fit_all
    preview: Callable[[Ruleset], Preview] | None = None

    def example_in(self, rules: Ruleset | None) -> str:
        """Return the example of a system, where it has one of its own."""
        verb = self.example.partition(" ")[0]
        if rules is None or verb not in rules.examples:
            return self.example
        return example_lines(rules, verb)[0]


def command_word(
    example: str, label: str, make: Callable[..., Command], *fields: object, **named: object
) -> TypedWord:
    """Return the word of a command, with a reader for each of its fields, or their values.

    The fields are read in this order, those by name last.
    """

    def read(line: TypedLine) -> Command:
        values = [_value(field, line) for field in fields]
        return make(*values, **{name: _value(field, line) for name, field in named.items()})

    return TypedWord(example, label, read)


def screen_word(
    example: str, label: str, do: Callable[..., object], *fields: object, **named: object
) -> TypedWord:
    """Return the word of a function that is called with the screen, and with what is read."""
    return TypedWord(
        example, label, lambda line: Act(do, tuple(_value(field, line) for field in fields), named)
    )


def _value(field: object, line: TypedLine) -> object:
    if callable(field):
        return field(line)
    return field


def table(words: Iterable[TypedWord]) -> dict[str, TypedWord]:
    """Return the words by their names."""
    return {word.example.split()[0]: word for word in words}


# how a field is read


def here(line: TypedLine) -> str:
    """The id of `TypedLine.encounter`, for a word that is followed by others."""
    if line.words:
        return line.encounter.id
    raise incomplete(line.example)


def creature(line: TypedLine) -> str:
    """The id of one creature."""
    return line.one(line.name())


def creatures(line: TypedLine) -> tuple[str, ...]:
    """The ids of creatures, at least one."""
    return line.several(line.some())


def member(line: TypedLine) -> str:
    """The id of a member of the party."""
    return someone(line.name(), line.state).id


def number(line: TypedLine) -> int:
    """A whole number."""
    return read_whole(line.word())


def text(line: TypedLine) -> str:
    """The rest of the line."""
    return " ".join(line.rest())


def title(line: TypedLine) -> str:
    """The rest of the line, which is not empty."""
    return " ".join(line.some())


def optional(read: Callable[[TypedLine], T], absent: T) -> Callable[[TypedLine], T]:
    """Return a reader for what may be left out."""
    return lambda line: read(line) if line.words else absent


def choice(
    known: Iterable[Known], code: str, absent: Known | None = None
) -> Callable[[TypedLine], Known]:
    """Return a reader for one of `known`, which may be left out if there is `absent`."""
    choices = tuple(known)

    def read(line: TypedLine) -> Known:
        if not line.words:
            line.wanted = choices
            if absent is not None:
                return absent
        return one_of(line.word(), choices, code)

    return read


# what is wrong


def incomplete(example: str) -> Refusal:
    """The Refusal "too_few_words", with an example."""
    return Refusal(
        "too_few_words", "The command is incomplete. Type it like :{example}", example=example
    )


def one_of(text: str, choices: Iterable[Known], code: str) -> Known:
    """The choice that `text` is or begins; Refusal `code` lists the choices."""
    known = tuple(choices)
    candidates = [choice for choice in known if choice.startswith(text.lower())] if text else []
    exact = [choice for choice in candidates if choice == text.lower()]
    if len(exact or candidates) == 1:
        return (exact or candidates)[0]
    raise Refusal(code, "'{text}' is not one of {choices}.", text=text, choices=known)


PLACE = re.compile(rf"-?\d+(\.?-?\d+)?|{NAME.pattern}", re.IGNORECASE)


SHORT = {"?": "help"}
"""What is typed for a word as the key that does it."""


def first_word(text: str) -> tuple[str, str]:
    """The word that a line begins with, and the rest; its colon may be typed again."""
    word, _, rest = text.strip().removeprefix(":").strip().partition(" ")
    return word, rest


def parse(
    text: str,
    known: Mapping[str, TypedWord],
    state: State,
    shown: Shown = NOTHING_SHOWN,
    elsewhere: Callable[[str], Value | None] = lambda word: None,
) -> Parsed:
    """Read a line in `state` by the words `known`; `shown` is what the screen shows.

    A place alone is found; where entries are known, a number alone is one. `elsewhere` returns
    where a word is known, if anywhere. Raises Refusal when the line is unclear.
    """
    word, rest = first_word(text)
    if not word:
        raise Refusal("no_command", "Nothing was typed.")
    if not rest and PLACE.fullmatch(word):
        rest = word
        word = "entry" if "entry" in known else "find"
    word = SHORT.get(word, word.lower())
    if word in known:
        line = TypedLine(rest, known[word].example_in(shown.rules), state, shown)
        read = known[word].read(line)
        if line.words:
            raise Refusal(
                "too_many_words",
                "What is '{rest}' there? Type it like :{example}",
                rest=" ".join(line.words),
                example=line.example,
            )
        return read
    there = elsewhere(word)
    begins = [one for one in known if one.startswith(word)]
    if there is not None:
        raise Refusal(
            "elsewhere", "{command} works only on {screens}.", command=word, screens=there
        )
    near = "".join((begins or get_close_matches(word, known, n=1))[:1])
    raise Refusal(
        "unknown_command",
        "There is no command {command}; did you mean {nearest}?"
        if near
        else "There is no command {command}; ctrl+p lists what can be done.",
        command=word,
        nearest=near,
    )
