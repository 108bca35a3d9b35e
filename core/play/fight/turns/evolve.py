"""The fold of the events of turns."""

from __future__ import annotations

from fractions import Fraction
from typing import TypeAlias, assert_never

from core.play.fight.combatants import (
    Being,
    changed_being,
    changed_figure,
    in_fight,
    waiting_in,
    with_figure,
    with_figures,
)
from core.play.fight.encounter import NOTHING_SPENT, Encounter, Figure, Spent, later, slot_of
from core.play.fight.turns.events import (
    ActionsSpent,
    ChaseEnded,
    ChaseSet,
    ConditionBegan,
    ConditionEnded,
    Delayed,
    Died,
    InitiativeSet,
    Interposed,
    Paused,
    Readied,
    Revived,
    RoundBegan,
    RoundsPassed,
    RunDown,
    Sank,
    Stabilised,
    TurnBegan,
    TurnEvent,
    TurnOver,
)
from core.play.fight.turns.until import ROUND, settled
from core.play.lasting import Lasting
from core.play.state import IN_PLACE, State
from core.values import replace

Turning: TypeAlias = InitiativeSet | TurnBegan | TurnOver | Delayed | Readied | Interposed


def evolve_turns(state: State, event: TurnEvent) -> State:
    """Return the state after an event of turns."""
    match event:
        case TurnBegan() | TurnOver() | InitiativeSet() | Delayed() | Readied() | Interposed():
            return in_fight(state, lambda fight: _turned(fight, event))
        case ActionsSpent(who, actions, back):
            waiting = waiting_in(state)
            moves = "move" in actions and not back
            moves = moves and (waiting is None or waiting.action in IN_PLACE)
            return changed_figure(
                state, who, lambda f: replace(f, spent=_spent(f.spent, actions, back, stops=moves))
            )
        case RoundBegan():
            later_on = replace(state, clock=state.clock.after(event.hours))

            def begin(before: Encounter) -> Encounter:
                fight = _passed_over(before, event.passed)
                if not event.surprise:
                    whose = [one.id for one in fight.figures if one.surprised]
                    fight = with_figures(fight, whose, lambda f: replace(f, surprised=False))
                began = later_on.clock if fight.began is None else fight.began
                return replace(fight, round=event.round, surprise=event.surprise, began=began)

            return in_fight(later_on, begin)
        case RoundsPassed(rounds, hours):
            return _passed(state, rounds, hours)
        case ConditionBegan(who, lasting):
            return changed_being(state, who, lambda b: _lying(b, lasting.name, lasting))
        case ConditionEnded(who, name):
            return changed_being(state, who, lambda b: _lying(b, name, None))
        case Sank(who, health):
            if health != "dying":
                return state
            return changed_being(state, who, lambda b: replace(b, stable=False))
        case Stabilised(who):
            return changed_being(state, who, lambda b: replace(b, stable=True))
        case Died(who):
            return changed_being(state, who, lambda b: replace(b, dead=True, stable=False))
        case Revived(who):
            return changed_being(state, who, lambda b: replace(b, dead=False))
        case Paused(_, hours_left):
            return replace(settled(state, "paused"), pending=None, resume=hours_left)
        case ChaseSet(chase, hours):
            after = _passed(state, 1, hours) if hours else state
            return in_fight(after, lambda fight: replace(fight, chase=chase))
        case RunDown():
            return state
        case ChaseEnded():
            return in_fight(state, lambda fight: replace(fight, chase=None))
        case _:
            assert_never(event)


def _turned(fight: Encounter, event: Turning) -> Encounter:
    match event:
        case TurnBegan():
            passed = _passed_over(fight, event.passed)
            now = passed if event.resumed else _refreshed(passed, (event.slot,))
            return replace(_marked(now, (event.slot,), over=False), acting=event.slot)
        case TurnOver(key):
            return replace(_marked(fight, (key,), over=True), acting="")
        case InitiativeSet(order, surprised):
            fight = with_figures(fight, surprised, lambda f: replace(f, surprised=True))
            return replace(fight, order=order)
        case Delayed(who):
            delayed = with_figure(fight, who, lambda f: replace(f, delaying=True))
            slot = slot_of(delayed, who)
            return delayed if slot is None else _marked(delayed, (slot.key,), over=True)
        case Readied(who, what):
            return with_figure(fight, who, lambda f: replace(f, readied=what))
        case Interposed(who, order):
            slot = slot_of(replace(fight, order=order), who)
            if slot is None:
                return replace(fight, order=order)
            now = replace(fight, order=order, acting=slot.key)
            return with_figures(now, slot.who, lambda f: replace(f, delaying=False, readied=""))
        case _:
            assert_never(event)


def _passed_over(fight: Encounter, slots: tuple[str, ...]) -> Encounter:
    return fight if not slots else _refreshed(_marked(fight, slots, over=True), slots)


def _refreshed(fight: Encounter, slots: tuple[str, ...]) -> Encounter:
    for key in slots:
        slot = fight.slot(key)
        if slot is not None:
            ridden = [f.mount for f in fight.figures if f.mount and f.id in slot.who]
            ordered = {who for other in fight.order for who in other.who} if ridden else ()
            mounts = (mount for mount in ridden if mount not in ordered)
            fight = with_figures(fight, (*slot.who, *mounts), _fresh)
    return fight


def _fresh(figure: Figure) -> Figure:
    return replace(
        figure, acted=True, delaying=False, readied="", reacted=(), heading="", spent=NOTHING_SPENT
    )


def _marked(fight: Encounter, keys: tuple[str, ...], *, over: bool) -> Encounter:
    order = (
        replace(slot, began=fight.round, over=fight.round if over else slot.over)
        if slot.key in keys else slot
        for slot in fight.order
    )  # fmt: skip
    return replace(fight, order=tuple(order))


def _spent(spent: Spent, actions: tuple[str, ...], back: bool, *, stops: bool) -> Spent:
    # `stops`: a move action that is not a movement (getting up) ends the movement before it.
    if stops:
        spent = replace(spent, path=(), moves=0, leg=0)
    if not back:
        return replace(spent, actions=(*spent.actions, *actions))
    left = [*reversed(spent.actions)]  # the latest are given back
    for action in actions:
        if action in left:
            left.remove(action)
    return replace(spent, actions=tuple(reversed(left)))


def _passed(state: State, rounds: int, hours: Fraction) -> State:
    def pass_by(fight: Encounter) -> Encounter:
        if not fight.round:
            return fight
        began = None if fight.began is None else fight.began.after(hours - rounds * ROUND)
        return replace(later(fight, rounds), began=began)

    return in_fight(replace(state, clock=state.clock.after(hours)), pass_by)


def _lying(being: Being, name: str, lasting: Lasting | None) -> Being:
    others = tuple(one for one in being.lasting if one.name != name)
    return replace(being, lasting=others if lasting is None else (*others, lasting))
