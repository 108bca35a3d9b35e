"""A region as it is drawn: its hexes, their grounds and names, the ways and rivers between them.

A chart is made once per map and ruleset (possibly in a worker) and never changes.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from typing import Literal, TypeAlias

from core.rulesets.schema import Ruleset
from core.travel.lexicon import Lexicon, lexicon
from core.travel.regionmap import SIDES, Hex, HexCell, RegionMap, half_row, parse_hex, side_of, step
from core.values import Struct
from tui.kit.lines_view import Made
from tui.kit.looks import GROUNDS

Border: TypeAlias = tuple[Hex, str]
"""The border between two neighbours, by one name: a hex and its side SE, S or NE."""

Kind = Literal["way", "river", "both"]

SETTLEMENTS = frozenset(
    {
        "abbey",
        "bourg",
        "camp",
        "capital",
        "castle",
        "chateau",
        "château",
        "citadel",
        "city",
        "farm",
        "farmstead",
        "ferme",
        "fort",
        "forteresse",
        "fortress",
        "hameau",
        "hamlet",
        "homestead",
        "house",
        "hut",
        "inn",
        "keep",
        "manor",
        "market",
        "metropolis",
        "mill",
        "monastery",
        "outpost",
        "palace",
        "settlement",
        "shrine",
        "stronghold",
        "temple",
        "thorp",
        "thorpe",
        "tour",
        "tower",
        "town",
        "village",
        "ville",
    }
)
"""Words of maps for places to live in; so is what the ruleset calls a landing."""

PARTS = re.compile(r"[-_]")

NAMED = {"N": "S", "NW": "SE", "SW": "NE"}
"""The side of the neighbour by whose name a border is called that is not called by its own."""


def border(a: Hex, b: Hex) -> Border | None:
    """The name of the border between `a` and `b`; None when they are not neighbours."""
    side = side_of(a, b)
    if side is None:
        return None
    name = SIDES[side]
    if name in NAMED:
        return b, NAMED[name]
    return a, name


class ChartHex(Struct):
    """A hex of the chart: its terrain row or water, its name and its features."""

    row: str
    label: str = ""
    place: bool = False
    crossing: bool = False
    explored: bool = True


class ChartHexes(Mapping[Hex, ChartHex]):
    """Hexes of a chart, each worked out by `draw` when it is first looked at."""

    def __init__(self, cells: Mapping[Hex, HexCell], draw: Callable[[Hex], ChartHex]) -> None:
        self.cells = cells
        self._drawn = Made(draw)

    def __getitem__(self, position: Hex) -> ChartHex:
        if position not in self.cells:
            raise KeyError(position)
        return self._drawn[position]

    def __iter__(self) -> Iterator[Hex]:
        return iter(self.cells)

    def __len__(self) -> int:
        return len(self.cells)


class Chart(Struct, dict=True):
    """The hexes of a region on the ground, and the ways and rivers between them.

    `named` are the hexes that may have a name; None = any.
    """

    spots: Mapping[Hex, ChartHex]
    links: Mapping[Border, Kind]
    named: tuple[Hex, ...] | None = None

    @cached_property
    def columns(self) -> range:
        """The columns that have a hex, and those between them."""
        return _span(at.x for at in self.spots)

    @cached_property
    def rows(self) -> range:
        """The rows that have a hex, and those between them."""
        return _span(at.y for at in self.spots)

    @cached_property
    def labels(self) -> Mapping[int, tuple[tuple[Hex, str], ...]]:
        """The names by the half row that each is written on (below its hex), places first."""
        hexes = self.spots if self.named is None else self.named
        named = [(at, self.spots[at]) for at in hexes]
        lines: dict[int, list[tuple[Hex, str]]] = {}
        for at, spot in sorted(named, key=_places_first):
            if spot.label:
                lines.setdefault(half_row(at) + 1, []).append((at, spot.label))
        return {line: tuple(names) for line, names in lines.items()}

    def holds(self, at: Hex) -> bool:
        """Whether `at` is in the rectangle of the chart, described or not."""
        return not at.z and at.x in self.columns and at.y in self.rows

    def find(self, hex_id: str) -> Hex | None:
        """The place of the hex with this id; None when it is not in the chart's rectangle."""
        position = parse_hex(hex_id)
        if position is None or not self.holds(position):
            return None
        return position


