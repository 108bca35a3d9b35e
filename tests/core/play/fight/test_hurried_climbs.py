"""Climbing in a hurry, and climbing on a ceiling by a check though there is a climb speed."""

from __future__ import annotations

import pytest

from core.creatures import Sheet
from core.dice import Question
from core.messages import Refusal
from core.play.facts.fight.moves.commands import Move
from core.play.facts.state import Assets, Member, State
from core.play.fight.moves.move_plan import plan_move
from core.play.fight.turns.budget import left
from core.play.resolution import Needs
from core.play.union import decide
from core.values import replace
from tests.core.play.fight.boards import HERO, after, fight
from tests.fights import figure

NIB = replace(HERO, name="Nib", sheet=Sheet(ac=15, speeds=(("walk", 8),)))
SPIDER = replace(HERO, name="Spider", sheet=Sheet(ac=15, speeds=(("walk", 6), ("climb", 4))))
UP = Move("hero", "A1", mode="climb", action="hurry", elevation=4)
CEILING = Move("hero", "C1", mode="climb", checks=True)
KEY = "climb/brawl/round-1/hero/0"


def at_the_wall(who: Member, system: str) -> tuple[State, Assets]:
    return fight("........", who, at={"hero": "A1"}, system=system)


def asked(command: Move, state: State, assets: Assets) -> Question:
    needs = decide(command, state, assets, {})
    assert isinstance(needs, Needs)
    (question,) = needs.questions
    return question


@pytest.mark.parametrize(
    ("system", "who", "each", "modifier", "rule"),
    [
        ("sf", SPIDER, 8, 3, "C-129"),
        ("pf1", SPIDER, 6, -5, "C-043"),
        ("dnd35", SPIDER, 6, -5, "C-043"),
        ("pf1", NIB, 4, -5, "C-043"),
    ],
)
def test_c_129_a_hurried_climb_goes_farther_on_a_check_at_minus_5(
    system: str, who: Member, each: int, modifier: int, rule: str
) -> None:
    """sf: twice the climb speed, which adds 8; open rules: no faster than on foot, or half."""
    state, assets = at_the_wall(who, system)
    planned = plan_move(state, assets, UP)
    assert (planned.budget.each, planned.paid.spends) == (each, ("hurry",))
    question = asked(UP, state, assets)
    assert (question.key, question.modifier) == (KEY, modifier)
    assert question.why is not None
    assert question.why.rule == rule


@pytest.mark.parametrize(("system", "who"), [("sf", NIB), ("pf2", SPIDER), ("pf2", NIB)])
def test_c_129_who_cannot_hurry_is_told_what_it_takes(system: str, who: Member) -> None:
    with pytest.raises(Refusal) as refused:
        plan_move(*at_the_wall(who, system), UP)
    assert refused.value.code == "no_hurry"


def test_c_129_a_hurried_climb_goes_on_in_a_hurry_and_a_plain_one_is_another_move() -> None:
    """Given 5 of 8 squares climbed in a hurry, then 3 more, or a move action at 4 squares."""
    state, assets = at_the_wall(SPIDER, "sf")
    begun = after(replace(UP, elevation=5), state, assets, {KEY: 20})
    hero = figure(begun, "hero")
    assert (hero.elevation, hero.spent.actions) == (5, ("hurry",))
    assert left(begun, assets, "hero").squares == 3
    on = plan_move(begun, assets, replace(UP, elevation=8))
    assert (on.cost, on.paid.spends) == (3, ())
    plain = plan_move(begun, assets, replace(UP, action="move", elevation=6))
    assert (plain.budget.each, plain.paid.spends) == (4, ("move",))
    failed = after(UP, state, assets, {KEY: 2})
    assert (figure(failed, "hero").elevation, figure(failed, "hero").spent.actions) == (
        0,
        ("move",),
    )


@pytest.mark.parametrize(
    ("system", "modifier", "rule"), [("sf", 8, "C-129"), ("pf2", 4, "C-139"), ("pf1", 0, "C-043")]
)
def test_c_129_c_139_on_a_ceiling_a_climb_speed_takes_a_check_too(
    system: str, modifier: int, rule: str
) -> None:
    state, assets = at_the_wall(SPIDER, system)
    question = asked(CEILING, state, assets)
    assert (question.modifier, question.guessed) == (modifier, True)
    assert question.why is not None
    assert question.why.rule == rule
    assert figure(after(CEILING, state, assets, {KEY: 20}), "hero").at == "C1"
    assert figure(after(CEILING, state, assets, {KEY: 1}), "hero").at == "A1"
    without = replace(CEILING, checks=False)
    assert figure(after(without, state, assets), "hero").at == "C1"
