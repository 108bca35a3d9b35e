"""The picture of a chart under an overlay, line by line: characters and their roles, no screen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby
from typing import NamedTuple, TypeAlias

from core.travel.regionmap import SIDES, Hex, name_hex, step
from core.values import Struct
from tui.journey.hex_tiling import LARGE, MIDDLE, OUTER, HexTiling
from tui.journey.map_overlay import MapOverlay
from tui.journey.region_chart import NAMED, UNKNOWN, Border, Chart, ChartHex, ground_of
from tui.kit.lines_view import Made
from tui.kit.looks import PARTY, ROUTE, UNEXPLORED, Look

NORTH = 1
EAST = 2
SOUTH = 4
WEST = 8

_HALVES: Mapping[str, tuple[tuple[int, int, int], ...]] = {
    "N": ((1, 3, NORTH), (0, 3, NORTH | SOUTH)),
    "S": ((1, 3, SOUTH), (2, 3, NORTH | SOUTH), (3, 3, NORTH | SOUTH)),
    "NE": (
        (1, 3, EAST),
        (1, 4, EAST | WEST),
        (1, 5, NORTH | WEST),
        (0, 5, SOUTH | EAST),
        (0, 6, EAST | WEST),
    ),
    "SE": (
        (1, 3, EAST),
        (1, 4, EAST | WEST),
        (1, 5, SOUTH | WEST),
        (2, 5, NORTH | EAST),
        (2, 6, EAST | WEST),
        (2, 7, EAST | WEST),
    ),
    "NW": ((1, 3, WEST), (1, 2, EAST | WEST), (1, 1, NORTH | EAST), (0, 1, SOUTH | WEST)),
    "SW": (
        (1, 3, WEST),
        (1, 2, EAST | WEST),
        (1, 1, SOUTH | EAST),
        (2, 1, NORTH | WEST),
        (2, 0, EAST | WEST),
    ),
}
"""From the middle of a large hex to each side: line, column, and where the line goes from there."""

_DENSE: Mapping[str, tuple[tuple[int, int], ...]] = {
    "forest": ((0, 2), (0, 5), (2, 1), (2, 6), (3, 4)),
    "mountain": ((0, 4), (2, 1), (2, 6)),
    "hill": ((2, 6),),
    "swamp": ((0, 4), (2, 1), (2, 6)),
    "water": ((2, 1), (2, 2), (2, 5), (2, 6)),
    "town": ((2, 2), (2, 5)),
}
"""Where in a large hex more of its sign stands: line and column."""

WRITABLE = frozenset({"", "way", "river", "reach", "sign"})
"""The roles that a place's name may be written over."""


class HexTint(NamedTuple):
    """What lies under a cell: the ground by its name, whether of every second hex, and its tint."""

    name: str
    odd: bool
    tint: str


class MapPiece(Struct, eq=False):
    """What a line shows of one hex: characters, the role of each, and the ground under them.

    `MapRows` has one for all that look the same.
    """

    text: str
    roles: tuple[str, ...]
    ground: HexTint | None = None

    def spans(self) -> Iterator[tuple[str, str, HexTint | None]]:
        """Text, role and ground; what is blank on a ground has the role of a sign."""
        blank = "" if self.ground is None else "sign"
        start = 0
        for role, run in groupby(self.roles, lambda role: role or blank):
            end = start + len(list(run))
            yield self.text[start:end], role, self.ground
            start = end

    def part(self, start: int, end: int | None = None) -> PieceLooks:
        """What it looks like from character `start` to `end` (None = the last)."""
        return self.text[start:end], self.roles[start:end], self.ground


PieceLooks: TypeAlias = tuple[str, tuple[str, ...], HexTint | None]


