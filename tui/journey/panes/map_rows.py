"""A region as characters and their roles: hexes, lines between them, an overlay; without a screen.

A chart is made once per map and ruleset (possibly in a worker) and never changes. A hex is two
half rows high and `wide` columns broad. On its upper half row stands its sign of two columns,
right of it the line towards SE; on the lower, under the sign, the line towards S, and right of
that the line by which its southern neighbour goes NE. So every line between two hexes has a place
of its own.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Literal, TypeAlias

from core.travel.hexes import SIDES, Hex, half_row, name_hex, parse_hex, side_of, step
from core.travel.lexicon import Lexicon
from core.travel.regionmap import HexCell, RegionMap
from core.values import Struct
from tui.kit.glyphs import PARTY, ROUTE, UNEXPLORED, Look

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

_NAMED = {"N": "S", "NW": "SE", "SW": "NE"}


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
        return {line: tuple(names) for line, names in found.items()}

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


EMPTY = Chart({}, {})


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
    return Chart(spots, links, level)


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


# drawing


MARGIN = 1


class MapOverlay(Struct, dict=True):
    """The overlay of the chart, by hex id.

    `nights` maps a hex to the number of the night spent there, `reach` to one sign (the day on
    which it is reached), `letters` to a letter to jump to; `explored` overrides the chart.
    """

    place: str = ""
    goal: str = ""
    route: tuple[str, ...] = ()
    nights: Mapping[str, int] = {}
    boats: frozenset[str] = frozenset()
    reach: Mapping[str, str] = {}
    letters: Mapping[str, str] = {}
    explored: Mapping[str, bool] = {}

    @cached_property
    def borders(self) -> frozenset[Border]:
        """The borders that the route crosses."""
        hexes = [parse_hex(hex_id) for hex_id in self.route]
        found = (border(a, b) for a, b in pairwise(hexes) if a is not None and b is not None)
        return frozenset(name for name in found if name is not None)

    def changed(self, other: MapOverlay) -> frozenset[str]:
        """The ids of the hexes that differ under `other`."""
        found: set[str] = set()
        if self.place != other.place:
            found |= {self.place, other.place}
        if self.goal != other.goal:
            found |= {self.goal, other.goal}
        if self.route != other.route:
            found |= {*self.route, *other.route}
        found |= self.boats ^ other.boats
        for mine, theirs in (
            (self.nights, other.nights),
            (self.reach, other.reach),
            (self.letters, other.letters),
            (self.explored, other.explored),
        ):
            both = {*mine, *theirs}
            found |= {h for h in both if mine.get(h) != theirs.get(h)}
        return frozenset(found - {""})


@dataclass(slots=True)
class MapRowCanvas:
    """The visible characters and roles of a row: columns `first` to `last`."""

    first: int
    last: int
    chars: list[str] = field(init=False)
    roles: list[str] = field(init=False)

    def __post_init__(self) -> None:
        self.chars = [" "] * (self.last - self.first)
        self.roles = [""] * (self.last - self.first)

    def put(self, column: int, text: str, role: str, over: frozenset[str] | None = None) -> None:
        """Write `text` from `column` on; with `over` only while what is there has such a role."""
        for index, char in enumerate(text, column - self.first):
            if not 0 <= index < len(self.chars):
                continue
            if over is not None and self.roles[index] not in over:
                return
            self.chars[index], self.roles[index] = char, role


class MapRows:
    """Draws half rows of a chart under an overlay, in one look and one width of hexes."""

    def __init__(
        self, chart: Chart, overlay: MapOverlay, look: Look, wide: int, names: bool
    ) -> None:
        self.chart = chart
        self.overlay = overlay
        self.look = look
        self.wide = wide
        self.names = names
        self._ids = _Ids()

    @property
    def width(self) -> int:
        """The columns that the whole chart takes."""
        return MARGIN + self.chart.columns * self.wide + 1

    @property
    def height(self) -> int:
        """The half rows that the whole chart takes."""
        return 2 * self.chart.rows + 1

    def line_of(self, at: Hex) -> int:
        """The row of a hex's sign."""
        return half_row(at) - 2 * self.chart.top

    def column_of(self, at: Hex) -> int:
        """The column where a hex's sign begins."""
        return MARGIN + (at.x - self.chart.left) * self.wide

    def hex_at(self, column: int, line: int) -> Hex | None:
        """The hex at a place of the picture; None outside the map."""
        x = (column - MARGIN) // self.wide + self.chart.left
        y = (line - (x % 2 == 0)) // 2 + self.chart.top
        at = Hex(x, y, self.chart.level)
        return at if column >= MARGIN and self.chart.holds(at) else None

    def draw(self, line: int, first: int, last: int, cursor: Hex | None) -> MapRowCanvas:
        """Half row `line` of the picture, its columns from `first` up to `last`."""
        canvas = MapRowCanvas(first, last)
        left = max(0, (first - MARGIN) // self.wide)
        right = min(self.chart.columns, (last - MARGIN) // self.wide + 1)
        for column in range(left, right):
            x = self.chart.left + column
            down = line - (x % 2 == 0)
            at = Hex(x, self.chart.top + down // 2, self.chart.level)
            if down < 0 or not self.chart.holds(at):
                continue
            if down % 2:
                self._lower(canvas, at)
            else:
                self._upper(canvas, at)
        if self.names:
            self._names(canvas, line)
        if cursor is not None and self.line_of(cursor) == line:
            self._cursor(canvas, cursor)
        return canvas

    def _upper(self, canvas: MapRowCanvas, at: Hex) -> None:
        column = self.column_of(at)
        hex_id = self._ids[at]
        overlay = self.overlay
        sign, role = self._sign(at, hex_id)
        canvas.put(column, sign, role)
        room = self.wide - 2
        self._line(canvas, column + 2, (at, "SE"), room)
        if room and hex_id in overlay.nights:
            canvas.put(column + 2, self.look.night(overlay.nights[hex_id])[:room], "night")
        elif room and hex_id in overlay.reach:
            canvas.put(column + 2, overlay.reach[hex_id][:1], "reach")

    def _lower(self, canvas: MapRowCanvas, at: Hex) -> None:
        column = self.column_of(at)
        drawn = self._line(canvas, column, (at, "S"), 2)
        if not drawn and self._ids[at] in self.overlay.boats:
            canvas.put(column, self.look.boat, "boat")
        below = Hex(at.x, at.y + 1, at.z)
        self._line(canvas, column + 2, (below, "NE"), self.wide - 2)

    def _line(self, canvas: MapRowCanvas, column: int, name: Border, room: int) -> bool:
        if not room:
            return False
        if name in self.overlay.borders:
            canvas.put(column, ROUTE * (room // 2), "route")
            return True
        kind = self.chart.links.get(name)
        if kind is None:
            return False
        look = self.look
        if kind == "both":
            canvas.put(column, (look.way[:1] + look.river[1:]) * (room // 2), "way")
        elif kind == "way":
            canvas.put(column, look.way * (room // 2), "way")
        else:
            canvas.put(column, look.river * (room // 2), "river")
        return True

    def _sign(self, at: Hex, hex_id: str) -> tuple[str, str]:
        overlay, look = self.overlay, self.look
        spot = self.chart.spots.get(at)
        if hex_id in overlay.letters:
            return f"{overlay.letters[hex_id]} ", "letter"
        if hex_id == overlay.place:
            return PARTY, "party"
        if hex_id == overlay.goal:
            return f"{look.goal} ", "goal"
        explored = overlay.explored.get(hex_id, spot is not None and spot.explored)
        if spot is None or not explored:
            sign, role = UNEXPLORED, "unexplored"
        elif spot.place:
            sign, role = f"{look.place} ", "place"
        elif spot.crossing:
            sign, role = f"{look.crossing} ", "place"
        else:
            sign, role = look.terrain(spot.row), ground_role(spot.row)
        if self.wide == 2:
            if hex_id in overlay.nights:
                return look.night(overlay.nights[hex_id]), "night"
            if hex_id in overlay.route:
                return ROUTE, "route"
            if hex_id in overlay.reach:
                return overlay.reach[hex_id][:1] + sign[1:], "reach"
        return sign, role

    def _names(self, canvas: MapRowCanvas, line: int) -> None:
        for at, label in self.chart.labels.get(line + 2 * self.chart.top, ()):
            explored = self.overlay.explored.get(self._ids[at], self.chart.spots[at].explored)
            if explored and self._has_room(at, label, line + 2 * self.chart.top):
                halved = (len(label) - self.wide) % (2 * self.wide) == 1
                text = f"{label} " if halved else label  # never half of a neighbour's sign
                canvas.put(self.column_of(at), text, "label", over=WRITABLE)

    def _has_room(self, at: Hex, label: str, line: int) -> bool:
        spots = self.chart.spots
        for x in range(at.x + 1, at.x + 1 + (len(label) - 1) // self.wide):
            other = spots.get(Hex(x, (line - (x % 2 == 0)) // 2, at.z))
            if other is not None and other.label and (other.place or not spots[at].place):
                return False
        return True

    def _cursor(self, canvas: MapRowCanvas, at: Hex) -> None:
        column = self.column_of(at)
        canvas.put(column - 1, "[", "cursor")
        for index in (column - canvas.first, column + 1 - canvas.first):
            if 0 <= index < len(canvas.roles):
                canvas.roles[index] = "cursor"
        canvas.put(column + 2, "]", "cursor")


class _Ids(dict[Hex, str]):
    """The ids of hexes, each made once."""

    def __missing__(self, at: Hex) -> str:
        self[at] = name = name_hex(at)
        return name


GROUNDS = ("mountains", "hills", "forest", "plains", "wet", "dry", "cold", "water")

_GROUND_ROLES = {
    "mountains": "mountains", "hills": "hills", "forest": "forest", "deep_forest": "forest",
    "jungle": "forest", "plains": "plains", "moor": "plains", "urban": "place",
    "swamp": "wet", "desert": "dry", "sandy_desert": "dry", "frozen_tundra": "cold",
    "water": "water", "lake": "water", "sea": "water", "river": "water",
}  # fmt: skip

WRITABLE = frozenset({"", "way", "river", "reach", "label", "unexplored", *GROUNDS})
"""The roles that a place's name may be written over."""


def ground_role(row: str) -> str:
    """The role in which the ground of a terrain row is drawn."""
    return _GROUND_ROLES.get(row, "plains")
