"""Decisions on encounters that are set up."""

from __future__ import annotations

from typing import assert_never

from core.dice import Answers
from core.messages import Refusal
from core.play.assets import Assets
from core.play.fight.encounter import Encounter
from core.play.fight.fight_scene import field_of
from core.play.fight.setup.board_changes import air, door, opening, paint, redraw
from core.play.fight.setup.commands import (
    AddFoes,
    Discard,
    EditFoe,
    Hide,
    Paint,
    Place,
    Prepare,
    Redraw,
    RemoveCreatures,
    Rename,
    SetAir,
    SetDoor,
    SetupCommand,
)
from core.play.fight.setup.crowd import add, edit, hide, place, remove
from core.play.fight.setup.events import Discarded, DoorSet, Prepared, Renamed, SetupEvent
from core.play.fight.setup.ids import taken_ids
from core.play.fight.setup.preconditions import check_figures, check_foes, encounter_of
from core.play.fight.turns.chase import rejoined
from core.play.fold import Event
from core.play.outcomes import Decided, Needs
from core.play.state import State


def decide_setup(
    command: SetupCommand, state: State, assets: Assets, answers: Answers
) -> Decided | Needs:
    """Decide a command of setup. Refusals: those of its own function."""
    events: tuple[Event, ...] = _events(command, state, assets)
    if isinstance(events[0], DoorSet):
        return opening(events[0], state, assets)
    fight = state.fight
    if isinstance(command, Place) and fight is not None and fight.id == command.encounter:
        events += rejoined(fight, (spot.who for spot in command.spots if spot.at))
    return Decided(events)


def _events(command: SetupCommand, state: State, assets: Assets) -> tuple[SetupEvent, ...]:
    match command:
        case Prepare():
            return (prepare(command, state, assets),)
        case Discard():
            return (discard(command, state),)
        case Rename():
            return (rename(command, state),)
        case AddFoes():
            return (add(command, state, assets),)
        case EditFoe():
            return (edit(command, state),)
        case RemoveCreatures():
            return (remove(command, state),)
        case Place():
            return (place(command, state, assets),)
        case Paint():
            return (paint(command, state, assets),)
        case Redraw():
            return redraw(command, state, assets)
        case SetDoor():
            return (door(command, state, assets),)
        case SetAir():
            return (air(command, state, assets),)
        case Hide():
            return (hide(command, state),)
        case _:
            assert_never(command)


def prepare(command: Prepare, state: State, assets: Assets) -> Prepared:
    """Keep an encounter for later.

    Refusals: "no_name", "id_taken" (of encounter or creature), "not_new"
    (it has been played already), "unknown_board", and those of its creatures and places.
    """
    encounter = command.encounter
    _check_name(encounter.name)
    taken = taken_ids(state)
    if not encounter.id or encounter.id in taken:
        raise Refusal("id_taken", "The id {id} is or was already in use.",
                      id=encounter.id)  # fmt: skip
    if not _is_new(encounter):
        raise Refusal("not_new", "{encounter} has already been played.",
                      encounter=encounter.name)  # fmt: skip
    check_foes(encounter.foes, {*taken, encounter.id})
    check_figures(encounter, state, field_of(encounter, assets), assets)
    return Prepared(encounter)


def _is_new(encounter: Encounter) -> bool:
    played = encounter.round or encounter.order or encounter.acting or encounter.began
    return encounter.status == "prepared" and not played and encounter.chase is None


def discard(command: Discard, state: State) -> Discarded:
    """Discard an encounter. Refusals: "unknown_encounter", "being_played"."""
    found = encounter_of(state, command.encounter)
    if state.fight is found:
        raise Refusal("being_played", "{encounter} is being played: end or pause it first.",
                      encounter=found.name)  # fmt: skip
    return Discarded(found.id, found.name)


def rename(command: Rename, state: State) -> Renamed:
    """Give an encounter another name. Refusals: "unknown_encounter", "no_name"."""
    encounter_of(state, command.encounter)
    _check_name(command.name)
    return Renamed(command.encounter, command.name.strip())


def _check_name(name: str) -> None:
    if not name.strip():
        raise Refusal("no_name", "An encounter needs a name.")
