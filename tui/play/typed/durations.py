"""Typed durations of conditions: rounds, minutes, hours, or a creature's turn."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Literal

from core.messages import Refusal
from core.play.fight.turns.commands import SetCondition
from core.values import Struct
from tui.play.typed.reading import hours

ROUNDS = re.compile(r"(\d{1,4})r?")
CLOCK = re.compile(r"\d[\d.,/]*(min|m|h|d)(\d+(min|m)?)?")
VALUE = re.compile(r"=(\d{1,2})")


class Duration(Struct):
    """A duration as in `SetCondition`; nothing set = until it is cleared.

    `value` is that of conditions which have one ("=2").
    """

    rounds: int | None = None
    of: str = ""
    edge: Literal["start", "end"] = "start"
    hours: Fraction | None = None
    value: int = 0

    def on(self, who: tuple[str, ...], name: str) -> SetCondition:
        """The command that sets `name` on these creatures for this duration."""
        return SetCondition(who, name, self.rounds, self.of, self.edge, self.hours, self.value)


def is_duration(word: str) -> bool:
    """Whether a word is a duration: "3", "5m", "1h30", ">O", "O>", "=2"."""
    if word.startswith(">") or word.endswith(">"):
        return True
    return any(form.fullmatch(word) for form in (ROUNDS, CLOCK, VALUE))


def duration(words: Sequence[str], whose: Callable[[str], str]) -> Duration:
    """The duration of the words; `whose` finds the id of a named creature.

    "3" rounds, "5m" minutes, "1h" hours, ">O" until O acts, "O>" until O has acted, "=2" its
    value. Refusal "bad_duration" for other words, or for two of them.
    """
    found, value = Duration(), 0
    for word in words:
        if valued := VALUE.fullmatch(word):
            value = int(valued[1])
        elif found != Duration():
            raise Refusal("bad_duration", "'{text}': give one duration only.", text=word)
        else:
            found = _one(word, whose)
    return Duration(found.rounds, found.of, found.edge, found.hours, value)


def _one(word: str, whose: Callable[[str], str]) -> Duration:
    if word.startswith(">") and len(word) > 1:
        return Duration(of=whose(word[1:]))
    if word.endswith(">") and len(word) > 1:
        return Duration(of=whose(word[:-1]), edge="end")
    if rounds := ROUNDS.fullmatch(word):
        return Duration(rounds=int(rounds[1]))
    if CLOCK.fullmatch(word):
        return Duration(hours=hours(word))
    raise Refusal(
        "bad_duration",
        "'{text}' is not a duration. Type 3 (rounds), 5m, 1h, >O (until O acts), O> (acted).",
        text=word,
    )
