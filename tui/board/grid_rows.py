"""Rows of the battle grid as text and roles, without a screen.

Two columns a square: the first is its sign, the second that of the layer. A
border that needs the second column too wins it; what wanted it turns the square's own sign in
reverse. Of one column the second sign becomes reverse or underlined, whatever the theme. Larger
squares have lines too, and room for each.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple, TypeAlias, TypeVar

from rich.cells import cell_len

from core.combat.board.drawing import DoorState
from core.combat.board.squares import LETTERS, Battlefield, Square, name_column
from core.combat.search.search import rows_of
from core.messages import Message
from core.values import Struct
from tui.board.grid_cells import (
    BLOCK,
    TALL,
    BlockCanvas,
    Index,
    Over,
    Signs,
    TokenCell,
    Two,
    cells,
    compose_one,
    drawn,
    ground_blocks,
    indexed,
    lay_cursor,
    lay_over,
    lay_sign,
    token_blocks,
)
from tui.board.grid_ground import BLANK, EMPTY, OPEN, SIGNS, GroundPainter, RowBits
from tui.board.grid_paint import tint
from tui.board.grid_things import GridOverlay
from tui.kit.lines_view import Made
from tui.kit.looks import PLAIN, Look
from tui.kit.painted_view import KEPT

MARGIN = 4
"""Columns that the row numbers take."""
AREA = "*"
MISFIT = "?"
"""Is drawn for a character that takes two columns of the terminal, or none."""
_RUN = re.compile("1+")
K = TypeVar("K")
GridSpan: TypeAlias = tuple[str, str, str]
"""Characters of one role on one paint: text, role, paint."""
DrawnPart: TypeAlias = tuple[list[str], list[str]]
"""The characters of some squares on one line, and their roles."""


class SaidSquares(NamedTuple):
    """Squares of a row of which the same is said: sign, role, tint; as bits, and run by run."""

    sign: str
    role: str
    tint: str
    bits: int
    runs: list[tuple[int, int]]


class GridRow(Struct):
    """One line of the picture: its characters, the role of each, and what is painted under them.

    `paints` are by square, of `wide` columns each, behind the number of the row; none if nothing
    is painted.
    """

    chars: list[str]
    roles: list[str]
    paints: list[str]
    wide: int

    @property
    def text(self) -> str:
        """The characters."""
        return "".join(self.chars)

    def with_part(
        self, head: list[str], square: int, chars: list[str], roles: list[str], paints: list[str]
    ) -> GridRow:
        """The line with other roles of its `head`, and other squares from `square` of it on."""
        first = MARGIN + square * self.wide
        last = max(first, min(first + len(chars), len(self.chars)))
        line = GridRow(self.chars.copy(), self.roles.copy(), self.paints.copy(), self.wide)
        line.chars[first:last] = _fitting(chars[: last - first])
        line.roles[:MARGIN] = head
        line.roles[first:last] = roles[: last - first]
        line.paints[square : square + len(paints)] = paints
        return line

    def spans(self) -> list[GridSpan]:
        """The whole line."""
        if not self.paints:
            return _spans(self.text, self.roles, "")
        spans = [*self.head()]
        for square in self.squares():
            spans += square_spans(square)
        return [*spans, *self.rest()]

    def head(self) -> tuple[GridSpan, ...]:
        """The number of a painted row."""
        return ((self.text[:MARGIN], self.roles[0], ""),)

    def squares(self, first: int = 0, last: int = sys.maxsize) -> Iterator[tuple[str, ...]]:
        """Each of these squares of a painted row: its characters, then their roles, then the paint.

        The last of a row has fewer of them where it is cut at the edge.
        """
        wide = self.wide
        count = len(self.paints)
        whole = max(first, min(last, count, (len(self.chars) - MARGIN) // wide))
        start = MARGIN + first * wide
        end = MARGIN + whole * wide
        parts = [self.chars[column:end:wide] for column in range(start, start + wide)]
        parts += (self.roles[column:end:wide] for column in range(start, start + wide))
        yield from zip(*parts, self.paints[first:whole], strict=True)
        if whole < min(last, count):
            yield *self.chars[end:], *self.roles[end:], self.paints[whole]

    def rest(self) -> tuple[GridSpan, ...]:
        """What is behind the last square of a painted row."""
        text = self.text[MARGIN + self.wide * len(self.paints) :]
        if text:
            return ((text, "", ""),)
        return ()


def square_spans(square: tuple[str, ...]) -> list[GridSpan]:
    """A square of a painted row, as `GridRow.squares` gives it."""
    *columns, paint = square
    wide = len(columns) // 2
    return _spans("".join(columns[:wide]), columns[wide:], paint)


def _spans(text: str, roles: list[str], paint: str) -> list[GridSpan]:
    spans = []
    start = 0
    before = ""
    for end, role in enumerate(roles):
        if role != before:
            if end:
                spans.append((text[start:end], before, paint))
            start = end
            before = role
    spans.append((text[start:], before, paint))
    return spans


class GridRows:
    """Draws rows of a board under an overlay, in one look and one size of squares.

    `painted`: whether squares and tokens have backgrounds.
    """

    def __init__(
        self,
        field: Battlefield = EMPTY,
        doors: Mapping[str, DoorState] | None = None,
        overlay: GridOverlay | None = None,
        look: Look = PLAIN,
        wide: int = 2,
        painted: bool = False,
    ) -> None:
        self.ground = GroundPainter(field, doors or {}, SIGNS[look.name], wide)
        self.look = look
        self.wide = wide
        self.tall = TALL[wide]
        self.painted = painted
        self.overlay = GridOverlay()
        self._layer: Mapping[str, RowBits] = {}
        self._area = RowBits(0, field)
        self._over: Index = {}
        self._along = frozenset[Square]()
        self._bodies: dict[Square, TokenCell] = {}
        self._tokens: dict[Square, BlockCanvas] = {}
        self._lines: Signs = {}
        self._blocks = Made(partial(ground_blocks, self.ground))
        self.lay(overlay or GridOverlay())

    @property
    def field(self) -> Battlefield:
        """The board."""
        return self.ground.field

    @property
    def width(self) -> int:
        """The columns of the whole picture."""
        return MARGIN + self.field.width * self.wide

    @property
    def layered(self) -> bool:
        """Whether a layer is shown."""
        return bool(self.overlay.layer.signs)

    @property
    def foot(self) -> int:
        """The lines under the squares: the legend of a layer, while one is shown."""
        return 1 if self.layered else 0

    def lay(self, overlay: GridOverlay) -> dict[int, range]:
        """Draw with this overlay from now on; return the squares that change, by row.

        They are from the first of a row that changes to the last.
        """
        before = self.overlay
        self.overlay = overlay
        over = self._over
        tokens = self._tokens
        lines = self._lines
        along = self._along
        if before.layer is not overlay.layer:
            signs = overlay.layer.apart()
            self._layer = {sign: RowBits(bits, self.field) for sign, bits in signs.items()}
        if before.area != overlay.area:
            self._area = RowBits(overlay.area, self.field)
        start = overlay.path[:1]
        stay = before.tokens is overlay.tokens and before.path[:1] == start
        if self.wide < BLOCK:
            if not stay:
                self._bodies = cells(overlay.tokens, start, self.ground.signs)
            self._over = indexed(overlay, self._bodies, self.wide)
        else:
            self._over = indexed(overlay, {}, self.wide)
            self._lines = drawn(overlay.lines, self.wide, self.tall)
            if not stay:
                self._tokens = token_blocks(overlay.tokens, start, self.wide, self.look)
        self._along = frozenset(overlay.path)
        squares = [*(self._along ^ along), *_differing(tokens, self._tokens)]
        squares += (Square(x, y) for y, x in _differing_cells(over, self._over))
        squares += (
            Square(column // self.wide, line // self.tall)
            for line, column in _differing_cells(lines, self._lines)
        )
        rows = _columns(squares)
        widen(rows, self._columns_of(_layers(before, overlay)))
        if bool(before.layer.signs) != self.layered:
            counted = {at.y for at in (*overlay.path, *overlay.ruler)}
            rows |= dict.fromkeys({*self.ground.busy_rows(), *counted}, range(self.field.width))
        return rows

    def _columns_of(self, bits: int) -> Iterator[tuple[int, range]]:
        for y, row in rows_of(bits, self.field.stride).items():
            first = (row & -row).bit_length() - 1
            yield y, range(first, row.bit_length())

    # drawing

    def draw(
        self, y: int, left: int, width: int, cursor: Square | None = None
    ) -> tuple[GridRow, ...]:
        """The lines of row `y` from square `left` on: `width` columns, its number among them."""
        if not 0 <= y < self.field.height:
            return (_cut([], [], width),) * self.tall
        here = cursor is not None and cursor.y == y
        if y < 99:
            number = f"{y + 1:>{MARGIN - 2}}"
        else:
            number = str(y + 1)
        heads = [list(number.ljust(MARGIN)), *([BLANK] * MARGIN for _ in range(self.tall - 1))]
        roles = _head_roles(here)
        last = self._last(left, width)
        if last <= left:
            return tuple(_cut(chars, list(roles), width) for chars in heads)
        lines, paints = self._part(y, left, last, cursor if here else None)
        return tuple(
            _cut(head + chars, roles + theirs, width, paints, self.wide)
            for head, (chars, theirs) in zip(heads, lines, strict=True)
        )

    def redraw(
        self,
        lines: tuple[GridRow, ...],
        y: int,
        left: int,
        squares: range,
        cursor: Square | None = None,
    ) -> tuple[GridRow, ...]:
        """The `lines` of row `y` as they are now, if of its squares only these have changed.

        They were drawn from square `left` on.
        """
        first = max(left, squares.start)
        last = max(first, min(self._last(left, len(lines[0].chars)), squares.stop))
        here = cursor is not None and cursor.y == y
        parts, paints = self._part(y, first, last, cursor if here else None)
        head = _head_roles(here)
        return tuple(
            line.with_part(head, first - left, chars, roles, paints)
            for line, (chars, roles) in zip(lines, parts, strict=True)
        )

    def _part(
        self, y: int, first: int, last: int, cursor: Square | None
    ) -> tuple[list[DrawnPart], list[str]]:
        # The lines of some squares of a row, and the paint under each square.
        said = tuple(self._said(y, first, last))
        if self.wide < BLOCK:
            lines = [self._squares(y, first, last, said, cursor)]
        else:
            lines = self._lines_of(y, first, last, said, cursor)
        return lines, self._paints(y, first, last, said) if self.painted else []

    def _last(self, left: int, width: int) -> int:
        # A square that is cut at the edge is drawn where it has columns enough to be known.
        room = width - MARGIN + (self.wide // 2 if self.wide >= BLOCK else 0)
        return min(self.field.width, left + room // self.wide)

    def _paints(self, y: int, left: int, last: int, said: Sequence[SaidSquares]) -> list[str]:
        paints = list(self.ground.paints[y][left:last])
        for each in said:
            for first, end in each.runs:
                paints[first:end] = [f"{paint} {each.tint}" for paint in paints[first:end]]
        for square in self._along:
            if square.y == y and left <= square.x < last:
                paints[square.x - left] += " way"
        return paints

    def head(self, left: int, width: int, cursor: Square | None = None) -> GridRow:
        """The letters of the columns from `left` on."""
        last = self._last(left, width)
        lead = BLANK if self.wide >= BLOCK else ""
        room = self.wide * (last - left)
        chars = [BLANK] * MARGIN + [" "] * room
        roles = ["head"] * (MARGIN + room)
        for x in range(left, last):
            name = name_column(x)
            if last > LETTERS:
                step = -(-(max(len(name), 3 - self.wide) + 1) // self.wide)
            else:
                step = 1
            if x % step:
                continue
            column, to = (MARGIN + self.wide * (each - left) for each in (x, min(last, x + step)))
            label = f"{lead}{name}"
            if column + len(label) <= min(to, width):
                chars[column:to] = label.ljust(to - column)
            if cursor is not None and x <= cursor.x < x + step:
                roles[column:to] = ["here"] * (to - column)
        return _cut(chars, roles, width)

    def legend(self) -> Message:
        """The meaning of the layer's signs."""
        legend = self.overlay.layer.legend
        if self.wide > 1:
            return legend
        if self.overlay.layer.underlined:
            return Message("underlined: {legend}", legend=legend)
        return Message("reversed: {legend}", legend=legend)

    def text(self, left: int, top: int, width: int, rows: int) -> list[str]:
        """The picture as plain text, its head first; no blanks at the ends of lines."""
        lines = [self.head(left, width).text]
        lines += [line.text for y in range(top, top + rows) for line in self.draw(y, left, width)]
        return [line.rstrip() for line in lines]

    def _squares(
        self, y: int, left: int, last: int, said: Sequence[SaidSquares], cursor: Square | None
    ) -> DrawnPart:
        wide = self.wide
        ground = self.ground.rows[y]
        layered = self.layered
        if layered:
            signs = ground.single
        else:
            signs = ground.doubled
        chars = list(signs[left * wide : last * wide])
        roles = list(ground.roles[left * wide : last * wide])
        edged = ground.edged >> left
        if self.overlay.layer.underlined:
            how = " under"
        else:
            how = " also"
        for said_squares in said:
            on_edge = said_squares.bits & edged
            if wide == 1:
                _say_in_one(chars, roles, said_squares, how)
            elif not on_edge:
                _say(chars, roles, said_squares.sign, said_squares.role, said_squares.runs)
            else:
                _say(
                    chars,
                    roles,
                    said_squares.sign,
                    said_squares.role,
                    _runs(said_squares.bits & ~edged),
                )
                for first, end in _runs(on_edge):
                    for x in range(2 * first, 2 * end, 2):
                        roles[x] = f"{roles[x].partition(' ')[0]} also"
        over = self._over.get(y, {})
        for x in {*over, cursor.x} if cursor is not None else over:
            if not left <= x < last:
                continue
            column = (x - left) * wide
            what = over.get(x, _NOTHING)
            here = cursor is not None and cursor.x == x
            if wide == 1:
                chars[column], roles[column] = compose_one(chars[column], roles[column], what, here)
                continue
            edge = x in ground.edges
            square = Two(chars[column], chars[column + 1], roles[column], roles[column + 1], edge)
            square.lay(what, here, layered)
            chars[column : column + 2] = square.first, square.second
            roles[column : column + 2] = square.one + (" also" if square.also else ""), square.two
        return chars, roles

    def _lines_of(
        self, y: int, left: int, last: int, said: Sequence[SaidSquares], cursor: Square | None
    ) -> list[DrawnPart]:
        wide = self.wide
        tall = self.tall
        canvas = self._blocks[y].part(slice(left * wide, last * wide))
        over = self._over.get(y, {})
        tokens = {x: cell for x in range(left, last) if (cell := self._tokens.get(Square(x, y)))}
        for x, cell in tokens.items():
            canvas.place((x - left) * wide, cell)
        for line in range(tall):
            for column, sign in self._lines.get(y * tall + line, {}).items():
                x = column // wide
                at = column - left * wide
                if left <= x < last and (x not in tokens or (line and canvas.free(line, at))):
                    canvas.put(line, at, sign, "line")
        for said_squares in said:
            for first, end in said_squares.runs:
                for x in range(first, end):
                    lay_sign(
                        canvas,
                        x * wide,
                        wide,
                        said_squares.sign,
                        said_squares.role,
                        x + left in tokens,
                    )
        for x, what in over.items():
            if left <= x < last:
                lay_over(canvas, (x - left) * wide, wide, what, x in tokens)
        if cursor is not None and left <= cursor.x < last:
            lay_cursor(canvas, (cursor.x - left) * wide, wide)
        return list(zip(canvas.chars, canvas.roles, strict=True))

    def _said(self, y: int, left: int, last: int) -> Iterator[SaidSquares]:
        # The signs of the layer and of the area on a row.
        seen = (1 << (last - left)) - 1
        if self.overlay.area:
            area = (self._area.row(y) >> left) & seen
        else:
            area = 0
        for number, (sign, bits) in enumerate(self._layer.items()):
            row = (bits.row(y) >> left) & seen & ~area
            if row:
                under = tint(self.overlay.layer.name, number)
                yield SaidSquares(sign, "layer2" if number else "layer", under, row, _runs(row))
        if area:
            yield SaidSquares(AREA, "area", "area", area, _runs(area))


