"""K-13: feats on a sheet do what the open rules of the system say, switch "feats"."""

from __future__ import annotations

import pytest

from core.combat.board.squares import parse_square
from core.creatures import Attack, AttackWords, Sheet
from core.dice import Typed
from core.play.facts.encounter import Foe
from core.play.facts.fight.blows.commands import MakeAttack
from core.play.facts.fight.blows.events import Struck
from core.play.facts.fight.combatants import sheet
from core.play.facts.fight.moves.commands import AnswerStrikes, Move
from core.play.facts.fight.turns.commands import EndTurn
from core.play.facts.state import Assets, Member, State
from core.play.fight.blows.attack_plan import swing
from core.play.fight.health import afflictions, feats_by_hand
from core.play.fight.moves.move_plan import plan_move
from core.play.fight.previews import outlook_at
from core.play.fight.turns.budget import left
from core.play.resolution import Needs
from core.play.union import decide
from core.values import replace
from tests.builders import refusal_code
from tests.core.play.fight.boards import HERO, OGRE, OPEN, WOLF, after, fight, told, waits
from tests.fights import figure
from tests.switched import AS_PACKAGED, Switches

SWORD = Attack("longsword", (6, 1), "1d8+3")
BOW = Attack("longbow", (6,), "1d8", mode="ranged", weapon="bow", increment=20)
POWER = AttackWords(power=0)
D20 = ("pf1", "dnd35")


def trained(
    *traits: str,
    base_attack: int | None = 6,
    speeds: tuple[tuple[str, int], ...] = (("walk", 6),),
    feats: tuple[str, ...] = (),
) -> Member:
    """A hero with feats, by their traits or by their names, a sword and a bow."""
    figures = Sheet(
        ac=17,
        dexterity=2,
        speeds=speeds,
        attacks=(SWORD, BOW),
        traits=traits,
        feats=feats,
        base_attack=base_attack,
    )
    return replace(HERO, sheet=figures)


def beside_a_wolf(
    hero: Member, system: str = "pf1", switches: Switches = AS_PACKAGED, wolf: str = "E1"
) -> tuple[State, Assets]:
    """A hero at A1, and a wolf with a reach of one square."""
    at = {"hero": "A1", "wolf": wolf}
    return fight(OPEN, hero, WOLF, at=at, system=system, switches=switches)


def attacks(words: AttackWords, attack: int | None = None) -> MakeAttack:
    return MakeAttack(("hero",), "wolf", attack, words=words)


@pytest.mark.parametrize("system", D20)
def test_mobility_counts_against_a_strike_for_moving(system: str) -> None:
    """Given a hero who leaves the reach of a wolf, preview and die have the same Armour Class."""
    state, assets = beside_a_wolf(trained("mobility"), system, wolf="B1")
    command = Move("hero", "A4")

    (ahead,) = outlook_at(state, assets, command).strikers
    halted = after(command, state, assets)
    asked = decide(AnswerStrikes(("wolf",)), halted, assets, {})

    assert ahead.attack is not None
    assert isinstance(asked, Needs)
    assert (ahead.attack.ac, asked.questions[0].dc) == (21, 21)
    assert asked.questions[0].chance == ahead.attack.p_hit


def test_mobility_does_not_count_against_a_strike_for_a_shot() -> None:
    state, assets = beside_a_wolf(trained("mobility"), wolf="B1")

    halted = after(MakeAttack(("hero",), "wolf", 1), state, assets)
    asked = decide(AnswerStrikes(("wolf",)), halted, assets, {})

    assert isinstance(asked, Needs)
    assert asked.questions[0].dc == 17


def test_power_attack_lasts_until_the_next_turn() -> None:
    """Given a first attack with power, the second has it, and the strike of others' turns."""
    state, assets = beside_a_wolf(trained("power_attack"), wolf="B1")
    key = "attack/r1/hero/1"

    struck = after(attacks(POWER), state, assets, {key: 2})
    second = swing(struck, assets, "hero", MakeAttack(("hero",), "wolf"))
    others = after(EndTurn(), struck, assets)
    strike = swing(others, assets, "hero", MakeAttack(("hero",), "wolf", opportunity=True))
    again = after(EndTurn(), others, assets)
    later = swing(again, assets, "hero", MakeAttack(("hero",), "wolf"))

    assert figure(struck, "hero").stance == ("power",)
    assert (second.bonus, second.damage) == (-1, "1d8+7")
    assert (strike.bonus, strike.damage) == (4, "1d8+7")
    assert figure(again, "hero").stance == ()
    assert (later.bonus, later.damage) == (6, "1d8+3")


