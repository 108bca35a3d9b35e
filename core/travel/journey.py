"""A journey file: the party, and its legs or map, in exact numbers.

`parse_journey` reads the text alone; what it comes to under a ruleset is `journey_plan.py`.
"""

from __future__ import annotations

from difflib import get_close_matches
from fractions import Fraction

from core.dice import modifier
from core.files import FileError, Keys, read_toml
from core.travel.company import Traveller, lead_the_riderless
from core.travel.lexicon import Vessel
from core.travel.movers import ONE_MOVER, UNTYPED, Bonus, Mover
from core.travel.stretches import DIRECTIONS, LAND, WATERS, Stretch
from core.values import Struct

TOP = (
    "ruleset", "hours_per_day", "hours_used_day1", "start_hour", "deadline", "party", "legs",
    "map", "boats", "route",
)  # fmt: skip
WITH_ARMOR = ("armor", "load", "bonuses", "barbarian")
MEMBER = (
    "name", *ONE_MOVER, *WITH_ARMOR, "load_kg", "vehicle_km_h", "flying",
    "con_score", "con_mod", "hp", "level", "nonlethal", "rides",
)  # fmt: skip
ON_LAND = ("terrain", "way", "pace")
AFLOAT = ("boat", "water", "direction", "current_km_h", "drift_hours", "guide")
HOW = ("unexplored", "crossing_hours", "fords")
BELONGS = {
    **dict.fromkeys(WITH_ARMOR, ("race", "base_speed_m")),
    "load_kg": ("mount",),
    "vehicle_km_h": ("vehicle_class",),
    "flying": ("vehicle_class",),
}
ARMOR = ("none", "light", "medium", "heavy")
LOAD = ("light", "medium", "heavy")
PACES = ("walk", "hustle", "run_and_rest", "run")


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
    top = Keys(read_toml(text), TOP)
    ruleset = top.word("ruleset")
    party = _party(top)
    rows = top.tables("legs", ("km", *ON_LAND, *AFLOAT))
    legs = tuple(_leg(row, number) for number, row in enumerate(rows, start=1))
    way = _map(top)
    if not legs and way is None:
        raise top.missing("legs")
    if legs and way is not None:
        raise top.wrong("map", "A journey has legs or a map, not both.", code="unknown_key")
    hours_per_day = top.maybe_number("hours_per_day", above=0)
    hours_used = top.hour("hours_used_day1", Fraction(0))
    start_hour = top.hour("start_hour", Fraction(8))
    if start_hour == 24:
        raise top.wrong("start_hour", "must be less than 24")
    deadline = top.inside("deadline", ("day", "hour"))
    return Journey(
        ruleset=ruleset,
        party=party,
        legs=legs,
        map=way,
        hours_per_day=hours_per_day,
        hours_used_day1=hours_used,
        start_hour=start_hour,
        deadline=(deadline.whole("day", least=1), deadline.hour("hour")) if deadline else None,
    )


def _party(top: Keys) -> tuple[Traveller, ...]:
    members = top.tables("party", MEMBER)
    if not members:
        raise top.missing("party")
    names = set()
    travellers = []
    for member in members:
        traveller = _traveller(member)
        if traveller.name in names:
            raise member.wrong("name", "Two of the party are called {name}.",
                               name=traveller.name)  # fmt: skip
        names.add(traveller.name)
        travellers.append(traveller)
    for member, traveller in zip(members, travellers, strict=True):
        if traveller.rides and traveller.rides not in names - {traveller.name}:
            raise _no_mount(member, traveller, sorted(names - {traveller.name}))
    return lead_the_riderless(travellers)


def _no_mount(member: Keys, rider: Traveller, others: list[str]) -> FileError:
    near = get_close_matches(rider.rides, others, n=1)
    return member.wrong(
        "rides",
        "{rider} rides {mount}, but nobody else of that name travels; did you mean {meant}?"
        if near
        else "{rider} rides {mount}, but nobody else of that name travels.",
        code="unknown_mount",
        rider=rider.name,
        mount=rider.rides,
        meant="".join(near),
    )


def _traveller(member: Keys) -> Traveller:
    name = member.word("name")
    if "con_score" in member and "con_mod" in member:
        raise member.wrong("con_mod", "Give con_score or con_mod, not both.")
    con_mod = member.maybe_whole("con_mod", least=None)
    if "con_score" in member:
        con_mod = modifier(member.whole("con_score"))
    return Traveller(
        name=name,
        mover=read_mover(member),
        con_mod=con_mod,
        hp=member.maybe_whole("hp", least=None),
        level=member.maybe_whole("level", least=1) or 1,
        nonlethal=member.maybe_whole("nonlethal") or 0,
        rides=member.word("rides", ""),
    )


