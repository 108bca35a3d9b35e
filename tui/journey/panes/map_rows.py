"""One half row of the region map as characters and their roles, without a screen.

A hex is two half rows high and `wide` columns broad. On its upper half row stands its sign of
two columns, right of it the line towards SE; on the lower, under the sign, the line towards S,
and right of that the line by which its southern neighbour goes NE. So every line between two
hexes has a place of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from types import MappingProxyType

import msgspec

from core.travel.hexes import Hex, half_row, name_hex, parse_hex
from core.values import Struct
from tui.journey.panes.chart import Border, Chart, border
from tui.kit.glyphs import PARTY, ROUTE, UNEXPLORED, Look

MARGIN = 1


class MapOverlay(Struct, dict=True):
    """The overlay of the chart, by hex id.

    `nights` maps a hex to the number of the night spent there, `reach` to one sign (the day on
    which it is reached), `letters` to a letter to jump to; `explored` overrides the chart.
    """

    place: str = ""
    goal: str = ""
    route: tuple[str, ...] = ()
    nights: Mapping[str, int] = msgspec.field(default_factory=dict)
    boats: frozenset[str] = frozenset()
    reach: Mapping[str, str] = msgspec.field(default_factory=dict)
    letters: Mapping[str, str] = msgspec.field(default_factory=dict)
    explored: Mapping[str, bool] = msgspec.field(default_factory=dict)

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

_GROUND_ROLES = MappingProxyType(
    {
        "mountains": "mountains", "hills": "hills", "forest": "forest", "deep_forest": "forest",
        "jungle": "forest", "plains": "plains", "moor": "plains", "urban": "place",
        "swamp": "wet", "desert": "dry", "sandy_desert": "dry", "frozen_tundra": "cold",
        "water": "water", "lake": "water", "sea": "water", "river": "water",
    }
)  # fmt: skip

WRITABLE = frozenset({"", "way", "river", "reach", "label", "unexplored", *GROUNDS})
"""The roles that a place's name may be written over."""


def ground_role(row: str) -> str:
    """The role in which the ground of a terrain row is drawn."""
    return _GROUND_ROLES.get(row, "plains")
