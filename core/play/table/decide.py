"""Decisions about each command of the table."""

from __future__ import annotations

from typing import assert_never

from core.messages import Refusal
from core.play.fight.blows.points import dealt
from core.play.fight.blows.resolve import heal, hurt
from core.play.members import refuse_id
from core.play.resolution import Resolution
from core.play.state import Assets, State
from core.play.table import party
from core.play.table.called_checks import call, whom
from core.play.table.commands import (
    AdoptMap,
    AdoptRuleset,
    Amend,
    CallCheck,
    EditMember,
    FoundCampaign,
    Heal,
    Hurt,
    Join,
    Leave,
    MarkHexes,
    PlaceBoat,
    Rule,
    SetPresent,
    TableCommand,
    WriteNote,
)
from core.play.table.events import (
    BoatPlaced,
    Founded,
    HexesMarked,
    MapAdopted,
    Noted,
    RulesetAdopted,
)
from core.play.table.rulings import amend, rule
from core.travel.boats import boat_row
from core.travel.stretches import LAND


def decide_table(resolution: Resolution, command: TableCommand) -> None:
    """Decide a command of the table; Refusals are those of its own function."""
    state, assets, emit = resolution.state, resolution.assets, resolution.emit
    match command:
        case FoundCampaign():
            if state.ruleset:
                raise Refusal("already_founded", "This campaign has already begun.")
            if not command.name.strip():
                raise Refusal("no_name", "A campaign needs a name.")
            emit(
                Founded(
                    command.name,
                    command.ruleset,
                    command.ruleset_name,
                    command.calendar,
                    command.start,
                )
            )
        case AdoptRuleset(ruleset, ruleset_name):
            emit(RulesetAdopted(ruleset, ruleset_name))
        case AdoptMap():
            emit(adopt_map(command, assets))
        case MarkHexes():
            emit(mark_hexes(command, state, assets))
        case PlaceBoat():
            emit(place_boat(command, state, assets))
        case Join():
            emit(party.join(command, state, assets))
        case EditMember():
            emit(party.edit(command, state, assets))
        case Leave():
            emit(*party.leave(command, state))
        case SetPresent():
            emit(*party.set_present(command, state))
        case Hurt():
            for who, amount in dealt(command, state, resolution.answers):
                hurt(resolution, whom(state, who).id, amount, lethal=not command.nonlethal)
        case Heal():
            for who, amount in dealt(command, state, resolution.answers):
                heal(resolution, whom(state, who), amount, nonlethal_only=command.nonlethal)
        case CallCheck():
            call(resolution, command)
        case WriteNote():
            if not command.text.strip():
                raise Refusal("empty_note", "The note is empty: type its text.")
            emit(Noted(state.clock, command.text, command.shared))
        case Rule():
            rule(resolution, command)
        case Amend():
            amend(resolution, command)
        case _:
            assert_never(command)


def adopt_map(command: AdoptMap, assets: Assets) -> MapAdopted:
    """Adopt a map. Refusals `unknown_map`, `bad_scale`, `unknown_place`, `ambiguous_place`."""
    region = assets.regions.get(command.region)
    if region is None:
        raise Refusal("unknown_map", "There is no such map in this campaign.")
    if command.hex_km <= 0:
        raise Refusal("bad_scale", "A hex must be more than 0 km across.")
    place = region.find(command.place)
    return MapAdopted(command.region, command.hex_km, place, command.revision)


def mark_hexes(command: MarkHexes, state: State, assets: Assets) -> HexesMarked:
    """Mark hexes as explored and known. Refusals `nothing_marked`, `no_map`."""
    region = assets.region(state)
    if not command.hexes:
        raise Refusal("nothing_marked", "Mark a hex first.")
    if region is None:
        raise Refusal("no_map", "This campaign has no map.")
    return HexesMarked(command.hexes, command.explored, command.known)


def place_boat(command: PlaceBoat, state: State, assets: Assets) -> BoatPlaced:
    """Place a boat.

    Refusals `bad_id`, `no_name`, `id_used`, `unknown_boat`, `no_map`, `unknown_place`.
    """
    boat = command.boat
    refuse_id(boat.id, state)
    if not boat.name.strip():
        raise Refusal("no_name", "A boat needs a name.")
    if boat.id == LAND:
        raise Refusal("id_used", "The id {id} is taken.", id=boat.id)
    boat_row(assets.rules, boat.boat)
    if boat.at:
        region = assets.region(state)
        if region is None:
            raise Refusal("no_map", "This campaign has no map.")
        region.find(boat.at)
    return BoatPlaced(boat)
