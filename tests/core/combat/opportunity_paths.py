"""Crowds of enemies that may strike, and paths past them, drawn at random."""

from __future__ import annotations

import random

from core.combat.board.drawing import Light
from core.combat.board.scene import Action, Creature, Scene
from core.combat.board.squares import DIRECTIONS, Block, Square
from core.values import replace
from tests.core.combat.scenes import random_scene, with_zones

ACTIONS: tuple[Action, ...] = (
    "move", "move", "move", "move", "withdraw", "withdraw", "withdraw", "five_foot_step",
    "five_foot_step", "step", "forced", "run",
)  # fmt: skip

STATES: tuple[tuple[str, ...], ...] = (
    *[()] * 8,
    ("invisible",),
    ("see_invisible",),
    ("flat_footed",),
    ("flat_footed", "combat_reflexes"),
)
LIGHTS: tuple[Light, ...] = ("bright", "bright", "bright", "dim", "dark")


def crowded_scene(chance: random.Random) -> Scene:
    """A crowd in little room, so that somebody watches; now and then in the dark, or hidden."""
    sizes = chance.choice(("", "FDTSM", "TSM", "MLH", "FDTM"))
    scene = random_scene(chance, most=8, widest=chance.choice((4, 9)), sizes=sizes)
    creatures = tuple(
        replace(
            one,
            hidden=chance.random() < 0.1,
            conditions=(*one.conditions, *chance.choice(STATES)),
            side=chance.choice(("party", "foe")) if one.rides else one.side,
        )
        for one in scene.creatures
    )
    scene = replace(scene, creatures=creatures, light=chance.choice(LIGHTS))
    return with_zones(chance, scene)


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
