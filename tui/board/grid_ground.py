"""The ground of the battle grid: its signs in each look; its rows, drawn once when first seen.

Two columns a square: the sign, and then the sign again or the border to the
right or below. Of one column only the sign is left.
"""

from __future__ import annotations

from collections.abc import Mapping

from core.combat.board.drawing import DoorState
from core.combat.board.squares import Battlefield, parse_edge
from core.combat.search.search import BAND, rows_of
from core.messages import N_, Template
from core.values import Struct
from tui.board.grid_paint import ODD
from tui.kit.lines_view import Made
from tui.kit.looks import LookName

OPEN = "."

ROLES: Mapping[str, str] = {
    ".": "open",
    ":": "rough",
    "%": "rough",
    "^": "hazard",
    "~": "water",
    "o": "low",
    "=": "low",
    "&": "fog",
    "#": "wall",
    "@": "wall",
    '"': "fog",
    "-": "rough",
    "*": "rough",
    "/": "rough",
}
"""The role of each sign of the ground; ground of several kinds is of role "own"."""


class GridSigns(Struct):
    """How one look draws: the ground by its signs, walls on borders, doors, bodies.

    Ground of several kinds that has no sign of its own (a thicket has) has those of its kinds.
    `walls`, `low` and `veils` are by (on the right, below); a body has corners `above` and `below`,
    `sides` between them.
    """

    ground: Mapping[str, str]
    walls: Mapping[tuple[bool, bool], str]
    low: Mapping[tuple[bool, bool], str]
    veils: Mapping[tuple[bool, bool], str]
    mixed: str
    doors: Mapping[DoorState, str]
    above: str
    sides: str
    below: str

    def ends(self, line: int, last: int) -> str:
        """Both ends of a body's frame on one of its lines, the first is 0."""
        if not line:
            return self.above
        if line == last:
            return self.below
        return self.sides

    def pair(self, kinds: str) -> str:
        """The two columns of a square of ground, by the signs of its kinds."""
        if kinds == OPEN:
            return f"{OPEN} "
        drawn = self.ground.get(kinds) or "".join(self.ground.get(kind, kind) for kind in kinds)
        return (drawn * 2)[:2]


_PLAIN = GridSigns(
    ground={"o": "("},
    walls={(True, False): "|", (False, True): "_", (True, True): "]"},
    low={(True, False): "!", (False, True): ",", (True, True): ";"},
    veils={(True, False): "{", (False, True): "}", (True, True): "`"},
    mixed="]",
    doors={"closed": "+", "locked": "$", "open": "'"},
    above="[]",
    sides="[]",
    below="[]",
)
_LINES = GridSigns(
    ground={
        ":": "░",
        "%": "▒",
        "^": "▲",
        "~": "≈",
        "o": "▫",
        "=": "≡",
        "&": "▓",
        "#": "█",
        ":&": "♣",
    },
    walls={(True, False): "│", (False, True): "─", (True, True): "┘"},
    low={(True, False): "¦", (False, True): ",", (True, True): ";"},
    veils={(True, False): "┊", (False, True): "┈", (True, True): "╯"},
    mixed="┘",
    doors={"closed": "▯", "locked": "▮", "open": "'"},
    above="┌┐",
    sides="││",
    below="└┘",
)
SIGNS: Mapping[LookName, GridSigns] = {"plain": _PLAIN, "lines": _LINES}
GROUND_WORDS: Mapping[str, Template] = {
    ":": N_("rough"),
    "%": N_("twice"),
    "^": N_("hazard"),
    "&": N_("fog"),
    "~": N_("deep water"),
    "o": N_("low"),
    "#": N_("rock"),
    "@": N_("earth"),
    '"': N_("dim air"),
}
"""The words of the legend for the signs of ground; the command line takes them, too."""


BLANK = " "
EMPTY = Battlefield(0, 0)


class GroundRow(Struct):
    """A row of ground without an overlay.

    `doubled` has the ground's sign in both columns (but for the last square, which ends the
    picture), as it is drawn where no layer is shown; `single` has it once. `edged` are squares
    (bits of this row) whose second column a border takes, `edges` those signs by column; `roles`
    are by column of the picture.
    """

    doubled: tuple[str, ...]
    single: tuple[str, ...]
    roles: tuple[str, ...]
    edged: int
    edges: Mapping[int, str]


class RowBits:
    """A set of squares of a board, row by row."""

    def __init__(self, squares: int, field: Battlefield) -> None:
        self._squares = squares
        self._stride = field.stride
        self._whole_row = (1 << field.width) - 1
        self._bands = Made(self._band)

    def _band(self, number: int) -> int:
        size = BAND * self._stride
        return (self._squares >> number * size) & ((1 << size) - 1)

    def row(self, y: int) -> int:
        """The squares of one row, the leftmost as bit 0."""
        band, line = divmod(y, BAND)
        return (self._bands[band] >> line * self._stride) & self._whole_row


