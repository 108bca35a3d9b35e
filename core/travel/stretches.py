"""Stretches of a way, whether written as legs or found on a map."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, TypeAlias, TypeVar

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