def read_mover(member: Keys) -> Mover:
    """Return what moves a member of a party, given in exactly one way. Raises FileError."""
    given = [key for key in ONE_MOVER if key in member]
    if not given:
        asked = member.wrong(
            "speed_m", "How does {name} move? Give one of {choices}.",
            name=member.word("name"), choices=ONE_MOVER,
        )  # fmt: skip
        raise FileError(member.above.rstrip("."), asked.message, code="missing_key")
    if len(given) > 1:
        raise member.wrong(
            given[1], "Give {first} or {second}, not both.",
            code="one_mover", first=given[0], second=given[1],
        )  # fmt: skip
    for key, homes in BELONGS.items():
        if key in member and given[0] not in homes:
            raise member.wrong(
                key, "can only be given with {homes}",
                code="unknown_key", homes=homes,
            )  # fmt: skip
    member.word("armor", "none", ARMOR)
    member.word("load", "light", LOAD)
    for bonus in member.tables("bonuses", ("type", "m")):
        bonus.need("type")
        bonus.number("m")
    return mover_of(member)


def mover_of(row: Keys) -> Mover:
    """Return the mover of a row by its keys, which are not tried together. Raises FileError."""
    return Mover(
        speed_m=row.maybe_number("speed_m", above=0),
        fly_speed_m=row.maybe_number("fly_speed_m", above=0),
        race=row.maybe_word("race"),
        base_speed_m=row.maybe_number("base_speed_m", above=0),
        armor=row.word("armor", "none"),
        load=row.word("load", "light"),
        bonuses=tuple(
            Bonus(bonus.word("type", UNTYPED), bonus.number("m", least=None))
            for bonus in row.tables("bonuses", ("type", "m"))
        ),
        barbarian=row.flag("barbarian"),
        mount=row.maybe_word("mount"),
        load_kg=row.number_or("load_kg", Fraction(0)),
        vehicle=row.maybe_word("vehicle"),
        vehicle_class=row.maybe_word("vehicle_class"),
        vehicle_km_h=row.maybe_number("vehicle_km_h", above=0),
        flying=row.flag("flying"),
    )


def _leg(row: Keys, number: int) -> Stretch:
    km, afloat = row.number("km", above=0), "boat" in row
    for key in ON_LAND if afloat else AFLOAT:
        if key in row:
            raise row.wrong(
                key,
                "cannot be given with boat" if afloat else "can only be given with boat",
                code="unknown_key",
            )
    if not afloat:
        return Stretch(
            km=km,
            leg=number,
            terrain=row.word("terrain", ""),
            way=row.word("way", ""),
            pace=row.word("pace", "walk", PACES),
        )
    boat = row.word("boat")
    return Stretch(
        km=km,
        leg=number,
        mode=boat,
        boat=boat,
        water=row.word("water", None, WATERS),
        direction=row.word("direction", "none", DIRECTIONS),
        current_km_h=row.maybe_number("current_km_h"),
        drift_hours=row.hour("drift_hours", Fraction(0)),
        guide=row.flag("guide"),
    )


def _map(top: Keys) -> MapPart | None:
    table = top.inside("map", ("file", "hex_km", "terrain", "way", *HOW))
    if table is None:
        for key in ("route", "boats"):
            if key in top:
                raise top.missing("map")
        return None
    route = top.inside("route", ("from", "to", "via", *HOW))
    if route is None:
        raise top.missing("route")
    how = {key: route if key in route else table for key in HOW}
    return MapPart(
        file=table.word("file"),
        hex_km=table.number("hex_km", above=0),
        terrain=table.texts("terrain"),
        way=table.texts("way"),
        boats=_boats(top),
        start=route.word("from"),
        goal=route.word("to"),
        via=route.words("via"),
        unexplored=how["unexplored"].word("unexplored", ""),
        crossing_hours=how["crossing_hours"].hour("crossing_hours", Fraction(0)),
        fords=how["fords"].flag("fords", True),
    )


def _boats(top: Keys) -> tuple[Vessel, ...]:
    found: dict[str, Vessel] = {}
    for row in top.tables("boats", ("name", "boat", "at")):
        name = row.word("name")
        if name == LAND or name in found:
            raise row.wrong("name", "The name {name} is taken: give each boat a different one.",
                            name=name)  # fmt: skip
        found[name] = Vessel(name, row.word("boat"), row.word("at"))
    return tuple(found.values())
