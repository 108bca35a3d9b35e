"""Rider and mount that share the actions of one turn (K-9, by the open rules)."""

from __future__ import annotations

from collections.abc import Callable

from core.combat.board.scene import has_effect
from core.messages import Message
from core.play.facts.encounter import Encounter, Figure
from core.play.facts.fight.combatants import find, name_combatant
from core.play.facts.state import State
from core.play.fight.health import afflictions
from core.receipts import Receipt
from core.rulesets.schema import Ruleset
from core.values import Struct

SOURCE = "open rules, Command an Animal"


class SharedTurn(Struct):
    """The actions that a rider or its mount has left of the turn that they share."""

    left: int
    receipt: Receipt


def share_turn(
    state: State,
    rules: Ruleset,
    fight: Encounter,
    figure: Figure,
    whole_of: Callable[[Figure], int],
) -> SharedTurn | None:
    """Return what is left to `figure` of a turn that it shares as a rider or a mount.

    Each action of a mount is one of its rider's, who commands it; all those of a minion are one.
    `whole_of` are the actions that one of the two would have alone. None: it shares with nobody, or
    its mount has a turn of its own.
    """
    if not rules.switch("shared_actions"):
        return None
    mount = fight.figure(figure.mount)
    rider: Figure | None = figure
    if mount is None:
        mount = figure
        rider = next((other for other in fight.figures if other.mount == figure.id), None)
    if rider is None or not _act_together(fight, rider, mount):
        return None
    is_minion = _is_minion(state, rules, fight, mount)
    of_mount = len(mount.spent.actions)
    commands = min(1, of_mount) if is_minion else of_mount
    of_rider = max(0, whole_of(rider) - len(rider.spent.actions) - commands)
    if figure is rider:
        return _cite(state, rules, mount, of_rider)
    most = whole_of(mount)
    if is_minion:
        most = min(most, rules.combat.strikes.minion_actions)
        if not of_mount and not of_rider:  # nobody can command it
            most = 0
        return _cite(state, rules, rider, max(0, most - of_mount))
    return _cite(state, rules, rider, min(of_rider, max(0, most - of_mount)))


def _cite(state: State, rules: Ruleset, other: Figure, left: int) -> SharedTurn:
    label = Message("one set of actions with {who}", who=name_combatant(state, other.id))
    receipt = rules.cite("K-9", label, left, source=SOURCE, default=True, switch="shared_actions")
    return SharedTurn(left, receipt)


def _act_together(fight: Encounter, rider: Figure, mount: Figure) -> bool:
    slot = fight.slot_of(mount.id)
    return slot is None or slot == fight.slot_of(rider.id)


def _is_minion(state: State, rules: Ruleset, fight: Encounter, mount: Figure) -> bool:
    being = find(state, mount.id)
    if being is None:
        return False
    return has_effect(afflictions(being, rules, fight), "minion", rules.combat)