def test_what_power_attack_adds_is_in_the_journal_and_multiplied_by_a_critical_hit() -> None:
    state, assets = beside_a_wolf(trained("power_attack"), wolf="B1")
    key = "attack/r1/hero/1"
    command = attacks(POWER)

    asked = decide(command, state, assets, {key: Typed(20), f"{key}/confirm": Typed(15)})
    events = told(command, state, assets, {key: 15, f"{key}/damage": 10})

    assert isinstance(asked, Needs)
    assert asked.questions[0].dice == "2d8+14"
    (struck,) = [event for event in events if isinstance(event, Struck)]
    assert (struck.words, struck.added) == (("power",), 4)


@pytest.mark.parametrize(
    ("hero", "words", "attack", "code"),
    [
        (trained(), POWER, None, "no_feat"),
        (trained("power_attack", base_attack=None), POWER, None, "no_base_attack"),
        (trained("power_attack"), POWER, 1, "no_melee"),
        (trained("deadly_aim"), AttackWords(deadly=True), None, "no_shot"),
        (trained("lunge"), AttackWords(lunge=True), 1, "no_melee"),
    ],
)
def test_a_word_of_a_feat_is_refused_with_a_reason(
    hero: Member, words: AttackWords, attack: int | None, code: str
) -> None:
    state, assets = beside_a_wolf(hero, wolf="B1")

    assert refusal_code(attacks(words, attack), state, assets) == code


@pytest.mark.parametrize(("power", "code"), [(0, "how_much"), (7, "too_much")])
def test_power_attack_of_dnd35_is_as_much_as_one_likes(power: int, code: str) -> None:
    state, assets = beside_a_wolf(trained("power_attack"), "dnd35", wolf="B1")

    assert refusal_code(attacks(AttackWords(power=power)), state, assets) == code


def test_a_word_of_a_feat_is_said_with_the_first_attack() -> None:
    state, assets = beside_a_wolf(trained("power_attack"), wolf="B1")
    struck = after(MakeAttack(("hero",), "wolf"), state, assets, {"attack/r1/hero/1": 2})

    assert refusal_code(attacks(POWER), struck, assets) == "too_late"


def test_lunge_reaches_farther_this_turn_for_armour_class_until_the_next() -> None:
    state, assets = beside_a_wolf(trained("lunge"), wolf="C1")
    command = attacks(AttackWords(lunge=True))

    struck = after(command, state, assets, {"attack/r1/hero/1": 2})

    second = swing(struck, assets, "hero", MakeAttack(("hero",), "wolf"))
    assert second.possible
    strike = swing(struck, assets, "hero", MakeAttack(("hero",), "wolf", opportunity=True))
    assert strike.reason == "out_of_reach"
    bite = swing(struck, assets, "wolf", MakeAttack(("wolf",), "hero"))
    assert bite.ac == 15
    others = after(EndTurn(), struck, assets)
    again = after(EndTurn(), others, assets)
    assert swing(again, assets, "wolf", MakeAttack(("wolf",), "hero")).ac == 17


def sprung(*traits: str, attack: int = 0, ogre: bool = False) -> tuple[State, Assets]:
    """A hero who has moved from A1 to D1 and struck at the wolf at E1."""
    others: tuple[Foe, ...] = (OGRE,) if ogre else ()
    at = {"hero": "A1", "wolf": "E1", "ogre": "D3"}
    switches = {"acts_provoke": False}
    hero = trained(*traits)
    state, assets = fight(OPEN, hero, WOLF, *others, at=at, switches=switches)
    moved = after(Move("hero", "D1"), state, assets)
    if ogre:  # it may strike on the way
        moved = after(AnswerStrikes(), moved, assets)
    command = MakeAttack(("hero",), "wolf", attack)
    return after(command, moved, assets, {"attack/r1/hero/1": 2}), assets


@pytest.mark.parametrize(("trait", "attack"), [("spring_attack", 0), ("shot_on_the_run", 1)])
def test_who_may_moves_on_after_an_attack_up_to_the_speed(trait: str, attack: int) -> None:
    state, assets = sprung(trait, attack=attack)

    assert left(state, assets, "hero").squares == 3
    back = plan_move(state, assets, Move("hero", "A1"))
    too_far = plan_move(state, assets, Move("hero", "A4"))

    assert (back.cost, back.paid.spends, back.remarks) == (3, (), ())
    assert too_far.cost > 3
    assert too_far.paid.over


@pytest.mark.parametrize(
    ("trait", "attack"),
    [("power_attack", 0), ("spring_attack", 1), ("shot_on_the_run", 0)],
)
def test_others_do_not_move_on_after_an_attack(trait: str, attack: int) -> None:
    state, assets = sprung(trait, attack=attack)

    assert left(state, assets, "hero").squares == 0
    assert plan_move(state, assets, Move("hero", "A1")).paid.over


