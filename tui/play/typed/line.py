"""The `:` line: its words, each with an example and how what follows it is read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from typing import TypeAlias, TypeVar

from core.combat.board.squares import NAME
from core.messages import Message, Refusal
from core.play.fight.encounter import Encounter
from core.play.state import State
from core.play.union import Command
from core.values import Struct
from tui.play.typed import reading

T = TypeVar("T")
Known = TypeVar("Known", bound=str)


class Act(Struct):
    """A function of the screen, called with it and with what was read; not a command."""

    do: Callable[..., object]
    values: tuple[object, ...] = ()
    named: Mapping[str, object] = {}


Parsed: TypeAlias = Command | Act


class Shown(Struct):
    """What the screen shows: the encounter (its id, "" = none) and the ruleset's conditions.

    Conditions may be typed by their beginnings.
    """

    encounter: str = ""
    conditions: tuple[str, ...] = ()


NOTHING_SHOWN = Shown()
NOWHERE = State()


class TypedLine:
    """The words after the first that are not read yet, in a state, with what is shown.

    `wanted` are the words of a closed list, one of which could be next.
    """

    def __init__(
        self, text: str, example: str, state: State = NOWHERE, shown: Shown = NOTHING_SHOWN
    ) -> None:
        self.words = text.split()
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
        found, self.words = tuple(self.words), []
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
        at = self.words.index(word) if word in self.words else len(self.words)
        found, self.words = self.words[at + 1 :], self.words[:at]
        return tuple(found)

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
        """The id of the creature that a word names; refusals of `reading.being`."""
        return reading.being(text, self.state, self._here).id

    def several(self, words: Iterable[str]) -> tuple[str, ...]:
        """The ids of the creatures that words name; refusals of `reading.being`."""
        return reading.everybody(words, self.state, self._here)

    @property
    def _here(self) -> Encounter | None:
        try:
            return self.encounter
        except Refusal:
            return None


class TypedWord(Struct):
    """A word of the line, the first of its `example`; `label` is what it does."""

    example: str
    label: str
    read: Callable[[TypedLine], Parsed]


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
    return field(line) if callable(field) else field


def table(*words: TypedWord) -> dict[str, TypedWord]:
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
    return line.one(line.word())


def creatures(line: TypedLine) -> tuple[str, ...]:
    """The ids of creatures, at least one."""
    return line.several(line.some())


def member(line: TypedLine) -> str:
    """The id of a member of the party."""
    return reading.someone(line.word(), line.state).id


def number(line: TypedLine) -> int:
    """A whole number."""
    return reading.whole(line.word())


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
    return Refusal("too_few_words", "The command is incomplete. Type it like :{example}",
                   example=example)  # fmt: skip


def one_of(text: str, choices: Iterable[Known], code: str) -> Known:
    """The choice that `text` is or begins; Refusal `code` lists the choices."""
    known = tuple(choices)
    found = [choice for choice in known if choice.startswith(text.lower())] if text else []
    exact = [choice for choice in found if choice == text.lower()]
    if len(exact or found) == 1:
        return (exact or found)[0]
    raise Refusal(code, "'{text}' is not one of {choices}.", text=text, choices=known)


PLACE = re.compile(rf"-?\d+(\.?-?\d+)?|{NAME.pattern}", re.IGNORECASE)


def parse(
    text: str,
    known: Mapping[str, TypedWord],
    state: State,
    shown: Shown = NOTHING_SHOWN,
    elsewhere: Callable[[str], Message | None] = lambda word: None,
) -> Parsed:
    """Read a line in `state` by the words `known`; `shown` is what the screen shows.

    A place alone is found; where entries are known, a number alone is one. `elsewhere` returns
    where a word is known, if anywhere. Raises Refusal when the line is unclear.
    """
    word, _, rest = text.strip().removeprefix(":").strip().partition(" ")
    if not word:
        raise Refusal("no_command", "Nothing was typed.")
    if not rest and PLACE.fullmatch(word):
        word, rest = "entry" if "entry" in known else "find", word
    word = word.lower()
    if word in known:
        line = TypedLine(rest, known[word].example, state, shown)
        read = known[word].read(line)
        if line.words:
            raise Refusal(
                "too_many_words", "What is '{rest}' there? Type it like :{example}",
                rest=" ".join(line.words), example=line.example,
            )  # fmt: skip
        return read
    there, begins = elsewhere(word), [one for one in known if one.startswith(word)]
    if there is not None:
        raise Refusal("elsewhere", "{command} works only on {screens}.", command=word,
                      screens=there)  # fmt: skip
    near = "".join((begins or get_close_matches(word, known, n=1))[:1])
    raise Refusal(
        "unknown_command",
        "There is no command {command}; did you mean {nearest}?"
        if near
        else "There is no command {command}; ctrl+p lists what can be done.",
        command=word, nearest=near,
    )  # fmt: skip
