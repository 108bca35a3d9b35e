"""Stretches of a way, as legs or on a map, and the multiplier of their ground (T-130 to T-142)."""

from __future__ import annotations

from difflib import get_close_matches
from fractions import Fraction
from typing import Annotated, TypeAlias, TypeVar

from core.messages import Factor, Message, Refusal
from core.receipts import Receipt
from core.rulesets.schema import Ruleset, Terrain, WayRow
from core.secrecy import Disclosure, Hex, Public
from core.values import Struct

LAND = "land"


T = TypeVar("T")
Ground: TypeAlias = Annotated[T, Disclosure(along="inside")]
"""A description of the ground; players read it where they know its hex."""


class Stretch(Struct):
    """A piece of the way with one rate of travel throughout.

    `km` its length. `mode` is "land" or the id (or kind) of the boat that carries the party.
    On land `terrain` and `way` are slugs of the ruleset ("" and "" = multiplier 1) and `pace`
    is "walk", "hustle" or "" (the party's own). Afloat `water` is lake, river or sea,
    `direction` none, downstream or upstream, `current_km_h` None for the usual current (T-185),
    `drift_hours` a day with a `guide` (T-186). A half step on a map (M-1) names its two hexes
    in `start` and `end`, and the hex whose ground it crosses in `inside`. `crosses` is bridge,
    ford or none where a river is crossed at the start of this stretch (M-3, "" = no river),
    which takes `crossing_hours`. `leg` counts the legs (or steps) of the plan from 1.
    """

    km: Public[Fraction]
    leg: Public[int]
    terrain: Ground[str] = ""
    way: Ground[str] = ""
    pace: Public[str] = ""
    mode: Public[str] = LAND
    boat: Ground[str] = ""
    water: Ground[str] = ""
    direction: Ground[str] = "none"
    current_km_h: Ground[Fraction | None] = None
    drift_hours: Ground[Fraction] = Fraction(0)
    guide: Ground[bool] = False
    start: Hex[str] = ""
    end: Hex[str] = ""
    inside: Hex[str] = ""
    crosses: Ground[str] = ""
    crossing_hours: Ground[Fraction] = Fraction(0)


class Progress(Struct):
    """The party's progress along a plan: index of the current stretch, km done in it.

    `waded` is the part of the stretch's crossing hours already spent.
    """

    stretch: Public[int] = 0
    into_km: Public[Fraction] = Fraction(0)
    waded: Public[Fraction] = Fraction(0)


TRACKLESS = "trackless"


class TerrainRate(Struct):
    """The multiplier of a terrain by a way, without a unit, and why."""

    multiplier: Fraction
    receipt: Receipt


def ground(rules: Ruleset, terrain: str, way: str, *, vehicle: bool = False) -> TerrainRate:
    """Return the multiplier of `terrain` by `way` ("" and "" = open ground, 1; T-134, T-135).

    Terrain without a way is trackless (T-133). `vehicle`: the mover is a vehicle or travels
    with one, and cannot use trails (T-137). Refusals: `unknown_terrain` with `suggestion`
    ("" = none, T-139), `unknown_way`.
    """
    if not terrain and not way:
        return TerrainRate(Fraction(1), rules.cite("T-136", "open ground", Factor(1)))
    if not terrain:
        raise Refusal(
            "unknown_terrain",
            "Name the terrain that the {way} crosses.",
            terrain=terrain,
            way=way,
            suggestion="",
        )
    row = terrain_row(rules, terrain)
    path = way_row(rules, way or TRACKLESS)
    column = path.vehicle_column if vehicle else path.column
    multiplier: Fraction = getattr(row, column)
    label = Message("{terrain} by {way}", terrain=terrain, way=way or TRACKLESS)
    parts = []
    if not way:
        parts.append(rules.cite("T-133", "no way: trackless ground", Factor(multiplier)))
    if vehicle and path.vehicle_column != path.column:
        parts.append(
            rules.cite(
                "T-137", "a trail is of no use to vehicles", Factor(multiplier), questions="Q-18"
            )
        )
    table = "T-134" if rules.states("T-134") else "T-135"
    return TerrainRate(
        multiplier,
        rules.cite(table, label, Factor(multiplier), *parts, source=row.source),
    )


def terrain_row(rules: Ruleset, terrain: str) -> Terrain:
    """Return the row of `terrain`.

    Refusal `unknown_terrain`: `suggestion` is the nearest row of this table for a row of the
    other one (T-139), "" when there is none; `meant` a row spelt nearly so.
    """
    if terrain in rules.terrain:
        return rules.terrain[terrain]
    suggestion = rules.nearest.get(terrain, "")
    spelt = () if terrain in rules.nearest else get_close_matches(terrain, list(rules.terrain), n=1)
    raise Refusal(
        "unknown_terrain",
        "There is no terrain called {terrain}; the nearest is {suggestion}."
        if suggestion
        else "There is no terrain called {terrain}; did you mean {meant}?"
        if spelt
        else "There is no terrain called {terrain}.",
        terrain=terrain,
        suggestion=suggestion,
        meant="".join(spelt),
    )


def way_row(rules: Ruleset, way: str) -> WayRow:
    """Return the row of `way`. Refusal: `unknown_way`."""
    if way not in rules.ways:
        raise Refusal("unknown_way", "There is no way called {way}.", way=way)
    return rules.ways[way]
