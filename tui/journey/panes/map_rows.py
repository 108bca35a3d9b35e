"""A region as characters and their roles: hexes, lines between them, an overlay; without a screen.

A chart is made once per map and ruleset (possibly in a worker) and never changes. A hex has two
lines and 2 or 4 columns: on the upper stands its sign of two columns, right of it the line towards
SE; on the lower, under the sign, the line towards S, and right of that the line by which its
southern neighbour goes NE. So every line between two hexes has a place of its own.

A large hex has four lines of 6, 8, 8 and 6 columns, and the next column of hexes stands 7 further:
so they tile. Its sign and its middle are on the second line, its name is under them; a line to a
neighbour goes from its middle to its edge, where that of the neighbour begins.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache, partial
from itertools import groupby, pairwise
from typing import Literal, NamedTuple, TypeAlias, TypedDict

from core.rulesets.schema import Ruleset
from core.travel.lexicon import Lexicon, lexicon
from core.travel.regionmap import (
    SIDES,
    Hex,
    HexCell,
    RegionMap,
    half_row,
    name_hex,
    parse_hex,
    side_of,
    step,
)
from core.values import Struct
from tui.kit.lines_view import Made
from tui.kit.looks import GROUNDS, PARTY, ROUTE, UNEXPLORED, Look

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


class ChartHexes(Mapping[Hex, ChartHex]):
    """Hexes of a chart, each worked out by `draw` when it is first looked at."""

    def __init__(self, cells: Mapping[Hex, HexCell], draw: Callable[[Hex], ChartHex]) -> None:
        self.cells = cells
        self._drawn = Made(draw)

    def __getitem__(self, at: Hex) -> ChartHex:
        if at not in self.cells:
            raise KeyError(at)
        return self._drawn[at]

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
        found: dict[int, list[tuple[Hex, str]]] = {}
        named = ((at, self.spots[at]) for at in (self.spots if self.named is None else self.named))
        for at, spot in sorted(named, key=lambda one: (not one[1].place, one[0])):
            if spot.label:
                found.setdefault(half_row(at) + 1, []).append((at, spot.label))
        return {line: tuple(names) for line, names in found.items()}

    def holds(self, at: Hex) -> bool:
        """Whether `at` is in the rectangle of the chart, described or not."""
        return not at.z and at.x in self.columns and at.y in self.rows

    def find(self, hex_id: str) -> Hex | None:
        """The place of the hex with this id; None when it is not in the chart's rectangle."""
        at = parse_hex(hex_id)
        return at if at is not None and self.holds(at) else None


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
    found = set()
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


def _spot(cell: HexCell, words: Lexicon, crossed: bool) -> ChartHex:
    ground = words.ground(cell)
    row = ground.slug if ground.kind != "unmapped" else ground.word
    parts = (part for word in cell.words for part in PARTS.split(word.lower()))
    return ChartHex(
        row,
        cell.label,
        place=words.is_landing(cell) or not SETTLEMENTS.isdisjoint(parts),
        crossing=crossed or words.crossing_of(cell) != "none",
        explored=cell.explored,
    )


# drawing


MARGIN = 1
LARGE = 8
"""The width of a hex from which on it has four lines."""
STEP = 7
"""From one column of large hexes to the next."""

NORTH, EAST, SOUTH, WEST = 1, 2, 4, 8
OUTER = (0, 3)
"""The lines of a large hex that are two columns narrower."""
MIDDLE = (1, 3)
"""Line and column of a large hex where the lines to its neighbours meet."""

