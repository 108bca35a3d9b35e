"""The ways through a region for one company: nodes and exact costs, computed on demand.

A land node is a hex that can be entered on foot, with one more node for each bank and kind of
entry where crossing a river matters (M-3). A boat has a node for each hex where it floats (M-4).
Costs are integers: multiples of `unit`, the greatest measure of all step times (M-7).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import TypeAlias

from core.messages import Refusal
from core.rulesets.schema import Ruleset
from core.travel.company import Company
from core.travel.lexicon import HexGround, Lexicon, TravelTerms, Vessel
from core.travel.regionmap import Hex, HexCell, RegionMap, around, name_hex, parse_hex
from core.travel.shortest import Edges, measure
from core.travel.stretches import (
    DIRECTIONS,
    LAND,
    TRACKLESS,
    WATERS,
    BoatPassage,
    Stretch,
    Voyage,
    afloat,
)
from core.values import Struct, replace

RIVERSIDE = -1
HexStep: TypeAlias = tuple[Stretch, Stretch]
"""A step between two hexes, by its halves; a river crossed where it starts is on the first."""


class Rivers(Struct):
    """The rivers of a map: `banks` of the hexes that they part, `flow` of their steps.

    `banks` gives each of the six sides of a hex (in the order of SIDES) the number of its bank;
    RIVERSIDE is a side that a river itself uses. A river that ends in the hex parts nothing.
    `flow[a, b]` is "downstream" or "upstream": a river is written from source to mouth (M-4).
    """

    banks: Mapping[str, tuple[int, ...]]
    flow: Mapping[tuple[str, str], str]


def rivers(region: RegionMap, words: Lexicon) -> Rivers:
    """Return the rivers of `region`; of a step written both ways the first line counts."""
    sides: dict[str, set[int]] = {}
    flow = {}
    for path in region.paths:
        if not words.is_river(path):
            continue
        for a, b in path.steps:
            if (a, b) not in flow:
                flow[a, b] = "downstream"
                flow[b, a] = "upstream"
            for at, neighbour in ((a, b), (b, a)):
                sides.setdefault(at, set()).add(region.neighbours(at).index(neighbour))
    found = {hex_id: banks_of(used) for hex_id, used in sides.items()}
    parted = {hex_id: banks for hex_id, banks in found.items() if len({*banks, RIVERSIDE}) > 2}
    return Rivers(parted, flow)


def banks_of(river_sides: Set[int]) -> tuple[int, ...]:
    """Return the banks of a hex with rivers over these sides; they meet at its centre."""
    arc = [RIVERSIDE] * 6
    first = min(river_sides, default=0)
    bank = 0
    for turn in range(6):
        side = (first + turn) % 6
        if side in river_sides:
            bank += 1
        else:
            arc[side] = bank
    return tuple(arc)


def crosses(banks: Sequence[int], entered: int, left: int) -> bool:
    """Whether a way in over side `entered` and out over side `left` crosses the river."""
    a = banks[entered]
    b = banks[left]
    return a != b and RIVERSIDE not in (a, b)


FREE = (-1, False)
"""The state of a party that entered a hex over no side, or along its river."""


@dataclass(slots=True, kw_only=True)
class Network:
    """The nodes of a region for a company under `terms`; edges are found on first use."""

    region: RegionMap
    company: Company
    rules: Ruleset
    terms: TravelTerms
    vessels: tuple[Vessel, ...]
    grounds: dict[str, HexGround]
    rivers: Rivers
    ways: Mapping[tuple[str, str], str]
    wayside: frozenset[str]
    hexes: list[str] = field(default_factory=list)
    spots: list[Hex] = field(default_factory=list)
    modes: list[int] = field(default_factory=list)
    states: list[tuple[int, bool]] = field(default_factory=list)
    nodes: dict[tuple[str, int, tuple[int, bool]], int] = field(default_factory=dict)
    at_hex: dict[str, list[int]] = field(default_factory=dict)
    edges: list[Edges | None] = field(default_factory=list)
    largest: int = 0
    unit: Fraction = Fraction(1)
    banked: frozenset[str] = frozenset()
    land_hours: dict[tuple[str, str], Fraction] = field(default_factory=dict)
    land_units: dict[tuple[str, str], int] = field(default_factory=dict)
    by_spot: dict[Hex, int] = field(default_factory=dict)
    afloat: dict[tuple[str, str, str], BoatPassage | None] = field(default_factory=dict)
    lengths: dict[int, Fraction] = field(default_factory=dict)

    def expand(self, node: int) -> Edges:
        """Compute and keep the edges out of a node."""
        if self.modes[node] < 0:
            edges = self._land_edges(node)
        else:
            edges = self._boat_edges(node)
        self.edges[node] = edges
        return edges

    def mode(self, node: int) -> str:
        """Return the mode of a node: land, or the id of the boat."""
        mode = self.modes[node]
        if mode < 0:
            return LAND
        return self.vessels[mode].id

    def length(self, steps: int) -> Fraction:
        """Return the km of so many whole steps."""
        if steps not in self.lengths:
            self.lengths[steps] = steps * self.terms.hex_km
        return self.lengths[steps]

    def unmapped(self, hex_id: str) -> bool:
        """Whether the words of a hex mean no terrain, so that it is not entered (M-2)."""
        return self.grounds[hex_id].kind == "unmapped"

    def day_hours(self, mode: int, hours_per_day: Fraction | None) -> Fraction:
        """Return a mode's ordinary day in hours (M-5): -1 is land, else the number of the boat."""
        if mode < 0:
            if hours_per_day is None:
                return self.company.day_hours
            return hours_per_day
        return self.rules.boats[self.vessels[mode].boat].hours

    def halves(self, a: int, b: int) -> HexStep | None:
        """Return the step from node `a` to `b`, leg 0; None when it changes the mode."""
        start = self.hexes[a]
        end = self.hexes[b]
        if start == end:
            return None
        if self.modes[a] >= 0:
            return self._afloat(self.modes[a], start, end)
        way = self._way(start, end)
        first = Stretch(
            self.terms.hex_km / 2,
            0,
            self.grounds[start].slug,
            way,
            start=start,
            end=end,
            inside=start,
        )
        return first, replace(first, terrain=self.grounds[end].slug, inside=end)

    def hours(self, half: Stretch) -> Fraction:
        """Return the hours of half a step, without those of a river that is crossed."""
        if half.mode == LAND:
            return self.land_hours[half.terrain, half.way]
        found = self.float_on(half.boat, half.water, half.direction)
        assert found is not None
        return half.km / found.km_h

    def crossing(self, before: str, here: str, after: str) -> tuple[str, Fraction]:
        """Return how a river in `here` is crossed between two land steps (M-3), and its hours.

        "" = it is not; bridges of a way cost nothing.
        """
        banks = self.rivers.banks.get(here)
        if self.company.flies or banks is None:
            return "", Fraction(0)
        sides = self.region.neighbours(here)
        if not crosses(banks, sides.index(before), sides.index(after)):
            return "", Fraction(0)
        if TRACKLESS not in (self._way(before, here), self._way(here, after)):
            return "bridge", Fraction(0)
        return self.terms.words.crossing_of(self._cell(here)), self.terms.crossing_hours

    # Land

    def _way(self, a: str, b: str) -> str:
        return self.ways.get((a, b), TRACKLESS)

    def _cell(self, hex_id: str) -> HexCell:
        return self.region.cells.get(hex_id, HexCell(hex_id))

    def _land_edges(self, node: int) -> Edges:
        here = self.hexes[node]
        row = self.grounds[here].slug
        units = self.land_units
        wayside = here in self.wayside
        out = []
        for side, spot in enumerate(around(self.spots[node])):
            there = self.by_spot.get(spot)
            if there is None:
                continue
            id_ = self.hexes[there]
            if wayside:
                way = self._way(here, id_)
            else:
                way = TRACKLESS
            cost = units[row, way] + units[self.grounds[id_].slug, way]
            if self.states[node] != FREE:
                extra = self._extra(node, side, way)
                if extra is None:
                    continue
                cost += extra
            if id_ in self.banked:
                bank = self.rivers.banks[id_][(side + 3) % 6]
                if bank != RIVERSIDE:
                    there = self.nodes[id_, -1, (bank, way != TRACKLESS)]
            out.append((there, cost))
        for number, vessel in enumerate(self.vessels):
            if vessel.at == here and (here, number, FREE) in self.nodes:
                out.append((self.nodes[here, number, FREE], 0))
        return tuple(out)

    def _extra(self, node: int, side: int, way: str) -> int | None:
        # M-3
        bank, came_by_way = self.states[node]
        there = self.rivers.banks[self.hexes[node]][side]
        if there in (bank, RIVERSIDE) or (came_by_way and way != TRACKLESS):
            return 0
        bridge = self.terms.words.crossing_of(self._cell(self.hexes[node])) == "bridge"
        if not self.terms.fords and not bridge:
            return None
        return int(self.terms.crossing_hours / self.unit)

    # Boats

    def _boat_edges(self, node: int) -> Edges:
        here = self.hexes[node]
        mode = self.modes[node]
        out = []
        for spot in around(self.spots[node]):
            there = self.nodes.get((name_hex(spot), mode, FREE))
            if there is None:
                continue
            halves = self._afloat(mode, here, self.hexes[there])
            if halves is not None:
                out.append((there, int(sum(map(self.hours, halves)) / self.unit)))
        ashore = self.nodes.get((here, -1, FREE))
        if ashore is not None and self.lands(here, mode):
            out.append((ashore, 0))
        return tuple(out)

    def lands(self, hex_id: str, boat: int) -> bool:
        """Whether the party can change between land and boat in this hex (M-4)."""
        if self.vessels[boat].at == hex_id:
            return True
        return self.terms.words.is_landing(self._cell(hex_id))

    def _afloat(self, boat: int, a: str, b: str) -> HexStep | None:
        flow = self.rivers.flow.get((a, b), "")
        first = self._open_water(a)
        second = self._open_water(b)
        if not flow:  # to a landing or from one the boat goes along the shore
            landing = second if self.lands(a, boat) else ""
            second = second or (first if self.lands(b, boat) else "")
            first = first or landing
        vessel = self.vessels[boat]
        halves = []
        for hex_id, water in ((a, first), (b, second)):
            kind = water or ("river" if flow else "")
            if kind == "river" and flow:
                direction = flow
            else:
                direction = "none"
            if not kind or self.float_on(vessel.boat, kind, direction) is None:
                return None
            half = Stretch(
                self.terms.hex_km / 2,
                0,
                mode=vessel.id,
                boat=vessel.boat,
                water=kind,
                direction=direction,
                current_km_h=self.terms.current_km_h if direction != "none" else None,
                start=a,
                end=b,
                inside=hex_id,
            )
            halves.append(half)
        return halves[0], halves[1]

    def float_on(self, boat: str, water: str, direction: str) -> BoatPassage | None:
        """Return a kind of boat's pace on some water; None where it cannot go (T-183, T-187)."""
        key = (boat, water, direction)
        if key not in self.afloat:
            try:
                voyage = Voyage(boat, water, direction, self.terms.current_km_h)
                self.afloat[key] = afloat(voyage, self.rules)
            except Refusal:
                self.afloat[key] = None
        return self.afloat[key]

    def _open_water(self, hex_id: str) -> str:
        ground = self.grounds.get(hex_id)
        if ground is not None and ground.kind == "water":
            return ground.slug
        return ""

    # Building

    def add(self, hex_id: str, spot: Hex, mode: int, state: tuple[int, bool] = FREE) -> int:
        """Add a node and return its number."""
        number = len(self.hexes)
        self.hexes.append(hex_id)
        self.spots.append(spot)
        self.modes.append(mode)
        self.states.append(state)
        self.edges.append(None)
        self.nodes[hex_id, mode, state] = number
        self.at_hex.setdefault(hex_id, []).append(number)
        return number


