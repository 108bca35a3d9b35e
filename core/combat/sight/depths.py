"""What lies between two bodies of which one is below the ground: earth, or water (G-7).

A body is as high as its space is wide. One that is wholly below height 0 is under water where all
its squares are deep water, else in the earth. Nothing passes through earth, but two bodies that
touch in it reach each other; between the water and the air nothing passes its surface, and who
swims there belongs to both. The sources know the flat map only: a house default, for water from the
open rules (who is completely submerged has total cover from those on land).
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from core.combat.board.squares import Battlefield, Block, apart, gap

Medium: TypeAlias = Literal["", "water", "earth"]
"""What surrounds a body: "" = the air, or the surface of the water."""


def medium_of(field: Battlefield, body: Block, feet: int) -> Medium:
    """Return what surrounds a body whose feet are at a height in squares, below 0 under ground."""
    if feet + body.side > 0:
        return ""
    if is_all_water(field, body):
        return "water"
    return "earth"


def is_all_water(field: Battlefield, body: Block) -> bool:
    """Whether all squares of a space are deep water."""
    return not field.block(body) & ~field.water


def shut_between(field: Battlefield, one: Block, other: Block, feet: tuple[int, int]) -> Medium:
    """Return what lies between two bodies at these heights of their feet; "" = nothing does."""
    low, high = feet
    if low >= 0 and high >= 0:
        return ""
    around = (medium_of(field, one, low), medium_of(field, other, high))
    match around:
        case ("", "") | ("water", "water"):
            return ""
        case ("water", ""):
            return "" if _is_in_the_water(field, other, high) else "water"
        case ("", "water"):
            return "" if _is_in_the_water(field, one, low) else "water"
        case ("earth", "earth"):
            near = max(*gap(one, other), apart(one.side, other.side, feet)) <= 1
            return "" if near else "earth"
        case _:
            return "earth"


def _is_in_the_water(field: Battlefield, body: Block, feet: int) -> bool:
    # Of one that reaches up to the surface.
    return feet <= 0 and is_all_water(field, body)
