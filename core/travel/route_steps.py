"""The steps of a route: halves, crossings and modes, as rows and as stretches (M-1, M-3)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

from core.travel.network import Network
from core.travel.stretches import LAND, Stretch
from core.travel.waters import Half
from core.values import Struct, replace

NONE = Fraction(0)


class RouteStep(Struct):
    """A step of a route into `hex`; the first is the start, 0 km.

    `terrain` of the hex (lake, river or sea afloat), `way` of the step ("" afloat and at the
    start), `hours` with those of crossing its river. `crosses`: bridge, ford or none where the
    route crosses a river in this hex ("" = it does not).
    """

    hex: str
    terrain: str
    way: str
    km: Fraction
    hours: Fraction
    mode: str
    crosses: str = ""


class HexStep(Struct):
    """A step between two hexes: its halves, its mode, the river crossed where it starts."""

    start: str
    end: str
    halves: tuple[Half, Half]
    mode: str
    boat: str
    crosses: str = ""
    wading: Fraction = NONE

    def step(self, hex_km: Fraction) -> RouteStep:
        """Return the step as a row of a route."""
        last = self.halves[1]
        hours = self.halves[0].hours + last.hours
        return RouteStep(self.end, last.water or last.terrain, last.way, hex_km, hours, self.mode)


def legs_of(net: Network, nodes: Sequence[int], came: str) -> tuple[HexStep, ...]:
    """Return the steps along nodes of a network; `came` is the hex before the first ("" = none)."""
    legs: list[HexStep] = []
    before = came
    for a, b in pairwise(nodes):
        halves = net.halves(a, b)
        here, there, mode = net.hexes[a], net.hexes[b], net.modes[a]
        if halves is None:
            before = ""
            continue
        crosses, wading = "", NONE
        if before and mode < 0:
            crosses = net.crossing(before, here, there)
            wading = net.wading(crosses, net.on_way(before, here, there))
        boat = "" if mode < 0 else net.vessels[mode].boat
        legs.append(HexStep(here, there, halves, net.mode(a), boat, crosses, wading))
        before = here
    return tuple(legs)


def steps_of(net: Network, start: str, legs: Sequence[HexStep]) -> tuple[RouteStep, ...]:
    """Return the legs of a route as rows, start first; a crossing is in its river's hex."""
    ground = net.grounds.get(start)
    mode = legs[0].mode if legs else LAND
    steps = [RouteStep(start, ground.slug if ground else "", "", NONE, NONE, mode)]
    for leg in legs:
        if leg.crosses:
            hours = steps[-1].hours + leg.wading
            steps[-1] = replace(steps[-1], crosses=leg.crosses, hours=hours)
        steps.append(leg.step(net.terms.hex_km))
    return tuple(steps)


def stretches_of(legs: Sequence[HexStep], hex_km: Fraction) -> tuple[Stretch, ...]:
    """Return the legs of a route as stretches, two half steps a step (M-1), numbered from 1."""
    out: list[Stretch] = []
    for number, leg in enumerate(legs, start=1):
        for which, half in enumerate(leg.halves):
            first = which == 0
            out.append(
                Stretch(
                    km=hex_km / 2,
                    leg=number,
                    terrain=half.terrain,
                    way=half.way,
                    mode=leg.mode,
                    boat=leg.boat,
                    water=half.water,
                    direction=half.direction,
                    start=leg.start,
                    end=leg.end,
                    inside=half.inside,
                    crosses=leg.crosses if first else "",
                    crossing_hours=leg.wading if first else NONE,
                )
            )
    return tuple(out)
