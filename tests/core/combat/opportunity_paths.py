"""Paths past enemies that may strike, drawn at random."""

from __future__ import annotations

import random

from core.combat.board.scene import Action, Creature, Scene
from core.combat.board.squares import DIRECTIONS, Block, Square

ACTIONS: tuple[Action, ...] = (
    "move", "move", "move", "move", "withdraw", "withdraw", "withdraw", "five_foot_step",
    "five_foot_step", "step", "forced", "run",
)  # fmt: skip


def path_for(chance: random.Random, scene: Scene, mover: Creature, side: int) -> list[Square]:
    """A walk on the map, wherever it leads."""
    found = [scene.body(mover).anchor]
    for _ in range(chance.choice((0, 1, 1, 2, 3, 5, 8))):
        ways = [found[-1].by(*way) for way in DIRECTIONS.values()]
        held = [way for way in ways if scene.field.contains(Block(*way, side))]
        if not held:
            break
        found.append(chance.choice(held))
    return found
