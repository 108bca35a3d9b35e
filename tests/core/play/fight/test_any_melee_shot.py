"""In any fight a shot into a melee has one chance: planned, explained, asked, foreseen (K-2)."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from core.combat.attack.scores import total
from core.messages import Chance
from core.play.fight.blows.planned_attack import PlannedAttack
from core.play.fight.fight_scene import scene_of
from core.play.fight.previews import preview
from core.play.resolution import Needs
from core.play.union import decide
from tests.core.combat.oracles.melee_shots import modifier
from tests.core.combat.oracles.threats import Sight
from tests.core.play.fight.skirmishes import Maker, attacks_of
from tests.thorough import rounds

SEED = 5017
FIGHTS = rounds(8, 400)
SYSTEMS = ("pf1", "dnd35", "sf", "pf2")
SWITCHES = {"into_melee": True, "acts_provoke": False}
"""No opportunity comes before the dice of an attack."""


def compare(planned_attack: PlannedAttack) -> int:
    state = planned_attack.state
    assets = planned_attack.assets
    by = planned_attack.by.id
    at = planned_attack.at.id
    asked = decide(planned_attack.command, state, assets, {})
    assert isinstance(asked, Needs)
    question = asked.questions[0]
    assert question.chance == planned_attack.p_hit
    assert question.modifier == planned_attack.bonus == total(planned_attack.to_the_roll)
    assert planned_attack.receipt.value == Chance(planned_attack.p_hit)
    foreseen = preview(state, assets, by, at)
    assert (foreseen.bonus, foreseen.p_hit) == (planned_attack.bonus, planned_attack.p_hit)
    said = [part.value for part in planned_attack.to_the_roll if part.rule == "K-2"]
    scene = scene_of(state, assets)
    expected = 0
    if planned_attack.attack.mode == "ranged":
        lines = Sight(scene.field)
        expected = modifier(scene, lines, scene.by_id[by], scene.by_id[at])
    assert said == [expected] * bool(expected)
    return expected


def play(fights: int, seed: int) -> None:
    chance = random.Random(seed)
    values = Counter[int]()
    for number in range(fights):
        skirmish = Maker(chance, SYSTEMS[number % len(SYSTEMS)], SWITCHES).make()
        for planned_attack in attacks_of(skirmish):
            values[compare(planned_attack)] += 1
    assert values[-4] > fights // 40, values


def test_k_2_a_shot_into_a_melee_has_one_chance() -> None:
    play(FIGHTS, SEED)


@pytest.mark.nightly
@pytest.mark.parametrize("part", range(4))
def test_k_2_a_shot_into_a_melee_has_one_chance_in_two_thousand_fights(part: int) -> None:
    play(500, SEED + 1 + part)
