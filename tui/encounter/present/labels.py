"""Letters for everything on the grid to jump to: creatures by their own, then doors."""

from __future__ import annotations

from collections.abc import Iterable

from core.combat.board.squares import Square, parse_square
from core.values import Struct
from tui.encounter.present.battle import Battle

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"


class LetterTarget(Struct):
    """A letter's target: a creature or a door's border, and the square to go to.

    `drawn`: the letter must be written on the grid, as nothing there shows it.
    """

    at: Square
    who: str = ""
    door: str = ""
    drawn: bool = True


def labels(battle: Battle, seen: Iterable[Square]) -> dict[str, LetterTarget]:
    """The labels by key. A creature's own letter is its label.

    Creatures whose letter is taken or has two characters, and doors, get a free letter while they
    are on the screen (`seen`). Unseen creatures have none.
    """
    found: dict[str, LetterTarget] = {}
    more: list[LetterTarget] = []
    visible = set(seen)
    for figure in battle.encounter.figures:
        being, at = battle.being(figure.id), battle.place(figure.id)
        if being is None or at is None or figure.id in battle.unseen:
            continue
        if len(being.token) == 1 and being.token not in found:
            found[being.token] = LetterTarget(at, figure.id, drawn=False)
        elif at in visible:
            more.append(LetterTarget(at, figure.id))
    more += (
        LetterTarget(parse_square(edge.partition("/")[0]), door=edge)
        for edge in battle.doors
        if parse_square(edge.partition("/")[0]) in visible
    )
    free = (letter for letter in LETTERS if letter not in found)
    return found | dict(zip(free, more, strict=False))
