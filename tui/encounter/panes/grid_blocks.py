"""Squares of several columns and lines: ground, borders, tokens with their name and hit points.

At 4x2 a token has its letter, two letters of its name and a bar; at 6x3 its name, its first
condition and a bar. Walls and doors are on the edge that they are, signs of layers and numbers
of ways have columns of their own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass

from rich.cells import cell_len

from core.combat.board.squares import Square
from tui.encounter.panes.grid_cells import (
    CURSOR,
    MORE,
    SQUEEZED,
    STRIKE,
    Over,
    height,
    token_role,
    turn_sign,
)
from tui.encounter.panes.grid_ground import BLANK, GroundPainter
from tui.encounter.panes.grid_signs import OPEN, ROLES, SIGNS, GridSigns
from tui.encounter.panes.grid_things import Token
from tui.kit.looks import Look, health_bar

TALL: Mapping[int, int] = {1: 1, 2: 1, 4: 2, 6: 3}
"""The lines of a square by its columns."""
PATTERNS: Mapping[int, tuple[tuple[int, int], ...]] = {
    4: ((0, 1), (1, 2)), 6: ((0, 1), (0, 4), (1, 2), (2, 0), (2, 3)),
}  # fmt: skip
"""Where ground that is not open has its sign: (line, column)."""
SOLID = frozenset("#")
EDGES = frozenset({"wall", "low", "door"})
HALF, FOURTH = 2, 4


@dataclass(slots=True)
class BlockCanvas:
    """Lines of characters with their roles."""

    chars: Sequence[list[str]]
    roles: Sequence[list[str]]

    @classmethod
    def blank(cls, wide: int, tall: int, role: str) -> BlockCanvas:
        """An empty canvas."""
        return cls([[BLANK] * wide for _ in range(tall)], [[role] * wide for _ in range(tall)])

    def part(self, columns: slice, lines: slice = slice(None)) -> BlockCanvas:
        """A copy of this part."""
        chars, roles = self.chars[lines], self.roles[lines]
        return BlockCanvas([line[columns] for line in chars], [line[columns] for line in roles])

    def place(self, left: int, part: BlockCanvas) -> None:
        """Draw a part on all lines from column `left` on."""
        for line, (chars, roles) in enumerate(zip(part.chars, part.roles, strict=True)):
            self.chars[line][left : left + len(chars)] = chars
            self.roles[line][left : left + len(roles)] = roles

    def put(self, line: int, column: int, text: str, role: str) -> None:
        """Write `text`, as far as there is room."""
        chars = self.chars[line]
        for at, char in enumerate(text[: max(0, len(chars) - column)], column):
            chars[at] = char
            self.roles[line][at] = role

    def free(self, line: int, column: int) -> bool:
        """Whether nothing is drawn there, nor a bar of hit points."""
        return self.chars[line][column] == BLANK and not self.roles[line][column].startswith("bar")


# ground


def ground_blocks(ground: GroundPainter, y: int) -> BlockCanvas:
    """Row `y` of the board without an overlay."""
    wide = ground.wide
    tall, row = TALL[wide], ground.kinds(y)
    canvas = BlockCanvas.blank(wide * len(row), tall, "open")
    every = tuple((line, at) for line in range(tall) for at in range(wide))
    for x, kinds in enumerate(row):
        role, pair = ROLES.get(kinds, "own"), ground.signs.pair(kinds)
        spots = every if kinds in SOLID else PATTERNS[wide][: 1 if kinds == OPEN else None]
        for line in range(tall):
            canvas.roles[line][x * wide : (x + 1) * wide] = [role] * wide
        for number, (line, at) in enumerate(spots):
            canvas.chars[line][x * wide + at] = pair[number % 2]
    for x, sides in ground.borders(y).items():
        _border(canvas, x * wide, wide, sides, ground.signs)
    return canvas


def _border(
    canvas: BlockCanvas, left: int, wide: int, sides: Mapping[str, str], signs: GridSigns
) -> None:
    last, edge = len(canvas.chars) - 1, left + wide - 1
    below, right = sides.get("below"), sides.get("right")
    if below:
        kind, table = ("low", signs.low) if below == "low" else ("wall", signs.walls)
        canvas.put(last, left, table[False, True] * wide, kind)
    if right:
        kind, table = ("low", signs.low) if right == "low" else ("wall", signs.walls)
        for line in range(last + 1):
            canvas.put(line, edge, table[True, False], kind)
        if below:
            canvas.put(last, edge, (table if below == "low" else signs.walls)[True, True], "wall")
    for state, sign in signs.doors.items():
        if state == below:
            canvas.put(last, left + wide // 2 - 1, sign * 2, "door")
        if state == right:
            canvas.put(last // 2, edge, sign, "door")


# tokens


def token_blocks(
    tokens: Sequence[Token], start: tuple[Square, ...], wide: int, look: Look
) -> dict[Square, BlockCanvas]:
    """The squares of all tokens: small over large, high over low, else the last given.

    `start` is where a path begins, if there is one. Large bodies have a frame.
    """
    found = {}
    small = Counter(one.body[0] for one in tokens if len(one.body) == 1)
    for token in sorted(tokens, key=lambda one: (-len(one.body), height(one.state))):
        state = token.state or turn_sign(token, start)
        if len(token.body) == 1 and small[token.body[0]] > 1:
            state = MORE
        drawn = _squeezed(token, state, wide, look) if token.squeezed else None
        found.update(drawn or _body(token, state, wide, small, look))
    return found


def _body(
    token: Token, state: str, wide: int, covered: Container[Square], look: Look
) -> dict[Square, BlockCanvas]:
    tall, role, body = TALL[wide], token_role(token), token.body
    left, top = body[0]
    side = body[-1].x - left + 1
    canvas = BlockCanvas.blank(side * wide, side * tall, role)
    free = next((at for at in body if at not in covered), body[0])
    line, column = (free.y - top) * tall, (free.x - left) * wide
    frame = int(side > 1)
    column = max(column, frame)
    _write(canvas, token, state, line, column, side * wide - frame - column)
    last = len(canvas.chars) - 1
    for line in range(last + 1) if frame else ():
        ends = SIGNS[look.name].ends(line, last)
        canvas.put(line, 0, ends[0], role)
        canvas.put(line, side * wide - 1, ends[1], role)
    _bar(canvas, token, frame, look)
    return {at: canvas.part(_span(at.x - left, wide), _span(at.y - top, tall)) for at in body}


def _span(at: int, size: int) -> slice:
    return slice(at * size, (at + 1) * size)


def _write(
    canvas: BlockCanvas, token: Token, state: str, line: int, column: int, room: int
) -> None:
    role, last = token_role(token), len(canvas.chars) - 1
    plain = f"{role} name"
    label = _label(token, room - (1 if room <= FOURTH else bool(state)))
    canvas.put(line, column, label, plain)
    canvas.put(line, column, token.sign[:2], role)
    if state:
        canvas.put(line, column + room - 1, state[:1], role)
    if last - line > 1 and token.condition:
        fitting = (text for text in token.condition if len(text) <= room)
        canvas.put(line + 1, column, next(fitting, token.condition[-1][:room]), plain)
    if last - line > HALF and token.inside:
        canvas.put(line + 2, column, token.inside[:room], plain)


def _bar(canvas: BlockCanvas, token: Token, frame: int, look: Look) -> None:
    if token.health is not None:
        bar, how = health_bar(token.health, len(canvas.chars[-1]) - 2 * frame, look.bar)
        canvas.put(len(canvas.chars) - 1, frame, bar, f"bar {how}")


def _label(token: Token, room: int) -> str:
    sign, name = token.sign[:2], "".join(each for each in token.name if cell_len(each) == 1)
    head, _, last = name.rpartition(" ")
    if head and last.casefold() == sign.casefold():
        name = head
    if name.casefold().startswith(sign.casefold()) and len(sign) == 1:
        return (sign + name[1:])[:room]
    apart = room > FOURTH or token.camp == "party"  # else Obo with the letter B would be Bobo
    text = f"{sign} {name}" if apart else sign + name.casefold()
    return text[:room]


def _squeezed(token: Token, state: str, wide: int, look: Look) -> dict[Square, BlockCanvas]:
    tall, body, role = TALL[wide], token.body, token_role(token)
    found = {}
    for at in body:
        canvas = found[at] = BlockCanvas.blank(wide, tall, role)
        if at == body[0]:
            _write(canvas, token, "", 0, 1, wide - 1)
            _bar(canvas, token, 0, look)
            canvas.put(0, 0, SQUEEZED[0], role)
        elif at == body[-1]:
            canvas.put(0, wide - 2, (state[:1] or BLANK) + SQUEEZED[1], role)
    return found


# a square under its overlay


def lay_sign(canvas: BlockCanvas, left: int, wide: int, sign: str, role: str, on: bool) -> None:
    """Write the sign of a layer at the right edge: on the last line of a token, beside a wall."""
    last, edge = len(canvas.chars) - 1, left + wide - 1
    line = last if on else last - 1
    canvas.put(line, edge - (canvas.roles[line][edge] in EDGES), sign, role)


def lay_over(canvas: BlockCanvas, left: int, wide: int, over: Over, on: bool) -> None:
    """Draw the overlay of a square, which begins at column `left`; `on` a token."""
    last = len(canvas.chars) - 1
    if over.count and not on:
        canvas.put(0, left, f"{over.count:>2}"[-2:], over.way)
    if over.mark:
        canvas.put(last if on else 0, left + wide - 2, over.mark[:1], "mark")
    if over.strike:
        text = (STRIKE + over.strike)[: wide - 2]
        canvas.put(last if on else 0, left + wide - len(text), text, "strike")
    for text, role in ((over.ghost, "ghost"), (over.label, "label")):
        if text:
            canvas.put(0, left, text[:2], role)
    if len(over.draft) > 1:
        for line in range(last + 1):
            canvas.put(line, left, over.draft[:2] * (wide // 2), "draft")
    elif over.draft:
        canvas.put(0, left + wide - 1, over.draft, "draft")


def lay_cursor(canvas: BlockCanvas, left: int, wide: int) -> None:
    """Draw the cursor on a square; bars of hit points stay as they are."""
    last = len(canvas.chars) - 1
    for line, at in ((0, left), (0, left + wide - 1), (last, left)):
        if canvas.free(line, at):
            canvas.chars[line][at] = CURSOR
            break
    for roles in canvas.roles:
        for at in range(left, left + wide):
            if not roles[at].startswith("bar"):
                roles[at] = "cursor"
