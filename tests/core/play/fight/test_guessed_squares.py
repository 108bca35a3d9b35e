"""An attack on the square where somebody is thought to be (C-198)."""

from __future__ import annotations

import pytest

from core.creatures import Sheet
from core.dice import Question
from core.messages import Refusal
from core.play.facts.encounter import Lasting
from core.play.facts.fight.blows.commands import MakeAttack
from core.play.facts.fight.blows.events import Struck
from core.play.facts.state import Assets, State
from core.play.facts.table.events import Damaged
from core.play.resolution import Needs
from core.play.union import decide
from core.values import replace
from tests.core.play.fight.boards import HERO, OPEN, SWORD, WOLF, after, fight, told
from tui.kit.phrases import say

ATTACK = "attack/r1/hero/1"
MISS = "attack/r1/hero/1/miss"
DAMAGE = "attack/r1/hero/1/damage"
GUESS = MakeAttack(("hero",), "", square="D3")


def unseen_wolf(square: str = "D3") -> tuple[State, Assets]:
    """A wolf that the GM hides, next to the hero or elsewhere."""
    return fight(OPEN, HERO, WOLF, at={"hero": "C3", "wolf": square}, wolf={"hidden": True})


def asked(state: State, assets: Assets) -> tuple[Question, ...]:
    """What is asked for the attack on the square."""
    found = decide(GUESS, state, assets, {})
    assert isinstance(found, Needs)
    return found.questions


def shown(question: Question) -> tuple[object, ...]:
    """What the tray has of a question."""
    return question.key, say(question.label), question.modifier, question.dc, question.follows


def test_c_198_the_dice_are_the_same_whether_somebody_is_there_or_not() -> None:
    there = asked(*unseen_wolf("D3"))
    elsewhere = asked(*unseen_wolf("H3"))
    assert [shown(one) for one in there] == [shown(one) for one in elsewhere]
    assert [one.key for one in there] == [ATTACK, MISS]
    assert there[0].dc is None
    assert there[1].dc == 51


def test_c_198_a_hit_on_the_right_square_misses_half_of_the_time() -> None:
    """Given a wolf of Armour Class 14 there, then a 12 hits from 51 on the miss die."""
    state, assets = unseen_wolf()
    missed = told(GUESS, state, assets, {ATTACK: 12, MISS: 50})
    assert [type(one) for one in missed] == [Struck]
    hit = told(GUESS, state, assets, {ATTACK: 12, MISS: 51, DAMAGE: 9})
    assert [type(one) for one in hit[:2]] == [Struck, Damaged]
    assert isinstance(hit[0], Struck)
    assert (hit[0].at, hit[0].outcome, hit[0].square) == ("wolf", "hit", "D3")


@pytest.mark.parametrize(
    ("square", "face", "percent"), [("D3", 2, 100), ("D3", 20, 3), ("H3", 20, 100)]
)
def test_c_198_a_miss_does_not_say_why(square: str, face: int, percent: int) -> None:
    """Given too low a roll, a miss by the chance, or nobody there, then the log says the same."""
    state, assets = unseen_wolf(square)
    (missed,) = told(GUESS, state, assets, {ATTACK: face, MISS: percent})
    assert isinstance(missed, Struck)
    assert (missed.at, missed.outcome, missed.ac, missed.needed) == ("", "miss", 0, 0)


def test_c_198_it_uses_the_turn_as_any_attack() -> None:
    state, assets = unseen_wolf("H3")
    encounter = after(GUESS, state, assets, {ATTACK: 20, MISS: 90}).fight
    assert encounter is not None
    figure = encounter.figure("hero")
    assert figure is not None
    assert figure.spent.attacks == 1
    assert figure.spent.actions == ("standard",)
    assert figure.spent.targets == ()


def test_c_198_reach_and_walls_count_for_a_square_too() -> None:
    state, assets = unseen_wolf()
    with pytest.raises(Refusal, match="out_of_reach"):
        told(replace(GUESS, square="H3"), state, assets)
    with pytest.raises(Refusal, match="not_on_board"):
        told(replace(GUESS, square="Z99"), state, assets)


def test_c_198_who_is_seen_there_is_attacked_itself() -> None:
    """Given a wolf in plain sight, then its square is refused; not so where it is invisible."""
    at = {"hero": "C3", "wolf": "D3"}
    with pytest.raises(Refusal) as refused:
        told(GUESS, *fight(OPEN, HERO, WOLF, at=at))
    assert "Wolf is seen in D3. Attack Wolf (a)" in say(refused.value.message)
    invisible = replace(WOLF, lasting=(Lasting("invisible"),))
    state, assets = fight(OPEN, HERO, invisible, at=at)
    (missed,) = told(GUESS, state, assets, {ATTACK: 2, MISS: 99})
    assert isinstance(missed, Struck)


def test_c_198_the_gm_has_another_chance_to_miss() -> None:
    state, assets = unseen_wolf()
    twenty = replace(GUESS, words=replace(GUESS.words, miss=20))
    hit = told(twenty, state, assets, {ATTACK: 12, MISS: 21, DAMAGE: 9})
    assert isinstance(hit[0], Struck)
    assert hit[0].outcome == "hit"


def test_c_198_a_full_attack_goes_on_at_the_square() -> None:
    state, assets = unseen_wolf()
    twice = replace(SWORD, bonuses=(6, 1))
    hero = replace(HERO, sheet=Sheet(ac=17, attacks=(twice,)))
    state = replace(state, members=(hero,))
    both = replace(GUESS, full=True)
    second = "attack/r1/hero/2"
    answers = {ATTACK: 2, MISS: 99, second: 13, f"{second}/miss": 99, f"{second}/damage": 9}
    first, then, hurt = told(both, state, assets, answers)
    assert isinstance(first, Struck)
    assert isinstance(then, Struck)
    assert isinstance(hurt, Damaged)
    assert (first.outcome, then.outcome, then.bonus) == ("miss", "hit", 1)
