"""A board for the terrain of a hex, made up from a seed: the same seed, the same board.

Painters lay open ground (patches, a river, houses), a hall with rooms, or a winding passage.
"""

from __future__ import annotations

from core.combat.board.battlefield import LARGEST
from core.combat.board.plan import Board
from core.combat.terrain.canvas import INDOORS, LANE, RECIPES, Canvas, Patch, Recipe, SeededNumbers
from core.messages import Refusal
from core.rulesets.schema import Ruleset
from core.values import replace

AROUND = ((1, 0), (-1, 0), (0, 1), (0, -1))
STREET = 7
"""Squares between the houses of a town from north to south, every so often."""
BLOCK = 34
"""Columns of houses between two such streets."""


def patches(canvas: Canvas, recipe: Recipe) -> None:
    """Lay the patches of a recipe one over the other, on open ground of a layout alone."""
    wild = recipe.layout == "wild"
    floor = canvas.sign("open")
    for patch in recipe.patches:
        wanted = patch.share * canvas.width * canvas.height // 1000
        tries = 2 * wanted + 4
        while wanted > 0 and tries > 0:
            laid = _grow(canvas, patch, wild, floor)
            wanted, tries = wanted - laid, tries - max(1, laid)


def _grow(canvas: Canvas, patch: Patch, wild: bool, floor: str) -> int:
    chance, laid = canvas.chance, 0
    size = chance.between(patch.least, patch.most)
    edge = [(chance.below(canvas.width), chance.below(canvas.height))]
    seen = set(edge)
    while edge and laid < size:
        x, y = edge.pop(chance.below(len(edge)))
        if not canvas.holds(x, y) or not (wild or canvas.rows[y][x] == floor):
            continue
        if not canvas.put(x, y, patch.what):
            continue
        laid += 1
        for dx, dy in AROUND:
            if (x + dx, y + dy) not in seen:
                seen.add((x + dx, y + dy))
                edge.append((x + dx, y + dy))
    return laid


