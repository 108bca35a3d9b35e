"""K-10 and K-12: guarded steps, and who begins a fight flat-footed, as they are played in sf."""

from __future__ import annotations

from fractions import Fraction

import pytest

from core.play.facts.encounter import Slot
from core.play.facts.fight.combatants import sheet
from core.play.facts.fight.moves.commands import Move
from core.play.facts.fight.turns.events import InitiativeSet, RoundBegan
from core.play.facts.fold import evolve_all
from core.play.facts.state import Assets, State
from core.play.fight.health import afflictions
from core.play.fight.moves.move_plan import plan_move
from core.play.fight.turns.budget import left
from core.values import replace
from tests.builders import refusal_code
from tests.core.play.fight.boards import HERO, OPEN, WOLF, after, fight
from tests.switched import Switches

ON: Switches = {"guarded_step": True, "surprised_alone": True}
WALKER = replace(HERO, sheet=replace(sheet(HERO), speeds=(("walk", 6),)))


def walker(switches: Switches = ON) -> tuple[State, Assets]:
    """A hero at A1 who walks 6 squares, and a wolf far off."""
    return fight(
        OPEN, WALKER, WOLF, at={"hero": "A1", "wolf": "P9"}, system="sf", switches=switches
    )


def step(to: str) -> Move:
    return Move("hero", to, action="five_foot_step")


def test_two_guarded_steps_leave_nothing_and_a_third_is_remarked() -> None:
    state, assets = walker()

    state = after(step("C1"), after(step("B1"), state, assets), assets)

    have = left(state, assets, "hero")
    assert (have.standard, have.move, have.step, have.squares) == (False, False, False, 0)
    assert plan_move(state, assets, step("D1")).paid.over


def test_a_guarded_step_is_no_part_of_the_move_after_it() -> None:
    """Given a guarded step, then the next move action has its whole speed, and no more."""
    state, assets = walker()

    state = after(step("B1"), state, assets)

    assert not plan_move(state, assets, Move("hero", "H1")).paid.over
    assert refusal_code(Move("hero", "I1"), state, assets) == "too_far"


def test_a_guarded_step_may_follow_a_move() -> None:
    state, assets = walker()

    state = after(Move("hero", "G1"), state, assets)

    assert not plan_move(state, assets, step("H1")).paid.over
    assert plan_move(*walker({"guarded_step": False}), step("B1")).paid.spends == ("step",)


@pytest.mark.parametrize(
    ("surprised", "on", "flat_footed"),
    [((), True, False), (("wolf",), True, True), ((), False, True)],
)
def test_only_who_is_surprised_is_flat_footed_until_its_turn(
    surprised: tuple[str, ...], on: bool, flat_footed: bool
) -> None:
    """Given a first round after the surprise round, then it lasts for who had no turn."""
    state, assets = walker({"surprised_alone": on})
    encounter = state.encounters[0]
    figures = tuple(replace(figure, acted=False) for figure in encounter.figures)
    state = replace(state, encounters=(replace(encounter, figures=figures),))
    order = tuple(Slot(who, (who,), Fraction(10)) for who in ("hero", "wolf"))

    state = evolve_all(state, (InitiativeSet(order, surprised), RoundBegan(1, Fraction(0), False)))

    assert state.fight is not None
    names = afflictions(WOLF, assets.rules, state.fight)
    assert ("flat_footed" in names) is flat_footed
