"""Vehicles of the party on a board: objects that fill their space, with a top to stand on.

The sources give them no space; that of the tables `vehicles` and `powered` is a house default. A
vehicle takes no turn, threatens nobody and is no target: it is like a wall so many squares high,
which one climbs, stands on and shoots over.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from core.combat.board.squares import Battlefield, Block, parse_square
from core.combat.board.tops import lay_top
from core.play.facts.encounter import Encounter, Figure
from core.play.facts.state import Member, State
from core.play.fight.health import is_vehicle
from core.rulesets.schema import Ruleset
from core.values import Struct

KEPT = 64
"""The number of maps with vehicles on them that are cached."""


class Footprint(Struct):
    """The space of a vehicle: its side, and how `tall` it is, in squares."""

    side: int
    tall: int


ONE_SQUARE = Footprint(1, 1)
"""That of a vehicle whose kind these rules do not know."""


class StandingVehicle(Struct):
    """A vehicle on a board: its id, its space, and the height of its top in squares."""

    id: str
    body: Block
    top: int


def find_footprint(vehicle: Member, rules: Ruleset) -> Footprint:
    """Return the space of a vehicle, by its sheet where a space is written there."""
    mover = vehicle.mover
    row = rules.vehicles.get(mover.vehicle or "") or rules.powered.get(mover.vehicle_class or "")
    footprint = ONE_SQUARE
    if row is not None:
        footprint = Footprint(row.space, row.tall)
    if vehicle.sheet is not None and vehicle.sheet.space:
        return Footprint(vehicle.sheet.space, footprint.tall)
    return footprint


def find_vehicles(
    state: State, encounter: Encounter, rules: Ruleset
) -> tuple[StandingVehicle, ...]:
    """Return the vehicles of the party that are on the board of an encounter."""
    return tuple(_find_vehicles(state, encounter, rules))


def _find_vehicles(state: State, encounter: Encounter, rules: Ruleset) -> Iterator[StandingVehicle]:
    for figure in encounter.figures:
        member = state.member(figure.id)
        if member is not None and figure.at and is_vehicle(member):
            yield _stand(member, figure, rules)


def _stand(vehicle: Member, figure: Figure, rules: Ruleset) -> StandingVehicle:
    footprint = find_footprint(vehicle, rules)
    body = Block(*parse_square(figure.at), footprint.side)
    return StandingVehicle(vehicle.id, body, footprint.tall)


def is_on_vehicle(vehicles: Iterable[StandingVehicle], body: Block, feet: int) -> bool:
    """Whether a body whose feet are so high stands on one of these vehicles."""
    return any(one.top == feet and one.body.overlaps(body) for one in vehicles)


def with_vehicles(field: Battlefield, vehicles: Iterable[StandingVehicle]) -> Battlefield:
    """Return the map with vehicles on it: solid up to their tops."""
    laid = tuple((field.block(one.body), one.top) for one in vehicles)
    if not laid:
        return field
    return _lay(field, laid)


@lru_cache(maxsize=KEPT)
def _lay(field: Battlefield, laid: tuple[tuple[int, int], ...]) -> Battlefield:
    for bits, top in laid:
        field = lay_top(field, bits, top)
    return field
