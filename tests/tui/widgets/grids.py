"""Boards and tokens for the tests of the battle grid: the fight of the screens' wireframe."""

from __future__ import annotations

from core.combat.board.drawing import Board, battlefield
from core.combat.board.squares import Battlefield, Square, parse_square
from saves.store.packaged_rulesets import packaged
from tui.board.grid_things import GridOverlay, Token

WIREFRAME = """\
    A B C D E F G H I J K L M N O P Q R S T U
 1  :&:&. . . . . . :&:&. . . . . . . . . . .
 2  :&. . . ::::. . :&. . . . . ####. . . . .
 3  . . . . ::::. . . . . . . . ##. . . . . .
 4  . . . . . . . . . . . . . . ##. . &&&&. .
 5  . . T3. . . . . . . . . . . . . . &&&&&&.
 6  . . . . . . . e . . . . . . . . . . &&&&.
 7  . M . . . b . . . . . . [O ]. . . . . . .
 8  . . . . a . . . . . . . [26]. . . . . . .
 9  . . . . . H 1 2 @3d V . . . . . . . . . .
10  . . S_. c . . . . . . . . . . . . . . . .
11  ((((((((((((((((. . . . . . . . . . . . .
12  . . . . . . . . . . . . . . . . . . . . .
13  ~~~~~~~~~~~~~~~~~~~~. . ~~~~~~~~~~~~~~~~~
14  ~~~~~~~~~~~~~~~~~~~~. . ~~~~~~~~~~~~~~~~~
15  . . . . . . . . . . . . . . . . . . . . .
16  . . . . . . . . . . . . . . . . . . . . ."""
ROWS = (
    "TT......TT...........", "T...::..T.....##.....", "....::........#......",
    "..............#..&&..", ".................&&&.", "..................&&.",
    ".....................", ".....................", ".....................",
    ".....................", ",,,,,,,,.............", ".....................",
    "~~~~~~~~~~..~~~~~~~~~", "~~~~~~~~~~..~~~~~~~~~", ".....................",
    ".....................",
)  # fmt: skip
LEGEND = (("T", ("difficult", "concealing")), (",", ("low",)))
GROUND = packaged("pf1").combat.ground


def at(name: str) -> Square:
    return parse_square(name)


def field(*rows: str, **borders: tuple[str, ...]) -> Battlefield:
    return battlefield(Board(rows, legend=LEGEND, **borders), (), GROUND)  # type: ignore[arg-type]


def token(sign: str, where: str, **more: object) -> Token:
    camp = "party" if sign[0].isupper() else "foe"
    return Token(sign, sign, at(where), **{"camp": camp, **more})  # type: ignore[arg-type]


def ford() -> Battlefield:
    return field(*ROWS)


def fighters() -> tuple[Token, ...]:
    return (
        token("V", "K9"),
        token("H", "F9", acting=True),
        token("M", "B7"),
        token("S", "C10", state="_"),
        token("T", "C5", state="3"),
        *(
            token(sign, where)
            for sign, where in zip("abcde", ("E8", "F7", "E10", "J9", "H6"), strict=True)
        ),
        token("O", "M7", side=2, camp="foe", health=(26, 30)),
    )


def the_fight() -> GridOverlay:
    return GridOverlay(fighters(), path=tuple(map(at, ("F9", "G9", "H9", "I9"))))
