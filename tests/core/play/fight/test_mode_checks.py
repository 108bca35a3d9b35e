"""Who climbs or swims without that speed makes a check with each movement."""

from __future__ import annotations

import pytest

from core.creatures import Mode, Sheet
from core.dice import Ruled, Typed
from core.play.facts.fight.combatants import with_encounter
from core.play.facts.fight.moves.commands import Move
from core.play.facts.fight.moves.events import Moved
from core.play.facts.fight.turns.events import ActionsSpent
from core.play.facts.state import Assets, State
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


BIRD = replace(HERO, sheet=Sheet(ac=15, acrobatics=6, speeds=(("walk", 4), ("fly", 8))))
FLIGHT = Move("hero", "E1", mode="fly")
IN_WIND = "fly/brawl/round-1/hero/0"


def in_the_wind(wind: str, system: str = "sf", switches: Switches = ON) -> tuple[State, Assets]:
    state, assets = fight(
        "........",
        BIRD,
        at={"hero": "C1"},
        system=system,
        switches=switches,
        hero={"elevation": 2, "mode": "fly"},
    )
    assert state.fight is not None
    return with_encounter(state, replace(state.fight, wind=wind)), assets


@pytest.mark.parametrize("wind", ["W", "NW", "SW"])
def test_c_122_against_the_wind_a_flight_begins_with_a_check(wind: str) -> None:
    """Given a flight to the east, when the air moves to the west, then Acrobatics decides."""
    state, assets = in_the_wind(wind)
    needs = decide(FLIGHT, state, assets, {})
    assert isinstance(needs, Needs)
    (question,) = needs.questions
    assert (question.key, question.modifier, question.dc) == (IN_WIND, 6, 15)
    assert question.why is not None
    assert question.why.rule == "C-122"
    assert figure(after(FLIGHT, state, assets, {IN_WIND: 9}), "hero").at == "E1"
    held = after(FLIGHT, state, assets, {IN_WIND: 8})
    assert (figure(held, "hero").at, figure(held, "hero").spent.actions) == ("C1", ("move",))


@pytest.mark.parametrize("wind", ["", "E", "NE", "N", "S"])
def test_c_122_in_a_favourable_wind_or_none_there_is_no_check(wind: str) -> None:
    assert figure(after(FLIGHT, *in_the_wind(wind)), "hero").at == "E1"


@pytest.mark.parametrize(("system", "on"), [("pf1", True), ("pf2", True), ("sf", False)])
def test_c_122_other_systems_and_without_the_switch_ask_for_none(system: str, on: bool) -> None:
    state, assets = in_the_wind("W", system, {"moves_by_check": on})
    assert figure(after(FLIGHT, state, assets), "hero").at == "E1"
