"""The earliest arrival anywhere on the map from one hex, also by way of others (M-1 to M-7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import groupby, pairwise
from typing import TypeAlias

from core.calendars import DAY
from core.messages import Refusal
from core.rulesets.schema import Ruleset
from core.travel.company import Company
from core.travel.itinerary import MORNING
from core.travel.lexicon import Lexicon, TravelTerms, Vessel, unknown_words
from core.travel.network import FREE, HexStep, Network, network
from core.travel.regionmap import RegionMap
from core.travel.shortest import FAR, by_days, measure, one_to_all
from core.travel.stretches import LAND, TRACKLESS, Stretch
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


class SearchStart(Struct):
    """The place and time at which a search starts: `hours_used` of `day` are spent already.

    `came` is the hex before `start` where the route only passes through it ("" = it starts).
    """

    start: str
    hours_used: Fraction = NONE
    hours_per_day: Fraction | None = None
    start_hour: Fraction = MORNING
    day: int = 1
    came: str = ""

    @property
    def moment(self) -> tuple[int, Fraction]:
        """The day, and the hours of it that are spent."""
        return self.day, self.hours_used


class _Ticks(Struct):
    """The hours of a search as whole numbers of `size` hours; a cost is `times` ticks."""

    size: Fraction
    times: int
    used: int
    day: int
    start: int
    midnight: int


class Routes(Struct, dict=True):
    """The earliest arrivals at all hexes from `search_start.start`, for one company at one moment.

    Hovering over a hex costs a walk along its predecessors, up to one where the cursor has been
    on the way; nothing is searched again.
    """

    network: Network
    search_start: SearchStart
    dist: Sequence[int]
    prev: Sequence[int]
    unit: Fraction
    width: int

    def label(self, hex_id: str) -> tuple[int, Fraction] | None:
        """Return the day of arrival and the hours used on it; None when there is no way."""
        node = self.earliest(hex_id)
        if node is None:
            return None
        return self.label_of(node)

    def arrival(self, hex_id: str) -> tuple[int, Fraction] | None:
        """Return the day and clock hour of the arrival (M-6); None when there is no way."""
        node = self.earliest(hex_id)
        if node is None:
            return None
        ticks = self._ticks
        day, used = self._spent(node)
        nights, hour = divmod(ticks.start + used, ticks.midnight)
        return day + nights, Fraction(hour * ticks.size.numerator, ticks.size.denominator)

    def hexes(self, hex_id: str) -> tuple[str, ...]:
        """Return the hexes of the way, start and goal included; () when there is no way."""
        node = self.earliest(hex_id)
        if node is None:
            return ()
        names = self.network.hexes
        prev = self.prev
        hex_ids = []
        while node >= 0:
            hex_ids.append(names[node])
            node = prev[node]
        hex_ids.reverse()
        if self.width:  # where the mode changes a hex has two nodes in a row
            hex_ids = [name for name, _ in groupby(hex_ids)]
        return tuple(hex_ids)

    def ways_to(self, node: int) -> Mapping[str, int]:
        """Return the steps of the way to a node by their ways, in the order travelled.

        It holds where a step is one on land. What is found for a node is kept: the next hex that
        is asked about shares most of its way.
        """
        hexes = self.network.hexes
        ways = self.network.ways
        prev = self.prev
        known = self._known_ways
        nodes = []
        while node not in known and prev[node] >= 0:
            nodes.append(node)
            node = prev[node]
        found = known.get(node, {})
        for later in reversed(nodes):
            way = ways.get((hexes[node], hexes[later]), TRACKLESS)
            found = found.copy()
            found[way] = found.get(way, 0) + 1
            known[later] = found
            node = later
        return found

    @cached_property
    def _known_ways(self) -> dict[int, dict[str, int]]:
        return {}

    def reachable(self, by: tuple[int, Fraction]) -> frozenset[str]:
        """Return the hexes where the party can be by this day and hour of the clock."""
        most = self._most(by)
        hexes = self.network.hexes
        return frozenset(hexes[node] for node, cost in enumerate(self.dist) if cost <= most)

    def ends(self, hex_id: str) -> tuple[int, ...]:
        """Return the nodes of a hex that can be reached, the earliest first."""
        nodes = [n for n in self.network.at_hex.get(hex_id, ()) if self.dist[n] < FAR]
        return tuple(sorted(nodes, key=lambda n: self.dist[n]))

    def label_of(self, node: int) -> tuple[int, Fraction]:
        """Return the day of arrival at a node that can be reached, and the hours used on it."""
        day, used = self._spent(node)
        return day, used * self._ticks.size

    def legs_to(self, node: int) -> tuple[HexStep, ...]:
        """Return the steps of the way to a node."""
        network = self.network
        nodes = [node]
        before = self.search_start.came
        while (node := self.prev[node]) >= 0:
            nodes.append(node)
        legs = []
        for a, b in pairwise(reversed(nodes)):
            halves = network.halves(a, b)
            if halves is None:
                before = ""
                continue
            first, last = halves
            if before and first.mode == LAND:
                crosses, wading = network.crossing(before, first.start, first.end)
                first = replace(first, crosses=crosses, crossing_hours=wading)
            legs.append((first, last))
            before = first.start
        return tuple(legs)

    @cached_property
    def _land_day(self) -> Fraction:
        return self.network.day_hours(-1, self.search_start.hours_per_day)

    @cached_property
    def _ticks(self) -> _Ticks:
        size = measure(
            [
                self.unit,
                self._land_day,
                self.search_start.hours_used,
                self.search_start.start_hour,
                DAY,
            ]
        )
        return _Ticks(
            size=size,
            times=int(self.unit / size),
            used=int(self.search_start.hours_used / size),
            day=int(self._land_day / size),
            start=int(self.search_start.start_hour / size),
            midnight=int(DAY / size),
        )

    def _spent(self, node: int) -> tuple[int, int]:
        ticks = self._ticks
        cost = self.dist[node]
        if self.width:
            day, used = divmod(cost, self.width)
            return day, used * ticks.times
        spent = cost * ticks.times
        left = max(0, ticks.day - ticks.used)
        if spent <= left:
            return self.search_start.day, ticks.used + spent
        spent -= left
        nights = (spent - 1) // ticks.day
        return self.search_start.day + 1 + nights, spent - nights * ticks.day

    def earliest(self, hex_id: str) -> int | None:
        """Return the node at which a hex is reached first; None when there is no way."""
        nodes = self.network.at_hex.get(hex_id)
        if not nodes:
            return None
        if len(nodes) == 1:
            best = nodes[0]
        else:
            best = min(nodes, key=self.dist.__getitem__)
        if self.dist[best] >= FAR:
            return None
        return best

    def _most(self, by: tuple[int, Fraction]) -> int:
        day, hour = by
        since = (day - self.search_start.day) * DAY + hour - self.search_start.start_hour
        whole, rest = divmod(since, DAY)
        if self.width:
            return (self.search_start.day + int(whole)) * self.width + int(rest / self.unit)
        if since < self.search_start.hours_used:
            return -1
        day_hours = self._land_day
        left = max(NONE, day_hours - self.search_start.hours_used)
        if not whole:
            spent = min(left, rest - self.search_start.hours_used)
        else:
            spent = left + (whole - 1) * day_hours + min(rest, day_hours)
        return int(spent / self.unit)


def routes(
    region: RegionMap,
    company: Company,
    rules: Ruleset,
    search_start: SearchStart,
    terms: TravelTerms,
    boats: tuple[Vessel, ...] = (),
) -> Routes:
    """Return the earliest arrivals from the hex `search_start.start` at every hex (M-1 to M-7).

    Hexes without a known terrain are not entered: `blocked` explains when that is why there is no
    way. Raises Refusal off_map (a start beyond the map), no_footing (on water without a boat),
    unknown_terrain (a start without terrain, by hex, word and nearest row), and those of `network`.
    """
    net = network(region, company, rules, terms, boats)
    if search_start.start not in net.grounds:
        raise Refusal("off_map", "{hex} is not on the map.", hex=search_start.start)
    aboard = (number for number, vessel in enumerate(boats) if vessel.at == search_start.start)
    nodes = (net.nodes.get((search_start.start, mode, FREE)) for mode in (-1, *aboard))
    sources = tuple(node for node in nodes if node is not None)
    if sources:
        return search(net, search_start, sources)
    raise (
        terms.words.refuse(region.cells[search_start.start])
        if net.unmapped(search_start.start)
        else Refusal(
            "no_footing", "{hex} is water, and no boat lies there.", hex=search_start.start
        )
    )


def search(network: Network, search_start: SearchStart, nodes: Sequence[int]) -> Routes:
    """Return the earliest arrivals from some nodes of one hex at a moment."""
    if len(nodes) == 1 and (not network.vessels or all(mode < 0 for mode in network.modes)):
        dist, prev = one_to_all(network.edges, network.expand, nodes[0], network.largest)
        return Routes(network, search_start, dist, prev, network.unit, 0)
    days = {
        m: network.day_hours(m, search_start.hours_per_day) for m in range(-1, len(network.vessels))
    }
    unit = measure([network.unit, search_start.hours_used, *days.values()])
    width = int(2 * DAY / unit) + 1
    times = int(network.unit / unit)
    allowed = {mode: int(hours / unit) for mode, hours in days.items()}
    label = search_start.day * width + int(search_start.hours_used / unit)
    dist, prev = by_days(
        lambda node: tuple(
            (n, cost * times) for n, cost in network.edges[node] or network.expand(node)
        ),
        lambda node: allowed[network.modes[node]],
        dict.fromkeys(nodes, label),
        len(network.hexes),
        width,
    )
    return Routes(network, search_start, dist, prev, unit, width)


class Glance(Struct):
    """The way to a hex: its length in km, and the km by way ("trackless" off any) or boat id."""

    km: Fraction
    by_way: dict[str, Fraction]


def glance(routes: Routes, hex_id: str) -> Glance | None:
    """Return the parts of the way to a hex, in the order travelled; None when there is no way.

    They equal the sums of its stretches without building them: a whole step is on one way (M-1).
    """
    node = routes.earliest(hex_id)
    network = routes.network
    if node is None:
        return None
    if network.vessels:
        steps: Mapping[str, int] = Counter(
            last.way or last.mode for _, last in routes.legs_to(node)
        )
    else:
        steps = routes.ways_to(node)
    by_way = {kind: network.length(count) for kind, count in steps.items()}
    return Glance(network.length(sum(steps.values())), by_way)


Way: TypeAlias = tuple[Routes, tuple[HexStep, ...]]
"""The routes onward from a hex, and the steps of the way to it."""


class ViaRoute(Struct):
    """A route by way of other hexes: its legs, its arrival as (day, hours used)."""

    network: Network
    start: str
    legs: tuple[HexStep, ...]
    label: tuple[int, Fraction]

    @property
    def steps(self) -> tuple[RouteStep, ...]:
        """The steps of the route, the start first; a crossing is in its river's hex."""
        ground = self.network.grounds.get(self.start)
        if self.legs:
            mode = self.legs[0][0].mode
        else:
            mode = LAND
        steps = [RouteStep(self.start, ground.slug if ground else "", "", NONE, NONE, mode)]
        for first, last in self.legs:
            if first.crosses:
                hours = steps[-1].hours + first.crossing_hours
                steps[-1] = replace(steps[-1], crosses=first.crosses, hours=hours)
            hours = self.network.hours(first) + self.network.hours(last)
            steps.append(
                RouteStep(
                    last.end,
                    last.water or last.terrain,
                    last.way,
                    self.network.terms.hex_km,
                    hours,
                    last.mode,
                )
            )
        return tuple(steps)

    @property
    def stretches(self) -> tuple[Stretch, ...]:
        """The route as stretches, two half steps a step (M-1), whose legs count from 1."""
        return tuple(
            replace(half, leg=number)
            for number, halves in enumerate(self.legs, start=1)
            for half in halves
        )


