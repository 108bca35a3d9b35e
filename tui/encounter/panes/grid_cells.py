"""One square with its overlay: the characters of its one or two columns, and their roles."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from core.combat.board.squares import Square
from tui.encounter.panes.grid_bodies import TokenCell
from tui.encounter.panes.grid_lines import drawn
from tui.encounter.panes.grid_signs import OPEN
from tui.encounter.panes.grid_things import GridOverlay

CURSOR, STRIKE, MANY = "@", "!", "+"
SAID = frozenset({"layer", "layer2", "area", "mark"})
"""Roles of what is said of a square in its second column."""
BRACKETS = "]┐┘│"


@dataclass(slots=True)
class Over:
    """The overlay of one square."""

    cell: TokenCell | None = None
    count: int = 0
    way: str = ""
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
    for square, text in over.strikes.items():
        at(square).strike = text
    for square, text in over.ghosts.items():
        at(square).ghost = text
    for square, text in over.labels.items():
        at(square).label = text
    for square, text in over.marks.items():
        at(square).mark = text
    for square, text in over.draft.items():
        at(square).draft = text
    for row, signs in drawn(over.lines, wide).items():
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
        self.first, self.second, self.one, self.two = first, second, one, two
        self.edge = edge
        self.said = two in SAID
        self.also = one.endswith(" also")
        self.one = one.removesuffix(" also")

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
            if not self.edge or cell.body or sign.isalpha():
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
        if over.count and not (over.strike or over.line or over.draft or self.said or self.edge):
            self.second = self.first
        self.first = CURSOR


def compose(
    chars: tuple[str, str], roles: tuple[str, str], over: Over, edge: bool, layered: bool,
    cursor: bool,
) -> tuple[list[str], list[str]]:  # fmt: skip
    """The two characters of a square under its overlay, and their roles."""
    square = Two(*chars, *roles, edge)
    square.lay(over, cursor, layered)
    also = " also" if square.also else ""
    return [square.first, square.second], [square.one + also, square.two]


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
