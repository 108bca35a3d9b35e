"""The common shape of a way ahead, whether it was written as legs or found on a map."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

LAND = "land"


@dataclass(frozen=True, slots=True)
class Stretch:
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

    km: Fraction
    leg: int
    terrain: str = ""
    way: str = ""
    pace: str = ""
    mode: str = LAND
    boat: str = ""
    water: str = ""
    direction: str = "none"
    current_km_h: Fraction | None = None
    drift_hours: Fraction = Fraction(0)
    guide: bool = False
    start: str = ""
    end: str = ""
    inside: str = ""
    crosses: str = ""
    crossing_hours: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class Progress:
    """How far along a plan the party is: index of the current stretch, km done in it.

    `waded` is the part of the stretch's crossing hours already spent.
    """

    stretch: int = 0
    into_km: Fraction = Fraction(0)
    waded: Fraction = Fraction(0)
