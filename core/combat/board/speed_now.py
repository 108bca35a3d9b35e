"""A creature's speed on the grid with what its conditions do to it."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from core.effects.changes import Change
from core.effects.figures import AskedFigure, present_figure
from core.effects.running_effects import RunningEffect
from core.effects.sheets import FigureSheet
from core.rulesets.running_conditions import ConditionHeld, running_conditions
from core.rulesets.schema import Ruleset
from core.values import ByIdentity, replace

ON_THE_GRID = frozenset({"squares"})
"""What is so where a movement pays for each square as its mover sees it."""


@lru_cache(maxsize=4096)
def speed_on_the_grid(
    held: tuple[tuple[str, int], ...],
    squares: int,
    mode: str,
    same: ByIdentity[Ruleset],
    worn: tuple[Change, ...] = (),
) -> int:
    """Return a speed of `squares` with conditions, rows and their values (0 = none).

    `worn` are the bonuses that the speed holds already.
    Who cannot move at all is told so elsewhere, with the cause.
    """
    if not held:
        return squares
    combat = same.value.combat
    conditions = [ConditionHeld(name, value) for name, value in held]
    slowing = [
        replace(effect, flags=frozenset())
        for effect in running_conditions(conditions, combat)
        if changes_speed(effect)
    ]
    if not slowing:
        return squares
    asked = AskedFigure(f"speed {mode}", against=ON_THE_GRID)
    written = FigureSheet(speeds={mode: Fraction(squares)}, worn=worn)
    value = present_figure(asked, written, slowing, combat.figure_rules).value
    assert isinstance(value, int)
    return value


def changes_speed(effect: RunningEffect) -> bool:
    """Whether an effect changes a speed."""
    return any(change.to.startswith("speed") for change in effect.changes)
