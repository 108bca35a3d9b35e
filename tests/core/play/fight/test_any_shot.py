"""In any fight the preview of an attack that provokes is what its dice then ask (K-1)."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from core.combat.board.scene import Manner
from core.dice import Question
from core.play.facts.fight.combatants import fight_of
from core.play.facts.fight.moves.commands import AnswerStrikes
from core.play.facts.fight.moves.events import MoveHalted
from core.play.facts.fold import evolve_all
from core.play.facts.state import Assets, State, Waiting
from core.play.fight.attack_previews import AttackAhead, foresee_strikes
from core.play.fight.blows.planned_attack import PlannedAttack
from core.play.fight.fight_scene import scene_of
from core.play.resolution import Decided, Needs
from core.play.union import decide
from tests.core.combat.oracles.opportunities import Watching
from tests.core.combat.oracles.threats import Sight
from tests.core.play.fight.skirmishes import Maker, attacks_of
from tests.thorough import rounds

SEED = 4901
FIGHTS = rounds(12, 400)
SYSTEMS = ("pf1", "dnd35", "sf", "pf2")
ON = {"acts_provoke": True}


def waiting_of(planned_attack: PlannedAttack) -> Waiting | None:
    """What waits when the attack is made; None = its own dice are asked."""
    found = decide(planned_attack.command, planned_attack.state, planned_attack.assets, {})
    if isinstance(found, Needs):
        return None
    halted = [event.waiting for event in found.events if isinstance(event, MoveHalted)]
    return halted[0] if halted else None


def asked(state: State, assets: Assets, waiting: Waiting) -> list[Question]:
    """The dice of all who may strike at what waits, and of nothing else."""
    all_strike = AnswerStrikes(tuple(striker.by for striker in waiting.strikers))
    found = decide(all_strike, state, assets, {})
    if isinstance(found, Needs):
        return list(found.questions)
    assert isinstance(found, Decided)
    return []


def compare(planned_attack: PlannedAttack, ahead: AttackAhead | None) -> str:
    waiting = waiting_of(planned_attack)
    if ahead is None:
        assert waiting is None
        return "quiet"
    assert waiting is not None
    foreseen = [striker.by for striker in ahead.strikers]
    assert [striker.by for striker in waiting.strikers] == foreseen
    state = evolve_all(planned_attack.state, (MoveHalted(waiting),))
    chances = {
        question.key.split("/")[-2]: question.chance
        for question in asked(state, planned_attack.assets, waiting)
        if question.key.startswith("opportunity/")
    }
    for striker in ahead.strikers:
        if striker.attack is not None and striker.attack.possible:
            assert chances[striker.by] == striker.attack.p_hit
        else:
            assert striker.by not in chances
    return ahead.act.act


def expected(planned_attack: PlannedAttack) -> list[str]:
    """Who may strike at a shot by the plain oracle, bystanders left out."""
    scene = scene_of(planned_attack.state, planned_attack.assets)
    shooter = scene.by_id[planned_attack.by.id]
    if shooter.side == "neutral":
        return []
    watching = Watching(scene, shooter, Manner(), Sight(scene.field))
    sides = {creature.id: creature.side for creature in scene.creatures}
    return [by for by in watching.acts("shot") if sides[by] != "neutral"]


def play(fights: int, seed: int) -> None:
    chance = random.Random(seed)
    acts = Counter[str]()
    for number in range(fights):
        skirmish = Maker(chance, SYSTEMS[number % len(SYSTEMS)], ON).make()
        assert fight_of(skirmish.state).figures
        for planned_attack in attacks_of(skirmish):
            ahead = foresee_strikes(planned_attack)
            acts[compare(planned_attack, ahead)] += 1
            if planned_attack.attack.mode == "ranged":
                strikers = [] if ahead is None else sorted(one.by for one in ahead.strikers)
                assert strikers == expected(planned_attack), skirmish.rows
                acts["shots"] += 1
    assert acts["shot"] > fights // 20, acts


def test_k_1_preview_and_tray_say_the_same_of_any_attack() -> None:
    play(FIGHTS, SEED)


@pytest.mark.nightly
@pytest.mark.parametrize("part", range(4))
def test_k_1_preview_and_tray_say_the_same_in_two_thousand_fights(part: int) -> None:
    play(500, SEED + 1 + part)
