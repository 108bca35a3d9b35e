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
                amount = int(change.of_value(effect.value, level))
                part = FigurePart(effect.name, effect.origin, amount, change.type, standing.why)
                yield AppliedChange(effect, change, part)
