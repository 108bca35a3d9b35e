"""The squares of the battle grid under their overlay, as characters with their roles.

In one or two columns tokens are letters with their signs, large bodies in brackets; lines are drawn
with - | / and backslash, and X where they are cut. At 4x2 a token has its letter, two letters of
its name and a bar; at 6x3 its name, its first condition and a bar. There walls and doors are on the
edge that they are, signs of layers and numbers of ways have columns of their own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from rich.cells import cell_len

from core.combat.board.squares import Point, Square
from core.values import Struct, replace
from tui.board.grid_ground import BLANK, OPEN, ROLES, SIGNS, GridSigns, GroundPainter
from tui.board.grid_things import GridLine, GridOverlay, Token
from tui.kit.looks import Look, health_bar

ACTING = ">"
MARKED = "*"
MORE = '"'
DEAD = "x"
DOWN = "/"
SQUEEZED = "><"


class TokenCell(Struct, kw_only=True):
    """A token's two characters in one square; a blank second one is free for others.

    `letter` is all that is drawn of it in one column. `body` is part of a larger one: all of it
    is its own, `anchor` where its letter stands. `lost`: its state found no room in two columns,
    `told`: it has one at all.
    """

    text: str
    letter: str
    role: str
    body: bool = False
    anchor: bool = False
    lost: bool = False
    told: bool = False


def cells(
    tokens: Iterable[Token], start: tuple[Square, ...], signs: GridSigns
) -> dict[Square, TokenCell]:
    """The cells of all tokens: small over large, high over low, else the last given.

    `start` is where a path begins, if there is one: who goes needs no sign that it acts.
    """
    token_cells: dict[Square, TokenCell] = {}
    for token in _stacked(tokens):
        if len(token.body) > 1:
            _lay_body(token_cells, token, signs)
        else:
            _lay(token_cells, token, start)
    return token_cells


def _sign(token: Token) -> str:
    if token.state == DEAD:
        return DEAD
    return token.sign[:2]


def _stacked(tokens: Iterable[Token]) -> list[Token]:
    # Large ones below small, low below high; the dead are below all, then those down.
    return sorted(tokens, key=lambda one: (-len(one.body), _height(one.state)))


def _height(state: str) -> int:
    if state in (DEAD, DOWN):
        if state == DEAD:
            return -2
        return -1
    if state == "+":
        return 10
    if state.isascii() and state.isdigit():
        return int(state)
    return 0


def _token_role(token: Token) -> str:
    """The roles of a token: its side, whether it takes several squares, and how it is."""
    traits = {
        "large": len(token.body) > 1,
        "hidden": token.hidden,
        "acting": token.acting,
        "marked": token.marked,
    }
    if token.state == DEAD:
        side = "dead"
    else:
        side = token.camp
    return " ".join((side, *(name for name, has in traits.items() if has)))


def _turn_sign(token: Token, start: tuple[Square, ...] = ()) -> str:
    """The sign of a token that acts, unless a path starts there, or is marked; "" for others."""
    if token.acting and token.body[0] not in start:
        return ACTING
    if token.marked:
        return MARKED
    return ""


def _lay(token_cells: dict[Square, TokenCell], token: Token, start: tuple[Square, ...]) -> None:
    square = token.body[0]
    sign = _sign(token)
    role = _token_role(token)
    under = token_cells.get(square)
    if under is not None and under.anchor and len(sign) == 1:
        token_cells[square] = replace(
            under, text=under.text[0] + sign, letter=sign, role=role, told=True
        )
        beside = token_cells.get(square.by(1, 0))
        if beside is not None and beside.body:
            state = DOWN if token.state == DOWN else MORE
            token_cells[square.by(1, 0)] = replace(beside, text=state + beside.text[1])
        return
    if token.state == DEAD:
        state = ""
    else:
        state = token.state
    if under is not None:
        state = MORE
    else:
        state = state or _turn_sign(token, start)
    lost = len(sign) > 1 and state not in ("", ACTING, MARKED)
    told = bool(token.state) or under is not None
    token_cells[square] = TokenCell(
        text=(sign + state)[:2].ljust(2), letter=sign[:1], role=role, lost=lost, told=told
    )


def _lay_body(token_cells: dict[Square, TokenCell], token: Token, signs: GridSigns) -> None:
    body = token.body
    role = _token_role(token)
    if any(square in token_cells for square in body):
        more = MORE
    else:
        more = ""
    state = more or token.state or _turn_sign(token)
    sign = _sign(token)
    name = (sign + ("" if state == DEAD else state))[:2]
    lost = len(sign) > 1 and state not in ("", ACTING, MARKED)
    if token.squeezed:
        rows = _squeezed(body, name)
    else:
        rows = _boxed(body, name, token, signs)
    has_sign = bool(token.state or more)
    for square, text in rows.items():
        first = square == body[0]
        token_cells[square] = TokenCell(
            text=text, letter=sign[:1], role=role, body=True, anchor=first, lost=lost, told=has_sign
        )


def _squeezed(body: tuple[Square, ...], name: str) -> dict[Square, str]:
    texts = dict.fromkeys(body, "  ")
    texts[body[0]] = SQUEEZED[0] + name[:1]
    texts[body[-1]] = name[1:2].ljust(1) + SQUEEZED[1]
    return texts


def _boxed(
    body: tuple[Square, ...], name: str, token: Token, signs: GridSigns
) -> dict[Square, str]:
    left, top = body[0]
    last = body[-1].x - left
    rows = []
    for down in range(last + 1):
        ends = signs.ends(down, last)
        text = ("" if down else name).ljust(2 * last)
        rows.append(
            ends[0] + text + ends[1] if down < last else _inside(token.inside, 2 * last, ends)
        )
    return {at: rows[at.y - top][2 * (at.x - left) :][:2] for at in body}


def _inside(text: str, room: int, ends: str) -> str:
    if len(text) <= room:
        return ends[0] + text.center(room) + ends[1]
    if len(text) <= room + 2:
        return (text + ends[1])[: room + 2].rjust(room + 2)
    return ends[0] + "+" * room + ends[1]


# squares


CURSOR = "@"
STRIKE = "!"
MANY = "+"
SAID = frozenset({"layer", "layer2", "area", "mark"})
"""Roles of what is said of a square in its second column."""
BLOCK = 4
"""Columns of a square that has lines of its own."""
BRACKETS = "]┐┘│"


@dataclass(slots=True)
class Over:
    """The overlay of one square; `tight`: the next one to the right has a count."""

    cell: TokenCell | None = None
    count: int = 0
    way: str = ""
    tight: bool = False
    strike: str = ""
    ghost: str = ""
    label: str = ""
    mark: str = ""
    line: str = ""
    aside: str = ""
    draft: str = ""


Index = dict[int, dict[int, Over]]
"""What is laid over squares, by row and column."""


def indexed(over: GridOverlay, bodies: Mapping[Square, TokenCell], wide: int) -> Index:
    """An overlay by square, but for its sets of squares."""
    index: Index = {}

    def at(square: Square) -> Over:
        return index.setdefault(square.y, {}).setdefault(square.x, Over())

    for square, cell in bodies.items():
        at(square).cell = cell
    for square, count in over.ruler.items():
        at(square).count = count
        at(square).way = "ruler"
    for count, square in enumerate(over.path[1:], start=1):
        at(square).count = count
        at(square).way = "path"
    for counted in index.values():
        for x, here in counted.items():
            here.tight = x + 1 in counted and counted[x + 1].count > 0
    for name, texts in (
        ("strike", over.strikes),
        ("ghost", over.ghosts),
        ("label", over.labels),
        ("mark", over.marks),
        ("draft", over.draft),
    ):
        for square, text in texts.items():
            setattr(at(square), name, text)
    for row, signs in drawn(over.lines, wide).items() if wide < BLOCK else ():
        for column, sign in signs.items():
            here = at(Square(column // wide, row))
            if column % wide:
                here.aside = sign
            else:
                here.line = sign
    return index


class Two:
    """A square of two columns, from the ground and the layer."""

    def __init__(self, first: str, second: str, one: str, two: str, edge: bool) -> None:
        self.first = first
        self.second = second
        self.two = two
        self.edge = edge
        self.one = one.removesuffix(" also")
        self.also = one.endswith(" also")
        self.said = two in SAID

    def beside(self, sign: str, role: str) -> None:
        """Write in the second column, unless a border needs it."""
        if self.edge:
            self.also = True
        else:
            self.second = sign
            self.two = role

    def lay(self, over: Over, cursor: bool, layered: bool) -> None:
        """Draw the overlay, the last part on top."""
        if over.mark:
            self.beside(over.mark[:1], "mark")
            self.said = True
        if over.count:
            self._count(over, layered or cursor)
        if over.line:
            self.first = over.line
            self.one = "line"
        if over.aside and not self.edge:
            self.second = over.aside
            self.two = "line"
        if over.strike:
            self.first = STRIKE
            self.one = "strike"
            self.beside(over.strike if len(over.strike) == 1 else MANY, "strike")
        if over.cell is not None:
            self._token(over.cell, over)
        self._signs(over)
        if cursor:
            self._cursor(over)

    def _count(self, over: Over, crowded: bool) -> None:
        number = str(over.count)[-2:]
        if len(number) > 1 and not (crowded or self.said or self.edge):
            self.second = number[1]
            self.two = over.way
        elif len(number) > 1:
            number = number[1]
        self.first = number[0]
        self.one = over.way

    def _token(self, cell: TokenCell, over: Over) -> None:
        self.first = cell.text[0]
        self.one = cell.role
        sign = cell.text[1]
        self.also = self.also or cell.lost
        if cell.body and self.edge and sign in BRACKETS:
            return
        if sign != " " or cell.body:
            self.also = self.also or self.said or self.edge or bool(over.strike or over.aside)
            if not self.edge or cell.body or sign.isalnum():
                self.second = sign
                self.two = cell.role
        elif over.strike:
            self.beside(STRIKE, "strike")
        elif not (self.said or self.edge or over.aside):
            self.second = " "
            self.two = cell.role

    def _signs(self, over: Over) -> None:
        if over.ghost:
            self.first = over.ghost[0]
            self.one = "ghost"
            self.beside(over.ghost[1:2] or " ", "ghost")
        if over.label:
            self.first = over.label[0]
            self.one = "label"
            if len(over.label) > 1:
                self.second = over.label[1]
                self.two = "label"
        if len(over.draft) > 1:
            self.first = over.draft[0]
            self.second = over.draft[1]
            self.one = self.two = "draft"
        elif over.draft:
            self.second = over.draft
            self.two = "draft"

    def _cursor(self, over: Over) -> None:
        self.one = self.two = "cursor"
        self.also = False
        if over.cell or over.ghost or over.label or len(over.draft) > 1:
            if self.second == " ":
                self.second = CURSOR
            return
        free = not (over.tight or over.strike or over.line or over.draft or self.said or self.edge)
        if over.count and free:
            self.second = self.first
        self.first = CURSOR


def compose_one(char: str, role: str, over: Over, cursor: bool) -> tuple[str, str]:
    """The character of a one-column square under its overlay, and its role."""
    role, _, more = role.partition(" ")
    more = f" {more}" if more else ""
    if over.count:
        char = str(over.count)[-1]
        role = over.way
    if over.line:
        char = over.line
        role = "line"
    if over.strike:
        char = STRIKE
        role = "strike"
    if over.mark:
        more = " also"
        char = over.mark[0] if char == OPEN else char
    if over.cell is not None:
        char = over.cell.letter
        role = over.cell.role
        if over.cell.told or over.strike:
            more = " also"
    for text, name in ((over.ghost, "ghost"), (over.label, "label"), (over.draft, "draft")):
        if text:
            char = text[0]
            role = name
            more = ""
    if cursor:
        taken = over.cell or over.ghost or over.label or over.draft
        return (char if taken else CURSOR), "cursor"
    return char, role + more


Signs = dict[int, dict[int, str]]
"""Characters by line and column of the picture (without the heads)."""

CUT = "X"


def drawn(lines: Iterable[GridLine], wide: int, tall: int = 1) -> Signs:
    """The characters of these lines on squares of `wide` columns and `tall` lines."""
    signs: Signs = {}
    for line in lines:
        end = line.cut[0] if line.cut else line.end
        for column, row, sign in [*strokes(_at(line.start, wide, tall), _at(end, wide, tall))][:-1]:
            signs.setdefault(row, {})[column] = sign
        for point in line.cut:
            column, row = _at(point, wide, tall)
            signs.setdefault(row, {})[column] = CUT
    return signs


def _at(point: Point, wide: int, tall: int) -> Point:
    x, y = point
    return x * wide // 2, y * tall // 2


def strokes(start: Point, end: Point) -> Iterator[tuple[int, int, str]]:
    """The characters of a line by column and row, without its start.

    Points are columns and rows of the picture.
    """
    (x, y) = start
    (to_x, to_y) = end
    dx = to_x - x
    dy = to_y - y
    count = max(abs(dx), abs(dy))
    before = start
    for step in range(1, count + 1):
        column = x + (2 * dx * step + count) // (2 * count)
        row = y + (2 * dy * step + count) // (2 * count)
        right = column - before[0]
        down = row - before[1]
        yield column, row, _stroke(right, down)
        before = (column, row)


def _stroke(right: int, down: int) -> str:
    """Return the sign of a line that goes on so many columns and rows."""
    if not down:
        return "-"
    if not right:
        return "|"
    return "\\" if right == down else "/"


TALL: Mapping[int, int] = {1: 1, 2: 1, 4: 2, 6: 3}
"""The lines of a square by its columns."""
PATTERNS: Mapping[int, tuple[tuple[int, int], ...]] = {
    4: ((0, 1), (1, 2)),
    6: ((0, 1), (0, 4), (1, 2), (2, 0), (2, 3)),
}
"""Where ground that is not open has its sign: (line, column)."""
SOLID = frozenset("#")
EDGES = frozenset({"wall", "low", "fog", "door"})
HALF = 2
FOURTH = 4


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
        chars = self.chars[lines]
        roles = self.roles[lines]
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
    tall = TALL[wide]
    row = ground.kinds(y)
    canvas = BlockCanvas.blank(wide * len(row), tall, "open")
    every = tuple((line, at) for line in range(tall) for at in range(wide))
    for x, kinds in enumerate(row):
        role = ROLES.get(kinds, "own")
        pair = ground.signs.pair(kinds)
        if kinds in SOLID:
            spots = every
        else:
            spots = PATTERNS[wide][: 1 if kinds == OPEN else None]
        for line in range(tall):
            canvas.roles[line][x * wide : (x + 1) * wide] = [role] * wide
        for number, (line, at) in enumerate(spots):
            canvas.chars[line][x * wide + at] = pair[number % 2]
    for x, sides in ground.borders(y).items():
        _border(canvas, x * wide, wide, sides, ground.signs)
    return canvas


def _kind_of_border(kind: str, signs: GridSigns) -> tuple[str, Mapping[tuple[bool, bool], str]]:
    # Its role and its signs; a door is drawn over a wall.
    if kind == "low":
        return kind, signs.low
    if kind == "fog":
        return kind, signs.veils
    return "wall", signs.walls


def _border(
    canvas: BlockCanvas, left: int, wide: int, sides: Mapping[str, str], signs: GridSigns
) -> None:
    last = len(canvas.chars) - 1
    edge = left + wide - 1
    below = sides.get("below")
    right = sides.get("right")
    if below:
        kind, table = _kind_of_border(below, signs)
        canvas.put(last, left, table[False, True] * wide, kind)
    if right:
        kind, table = _kind_of_border(right, signs)
        for line in range(last + 1):
            canvas.put(line, edge, table[True, False], kind)
        if below:
            _, table = _kind_of_border(below, signs)
            canvas.put(last, edge, table[True, True], "wall")
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
    canvases = {}
    small = Counter(one.body[0] for one in tokens if len(one.body) == 1)
    for token in _stacked(tokens):
        state = token.state or _turn_sign(token, start)
        if len(token.body) == 1 and small[token.body[0]] > 1:
            state = MORE
        drawn = _squeezed_block(token, state, wide, look) if token.squeezed else None
        canvases.update(drawn or _body(token, state, wide, small, look))
    return canvases


def _body(
    token: Token, state: str, wide: int, covered: Container[Square], look: Look
) -> dict[Square, BlockCanvas]:
    tall = TALL[wide]
    role = _token_role(token)
    body = token.body
    left, top = body[0]
    side = body[-1].x - left + 1
    canvas = BlockCanvas.blank(side * wide, side * tall, role)
    free = next((at for at in body if at not in covered), body[0])
    line = (free.y - top) * tall
    column = (free.x - left) * wide
    frame = int(side > 1)
    column = max(column, frame)
    _write(canvas, token, state, line, column, side * wide - frame - column)
    last = len(canvas.chars) - 1
    if frame:
        for line in range(last + 1):
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
    role = _token_role(token)
    last = len(canvas.chars) - 1
    plain = f"{role} name"
    label = _label(token, room - (1 if state or room <= FOURTH else 0))
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
    sign = token.sign[:2]
    name = "".join(each for each in token.name if cell_len(each) == 1)
    head, _, last = name.rpartition(" ")
    if head and last.casefold() == sign.casefold():
        name = head
    if name.casefold().startswith(sign.casefold()) and len(sign) == 1:
        return (sign + name[1:])[:room]
    apart = room > FOURTH or token.camp == "party"  # else Obo with the letter B would be Bobo
    if apart:
        text = f"{sign} {name}"
    else:
        text = sign + name.casefold()
    return text[:room]


def _squeezed_block(token: Token, state: str, wide: int, look: Look) -> dict[Square, BlockCanvas]:
    tall = TALL[wide]
    body = token.body
    role = _token_role(token)
    canvases = {}
    for square in body:
        canvas = canvases[square] = BlockCanvas.blank(wide, tall, role)
        if square == body[0]:
            _write(canvas, token, "", 0, 1, wide - 1)
            _bar(canvas, token, 0, look)
            canvas.put(0, 0, SQUEEZED[0], role)
        elif square == body[-1]:
            canvas.put(0, wide - 2, (state[:1] or BLANK) + SQUEEZED[1], role)
    return canvases


# a square under its overlay


def lay_sign(canvas: BlockCanvas, left: int, wide: int, sign: str, role: str, on: bool) -> None:
    """Write the sign of a layer at the right edge: on the last line of a token, beside a wall."""
    last = len(canvas.chars) - 1
    edge = left + wide - 1
    line = last if on else last - 1
    if canvas.roles[line][edge] in EDGES:
        edge -= 1
    canvas.put(line, edge, sign, role)


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
    for line, column in ((0, left), (0, left + wide - 1), (last, left)):
        if canvas.free(line, column):
            canvas.chars[line][column] = CURSOR
            break
    for roles in canvas.roles:
        for column in range(left, left + wide):
            if not roles[column].startswith("bar"):
                roles[column] = "cursor"
