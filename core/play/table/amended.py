"""The state after the corrections of an amendment."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from typing import assert_never

from core.play.fight.combatants import Being, changed_being, in_fight, with_figure
from core.play.fight.encounter import Figure
from core.play.state import State
from core.play.table.commands import Correction, Points
from core.play.table.wounds import with_figure_set
from core.values import replace


def amended(state: State, corrections: Iterable[Correction]) -> State:
    """Return the state with all these corrections, in order."""
    return reduce(_corrected, corrections, state)


def points(being: Being, target: Points) -> int:
    """Return a creature's points of this kind; a foe has no strain."""
    found: int = getattr(being, target, 0)
    return found


def _corrected(state: State, one: Correction) -> State:
    if one.target in ("position", "elevation"):
        return in_fight(
            state, lambda fight: with_figure(fight, one.who, lambda figure: _placed(figure, one))
        )
    return changed_being(state, one.who, lambda being: _being(being, one))


def _placed(figure: Figure, one: Correction) -> Figure:
    if one.target == "position":
        return replace(figure, at=one.to, trail=())
    return replace(figure, elevation=int(one.to))


def _being(being: Being, one: Correction) -> Being:
    match one.target:
        case "damage" | "nonlethal" | "temporary" | "strain" | "strain_lethal" as name:
            if not hasattr(being, name):
                return being
            return with_figure_set(being, name, max(0, points(being, name) + one.by))
        case "stable" | "dead" as name:
            return with_figure_set(being, name, one.to == "yes")
        case "condition":
            others = tuple(lasting for lasting in being.lasting if lasting.name != one.to)
            return replace(being, lasting=others if one.lasting is None else (*others, one.lasting))
        case "position" | "elevation":
            return being
        case _:
            assert_never(one.target)
