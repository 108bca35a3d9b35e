"""Shots into a melee (K-2), as the plain oracle has them."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from core.combat.attack.melee_shots import into_melee
from core.combat.attack.situations import attack_on_grid
from core.combat.board.scene import Creature, Scene
from core.values import replace
from tests.core.combat.oracles.melee_shots import modifier
from tests.core.combat.oracles.threats import Sight
from tests.core.combat.scenes import random_scene, written
from tests.thorough import rounds

SEED = 492
BOARDS = rounds(60, 2_000)
MANY = 20_000
SHOTS = 4
"""So many shots on each board."""
ON = {"into_melee": True}
SIDES = ("party", "party", "party", "foe", "foe", "foe", "neutral")
STATES: tuple[tuple[str, ...], ...] = (*[()] * 9, ("unarmed",), ("unconscious",), ("bound",))


def crowd(chance: random.Random) -> Scene:
    """A crowd in little room, of all sizes, some of whom carry spears."""
    sizes = chance.choice(("", "SML", "MLHG", "SMHG", "MHGC"))
    scene = random_scene(chance, most=8, widest=chance.choice((6, 11)), sizes=sizes, switches=ON)
    creatures = tuple(drawn(chance, scene, one) for one in scene.creatures)
    return replace(scene, creatures=creatures)


def drawn(chance: random.Random, scene: Scene, one: Creature) -> Creature:
    """The creature on a side, in a state, and now and then with Precise Shot."""
    conditions = chance.choice(STATES)
    if chance.random() < 0.1 and "precise_shot" in scene.combat.conditions:
        conditions = (*conditions, "precise_shot")
    return replace(one, side=chance.choice(SIDES), conditions=conditions, attack=6, ac=15)


def compare(chance: random.Random, values: Counter[int]) -> None:
    """A few shots of one crowd."""
    scene = crowd(chance)
    lines = Sight(scene.field)
    for _ in range(SHOTS):
        shooter = chance.choice(scene.creatures)
        target = chance.choice(scene.creatures)
        if shooter.id != target.id:
            shot(chance, scene, lines, shooter, target, values)


def shot(
    chance: random.Random,
    scene: Scene,
    lines: Sight,
    shooter: Creature,
    target: Creature,
    values: Counter[int],
) -> None:
    far = chance.random() < 0.05
    expected = modifier(scene, lines, shooter, target, far=far)
    found = into_melee(scene, shooter, target, far=far)
    value = 0 if found is None else found.value
    assert value == expected, (written(scene), shooter.id, target.id, far)
    attack = attack_on_grid(scene, shooter, target, "ranged", "bow", far=far)
    counted = [entry.value for entry in attack.modifiers.attack if entry.name == "into_melee"]
    assert sum(counted) == (value if attack.modifiers.can_attack else 0)
    if found is not None:
        assert found.receipt.rule == "K-2"
        values[value] += 1


def differ(boards: int, seed: int) -> None:
    chance = random.Random(seed)
    values = Counter[int]()
    for _ in range(boards):
        compare(chance, values)
    assert set(values) == {-4, -2, 0}, values


def test_k_2_shots_on_random_boards_equal_the_oracle() -> None:
    differ(BOARDS, SEED)


@pytest.mark.nightly
@pytest.mark.parametrize("part", range(4))
def test_k_2_shots_equal_the_oracle_twenty_thousand_times(part: int) -> None:
    differ(MANY // 4, SEED + 1 + part)