def by_way_of(first: Routes, via: Sequence[str], goal: str) -> ViaRoute:
    """Return the earliest arrival at `goal` by way of the hexes `via` in order.

    Boats stay where they were left on the way. Raises the Refusal of `blocked` for the first
    hex that cannot be reached.
    """
    tries: list[Way] = [(first, ())]
    for hex_id in via:
        onward: dict[object, Way] = {}
        for routes, legs in tries:
            for key, better in _onward(routes, legs, hex_id):
                known = onward.get(key)
                if known is None or better[0].search_start.moment < known[0].search_start.moment:
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
    routes, legs = tries[number]
    last = routes.legs_to(routes.ends(goal)[0])
    return ViaRoute(routes.network, first.search_start.start, (*legs, *last), label)


def _onward(routes: Routes, legs: tuple[HexStep, ...], via: str) -> Iterator[tuple[object, Way]]:
    net = routes.network
    for node in routes.ends(via):
        passed = routes.legs_to(node)
        left = {last.mode: last.end for _, last in passed}
        vessels = tuple(replace(v, at=left.get(v.id, v.at)) for v in net.vessels)
        beyond = network(net.region, net.company, net.rules, net.terms, vessels)
        key = (via, net.modes[node], net.states[node])
        day, used = routes.label_of(node)
        on_land = bool(passed) and passed[-1][1].mode == LAND and net.modes[node] < 0
        came = passed[-1][1].start if on_land else ""
        moment = replace(routes.search_start, start=via, hours_used=used, day=day, came=came)
        yield (key, vessels), (search(beyond, moment, (beyond.nodes[key],)), (*legs, *passed))


