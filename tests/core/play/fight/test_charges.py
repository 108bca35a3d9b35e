"""K-6: straight charges as they are played, switch "charge_line"."""

from __future__ import annotations

import pytest

from core.combat.board.squares import parse_square
from core.play.facts.fight.blows.commands import MakeAttack
from core.play.facts.fight.moves.commands import Move
from core.play.fight.blows.planned_attack import swing
from core.play.fight.moves.move_plan import plan_move
from tests.builders import refusal_code
from tests.core.play.fight.boards import HERO, OPEN, WOLF, after, fight
from tests.switched import Switches

STRAIGHT: Switches = {"charge_line": True, "whole_moves": False}


@pytest.mark.parametrize("straight", [True, False])
def test_a_charge_ends_with_its_blow(straight: bool) -> None:
    """Given a charge, when it strikes, then it is over if charges are straight."""
    switches = {**STRAIGHT, "charge_line": straight}
    state, assets = fight(OPEN, HERO, WOLF, at={"hero": "A1", "wolf": "F1"}, switches=switches)

    charged = after(Move("hero", "E1", action="charge"), state, assets)
    blow = swing(charged, assets, "hero", MakeAttack(("hero",), "wolf"))

    assert blow.ends_move is straight
    assert [receipt.rule for receipt in blow.lapsing] == (["K-6"] if straight else [])


def test_a_move_that_is_no_charge_goes_on_after_its_blow() -> None:
    state, assets = fight(OPEN, HERO, WOLF, at={"hero": "A1", "wolf": "D1"}, switches=STRAIGHT)

    moved = after(Move("hero", "C1"), state, assets)
    blow = swing(moved, assets, "hero", MakeAttack(("hero",), "wolf"))

    assert not blow.ends_move


@pytest.mark.parametrize("to", ["E1", "E2"])
def test_a_charge_goes_to_any_of_the_nearest_places(to: str) -> None:
    state, assets = fight(OPEN, HERO, WOLF, at={"hero": "A1", "wolf": "F1"}, switches=STRAIGHT)

    planned_move = plan_move(state, assets, Move("hero", to, action="charge"))

    assert planned_move.path[-1] == parse_square(to)


@pytest.mark.parametrize(
    ("to", "code"), [("F2", "not_nearest"), ("D1", "no_target"), ("B1", "no_target")]
)
def test_a_charge_goes_nowhere_else(to: str, code: str) -> None:
    state, assets = fight(OPEN, HERO, WOLF, at={"hero": "A1", "wolf": "F1"}, switches=STRAIGHT)

    assert refusal_code(Move("hero", to, action="charge"), state, assets) == code


def test_a_charge_along_a_bent_path_is_not_straight() -> None:
    state, assets = fight(OPEN, HERO, WOLF, at={"hero": "A3", "wolf": "F3"}, switches=STRAIGHT)

    bent = Move("hero", path=("A3", "B2", "C2", "D2", "E3"), action="charge")

    assert refusal_code(bent, state, assets) == "not_direct"
