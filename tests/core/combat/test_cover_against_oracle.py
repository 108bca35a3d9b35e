"""Cover and concealment on random scenes: equal to what the catalogue's text gives, written out."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.combat.areas import area_cover
from core.combat.board.scene import Scene
from core.combat.sight.concealment import concealment
from core.combat.sight.cover import cover
from tests.core.combat.oracles.sight import Sight
from tests.core.combat.scenes import random_scene, scenes, written
from tests.thorough import examples, rounds
from tui.kit.phrases import plainest

SEED = 176
SCENES = rounds(40, 340)
PAIRS = 3
"""Questions of each kind in a scene."""

LIGHTS = ("bright", "bright", "dim", "dark")
CALLS = ("", "", "partial", "improved")


def compare(scene: Scene, chance: random.Random) -> None:
    """Cover from a creature and from an area effect, and concealment, key for key."""
    sight = Sight(scene)
    attacker, target = chance.sample(scene.creatures, 2)
    mode: Any = chance.choice(("melee", "ranged"))
    light: Any = chance.choice(LIGHTS)
    take = scene.rules.id == "pf2" and chance.random() < 0.3
    call = "" if scene.rules.id == "pf2" else chance.choice(CALLS)
    same(
        cover(scene, attacker, target, mode, gm_degree=call, take_cover=take),
        sight.cover(attacker, target, mode, call, take),
    )
    origin = chance.randint(0, scene.field.width), chance.randint(0, scene.field.height)
    spread = chance.random() < 0.3
    same(
        area_cover(scene, origin, target, spread=spread, take_cover=take),
        sight.area(origin, target, spread, take),
    )
    same(
        concealment(scene, attacker, target, mode, light),
        sight.concealment(attacker, target, mode, light),
    )


def same(found: object, expected: dict[str, object]) -> None:
    assert {key: getattr(found, key) for key in expected} == expected


def differ(count: int, seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(count):
        scene = random_scene(chance, widest=chance.choice((8, 8, 8, 8, 13)), most=6)
        for _ in range(PAIRS if len(scene.creatures) > 1 else 0):
            try:
                compare(scene, chance)
            except AssertionError as wrong:
                raise AssertionError(f"{written(scene)}\n{wrong}") from wrong


def test_c_160_cover_and_concealment_equal_the_oracle() -> None:
    differ(SCENES, SEED)


@given(scenes(widest=6, most=5), st.integers(0, 2**32))
@examples(20, 40)
def test_c_160_cover_and_concealment_equal_the_oracle_on_drawn_scenes(
    scene: Scene, seed: int
) -> None:
    if len(scene.creatures) > 1:
        compare(scene, random.Random(seed))


@given(scenes(widest=6, most=5), st.integers(0, 2**32))
@examples(20, 40)
def test_receipts_and_pictures_agree_with_the_answer(scene: Scene, seed: int) -> None:
    """The lines of the choice are as clear as the degree says, and every part has its rule."""
    chance = random.Random(seed)
    attacker = chance.choice(scene.creatures)
    target = chance.choice(scene.creatures)
    mode: Any = chance.choice(("melee", "ranged"))
    light: Any = chance.choice(LIGHTS)
    found = cover(scene, attacker, target, mode)
    receipts = [found.receipt, concealment(scene, attacker, target, mode, light).receipt]
    receipts.append(area_cover(scene, (0, 0), target, spread=True).receipt)
    for part in (part for receipt in receipts for part in receipt.walk()):
        assert part.rule
        assert plainest(part.label)
        assert plainest(part.value)
    rules = scene.rules.rules
    assert all(rules[part.rule].basis != "absent" for top in receipts for part in top.walk())
    if not found.lines:
        assert scene.body(attacker).overlaps(scene.body(target))
    elif found.partial_hint is not None:
        assert all(line.clear for line in found.lines) == (found.degree == "none")
        whats = {blocker.what for line in found.lines for blocker in line.blockers}
        if found.degree == "soft":
            assert "creature" in whats
    else:
        assert found.lines[0].clear == (found.degree in ("none", "screen"))
        if found.degree == "screen":
            assert not any(line.clear for line in found.lines[1:])


@pytest.mark.nightly
@pytest.mark.parametrize("part", range(20))
def test_c_160_cover_and_concealment_equal_the_oracle_a_hundred_thousand_times(part: int) -> None:
    differ(100_000 // PAIRS // 20 + 1, SEED + 1 + part)