_NOTHING = Over()


def _runs(bits: int) -> list[tuple[int, int]]:
    return [run.span() for run in _RUN.finditer(f"{bits:b}"[::-1])]


def _say(
    chars: list[str], roles: list[str], sign: str, role: str, runs: list[tuple[int, int]]
) -> None:
    for first, end in runs:
        count = end - first
        chars[2 * first + 1 : 2 * end : 2] = [sign] * count
        part = slice(2 * first, 2 * end)
        if roles[part] == ["open"] * (2 * count):
            roles[part] = [role] * (2 * count)
            continue
        for column in range(2 * first, 2 * end, 2):
            roles[column + 1] = role
            if roles[column] == "open":
                roles[column] = role


def _say_in_one(chars: list[str], roles: list[str], said: SaidSquares, how: str) -> None:
    for first, end in said.runs:
        for x in range(first, end):
            if chars[x] == OPEN:
                chars[x] = said.sign
            roles[x] = roles[x].partition(" ")[0] + how


def _head_roles(here: bool) -> list[str]:
    return ["here" if here else "head"] * MARGIN


def _cut(
    chars: list[str], roles: list[str], width: int, paints: Sequence[str] = (), wide: int = 1
) -> GridRow:
    short = width - len(chars)
    if short > 0:
        chars = chars + [BLANK] * short
        roles = roles + [""] * short
    return GridRow(_fitting(chars)[:width], roles[:width], list(paints), wide)


