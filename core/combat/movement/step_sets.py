"""The steps that a mover may make, as sets of anchors for the search (G-3, G-5, G-8).

The block that moves is the creature's whole space, or its leading block while it squeezes; a
square is the block anchored there. All sets are bits of the battlefield. Ground, walls and the
map's edge decide the passage of a body (C-041, C-044, C-045, C-052 to C-055); it is cached for each
battlefield, by side and mode.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from core.combat.board.scene import GridMode
from core.combat.board.squares import DIRECTIONS, Battlefield, inside, shifted, touching
from core.values import Struct

STRAIGHT = tuple(name for name, (dx, dy) in DIRECTIONS.items() if not dx or not dy)
DIAGONAL = tuple(name for name, (dx, dy) in DIRECTIONS.items() if dx and dy)


@dataclass(frozen=True, repr=False)
class Steps:
    """All legal steps of one mover in one manner.

    `into[direction]` are the anchors that may be entered by a step in that direction: terrain,
    corners, walls and occupants allow it (C-021 to C-075), whatever it costs.
    `weights[k]` are the anchors that cost k doublings, or k squares more where hindrances
    are added (G-5); the sets are disjoint and hold all anchors. `doublings[j]` are the anchors
    with j doublings that are not the ground's (empty under "adding"): they multiply the price of
    a low wall. `low[direction]`, straight ones only, are the anchors whose entering crosses a low
    wall on a border, for `low_price` squares (C-041). `ends` are the anchors where the mover may
    stop (C-040, C-061, C-067, C-069). `parity` is the first diagonal's surcharge, 0 or 1.

    The price of a step (G-5), m = 2 ** k: straight m, or 1 + k where hindrances are added;
    a diagonal 3m / 2 for k >= 1 without touching the parity, else 1 + parity, which flips;
    where hindrances are added 1 + parity + k, which always flips.
    """

    stride: int
    start: int
    into: Mapping[str, int]
    weights: tuple[int, ...]
    doublings: tuple[int, ...]
    low: Mapping[str, int]
    low_price: int
    ends: int
    adding: bool = False
    parity: int = 0


ON_THE_GROUND: tuple[GridMode, ...] = ("walk", "swim")
"""The modes that ground, low walls and bodies hamper, hurt and keep from stopping.

Whoever flies or is incorporeal ignores them (C-033, C-044).
"""
KEPT = 32
"""The number of passages that are cached."""


class Passage(Struct):
    """The anchors of a body of `side` squares; every set holds bits of the battlefield.

    `fits`: on the map. `stands`: ground that this mode may be on, and not astride a wall; the
    incorporeal may be, for a wall on a border is not a solid square (C-044).
    `entered[direction]`: `stands`, and no wall between two squares of the old and new space.
    `open[direction]`: also, diagonally, nothing solid, no wall and no low one in the block of the
    old and new space beyond those two spaces (C-041, C-052, C-054, C-055).
    `low[direction]`, straight steps: the front crosses a low wall squarely (C-041).
    `rough` and `rougher`: the worst square has weight 1, or 2 (C-032); `hurts`: a square of it is
    hazardous (C-047); `no_stop`: nobody may stop on a square of it (C-040).
    """

    side: int
    fits: int
    stands: int
    entered: Mapping[str, int]
    open: Mapping[str, int]
    low: Mapping[str, int]
    rough: int
    rougher: int
    hurts: int
    no_stop: int


def allowed(field: Battlefield, mode: GridMode) -> int:
    """Return the squares of the map that a mode of movement may be on (C-044, C-045, C-131)."""
    if mode == "incorporeal":
        return field.every
    if mode == "swim":
        return field.water & ~field.solid
    return field.every & ~(field.solid | field.water if mode == "walk" else field.solid)


@lru_cache(maxsize=KEPT)
def passage(field: Battlefield, side: int, mode: GridMode, corners: bool) -> Passage:
    """Return the passage of a body of side `side`; `corners`: solid ones may not be cut."""
    stride, grounded = field.stride, mode in ON_THE_GROUND
    fits = inside(field.every, side, side, stride)
    stands = inside(allowed(field, mode), side, side, stride)
    if mode != "incorporeal":
        stands &= ~_astride(field, side, side)
    entered = {name: stands & ~_walled(field, side, name, mode) for name in DIRECTIONS}
    swept = {name: fits & ~_cut(field, side, name, mode, corners) for name in DIAGONAL}
    ground = (field.hampered, field.hampered_twice, field.hazard, field.no_stop)
    under = [fits & touching(layer, side, side, stride) if grounded else 0 for layer in ground]
    return Passage(
        side, fits, stands, entered,
        {name: entered[name] & swept.get(name, entered[name]) for name in DIRECTIONS},
        {name: fits & _front(field, side, name) if grounded else 0 for name in STRAIGHT},
        *under,
    )  # fmt: skip


def _astride(field: Battlefield, wide: int, high: int) -> int:
    # C-055
    return touching(field.wall_east, wide - 1, high, field.stride) | touching(
        field.wall_south, wide, high - 1, field.stride
    )


def _walled(field: Battlefield, side: int, direction: str, mode: GridMode) -> int:
    # After a straight step these are one rectangle; after a diagonal one they are two spaces that
    # share no border outside both (the new one is in `stands`).
    if mode == "incorporeal":
        return 0
    dx, dy = DIRECTIONS[direction]
    if dx and dy:
        return shifted(_astride(field, side, side), dx + dy * field.stride)
    back = max(0, dx) + max(0, dy) * field.stride
    return _astride(field, side + abs(dx), side + abs(dy)) << back


def _cut(field: Battlefield, side: int, direction: str, mode: GridMode, corners: bool) -> int:
    # C-041, C-052
    if mode == "incorporeal":
        return 0
    dx, dy = DIRECTIONS[direction]
    stride, block = field.stride, side + 1
    found = 0
    if mode in ON_THE_GROUND:
        found |= touching(field.low_east, side, block, stride)
        found |= touching(field.low_south, block, side, stride)
    if corners:
        found |= _astride(field, block, block)
        if dx == dy:
            found |= field.solid >> side | field.solid >> (side * stride)
        else:
            found |= field.solid | field.solid >> (side + side * stride)
    return found << (max(0, dx) + max(0, dy) * stride)


def _front(field: Battlefield, side: int, direction: str) -> int:
    stride = field.stride
    match direction:
        case "E":
            return shifted(touching(field.low_east, 1, side, stride), 2 - side)
        case "W":
            return touching(field.low_east, 1, side, stride)
        case "S":
            return shifted(touching(field.low_south, side, 1, stride), (2 - side) * stride)
        case _:
            return touching(field.low_south, side, 1, stride)
