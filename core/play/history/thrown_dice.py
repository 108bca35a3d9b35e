"""The dice thrown in an entry: their thrower, kind and result."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Literal

from core.dice import Answers, Expression, Rolled, Ruled, Typed
from core.messages import Refusal
from core.play.history.throws import Throw, Throws
from core.play.state import State
from core.play.union import Command, Event
from core.rulesets.schema import Ruleset
from core.values import Struct


class Roll(Struct, omit_defaults=True):
    """One throw: its thrower, its dice ("d20", "2d6") and its result.

    `who` is an id, "" where no creature threw (encounter checks). `shown` is the sum of the
    faces without added numbers. `how`: thrown at the table and typed, or rolled by the program.
    `low`: less is better for the thrower, as with the damage of a forced march.
    """

    who: str
    dice: str
    shown: int
    how: Literal["typed", "rolled"]
    low: bool = False


def rolls(
    before: State,
    command: Command,
    answers: Answers,
    events: Sequence[Event],
    rules: Ruleset,
) -> tuple[Roll, ...]:
    """Return the dice thrown in an entry, in the order of its answers, rulings left out.

    Also left out are results that the dice cannot show, totals whose modifier is unknown, and
    rolls that only pick a place or a minute.
    """
    throws = Throws(before, command, answers, events, rules)
    return tuple(_rolls(answers, throws))


def _rolls(answers: Answers, throws: Throws) -> Iterator[Roll]:
    for key, answer in answers.items():
        if isinstance(answer, Ruled):
            continue
        try:
            throw = throws.of(key)
        except Refusal:  # a sheet may hold dice that are none
            continue
        if throw is None or (shown := _shown(answer, throw)) is None:
            continue
        how: Literal["typed", "rolled"] = "rolled" if isinstance(answer, Rolled) else "typed"
        yield Roll(throw.who, named(throw.dice), shown, how, throw.low)


def _shown(answer: Rolled | Typed, throw: Throw) -> int | None:
    dice = throw.dice
    if isinstance(answer, Rolled):
        try:
            return dice.total(answer.faces) - dice.plus
        except ValueError:
            return None
    shown = answer.number - dice.plus
    if answer.total:
        if throw.modifier is None:
            return None
        shown -= throw.modifier
    return shown if dice.least <= shown + dice.plus <= dice.most else None


@lru_cache(maxsize=256)
def named(dice: Expression) -> str:
    """Return the dice as text, without what is added to them: "d20", "2d6"."""
    if len(dice.groups) == 1 and dice.groups[0][:2] == (1, 1):
        return f"d{dice.groups[0][2]}"
    return str(dice.bare)
