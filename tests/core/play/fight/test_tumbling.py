"""Past enemies by Acrobatics: a check for each, then the movement that they lead to."""

from __future__ import annotations

from fractions import Fraction

import pytest

from core.creatures import Sheet
from core.play.facts.encounter import is_among
from core.play.facts.fight.combatants import someone
from core.play.facts.fight.moves.commands import AnswerStrikes, Move
from core.play.facts.fight.moves.events import MoveHalted
from core.play.facts.state import State
from core.play.facts.table.events import Checked
from core.play.fight.moves.move_plan import plan_move
from core.play.fight.moves.tumbling import find_checks
from core.play.resolution import Needs
from core.play.union import Assets, decide
from core.values import replace
from tests.builders import refusal_code
from tests.core.play.fight.boards import BITE, HERO, OGRE, SWORD, WOLF, after, fight, told, waits
from tests.fights import figure

LANE = """
######
......
######
"""
TUMBLER = replace(HERO, sheet=Sheet(ac=17, dexterity=2, acrobatics=9, speeds=(("walk", 6),)))
PACER = replace(
    WOLF, level=4, sheet=Sheet(ac=14, dexterity=2, reflex=5, reaction=True, attacks=(BITE,))
)
KEY = "tumble/brawl/round-1/hero/wolf"
THROUGH = Move("hero", "E2", tumble=True)


def lane(system: str) -> tuple[State, Assets]:
    return fight(LANE, TUMBLER, PACER, at={"hero": "B2", "wolf": "C2"}, system=system)


@pytest.mark.parametrize(("system", "dc"), [("pf1", 20), ("dnd35", 25), ("sf", 26), ("pf2", 15)])
def test_c_063_c_068_a_check_leads_through_the_space_of_an_enemy(system: str, dc: int) -> None:
    """Given an enemy in a lane, when the check succeeds, nobody strikes; else it stops before."""
    state, assets = lane(system)
    assert refusal_code(replace(THROUGH, tumble=False), state, assets) == "no_way"
    needs = decide(THROUGH, state, assets, {})
    assert isinstance(needs, Needs)
    (question,) = needs.questions
    assert (question.key, question.modifier, question.dc) == (KEY, 9, dc)

    events = told(THROUGH, state, assets, {KEY: min(20, dc - 9)})
    assert isinstance(events[0], Checked)
    if system != "pf2":  # there the check opens the space only
        assert figure(after(THROUGH, state, assets, {KEY: dc - 9}), "hero").at == "E2"
    else:
        assert [one.by for one in waits(after(THROUGH, state, assets, {KEY: 20})).strikers]

    stays = after(THROUGH, state, assets, {KEY: 1})
    assert figure(stays, "hero").at == "B2"
    assert len(figure(stays, "hero").spent.actions) == 1


@pytest.mark.parametrize("system", ["pf1", "dnd35", "sf"])
def test_c_117_who_is_beaten_does_not_strike_at_who_tumbles_by(system: str) -> None:
    open_ground = "\n".join(["......"] * 4)
    state, assets = fight(
        open_ground, TUMBLER, PACER, at={"hero": "B2", "wolf": "C1"}, system=system
    )
    by = Move("hero", path=("B2", "C2", "D2", "E2"), tumble=True)
    assert figure(after(by, state, assets, {KEY: 20}), "hero").at == "E2"
    (*_, halted) = told(by, state, assets, {KEY: 1})
    assert isinstance(halted, MoveHalted)
    assert [one.by for one in halted.waiting.strikers] == ["wolf"]


def test_each_further_enemy_is_harder_and_the_preview_has_the_odds() -> None:
    open_ground = "\n".join(["........"] * 4)
    ogre = replace(OGRE, sheet=replace(OGRE.sheet, size="M"))
    state, assets = fight(
        open_ground,
        TUMBLER,
        PACER,
        ogre,
        at={"hero": "B2", "wolf": "C1", "ogre": "C3"},
        system="dnd35",
    )
    by = Move("hero", path=("B2", "C2", "D2"), tumble=True)
    checks = find_checks(plan_move(state, assets, by))
    assert checks is not None
    assert [(one.id, one.dc) for one in checks.enemies] == [("wolf", 15), ("ogre", 17)]
    assert checks.chance(checks.enemies[0]) == Fraction(3, 4)
    assert find_checks(plan_move(state, assets, replace(by, path=("B2", "A2")))) is not None


def test_a_way_past_nobody_asks_for_nothing() -> None:
    state, assets = fight("....", TUMBLER, at={"hero": "A1"})
    assert figure(after(replace(THROUGH, to="D1"), state, assets), "hero").at == "D1"


@pytest.mark.parametrize("system", ["pf1", "dnd35", "sf"])
@pytest.mark.parametrize(
    ("die", "at", "prone"), [(14, "E2", True), (9, "E2", False), (8, "B2", False)]
)
def test_c_062_an_overrun_opens_the_space_of_an_enemy_who_may_strike_all_the_same(
    system: str, die: int, at: str, prone: bool
) -> None:
    """Given a lane with a wolf, when it is run down, the way is open; by five or more it falls."""
    runner = replace(TUMBLER, sheet=Sheet(ac=17, attacks=(SWORD,), speeds=(("walk", 6),)))
    state, assets = fight(LANE, runner, PACER, at={"hero": "B2", "wolf": "C2"}, system=system)
    over = Move("hero", "E2", overrun=True)
    needs = decide(over, state, assets, {})
    assert isinstance(needs, Needs)
    (question,) = needs.questions
    assert (question.modifier, question.dc) == (6, 15)

    state = after(over, state, assets, {KEY: die})
    if at == "E2":
        if not prone:
            assert [one.by for one in waits(state).strikers] == ["wolf"]
        state = after(AnswerStrikes(), state, assets) if not prone else state
    assert is_among(someone(state, "wolf").lasting, "prone") == prone
    assert "standard" in figure(state, "hero").spent.actions
    if not prone:
        assert figure(state, "hero").at == at


def test_c_037_a_leap_goes_over_what_is_between() -> None:
    """Given a pit of water in pf2, when a hero leaps, it is crossed with one action."""
    state, assets = fight(".~:.", TUMBLER, at={"hero": "A1"}, system="pf2")
    leap = Move("hero", "C1", leap=True)
    (moved,) = told(leap, state, assets)
    assert (getattr(moved, "cost", 0), getattr(moved, "spends", ())) == (2, ("action",))
    assert refusal_code(replace(leap, to="B1"), state, assets) == "blocked"
    slow = replace(TUMBLER, sheet=Sheet(ac=17, speeds=(("walk", 5),)))
    state, assets = fight(".~~.", slow, at={"hero": "A1"}, system="pf2")
    assert refusal_code(replace(leap, to="D1"), state, assets) == "too_far"
    state, assets = fight(".~:.", TUMBLER, at={"hero": "A1"})
    assert refusal_code(leap, state, assets) == "no_leap"
