"""The fold of the events of turns."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import assert_never

from core.effects.effect import KnownEffect
from core.play.facts.encounter import (
    INVISIBLE,
    NOTHING_SPENT,
    Encounter,
    Figure,
    Lasting,
    Slot,
    Spent,
)
from core.play.facts.fight.combatants import (
    Being,
    carried_along,
    changed_being,
    changed_figure,
    waiting_in,
    with_encounter,
    with_figure,
    with_figures,
)
from core.play.facts.fight.turns.events import (
    ActionsSpent,
    ChaseEnded,
    ChaseSet,
    ConditionBegan,
    ConditionEnded,
    ConfusedActed,
    Delayed,
    Died,
    Drifted,
    EffectLearned,
    InitiativeSet,
    Interposed,
    Paused,
    Picked,
    PutBefore,
    Readied,
    ReadyTaken,
    Revived,
    RoundBegan,
    RoundsPassed,
    RunDown,
    Sank,
    SetAdrift,
    Stabilised,
    TurnBegan,
    TurnEvent,
    TurnOver,
)
from core.play.facts.fight.turns.until import ROUND, settled
from core.play.facts.state import IN_PLACE, State
from core.values import replace


def evolve_turns(state: State, event: TurnEvent) -> State:
    """Return the state after an event of turns."""
    match event:
        case ActionsSpent(who, actions, back):
            waiting = waiting_in(state)
            moves = "move" in actions and not back
            moves = moves and (waiting is None or waiting.action in IN_PLACE)
            return changed_figure(
                state, who, lambda f: replace(f, spent=_spent(f.spent, actions, back, stops=moves))
            )
        case RoundsPassed(rounds, hours):
            return _passed(state, rounds, hours)
        case ConditionBegan(who, lasting):
            state = changed_being(state, who, lambda b: _lying(b, lasting.name, lasting))
            if lasting.name != INVISIBLE or state.fight is None:
                return state
            return changed_figure(state, who, lambda f: replace(f, revealed=False))
        case ConditionEnded(who, name):
            return changed_being(state, who, lambda b: _lying(b, name, None))
        case EffectLearned(key, effect):
            return replace(state, effects=(*state.effects, KnownEffect(key, effect)))
        case Picked() | ConfusedActed():
            return state
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
            at_rest = settled(state, "paused", event.uncounted)
            return replace(at_rest, pending=None, resume=hours_left)
        case RunDown():
            return _beside(state, event)
        case RoundBegan(_, hours):
            state = replace(state, clock=state.clock.after(hours))
        case ChaseSet(_, hours) if hours:
            state = _passed(state, 1, hours)
    fight = state.fight
    if fight is None:
        return state
    match event:
        case TurnBegan(key, passed, resumed):
            fight = _done_reacting(_passed_over(fight, passed))
            if not resumed:
                fight = _refreshed(fight, (key,))
            fight = replace(_mark(fight, (key,), over=False), acting=key)
        case TurnOver(key):
            fight = replace(_mark(fight, (key,), over=True), acting="")
        case RoundBegan(number, _, surprise, passed):
            fight = _passed_over(fight, passed)
            if not surprise:
                whose = [one.id for one in fight.figures if one.surprised]
                fight = with_figures(fight, whose, lambda f: replace(f, surprised=False))
            if fight.began is None:
                began = state.clock
            else:
                began = fight.began
            fight = replace(fight, round=number, surprise=surprise, began=began)
        case InitiativeSet(order, surprised):
            fight = with_figures(
                fight, surprised, lambda f: replace(f, surprised=True, ambushed=True)
            )
            fight = replace(fight, order=order)
        case Delayed(who):
            fight = with_figure(fight, who, lambda f: replace(f, delaying=True))
            slot = fight.slot_of(who)
            if slot is not None:
                fight = _mark(fight, (slot.key,), over=True)
        case Readied(who, what):
            fight = with_figure(fight, who, lambda f: replace(f, readied=what))
        case ReadyTaken(who):
            fight = with_figure(
                fight,
                who,
                lambda f: replace(f, readied="", reacting=True, reacted=(*f.reacted, who)),
            )
        case Interposed(who, order):
            fight = replace(fight, order=order)
            slot = fight.slot_of(who)
            if slot is not None:
                fight = replace(fight, acting=slot.key)
                fight = with_figures(
                    fight, slot.who, lambda f: replace(f, delaying=False, readied="")
                )
        case SetAdrift(who, drift):
            fight = with_figure(fight, who, lambda f: replace(f, drift=drift))
        case Drifted(who):
            fight = _drifted(fight, event)
        case PutBefore(order=order):
            fight = replace(fight, order=order)
        case ChaseSet(chase):
            fight = replace(fight, chase=chase)
        case ChaseEnded():
            fight = replace(fight, chase=None)
        case _:
            assert_never(event)
    return with_encounter(state, fight)


def _drifted(fight: Encounter, event: Drifted) -> Encounter:
    def drift(figure: Figure) -> Figure:
        goes_on = None if event.stops else figure.drift
        return replace(
            figure, at=event.path[-1], elevation=event.elevation, trail=(), drift=goes_on
        )

    return carried_along(with_figure(fight, event.who, drift), event.who)


def _done_reacting(fight: Encounter) -> Encounter:
    reacting = [figure.id for figure in fight.figures if figure.reacting]
    return with_figures(fight, reacting, lambda f: replace(f, reacting=False))


def _passed_over(fight: Encounter, slots: tuple[str, ...]) -> Encounter:
    if not slots:
        return fight
    return _refreshed(_mark(fight, slots, over=True), slots)


def _refreshed(fight: Encounter, slots: tuple[str, ...]) -> Encounter:
    for key in slots:
        slot = fight.slot(key)
        if slot is not None:
            ridden = [f.mount for f in fight.figures if f.mount and f.id in slot.who]
            ordered = {who for other in fight.order for who in other.who} if ridden else ()
            mounts = (mount for mount in ridden if mount not in ordered)
            fight = with_figures(fight, _have_turns(fight, (*slot.who, *mounts)), _fresh)
    return fight


def _have_turns(fight: Encounter, creature_ids: Iterable[str]) -> tuple[str, ...]:
    # In the surprise round a slot may have a turn for some of it, as for a mount with its surprised
    # rider. The surprised have none, and are flat-footed until their first.
    if not fight.surprise:
        return tuple(creature_ids)
    surprised = {figure.id for figure in fight.figures if figure.surprised}
    return tuple(one for one in creature_ids if one not in surprised)


def _fresh(figure: Figure) -> Figure:
    return replace(
        figure,
        acted=True,
        delaying=False,
        readied="",
        reacted=(),
        heading="",
        spent=NOTHING_SPENT,
        stance=(),
    )


def _mark(fight: Encounter, keys: tuple[str, ...], *, over: bool) -> Encounter:
    def mark(slot: Slot) -> Slot:
        if slot.key not in keys:
            return slot
        if over:
            return replace(slot, began=fight.round, over=fight.round)
        return replace(slot, began=fight.round)

    return replace(fight, order=tuple(map(mark, fight.order)))


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
    state = replace(state, clock=state.clock.after(hours))
    fight = state.fight
    if fight is None or not fight.round:
        return state
    if fight.began is None:
        began = None
    else:
        began = fight.began.after(hours - rounds * ROUND)
    return with_encounter(state, replace(fight.later(rounds), began=began))


def _beside(state: State, event: RunDown) -> State:
    # The pursuer, the mount that carries it, and who rides on that.
    fight = state.fight
    if fight is None or not event.at:
        return state
    figure = fight.figure(event.by)
    if figure is None:
        carrier = event.by
    else:
        carrier = figure.mount or event.by
    moved = with_figure(
        fight, carrier, lambda f: replace(f, at=event.at, elevation=event.elevation, trail=())
    )
    return with_encounter(state, carried_along(moved, carrier))


def _lying(being: Being, name: str, lasting: Lasting | None) -> Being:
    others = tuple(one for one in being.lasting if one.name != name)
    return replace(being, lasting=others if lasting is None else (*others, lasting))