class GroundPainter:
    """A board in one look."""

    def __init__(
        self,
        field: Battlefield,
        doors: Mapping[str, DoorState],
        signs: GridSigns,
        wide: int,
    ) -> None:
        self.field = field
        self.doors = doors
        self.signs = signs
        self.wide = wide
        self._own = dict(field.own)
        self._doors: dict[int, dict[int, dict[str, DoorState]]] = {}
        for edge, state in doors.items():
            one, other = parse_edge(edge)
            side = "right" if one.y == other.y else "below"
            self._doors.setdefault(one.y, {}).setdefault(one.x, {})[side] = state
        self.rows = Made(self._row)
        """The rows of the board."""
        self.paints = Made(self._painted)
        """The paint of each square of a row."""

    def _painted(self, y: int) -> tuple[str, ...]:
        names = (ROLES.get(kinds, "own") for kinds in self.kinds(y))
        return tuple(name + ODD if (x + y) % 2 else name for x, name in enumerate(names))

    def kinds(self, y: int) -> list[str]:
        """The signs of the kinds of ground of each square of a row; most have one."""
        return [self._own.get(sign, sign) or OPEN for sign in self.field.rows[y]]

    def borders(self, y: int) -> dict[int, dict[str, str]]:
        """What is right of and below the squares of a row: "wall", "low", "fog", or a door's state.

        "fog" is a veil.
        """
        rows = [self.bits(bits, y) for bits in _borders(self.field)]
        right, below, low_right, low_below, veil_right, veil_below = rows
        signs: dict[int, dict[str, str]] = {}
        for side, kind, bits in (
            ("right", "fog", veil_right),
            ("below", "fog", veil_below),
            ("right", "low", low_right),
            ("below", "low", low_below),
            ("right", "wall", right),
            ("below", "wall", below),
        ):
            for x in range(bits.bit_length()):
                if bits >> x & 1:
                    signs.setdefault(x, {})[side] = kind
        for x, here in self._doors.get(y, {}).items():
            signs.setdefault(x, {}).update(here)
        return signs

    def busy_rows(self) -> tuple[int, ...]:
        """The rows that change when a layer is shown: those with doubled signs."""
        if self.wide != 2:
            return ()
        plain = OPEN * self.field.width
        return tuple(y for y, row in enumerate(self.field.rows) if row != plain)

    def bits(self, layer: int, y: int) -> int:
        """The squares of one row of a set of squares, the leftmost as bit 0."""
        return (layer >> (y * self.field.stride)) & ((1 << self.field.width) - 1)

    def changed(self, painter: GroundPainter) -> tuple[int, ...] | None:
        """The rows that differ in `painter`, None when the whole picture does."""
        mine = self.field
        its = painter.field
        if (mine.width, mine.height, mine.own, self.signs, self.wide) != (
            its.width,
            its.height,
            its.own,
            painter.signs,
            painter.wide,
        ):
            return None
        rows = {
            y for y, pair in enumerate(zip(mine.rows, its.rows, strict=True)) if len({*pair}) > 1
        }
        for one, two in zip(_borders(mine), _borders(its), strict=True):
            rows |= set(rows_of(one ^ two, mine.stride))
        rows |= {
            y
            for y in {*self._doors, *painter._doors}
            if self._doors.get(y) != painter._doors.get(y)
        }
        return tuple(sorted(rows))

    def adopt(self, other: GroundPainter, changed: tuple[int, ...]) -> None:
        """Take over the rows of another painter, but for those that changed."""
        self.rows.update((y, row) for y, row in other.rows.items() if y not in changed)

    def _row(self, y: int) -> GroundRow:
        wide = self.wide
        row = self.kinds(y)
        pairs = {kinds: self.signs.pair(kinds) for kinds in set(row)}
        single = [pairs[kinds][0] for kinds in row]
        roles = [ROLES.get(kinds, "own") for kinds in row]
        if wide == 1:
            doubled = list(single)
        else:
            doubled = list("".join(pairs[kinds] for kinds in row))
            doubled[-1] = BLANK
            single = [char for sign in single for char in (sign, BLANK)]
            roles = [role for role in roles for _ in range(2)]
        edges = {}
        for x, sides in self.borders(y).items():
            edges[x], role = self._edge(sides)
            last = x * wide + wide - 1
            if role == "door" and len(sides) > 1:  # another border is there too
                roles[x * wide] += " under"
            if wide == 1 and row[x] != OPEN:
                roles[last] += " under"
            else:
                doubled[last] = single[last] = edges[x]
                roles[last] = role
        edged = sum(1 << x for x in edges)
        return GroundRow(tuple(doubled), tuple(single), tuple(roles), edged, edges)

    def _edge(self, sides: Mapping[str, str]) -> tuple[str, str]:
        # The sign and the role of the borders of a square: a door, the first that is shut.
        kinds = {*sides.values()}
        signs = self.signs
        doors = [sign for state, sign in signs.doors.items() if state in kinds]
        if doors:
            return doors[0], "door"
        if len(kinds) > 1:
            return signs.mixed, "wall"
        if "low" in kinds:
            table = signs.low
        elif "fog" in kinds:
            table = signs.veils
        else:
            table = signs.walls
        return table["right" in sides, "below" in sides], kinds.pop()


def _borders(field: Battlefield) -> tuple[int, ...]:
    return (
        field.wall_east,
        field.wall_south,
        field.low_east,
        field.low_south,
        field.veil_east,
        field.veil_south,
    )