class MapRowCanvas:
    """Characters of a line and their roles, from column `first` on.

    All that was written is between the indices `begin` and `end`.
    """

    def __init__(self, first: int, chars: Iterable[str], roles: Iterable[str]) -> None:
        self.first = first
        self.chars = list(chars)
        self.roles = list(roles)
        self.last = first + len(self.chars)
        self.begin = len(self.chars)
        self.end = 0

    def put(self, column: int, text: str, role: str) -> None:
        """Write `text` from `column` on, as far as it is visible."""
        self.begin = min(self.begin, column - self.first)
        self.end = max(self.end, column - self.first + len(text))
        for index, char in enumerate(text, column - self.first):
            if 0 <= index < len(self.chars):
                self.chars[index] = char
                self.roles[index] = role

    def role_at(self, column: int) -> str | None:
        """The role of a column; None where it is not visible."""
        index = column - self.first
        if not 0 <= index < len(self.roles):
            return None
        return self.roles[index]

    def put_whole(self, column: int, text: str, role: str, over: frozenset[str]) -> bool:
        """Write `text` from `column` on if all of it is visible and what is there is in `over`."""
        start = column - self.first
        end = start + len(text)
        fits = start >= 0 and end <= len(self.chars) and over.issuperset(self.roles[start:end])
        if fits:
            self.put(column, text, role)
        return fits


def joined(pieces: Sequence[MapPiece]) -> tuple[str, list[str]]:
    """The characters of a line, and the role of each."""
    return text_of(pieces), [role for piece in pieces for role in piece.roles]


def text_of(pieces: Sequence[MapPiece]) -> str:
    """The characters of a line."""
    return "".join([piece.text for piece in pieces])


_Spot: TypeAlias = tuple[str, dict[str | None, MapPiece]]
"""A hex on a line: its id, and what is drawn of it by the sign of when it is reached."""


