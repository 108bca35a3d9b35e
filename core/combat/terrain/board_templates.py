"""A board for the terrain of a hex, made up from a seed: the same seed, the same board."""

from __future__ import annotations

from core.combat.board.battlefield import LARGEST
from core.combat.board.plan import Board
from core.combat.terrain.canvas import INDOORS, LANE, Canvas
from core.combat.terrain.chance import SeededNumbers
from core.combat.terrain.painters import flow, patches, town
from core.combat.terrain.recipes import RECIPES, Recipe
from core.combat.terrain.rooms import hall, passage
from core.messages import Refusal
from core.rulesets.schema import Ruleset
from core.values import replace

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
