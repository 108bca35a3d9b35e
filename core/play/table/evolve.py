"""The state after each event of the table."""

from __future__ import annotations

from fractions import Fraction
from typing import assert_never

from core.calendars import Instant
from core.play.fight.combatants import changed_being, in_fight, with_figure
from core.play.fight.encounter import Encounter, Figure, Slot, Spent
from core.play.fight.turns.order import ordered, slot_of, with_total
from core.play.members import changed, everyone
from core.play.state import AT_THE_START, HexMark, Member, Note, State
from core.play.table.amended import amended
from core.play.table.events import (
    Amended,
    BoatPlaced,
    Checked,
    Damaged,
    Edited,
    Founded,
    Healed,
    HexesMarked,
    Joined,
    MapAdopted,
    MemberLeft,
    Noted,
    PresenceSet,
    RulesetAdopted,
    RulingMade,
    TableEvent,
)
from core.play.table.wounds import healed, hurt, with_figure_set
from core.travel.movers import Mover
from core.values import replace


def evolve_table(state: State, event: TableEvent) -> State:
    """Return the state after an event of the table."""
    match event:
        case Founded(name, ruleset, ruleset_name, calendar, start):
            return State(name, ruleset, ruleset_name, calendar, clock=start)
        case RulesetAdopted(ruleset, ruleset_name):
            return replace(state, ruleset=ruleset, ruleset_name=ruleset_name)
        case MapAdopted():
            return _map(state, event)
        case HexesMarked(hexes, explored, known):
            return marked(state, hexes, explored, known)
        case Joined(member):
            return replace(state, members=(*state.members, member))
        case Edited(member):
            return changed(state, member.id, lambda _: member)
        case MemberLeft():
            return _left(state, event.who)
        case PresenceSet(who, present):
            return changed(state, who, lambda m: replace(m, present=present))
        case BoatPlaced(boat):
            others = tuple(b for b in state.boats if b.id != boat.id)
            return replace(state, boats=(*others, boat))
        case Damaged(who, amount, lethal):
            kept = amount - event.beyond
            return changed_being(state, who, lambda b: hurt(b, kept, lethal, event.absorbed))
        case Healed():
            return changed_being(
                state, event.who, lambda b: healed(b, event.lethal, event.nonlethal)
            )
        case Checked():
            return state
        case Noted(at, text, shared):
            return replace(state, notes=(*state.notes, Note(at, text, shared)))
        case RulingMade():
            return _ruled(state, event)
        case Amended(corrections=corrections):
            return amended(state, corrections)
        case _:
            assert_never(event)


def marked(state: State, hexes: tuple[str, ...], explored: bool, known: bool) -> State:
    """Return the state with these hexes explored or not, known to the players or not."""
    marks = {mark.hex: mark for mark in state.marks}
    marks.update({at: HexMark(at, explored, known) for at in hexes})
    return replace(state, marks=tuple(marks[at] for at in sorted(marks)))


def _map(state: State, event: MapAdopted) -> State:
    on_map = state.plan is not None and state.plan.goal != ""
    moved = replace(
        state,
        region=event.region,
        hex_km=event.hex_km,
        place=event.place,
        marks=state.marks if event.revision else (),
        aside=None,
    )
    if on_map:
        moved = replace(moved, plan=None, progress=AT_THE_START, resume=Fraction(0))
    return marked(moved, (event.place,), True, True) if event.place else moved


def _left(state: State, who: str) -> State:
    without = replace(
        state,
        members=tuple(m for m in state.members if m.id != who),
        watches=tuple(w for w in state.watches if w != who),
        departed=(*state.departed, who),
    )
    return everyone(without, lambda m: _let_go(m, who))


def _let_go(member: Member, who: str) -> Member:
    return replace(
        member,
        rides="" if member.rides == who else member.rides,
        pulls="" if member.pulls == who else member.pulls,
    )


def _ruled(state: State, event: RulingMade) -> State:
    match event.target:
        case "clock":
            day, hour = event.value.split()
            clock = Instant(int(day), Fraction(hour))
            return replace(state, clock=clock, checked=None, foretold=None)
        case "hours_used":
            return replace(state, travelled=Fraction(event.value))
        case "place":
            return _placed(state, event.value)
        case "damage" | "nonlethal" | "temporary" | "stable" | "dead" as name:
            value = event.value == "yes" if name in ("stable", "dead") else int(event.value)
            return changed_being(state, event.who, lambda b: with_figure_set(b, name, value))
        case "strain" | "marched" | "hustled" | "speed":
            return changed(state, event.who, lambda m: _ruled_member(m, event))
        case "initiative":
            return in_fight(state, lambda one: _initiative(one, event.who, Fraction(event.value)))
        case "position" | "elevation" | "movement":
            return in_fight(
                state,
                lambda one: with_figure(one, event.who, lambda figure: _figure(figure, event)),
            )
        case _:
            assert_never(event.target)


def _placed(state: State, place: str) -> State:
    on_map = state.plan is not None and state.plan.goal != ""
    progress = AT_THE_START if on_map else state.progress
    moved = replace(state, place=place, progress=progress, aside=None)
    return marked(moved, (place,), True, True)


def _ruled_member(member: Member, event: RulingMade) -> Member:
    value = Fraction(event.value)
    match event.target:
        case "strain":
            soft = min(int(value), member.nonlethal)
            return replace(member, strain=soft, strain_lethal=int(value) - soft)
        case "marched":
            return replace(member, marched=value)
        case "hustled":
            return replace(member, hustled=value)
        case _:
            return replace(member, mover=Mover(speed_m=value))


def _initiative(fight: Encounter, who: str, total: Fraction) -> Encounter:
    if slot_of(fight, who) is not None:
        return with_total(fight, who, total)
    return replace(fight, order=ordered((*fight.order, Slot(who, (who,), total))))


def _figure(figure: Figure, event: RulingMade) -> Figure:
    match event.target:
        case "position":
            return replace(figure, at=event.value, trail=())
        case "elevation":
            return replace(figure, elevation=int(event.value))
        case _:
            return replace(figure, spent=_moved(figure, int(event.value)))


def _moved(figure: Figure, squares: int) -> Spent:
    spent = figure.spent
    leg = spent.leg + squares - spent.squares
    return replace(spent, squares=squares, leg=min(squares, max(0, leg)))