def test_who_begins_beside_the_target_does_not_spring_on_from_it() -> None:
    """Given a hero who walks from one side of a wolf to the other, and strikes at it."""
    hero = trained("spring_attack")
    at = {"hero": "A1", "wolf": "B1"}
    state, assets = fight(OPEN, hero, WOLF, at=at, switches={"acts_provoke": False})
    walked = after(Move("hero", path=("A1", "A2", "B2", "C2")), state, assets)
    unharmed = after(AnswerStrikes(), walked, assets)

    struck = after(MakeAttack(("hero",), "wolf"), unharmed, assets, {"attack/r1/hero/1": 2})

    assert left(struck, assets, "hero").squares == 0


def test_a_feat_for_other_attacks_does_not_let_a_kept_move_go_on() -> None:
    """Given attacks that end no move, then Spring Attack is still not for shots."""
    switches = {"acts_provoke": False, "whole_moves": False}
    hero = trained("spring_attack")
    state, assets = fight(OPEN, hero, WOLF, at={"hero": "A1", "wolf": "E1"}, switches=switches)
    moved = after(Move("hero", "D1"), state, assets)
    command = MakeAttack(("hero",), "wolf", 1)

    shot = after(command, moved, assets, {"attack/r1/hero/1": 2})

    assert plan_move(shot, assets, Move("hero", "A1")).paid.over


def test_who_was_attacked_by_a_spring_attack_does_not_strike() -> None:
    """Given the wolf that was attacked and an ogre, then the ogre alone may strike."""
    state, assets = sprung("spring_attack", ogre=True)

    halted = after(Move("hero", "A1"), state, assets)

    assert {one.by for one in waits(halted).strikers} == {"ogre"}


def test_a_flyer_with_flyby_attack_flies_on() -> None:
    harpy = trained("flyby_attack", speeds=(("fly", 8), ("walk", 4)))
    at = {"hero": "A1", "wolf": "F1"}
    state, assets = fight(OPEN, harpy, WOLF, at=at, hero={"elevation": 1, "mode": "fly"})
    there = after(Move("hero", "E1", mode="fly"), state, assets)
    struck = after(MakeAttack(("hero",), "wolf"), there, assets, {"attack/r1/hero/1": 2})

    on = plan_move(struck, assets, Move("hero", "E5", mode="fly"))

    assert on.path[-1] == parse_square("E5")
    assert (on.paid.spends, on.remarks) == ((), ())


@pytest.mark.parametrize(("on", "bonus", "damage"), [(False, 6, "1d8"), (True, 7, "1d8+1")])
def test_point_blank_shot_needs_the_switch(on: bool, bonus: int, damage: str) -> None:
    hero = trained("point_blank_shot")
    state, assets = beside_a_wolf(hero, switches={"feats": on}, wolf="B1")

    shot = swing(state, assets, "hero", MakeAttack(("hero",), "wolf", 1))

    assert (shot.bonus, shot.damage) == (bonus, damage)


@pytest.mark.parametrize(
    ("trait", "words"), [("power_attack", POWER), ("lunge", AttackWords(lunge=True))]
)
def test_a_word_of_a_feat_needs_the_switch(trait: str, words: AttackWords) -> None:
    state, assets = beside_a_wolf(trained(trait), switches={"feats": False}, wolf="B1")

    assert refusal_code(attacks(words), state, assets) == "no_feat"


def test_feats_count_by_their_printed_names_and_others_are_by_hand() -> None:
    hero = trained(feats=("Power Attack", "Two-Weapon Fighting", "Toughness", "Prone"))
    state, assets = beside_a_wolf(hero, wolf="B1")

    planned = swing(state, assets, "hero", attacks(POWER))

    assert (planned.bonus, planned.damage) == (4, "1d8+7")
    assert feats_by_hand(hero, assets.rules) == ("Toughness",)
    assert "prone" not in afflictions(hero, assets.rules)
    assert "two_weapon_fighting" in afflictions(hero, assets.rules)


def test_a_feat_that_a_system_does_not_have_is_by_hand_there() -> None:
    hero = trained(feats=("Power Attack", "Spring Attack", "Rapid Shot"))

    by_hand = {
        system: feats_by_hand(hero, beside_a_wolf(hero, system, wolf="B1")[1].rules)
        for system in ("pf1", "sf", "pf2")
    }

    assert by_hand == {"pf1": (), "sf": ("Power Attack", "Rapid Shot"), "pf2": sheet(hero).feats}