class MapRows:
    """Draws lines of a chart under an overlay, in one look and one width of hexes.

    `edges` draws the edges of large hexes, which nothing else shows where grounds have no colours.
    """

    def __init__(
        self,
        chart: Chart,
        overlay: MapOverlay,
        look: Look,
        wide: int,
        names: bool,
        edges: bool = False,
    ) -> None:
        self.chart = chart
        self.tiling = HexTiling(chart, wide)
        self.overlay = overlay
        self.look = look
        self.names = names
        self.edges = edges
        self._ids = Made(name_hex)
        self._pieces: Made[PieceLooks, MapPiece] = Made(lambda looks: MapPiece(*looks))
        self._spots: Made[int, Made[int, _Spot]]
        self._spots = Made(lambda line: Made(partial(self._spot, line)))
        self._marked: dict[int, set[int]] = {}
        self.lay(overlay)

    def lay(self, overlay: MapOverlay) -> None:
        """Draw under another overlay from now on."""
        if overlay.explored != self.overlay.explored:
            self._spots.clear()
        self.overlay = overlay
        self._marked = {}
        for position in map(self.chart.find, overlay.marked):
            if position is not None:
                index = position.x - self.chart.columns.start
                # a line out of a hex ends on the ground of the next one
                for line in self.tiling.lines_of(position):
                    self._marked.setdefault(line, set()).update((index, index + 1))

    def frame(self, edges: bool) -> None:
        """Draw the edges of large hexes from now on, or no more."""
        if edges != self.edges:
            self.edges = edges
            self._spots.clear()

    def draw(self, line: int, first: int, last: int, cursor: Hex | None = None) -> list[MapPiece]:
        """Line `line` of the picture, its columns from `first` up to `last`, hex by hex."""
        tiling = self.tiling
        left = tiling.index_of(first, line)
        right = tiling.index_of(last - 1, line) + 1
        right = max(left, min(right, len(self.chart.columns) + 1))
        spots = [*map(self._spots[line].__getitem__, range(left, right))]
        for index in self._marked.get(line, ()):
            if left <= index < right:
                spots[index - left] = self._spot(line, index)
        sign_reached = self.overlay.reach.get
        pieces: list[MapPiece] = []
        for index, (hex_id, piece_by_sign) in enumerate(spots, left):
            sign = sign_reached(hex_id)
            piece = piece_by_sign.get(sign)
            if piece is None:
                piece = self._piece(line, index)
                piece_by_sign[sign] = piece
            pieces.append(piece)
        beyond = tiling.start_of(right, line) - last
        if beyond > 0:
            pieces[-1] = self._pieces[pieces[-1].part(0, -beyond)]
        elif beyond:
            pieces.append(self._pieces[" " * -beyond, ("",) * -beyond, None])
        before = first - tiling.start_of(left, line)
        if before:
            pieces[0] = self._pieces[pieces[0].part(before)]
        here = None
        if cursor is not None and tiling.line_of(cursor) == line:
            here = cursor
        names = self._names(line)
        if names or here is not None:
            self._write(pieces, first, here, names)
        return pieces

    def _write(
        self,
        pieces: list[MapPiece],
        first: int,
        cursor: Hex | None,
        names: Iterable[tuple[Hex, str]],
    ) -> None:
        """Write the cursor and names over these pieces of a line that begins at `first`."""
        text, roles = joined(pieces)
        canvas = MapRowCanvas(first, text, roles)
        if cursor is not None:
            self._cursor(canvas, cursor)
        for at, label in names:
            self._name(canvas, at, label)
        start = 0
        for number, piece in enumerate(pieces):
            end = start + len(piece.text)
            if canvas.begin < end and start < canvas.end:
                piece_text = "".join(canvas.chars[start:end])
                piece_roles = tuple(canvas.roles[start:end])
                pieces[number] = self._pieces[piece_text, piece_roles, piece.ground]
            start = end

    def _spot(self, line: int, index: int) -> _Spot:
        at, _ = self.tiling.part_of(index, line)
        return self._ids[at], {}

    def _piece(self, line: int, index: int) -> MapPiece:
        tiling = self.tiling
        position, part = tiling.part_of(index, line)
        wide = tiling.wide
        if tiling.large and part in OUTER:
            wide -= 2
        canvas = MapRowCanvas(self.tiling.start_of(index, line), " " * wide, ("",) * wide)
        ground = None
        if self.chart.holds(position):
            ground = self._ground(position, self._ids[position])
        if tiling.large and ground is not None:
            self._large(canvas, position, part, ground)
        elif not tiling.large:
            self._beside(canvas, position, part)
            left_at, left_part = tiling.part_of(index - 1, line)
            self._beside(canvas, left_at, left_part)  # which ends on this ground
            if ground is not None:
                self._small(canvas, position, part)
        return self._pieces["".join(canvas.chars), tuple(canvas.roles), ground]

    def _explored(self, at: Hex, hex_id: str) -> ChartHex | None:
        spot = self.chart.spots.get(at)
        if spot is None or not self.overlay.explored.get(hex_id, spot.explored):
            return None
        return spot

    def _ground(self, position: Hex, hex_id: str) -> HexTint:
        overlay = self.overlay
        spot = self._explored(position, hex_id)
        if spot is None:
            name = UNKNOWN
        else:
            name = ground_of(spot.row)
        tint = ""
        if hex_id in overlay.reach:
            if overlay.reach[hex_id] == "1":
                tint = "reach"
            else:
                tint = "far"
        elif hex_id in overlay.route:
            tint = "way"
        return HexTint(name, (position.x + position.y) % 2 == 1, tint)

    def _large(self, canvas: MapRowCanvas, position: Hex, part: int, ground: HexTint) -> None:
        look = self.look
        left = self.tiling.column_of(position) - MIDDLE[1]
        hex_id = self._ids[position]
        text, role = self._sign(position, hex_id)
        if self.edges:
            edge = left + 1 if part in OUTER else left
            canvas.put(edge, "/" if part < 2 else "\\", "sign")
            if part == 3:
                canvas.put(left + 2, "_" * (LARGE - 3), "sign")
        spot = self._explored(position, hex_id)
        if spot is not None:
            sign = look.terrain(spot.row)
            for line, column in _DENSE.get(ground.name, ()):
                if line == part:
                    canvas.put(left + column, sign[column % 2], "sign")
        if part == MIDDLE[0] and role == "sign":
            canvas.put(left + MIDDLE[1], text, role)
        self._lines(canvas, position, left, part)
        if part == MIDDLE[0]:
            if role != "sign":
                canvas.put(left + MIDDLE[1], text.rstrip(), role)
            badge, badge_role = self._badge(hex_id)
            canvas.put(left + 6, badge, badge_role)
        elif part == 2 and hex_id in self.overlay.boats:
            canvas.put(left + 1, look.boat, "boat")

    def _lines(self, canvas: MapRowCanvas, position: Hex, left: int, part: int) -> None:
        """The lines from the middle of a large hex to its neighbours, as far as on this line."""
        look = self.look
        lines = self._line_cells(position, part)
        if lines and part == MIDDLE[0]:
            canvas.put(left + MIDDLE[1], "  ", "")  # no half of the hex's sign beside a line
        for column, directions in lines.get("river", {}).items():
            wide = 1 if directions & (EAST | WEST) else 2
            river = look.river[column % 2 :] + look.river[: column % 2]
            canvas.put(left + column, river[:wide], "river")
        for kind, signs in (("way", look.road), ("route", look.track)):
            for column, directions in lines.get(kind, {}).items():
                canvas.put(left + column, signs[directions], kind)

    def _line_cells(self, position: Hex, part: int) -> dict[str, dict[int, int]]:
        """By the kind of a line the columns that it takes on this part, and where it goes there."""
        lines: dict[str, dict[int, int]] = {}
        for number, side in enumerate(SIDES):
            name = (position, side)
            if side in NAMED:
                name = (step(position, number), NAMED[side])
            for kind in self._kinds_of(name):
                cells = lines.setdefault(kind, {})
                for line, column, directions in _HALVES[side]:
                    if line == part:
                        cells[column] = cells.get(column, 0) | directions
        return lines

    def _kinds_of(self, name: Border) -> Iterator[str]:
        kind = self.chart.links.get(name)
        if kind == "both":
            yield "river"
            yield "way"
        elif kind is not None:
            yield kind
        if name in self.overlay.borders:
            yield "route"

    def _small(self, canvas: MapRowCanvas, position: Hex, part: int) -> None:
        hex_id = self._ids[position]
        column = self.tiling.column_of(position)
        if part == 0:
            sign, role = self._sign(position, hex_id)
            canvas.put(column, sign, role)
        elif not self._line(canvas, column, (position, "S"), 2) and hex_id in self.overlay.boats:
            canvas.put(column, self.look.boat, "boat")

    def _beside(self, canvas: MapRowCanvas, position: Hex, part: int) -> None:
        """What stands right of the sign of a small hex, or of the line under it."""
        column = self.tiling.column_of(position) + 2
        room = self.tiling.wide - 2
        if room == 0:
            return
        if part:
            self._line(canvas, column, (Hex(position.x, position.y + 1, position.z), "NE"), room)
        elif self.chart.holds(position):
            self._line(canvas, column, (position, "SE"), room)
            text, role = self._badge(self._ids[position])
            canvas.put(column, text[:room], role)

    def _line(self, canvas: MapRowCanvas, column: int, name: Border, room: int) -> bool:
        kind: str | None
        if name in self.overlay.borders:
            kind = "route"
        else:
            kind = self.chart.links.get(name)
        if kind is None:
            return False
        way = self.look.way
        river = self.look.river
        signs = {"route": ROUTE, "way": way, "river": river, "both": way[:1] + river[1:]}
        role = "way" if kind == "both" else kind
        canvas.put(column, signs[kind] * (room // 2), role)
        return True

    def _sign(self, position: Hex, hex_id: str) -> tuple[str, str]:
        overlay = self.overlay
        look = self.look
        if hex_id in overlay.letters:
            return f"{overlay.letters[hex_id]} ", "letter"
        if hex_id == overlay.place:
            return PARTY, "party"
        if hex_id == overlay.goal:
            return f"{look.goal} ", "goal"
        if hex_id in overlay.via:
            return look.waypoint(overlay.via.index(hex_id) + 1), "via"
        sign, role = self._ground_sign(position, hex_id)
        if self.tiling.wide == 2:
            text, badge = self._badge(hex_id)
            if hex_id in overlay.route and badge != "night":
                return ROUTE, "route"
            if text:
                return text + sign[len(text) :], badge
        return sign, role

    def _ground_sign(self, at: Hex, hex_id: str) -> tuple[str, str]:
        look = self.look
        spot = self._explored(at, hex_id)
        if spot is None:
            return UNEXPLORED, "sign"
        if spot.place:
            return f"{look.place} ", "place"
        if spot.crossing:
            return f"{look.crossing} ", "place"
        return look.terrain(spot.row), "sign"

    def _badge(self, hex_id: str) -> tuple[str, str]:
        """The night spent in a hex, or when it is reached, with its role; "" for neither."""
        overlay = self.overlay
        if hex_id in overlay.nights:
            return self.look.night(overlay.nights[hex_id]), "night"
        return overlay.reach.get(hex_id, "")[:1], "reach"

    def _names(self, line: int) -> list[tuple[Hex, str]]:
        """The names that stand under the signs of the line above, if there is room for them."""
        tiling = self.tiling
        under = line - 2 if tiling.large else line - 1
        number, odd = divmod(under, tiling.half)
        if odd or not self.names:
            return []
        number += 2 * self.chart.rows.start + 1
        return [
            (position, label)
            for position, label in self.chart.labels.get(number, ())
            if (tiling.large or self._has_room(position, label, number))
            and self._explored(position, self._ids[position]) is not None
        ]

    def _name(self, canvas: MapRowCanvas, at: Hex, label: str) -> None:
        """Write a name whole or not at all."""
        column = self.tiling.column_of(at)
        wide = len(label)
        places: tuple[int, ...] = (column, column + 2 - wide)
        if self.tiling.large:
            if not canvas.first <= column < canvas.last:
                return
            centre = column + 1 - wide // 2
            end = canvas.last - wide
            places = (min(max(centre, canvas.first), max(end, canvas.first)),)
        for start in places:
            if canvas.put_whole(start, label, "label", WRITABLE):
                self._whole_signs(canvas, start, start + wide)
                break

    def _whole_signs(self, canvas: MapRowCanvas, start: int, end: int) -> None:
        """Take away the other half of a sign that a name has covered half."""
        if self.tiling.large:
            return
        for column, beside in ((start - 1, start - 2), (end, end + 1)):
            if canvas.role_at(column) == "sign" and canvas.role_at(beside) != "sign":
                canvas.put(column, " ", "")

    def _has_room(self, position: Hex, label: str, line: int) -> bool:
        spots = self.chart.spots
        for x in range(position.x + 1, position.x + 1 + (len(label) - 1) // self.tiling.wide):
            lower = line - 1 if x % 2 == 0 else line
            other = spots.get(Hex(x, lower // 2, position.z))
            if other is not None and other.label and (other.place or not spots[position].place):
                return False
        return True

    def _cursor(self, canvas: MapRowCanvas, at: Hex) -> None:
        column = self.tiling.column_of(at)
        canvas.put(column - 1, "[", "cursor")
        for index in (column - canvas.first, column + 1 - canvas.first):
            if 0 <= index < len(canvas.roles):
                canvas.roles[index] = "cursor"
        canvas.put(column + 2, "]", "cursor")