def blocked(routes: Routes, goal: str) -> Refusal:
    """Return why there is no way to `goal`: Refusal off_map, unknown_terrain or no_way.

    unknown_terrain names the first hex without a terrain that a way would have to enter (M-2).
    """
    network = routes.network
    if goal not in network.grounds:
        return Refusal("off_map", "{hex} is not on the map.", hex=goal)
    hindrance = _hindrance(routes, goal)
    if hindrance:
        return network.terms.words.refuse(network.region.cells[hindrance])
    return Refusal(
        "no_way",
        "There is no way from {start} to {goal}.",
        start=routes.search_start.start,
        goal=goal,
    )


def _hindrance(routes: Routes, goal: str) -> str:
    network = routes.network
    reached = {h: 0 for h in network.at_hex if routes.ends(h)}
    first = dict.fromkeys(reached, "")
    ring = list(reached)
    while ring and goal not in first:
        beyond = []
        stack = list(ring)
        while stack:
            hex_id = stack.pop()
            for neighbour in network.region.neighbours(hex_id):
                if neighbour in first or neighbour not in network.grounds:
                    continue
                if network.unmapped(neighbour):
                    first[neighbour] = first[hex_id] or neighbour
                    beyond.append(neighbour)
                elif first[hex_id] and network.grounds[neighbour].kind == "land":
                    first[neighbour] = first[hex_id]
                    stack.append(neighbour)
        ring = beyond
    return first.get(goal, "")


def refuse_if_shorter(
    region: RegionMap,
    words: Lexicon,
    via_route: ViaRoute,
    under: Callable[[Lexicon], ViaRoute],
) -> None:
    """Refuse `via_route` when an unmapped hex could make the arrival earlier (M-2).

    `under` finds the same route with other words. Every unmapped word is taken for the easiest
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
    better = under(hopeful)
    if better.label >= via_route.label:
        return
    for step in better.steps:
        cell = region.cells.get(step.hex)
        if cell is not None and words.ground(cell).kind == "unmapped":
            raise words.refuse(cell)
