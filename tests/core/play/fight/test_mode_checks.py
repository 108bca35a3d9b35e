"""Who climbs or swims without that speed makes a check with each movement."""

from __future__ import annotations

import pytest

from core.creatures import Mode, Sheet
from core.dice import Ruled, Typed
from core.play.facts.fight.moves.commands import Move
from core.play.facts.fight.moves.events import Moved
from core.play.facts.fight.turns.events import ActionsSpent
from core.play.facts.table.events import Checked
from core.play.fight.previews import outlook_at
from core.play.resolution import Needs
from core.play.union import decide
from core.values import replace
from tests.core.play.fight.boards import HERO, after, fight, told
from tests.fights import figure
from tests.switched import Switches

SYSTEMS = ("pf1", "dnd35", "sf", "pf2")
ON: Switches = {"moves_by_check": True}
NIB = replace(HERO, name="Nib", sheet=Sheet(ac=15, speeds=(("walk", 8),)))
SWIM = Move("hero", "C1", mode="swim")
KEY = "swim/brawl/round-1/hero/0"


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize(("mode", "dc"), [("swim", 10), ("climb", 15)])
def test_c_129_c_130_c_139_c_140_a_check_is_asked_before_the_movement(
    system: str, mode: Mode, dc: int
) -> None:
    state, assets = fight(
        "A~~~".replace("A", "."), NIB, at={"hero": "A1"}, system=system, switches=ON
    )
    command = Move("hero", "B1" if mode == "swim" else "A1", mode=mode)
    if mode == "climb":
        command = replace(command, elevation=1)
    needs = decide(command, state, assets, {})
    assert isinstance(needs, Needs)
    (question,) = needs.questions
    assert (question.dc, question.guessed) == (dc, True)
    ahead = outlook_at(state, assets, command)
    assert ahead.mode_check == question

    passed, moved = told(command, state, assets, {question.key: Typed(dc, total=True)})
    assert isinstance(passed, Checked)
    assert isinstance(moved, Moved)
    failed, spent = told(command, state, assets, {question.key: Typed(dc - 1, total=True)})
    assert isinstance(failed, Checked)
    assert isinstance(spent, ActionsSpent)


def test_the_word_of_the_gm_stands_for_the_check() -> None:
    state, assets = fight(".~~~", NIB, at={"hero": "A1"}, switches=ON)
    swims = after(SWIM, state, assets, {KEY: Ruled("pass", "calm")})
    assert figure(swims, "hero").at == "C1"
    skipped = after(SWIM, state, assets, {KEY: Ruled("skip", "")})
    assert figure(skipped, "hero").at == "C1"
    stays = after(SWIM, state, assets, {KEY: Ruled("fail", "")})
    assert (figure(stays, "hero").at, figure(stays, "hero").spent.actions) == ("A1", ("move",))


def test_the_rest_of_a_movement_and_a_swim_speed_need_no_check() -> None:
    state, assets = fight(".~~~", NIB, at={"hero": "A1"}, switches=ON)
    begun = after(replace(SWIM, to="B1"), state, assets, {KEY: Ruled("pass", "")})
    assert figure(after(SWIM, begun, assets), "hero").at == "C1"
    seal = replace(NIB, sheet=Sheet(ac=15, speeds=(("walk", 4), ("swim", 6))))
    state, assets = fight(".~~~", seal, at={"hero": "A1"}, switches=ON)
    assert figure(after(SWIM, state, assets), "hero").at == "C1"


def test_without_the_switch_nobody_is_asked() -> None:
    state, assets = fight(".~~~", NIB, at={"hero": "A1"}, switches={"moves_by_check": False})
    assert figure(after(SWIM, state, assets), "hero").at == "C1"
