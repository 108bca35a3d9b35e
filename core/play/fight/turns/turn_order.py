"""The course of turns: they end and begin, with rounds; delayed and readied ones come later."""

from __future__ import annotations

from core.messages import Refusal
from core.play.fight.combatants import fight_of, named, someone
from core.play.fight.encounter import Encounter, Figure, Slot
from core.play.fight.turns.able_creatures import who_can
from core.play.fight.turns.commands import ActNow, Delay, Ready
from core.play.fight.turns.dying import checks
from core.play.fight.turns.events import (
    ActionsSpent,
    Delayed,
    Interposed,
    Readied,
    TurnBegan,
    TurnOver,
)
from core.play.fight.turns.order import acting_slot, interposed, slot_of, upcoming
from core.play.fight.turns.time import round_begins, turn_begins, turn_ends
from core.play.resolution import Resolution
from core.play.state import State


def begun(state: State) -> Encounter:
    """Return the fight once initiative is rolled. Refusals: "no_fight", "no_initiative"."""
    fight = fight_of(state)
    if not fight.round:
        raise Refusal("no_initiative", "There is no initiative yet: roll it first.")
    return fight


def end_turn(resolution: Resolution) -> None:
    """End the acting slot's turn and begin the next. Refusals as `begun`."""
    slot = acting_slot(begun(resolution.state))
    if slot is not None:
        turn_ends(resolution, slot)
        resolution.emit(TurnOver(slot.key))
    go_on(resolution)


def go_on(resolution: Resolution) -> None:
    """Begin the turn of the next slot that can act, in the next round if this one is over.

    For a slot that cannot act conditions still end and the dying still make their checks. When
    nobody can act for a whole round, no turn begins.
    """
    passed: list[str] = []
    new_round = False
    while True:
        fight = fight_of(resolution.state)
        slot = upcoming(fight, passed)
        if slot is None and new_round:
            resolution.emit(TurnBegan("", tuple(passed)))
            return
        if slot is None:
            round_begins(resolution, passed=tuple(passed))
            passed, new_round = [], True
            continue
        if slot.began < fight.round:
            turn_begins(resolution, slot)
            for who in slot.who:
                checks(resolution, who)
        if who_can(resolution.state, resolution.assets.rules, fight_of(resolution.state), slot):
            resolution.emit(TurnBegan(slot.key, tuple(passed), resumed=slot.began == fight.round))
            return
        turn_ends(resolution, slot)
        passed.append(slot.key)


def delay(resolution: Resolution, command: Delay) -> None:
    """Let the slot of a creature that has not acted wait; the next in order acts.

    Refusals: "no_fight", "no_initiative", "unknown_creature", "not_its_turn", "has_acted".
    """
    slot = _its_turn(resolution, command.who)
    fight = fight_of(resolution.state)
    for who in slot.who:
        figure = fight.figure(who)
        if figure is None or not (figure.spent.actions or figure.spent.squares):
            continue
        raise Refusal(
            "has_acted",
            "{who} has already acted this turn: give the action back, or end the turn.",
            who=named(resolution.state, who),
        )
    turn_ends(resolution, slot)
    for who in slot.who:
        if fight.figure(who) is not None:
            resolution.emit(Delayed(who))
    resolution.emit(TurnOver(slot.key))
    go_on(resolution)


def ready(resolution: Resolution, command: Ready) -> None:
    """Ready an action; the turn ends when nobody else of the slot can act.

    Refusals: "no_fight", "no_initiative", "unknown_creature", "no_words", "not_in_fight".
    """
    fight = begun(resolution.state)
    being = someone(resolution.state, command.who)
    if not command.what.strip():
        raise Refusal("no_words", "Write what {who} readies, and for when.", who=being.name)
    if fight.figure(being.id) is None:
        raise Refusal("not_in_fight", "{who} is not in this fight.", who=being.name)
    resolution.emit(ActionsSpent(being.id, resolution.assets.rules.combat.turn.ready))
    resolution.emit(Readied(being.id, command.what.strip()))
    slot = acting_slot(fight)
    if slot is None or being.id not in slot.who:
        return
    now = fight_of(resolution.state)
    able = who_can(resolution.state, resolution.assets.rules, now, slot)
    waiting = {figure.id for figure in now.figures if figure.readied}
    if waiting.issuperset(able):
        end_turn(resolution)


def act_now(resolution: Resolution, command: ActNow) -> None:
    """Let a creature that delays, or has readied an action, act before the acting slot.

    Refusals: "no_fight", "no_initiative", "unknown_creature", "not_waiting".
    """
    fight = begun(resolution.state)
    being = someone(resolution.state, command.who)
    figure, slot = fight.figure(being.id), slot_of(fight, being.id)
    if figure is None or slot is None or not (figure.delaying or figure.readied):
        raise Refusal(
            "not_waiting",
            "{who} neither delays nor has readied an action.",
            who=being.name,
        )
    readied = bool(figure.readied)
    single = readied and len(slot.who) > 1
    resolution.emit(Interposed(being.id, interposed(fight, being.id, single=single)))
    now = acting_slot(fight_of(resolution.state))
    if now is not None:
        turn_begins(resolution, now)
    if readied:
        _one_action(resolution, figure)


def _one_action(resolution: Resolution, figure: Figure) -> None:
    rules = resolution.assets.rules
    given = rules.combat.turn.ready
    resolution.emit(ActionsSpent(figure.id, given, back=True))
    spent = list(figure.spent.actions)
    for action in given:
        if action in spent:
            spent.remove(action)
    if rules.combat.mechanisms.turn == "single_actions":
        short = rules.combat.turn.actions - 1 - len(spent)
        if short > 0:
            resolution.emit(ActionsSpent(figure.id, ("action",) * short))
    elif "move" not in spent:
        resolution.emit(ActionsSpent(figure.id, ("move",)))


def _its_turn(resolution: Resolution, who: str) -> Slot:
    fight = begun(resolution.state)
    being = someone(resolution.state, who)
    slot = acting_slot(fight)
    if slot is None or who not in slot.who:
        raise Refusal("not_its_turn", "It is not the turn of {who}.", who=being.name)
    return slot
