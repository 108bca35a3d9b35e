"""The multiplier of the ground and the way on an overland pace (T-130 to T-142)."""

from __future__ import annotations

from difflib import get_close_matches
from fractions import Fraction

from core.messages import Factor, Message, Refusal
from core.receipts import Receipt
from core.rulesets.schema import Ruleset, Terrain, WayRow
from core.values import Struct

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
    meant = get_close_matches(terrain, list(rules.terrain), n=1)
    if suggestion:
        raise Refusal(
            "unknown_terrain",
            "There is no terrain called {terrain}; the nearest is {suggestion}.",
            terrain=terrain,
            suggestion=suggestion,
        )
    if meant and terrain not in rules.nearest:
        raise Refusal(
            "unknown_terrain",
            "There is no terrain called {terrain}; did you mean {meant}?",
            terrain=terrain,
            suggestion="",
            meant=meant[0],
        )
    raise Refusal(
        "unknown_terrain",
        "There is no terrain called {terrain}.",
        terrain=terrain,
        suggestion="",
    )


def way_row(rules: Ruleset, way: str) -> WayRow:
    """Return the row of `way`. Refusal: `unknown_way`."""
    if way not in rules.ways:
        raise Refusal("unknown_way", "There is no way called {way}.", way=way)
    return rules.ways[way]
