"""B6: one search from the party's hex over 100x100 hexes, and the cursor over a destination."""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from heapq import heappop, heappush

import networkx as nx

from core.play.facts.state import Assets, State
from core.travel.company import Company, Traveller, assemble
from core.travel.lexicon import TravelTerms, lexicon
from core.travel.movers import Mover
from core.travel.network import Network
from core.travel.regionmap import Hex, RegionMap, name_hex
from core.travel.route import Routes, SearchStart, routes
from core.travel.shortest import FAR, Edges, one_to_all
from core.values import replace
from saves.exchange import textmapper
from saves.store.packaged_rulesets import packaged
from tests.bench.harness import Row, agree, in_turn
from tests.tui.views import view_of
from tui.journey.panes.region_map import CursorQuestion, cursor_lines

SIDE = 100
HOVERED = 400
START = name_hex(Hex(SIDE // 2, SIDE // 2))
WORDS = ("grass", "forest", "hills", "mountains", "swamp", "desert", "water")
WEIGHTS = (6, 5, 4, 2, 1, 1, 2)


def region(seed: int = 6) -> RegionMap:
    """A region of 100x100 hexes, one in ten water, with forty roads."""
    chance = random.Random(seed)
    lines = [
        f"{name_hex(Hex(x, y))} {chance.choices(WORDS, WEIGHTS)[0]}"
        for x in range(1, SIDE + 1)
        for y in range(1, SIDE + 1)
    ]
    for _ in range(40):
        ends = [Hex(chance.randint(1, SIDE), chance.randint(1, SIDE)) for _ in range(2)]
        lines.append("-".join(name_hex(end) for end in ends) + " road")
    lines.append(f"{START} grass")
    return textmapper.read("\n".join(lines).encode()).region


def company() -> Company:
    """Two walkers, of whom the dwarf is slower."""
    people = (
        Traveller("Harsk", Mover(race="dwarf", armor="heavy")),
        Traveller("Tam", Mover(race="human")),
    )
    return assemble(people, packaged("pf1"))


def by_heap(edges: Sequence[Edges], source: int) -> list[int]:
    """A textbook search: a heap of packed (cost, node)."""
    size = len(edges)
    dist = [FAR] * size
    dist[source] = 0
    queue = [source]
    while queue:
        now, node = divmod(heappop(queue), size)
        if dist[node] != now:
            continue
        for neighbour, cost in edges[node]:
            then = now + cost
            if then < dist[neighbour]:
                dist[neighbour] = then
                heappush(queue, then * size + neighbour)
    return dist


def run() -> list[Row]:
    rules = packaged("pf1")
    terms = TravelTerms(Fraction(12), lexicon(rules))
    found = routes(region(), company(), rules, SearchStart(START), terms)
    network = found.network
    edges = [network.edges[node] or network.expand(node) for node in range(len(network.hexes))]
    source = network.at_hex[START][0]
    graph = nx.DiGraph()
    graph.add_weighted_edges_from((a, b, cost) for a in range(len(edges)) for b, cost in edges[a])

    def ours() -> list[int]:
        return one_to_all(network.edges, network.expand, source, network.largest)[0]

    def heap() -> list[int]:
        return by_heap(edges, source)

    def library() -> dict[int, int]:
        lengths: dict[int, int] = nx.single_source_dijkstra_path_length(graph, source)
        return lengths

    agree("B6, heap", ours(), heap())
    agree("B6, networkx", {n: d for n, d in enumerate(ours()) if d < FAR}, library())
    took = in_turn({"ours": ours, "heap": heap, "networkx": library}, rounds=15)
    hover = _hover(found, network)
    search = "one search", took["ours"]
    mean = f"(mean of {HOVERED})"
    what = f"one-to-all, {sum(d < FAR for d in ours())} hexes reached"
    return [
        Row("B6", what, took["ours"], "heapq", took["heap"], 1.5, at_least=True),
        Row("B6", what, took["ours"], "networkx", took["networkx"], 4, at_least=True),
        Row("B6", f"hovering a destination {mean}", hover["again"], *search, 0.01),
        Row("B6", f"hovering, each for the first time {mean}", hover["first"], *search, 0.01),
    ]


def _hover(found: Routes, network: Network) -> dict[str, float]:
    """Median seconds of what the screen shows for the hex under the cursor.

    Each hex for the "first" time after a search, and "again": the routes remember ways.
    """
    goals = random.Random(1).sample(network.hexes, HOVERED)
    state = State(place=START, region="map", hex_km=network.terms.hex_km)
    assets = Assets(network.rules, {"map": network.region})
    view = view_of(state, assets, 1)

    def look(routes: Routes) -> None:
        for goal in goals:
            cursor_lines(CursorQuestion(view, goal, routes))

    sides = {"again": lambda: look(found), "first": lambda: look(replace(found))}
    return {name: took / HOVERED for name, took in in_turn(sides, rounds=15).items()}
