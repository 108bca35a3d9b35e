"""The ground of each kind of terrain, as recipes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from core.values import Struct

Layout: TypeAlias = Literal["wild", "town", "rooms", "passage"]

THICKET = "T"
LEGEND = ((THICKET, ("difficult", "concealing")),)
"""Trees and undergrowth, reeds, tall growth: they hamper and hide."""


class Patch(Struct):
    """Patches of one kind of ground: `share` squares of a thousand, so many squares each."""

    what: str
    share: int
    least: int = 1
    most: int = 1


class Recipe(Struct):
    """A landscape: patches laid one over the other, on a layout, with a river or without."""

    patches: tuple[Patch, ...] = ()
    layout: Layout = "wild"
    river: bool = False


WOOD = Recipe((
    Patch("difficult", 100, 3, 9), Patch("thicket", 200, 3, 10), Patch("wall", 28, 1, 2),
))  # fmt: skip
DEEP_WOOD = Recipe((
    Patch("difficult", 150, 4, 12), Patch("thicket", 260, 5, 16), Patch("wall", 45, 1, 2),
))  # fmt: skip
DRY = Recipe((Patch("difficult", 80, 5, 14), Patch("low", 14, 1, 3), Patch("wall", 12, 1, 4)))
PLAINS = Recipe((Patch("difficult", 30, 2, 6), Patch("thicket", 14, 2, 5), Patch("low", 5)))

RECIPES: Mapping[str, Recipe] = {
    "plains": PLAINS,
    "moor": Recipe((
        Patch("difficult", 110, 3, 9), Patch("thicket", 70, 2, 6), Patch("low", 6),
    )),
    "hills": Recipe((
        Patch("difficult", 150, 6, 18), Patch("greater", 30, 3, 6), Patch("thicket", 25, 2, 5),
        Patch("low", 10, 1, 2), Patch("wall", 12, 1, 3),
    )),
    "mountains": Recipe((
        Patch("difficult", 160, 5, 16), Patch("greater", 80, 4, 10), Patch("low", 20, 1, 3),
        Patch("wall", 110, 4, 14),
    )),
    "forest": WOOD,
    "deep_forest": DEEP_WOOD,
    "jungle": DEEP_WOOD,
    "swamp": Recipe((
        Patch("difficult", 220, 5, 15), Patch("thicket", 70, 2, 6), Patch("water", 90, 4, 14),
        Patch("wall", 8),
    )),
    "desert": DRY,
    "sandy_desert": Recipe((
        Patch("difficult", 180, 10, 26), Patch("greater", 30, 3, 8), Patch("wall", 8, 1, 3),
    )),
    "frozen_tundra": Recipe((
        Patch("difficult", 150, 5, 14), Patch("greater", 25, 2, 6), Patch("low", 10, 1, 2),
        Patch("wall", 8, 1, 2),
    )),
    "urban": Recipe((Patch("difficult", 12, 1, 3), Patch("low", 10, 1, 2)), "town"),
    "river": Recipe(PLAINS.patches, river=True),
    "indoors": Recipe((Patch("difficult", 16, 1, 3), Patch("low", 12, 1, 2)), "rooms"),
    "corridor": Recipe((Patch("difficult", 14, 1, 2),), "passage"),
}  # fmt: skip
"""By rows of the overland tables, and three more: river, indoors, corridor."""
