"""The steps that a mover may make, as sets of anchors for the search (G-3, G-5, G-8).

The block that moves is the creature's whole space, or its leading block while it squeezes; a
square is the block anchored there. All sets are bits of the battlefield.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from core.combat.board.squares import DIRECTIONS

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