def _places_first(named: tuple[Hex, ChartHex]) -> tuple[bool, Hex]:
    at, spot = named
    return not spot.place, at


def _span(numbers: Iterable[int]) -> range:
    known = [*numbers] or [0]
    return range(min(known), max(known) + 1)


EMPTY = Chart({}, {})
KEPT = 2
"""So many charts are kept."""


def chart_of(region: RegionMap, words: Lexicon) -> Chart:
    """The chart of `region`, its words read by `words`; of a large one only what is seen is made.

    A way that crosses a river within a hex, or a hex whose words say so, is a crossing.
    """
    ways = _links(words.ways(region))
    rivers = _links(pair for path in region.paths if words.is_river(path) for pair in path.steps)
    links: dict[Border, Kind] = dict.fromkeys(ways, "way")
    for name in rivers:
        links[name] = "both" if name in ways else "river"
    forded = _crossed(ways, rivers)
    cells = {at: region.cells[hex_id] for hex_id, at in region.spots.items() if not at.z}
    spots = ChartHexes(cells, lambda at: _spot(cells[at], words, at in forded))
    return Chart(spots, links, tuple(at for at, cell in cells.items() if cell.labels))


@lru_cache(maxsize=KEPT)
def chart_under(region: RegionMap, rules: Ruleset) -> Chart:
    """The chart of `region` in the words of `rules`: that of a map which was shown lately."""
    return chart_of(region, lexicon(rules))


def _links(pairs: Iterable[tuple[str, str]]) -> set[Border]:
    links: set[Border] = set()
    for first, second in pairs:
        here = parse_hex(first)
        there = parse_hex(second)
        if here is None or there is None:
            continue
        name = border(here, there)
        if name is not None:
            links.add(name)
    return links


def _ends(name: Border) -> tuple[Hex, Hex]:
    at, side = name
    return at, step(at, SIDES.index(side))


def _crossed(ways: set[Border], rivers: set[Border]) -> set[Hex]:
    wet = Counter(at for name in rivers for at in _ends(name))
    dry = Counter(at for name in ways - rivers for at in _ends(name))
    through = Counter(at for name in ways for at in _ends(name))
    return {at for at in wet if wet[at] > 1 and dry[at] > 0 and through[at] > 1}


def _spot(cell: HexCell, words: Lexicon, crossed: bool) -> ChartHex:
    ground = words.ground(cell)
    if ground.kind != "unmapped":
        row = ground.slug
    else:
        row = ground.word
    parts = (part for word in cell.words for part in PARTS.split(word.lower()))
    return ChartHex(
        row,
        cell.label,
        place=words.is_landing(cell) or not SETTLEMENTS.isdisjoint(parts),
        crossing=crossed or words.crossing_of(cell) != "none",
        explored=cell.explored,
    )


HEX_GROUNDS = GROUNDS[:10]
"""The grounds of the theme that hexes may have."""
UNKNOWN = HEX_GROUNDS[-1]

_GROUND_OF = {
    "mountains": "mountain", "hills": "hill", "forest": "forest", "deep_forest": "forest",
    "jungle": "forest", "plains": "plain", "moor": "plain", "urban": "town",
    "swamp": "swamp", "desert": "dry", "sandy_desert": "dry", "frozen_tundra": "cold",
    "water": "water", "lake": "water", "sea": "water", "river": "water",
}  # fmt: skip


def ground_of(row: str) -> str:
    """The ground of the theme that a terrain row has."""
    return _GROUND_OF.get(row, "plain")
