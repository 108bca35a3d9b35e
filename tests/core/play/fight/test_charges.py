"""K-6: straight charges as they are played, switch "charge_line"."""

from __future__ import annotations

import pytest

from core.messages import Refusal
from core.play.facts.fight.blows.commands import MakeAttack
from core.play.facts.fight.moves.commands import Move
from core.play.fight.blows.planned_attack import swing
from core.play.fight.moves.move_plan import plan_move
from tests.core.play.fight.boards import HERO, OPEN, WOLF, after, fight
from tests.switched import Switches

STRAIGHT: Switches = {"charge_line": True, "whole_moves": False}


@pytest.mark.parametrize("switched", [True, False])
def test_a_charge_ends_with_its_blow(switched: bool) -> None:
    """Given a straight charge, when it strikes, then no square of it is left, whatever is set."""
    switches = {**STRAIGHT, "charge_line": switched}
    state, assets = fight(OPEN, HERO, WOLF, at={"hero": "A1", "wolf": "F1"}, switches=switches)

    charged = after(Move("hero", "E1", action="charge"), state, assets)
    blow = swing(charged, assets, "hero", MakeAttack(("hero",), "wolf"))

    assert blow.ends_move is switched


@pytest.mark.parametrize(
    ("to", "code"), [("E2", ""), ("F2", "not_nearest"), ("D1", "no_target"), ("B1", "no_target")]
)
def test_a_charge_goes_to_one_of_the_nearest_places_alone(to: str, code: str) -> None:
    state, assets = fight(OPEN, HERO, WOLF, at={"hero": "A1", "wolf": "F1"}, switches=STRAIGHT)

    found = ""
    try:
        plan_move(state, assets, Move("hero", to, action="charge"))
    except Refusal as refusal:
        found = refusal.code

    assert found == code


def test_a_charge_along_a_bent_path_is_not_straight() -> None:
    state, assets = fight(OPEN, HERO, WOLF, at={"hero": "A3", "wolf": "F3"}, switches=STRAIGHT)

    bent = Move("hero", path=("A3", "B2", "C2", "D2", "E3"), action="charge")

    with pytest.raises(Refusal) as refused:
        plan_move(state, assets, bent)

    assert refused.value.code == "not_direct"
