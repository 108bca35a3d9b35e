"""The campaign's region map: adopting it, marking its hexes, placing boats."""

from __future__ import annotations

from core.messages import Refusal
from core.play.assets import Assets
from core.play.members import refuse_id
from core.play.state import State
from core.play.table.commands import AdoptMap, MarkHexes, PlaceBoat
from core.play.table.events import BoatPlaced, HexesMarked, MapAdopted
from core.travel.boats import boat_row
from core.travel.stretches import LAND


def adopt(command: AdoptMap, assets: Assets) -> tuple[MapAdopted, ...]:
    """Adopt a map. Refusals `unknown_map`, `bad_scale`, `unknown_place`, `ambiguous_place`."""
    region = assets.regions.get(command.region)
    if region is None:
        raise Refusal("unknown_map", "There is no such map in this campaign.")
    if command.hex_km <= 0:
        raise Refusal("bad_scale", "A hex must be more than 0 km across.")
    place = region.find(command.place)
    return (MapAdopted(command.region, command.hex_km, place, command.revision),)


def mark(command: MarkHexes, state: State, assets: Assets) -> tuple[HexesMarked, ...]:
    """Mark hexes as explored and known. Refusals `nothing_marked`, `no_map`."""
    region = assets.region(state)
    if not command.hexes:
        raise Refusal("nothing_marked", "Mark a hex first.")
    if region is None:
        raise Refusal("no_map", "This campaign has no map.")
    return (HexesMarked(command.hexes, command.explored, command.known),)


def place_boat(command: PlaceBoat, state: State, assets: Assets) -> tuple[BoatPlaced, ...]:
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
    return (BoatPlaced(boat),)
