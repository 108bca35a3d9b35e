"""Decisions on encounters that are set up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from core.combat.board.battlefield import Battlefield
from core.combat.board.room import start_of
from core.combat.board.squares import Block, Square, parse_square
from core.messages import N_, Refusal
from core.play.fight.encounter import Encounter, Figure, Foe
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
from core.play.fight.setup.events import (
    CreaturesPlaced,
    CreaturesRemoved,
    Discarded,
    FoeEdited,
    FoesAdded,
    Hidden,
    Prepared,
    Renamed,
)
from core.play.fight.setup.ids import taken_ids
from core.play.fight.setup.preconditions import (
    HIGHEST,
    being_of,
    bodies,
    body_at,
    check_figures,
    check_foes,
    encounter_of,
    room_among,
    space_of,
)
from core.play.fight.turns.chase import rejoined
from core.play.resolution import Resolution
from core.play.state import Assets, State


def decide_setup(resolution: Resolution, command: SetupCommand) -> None:
    """Decide a command of setup. Refusals: those of its own function."""
    state, assets, emit = resolution.state, resolution.assets, resolution.emit
    match command:
        case Prepare():
            emit(prepare(command, state, assets))
        case Discard():
            emit(discard(command, state))
        case Rename():
            emit(rename(command, state))
        case AddFoes():
            emit(add(command, state, assets))
        case EditFoe():
            emit(edit(command, state))
        case RemoveCreatures():
            emit(remove_creatures(command, state))
        case Place():
            emit(place_creatures(command, state, assets))
            fight = state.fight
            if fight is not None and fight.id == command.encounter:
                emit(*rejoined(fight, (spot.who for spot in command.spots if spot.at)))
        case Paint():
            emit(paint(command, state, assets))
        case Redraw():
            emit(*redraw(command, state, assets))
        case SetDoor():
            opening(resolution, door(command, state, assets))
        case SetAir():
            emit(air(command, state, assets))
        case Hide():
            emit(hide(command, state))
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


def add(command: AddFoes, state: State, assets: Assets) -> FoesAdded:
    """Add creatures to an encounter, each at its square or the nearest with room.

    Those without a square come near the last one that has one, or on their own side of the board.
    "" is off the board. Refusals: "unknown_encounter",
    "nobody", "id_taken", "no_name", "too_many_squares", "unknown_square", "off_the_map".
    """
    encounter = encounter_of(state, command.encounter)
    if not command.foes:
        raise Refusal("nobody", "Name at least one creature.")
    check_foes(command.foes, taken_ids(state))
    if len(command.at) > len(command.foes):
        raise Refusal("too_many_squares", "There are more squares than creatures.")
    field = field_of(encounter, assets)
    there = bodies(state, encounter, assets.rules)
    room = room_among(field, there.values())
    figures, last = [], ""
    for number, foe in enumerate(command.foes):
        at = _wanted(command.at, number, field)
        if at is None:
            at = last or str(_side(encounter, foe, field, there))
        if at:
            found = room.find(space_of(foe.sheet, assets.rules), parse_square(at))
            at = last = "" if found is None else str(found)
        figures.append(Figure(foe.id, at, hidden=command.hidden))
    return FoesAdded(command.encounter, command.foes, tuple(figures))


def _wanted(at: tuple[str, ...], number: int, field: Battlefield) -> str | None:
    if not at:
        return None
    if number >= len(at):
        return None if any(at) else ""
    if at[number] and not field.holds(parse_square(at[number])):
        raise Refusal("off_the_map", "{square} is not on the map.", square=at[number])
    return at[number]


def _side(encounter: Encounter, foe: Foe, field: Battlefield, there: Mapping[str, Block]) -> Square:
    sides = {one.id: one.side for one in encounter.foes}
    friends = [body.anchor for id, body in there.items() if sides.get(id, "party") == foe.side]
    if friends:
        return friends[-1]
    others = [body.anchor for body in there.values()]
    return start_of(field, "party" if foe.side == "party" else "foes", others)


def edit(command: EditFoe, state: State) -> FoeEdited:
    """Replace a creature.

    Refusals: "unknown_encounter", "unknown_creature", "no_name".
    """
    encounter = encounter_of(state, command.encounter)
    if encounter.foe(command.foe.id) is None:
        raise Refusal("unknown_creature", "There is no {who} in {encounter}.",
                      who=command.foe.id, encounter=encounter.name)  # fmt: skip
    if not command.foe.name.strip():
        raise Refusal("no_name", "A creature needs a name.")
    return FoeEdited(command.encounter, command.foe)


def remove_creatures(command: RemoveCreatures, state: State) -> CreaturesRemoved:
    """Remove creatures from an encounter.

    Refusals: "unknown_encounter", "nobody", "unknown_creature", "acting" (the whole slot whose
    turn it is).
    """
    encounter = encounter_of(state, command.encounter)
    names = _named(command.who, state, encounter)
    slot = encounter.slot(encounter.acting)
    if slot is not None and set(slot.who) <= set(command.who):
        raise Refusal("acting", "It is the turn of {names}: end it first.", names=names)
    return CreaturesRemoved(command.encounter, tuple(dict.fromkeys(command.who)), names)


def _named(who: tuple[str, ...], state: State, encounter: Encounter) -> tuple[str, ...]:
    if not who:
        raise Refusal("nobody", "Name at least one creature.")
    names = []
    for one in dict.fromkeys(who):
        being = being_of(state, encounter, one)
        if encounter.figure(one) is None and encounter.foe(one) is None:
            raise Refusal("unknown_creature", "There is no {who} in {encounter}.", who=one,
                          encounter=encounter.name)  # fmt: skip
        names.append(being.name)
    return tuple(names)


def place_creatures(command: Place, state: State, assets: Assets) -> CreaturesPlaced:
    """Place creatures anywhere on the map or off it.

    Refusals: "unknown_encounter", "nobody", "unknown_creature", "unknown_square", "off_the_map",
    "too_high".
    """
    encounter = encounter_of(state, command.encounter)
    if not command.spots:
        raise Refusal("nobody", "Name at least one creature.")
    field = field_of(encounter, assets)
    for spot in command.spots:
        being = being_of(state, encounter, spot.who)
        if spot.at:
            body_at(being, spot.at, field, assets.rules)
        if abs(spot.elevation) > HIGHEST:
            raise Refusal("too_high", "A creature can be at most {most} squares up or down.",
                          most=HIGHEST)  # fmt: skip
    return CreaturesPlaced(command.encounter, command.spots, command.reason)


def hide(command: Hide, state: State) -> Hidden:
    """Hide creatures or reveal them.

    Refusals: "unknown_encounter", "nobody", "unknown_creature", "hidden_already".
    """
    encounter = encounter_of(state, command.encounter)
    _named(command.who, state, encounter)
    changed = tuple(
        one
        for one in dict.fromkeys(command.who)
        if (figure := encounter.figure(one)) is not None and figure.hidden != command.hidden
    )
    if not changed:
        words = N_("They are already hidden.") if command.hidden else N_("They are not hidden.")
        raise Refusal("hidden_already", words)
    return Hidden(command.encounter, changed, command.hidden)