_HALVES: Mapping[str, tuple[tuple[int, int, int], ...]] = {
    "N": ((1, 3, NORTH), (0, 3, NORTH | SOUTH)),
    "S": ((1, 3, SOUTH), (2, 3, NORTH | SOUTH), (3, 3, NORTH | SOUTH)),
    "NE": (
        (1, 3, EAST), (1, 4, EAST | WEST), (1, 5, NORTH | WEST), (0, 5, SOUTH | EAST),
        (0, 6, EAST | WEST),
    ),
    "SE": (
        (1, 3, EAST), (1, 4, EAST | WEST), (1, 5, SOUTH | WEST), (2, 5, NORTH | EAST),
        (2, 6, EAST | WEST), (2, 7, EAST | WEST),
    ),
    "NW": ((1, 3, WEST), (1, 2, EAST | WEST), (1, 1, NORTH | EAST), (0, 1, SOUTH | WEST)),
    "SW": (
        (1, 3, WEST), (1, 2, EAST | WEST), (1, 1, SOUTH | EAST), (2, 1, NORTH | WEST),
        (2, 0, EAST | WEST),
    ),
}  # fmt: skip
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


class MapOverlay(Struct, dict=True):
    """The overlay of the chart, by hex id.

    `nights` maps a hex to the number of the night spent there, `reach` to one sign (the day on
    which it is reached), `letters` to a letter to jump to; `explored` overrides the chart. `via`
    are the waypoints of the next route, in their order.
    """

    place: str = ""
    goal: str = ""
    route: tuple[str, ...] = ()
    via: tuple[str, ...] = ()
    nights: Mapping[str, int] = {}
    boats: frozenset[str] = frozenset()
    reach: Mapping[str, str] = {}
    letters: Mapping[str, str] = {}
    explored: Mapping[str, bool] = {}

    @cached_property
    def borders(self) -> frozenset[Border]:
        """The borders that the route crosses."""
        hexes = [*map(parse_hex, self.route)]
        found = (border(a, b) for a, b in pairwise(hexes) if a is not None and b is not None)
        return frozenset(name for name in found if name is not None)

    @cached_property
    def marked(self) -> frozenset[str]:
        """The ids of the hexes of which more is drawn than when they are reached."""
        steps = (self.place, self.goal, *self.route, *self.via)
        return frozenset((*steps, *self.nights, *self.boats, *self.letters))

    def changed(self, other: MapOverlay) -> Iterator[str]:
        """The ids of the hexes that differ under `other`, some of them more than once."""
        yield from self.boats ^ other.boats
        for before, after in zip(self._by_hex, other._by_hex, strict=True):
            if before is not after:
                both = before.keys() | after.keys()
                yield from (one for one in both if before.get(one) != after.get(one))

    @property
    def _by_hex(self) -> tuple[Mapping[str, object], ...]:
        steps = ((self.place, self.goal), self.route, self.via)  # which change as a whole
        by_hex = (self.nights, self.reach, self.letters, self.explored)
        return (*(dict.fromkeys(each, each) for each in steps), *by_hex)


class MapChanges(TypedDict, total=False):
    """Some fields of a `MapOverlay`."""

    place: str
    goal: str
    route: tuple[str, ...]
    via: tuple[str, ...]
    nights: Mapping[str, int]
    boats: frozenset[str]
    reach: Mapping[str, str]
    letters: Mapping[str, str]
    explored: Mapping[str, bool]


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
        self.begin, self.end = len(self.chars), 0

    def put(self, column: int, text: str, role: str) -> None:
        """Write `text` from `column` on, as far as it is visible."""
        self.begin = min(self.begin, column - self.first)
        self.end = max(self.end, column - self.first + len(text))
        for index, char in enumerate(text, column - self.first):
            if 0 <= index < len(self.chars):
                self.chars[index], self.roles[index] = char, role

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


