"""What each event at the table makes of the state."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import assert_never

from core.calendars import Instant
from core.play.members import changed, everyone
from core.play.state import AT_THE_START, Mark, Member, Note, State
from core.play.table.events import (
    BoatPlaced,
    Checked,
    Damaged,
    Edited,
    Founded,
    Healed,
    HexesMarked,
    Joined,
    Left,
    MapAdopted,
    Noted,
    PresenceSet,
    RulesetAdopted,
    RulingMade,
    TableEvent,
)
from core.travel.movers import Mover


def evolve_table(state: State, event: TableEvent) -> State:
    """The state after an event of the table."""
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
        case Left():
            return _left(state, event.who)
        case PresenceSet(who, present):
            return changed(state, who, lambda m: replace(m, present=present))
        case BoatPlaced(boat):
            others = tuple(b for b in state.boats if b.id != boat.id)
            return replace(state, boats=(*others, boat))
        case Damaged(who, amount, lethal):
            return changed(state, who, lambda m: hurt(m, amount, lethal))
        case Healed():
            return changed(state, event.who, lambda m: healed(m, event.lethal, event.nonlethal))
        case Checked():
            return state
        case Noted(at, text, shared):
            return replace(state, notes=(*state.notes, Note(at, text, shared)))
        case RulingMade():
            return _ruled(state, event)
        case _:
            assert_never(event)


def hurt(member: Member, amount: int, lethal: bool) -> Member:
    """The member with this much more damage."""
    if lethal:
        return replace(member, damage=member.damage + amount)
    return replace(member, nonlethal=member.nonlethal + amount)


def healed(member: Member, lethal: int, nonlethal: int) -> Member:
    """The member with this much less damage; strain is never more than what is left (T-121)."""
    return settled(
        replace(
            member,
            damage=max(0, member.damage - lethal),
            nonlethal=max(0, member.nonlethal - nonlethal),
        )
    )


def settled(member: Member) -> Member:
    """The member with no more strain than there is damage to cause it (T-121, T-168)."""
    return replace(
        member,
        strain=min(member.strain, member.nonlethal),
        strain_lethal=min(member.strain_lethal, member.damage),
    )


def marked(state: State, hexes: tuple[str, ...], explored: bool, known: bool) -> State:
    """The state with these hexes explored or not, known to the players or not."""
    marks = {mark.hex: mark for mark in state.marks}
    marks.update({at: Mark(at, explored, known) for at in hexes})
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
        case "damage" | "nonlethal" | "strain" | "marched" | "hustled" | "speed":
            return changed(state, event.who, lambda m: _ruled_member(m, event))
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
        case "damage":
            return settled(replace(member, damage=int(value)))
        case "nonlethal":
            return settled(replace(member, nonlethal=int(value)))
        case "strain":
            soft = min(int(value), member.nonlethal)
            return replace(member, strain=soft, strain_lethal=int(value) - soft)
        case "marched":
            return replace(member, marched=value)
        case "hustled":
            return replace(member, hustled=value)
        case _:
            return replace(member, mover=Mover(speed_m=value))