def _fitting(chars: list[str]) -> list[str]:
    return [*map(_FITTING.__getitem__, chars)]


_FITTING: Made[str, str] = Made(lambda char: char if cell_len(char) == 1 else MISFIT, KEPT)


# what a change of the overlay affects


def _layers(before: GridOverlay, after: GridOverlay) -> int:
    changed = before.area ^ after.area
    layer = before.layer
    two = after.layer
    if layer is two:
        return changed
    mine = layer.apart()
    its = two.apart()
    drawn_alike = (layer.name, layer.underlined, *mine) == (two.name, two.underlined, *its)
    for sign in {*mine, *its}:
        bits = mine.get(sign, 0)
        others = its.get(sign, 0)
        if drawn_alike:
            changed |= bits ^ others
        else:
            changed |= bits | others
    if layer.underlined != two.underlined:
        changed |= after.area  # which is marked as the layer is, where a square has one column
    return changed


def _differing(before: Mapping[K, object], after: Mapping[K, object]) -> set[K]:
    return {key for key in {*before, *after} if before.get(key) != after.get(key)}


def _differing_cells(
    before: Mapping[int, Mapping[int, object]], after: Mapping[int, Mapping[int, object]]
) -> Iterator[tuple[int, int]]:
    """The keys of the values in these tables of tables that differ."""
    for row in _differing(before, after):
        for column in _differing(before.get(row, {}), after.get(row, {})):
            yield row, column


def _columns(squares: Iterable[Square]) -> dict[int, range]:
    """The squares by row, from the first to the last."""
    found: dict[int, range] = {}
    widen(found, ((at.y, range(at.x, at.x + 1)) for at in squares))
    return found


def widen(rows: dict[int, range], more: Iterable[tuple[int, range]]) -> None:
    """Add squares to rows; of each row it is one run of squares."""
    for y, squares in more:
        known = rows.get(y, squares)
        first = min(known.start, squares.start)
        last = max(known.stop, squares.stop)
        rows[y] = range(first, last)
