"""The main direction of a flyer, chosen as its turn begins (C-122)."""

from __future__ import annotations

import pytest

from core.creatures import Sheet
from core.messages import Refusal
from core.play.facts.fight.moves.commands import ChooseHeading, Move
from core.play.facts.state import Assets, State
from core.play.fight.moves.move_plan import plan_move
from core.values import replace
from tests.core.play.fight.boards import HERO, OPEN, after, fight
from tests.fights import figure

BIRD = replace(HERO, sheet=Sheet(ac=15, speeds=(("walk", 4), ("fly", 8))))
EAST = Move("hero", "F3", mode="fly")


def aloft(system: str = "sf", **figures: object) -> tuple[State, Assets]:
    hero = {"elevation": 2, "mode": "fly", **figures}
    return fight(OPEN, BIRD, at={"hero": "C3"}, system=system, hero=hero)


@pytest.mark.parametrize(
    ("heading", "steps"), [("E", (1, 1, 1)), ("ne", (2, 1, 1)), ("N", (3, 1, 1)), ("W", (5, 1, 1))]
)
def test_c_122_the_way_that_is_chosen_is_what_turns_are_counted_from(
    heading: str, steps: tuple[int, ...]
) -> None:
    state, assets = aloft()
    chosen = after(ChooseHeading("hero", heading), state, assets)
    assert figure(chosen, "hero").heading == heading.upper()
    assert plan_move(chosen, assets, EAST).steps == steps


@pytest.mark.parametrize(
    ("system", "code", "heading"),
    [("pf1", "no_heading", "E"), ("sf", "unknown_direction", "left")],
)
def test_c_122_a_main_direction_is_refused_in_words(system: str, code: str, heading: str) -> None:
    with pytest.raises(Refusal) as refused:
        after(ChooseHeading("hero", heading), *aloft(system))
    assert refused.value.code == code


def test_c_122_who_has_flown_chooses_no_more_in_this_turn() -> None:
    state, assets = aloft()
    flown = after(EAST, state, assets)
    with pytest.raises(Refusal) as refused:
        after(ChooseHeading("hero", "N"), flown, assets)
    assert refused.value.code == "has_flown"