@lru_cache(maxsize=8)
def network(
    region: RegionMap,
    company: Company,
    rules: Ruleset,
    terms: TravelTerms,
    boats: tuple[Vessel, ...],
) -> Network:
    """Return the network of a region for a company (M-1 to M-4).

    Raises the Refusals of `Company.rate_on`, and unknown_boat.
    """
    spots = dict(region.spots)
    grounds = {id_: terms.words.ground(cell) for id_, cell in region.cells.items()}
    if terms.unexplored:
        _explore(terms, spots, grounds)
    ways = terms.words.ways(region)
    net = Network(
        region=region,
        company=company,
        rules=rules,
        terms=terms,
        vessels=boats,
        grounds=grounds,
        rivers=rivers(region, terms.words),
        ways=ways,
        wayside=frozenset(a for a, _ in ways),
    )
    _land_nodes(net, spots)
    for number in range(len(boats)):
        _boat_nodes(net, number, spots)
    _measure(net)
    return net


def _explore(terms: TravelTerms, spots: dict[str, Hex], grounds: dict[str, HexGround]) -> None:
    # M-2
    meant = [at for at in map(parse_hex, terms.also) if at is not None]
    shown = [*spots.values(), *meant]
    for level in {at.z for at in shown}:
        here = [at for at in shown if at.z == level]
        for x in range(min(at.x for at in here) - 1, max(at.x for at in here) + 2):
            for y in range(min(at.y for at in here) - 1, max(at.y for at in here) + 2):
                position = Hex(x, y, level)
                id_ = name_hex(position)
                if id_ not in spots:
                    spots[id_] = position
                    grounds[id_] = HexGround("land", terms.unexplored, "")


