"""A creature as it is now: its figures with what its conditions do to them."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache

from core.creatures import Attack, Mode, Sheet
from core.effects.figures import AskedFigure, PresentFigure, present_figure
from core.effects.running_effects import RunningEffect
from core.effects.sheets import FigureSheet
from core.play.facts.fight.combatants import Being, sheet
from core.rulesets.running_conditions import ConditionHeld, running_conditions
from core.rulesets.schema import Ruleset
from core.values import Struct, replace

SPEEDS = ("speed", "actions")
"""The figures that a flag such as "cannot_move" changes."""
ON_THE_GRID = frozenset({"squares"})
"""What is so where a movement pays for each square as its mover sees it."""


class CreatureNow(Struct):
    """A creature with what is on it: `effects` of its conditions, `written` its figures without."""

    written: FigureSheet
    effects: tuple[RunningEffect, ...]
    rules: Ruleset

    def figure(
        self, name: str, against: Iterable[str] = (), attack: Attack | None = None
    ) -> PresentFigure:
        """Return one of its figures, by the names of `core.effects.figures.AskedFigure`."""
        asked = AskedFigure(name, attack, frozenset(against))
        return present_figure(asked, self.written, self.effects, self.rules.combat.figure_rules)


def creature_now(being: Being, conditions: Iterable[str], rules: Ruleset) -> CreatureNow:
    """Return a combatant as it is under these conditions, rows of the ruleset.

    Their values are those of what lasts on it (frightened 2).
    """
    effects = _effects(_with_values(being, conditions), rules)
    return CreatureNow(_written(sheet(being), being), effects, rules)


def speed_now(
    being: Being, squares: int, mode: Mode, conditions: Iterable[str], rules: Ruleset
) -> int:
    """Return a speed of `squares` as conditions leave it, for a movement on the grid.

    Who cannot move at all is told so elsewhere, with the cause.
    """
    effects = _effects(_with_values(being, conditions), rules)
    slowing = [replace(effect, flags=frozenset()) for effect in effects if _changes_speed(effect)]
    if not slowing:
        return squares
    asked = AskedFigure(f"speed {mode}", against=ON_THE_GRID)
    written = FigureSheet(speeds={mode: Fraction(squares)})
    value = present_figure(asked, written, slowing, rules.combat.figure_rules).value
    assert isinstance(value, int)
    return value


def _changes_speed(effect: RunningEffect) -> bool:
    return any(change.to.startswith("speed") for change in effect.changes)


def _with_values(being: Being, conditions: Iterable[str]) -> tuple[ConditionHeld, ...]:
    values = {one.name: one.value for one in being.lasting}
    return tuple([ConditionHeld(name, max(1, values.get(name, 1))) for name in conditions])


@lru_cache(maxsize=4096)
def _effects(held: tuple[ConditionHeld, ...], rules: Ruleset) -> tuple[RunningEffect, ...]:
    return running_conditions(held, rules.combat)


def _written(figures: Sheet, being: Being) -> FigureSheet:
    scores = {} if being.con_score is None else {"con": being.con_score}
    skills = {"acrobatics": figures.acrobatics, "perception": figures.perception}
    return FigureSheet(
        scores=scores,
        ac=figures.ac,
        eac=figures.eac,
        dexterity=figures.dexterity,
        fortitude=figures.fortitude,
        reflex=figures.reflex,
        will=figures.will,
        initiative=figures.init,
        perception=figures.perception,
        skills={name: bonus for name, bonus in skills.items() if bonus is not None},
        speeds={mode: Fraction(squares) for mode, squares in figures.speeds},
    )
