"""Creatures that can act in their turn."""

from __future__ import annotations

from core.combat.board.conditions import has_effect
from core.play.fight.afflictions import afflictions
from core.play.fight.combatants import find
from core.play.fight.encounter import Encounter, Figure, Slot
from core.play.fight.health import health
from core.play.fight.turns.order import figures_of
from core.play.state import Member, State
from core.rulesets.schema import Ruleset


def can_act(state: State, rules: Ruleset, fight: Encounter, figure: Figure) -> bool:
    """Whether a creature can act: on the board, alive, awake, and not surprised in that round.

    Vehicles have no turns; a rider is where its mount is.
    """
    being = find(state, figure.id)
    if being is None or (isinstance(being, Member) and being.role == "vehicle"):
        return False
    if not on_board(fight, figure) or (fight.surprise and figure.surprised):
        return False
    if health(being, rules).out:
        return False
    return not has_effect(afflictions(being, figure, fight, rules), "acts_not", rules.combat)


def on_board(fight: Encounter, figure: Figure) -> bool:
    """Whether a creature, or its mount, has a place on the board."""
    mount = fight.figure(figure.mount) if figure.mount else None
    return bool(figure.at) or (mount is not None and bool(mount.at))


def who_can(state: State, rules: Ruleset, fight: Encounter, slot: Slot) -> tuple[str, ...]:
    """Return the ids of those in a slot who can act."""
    figures = figures_of(fight, slot)
    return tuple(figure.id for figure in figures if can_act(state, rules, fight, figure))


def is_gone(state: State, rules: Ruleset, fight: Encounter, who: str) -> bool:
    """Whether a creature of the order is dead, off the board or no longer in the encounter."""
    figure, being = fight.figure(who), find(state, who)
    if figure is None or being is None or not on_board(fight, figure):
        return True
    return health(being, rules).slug == "dead"
