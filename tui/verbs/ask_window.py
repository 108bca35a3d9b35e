"""What of a map is drawn, and by which letters: the window and the tokens of a picture."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain

from core.combat.board.creatures import Creature
from core.combat.board.scene import Scene
from core.combat.board.squares import Block, Square, name_square

WIDTH = 78
"""Columns that a picture may take."""
TALLEST = 40
"""Rows of squares that a picture may take."""
UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
FIRST_SIDE = "party"


@dataclass(frozen=True, slots=True)
class Window:
    """The squares that are drawn: columns `left` to before `right`, rows `top` to before `bottom`.

    `cut_off` is true when something that should be seen lies outside.
    """

    left: int
    top: int
    right: int
    bottom: int
    cut_off: bool = False

    def __contains__(self, square: Square) -> bool:
        return self.left <= square.x < self.right and self.top <= square.y < self.bottom

    @property
    def columns(self) -> range:
        """The columns from 0."""
        return range(self.left, self.right)

    @property
    def rows(self) -> range:
        """The rows from 0."""
        return range(self.top, self.bottom)

    @property
    def margin(self) -> int:
        """The width of the row numbers with the space after them."""
        return len(str(self.bottom)) + 1


def window(
    scene: Scene, focus: Iterable[Square], most: int, beside: int = 4, above: int = 2
) -> Window:
    """What lies round the `focus`, at most so many columns: `beside` more, `above` more rows.

    What does not fit even so is cut off at the right and at the bottom.
    """
    field = scene.field
    seen = [square for square in focus if field.holds(square)] or [Square(0, 0)]
    left, right = _span([square.x for square in seen], field.width, most, beside)
    top, bottom = _span([square.y for square in seen], field.height, TALLEST, above)
    outside = any(square.x >= right or square.y >= bottom for square in seen)
    return Window(left, top, right, bottom, outside)


def _span(values: list[int], size: int, most: int, margin: int) -> tuple[int, int]:
    first, last = min(values), max(values) + 1
    margin = min(margin, max(0, most - (last - first)) // 2)
    least = max(0, first - margin)
    return least, min(size, last + margin, least + most)


def column_names(window: Window) -> list[str]:
    """The letters of the columns drawn."""
    return [name_square(Square(x, 0))[:-1] for x in window.columns]


def letters(scene: Scene) -> dict[str, str]:
    """A letter for each creature, by id: capitals for the first side, small ones for the others.

    It is the initial where that is free, else a later letter of the id, else the next of the
    alphabet; no sign of the map serves as a letter. Those for whom none is left get "@".
    """
    taken = {kind.sign for kind in scene.combat.ground.values()} | set("xX")
    taken |= set(chain.from_iterable(scene.field.rows))
    sides = [creature.side for creature in scene.creatures]
    first = FIRST_SIDE if FIRST_SIDE in sides else (sides[0] if sides else "")
    found: dict[str, str] = {}
    for creature in scene.creatures:
        capital = creature.side == first
        letter = next((sign for sign in _wishes(creature, capital) if sign not in taken), "@")
        taken.add(letter)
        found[creature.id] = letter
    return found


def _wishes(creature: Creature, capital: bool) -> Iterator[str]:
    for letter in chain(creature.id.upper(), UPPER):
        if letter in UPPER:
            yield letter if capital else letter.lower()


def tokens(scene: Scene) -> dict[Square, str]:
    """The letter drawn on each occupied square; of several creatures the last, a rider on top."""
    by_id = letters(scene)
    riders_last = sorted(scene.creatures, key=lambda creature: bool(creature.rides))
    found: dict[Square, str] = {}
    for creature in riders_last:
        body = scene.body(creature)
        where = Block(body.x, body.y, 1) if creature.rides else body
        for square in where.squares():
            found[square] = by_id[creature.id]
    return found
