"""Who does not see where it goes, and who is too tired: C-029, C-030, C-046, C-252."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.combat.board.squares import parse_square
from core.creatures import Sheet
from core.play.fight.beings import in_fight
from core.play.fight.encounter import Encounter, Zone
from core.play.fight.moves.ahead import outlook_at, reach_bands
from core.play.fight.moves.commands import Move
from core.play.fight.moves.events import Moved
from core.play.lasting import Lasting
from core.play.state import State
from core.play.world import World
from tests.core.play.fight.boards import HERO, WOLF, fight
from tests.core.play.fight.test_moves import OPEN, code, told

WALKER = replace(HERO, sheet=Sheet(ac=17, speeds=(("walk", 6),)))
BLIND = replace(WALKER, lasting=(Lasting("blinded"),))
TIRED = replace(HERO, lasting=(Lasting("fatigued"),))
BAT = replace(
    WOLF, id="bat", name="Bat", lasting=(Lasting("blinded"),), sheet=Sheet(speeds=(("fly", 8),))
)


def cost(state_world: tuple[State, World], command: Move) -> int:
    state, world = state_world
    return next(e.cost for e in told(command, state, world) if isinstance(e, Moved))


def dark(state: State, where: str = "") -> State:
    def darkened(fight: Encounter) -> Encounter:
        if where:
            return replace(fight, zones=(Zone(where, "dark"),))
        return replace(fight, light="dark")

    return in_fight(state, darkened)


@pytest.mark.parametrize("system", ["pf1", "dnd35", "sf"])
def test_c_046_three_squares_cost_a_blinded_hero_six(system: str) -> None:
    state, world = fight(OPEN, BLIND, at={"hero": "A1"}, system=system)
    assert cost((state, world), Move("hero", "D1")) == 6
    assert outlook_at(state, world, "hero", parse_square("D1")).cost == 6
    ahead = outlook_at(state, world, "hero", parse_square("D1"))
    assert "C-046" in {one.rule for one in ahead.receipt.walk()}
    assert reach_bands(state, world, "hero").one.bit_count() < (
        reach_bands(*fight(OPEN, WALKER, at={"hero": "A1"}, system=system), "hero").one.bit_count()
    )


def test_c_046_pf2_knows_no_such_doubling() -> None:
    hero = replace(BLIND, sheet=Sheet(speeds=(("walk", 5),)))
    assert cost(fight(OPEN, hero, at={"hero": "A1"}, system="pf2"), Move("hero", "D1")) == 3


def test_c_030_c_034_a_blinded_hero_neither_runs_nor_charges_nor_steps() -> None:
    state, world = fight(OPEN, BLIND, at={"hero": "A1"})
    assert code(Move("hero", "D1", action="run"), state, world) == "hampered_run"
    assert code(Move("hero", "D1", action="charge"), state, world) == "hampered_charge"
    assert code(Move("hero", "B1", action="five_foot_step"), state, world) == (
        "hampered_five_foot_step"
    )


def test_c_046_the_dark_doubles_for_eyes_that_need_light() -> None:
    state, world = fight(OPEN, HERO, at={"hero": "A1"})
    assert cost((dark(state), world), Move("hero", "D1")) == 6
    assert cost((dark(state, "A1:5"), world), Move("hero", "D1")) == 6
    assert cost((dark(state, "D1"), world), Move("hero", "D1")) == 3
    seer = replace(HERO, sheet=Sheet(traits=("darkvision",)))
    state, world = fight(OPEN, seer, at={"hero": "A1"})
    assert cost((dark(state), world), Move("hero", "D1")) == 3


def test_c_046_a_blinded_flyer_pays_double_too() -> None:
    state, world = fight(OPEN, BAT, at={"bat": "A1"}, bat={"elevation": 2, "mode": "fly"})
    assert cost((state, world), Move("bat", "D1", mode="fly")) == 6


@pytest.mark.parametrize("action", ["run", "charge"])
def test_c_252_the_fatigued_are_refused_for_being_tired(action: str) -> None:
    state, world = fight(OPEN, TIRED, at={"hero": "A1"})
    wish = Move("hero", "D1", action=action)  # type: ignore[arg-type]
    assert code(wish, state, world) == "fatigued"
    along = Move("hero", path=("A1", "B1", "C1"), action=action)  # type: ignore[arg-type]
    assert code(along, state, world) == "fatigued"
    assert cost((state, world), Move("hero", "D1")) == 3
