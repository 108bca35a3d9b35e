"""The actions, step and squares that are left of a turn.

Movement follows the catalogue (C-013, C-015, C-018, C-034); the other actions are house defaults
(`combat.turn`).
"""

from __future__ import annotations

from core.combat.board.scene import has_effect
from core.messages import Message
from core.play.fight.combatants import fight_of, find, someone
from core.play.fight.encounter import Encounter, Figure, Slot, Spent
from core.play.fight.fight_scene import speed_of
from core.play.fight.health import afflictions, health, house
from core.play.fight.turns.order import figures_of
from core.play.state import Assets, Member, State
from core.receipts import Receipt
from core.rulesets.schema import Ruleset
from core.values import Struct


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
    mount = fight.figure(figure.mount)
    return bool(figure.at) or (mount is not None and bool(mount.at))


def who_can(state: State, rules: Ruleset, fight: Encounter, slot: Slot) -> tuple[str, ...]:
    """Return the ids of those in a slot who can act."""
    figures = figures_of(fight, slot)
    return tuple(figure.id for figure in figures if can_act(state, rules, fight, figure))


WHOLE = ("full_round", "run", "charge", "withdraw")
"""Actions that take the whole round."""
BESIDE = ("swift", "step")
"""Actions beside the standard and move action of a turn."""
PAIR = 2


class ActionsLeft(Struct):
    """The actions that a creature has left this turn.

    `standard` and `move` actions, a `full` round, a `step` of one square, a `swift` action;
    `actions` are those left where they are counted singly (0 elsewhere). `squares` are left of
    the movement under way (0 = none). `limited`: it has fewer actions than usual.
    """

    standard: bool
    move: bool
    full: bool
    step: bool
    swift: bool
    actions: int
    squares: int
    limited: bool
    receipts: tuple[Receipt, ...]


def left(state: State, assets: Assets, who: str) -> ActionsLeft:
    """Return what is left of the turn of `who`, whether it is its turn or not.

    Nothing if it cannot act. Refusals: "no_fight", "unknown_creature".
    """
    fight, being = fight_of(state), someone(state, who)
    figure = fight.figure(being.id)
    if figure is None or not can_act(state, assets.rules, fight, figure):
        label = Message("{who} cannot act", who=being.name)
        why = (house(assets.rules, label, 0),)
        return ActionsLeft(False, False, False, False, False, 0, 0, False, why)
    if assets.rules.combat.mechanisms.turn == "single_actions":
        return _counted(state, assets, fight, figure)
    return _paired(state, assets, fight, figure)


def limits(state: State, rules: Ruleset, fight: Encounter, figure: Figure) -> int | None:
    """Return the actions of a creature that has fewer than usual; None = the usual number.

    The ruleset names the conditions; in a surprise round it holds for every creature.
    """
    turn, being = rules.combat.turn, someone(state, figure.id)
    names = {one.name: one.value for one in being.lasting}
    names.setdefault(health(being, rules).slug, 0)
    if fight.surprise or any(name in names for name in turn.limiting):
        return turn.limited
    slowed = sum(max(1, names[name]) for name in turn.slowing if name in names)
    return max(0, turn.actions - slowed) if slowed else None


def _counted(state: State, assets: Assets, fight: Encounter, figure: Figure) -> ActionsLeft:
    # C-018
    rules = assets.rules
    most = limits(state, rules, fight, figure)
    whole = rules.combat.turn.actions if most is None else most
    count = max(0, whole - len(figure.spent.actions))
    some = count > 0
    receipts = (
        rules.cite(
            "C-018", "{count:action|actions} of {whole} are left", count, count=count, whole=whole
        ),
        *_limited(rules, most),
    )
    squares = _squares(state, assets, figure)
    return ActionsLeft(some, some, False, some, False, count, squares, most is not None, receipts)


def _paired(state: State, assets: Assets, fight: Encounter, figure: Figure) -> ActionsLeft:
    # C-013, C-015, C-034
    rules, spent = assets.rules, figure.spent
    most = limits(state, rules, fight, figure)
    room = PAIR if most is None else min(most, PAIR)
    used = _used(spent)
    standard = used < room and "standard" not in spent.actions
    full = not used and room == PAIR
    step = "step" not in spent.actions and not spent.squares
    swift = spent.actions.count("swift") < rules.combat.turn.swift
    receipts = (
        rules.cite("C-013", "actions used this turn", used),
        rules.cite("C-034", "a step only without other movement", int(step)),
        *_limited(rules, most),
    )
    squares = _squares(state, assets, figure)
    return ActionsLeft(
        standard, used < room, full, step, swift, 0, squares, most is not None, receipts
    )


def _used(spent: Spent) -> int:
    if any(action in WHOLE for action in spent.actions):
        return PAIR
    return sum(1 for action in spent.actions if action not in BESIDE)


def _limited(rules: Ruleset, most: int | None) -> tuple[Receipt, ...]:
    if most is None:
        return ()
    return (house(rules, "fewer actions than usual", most),)


def _squares(state: State, assets: Assets, figure: Figure) -> int:
    spent = figure.spent
    moving = spent.path and spent.path[-1] == figure.at and "step" not in spent.actions
    if not moving:
        return 0
    bearer = figure.mount or figure.id
    speed = speed_of(state, assets, bearer, figure.mode) or speed_of(state, assets, bearer) or 0
    return max(0, speed * max(1, spent.moves) - spent.leg)
