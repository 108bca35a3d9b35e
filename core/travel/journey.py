"""A journey file: the party, and its legs or map, in exact numbers.

`parse_journey` reads the text alone; what it comes to under a ruleset is `journey_plan.py`.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from core.file_schema import read_file
from core.travel.company import Traveller, lead_the_riderless
from core.travel.lexicon import Vessel
from core.travel.stretches import Stretch
from core.values import Struct

if TYPE_CHECKING:
    from core.travel.journey_schema import JourneyTables


class MapPart(Struct):
    """A journey over a map: its file, its scale, the GM's words, boats, and the route.

    `boats` lie at hexes or places; `start`, `goal` and `via` are such too.
    """

    file: str
    hex_km: Fraction
    terrain: dict[str, str]
    way: dict[str, str]
    boats: tuple[Vessel, ...]
    start: str
    goal: str
    via: tuple[str, ...]
    unexplored: str = ""
    crossing_hours: Fraction = Fraction(0)
    fords: bool = True


class Journey(Struct):
    """The contents of a journey file; exactly one of `legs` and `map` is given."""

    ruleset: str
    party: tuple[Traveller, ...]
    legs: tuple[Stretch, ...]
    map: MapPart | None
    hours_per_day: Fraction | None
    hours_used_day1: Fraction
    start_hour: Fraction
    deadline: tuple[int, Fraction] | None


def parse_journey(text: str) -> Journey:
    """Read a journey file. Raises FileError with the line or the key (`party[2].armor`)."""
    from core.travel.journey_schema import JourneyTables  # loaded with the first file, not at start

    tables = read_file(JourneyTables, text)
    travellers = [member.traveller() for member in tables.party]
    deadline = tables.deadline
    return Journey(
        ruleset=tables.ruleset,
        party=lead_the_riderless(travellers),
        legs=tuple(leg.stretch(number) for number, leg in enumerate(tables.legs, start=1)),
        map=_map_part(tables),
        hours_per_day=tables.hours_per_day,
        hours_used_day1=tables.hours_used_day1,
        start_hour=tables.start_hour,
        deadline=None if deadline is None else (deadline.day, deadline.hour),
    )


def _map_part(tables: JourneyTables) -> MapPart | None:
    region = tables.map
    route = tables.route
    if region is None or route is None:
        return None
    crossing_hours = route.crossing_hours
    if crossing_hours is None:
        crossing_hours = region.crossing_hours
    if route.fords is None:
        fords = region.fords
    else:
        fords = route.fords
    return MapPart(
        file=region.file,
        hex_km=region.hex_km,
        terrain=region.terrain,
        way=region.way,
        boats=tables.vessels(),
        start=route.start,
        goal=route.goal,
        via=route.via,
        unexplored=route.unexplored or region.unexplored or "",
        crossing_hours=crossing_hours or Fraction(0),
        fords=fords is not False,
    )
