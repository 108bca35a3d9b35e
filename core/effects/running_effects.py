"""The effects that a creature is under, and which of them are in force."""

from __future__ import annotations

from collections.abc import Iterable
from operator import attrgetter

from core.effects.changes import Change
from core.effects.stacking import Why
from core.values import Struct

ACTS_NOT = "acts_not"
CANNOT_MOVE = "cannot_move"
LOSES_DEXTERITY = "loses_dexterity"
FLAT_FOOTED = "flat_footed"
HELPLESS = "helpless"


class RunningEffect(Struct, kw_only=True):
    """An effect on a creature.

    `name` is how it is written, `label` how it is shown, `origin` whose changes these are: an
    effect that brings another along is there twice, under one name. `value` is its amount
    (frightened 2), which changes by value are times. `flags` are what it forbids or takes. Of
    those with one `row` only the one of the highest `rank` counts. `rule` and `source` are cited;
    `is_default`: Outrider's own figure.
    """

    name: str
    label: str
    origin: str
    changes: tuple[Change, ...] = ()
    flags: frozenset[str] = frozenset()
    value: int = 1
    row: str = ""
    rank: int = 0
    rule: str = ""
    source: str = ""
    is_default: bool = False


class Standing(Struct):
    """An effect, and why it does not count ("" = it does)."""

    effect: RunningEffect
    why: Why = ""


def effects_in_force(effects: Iterable[RunningEffect]) -> tuple[Standing, ...]:
    """Return the effects in the order of their names, each with whether it counts.

    Of the same changes twice those of the higher value count, of one row those of the highest rank.
    """
    by_name = sorted(effects, key=attrgetter("name", "origin"))
    strongest: dict[str, RunningEffect] = {}
    highest: dict[str, RunningEffect] = {}
    for effect in by_name:
        other = strongest.setdefault(effect.origin, effect)
        if effect.value > other.value:
            strongest[effect.origin] = effect
    for effect in strongest.values():
        other = highest.setdefault(effect.row or effect.origin, effect)
        if effect.rank > other.rank:
            highest[effect.row] = effect
    return tuple(Standing(effect, _why_not(effect, strongest, highest)) for effect in by_name)


def _why_not(
    effect: RunningEffect,
    strongest: dict[str, RunningEffect],
    highest: dict[str, RunningEffect],
) -> Why:
    if strongest[effect.origin] is not effect:
        return "twice"
    if highest[effect.row or effect.origin] is not effect:
        return "row"
    return ""
