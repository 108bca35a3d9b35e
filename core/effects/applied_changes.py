"""The changes of effects that apply to a figure, and what they come to."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import TypeAlias

from core.effects.changes import Change
from core.effects.running_effects import RunningEffect, Standing
from core.effects.stacking import FigurePart
from core.values import Struct

Value: TypeAlias = "int | str"
"""A figure: a number, the dice of damage, or what is left of a turn (ACTIONS)."""


class Tally(Struct):
    """A figure with its parts before those of one effect are joined."""

    value: Value | None
    sheet: Value | None
    counted: Sequence[FigurePart]
    lost: Sequence[FigurePart]


class AppliedChange(Struct):
    """A change that applies, of an effect that counts, and what it adds."""

    effect: RunningEffect
    change: Change
    part: FigurePart


def find_applied(
    standings: Iterable[Standing],
    topics: Collection[str],
    words: Collection[str],
    level: int | None,
) -> Iterator[AppliedChange]:
    """Yield the changes of some figures that apply; what of it does not count has its reason."""
    for standing in standings:
        effect = standing.effect
        for change in effect.changes:
            if change.to in topics and change.applies(words):
                yield _apply(standing, change, level)


def find_unsaid(
    standings: Iterable[Standing],
    topics: Collection[str],
    words: Collection[str],
    level: int | None,
) -> Iterator[AppliedChange]:
    """Yield what would be added on an occasion that the GM says, and has not said.

    Those of a word that is not asked are among them: they are added by hand.
    """
    for standing in standings:
        if standing.why:
            continue
        for change in standing.effect.changes:
            is_open = (change.is_asked or change.is_by_hand) and not change.applies(words)
            if is_open and change.to in topics and change.op == "add":
                yield _apply(standing, change, level)


def _apply(standing: Standing, change: Change, level: int | None) -> AppliedChange:
    effect = standing.effect
    amount = int(change.of_value(effect.value, level))
    when = change.when if change.is_asked else ""
    part = FigurePart(effect.name, effect.origin, amount, change.type, standing.why, when=when)
    return AppliedChange(effect, change, part)
