"""Shared parts of the command line's words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches
from typing import TypeAlias, TypeVar

from core.messages import Refusal
from core.play.fight.encounter import Encounter
from core.play.state import State
from core.play.union import Command
from core.values import Struct
from tui.play.typed import reading

Known = TypeVar("Known", bound=str)


class Go(Struct):
    """An action of the screen, with an argument; not a command."""

    action: str
    argument: str = ""


Args: TypeAlias = tuple[str, ...]
"""The words of a line after its first."""
Parsed: TypeAlias = Command | Go


class Shown(Struct):
    """What the screen shows: the encounter (its id, "" = none) and the ruleset's conditions.

    Conditions may be typed by their beginnings.
    """

    encounter: str = ""
    conditions: tuple[str, ...] = ()


NOTHING_SHOWN = Shown()


class Scope(Struct):
    """The state, and what is shown of an encounter."""

    state: State
    shown: Shown = NOTHING_SHOWN

    @property
    def encounter(self) -> Encounter:
        """The running encounter, else the shown one, else the only one.

        Refusal "no_encounter".
        """
        state = self.state
        found = state.fight or state.encounter(self.shown.encounter)
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


Verb: TypeAlias = Callable[[Args, Scope], Parsed]
"""A word of the line: reads the words after it."""


def need(words: Sequence[str], count: int, example: str) -> None:
    """Raise Refusal "too_few_words" with an example unless there are `count` words."""
    if len(words) < count:
        raise Refusal(
            "too_few_words",
            "The command is incomplete. Type it like :{example}",
            example=example,
        )


def needs(count: int, example: str, make: Verb) -> Verb:
    """`make`, after `need` has checked its words."""

    def checked(words: Args, scope: Scope) -> Parsed:
        need(words, count, example)
        return make(words, scope)

    return checked


def of_one(example: str, make: Callable[[str], Command]) -> Verb:
    """A word that is followed by the name of one creature."""
    return needs(1, example, lambda words, scope: make(scope.one(words[0])))


def nearest(word: str, known: Iterable[str]) -> str:
    """The known word that begins with `word` or is written nearly so, else ""."""
    every = tuple(known)
    close = [one for one in every if one.startswith(word)] or get_close_matches(word, every, n=1)
    return close[0] if close else ""


def one_of(text: str, choices: Iterable[Known], code: str) -> Known:
    """The choice that `text` is or begins; Refusal `code` lists the choices."""
    known = tuple(choices)
    found = [choice for choice in known if choice.startswith(text.lower())] if text else []
    exact = [choice for choice in found if choice == text.lower()]
    if len(exact or found) == 1:
        return (exact or found)[0]
    raise Refusal(code, "'{text}' is not one of {choices}.", text=text, choices=known)
