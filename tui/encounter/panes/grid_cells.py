"""One square with its overlay: the characters of its one or two columns, and their roles.

Tokens are letters with their signs, large bodies in brackets; lines are drawn with - | / and
backslash, and X where they are cut.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from core.combat.board.squares import Point, Square
from core.values import Struct, replace
from tui.encounter.panes.grid_signs import OPEN, GridSigns
from tui.encounter.panes.grid_things import GridLine, GridOverlay, Token

ACTING, MARKED, MORE, DEAD, DOWN = ">", "*", '"', "x", "/"
SQUEEZED = "><"


class TokenCell(Struct):
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
    found: dict[Square, TokenCell] = {}
    for token in sorted(tokens, key=lambda token: (-len(token.body), height(token.state))):
        if len(token.body) > 1:
            _lay_body(found, token, signs)
        else:
            _lay(found, token, start)
    return found


def _sign(token: Token) -> str:
    return DEAD if token.state == DEAD else token.sign[:2]


def height(state: str) -> int:
    """The height above the ground that a state says; the dead are below all, then those down."""
    if state in (DEAD, DOWN):
        return -2 if state == DEAD else -1
    return 10 if state == "+" else int(state) if state.isascii() and state.isdigit() else 0


def token_role(token: Token) -> str:
    """The roles of a token: its side, whether it takes several squares, and how it is."""
    traits = {"large": len(token.body) > 1, "hidden": token.hidden, "acting": token.acting,
              "marked": token.marked}  # fmt: skip
    side = "dead" if token.state == DEAD else token.camp
    return " ".join((side, *(name for name, has in traits.items() if has)))


def turn_sign(token: Token, start: tuple[Square, ...] = ()) -> str:
    """The sign of a token that acts, unless a path starts there, or is marked; "" for others."""
    if token.acting and token.body[0] not in start:
        return ACTING
    return MARKED if token.marked else ""


def _lay(found: dict[Square, TokenCell], token: Token, start: tuple[Square, ...]) -> None:
    at, sign, role = token.body[0], _sign(token), token_role(token)
    under = found.get(at)
    if under is not None and under.anchor and len(sign) == 1:
        found[at] = replace(under, text=under.text[0] + sign, letter=sign, role=role, told=True)
        beside = found.get(at.by(1, 0))
        if beside is not None and beside.body:
            state = DOWN if token.state == DOWN else MORE
            found[at.by(1, 0)] = replace(beside, text=state + beside.text[1])
        return
    state = "" if token.state == DEAD else token.state
    state = MORE if under is not None else state or turn_sign(token, start)
    lost = len(sign) > 1 and state not in ("", ACTING, MARKED)
    told = bool(token.state) or under is not None
    found[at] = TokenCell((sign + state)[:2].ljust(2), sign[:1], role, lost=lost, told=told)


def _lay_body(found: dict[Square, TokenCell], token: Token, signs: GridSigns) -> None:
    body, role = token.body, token_role(token)
    more = MORE if any(square in found for square in body) else ""
    state = more or token.state or turn_sign(token)
    sign = _sign(token)
    name = (sign + ("" if state == DEAD else state))[:2]
    lost = len(sign) > 1 and state not in ("", ACTING, MARKED)
    rows = _squeezed(body, name) if token.squeezed else _boxed(body, name, token, signs)
    told = bool(token.state or more)
    for square, text in rows.items():
        first = square == body[0]
        found[square] = TokenCell(text, sign[:1], role, True, first, lost, told)


def _squeezed(body: tuple[Square, ...], name: str) -> dict[Square, str]:
    found = dict.fromkeys(body, "  ")
    found[body[0]] = SQUEEZED[0] + name[:1]
    found[body[-1]] = name[1:2].ljust(1) + SQUEEZED[1]
    return found


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


CURSOR, STRIKE, MANY = "@", "!", "+"
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
    found: Index = {}

    def at(square: Square) -> Over:
        return found.setdefault(square.y, {}).setdefault(square.x, Over())

    for square, cell in bodies.items():
        at(square).cell = cell
    for square, count in over.ruler.items():
        at(square).count, at(square).way = count, "ruler"
    for count, square in enumerate(over.path[1:], start=1):
        at(square).count, at(square).way = count, "path"
    for counted in found.values():
        for x, here in counted.items():
            here.tight = x + 1 in counted and counted[x + 1].count > 0
    for name, texts in (
        ("strike", over.strikes), ("ghost", over.ghosts), ("label", over.labels),
        ("mark", over.marks), ("draft", over.draft),
    ):  # fmt: skip
        for square, text in texts.items():
            setattr(at(square), name, text)
    for row, signs in drawn(over.lines, wide).items() if wide < BLOCK else ():
        for column, sign in signs.items():
            here = at(Square(column // wide, row))
            if column % wide:
                here.aside = sign
            else:
                here.line = sign
    return found


class Two:
    """A square of two columns, from the ground and the layer."""

    def __init__(self, first: str, second: str, one: str, two: str, edge: bool) -> None:
        self.first, self.second, self.two, self.edge = first, second, two, edge
        self.one, self.also = one.removesuffix(" also"), one.endswith(" also")
        self.said = two in SAID

    def beside(self, sign: str, role: str) -> None:
        """Write in the second column, unless a border needs it."""
        if self.edge:
            self.also = True
        else:
            self.second, self.two = sign, role

    def lay(self, over: Over, cursor: bool, layered: bool) -> None:
        """Draw the overlay, the last part on top."""
        if over.mark:
            self.beside(over.mark[:1], "mark")
            self.said = True
        if over.count:
            self._count(over, layered or cursor)
        if over.line:
            self.first, self.one = over.line, "line"
        if over.aside and not self.edge:
            self.second, self.two = over.aside, "line"
        if over.strike:
            self.first, self.one = STRIKE, "strike"
            self.beside(over.strike if len(over.strike) == 1 else MANY, "strike")
        if over.cell is not None:
            self._token(over.cell, over)
        self._signs(over)
        if cursor:
            self._cursor(over)

    def _count(self, over: Over, crowded: bool) -> None:
        number = str(over.count)[-2:]
        if len(number) > 1 and not (crowded or self.said or self.edge):
            self.second, self.two = number[1], over.way
        elif len(number) > 1:
            number = number[1]
        self.first, self.one = number[0], over.way

    def _token(self, cell: TokenCell, over: Over) -> None:
        self.first, self.one = cell.text[0], cell.role
        sign = cell.text[1]
        self.also = self.also or cell.lost
        if cell.body and self.edge and sign in BRACKETS:
            return
        if sign != " " or cell.body:
            self.also = self.also or self.said or self.edge or bool(over.strike or over.aside)
            if not self.edge or cell.body or sign.isalnum():
                self.second, self.two = sign, cell.role
        elif over.strike:
            self.beside(STRIKE, "strike")
        elif not (self.said or self.edge or over.aside):
            self.second, self.two = " ", cell.role

    def _signs(self, over: Over) -> None:
        if over.ghost:
            self.first, self.one = over.ghost[0], "ghost"
            self.beside(over.ghost[1:2] or " ", "ghost")
        if over.label:
            self.first, self.one = over.label[0], "label"
            if len(over.label) > 1:
                self.second, self.two = over.label[1], "label"
        if len(over.draft) > 1:
            self.first, self.second = over.draft[0], over.draft[1]
            self.one = self.two = "draft"
        elif over.draft:
            self.second, self.two = over.draft, "draft"

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
        char, role = str(over.count)[-1], over.way
    if over.line:
        char, role = over.line, "line"
    if over.strike:
        char, role = STRIKE, "strike"
    if over.mark:
        more = " also"
        char = over.mark[0] if char == OPEN else char
    if over.cell is not None:
        char, role = over.cell.letter, over.cell.role
        more = " also" if over.cell.told or over.strike else more
    for text, name in ((over.ghost, "ghost"), (over.label, "label"), (over.draft, "draft")):
        if text:
            char, role, more = text[0], name, ""
    if cursor:
        taken = over.cell or over.ghost or over.label or over.draft
        return (char if taken else CURSOR), "cursor"
    return char, role + more


Signs = dict[int, dict[int, str]]
"""Characters by line and column of the picture (without the heads)."""

CUT = "X"


def drawn(lines: Iterable[GridLine], wide: int, tall: int = 1) -> Signs:
    """The characters of these lines on squares of `wide` columns and `tall` lines."""
    found: Signs = {}
    for line in lines:
        end = line.cut[0] if line.cut else line.end
        for column, row, sign in [*strokes(_at(line.start, wide, tall), _at(end, wide, tall))][:-1]:
            found.setdefault(row, {})[column] = sign
        for point in line.cut:
            column, row = _at(point, wide, tall)
            found.setdefault(row, {})[column] = CUT
    return found


def _at(point: Point, wide: int, tall: int) -> Point:
    x, y = point
    return x * wide // 2, y * tall // 2


def strokes(start: Point, end: Point) -> Iterator[tuple[int, int, str]]:
    """The characters of a line by column and row, without its start.

    Points are columns and rows of the picture.
    """
    (x, y), (to_x, to_y) = start, end
    dx, dy = to_x - x, to_y - y
    count = max(abs(dx), abs(dy))
    before = start
    for step in range(1, count + 1):
        column = x + (2 * dx * step + count) // (2 * count)
        row = y + (2 * dy * step + count) // (2 * count)
        right, down = column - before[0], row - before[1]
        yield column, row, "-" if not down else "|" if not right else "\\" if right == down else "/"
        before = (column, row)
