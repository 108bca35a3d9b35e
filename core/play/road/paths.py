"""Ways on the map: the earliest arrivals from the party's place, and the route it takes."""

from __future__ import annotations

from fractions import Fraction

from core.calendars import DAY, Instant
from core.messages import Refusal
from core.play.road.commands import SetRoute
from core.play.road.events import PlanSet
from core.play.road.fellows import company
from core.play.road.standing import beside
from core.play.state import Assets, Plan, State
from core.travel.company import Company
from core.travel.itinerary import morning
from core.travel.regionmap import RegionMap
from core.travel.route import Routes
from core.travel.route import routes as all_routes
from core.travel.stretches import LAND, Progress, Stretch
from core.travel.via import by_way_of
from core.values import Struct, replace

NONE = Fraction(0)


def middle(state: State) -> str:
    """Return the hex from whose middle new ways start."""
    off = beside(state)
    return state.place if off is None else off.end


class RoutesRequest(Struct):
    """All that the earliest arrivals depend on; the ruleset and the region as in `State`.

    `boats` are (id, kind, hex).
    """

    ruleset: str
    region: str
    company: Company
    start: str
    hex_km: Fraction
    hours_used: Fraction
    start_hour: Fraction
    boats: tuple[tuple[str, str, str], ...]
    pace: str


def routes_request(state: State, assets: Assets) -> RoutesRequest | None:
    """Return the request for `routes` from the party's place; None without a map or place.

    The search prices each step of the map once, so what slows the party now is taken to last:
    the way and the arrivals of `arrives` do not know what ends on the way, as the itinerary does.
    Refusals: those of `company`.
    """
    start = middle(state)
    if assets.region(state) is None or not start:
        return None
    return RoutesRequest(
        state.ruleset,
        state.region,
        company(state, assets).throughout(),
        start,
        state.hex_km,
        state.travelled,
        state.start_hour,
        tuple((boat.id, boat.boat, boat.at) for boat in state.boats if boat.at),
        state.pace,
    )


def routes(asked: RoutesRequest, assets: Assets) -> Routes:
    """Return the earliest arrivals everywhere, which depend on the request and the assets alone.

    This is slow on a large map: run it in a worker, and keep the result for the same request.
    """
    return all_routes(
        assets.regions[asked.region],
        asked.company,
        assets.rules,
        asked.start,
        hex_km=asked.hex_km,
        hours_used=asked.hours_used,
        start_hour=asked.start_hour,
        boats=asked.boats,
        pace=asked.pace,
    )


def arrives(found: Routes, hex_id: str, state: State, assets: Assets) -> Instant | None:
    """Return the arrival in a hex by the clock if the party sets out now; None: no way."""
    label = found.label(hex_id)
    if label is None:
        return None
    day, used = label[0] - found.at.day, label[1]
    if day == 0:
        return state.clock.after(used - state.travelled)
    left = max(NONE, company(state, assets).day_hours - state.travelled)
    tomorrow = morning(state.clock.after(left), state.start_hour, assets.rules)
    return tomorrow.after((day - 1) * DAY + used)


def reach(found: Routes, nights: int) -> frozenset[str]:
    """Return the hexes that the party can reach by its first nightfall (1), second (2) ..."""
    return found.reachable((found.at.day + nights, found.at.start_hour))


def set_route(command: SetRoute, state: State, assets: Assets) -> PlanSet:
    """Take the earliest way to a hex, by way of others.

    Refusals: `no_map`, `off_map`, `unknown_place`, `ambiguous_place`, `already_there`, `no_way`,
    `unknown_terrain`, and those of the company.
    """
    asked = routes_request(state, assets)
    if asked is None:
        raise Refusal("no_map", "There is no map to find a route on; set legs instead.")
    return plan_to(command, state, assets.regions[asked.region], routes(asked, assets))


def plan_to(command: SetRoute, state: State, region: RegionMap, found: Routes) -> PlanSet:
    """Return the plan of the earliest way in `found`. Refusals as `set_route`."""
    goal = region.find(command.to)
    via = tuple(region.find(place) for place in command.via)
    off = beside(state)
    if goal == middle(state) and not via:
        if off is None:
            raise Refusal("already_there", "The party is already at {place}.", place=command.to)
        return PlanSet(Plan((off,), goal))
    way = by_way_of(found, via, goal).stretches
    if off is None:
        return PlanSet(Plan(way, goal, via))
    if _goes_on(way[0], off):
        return PlanSet(Plan(way, goal, via), Progress(0, off.km))
    return PlanSet(Plan((off, *(replace(s, leg=s.leg + 1) for s in way)), goal, via))


def _goes_on(first: Stretch, off: Stretch) -> bool:
    return first.mode == LAND and first.end == off.start and first.km >= off.km