class HexTiling:
    """Where the hexes of a chart are in its picture, in one width of hexes."""

    def __init__(self, chart: Chart, wide: int) -> None:
        self.chart = chart
        self.wide = wide
        self.large = wide >= LARGE
        self.step = STEP if self.large else wide
        self.half = 2 if self.large else 1
        self._left = MARGIN - (wide > 2)

    @property
    def width(self) -> int:
        """The columns that the whole chart takes."""
        return MARGIN + len(self.chart.columns) * self.step + (not self.large)

    @property
    def height(self) -> int:
        """The lines that the whole chart takes."""
        return (2 * len(self.chart.rows) + 1) * self.half

    def line_of(self, at: Hex) -> int:
        """The line of a hex's sign."""
        return (half_row(at) - 2 * self.chart.rows.start) * self.half + self.large

    def column_of(self, at: Hex) -> int:
        """The column where a hex's sign begins."""
        return (MIDDLE[1] if self.large else MARGIN) + (at.x - self.chart.columns.start) * self.step

    def spot_of(self, at: Hex) -> tuple[int, int]:
        """The column and the line of a hex's sign."""
        return self.column_of(at), self.line_of(at)

    def lines_of(self, at: Hex) -> range:
        """The lines on which something changes that changes in this hex or at its edges."""
        line = self.line_of(at)
        return range(line - 1, line + (3 if self.large else 2))

    def hex_at(self, column: int, line: int) -> Hex | None:
        """The hex on whose ground a place of the picture is; None outside the map."""
        at = self._at(self._index(column, line), line)[0]
        return at if self.chart.holds(at) else None

    def _at(self, index: int, line: int) -> tuple[Hex, int]:
        """The hex of this column that this line goes through, and which of its lines it is."""
        x = self.chart.columns.start + index
        row, part = divmod(line - (x % 2 == 0) * self.half, 2 * self.half)
        return Hex(x, self.chart.rows.start + row), part

    def _index(self, column: int, line: int) -> int:
        """The column of hexes on whose ground this one of the picture is."""
        index, inside = divmod(column - self._left, self.step)
        narrow = self.large and not inside and self._at(index, line)[1] in OUTER
        return index - narrow

    def _start(self, index: int, line: int) -> int:
        """The column where the ground of a hex begins on this line."""
        narrow = self.large and self._at(index, line)[1] in OUTER
        return self._left + index * self.step + narrow


