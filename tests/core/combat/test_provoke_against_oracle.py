"""Opportunities along random paths: who, where and in which order, as the plain oracle has it."""

from __future__ import annotations

import random

import pytest

from core.combat.board.scene import Creature, Manner, Scene
from core.combat.movement.footing import leading_side
from core.combat.threat.opportunities import provokes, standing
from core.values import replace
from tests.core.combat.opportunity_paths import ACTIONS, crowded_scene, path_for
from tests.core.combat.oracles.opportunities import Watching
from tests.core.combat.oracles.threats import Sight
from tests.core.combat.scenes import random_manner, written
from tests.thorough import rounds

SEED = 106
PATHS = rounds(150, 1_000)
MANY = 100_000


def compare(chance: random.Random) -> None:
    scene = crowded_scene(chance)
    mover = chance.choice(scene.creatures)
    manner = replace(random_manner(chance, scene), action=chance.choice(ACTIONS))
    squeezes = manner.squeeze and scene.rules.id != "pf2"
    space = scene.body(mover).side
    path = path_for(chance, scene, mover, leading_side(space) if squeezes else space)
    if manner.action in ("five_foot_step", "step"):
        path = path[:2]
    already = [one.id for one in scene.creatures if chance.random() < 0.2]
    plain = Watching(scene, mover, manner, Sight(scene.field))
    try:
        found = provokes(scene, mover, path, manner, already)
        expected = plain.opportunities(path, already)
        assert {one.by: [tuple(at) for at in one.all] for one in found.opportunities} == expected
        assert [one.by for one in found.opportunities] == sorted(expected)
        assert all(one.at == one.all[0] for one in found.opportunities)
        compare_standing(scene, mover)
    except AssertionError as wrong:
        told = (written(scene), mover.id, manner, already, [str(square) for square in path])
        raise AssertionError(*told) from wrong


def compare_standing(scene: Scene, who: Creature) -> None:
    """What provokes where one stands is as if one left (C-247)."""
    at = scene.body(who).anchor
    plain = Watching(scene, who, Manner(), Sight(scene.field))
    expected = plain.opportunities([at, at])
    assert {one.by for one in standing(scene, who, "coup_de_grace").opportunities} == set(expected)


def differ(paths: int, seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(paths):
        compare(chance)


def test_c_106_opportunities_along_random_paths_equal_the_oracle() -> None:
    differ(PATHS, SEED)


@pytest.mark.nightly
@pytest.mark.parametrize("part", range(10))
def test_c_106_opportunities_equal_the_oracle_a_hundred_thousand_times(part: int) -> None:
    differ(MANY // 10, SEED + 1 + part)
