"""The earliest arrival by way of other hexes, for boats and unmapped hexes too (M-2, M-4, M-7)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import TypeAlias

from core.messages import Refusal
from core.travel.lexicon import Lexicon, unknown_words
from core.travel.network import Network, network
from core.travel.regionmap import RegionMap
from core.travel.route import HexStep, Routes, RouteStep, search
from core.travel.stretches import LAND, Stretch
from core.values import Struct, replace

NONE = Fraction(0)
Way: TypeAlias = tuple[Routes, tuple[HexStep, ...]]
"""The routes onward from a hex, and the steps of the way to it."""


class ViaRoute(Struct):
    """A route by way of other hexes: its legs, its arrival as (day, hours used)."""

    net: Network
    start: str
    legs: tuple[HexStep, ...]
    label: tuple[int, Fraction]

    @property
    def steps(self) -> tuple[RouteStep, ...]:
        """The steps of the route, the start first; a crossing is in its river's hex."""
        ground = self.net.grounds.get(self.start)
        mode = self.legs[0].mode if self.legs else LAND
        steps = [RouteStep(self.start, ground.slug if ground else "", "", NONE, NONE, mode)]
        for leg in self.legs:
            if leg.crosses:
                hours = steps[-1].hours + leg.wading
                steps[-1] = replace(steps[-1], crosses=leg.crosses, hours=hours)
            first, last = leg.halves
            steps.append(
                RouteStep(leg.end, last.water or last.terrain, last.way, self.net.terms.hex_km,
                          first.hours + last.hours, leg.mode)
            )  # fmt: skip
        return tuple(steps)

    @property
    def stretches(self) -> tuple[Stretch, ...]:
        """The route as stretches, two half steps a step (M-1), whose legs count from 1."""
        return tuple(
            Stretch(
                km=self.net.terms.hex_km / 2,
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
                crosses=leg.crosses if half is leg.halves[0] else "",
                crossing_hours=leg.wading if half is leg.halves[0] else NONE,
            )
            for number, leg in enumerate(self.legs, start=1)
            for half in leg.halves
        )


def by_way_of(first: Routes, via: Sequence[str], goal: str) -> ViaRoute:
    """Return the earliest arrival at `goal` by way of the hexes `via` in order.

    Boats stay where they were left on the way. Raises the Refusal of `blocked` for the first
    hex that cannot be reached.
    """
    tries: list[Way] = [(first, ())]
    for hex_id in via:
        onward: dict[object, Way] = {}
        for found, legs in tries:
            for key, better in _onward(found, legs, hex_id):
                known = onward.get(key)
                if known is None or better[0].at.moment < known[0].at.moment:
                    onward[key] = better
        if not onward:
            raise blocked(tries[0][0], hex_id)
        tries = list(onward.values())
    arrivals = [
        (label, number)
        for number, (found, _) in enumerate(tries)
        if (label := found.label(goal)) is not None
    ]
    if not arrivals:
        raise blocked(tries[0][0], goal)
    label, number = min(arrivals)
    found, legs = tries[number]
    last = found.legs_to(found.ends(goal)[0])
    return ViaRoute(found.net, first.at.start, (*legs, *last), label)


def _onward(found: Routes, legs: tuple[HexStep, ...], via: str) -> Iterator[tuple[object, Way]]:
    net = found.net
    for node in found.ends(via):
        passed = found.legs_to(node)
        left = {leg.mode: leg.end for leg in passed}
        vessels = tuple(replace(v, at=left.get(v.id, v.at)) for v in net.vessels)
        beyond = network(net.region, net.company, net.rules, net.terms, vessels)
        key = (via, net.modes[node], net.states[node])
        day, used = found.label_of(node)
        on_land = bool(passed) and passed[-1].mode == LAND and net.modes[node] < 0
        came = passed[-1].start if on_land else ""
        moment = replace(found.at, start=via, hours_used=used, day=day, came=came)
        yield (key, vessels), (search(beyond, moment, (beyond.nodes[key],)), (*legs, *passed))


def blocked(found: Routes, goal: str) -> Refusal:
    """Return why there is no way to `goal`: Refusal off_map, unknown_terrain or no_way.

    unknown_terrain names the first hex without a terrain that a way would have to enter (M-2).
    """
    net = found.net
    if goal not in net.grounds:
        return Refusal("off_map", "{hex} is not on the map.", hex=goal)
    hindrance = _hindrance(found, goal)
    if hindrance:
        return net.terms.words.refuse(net.region.cells[hindrance])
    return Refusal(
        "no_way", "There is no way from {start} to {goal}.", start=found.at.start, goal=goal
    )


def _hindrance(found: Routes, goal: str) -> str:
    net = found.net
    reached = {h: 0 for h in net.at_hex if found.ends(h)}
    first = dict.fromkeys(reached, "")
    ring = list(reached)
    while ring and goal not in first:
        beyond = []
        stack = list(ring)
        while stack:
            hex_id = stack.pop()
            for neighbour in net.region.neighbours(hex_id):
                if neighbour in first or neighbour not in net.grounds:
                    continue
                if net.unmapped(neighbour):
                    first[neighbour] = first[hex_id] or neighbour
                    beyond.append(neighbour)
                elif first[hex_id] and net.grounds[neighbour].kind == "land":
                    first[neighbour] = first[hex_id]
                    stack.append(neighbour)
        ring = beyond
    return first.get(goal, "")


def refuse_if_shorter(
    region: RegionMap,
    words: Lexicon,
    found: ViaRoute,
    search: Callable[[Lexicon], ViaRoute],
) -> None:
    """Refuse `found` when an unmapped hex could make the arrival earlier (M-2).

    `search` finds the same route with other words. Every unmapped word is taken for the easiest
    ground of the ruleset (without a way, then by road, by highway): unless the party then arrives
    earlier, the hexes do not matter. Raises Refusal unknown_terrain with the hex, its word and the
    nearest row.
    """
    unknown = [word.lower() for word, _ in unknown_words(region, words) if word]
    if not unknown:
        return
    rows = words.rules.terrain.items()
    easiest, _ = max(rows, key=lambda row: (row[1].trackless, row[1].road, row[1].highway))
    hopeful = replace(words, terrain={**words.terrain, **dict.fromkeys(unknown, easiest)})
    better = search(hopeful)
    if better.label >= found.label:
        return
    for step in better.steps:
        cell = region.cells.get(step.hex)
        if cell is not None and words.ground(cell).kind == "unmapped":
            raise words.refuse(cell)
