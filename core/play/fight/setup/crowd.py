"""Creatures of an encounter: added, edited, removed, placed, hidden."""

from __future__ import annotations

from collections.abc import Mapping

from core.combat.board.battlefield import Battlefield
from core.combat.board.room import start_of
from core.combat.board.squares import Block, Square, parse_square
from core.messages import N_, Refusal
from core.play.assets import Assets
from core.play.fight.encounter import Encounter, Figure, Foe
from core.play.fight.fight_scene import field_of
from core.play.fight.setup.commands import AddFoes, EditFoe, Hide, Place, RemoveCreatures
from core.play.fight.setup.events import (
    CreaturesPlaced,
    CreaturesRemoved,
    FoeEdited,
    FoesAdded,
    Hidden,
)
from core.play.fight.setup.ids import taken_ids
from core.play.fight.setup.preconditions import (
    HIGHEST,
    being_of,
    bodies,
    body_at,
    check_foes,
    encounter_of,
    room_among,
    space_of,
)
from core.play.state import State


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


def remove(command: RemoveCreatures, state: State) -> CreaturesRemoved:
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


def place(command: Place, state: State, assets: Assets) -> CreaturesPlaced:
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
