"""A region as the map widget draws it: hexes by column and row, and lines between them.

A chart is made once per map and ruleset (possibly in a worker) and never changes.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Literal, TypeAlias

from core.travel.hexes import SIDES, Hex, half_row, parse_hex, side_of, step
from core.travel.lexicon import Lexicon
from core.travel.regionmap import HexCell, RegionMap
from core.values import Struct

Border: TypeAlias = tuple[Hex, str]
"""The border between two neighbours, by one name: a hex and its side SE, S or NE."""

Kind = Literal["way", "river", "both"]

SETTLEMENTS = frozenset(
    {
        "abbey", "bourg", "camp", "capital", "castle", "chateau", "château", "citadel", "city",
        "farm", "farmstead", "ferme", "fort", "forteresse", "fortress", "hameau", "hamlet",
        "homestead", "house", "hut", "inn", "keep", "manor", "market", "metropolis", "mill",
        "monastery", "outpost", "palace", "settlement", "shrine", "stronghold", "temple",
        "thorp", "thorpe", "tour", "tower", "town", "village", "ville",
    }
)  # fmt: skip
"""Words of maps for places to live in; so is what the ruleset calls a landing."""

PARTS = re.compile(r"[-_]")

_NAMED = MappingProxyType({"N": "S", "NW": "SE", "SW": "NE"})


def border(a: Hex, b: Hex) -> Border | None:
    """The name of the border between `a` and `b`; None when they are not neighbours."""
    side = side_of(a, b)
    if side is None:
        return None
    name = SIDES[side]
    return (b, _NAMED[name]) if name in _NAMED else (a, name)


class ChartHex(Struct):
    """A hex of the chart: its terrain row or water, its name and its features."""

    row: str
    label: str = ""
    place: bool = False
    crossing: bool = False
    explored: bool = True


class Chart(Struct, dict=True):
    """The hexes of one level of a region, and the ways and rivers between them."""

    spots: Mapping[Hex, ChartHex]
    links: Mapping[Border, Kind]
    level: int = 0

    @cached_property
    def left(self) -> int:
        """The leftmost column."""
        return min((at.x for at in self.spots), default=0)

    @cached_property
    def top(self) -> int:
        """The topmost row."""
        return min((at.y for at in self.spots), default=0)

    @cached_property
    def columns(self) -> int:
        """The number of columns, empty ones included."""
        return max((at.x for at in self.spots), default=0) - self.left + 1

    @cached_property
    def rows(self) -> int:
        """The number of rows."""
        return max((at.y for at in self.spots), default=0) - self.top + 1

    @cached_property
    def labels(self) -> Mapping[int, tuple[tuple[Hex, str], ...]]:
        """The names by the half row that each is written on (below its hex)."""
        found: dict[int, list[tuple[Hex, str]]] = {}
        for at, spot in sorted(self.spots.items()):
            if spot.label:
                found.setdefault(half_row(at) + 1, []).append((at, spot.label))
        return MappingProxyType({line: tuple(names) for line, names in found.items()})

    def holds(self, at: Hex) -> bool:
        """Whether `at` is in the rectangle of the chart, described or not."""
        return (
            at.z == self.level
            and 0 <= at.x - self.left < self.columns
            and 0 <= at.y - self.top < self.rows
        )

    def find(self, hex_id: str) -> Hex | None:
        """The place of the hex with this id; None when it is not in the chart's rectangle."""
        at = parse_hex(hex_id)
        return at if at is not None and self.holds(at) else None


EMPTY = Chart(MappingProxyType({}), MappingProxyType({}))


def chart_of(region: RegionMap, words: Lexicon, level: int = 0) -> Chart:
    """The chart of one level of `region`, its words read by `words`.

    A way that crosses a river within a hex, or a hex whose words say so, is a crossing.
    """
    ways = _links(words.ways(region))
    rivers = _links(pair for path in region.paths if words.is_river(path) for pair in path.steps)
    links: dict[Border, Kind] = dict.fromkeys(ways, "way")
    for name in rivers:
        links[name] = "both" if name in ways else "river"
    forded = _crossed(ways, rivers)
    spots = {
        at: _spot(region.cells[hex_id], words, at in forded)
        for hex_id, at in region.spots.items()
        if at.z == level
    }
    return Chart(MappingProxyType(spots), MappingProxyType(links), level)


def _links(pairs: Iterable[tuple[str, str]]) -> set[Border]:
    found: set[Border] = set()
    for a, b in pairs:
        one, other = parse_hex(a), parse_hex(b)
        name = None if one is None or other is None else border(one, other)
        if name is not None:
            found.add(name)
    return found


def _ends(name: Border) -> tuple[Hex, Hex]:
    return name[0], step(name[0], SIDES.index(name[1]))


def _crossed(ways: set[Border], rivers: set[Border]) -> set[Hex]:
    wet = Counter(at for name in rivers for at in _ends(name))
    dry = Counter(at for name in ways - rivers for at in _ends(name))
    through = Counter(at for name in ways for at in _ends(name))
    return {at for at in wet if wet[at] > 1 and dry[at] > 0 and through[at] > 1}


def _settled(cell: HexCell) -> bool:
    return any(part in SETTLEMENTS for word in cell.words for part in PARTS.split(word.lower()))


def _spot(cell: HexCell, words: Lexicon, crossed: bool) -> ChartHex:
    ground = words.ground(cell)
    row = ground.slug if ground.kind != "unmapped" else ground.word
    return ChartHex(
        row,
        cell.label,
        place=words.is_landing(cell) or _settled(cell),
        crossing=crossed or words.crossing_of(cell) != "none",
        explored=cell.explored,
    )
