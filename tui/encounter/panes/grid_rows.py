"""Rows of the battle grid as text and roles, without a screen.

Two columns a square: the first is its sign, the second that of the layer. A
border that needs the second column too wins it; what wanted it turns the square's own sign in
reverse. Of one column the second sign becomes reverse or underlined, whatever the theme.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from core.combat.board.battlefield import Battlefield
from core.combat.board.drawing import DoorState
from core.combat.board.squares import LETTERS, Square, name_column
from core.messages import Message
from core.values import Struct
from tui.encounter.panes.grid_cells import Index, Over, cells, compose, compose_one, indexed
from tui.encounter.panes.grid_ground import EMPTY, GroundPainter, GroundRow
from tui.encounter.panes.grid_lines import drawn
from tui.encounter.panes.grid_signs import OPEN, SIGNS
from tui.encounter.panes.grid_things import GridOverlay, Layer
from tui.kit.glyphs import PLAIN, Look

MARGIN = 4
"""Columns that the row numbers take."""
AREA = "*"
_RUN = re.compile("1+")


class GridRow(Struct):
    """One row of the picture: its characters, and the role of each."""

    chars: list[str]
    roles: list[str]

    @property
    def text(self) -> str:
        """The characters."""
        return "".join(self.chars)

    def spans(self) -> list[tuple[str, str]]:
        """The row as (text, role)."""
        found: list[tuple[str, str]] = []
        chars, start, before = self.text, 0, ""
        for end, role in enumerate(self.roles):
            if role != before:
                if end:
                    found.append((chars[start:end], before))
                start, before = end, role
        found.append((chars[start:], before))
        return found


class GridRows:
    """Draws rows of a board under an overlay, in one look and one width of squares."""

    def __init__(
        self,
        field: Battlefield = EMPTY,
        doors: Mapping[str, DoorState] | None = None,
        overlay: GridOverlay | None = None,
        look: Look = PLAIN,
        wide: int = 2,
        player_view: bool = False,
    ) -> None:
        self.ground = GroundPainter(field, doors or {}, SIGNS[look.name], wide)
        self.wide = wide
        self.player_view = player_view
        self.overlay = GridOverlay()
        self._layer: tuple[tuple[str, int], ...] = ()
        self._over: Index = {}
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

    def lay(self, overlay: GridOverlay) -> set[int]:
        """Draw with this overlay from now on; return the rows that change."""
        rows = changed(self.overlay, overlay, self.ground)
        self.overlay = overlay
        self._layer = tuple(overlay.layer.apart().items())
        start = overlay.path[0] if overlay.path else None
        bodies = cells(overlay.tokens, start, self.ground.signs, self.player_view)
        self._over = indexed(overlay, bodies, self.wide)
        return rows

    # drawing

    def draw(self, y: int, left: int, width: int, cursor: Square | None = None) -> GridRow:
        """Row `y` of the board from square `left` on: `width` columns, its number among them."""
        here = cursor is not None and cursor.y == y
        number = f"{y + 1:>{MARGIN - 2}}" if y < 99 else str(y + 1)
        chars = list(number.ljust(MARGIN))
        roles = ["here" if here else "head"] * MARGIN
        last = min(self.field.width, left + (width - MARGIN) // self.wide)
        if 0 <= y < self.field.height and last > left:
            its, theirs = self._squares(y, left, last, cursor if here else None)
            chars, roles = chars + its, roles + theirs
        return _cut(chars, roles, width)

    def head(self, left: int, width: int, cursor: Square | None = None) -> GridRow:
        """The letters of the columns from `left` on."""
        chars, roles = [" "] * MARGIN, ["head"] * MARGIN
        last = min(self.field.width, left + (width - MARGIN) // self.wide)
        room = self.wide * (last - left)
        chars, roles = chars + [" "] * room, roles + ["head"] * room
        for x in range(left, last):
            name = name_column(x)
            step = -(-(max(len(name), 3 - self.wide) + 1) // self.wide) if last > LETTERS else 1
            if x % step:
                continue
            at, to = (MARGIN + self.wide * (each - left) for each in (x, min(last, x + step)))
            chars[at:to] = name.ljust(to - at)[: to - at]
            if cursor is not None and x <= cursor.x < x + step:
                roles[at:to] = ["here"] * (to - at)
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
        lines += [self.draw(y, left, width).text for y in range(top, top + rows)]
        return [line.rstrip() for line in lines]

    def _squares(
        self, y: int, left: int, last: int, cursor: Square | None
    ) -> tuple[list[str], list[str]]:
        wide, ground, layered = self.wide, self.ground.row(y), self.layered
        signs = ground.single if layered else ground.doubled
        chars = list(signs[left * wide : last * wide])
        roles = list(ground.roles[left * wide : last * wide])
        edged = ground.edged >> left
        how = " under" if self.overlay.layer.underlined else " also"
        for sign, role, bits in self._said(y, left, last):
            if wide == 1:
                _say_in_one(chars, roles, sign, bits, how)
            else:
                _say(chars, roles, sign, role, bits & ~edged)
                for first, end in _runs(bits & edged):
                    for x in range(2 * first, 2 * end, 2):
                        roles[x] = f"{roles[x].partition(' ')[0]} also"
        over = self._over.get(y, {})
        for x in {*over, cursor.x} if cursor is not None else over:
            if left <= x < last:
                self._one(x, (x - left) * wide, chars, roles, over.get(x, _NOTHING), cursor, ground)
        return chars, roles

    def _one(
        self, x: int, at: int, chars: list[str], roles: list[str], over: Over,
        cursor: Square | None, ground: GroundRow,
    ) -> None:  # fmt: skip
        here = cursor is not None and cursor.x == x
        if self.wide == 1:
            chars[at], roles[at] = compose_one(chars[at], roles[at], over, here)
            return
        pair, both = (chars[at], chars[at + 1]), (roles[at], roles[at + 1])
        edge = x in ground.edges
        chars[at : at + 2], roles[at : at + 2] = compose(pair, both, over, edge, self.layered, here)

    def _said(self, y: int, left: int, last: int) -> Iterator[tuple[str, str, int]]:
        seen = (1 << (last - left)) - 1
        area = (self.ground.bits(self.overlay.area, y) >> left) & seen if self.overlay.area else 0
        for number, (sign, bits) in enumerate(self._layer):
            row = (self.ground.bits(bits, y) >> left) & seen
            if row:
                yield sign, "layer2" if number else "layer", row & ~area
        if area:
            yield AREA, "area", area


_NOTHING = Over()


def _runs(bits: int) -> Iterator[tuple[int, int]]:
    for run in _RUN.finditer(f"{bits:b}"[::-1]):
        yield run.span()


def _say(chars: list[str], roles: list[str], sign: str, role: str, bits: int) -> None:
    for first, end in _runs(bits):
        count = end - first
        chars[2 * first + 1 : 2 * end : 2] = [sign] * count
        part = slice(2 * first, 2 * end)
        if roles[part] == ["open"] * (2 * count):
            roles[part] = [role] * (2 * count)
            continue
        for at in range(2 * first, 2 * end, 2):
            roles[at + 1] = role
            if roles[at] == "open":
                roles[at] = role


def _say_in_one(chars: list[str], roles: list[str], sign: str, bits: int, how: str) -> None:
    for first, end in _runs(bits):
        for x in range(first, end):
            if chars[x] == OPEN:
                chars[x] = sign
            roles[x] = roles[x].partition(" ")[0] + how


def _cut(chars: list[str], roles: list[str], width: int) -> GridRow:
    short = width - len(chars)
    if short > 0:
        return GridRow(chars + [" "] * short, roles + [""] * short)
    return GridRow(chars[:width], roles[:width])


# what a change of the overlay affects


def changed(before: GridOverlay, after: GridOverlay, ground: GroundPainter) -> set[int]:
    """The rows that may change; sets of squares are compared by XOR."""
    if before is after:
        return set()
    bits = _layers(before.layer, after.layer) | (before.area ^ after.area)
    if before.layer.underlined != after.layer.underlined:
        bits |= after.area  # which is marked as the layer is, where a square has one column
    rows = set(ground.rows_of(bits))
    if bool(before.layer.signs) != bool(after.layer.signs):
        rows |= {*ground.busy_rows(), *(at.y for at in (*after.path, *after.ruler))}
    rows |= {square.y for square in _squares(before, after)}
    if before.lines != after.lines:
        rows |= {*drawn(before.lines, ground.wide), *drawn(after.lines, ground.wide)}
    return rows


def _layers(before: Layer, after: Layer) -> int:
    if before is after:
        return 0
    mine, its = before.apart(), after.apart()
    every = tuple(mine) != tuple(its) or before.underlined != after.underlined
    found = 0
    for sign in {*mine, *its}:
        one, two = mine.get(sign, 0), its.get(sign, 0)
        found |= one | two if every else one ^ two
    return found


def _squares(before: GridOverlay, after: GridOverlay) -> Iterator[Square]:
    if before.tokens != after.tokens:
        for token in {*before.tokens} ^ {*after.tokens}:
            yield from token.body
        if len(before.tokens) == len(after.tokens):
            for one, two in zip(before.tokens, after.tokens, strict=True):
                if one != two:  # another order: of two on one square the last is drawn
                    yield from (*one.body, *two.body)
        else:
            for token in (*before.tokens, *after.tokens):
                yield from token.body
    if before.path != after.path:
        mine, its = ({at: n for n, at in enumerate(way)} for way in (before.path, after.path))
        yield from _differing(mine, its)
    for name in ("strikes", "ghosts", "labels", "marks", "ruler", "draft"):
        mine, its = getattr(before, name), getattr(after, name)
        if mine is not its:
            yield from _differing(mine, its)


def _differing(mine: Mapping[Square, object], its: Mapping[Square, object]) -> Iterator[Square]:
    for square in {*mine, *its}:
        if mine.get(square) != its.get(square):
            yield square
