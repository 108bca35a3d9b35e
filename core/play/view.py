"""What players may know: the only filter between the GM's story and what players see."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from core.play.fight.events import FightEvent
from core.play.fight.seen import hidden, seen_encounter, seen_lasting, seen_pending
from core.play.fight.seen_events import Onlooker, causes
from core.play.fold import Event
from core.play.road.events import EncounterBegun, EncounterRolled, ScheduleSet
from core.play.state import Member, State
from core.play.table.events import (
    Amended,
    Checked,
    Damaged,
    Healed,
    HexesMarked,
    Noted,
    RulingMade,
)


def for_players(
    state: State, entries: Iterable[tuple[Event, ...]] = ()
) -> tuple[State, tuple[tuple[Event, ...], ...]]:
    """The state and the entries' events as players may see them, secrets left out.

    `entries` are those of the story in order, and `state` is what they lead to. Left out: notes
    that are not shared, reasons of rulings, encounter checks and what they foretell, hexes that
    are not known; encounters that were not begun, who is hidden and what the hidden do, figures
    of foes and what tells them (Armour Class, bonus, damage), what anybody has readied. Entries
    without anything to see are left out.
    """
    told = tuple(entries)
    onlooker = Onlooker.of(state, (event for events in told for event in events))
    seen = (tuple(_shown(events, onlooker)) for events in told)
    return _state(state), tuple(events for events in seen if events)


def _state(state: State) -> State:
    secret = hidden(state.encounters)
    return replace(
        state,
        members=tuple(_member(member, secret) for member in state.members),
        notes=tuple(note for note in state.notes if note.shared),
        marks=tuple(mark for mark in state.marks if mark.known),
        schedule=None,
        checked=None,
        foretold=None,
        pending=seen_pending(state.pending, secret),
        departed=(),
        encounters=tuple(
            seen_encounter(one, secret) for one in state.encounters if one.status != "prepared"
        ),
    )


def _member(member: Member, secret: set[str]) -> Member:
    """A member without who brought what lies on it, and upon whose secret turn it hangs."""
    if not member.lasting:
        return member
    return replace(member, lasting=tuple(seen_lasting(one, secret) for one in member.lasting))


def _shown(events: Iterable[Event], onlooker: Onlooker) -> Iterable[Event]:
    for event in events:
        match event:
            case EncounterRolled() | ScheduleSet():
                continue
            case Noted(_, _, shared) if not shared:
                continue
            case HexesMarked(_, _, known) if not known:
                continue
            case Damaged() | Healed() | Checked() if not onlooker.known(event.who):
                continue
            case RulingMade(who=who) if who and not onlooker.known(who):
                continue
            case Checked(key=key):
                told = any(id in key for id in onlooker.secret)
                yield replace(event, reason="", key="" if told else key)
            case RulingMade():
                yield replace(event, reason="")
            case Amended():
                if (amended := _amended(event, onlooker)) is not None:
                    yield amended
            case Damaged(cause=cause) if cause in causes(onlooker):
                yield replace(event, cause="")
            case _ if isinstance(event, FightEvent):
                if (seen := onlooker.sees(event)) is not None:
                    yield seen
            case _:
                if isinstance(event, EncounterBegun):
                    onlooker.begin(event.encounter)
                yield event


def _amended(event: Amended, onlooker: Onlooker) -> Amended | None:
    """What players see of an amendment: what it sets right of the party, not the GM's word."""
    shown = tuple(
        one
        if one.lasting is None
        else replace(one, lasting=seen_lasting(one.lasting, onlooker.secret))
        for one in event.corrections
        if onlooker.known(one.who)
    )
    return replace(event, word="", reason="", corrections=shown) if shown else None
