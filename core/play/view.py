"""What players may know: the only filter between the GM's story and what players see."""

from __future__ import annotations

from collections.abc import Iterable, Set
from dataclasses import replace

from core.play.fight.events import FightEvent
from core.play.fight.seen import hidden, seen_encounter, seen_lasting, seen_pending
from core.play.fight.seen_events import Onlooker
from core.play.fold import Event
from core.play.road.events import (
    EncounterBegun,
    EncounterEnded,
    EncounterRolled,
    PlanSet,
    ScheduleSet,
    Travelled,
)
from core.play.road.seen import (
    seen_boats,
    seen_march,
    seen_marks,
    seen_plan_set,
    seen_stretch,
    seen_way,
)
from core.play.road.standing import known_hexes
from core.play.state import Member, State
from core.play.table.events import (
    Amended,
    BoatPlaced,
    Checked,
    Damaged,
    Healed,
    HexesMarked,
    Noted,
    RulingMade,
)
from core.play.world import World


def for_players(
    state: State, entries: Iterable[tuple[Event, ...]] = (), known: Set[str] | None = None
) -> tuple[State, tuple[tuple[Event, ...], ...]]:
    """The state and the entries' events as players may see them, secrets left out.

    `entries` are those of the story in order, and `state` is what they lead to. `known` are the
    hexes that players know (`standing.known_hexes`); None = those that the story made known. Left
    out: notes that are not shared, reasons of rulings, encounter checks and what they foretell,
    hexes that are not known and the ways and boats there; encounters that were not begun, who is
    hidden and what the hidden do, figures of foes and what tells them (Armour Class, bonus,
    damage), what anybody has readied, causes in the GM's words. Entries without anything to see
    are left out. Of a hex that the story made unknown the mark is left, which says no more.
    """
    seen = each_for_players(state, entries, known)
    return _state(state, _around(state, known)), tuple(events for events in seen if events)


def veiled(state: State, world: World) -> tuple[State, World]:
    """The state and the world as players know them: a map without what they do not know of it."""
    known = known_hexes(state, world)
    region = world.region(state)
    shown = {} if region is None else {state.region: region.veiled(known)}
    return for_players(state, known=known)[0], replace(world, regions=shown)


def secret_names(state: State, world: World) -> frozenset[str]:
    """Names that players may not read in any sentence, however it came to be told.

    Those of who is hidden, of encounters that were not begun and of who is in them, of places
    that are not known; not those that stand in a name that is known, as Wolf does in Wolf a.
    """
    known = " / ".join(_names(*veiled(state, world)))
    return frozenset(name for name in _names(state, world) if name and name not in known)


def _names(state: State, world: World) -> frozenset[str]:
    region = world.region(state)
    told = {one.name for one in state.encounters}
    told |= {foe.name for one in state.encounters for foe in one.foes}
    told |= {member.name for member in state.members}
    return frozenset(told | ({name for name, _ in region.places()} if region else set()))


def each_for_players(
    state: State, entries: Iterable[tuple[Event, ...]], known: Set[str] | None = None
) -> tuple[tuple[Event, ...], ...]:
    """What players see of each of these entries, () of those of which they see nothing."""
    told = tuple(entries)
    onlooker = Onlooker.of(state, (event for events in told for event in events))
    around = _around(state, known)
    return tuple(tuple(_shown(events, onlooker, around)) for events in told)


def _around(state: State, known: Set[str] | None) -> Set[str]:
    if known is None:
        known = {mark.hex for mark in state.marks if mark.known}
    return known | {state.place, ""}


def _state(state: State, known: Set[str]) -> State:
    secret = hidden(state.encounters)
    plan, progress = seen_way(state, known)
    return replace(
        state,
        members=tuple(_member(member, secret) for member in state.members),
        notes=tuple(note for note in state.notes if note.shared),
        boats=seen_boats(state.boats, known),
        marks=seen_marks(state.marks),
        plan=plan,
        progress=progress,
        aside=None if state.aside is None else seen_stretch(state.aside, known),
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
    if not member.lasting:
        return member
    return replace(member, lasting=tuple(seen_lasting(one, secret) for one in member.lasting))


def _shown(events: Iterable[Event], onlooker: Onlooker, known: Set[str]) -> Iterable[Event]:
    for event in events:
        match event:
            case EncounterRolled() | ScheduleSet():
                continue
            case Noted(_, _, shared) if not shared:
                continue
            case HexesMarked() if not event.known:
                continue
            case BoatPlaced(boat) if boat.at and boat.at not in known:
                continue
            case PlanSet():
                if (plan_set := seen_plan_set(event, known)) is not None:
                    yield plan_set
            case Travelled():
                yield seen_march(event, known)
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
            case Damaged(cause=cause) if not onlooker.shows(cause):
                yield replace(event, cause="")
            case _ if isinstance(event, FightEvent):
                if (seen := onlooker.sees(event)) is not None:
                    yield seen
            case _:
                match event:
                    case EncounterBegun(encounter=encounter):
                        onlooker.begin(encounter)
                    case EncounterEnded():
                        onlooker.order = ()
                    case _:
                        pass
                yield event


def _amended(event: Amended, onlooker: Onlooker) -> Amended | None:
    shown = tuple(
        one
        if one.lasting is None
        else replace(one, lasting=seen_lasting(one.lasting, onlooker.secret))
        for one in event.corrections
        if onlooker.known(one.who)
    )
    return replace(event, word="", reason="", corrections=shown) if shown else None