class MapRows(HexTiling):
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
        super().__init__(chart, wide)
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
        for at in map(self.chart.find, overlay.marked):
            if at is not None:
                index = at.x - self.chart.columns.start
                for line in self.lines_of(at):  # a line out of a hex ends on the next one's ground
                    self._marked.setdefault(line, set()).update((index, index + 1))

    def frame(self, edges: bool) -> None:
        """Draw the edges of large hexes from now on, or no more."""
        if edges != self.edges:
            self.edges = edges
            self._spots.clear()

    def draw(self, line: int, first: int, last: int, cursor: Hex | None = None) -> list[MapPiece]:
        """Line `line` of the picture, its columns from `first` up to `last`, hex by hex."""
        left, right = self._index(first, line), self._index(last - 1, line) + 1
        right = max(left, min(right, len(self.chart.columns) + 1))
        spots = [*map(self._spots[line].__getitem__, range(left, right))]
        for index in self._marked.get(line, ()):
            if left <= index < right:
                spots[index - left] = self._spot(line, index)
        reached = self.overlay.reach.get
        pieces = []
        for index, (hex_id, drawn) in enumerate(spots, left):
            sign = reached(hex_id)
            piece = drawn.get(sign)
            if piece is None:
                piece = drawn[sign] = self._piece(line, index)
            pieces.append(piece)
        over = self._start(right, line) - last
        if over > 0:
            pieces[-1] = self._pieces[pieces[-1].part(0, -over)]
        elif over:
            pieces.append(self._pieces[" " * -over, ("",) * -over, None])
        before = first - self._start(left, line)
        if before:
            pieces[0] = self._pieces[pieces[0].part(before)]
        here = cursor if cursor is not None and self.line_of(cursor) == line else None
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
                chars, roles = canvas.chars[start:end], canvas.roles[start:end]
                pieces[number] = self._pieces["".join(chars), tuple(roles), piece.ground]
            start = end

    def _spot(self, line: int, index: int) -> _Spot:
        return self._ids[self._at(index, line)[0]], {}

    def _piece(self, line: int, index: int) -> MapPiece:
        at, part = self._at(index, line)
        wide = self.wide - 2 * (self.large and part in OUTER)
        canvas = MapRowCanvas(self._start(index, line), " " * wide, ("",) * wide)
        ground = None
        if self.chart.holds(at):
            ground = self._ground(at, self._ids[at])
        if self.large and ground is not None:
            self._large(canvas, at, part, ground)
        elif not self.large:
            self._beside(canvas, at, part)
            self._beside(canvas, *self._at(index - 1, line))  # which ends on this ground
            if ground is not None:
                self._small(canvas, at, part)
        return self._pieces["".join(canvas.chars), tuple(canvas.roles), ground]

    def _explored(self, at: Hex, hex_id: str) -> ChartHex | None:
        spot = self.chart.spots.get(at)
        return spot if spot and self.overlay.explored.get(hex_id, spot.explored) else None

    def _ground(self, at: Hex, hex_id: str) -> HexTint:
        spot, overlay = self._explored(at, hex_id), self.overlay
        name = UNKNOWN if spot is None else ground_of(spot.row)
        tint = ""
        if hex_id in overlay.reach:
            tint = "reach" if overlay.reach[hex_id] == "1" else "far"
        elif hex_id in overlay.route:
            tint = "way"
        return HexTint(name, (at.x + at.y) % 2 == 1, tint)

    def _large(self, canvas: MapRowCanvas, at: Hex, part: int, ground: HexTint) -> None:
        left, look, overlay = self.column_of(at) - MIDDLE[1], self.look, self.overlay
        hex_id, inner = self._ids[at], part not in OUTER
        text, role = self._sign(at, hex_id)
        if self.edges:
            canvas.put(left + (not inner), "/" if part < 2 else "\\", "sign")
            if part == 3:
                canvas.put(left + 2, "_" * (LARGE - 3), "sign")
        spot = self._explored(at, hex_id)
        if spot is not None:
            sign = look.terrain(spot.row)
            for line, column in _DENSE.get(ground.name, ()):
                if line == part:
                    canvas.put(left + column, sign[column % 2], "sign")
        if part == MIDDLE[0] and role == "sign":
            canvas.put(left + MIDDLE[1], text, role)
        self._lines(canvas, at, left, part)
        if part == MIDDLE[0]:
            if role != "sign":
                canvas.put(left + MIDDLE[1], text.rstrip(), role)
            canvas.put(left + 6, *self._badge(hex_id))
        elif part == 2 and hex_id in overlay.boats:
            canvas.put(left + 1, look.boat, "boat")

    def _lines(self, canvas: MapRowCanvas, at: Hex, left: int, part: int) -> None:
        """The lines from the middle of a large hex to its neighbours, as far as on this line."""
        found: dict[str, dict[int, int]] = {}
        links, borders = self.chart.links, self.overlay.borders
        for number, side in enumerate(SIDES):
            name = (step(at, number), _NAMED[side]) if side in _NAMED else (at, side)
            kind = links.get(name)
            kinds = ["river", "way"] if kind == "both" else [kind] if kind else []
            for one in [*kinds, "route"] if name in borders else kinds:
                cells = found.setdefault(one, {})
                for line, column, goes in _HALVES[side]:
                    if line == part:
                        cells[column] = cells.get(column, 0) | goes
        look = self.look
        if found and part == MIDDLE[0]:
            canvas.put(left + MIDDLE[1], "  ", "")  # no half of the hex's sign beside a line
        for column, bits in found.get("river", {}).items():
            wide = 1 if bits & (EAST | WEST) else 2
            river = look.river[column % 2 :] + look.river[: column % 2]
            canvas.put(left + column, river[:wide], "river")
        for one, signs in (("way", look.road), ("route", look.track)):
            for column, bits in found.get(one, {}).items():
                canvas.put(left + column, signs[bits], one)

    def _small(self, canvas: MapRowCanvas, at: Hex, part: int) -> None:
        hex_id, column = self._ids[at], self.column_of(at)
        if not part:
            canvas.put(column, *self._sign(at, hex_id))
        elif not self._line(canvas, column, (at, "S"), 2) and hex_id in self.overlay.boats:
            canvas.put(column, self.look.boat, "boat")

    def _beside(self, canvas: MapRowCanvas, at: Hex, part: int) -> None:
        """What stands right of the sign of a small hex, or of the line under it."""
        column, room = self.column_of(at) + 2, self.wide - 2
        if not room:
            return
        if part:
            self._line(canvas, column, (Hex(at.x, at.y + 1, at.z), "NE"), room)
        elif self.chart.holds(at):
            self._line(canvas, column, (at, "SE"), room)
            text, role = self._badge(self._ids[at])
            canvas.put(column, text[:room], role)

    def _line(self, canvas: MapRowCanvas, column: int, name: Border, room: int) -> bool:
        kind = "route" if name in self.overlay.borders else self.chart.links.get(name)
        if kind is None:
            return False
        way, river = self.look.way, self.look.river
        signs = {"route": ROUTE, "way": way, "river": river, "both": way[:1] + river[1:]}
        canvas.put(column, signs[kind] * (room // 2), "way" if kind == "both" else kind)
        return True

    def _sign(self, at: Hex, hex_id: str) -> tuple[str, str]:
        overlay, look = self.overlay, self.look
        if hex_id in overlay.letters:
            return f"{overlay.letters[hex_id]} ", "letter"
        if hex_id == overlay.place:
            return PARTY, "party"
        if hex_id == overlay.goal:
            return f"{look.goal} ", "goal"
        if hex_id in overlay.via:
            return look.waypoint(overlay.via.index(hex_id) + 1), "via"
        spot = self._explored(at, hex_id)
        if spot is None:
            sign, role = UNEXPLORED, "sign"
        elif spot.place:
            sign, role = f"{look.place} ", "place"
        elif spot.crossing:
            sign, role = f"{look.crossing} ", "place"
        else:
            sign, role = look.terrain(spot.row), "sign"
        if self.wide == 2:
            text, badge = self._badge(hex_id)
            if hex_id in overlay.route and badge != "night":
                return ROUTE, "route"
            if text:
                return text + sign[len(text) :], badge
        return sign, role

    def _badge(self, hex_id: str) -> tuple[str, str]:
        """The night spent in a hex, or when it is reached, with its role; "" for neither."""
        overlay = self.overlay
        if hex_id in overlay.nights:
            return self.look.night(overlay.nights[hex_id]), "night"
        return overlay.reach.get(hex_id, "")[:1], "reach"

    def _names(self, line: int) -> list[tuple[Hex, str]]:
        """The names that stand under the signs of the line above, if there is room for them."""
        number, odd = divmod(line - 1 - self.large, self.half)
        number += 2 * self.chart.rows.start + 1
        if odd or not self.names:
            return []
        return [
            (at, label)
            for at, label in self.chart.labels.get(number, ())
            if (self.large or self._has_room(at, label, number))
            and self._explored(at, self._ids[at]) is not None
        ]

    def _name(self, canvas: MapRowCanvas, at: Hex, label: str) -> None:
        """Write a name whole or not at all."""
        column, wide = self.column_of(at), len(label)
        places: tuple[int, ...] = (column, column + 2 - wide)
        if self.large:
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
        for column, beside in ((start - 1, start - 2), (end, end + 1)):
            cut, other = column - canvas.first, beside - canvas.first
            if not self.large and 0 <= cut < len(canvas.roles) and canvas.roles[cut] == "sign":
                whole = 0 <= other < len(canvas.roles) and canvas.roles[other] == "sign"
                if not whole:
                    canvas.put(column, " ", "")

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


HEX_GROUNDS = GROUNDS[:10]
"""The grounds of the theme that hexes may have."""
UNKNOWN = HEX_GROUNDS[-1]

_GROUND_OF = {
    "mountains": "mountain", "hills": "hill", "forest": "forest", "deep_forest": "forest",
    "jungle": "forest", "plains": "plain", "moor": "plain", "urban": "town",
    "swamp": "swamp", "desert": "dry", "sandy_desert": "dry", "frozen_tundra": "cold",
    "water": "water", "lake": "water", "sea": "water", "river": "water",
}  # fmt: skip

WRITABLE = frozenset({"", "way", "river", "reach", "sign"})
"""The roles that a place's name may be written over."""


def ground_of(row: str) -> str:
    """The ground of the theme that a terrain row has."""
    return _GROUND_OF.get(row, "plain")