def _land_nodes(network: Network, spots: dict[str, Hex]) -> None:
    for id_, position in spots.items():
        ground = network.grounds[id_]
        if ground.kind == "land" or network.company.flies:
            network.by_spot[position] = network.add(id_, position, -1)
    if network.company.flies or (network.terms.fords and not network.terms.crossing_hours):
        return  # crossing a river changes neither the time nor the way
    network.banked = frozenset(network.rivers.banks)
    for id_, banks in network.rivers.banks.items():
        if (id_, -1, FREE) not in network.nodes:
            continue
        for bank in sorted({*banks} - {RIVERSIDE}):
            for by_way in (False, True):
                network.add(id_, spots[id_], -1, (bank, by_way))


def _boat_nodes(network: Network, mode: int, spots: dict[str, Hex]) -> None:
    waters = {id_ for id_, ground in network.grounds.items() if ground.kind == "water"}
    afloat_at = waters | {id_ for id_, _ in network.rivers.flow if id_ in spots}
    for id_, position in spots.items():
        beside = id_ in afloat_at or (
            network.lands(id_, mode) and any(name_hex(n) in waters for n in around(position))
        )
        if beside:
            network.add(id_, position, mode)


def _measure(network: Network) -> None:
    half = network.terms.hex_km / 2
    rows = sorted(
        {g.slug for g in network.grounds.values() if g.kind == "land" or network.company.flies}
    )
    ways = sorted({*network.ways.values(), TRACKLESS})
    for row in rows:
        for way in ways:
            ground = Stretch(half, 1, terrain="" if network.company.flies else row, way=way)
            rate = network.company.rate_on(ground, network.rules, network.terms.pace)
            network.land_hours[row, way] = half / rate.km_h
    times = [*network.land_hours.values(), network.terms.crossing_hours]
    for vessel, water, direction in product(network.vessels, WATERS, DIRECTIONS):
        found = network.float_on(vessel.boat, water, direction)
        if found is not None:
            times.append(half / found.km_h)
    network.unit = measure(times)
    network.land_units.update(
        {key: int(hours / network.unit) for key, hours in network.land_hours.items()}
    )
    greatest = max(network.land_units.values(), default=0) * 2
    network.largest = greatest + int(network.terms.crossing_hours / network.unit)
