"""Hazardous ground does its damage to who moves onto it (C-047)."""

from __future__ import annotations

import pytest

from core.creatures import Sheet
from core.play.facts.fight.combatants import someone
from core.play.facts.fight.moves.commands import Move
from core.play.facts.fight.moves.events import Moved
from core.play.facts.fight.setup.commands import SetHazard
from core.play.facts.table.events import Damaged
from core.play.resolution import Needs
from core.play.union import decide, narrate
from core.values import replace
from tests.builders import refusal_code
from tests.core.play.fight.boards import HERO, after, fight, told
from tui.kit.phrases import say

NIB = replace(HERO, sheet=Sheet(ac=15, speeds=(("walk", 8),)))
ACID = SetHazard("brawl", "1d6+1 acid")
OVER = Move("hero", "E1")


@pytest.mark.parametrize("system", ["pf1", "dnd35", "sf", "pf2"])
def test_c_047_the_dice_of_the_ground_are_asked_for_each_step(system: str) -> None:
    state, assets = fight(".^^..", NIB, at={"hero": "A1"}, system=system)
    state = after(ACID, state, assets)
    needs = decide(OVER, state, assets, {})
    assert isinstance(needs, Needs)
    (question,) = needs.questions
    assert question.dice == "2d6+2"

    events = told(OVER, state, assets, {question.key: 7})

    (hurt,) = [one for one in events if isinstance(one, Damaged)]
    assert (hurt.who, hurt.amount, hurt.cause) == ("hero", 7, "acid")
    assert someone(after(OVER, state, assets, {question.key: 7}), "hero").damage == 7


def test_c_047_the_height_is_told_beside_the_steps_in_danger() -> None:
    """Given a move over hazardous ground that ends higher up, then its line has both."""
    state, _ = fight(".^^..", NIB, at={"hero": "A1"})
    moved = Moved("hero", ("A1", "B1", "C1"), 2, mode="climb", elevation=1, hazards=2)
    said = say(narrate(moved, state))
    assert said.endswith("from A1 to C1, 2 squares, height 1 square, 2 steps in danger")


def test_without_dice_the_ground_is_only_counted() -> None:
    state, assets = fight(".^^..", NIB, at={"hero": "A1"})
    (moved,) = told(OVER, state, assets)
    assert getattr(moved, "hazards", 0) == 2
    state = after(SetHazard("brawl"), after(ACID, state, assets), assets)
    assert len(told(OVER, state, assets)) == 1


def test_a_hazard_needs_dice() -> None:
    state, assets = fight(".^^..", NIB, at={"hero": "A1"})
    assert refusal_code(SetHazard("brawl", "acid"), state, assets) == "bad_dice"
