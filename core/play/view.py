"""What players may know: the only filter between the GM's story and what players see."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from core.play.fold import Event
from core.play.road.events import EncounterRolled, ScheduleSet
from core.play.road.standing import mark_of
from core.play.state import State
from core.play.table.events import Checked, HexesMarked, Noted, RulingMade
from core.play.world import World


def for_players(
    state: State, entries: Iterable[tuple[Event, ...]] = ()
) -> tuple[State, tuple[tuple[Event, ...], ...]]:
    """The state and the entries' events as players may see them, secrets left out.

    Left out: notes that are not shared, reasons of rulings, encounter checks and what they
    foretell, hexes that are not known. Entries without anything to see are left out.
    """
    told = (tuple(_shown(events)) for events in entries)
    seen = tuple(events for events in told if events)
    return _state(state), seen


def _state(state: State) -> State:
    return replace(
        state,
        notes=tuple(note for note in state.notes if note.shared),
        marks=tuple(mark for mark in state.marks if mark.known),
        schedule=None,
        checked=None,
        foretold=None,
    )


def _shown(events: Iterable[Event]) -> Iterable[Event]:
    for event in events:
        match event:
            case EncounterRolled() | ScheduleSet():
                continue
            case Noted(_, _, shared) if not shared:
                continue
            case HexesMarked(_, _, known) if not known:
                continue
            case RulingMade() | Checked():
                yield replace(event, reason="")
            case _:
                yield event


def known_to_players(hex_id: str, state: State, world: World) -> bool:
    """Whether players know this hex: its ground, its name, what lies there."""
    return mark_of(hex_id, state, world).known
