"""What provokes where one stands (K-1), as the plain oracle has it."""

from __future__ import annotations

import random
from collections import Counter
from typing import get_args

import pytest

from core.combat.board.scene import Manner, Scene
from core.combat.threat.opportunities import act_provokes
from core.rulesets.strikes_schema import Act
from core.values import replace
from tests.core.combat.opportunity_paths import crowded_scene
from tests.core.combat.oracles.opportunities import Watching
from tests.core.combat.oracles.threats import Sight
from tests.core.combat.scenes import written
from tests.thorough import rounds

SEED = 491
POSITIONS = rounds(450, 2_000)
MANY = 20_000
IMPROVED = ("improved_unarmed_strike",)
ACTS: tuple[Act, ...] = get_args(Act)


def position(chance: random.Random) -> Scene:
    """A crowd in which some are known to have a reaction or none, and some to strike unarmed."""
    scene = crowded_scene(chance)
    reactions = (None, None, True, False)
    knows = IMPROVED if scene.rules.id != "pf2" else ()
    creatures = [
        replace(
            one,
            reaction=chance.choice(reactions),
            conditions=(*one.conditions, *chance.choice(((), (), knows))),
        )
        for one in scene.creatures
    ]
    return replace(scene, creatures=tuple(creatures))


def compare(chance: random.Random, strikers: Counter[str]) -> None:
    scene = position(chance)
    who = chance.choice(scene.creatures)
    act = chance.choice(ACTS)
    target = chance.choice(scene.creatures).id
    already = [one.id for one in scene.creatures if chance.random() < 0.2]
    expected = Watching(scene, who, Manner(), Sight(scene.field)).acts(act, target, already)
    found = act_provokes(scene, who, act, target, already)
    got = [one.by for one in found.opportunities]
    assert got == expected, (written(scene), who.id, act, target, already)
    if expected:
        strikers[act] += 1
        assert found.receipt.rule == "K-1"


def differ(positions: int, seed: int) -> None:
    chance = random.Random(seed)
    strikers = Counter[str]()
    for _ in range(positions):
        compare(chance, strikers)
    assert set(strikers) == set(ACTS), strikers


def test_k_1_acts_in_random_positions_equal_the_oracle() -> None:
    differ(POSITIONS, SEED)


@pytest.mark.nightly
@pytest.mark.parametrize("part", range(4))
def test_k_1_acts_equal_the_oracle_twenty_thousand_times(part: int) -> None:
    differ(MANY // 4, SEED + 1 + part)
