"""What conditions do to scores in a fight, and so to all that depends on them (C-218, C-252)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from core.combat.board.drawing import Board
from core.creatures import Attack
from core.dice import Question, Typed
from core.play.facts.fight.blows.commands import AreaAttack, MakeAttack
from core.play.facts.fight.blows.events import Struck
from core.play.facts.fight.combatants import sheet
from core.play.facts.fight.turns.commands import ChaseRound, RollInitiative, StartChase
from core.play.facts.fold import evolve_all
from core.play.facts.state import Assets, State
from core.play.facts.table.commands import CallCheck
from core.play.facts.table.events import Damaged
from core.play.fight.fight_scene import find_mover_scene, spare
from core.play.fight.previews import preview
from core.play.history.thrown_dice import Throws
from core.play.resolution import Decided
from core.play.union import decide
from core.receipts import Receipt
from core.values import replace
from saves.store.packaged_rulesets import PACKAGED
from tests.builders import answered
from tests.core.play.fight.brawls import HERO, WOLF, asks, brawl, happens, lying, under, with_figure

D20 = ("pf1", "dnd35", "sf")
KEY = "attack/r1/hero/1"
JAVELIN = Attack("javelin", (5,), "1d6+2", mode="ranged", weapon="thrown")
SLAP = Attack("slap", (6,), "1")
SHEET = sheet(HERO)
MANY = replace(HERO, sheet=replace(SHEET, attacks=(*SHEET.attacks, JAVELIN, SLAP)))
BALL = AreaAttack("burst", 4, "8d6", (6, 4), dc=15, by="hero", name="fireball")


def printed_assets(system: str) -> Assets:
    """The world of such a fight, where conditions are those that the documents print."""
    return under(system, switches={"conditions": "sources"})


def scored(part: Receipt) -> bool:
    return part.label.template.startswith("{score}")


def of_a_condition(part: Receipt) -> bool:
    """Whether it is what a condition does to a save or a check."""
    return part.label.template == "{effect}"


def duel(hero: str = "", wolf: str = "", at: str = "D3") -> State:
    """Hero and wolf with these conditions, written with blanks between them."""
    one = lying(MANY, *hero.split())
    other = lying(WOLF, *wolf.split())
    return brawl(one, other, hero="C3", wolf=at)


@pytest.mark.parametrize("system", PACKAGED)
def test_c_252_a_fatigued_attacker_needs_one_more(system: str) -> None:
    plain, tired = (
        preview(state, printed_assets(system), "hero", "wolf")
        for state in (duel(), duel("fatigued"))
    )
    assert (tired.bonus, tired.needed) == (plain.bonus - 1, plain.needed + 1)
    assert tired.p_hit == plain.p_hit - Fraction(1, 20)
    assert [part.value for part in tired.to_the_roll if scored(part)] == [-1]
    (to_hit,) = [part for part in tired.receipt.parts if part.label.template == "to hit"]
    assert [part.value for part in to_hit.parts if scored(part)] == [-1]


@pytest.mark.parametrize(("at", "ac"), [("D3", 9), ("F3", 13)], ids=["melee", "ranged"])
@pytest.mark.parametrize("dexterity", [-1, 0, 3])
@pytest.mark.parametrize("system", D20)
def test_c_240_the_minus_5_of_the_helpless_counts_instead_of_their_own_dexterity(
    system: str, dexterity: int, at: str, ac: int
) -> None:
    """Given an Armour Class of 18 without Dexterity, then asleep 18 - 5, in melee 4 less."""
    written = replace(sheet(WOLF), ac=18 + dexterity, dexterity=dexterity)
    sleeper = lying(replace(WOLF, sheet=written), "asleep")
    weapon = 0 if at == "D3" else 1

    found = preview(
        brawl(MANY, sleeper, hero="C3", wolf=at), printed_assets(system), "hero", "wolf", weapon
    )

    assert found.ac == ac
    (against,) = [part for part in found.receipt.parts if part.label.template == "against"]
    assert sum(part.value for part in against.parts if isinstance(part.value, int)) == ac


@pytest.mark.parametrize("system", D20)
def test_c_228_the_entangled_have_two_less_armour_class(system: str) -> None:
    found = preview(duel(wolf="entangled"), printed_assets(system), "hero", "wolf")
    assert found.ac == 12
    (against,) = [part for part in found.receipt.parts if part.label.template == "against"]
    assert [part.value for part in against.parts if scored(part)] == [-2]


def test_c_228_c_232_the_bonus_of_the_sheet_is_lost_once() -> None:
    """Given a wolf of Dexterity +2 whose bonus is lost, then entangled takes no more off."""
    found = preview(duel(wolf="entangled flat_footed"), under(), "hero", "wolf")
    assert found.ac == 12
    (against,) = [part for part in found.receipt.parts if part.label.template == "against"]
    assert sum(part.value for part in against.parts if isinstance(part.value, int)) == 12


def test_c_218_a_shot_of_the_entangled_suffers_twice() -> None:
    found = preview(duel("entangled", at="E3"), under(), "hero", "wolf", 1)
    assert found.bonus == 5 - 2 - 2


@pytest.mark.parametrize("system", PACKAGED)
def test_what_a_question_asks_and_what_happens_is_the_same(system: str) -> None:
    question = asks(
        MakeAttack(("hero",), "wolf"),
        duel("fatigued", "fatigued"),
        None,
        assets=printed_assets(system),
    )[KEY]
    assert (question.modifier, question.dc) == (7, 13)
    events = happens(
        MakeAttack(("hero",), "wolf"),
        duel("fatigued", "fatigued"),
        {KEY: 10, f"{KEY}/damage": 5},
        assets=printed_assets(system),
    )
    (struck,) = [event for event in events if isinstance(event, Struck)]
    assert (struck.bonus, struck.ac, struck.needed) == (7, 13, 6)


@pytest.mark.parametrize(
    ("index", "dice"), [(0, "1d8+3"), (1, "1d8"), (4, "1d6+1")], ids=["sword", "bow", "javelin"]
)
def test_c_252_strength_is_in_the_damage_of_what_the_arm_strikes_or_throws(
    index: int, dice: str
) -> None:
    state = duel("fatigued", at="E3" if index else "D3")
    found = preview(state, under(), "hero", "wolf", index)
    assert found.damage == dice
    asked = asks(MakeAttack(("hero",), "wolf", index), state, {KEY: 18})
    assert asked[f"{KEY}/damage"].dice == dice
    damage = [p.value for p in found.receipt.parts if p.label.template == "damage"]
    assert damage == ([] if index == 1 else [-1])


def test_a_critical_hit_multiplies_what_strength_takes_off() -> None:
    state = duel("exhausted")
    asked = asks(MakeAttack(("hero",), "wolf"), state, {KEY: 20, f"{KEY}/confirm": 19})
    assert asked[f"{KEY}/critical"].dice == "2d8+2"


def test_a_hit_deals_one_at_least() -> None:
    events = happens(MakeAttack(("hero",), "wolf", 5), duel("exhausted"), {KEY: 19})
    assert [event.amount for event in events if isinstance(event, Damaged)] == [1]


@pytest.mark.parametrize(
    ("system", "conditions", "modifier"),
    [
        ("pf1", "entangled", 3),
        ("dnd35", "fatigued", 4),
        ("sf", "exhausted", 2),
        ("pf2", "fatigued", 4),
        ("pf2", "entangled", 5),
        ("pf1", "entangled fatigued", 2),
    ],
)
def test_c_252_reflex_saves_depend_on_dexterity(
    system: str, conditions: str, modifier: int
) -> None:
    state = duel(wolf=conditions, at="F4")
    (save,) = [
        q
        for key, q in asks(BALL, state, None, assets=printed_assets(system)).items()
        if "/reflex/" in key
    ]
    assert save.modifier == modifier
    answers = {key: 10 for key in asks(BALL, state, None, assets=printed_assets(system))}
    found = decide(BALL, state, printed_assets(system), answered(answers))
    assert isinstance(found, Decided)
    shown = [p.value for top in found.receipts for p in top.walk() if of_a_condition(p)]
    assert sum(value for value in shown if isinstance(value, int)) == modifier - 5


def test_c_252_fortitude_does_not() -> None:
    ball = replace(BALL, save="fortitude")
    asked = asks(ball, duel(wolf="exhausted", at="F4"))
    assert [q.modifier for key, q in asked.items() if "/fortitude/" in key] == [5]


def test_c_082_who_squeezes_in_sf_saves_as_one_entangled() -> None:
    board = Board(("#" * 12, "." * 12, "#" * 12, *("." * 12,) * 5))
    ogre = replace(WOLF, sheet=replace(WOLF.sheet, size="L"))
    state = brawl(HERO, ogre, hero="A2", wolf="F2", board="gap")
    state = with_figure(state, "wolf", trail=("E2", "F2"))
    assets = under("sf", {"gap": board})
    ball = replace(BALL, origin=(6, 2))
    asked = asks(ball, state, None, assets=assets)
    assert [q.modifier for key, q in asked.items() if "/reflex/" in key] == [3]
    call = asks(CallCheck("reflex", 15, ("wolf",)), state, None, assets=assets)
    assert [q.modifier for q in call.values()] == [3]


def only(asked: dict[str, Question]) -> int:
    (question,) = asked.values()
    return question.modifier


@pytest.mark.parametrize(("name", "change"), [("Reflex", -2), ("acrobatics", -2), ("will", 0)])
def test_c_218_checks_that_the_gm_calls_for(name: str, change: int) -> None:
    written = replace(SHEET, reflex=2, acrobatics=2, will=2)
    state = brawl(lying(replace(HERO, sheet=written), "entangled"), WOLF, hero="C3", wolf="D3")
    command = CallCheck(name, 15, ("hero",), (4,))
    (question,) = asks(command, state, None, assets=printed_assets("pf1")).values()
    assert question.modifier == 2 + 4 + change
    receipt = question.why
    assert receipt is not None
    assert [part.value for part in receipt.parts if of_a_condition(part)] == [change] * bool(change)


@pytest.mark.parametrize(("system", "change"), [("pf1", -1), ("dnd35", -1), ("sf", -1), ("pf2", 0)])
def test_initiative_is_a_matter_of_dexterity_but_in_pf2_of_perception(
    system: str, change: int
) -> None:
    hero = replace(HERO, sheet=replace(SHEET, init=3))
    state = brawl(lying(hero, "fatigued"), WOLF, hero="C3", wolf="D3")
    asked = asks(RollInitiative(), state, None, assets=printed_assets(system))
    assert asked["initiative/brawl/hero"].modifier == 3 + change
    why = asked["initiative/brawl/hero"].receipt
    assert why is not None
    assert (why.value, len(why.parts)) == (3 + change, 1 + bool(change))
    assert asked["initiative/brawl/wolf"].modifier == 0


@pytest.mark.parametrize(("conditions", "left"), [("", 4), ("fatigued", 3), ("exhausted", 1)])
def test_c_115_combat_reflexes_give_as_many_as_the_dexterity_that_is_left(
    conditions: str, left: int
) -> None:
    hero = replace(HERO, sheet=replace(SHEET, dexterity=3, traits=("combat_reflexes",)))
    state = brawl(lying(hero, *conditions.split()), WOLF, hero="C3", wolf="D3")
    assert spare(find_mover_scene(state, under(), "wolf"), "hero") == left


def test_t_211_the_equally_fast_who_are_tired_run_with_the_dexterity_that_is_left() -> None:
    speeds = (("walk", 6),)
    hero = replace(HERO, sheet=replace(SHEET, speeds=speeds))
    wolf = replace(WOLF, sheet=replace(WOLF.sheet, speeds=speeds))
    state = brawl(lying(hero, "entangled"), wolf, hero="C3", wolf="D3")
    assets = printed_assets("pf1")
    found = decide(StartChase(("hero",), ("wolf",), 12), state, assets, {})
    for _ in range(4):
        assert isinstance(found, Decided)
        state = evolve_all(state, found.events)
        found = decide(ChaseRound(), state, assets, {})
        if not isinstance(found, Decided):
            break
    asked = {q.who: q.modifier for q in getattr(found, "questions", ()) if "/dex" in q.key}
    assert asked == {"hero": 1 - 2, "wolf": 2}


def test_t_123_who_is_exhausted_is_not_fatigued_on_top() -> None:
    """Given a member worn out by a march who is exhausted too, then Strength is 6 lower, not 8."""
    tired = replace(HERO, nonlethal=3, strain=3)
    state = brawl(lying(tired, "exhausted"), WOLF, hero="C3", wolf="D3")
    assert preview(state, under(), "hero", "wolf").bonus == 8 - 3


def test_the_statistics_of_dice_know_what_was_added() -> None:
    """Given totals that were told, then the faces are what is left without the changed scores."""
    state = duel("fatigued")
    command = MakeAttack(("hero",), "wolf")
    answers = answered({KEY: 15, f"{KEY}/damage": Typed(8, total=True)})
    found = decide(command, state, under(), answers)
    assert isinstance(found, Decided)
    throws = Throws(state, command, answers, found.events, under())
    damage = throws.of(f"{KEY}/damage")
    assert damage is not None
    assert damage.dice.plus == 3
