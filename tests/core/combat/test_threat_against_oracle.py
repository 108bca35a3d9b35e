"""Threatened squares and flanking on random scenes: equal, cell for cell, to the plain oracle."""

from __future__ import annotations

import random

import pytest

from core.combat.board.scene import Scene
from core.combat.threat.threat import flanking, threatened, threatens_space
from tests.core.combat.oracles import threats as oracle
from tests.core.combat.oracles.lines import cells
from tests.core.combat.scenes import compare_scenes
from tests.thorough import rounds

SEED = 96
POSITIONS = rounds(140, 600)
MANY = 100_000


def compare(scene: Scene, chance: random.Random) -> None:
    """One creature's squares and whom it threatens, cell for cell and target for target."""
    sight = oracle.Sight(scene.field)
    who = chance.choice(scene.creatures)
    found = threatened(scene, who)
    assert cells(scene.field, found.bits) == oracle.threatened(scene, sight, who)
    assert found.own_space == oracle.strikes_own_space(scene, who)
    for target in scene.creatures:
        hit = oracle.space(scene, target)
        expected = oracle.threatens_any(scene, sight, who, hit)
        assert threatens_space(scene, who, scene.body(target)) == expected
    compare_flanking(scene, sight, chance)


def compare_flanking(scene: Scene, sight: oracle.Sight, chance: random.Random) -> None:
    if len(scene.creatures) < 3:
        return
    for _ in range(3):
        attacker, ally, target = chance.sample(scene.creatures, 3)
        mode = chance.choice(("melee", "melee", "melee", "ranged"))
        expected = oracle.flanks(scene, sight, attacker, ally, target, mode)
        found = flanking(scene, attacker, ally, target, "ranged" if mode == "ranged" else "melee")
        assert found.reason == expected
        assert (found.attack_bonus, found.target_ac) == gains(scene, expected)


def gains(scene: Scene, reason: str) -> tuple[int, int]:
    if reason != "ok":
        return 0, 0
    return (0, -2) if scene.rules.id == "pf2" else (2, 0)


def test_c_096_threatened_squares_and_flanking_equal_the_oracle() -> None:
    compare_scenes(compare, POSITIONS, SEED)


@pytest.mark.nightly
@pytest.mark.parametrize("part", range(10))
def test_c_096_threatened_squares_and_flanking_equal_the_oracle_a_hundred_thousand_times(
    part: int,
) -> None:
    compare_scenes(compare, MANY // 10, SEED + 1 + part)
