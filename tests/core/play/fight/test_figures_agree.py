"""In any fight what is shown, foreseen and asked of a creature are the same figures of now."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from core.creatures import Attack, AttackMode, Mode
from core.messages import Refusal
from core.play.facts.encounter import Foe, Lasting
from core.play.facts.fight.blows.commands import MakeAttack
from core.play.facts.fight.combatants import sheet
from core.play.facts.state import Assets, Member, State
from core.play.facts.table.commands import CallCheck
from core.play.fight.blows.planned_attack import PlannedAttack
from core.play.fight.fight_scene import find_sheet_now, scene_of, speed_of
from core.play.fight.previews import preview
from core.play.resolution import Needs
from core.play.union import decide
from core.rulesets.condition_names import listed_conditions
from core.values import replace
from saves.store.packaged_rulesets import PACKAGED
from tests.core.play.fight.brawls import HERO, WOLF, brawl, under
from tests.thorough import rounds

FIGHTS = rounds(20, 2_000)
SWITCHES = ("open_rules", "sources")
FLIGHT_AND_WALK: tuple[Mode, ...] = ("fly", "walk")
SAVES = ("fortitude", "reflex", "will")
JAVELIN = Attack("javelin", (5,), "1d6+2", mode="ranged", weapon="thrown", increment=6)
MELEE, SHOT, THROW = (0, 1, 4)
ABOUT_OTHERS = ("invisible", "total_concealment")
"""What a creature has and what changes figures of whom it fights."""


def conditions_of(assets: Assets) -> list[str]:
    """What may befall a creature in this system."""
    rows = assets.rules.combat.rows
    return [
        name
        for name in listed_conditions(assets.rules.combat)
        if not rows[name].trait and name not in ABOUT_OTHERS
    ]


def befallen(chance: random.Random, being: Member | Foe, names: list[str]) -> Member | Foe:
    """A creature of any figures with up to four conditions, of any value."""
    held = chance.sample(names, chance.randint(0, 4))
    lasting = tuple(Lasting(name, value=chance.randint(0, 3)) for name in held)
    dexterity = chance.choice((None, -2, 0, 1, 3, 5))
    written = replace(
        sheet(being),
        ac=chance.randint(10, 24),
        dexterity=dexterity,
        fortitude=chance.randint(-1, 9),
        reflex=chance.randint(-1, 9),
        will=chance.randint(-1, 9),
        speeds=(("walk", chance.choice((3, 4, 6, 8))), ("fly", 12)),
    )
    if being.id == "hero":
        written = replace(written, attacks=(*written.attacks, JAVELIN))
    return replace(being, lasting=lasting, sheet=written)


def planned(state: State, assets: Assets, index: int) -> PlannedAttack | None:
    """The hero's attack; None where its conditions forbid it."""
    try:
        attack = preview(state, assets, "hero", "wolf", index)
    except Refusal:
        return None
    if not attack.possible:
        return None
    return attack


def asked_of(state: State, assets: Assets, name: str) -> int:
    needs = decide(CallCheck(name, 10, ("wolf",)), state, assets, {})
    assert isinstance(needs, Needs)
    return needs.questions[0].modifier


def compare(chance: random.Random, assets: Assets) -> bool:
    """Make a fight and compare; return whether there was an attack."""
    names = conditions_of(assets)
    index = chance.choice((MELEE, SHOT, THROW))
    mode: AttackMode = "melee" if index == MELEE else "ranged"
    hero = befallen(chance, HERO, names)
    wolf = befallen(chance, WOLF, names)
    state = brawl(hero, wolf, hero="C3", wolf="D3" if mode == "melee" else "F3")
    shown = {one.id: find_sheet_now(one, state, assets) for one in (hero, wolf)}
    what = (hero.lasting, wolf.lasting, mode)

    for save in SAVES:
        assert asked_of(state, assets, save) == getattr(shown["wolf"].sheet, save), (save, what)
    speeds = dict(shown["wolf"].sheet.speeds)
    scene = scene_of(state, assets)
    if scene.has(scene.by_id["wolf"], "cannot_move"):
        assert set(speeds.values()) == {0}, what
    else:
        assert scene.by_id["wolf"].speed == speeds["walk"], what
        for own in FLIGHT_AND_WALK:
            assert speed_of(state, assets, "wolf", own) == speeds[own], (own, what)
    attack = planned(state, assets, index)
    if attack is None:
        return False
    here = shown["hero"].sheet.attacks[index]
    assert attack.bonus == here.bonuses[0], what
    assert attack.damage == here.damage, what
    ac = shown["wolf"].sheet.ac if mode == "melee" else shown["wolf"].ranged_ac
    assert attack.ac == ac, what
    question = decide(MakeAttack(("hero",), "wolf", index), state, assets, {})
    if isinstance(question, Needs) and question.questions[0].key.startswith("attack/"):
        assert (question.questions[0].modifier, question.questions[0].dc) == (attack.bonus, ac)
    return True


@pytest.mark.parametrize("switch", SWITCHES)
@pytest.mark.parametrize("system", PACKAGED)
def test_the_card_the_preview_and_the_dice_agree_under_any_conditions(
    system: str, switch: str
) -> None:
    chance = random.Random(f"{system} {switch}")
    assets = under(system, switches={"conditions": switch})
    made = Counter(compare(chance, assets) for _ in range(FIGHTS))

    assert made[True] > FIGHTS // 4, made
