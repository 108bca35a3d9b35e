"""Tokens as cells of the battle grid: letters with their signs, large bodies in brackets."""

from __future__ import annotations

from collections.abc import Iterable

from core.combat.board.squares import Block, Square
from core.values import Struct, replace
from tui.encounter.panes.grid_signs import GridSigns
from tui.encounter.panes.grid_things import Token

ACTING, MARKED, MORE, DEAD = ">", "*", '"', "x"
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
    tokens: Iterable[Token], start: Square | None, signs: GridSigns, player_view: bool = False
) -> dict[Square, TokenCell]:
    """The cells of all tokens: small over large, high over low, else the last given.

    `start` is where a path begins: who is about to go there needs no sign that it acts.
    """
    found: dict[Square, TokenCell] = {}
    for token in sorted(tokens, key=_depth):
        if player_view and token.hidden:
            continue
        shown = replace(token, inside="") if player_view else token
        if len(shown.body) > 1:
            _lay_body(found, shown, signs)
        else:
            _lay(found, shown, start)
    return found


def _depth(token: Token) -> tuple[int, int]:
    return -len(token.body), _height(token.state)


def _sign(token: Token) -> str:
    return DEAD if token.state == DEAD else token.sign[:2]


def _height(state: str) -> int:
    if state == DEAD:
        return -1
    return 10 if state == "+" else int(state) if state.isascii() and state.isdigit() else 0


def _role(token: Token) -> str:
    role: str = "dead" if token.state == DEAD else token.camp
    role += " hidden" if token.hidden else ""
    role += " acting" if token.acting else ""
    return role + (" marked" if token.marked else "")


def _lay(found: dict[Square, TokenCell], token: Token, start: Square | None) -> None:
    at = token.body[0]
    under = found.get(at)
    state = "" if token.state == DEAD else token.state
    if not state and token.acting and at != start:
        state = ACTING
    if not state and token.marked:
        state = MARKED
    if under is not None:
        state = MORE
    sign = _sign(token)
    lost = len(sign) > 1 and state not in ("", ACTING, MARKED)
    role = _role(token)
    if under is not None and under.anchor and len(sign) == 1:
        _lay_inside(found, at, under, sign, role)
        return
    told = bool(token.state) or under is not None
    found[at] = TokenCell((sign + state)[:2].ljust(2), sign[:1], role, lost=lost, told=told)


def _lay_inside(
    found: dict[Square, TokenCell], at: Square, under: TokenCell, sign: str, role: str
) -> None:
    found[at] = replace(under, text=under.text[0] + sign, letter=sign, role=role, told=True)
    beside = found.get(at.by(1, 0))
    if beside is not None and beside.body:
        found[at.by(1, 0)] = replace(beside, text=MORE + beside.text[1])


def _lay_body(found: dict[Square, TokenCell], token: Token, signs: GridSigns) -> None:
    body, role = token.body, _role(token)
    more = MORE if any(square in found for square in body) else ""
    state = more or token.state or (ACTING if token.acting else MARKED if token.marked else "")
    sign = _sign(token)
    name = (sign + ("" if state == DEAD else state))[:2]
    lost = len(sign) > 1 and state not in ("", ACTING, MARKED)
    rows = _squeezed(body, name) if token.squares else None
    if rows is None:
        rows = _boxed(body, name, token, signs)
    told = bool(token.state or more)
    for square, text in rows.items():
        first = square == body[0]
        found[square] = TokenCell(text, sign[:1], role, True, first, lost, told)


def _squeezed(body: tuple[Square, ...], name: str) -> dict[Square, str] | None:
    left, top = body[0]
    side = body[-1].x - left + 1
    if side > 0 and body == tuple(Block(left, top, side).squares()):
        return None
    found = dict.fromkeys(body, "  ")
    found[body[0]] = SQUEEZED[0] + name[:1]
    found[body[-1]] = name[1:2].ljust(1) + SQUEEZED[1]
    return found


def _boxed(
    body: tuple[Square, ...], name: str, token: Token, signs: GridSigns
) -> dict[Square, str]:
    left, top = body[0]
    side = max(1, body[-1].x - left + 1)
    room = 2 * side - 2
    found: dict[Square, str] = {}
    for down in range(side):
        ends = signs.above if down == 0 else signs.below if down == side - 1 else signs.sides
        line = ends[0] + " " * room + ends[1]
        if down == 0:
            line = ends[0] + name.ljust(room) + ends[1]
        elif down == side - 1:
            line = _inside(token.inside, room, ends)
        for across in range(side):
            found[Square(left + across, top + down)] = line[2 * across : 2 * across + 2]
    return found


def _inside(text: str, room: int, ends: str) -> str:
    if len(text) <= room:
        return ends[0] + text.center(room) + ends[1]
    if len(text) <= room + 2:
        return (text + ends[1])[: room + 2].rjust(room + 2)
    return ends[0] + "+" * room + ends[1]
