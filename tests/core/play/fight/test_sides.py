"""Sides of a fight: who is added on which, who changes, and what follows it."""

from __future__ import annotations

from fractions import Fraction

import pytest

from core.combat.threat.threat import enemies, partners
from core.creatures import Attack, Sheet
from core.play.facts.encounter import Side, Slot
from core.play.facts.fight.combatants import fight_of, find, side_of
from core.play.facts.fight.moves.commands import Move
from core.play.facts.fight.moves.events import MoveHalted
from core.play.facts.fight.setup.commands import AddFoes, ChangeSide
from core.play.facts.state import State
from core.play.fight.fight_scene import scene_of
from core.play.resolution import Decided, Needs
from core.play.union import decide
from core.values import replace
from tests.builders import after, refusal_code
from tests.core.play.fight.brawls import FRIEND, HERO, WOLF, brawl, under, wolf

PF1 = under("pf1")
MADDENED = replace(
    WOLF, id="ally", token="b", side="party", sheet=Sheet(attacks=(Attack("bite", (2,), "1d6"),))
)


def sided(who: str, side: Side, state: State) -> State:
    return after(ChangeSide("brawl", (who,), side), state, under=PF1)


def enemies_of(state: State, who: str) -> set[str]:
    scene = scene_of(state, PF1, fight_of(state))
    return {one.id for one in enemies(scene, scene.by_id[who])}


@pytest.mark.parametrize(
    ("side", "of_hero", "of_wolf"),
    [("party", set(), set()), ("foes", {"wolf"}, {"hero"}), ("neutral", set(), set())],
)
def test_who_changes_sides_has_the_enemies_of_that_side(
    side: Side, of_hero: set[str], of_wolf: set[str]
) -> None:
    """Given a hero and a wolf that was neutral or a foe before, then both follow the new side."""
    before: Side = "foes" if side == "neutral" else "neutral"
    state = sided("wolf", side, brawl(HERO, replace(WOLF, side=before), hero="C3", wolf="D3"))
    assert enemies_of(state, "hero") == of_hero
    assert enemies_of(state, "wolf") == of_wolf
    assert refusal_code(ChangeSide("brawl", ("wolf",), side), state, PF1) == "side_already"


def test_a_charmed_hero_is_an_enemy_of_the_party_and_flanks_with_foes() -> None:
    state = brawl(HERO, FRIEND, WOLF, hero="D3", friend="C3", wolf="E3")
    charmed = sided("friend", "foes", state)
    assert enemies_of(charmed, "hero") == {"friend", "wolf"}
    scene = scene_of(charmed, PF1, fight_of(charmed))
    assert [one.target for one in partners(scene, scene.by_id["wolf"])] == ["hero"]
    assert sided("friend", "party", charmed) == state


def test_opportunities_and_passing_follow_the_side() -> None:
    """Given a wolf beside the hero, then as an ally it lets him by and strikes at nobody."""
    fast = replace(HERO, sheet=replace(HERO.sheet or Sheet(), speeds=(("walk", 6),)))
    state = brawl(fast, WOLF, hero="C3", wolf="D3")
    away = Move("hero", "A3")
    through = Move("hero", "E3", ("C3", "D3", "E3"))
    asked = decide(replace(away, path=("C3", "B3", "A3")), state, PF1, {})
    assert isinstance(asked, Decided)
    assert [type(event) for event in asked.events] == [MoveHalted]
    assert refusal_code(through, state, PF1) == "occupied"
    ally = sided("wolf", "party", state)
    for command in (away, through):
        figure = fight_of(after(command, ally, under=PF1)).figure("hero")
        assert figure is not None
        assert figure.at == command.to


def test_one_of_a_group_that_changes_has_a_group_and_a_turn_of_its_own() -> None:
    """Given three wolves with one initiative, then the one that is charmed acts right before."""
    pack = tuple(wolf(f"wolf-{n}", token, group="pack") for n, token in enumerate("abc"))
    places = {"wolf_0": "A1", "wolf_1": "B1", "wolf_2": "C1", "hero": "H8"}
    order = (Slot("wolf-0", ("wolf-0", "wolf-1", "wolf-2"), Fraction(12)),)
    state = sided("wolf-1", "party", brawl(HERO, *pack, changed={"order": order}, **places))
    slots = [(slot.who, slot.total) for slot in fight_of(state).order]
    first = Fraction(12)
    assert slots == [(("wolf-1",), first), (("wolf-0", "wolf-2"), first)]
    assert [foe.group for foe in fight_of(state).foes] == ["pack", "", "pack"]


def test_a_riders_mount_changes_with_it() -> None:
    state = brawl(HERO, WOLF, wolf("goblin", "g"), hero="A1", wolf="D3", goblin="D3")
    fight = fight_of(state)
    figures = tuple(
        replace(one, mount="wolf") if one.id == "goblin" else one for one in fight.figures
    )
    mounted = replace(state, encounters=(replace(fight, figures=figures),))
    turned = sided("goblin", "party", mounted)
    assert {side_of(turned, fight_of(turned), one) for one in ("wolf", "goblin")} == {"party"}


def test_who_is_summoned_for_rounds_is_there_until_that_turn() -> None:
    """Given the hero's turn in round 1, then for 3 rounds is until his turn in round 4 begins."""
    order = (Slot("hero", ("hero",), Fraction(12), began=1),)
    state = brawl(HERO, hero="A1", changed={"order": order, "acting": "hero"})
    summoned = AddFoes("brawl", (MADDENED,), ("C3",), rounds=3)
    asked = decide(summoned, state, PF1, {})
    assert isinstance(asked, Needs), "it rolls initiative"
    answers = {question.key: 10 for question in asked.questions}
    there = find(after(summoned, state, answers, under=PF1), "ally")
    assert there is not None
    lasting = there.lasting[0]
    assert (lasting.name, lasting.until.who, lasting.until.round) == ("summoned", "hero", 4)
    wrong = replace(summoned, rounds=-1)
    assert refusal_code(wrong, state, PF1) == "bad_duration"


def test_nobody_is_summoned_for_rounds_before_the_fight() -> None:
    state = brawl(HERO, hero="A1")
    prepared = replace(fight_of(state), status="prepared", round=0)
    waiting = replace(state, pending=None, encounters=(prepared,))
    assert refusal_code(AddFoes("brawl", (MADDENED,), rounds=3), waiting, PF1) == "not_running"