def flow(canvas: Canvas) -> None:
    """Paint a river from north to south with a ford where it crosses the lane."""
    chance = canvas.chance
    wide = min(chance.between(3, 5), max(1, canvas.width // 4))
    left = (canvas.width - wide) // 2 + chance.between(-canvas.width // 12, canvas.width // 12)
    for y in range(canvas.height):
        if y % 2:
            left = min(max(0, left + chance.between(-1, 1)), canvas.width - wide)
        for x in range(left, left + wide):
            canvas.put(x, y, "difficult" if canvas.in_lane(x, y) else "water")


def town(canvas: Canvas) -> None:
    """Paint houses in rows along the main street, which is the lane, and streets across it."""
    top, bottom = canvas.lane[0]
    for first, last in ((0, top - 2), (bottom + 2, canvas.height - 1)):
        y = first
        while last - y >= 3:
            high = min(last - y + 1, canvas.chance.between(5, 9))
            if last - (y + high) < 5:
                high = min(last - y + 1, 12)
            _row_of_houses(canvas, y, high, door_below=first == 0)
            y += high + canvas.chance.between(2, 3)


def _row_of_houses(canvas: Canvas, top: int, high: int, *, door_below: bool) -> None:
    x = canvas.chance.below(3)
    while canvas.width - x >= 4:
        if x % (BLOCK + STREET) >= BLOCK:
            x += STREET
            continue
        wide = min(canvas.width - x, canvas.chance.between(5, 10))
        deep = high - canvas.chance.below(max(1, high - 4)) if high > 5 else high
        at = top + (high - deep if door_below else 0)
        if not canvas.chance.one_in(8):
            _house(canvas, x, at, wide, deep, door_below=door_below)
        x += wide + canvas.chance.between(1, 3)


def _house(canvas: Canvas, x: int, y: int, wide: int, high: int, *, door_below: bool) -> None:
    right, bottom = x + wide - 1, y + high - 1
    canvas.fill(range(x, right + 1), (y, bottom), "wall")
    canvas.fill((x, right), range(y, bottom + 1), "wall")
    at = canvas.chance.between(x + 1, right - 1)
    side, out = (bottom, 1) if door_below else (y, -1)
    canvas.put(at, side, "open")
    canvas.door(at, side, 0, out)
    if wide >= 8:
        _partition(canvas, canvas.chance.between(x + 3, right - 4), y, bottom)


def _partition(canvas: Canvas, x: int, y: int, bottom: int) -> None:
    through = canvas.chance.between(y + 1, bottom - 1)
    for row in range(y + 1, bottom):
        if row == through:
            canvas.door(x, row, 1, 0)
        else:
            canvas.wall(x, row, 1, 0)


STOREY = 24
"""Rows for each hall of a large building."""


def hall(canvas: Canvas) -> None:
    """Paint halls from west to east with rooms on both sides, joined by one from north to south."""
    canvas.fill(range(canvas.width), range(canvas.height), "wall")
    top, bottom = canvas.lane[0]
    while top - STOREY >= 0:
        top -= STOREY
    across = canvas.width // 2 - INDOORS // 2
    many = canvas.height > STOREY + STOREY // 2
    for first in range(top, canvas.height, STOREY):
        last = min(first + bottom - canvas.lane[0][0], canvas.height - 1)
        canvas.fill(range(canvas.width), range(first, last + 1), "open")
        for out in (-1, 1):
            _rooms(canvas, first if out < 0 else last, out)
    if many:
        canvas.fill(range(across, across + INDOORS), range(canvas.height), "open")


def _rooms(canvas: Canvas, side: int, out: int) -> None:
    room = (STOREY - INDOORS) // 2 - 1
    deep = min(room, side - 1 if out < 0 else canvas.height - side - 2)
    if deep < 2:
        return
    x = 1
    while canvas.width - x > 3:
        wide = min(canvas.chance.between(4, 8), canvas.width - 1 - x)
        rows = canvas.chance.between(max(2, deep - 3), deep)
        first = side + 2 * out
        canvas.fill(range(x, x + wide), range(first, first + out * rows, out), "open")
        at = canvas.chance.between(x, x + wide - 1)
        canvas.put(at, side + out, "open")
        canvas.door(at, side + out, 0, -out)
        x += wide + 1


def passage(canvas: Canvas) -> None:
    """Paint a winding passage through rock, with niches here and there."""
    canvas.fill(range(canvas.width), range(canvas.height), "wall")
    for x, (top, bottom) in enumerate(canvas.lane):
        canvas.fill((x,), range(top, bottom + 1), "open")
    x = canvas.chance.between(3, 8)
    while x < canvas.width - 4:
        top, bottom = canvas.lane[x]
        deep, wide = canvas.chance.between(1, 5), canvas.chance.between(2, 5)
        rows = (
            range(top - deep, top)
            if canvas.chance.one_in(2)
            else range(bottom + 1, bottom + 1 + deep)
        )
        if rows.start > 0 and rows.stop < canvas.height:
            canvas.fill(range(x, x + wide), rows, "open")
        x += wide + canvas.chance.between(3, 9)


WIDTH, HEIGHT = 40, 24
"""Columns and rows of a board unless the GM wants another size."""
PLAIN = "plains"


def template(
    terrain: str,
    seed: int,
    rules: Ruleset,
    width: int = WIDTH,
    height: int = HEIGHT,
    *,
    river: bool = False,
) -> Board:
    """Return a board of `width` x `height` squares for a row of the overland terrain table.

    Also "river", "indoors" and "corridor"; an unknown kind is like its nearest one in the ruleset,
    or plains. `river`: a river with a ford crosses it. A way from west to
    east is never blocked, wide enough for the largest creature (of Gargantuan size in halls and
    passages), so that both sides can come to each other. Refusal "bad_size" unless both are
    from 1 to 500.
    """
    _check_size(width, height)
    recipe = RECIPES.get(terrain) or RECIPES.get(rules.nearest.get(terrain, "")) or RECIPES[PLAIN]
    if river:
        recipe = replace(recipe, river=True)
    canvas = Canvas(rules, width, height, SeededNumbers(seed))
    _paint(canvas, recipe)
    return canvas.board()


def _paint(canvas: Canvas, recipe: Recipe) -> None:
    match recipe.layout:
        case "rooms":
            canvas.wind(INDOORS, steady=True)
            hall(canvas)
        case "passage":
            canvas.wind(INDOORS)
            passage(canvas)
        case "town":
            canvas.wind(LANE, steady=True)
            town(canvas)
        case "wild":
            canvas.wind(LANE)
    patches(canvas, recipe)
    if recipe.river:
        flow(canvas)


def blank(width: int, height: int, rules: Ruleset) -> Board:
    """Return an open board. Refusal "bad_size" unless both are from 1 to 500."""
    _check_size(width, height)
    return Canvas(rules, width, height, SeededNumbers(0)).board()


def _check_size(width: int, height: int) -> None:
    if not (1 <= width <= LARGEST and 1 <= height <= LARGEST):
        raise Refusal("bad_size", "A map must have 1 to {most} columns and rows.", most=LARGEST)
