"""Areas of effect on random scenes: equal, cell for cell, to the plain oracle."""

from __future__ import annotations

import random

import pytest

from core.combat.areas import burst, cone, line, spread
from core.combat.board.scene import Scene
from core.combat.board.squares import DIRECTIONS
from core.messages import Refusal
from tests.core.combat.oracles import areas as oracle
from tests.core.combat.oracles.lines import ground_of
from tests.core.combat.scenes import compare_scenes
from tests.thorough import rounds

SEED = 411
POSITIONS = rounds(12, 60)
MANY = 5_000


def compare(scene: Scene, chance: random.Random) -> None:
    """A burst and a spread somewhere, a cone and a line of somebody."""
    ground = ground_of(scene.field)
    origin = chance.randint(0, ground.width), chance.randint(0, ground.height)
    radius = chance.randint(1, 7)
    assert cells(scene, burst(scene, origin, radius).bits) == oracle.burst(ground, origin, radius)
    flowing = spread(scene, origin, radius)
    assert cells(scene, flowing.bits) == oracle.spread(ground, origin, radius)
    who = chance.choice(scene.creatures)
    body = scene.body(who)
    if not scene.field.contains(body):
        return
    direction = chance.choice(list(DIRECTIONS))
    made = cone(scene, who, direction, radius)
    wanted = oracle.cone(ground, body, made.origin, direction, radius)
    assert cells(scene, made.bits) == wanted
    nearest = min(((x // 2, y // 2) for x, y in body.lattice()), key=lambda at: apart(at, origin))
    if origin[0] == nearest[0] or origin[1] == nearest[1]:
        with pytest.raises(Refusal):
            line(scene, who, origin, radius)
        return
    shot = line(scene, who, origin, radius)
    assert shot.origin == nearest
    assert cells(scene, shot.bits) == oracle.line(ground, body, nearest, origin, radius)


def apart(one: tuple[int, int], other: tuple[int, int]) -> int:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2


def cells(scene: Scene, bits: int) -> set[tuple[int, int]]:
    return {(square.x, square.y) for square in scene.field.squares(bits)}


def test_areas_are_as_the_oracle_says() -> None:
    compare_scenes(compare, POSITIONS, SEED, widest=10)


@pytest.mark.nightly
def test_areas_are_as_the_oracle_says_many_times() -> None:
    compare_scenes(compare, MANY, SEED + 1, widest=10)
