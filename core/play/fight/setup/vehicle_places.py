"""Where a vehicle of the party may be put on a board, and who is moved with it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from core.combat.board.squares import Block, Square, parse_square
from core.messages import Refusal
from core.play.facts.encounter import Encounter, Figure
from core.play.facts.fight.combatants import Being
from core.play.facts.fight.setup.commands import Spot
from core.play.facts.state import Assets, State
from core.play.fight.fight_scene import field_of
from core.play.fight.setup.places import bodies, body_outside_walls, known_being
from core.play.fight.vehicles import StandingVehicle, find_vehicles, is_on_vehicle
from core.values import replace


def check_vehicle(
    spot: Spot,
    vehicle: Being,
    spots: Iterable[Spot],
    encounter: Encounter,
    state: State,
    assets: Assets,
) -> None:
    """Check that a vehicle has room at a place: on the ground, clear of walls and of creatures.

    Refusals: "not_in_the_air", "no_room", those of `body_outside_walls`.
    """
    if spot.elevation:
        raise Refusal("not_in_the_air", "{who} stands on the ground.", who=vehicle.name)
    if not spot.at:
        return
    field = field_of(encounter, assets)
    body = body_outside_walls(vehicle, spot.at, field, assets.rules)
    moved = {one.who for one in spots}
    inside = [
        being.name
        for being, other in _bodies_on_the_ground(encounter, state, assets)
        if being.id not in moved and other.overlaps(body)
    ]
    if inside:
        raise Refusal(
            "no_room",
            "There is no room for {who} at {square}: {others} is there. It takes {side} by {side} "
            "squares.",
            who=vehicle.name,
            square=spot.at,
            others=tuple(inside),
            side=body.side,
        )


def _bodies_on_the_ground(
    encounter: Encounter, state: State, assets: Assets
) -> Iterator[tuple[Being, Block]]:
    # The living, and vehicles; who flies is above it.
    for creature_id, body in bodies(state, encounter, assets.rules).items():
        being = known_being(state, encounter, creature_id)
        figure = encounter.figure(creature_id)
        if figure is not None and not figure.elevation and not being.dead:
            yield being, body


def find_passengers(
    spots: Iterable[Spot], encounter: Encounter, state: State, assets: Assets
) -> Iterator[Spot]:
    """Yield the places of those who stand on a vehicle that is put elsewhere: they go with it.

    Where it is taken off the board they are on the ground.
    """
    spots_by_id = {spot.who: spot for spot in spots}
    there = bodies(state, encounter, assets.rules)
    for vehicle in find_vehicles(state, encounter, assets.rules):
        spot = spots_by_id.get(vehicle.id)
        if spot is None:
            continue
        for figure in encounter.figures:
            if figure.id in spots_by_id or not _stands_on(figure, there, vehicle):
                continue
            if not spot.at:
                yield Spot(figure.id, figure.at)
                continue
            yield Spot(figure.id, str(_shift(figure, vehicle, spot)), figure.elevation)


def _stands_on(figure: Figure, there: dict[str, Block], vehicle: StandingVehicle) -> bool:
    body = there.get(figure.id)
    return body is not None and is_on_vehicle((vehicle,), body, figure.elevation)


def _shift(figure: Figure, vehicle: StandingVehicle, spot: Spot) -> Square:
    before = vehicle.body.anchor
    after = parse_square(spot.at)
    return parse_square(figure.at).by(after.x - before.x, after.y - before.y)


def place_figures(spots: Iterable[Spot], encounter: Encounter) -> Encounter:
    """Return the encounter with its figures where a placing puts them."""
    places = {spot.who: spot.at for spot in spots}
    figures = [replace(one, at=places.pop(one.id, one.at)) for one in encounter.figures]
    figures += (Figure(id, at) for id, at in places.items())
    return replace(encounter, figures=tuple(figures))
