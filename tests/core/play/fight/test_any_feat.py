"""In any fight what is foreseen of an attack with feats is what its dice then ask (K-13)."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from core.creatures import Attack, AttackWords
from core.dice import Typed
from core.messages import Refusal
from core.play.facts.fight.blows.commands import MakeAttack
from core.play.facts.fight.combatants import Being, changed_being, sheet
from core.play.facts.state import Assets, State
from core.play.fight.blows.attack_plan import swing
from core.play.fight.blows.planned_attack import PlannedAttack
from core.play.fight.fight_scene import scene_of
from core.play.resolution import Needs
from core.play.union import decide
from core.values import replace
from tests.core.play.fight.skirmishes import Maker
from tests.thorough import rounds

SEED = 4913
FIGHTS = rounds(20, 400)
SYSTEMS = ("pf1", "dnd35", "sf")
FEATS = ("power_attack", "deadly_aim", "lunge", "point_blank_shot")
PINNED = {"acts_provoke": False}
SURE_TO_HIT = 20
GRIPS = ("as on the sheet", "two-handed", "light", "off")


def hold(attack: Attack, grip: str) -> Attack:
    match grip:
        case "two-handed":
            return replace(attack, two_handed=True)
        case "light":
            return replace(attack, light=True)
        case "off":
            return replace(attack, hand="off")
        case _:
            return attack


def trained(being: Being, chance: random.Random) -> Being:
    """Somebody with feats, and with weapons held in one way or another."""
    arms: list[Attack] = []
    for attack in sheet(being).attacks:
        held = attack
        if attack.mode == "melee":
            held = hold(attack, chance.choice(GRIPS))
        arms.append(replace(held, damage=f"1d6+{chance.randint(1, 4)}"))
    feats = tuple(feat for feat in FEATS if chance.random() < 0.6)
    figures = replace(
        sheet(being),
        attacks=tuple(arms),
        traits=(*sheet(being).traits, *feats),
        base_attack=chance.choice((None, 1, 4, 6, 11)),
    )
    return replace(being, sheet=figures)


def draw_words(chance: random.Random) -> AttackWords:
    """Words of feats that somebody might say."""
    return AttackWords(
        power=chance.choice((None, None, 0, 1, 3)),
        deadly=chance.random() < 0.3,
        lunge=chance.random() < 0.3,
    )


def compare(planned_attack: PlannedAttack, state: State, assets: Assets) -> bool:
    """The die and the dice of damage are those that were foreseen, part by part.

    Returns whether the dice of a hit are asked next, which are compared then.
    """
    found = decide(planned_attack.command, state, assets, {})
    assert isinstance(found, Needs)
    (question,) = found.questions
    assert (question.modifier, question.dc) == (planned_attack.bonus, planned_attack.ac)
    assert question.chance == planned_attack.p_hit
    scores = planned_attack.grid.modifiers
    own = sum(part.value for part in planned_attack.own if isinstance(part.value, int))
    assert planned_attack.bonus == scores.modified_attack(own)
    hit = decide(planned_attack.command, state, assets, {question.key: Typed(SURE_TO_HIT - 1)})
    if not isinstance(hit, Needs) or hit.questions[0].key != f"{question.key}/damage":
        return False
    assert hit.questions[0].dice == planned_attack.damage
    return True


def play(fights: int, seed: int) -> Counter[str]:
    chance = random.Random(seed)
    tally = Counter[str]()
    for number in range(fights):
        skirmish = Maker(chance, SYSTEMS[number % len(SYSTEMS)], PINNED).make()
        state = skirmish.state
        assets = skirmish.assets
        for being in skirmish.beings:
            state = changed_being(state, being.id, lambda one: trained(one, chance))
        scene = scene_of(state, assets)
        for by in scene.creatures:
            for at in scene.creatures:
                if scene.friends(by, at) or scene.paired(by, at):
                    continue
                command = MakeAttack((by.id,), at.id, words=draw_words(chance))
                try:
                    planned_attack = swing(state, assets, by.id, command, scene)
                except Refusal as refusal:
                    tally[refusal.code] += 1
                    continue
                if planned_attack.possible:
                    tally.update(planned_attack.words)
                    if compare(planned_attack, state, assets):
                        tally["damage"] += 1
                    if planned_attack.added:
                        tally["added"] += 1
    return tally


def test_k_13_preview_and_tray_say_the_same_of_any_attack_with_feats() -> None:
    tally = play(FIGHTS, SEED)

    assert tally["added"] > FIGHTS // 4, tally
    assert tally["damage"] > FIGHTS // 4, tally
    assert tally["lunge"], tally
    assert tally["no_feat"], tally


@pytest.mark.nightly
@pytest.mark.parametrize("part", range(4))
def test_k_13_preview_and_tray_say_the_same_in_two_thousand_fights(part: int) -> None:
    tally = play(500, SEED + 1 + part)

    assert tally["deadly"], tally
