"""Who does not see where it goes, and who is too tired: C-029, C-030, C-046, C-252."""

from __future__ import annotations

import pytest

from core.combat.board.scene import Action
from core.creatures import Sheet
from core.play.fight.combatants import in_fight
from core.play.fight.encounter import Encounter, Lasting, Zone
from core.play.fight.moves.commands import AnswerStrikes, Move
from core.play.fight.moves.events import Moved, MoveHalted
from core.play.fight.previews import outlook_at, reach_bands
from core.play.fight.turns.budget import usual_mode
from core.play.state import Assets, State
from core.values import replace
from tests.builders import refusal_code
from tests.core.play.fight.boards import HERO, OPEN, WOLF, after, fight, told, waits
from tests.fights import figure

WALKER = replace(HERO, sheet=Sheet(ac=17, speeds=(("walk", 6),)))
BLIND = replace(WALKER, lasting=(Lasting("blinded"),))
TIRED = replace(HERO, lasting=(Lasting("fatigued"),))
BAT = replace(
    WOLF, id="bat", name="Bat", lasting=(Lasting("blinded"),), sheet=Sheet(speeds=(("fly", 8),))
)


def cost(state_world: tuple[State, Assets], command: Move) -> int:
    state, assets = state_world
    return next(e.cost for e in told(command, state, assets) if isinstance(e, Moved))


def dark(state: State, where: str = "") -> State:
    def darkened(fight: Encounter) -> Encounter:
        if where:
            return replace(fight, zones=(Zone(where, "dark"),))
        return replace(fight, light="dark")

    return in_fight(state, darkened)


@pytest.mark.parametrize("system", ["pf1", "dnd35", "sf"])
def test_c_046_three_squares_cost_a_blinded_hero_six(system: str) -> None:
    state, assets = fight(OPEN, BLIND, at={"hero": "A1"}, system=system)
    assert cost((state, assets), Move("hero", "D1")) == 6
    assert outlook_at(state, assets, Move("hero", "D1")).cost == 6
    ahead = outlook_at(state, assets, Move("hero", "D1"))
    assert "C-046" in {one.rule for one in ahead.receipt.walk()}
    assert reach_bands(state, assets, "hero").one.bit_count() < (
        reach_bands(*fight(OPEN, WALKER, at={"hero": "A1"}, system=system), "hero").one.bit_count()
    )


def test_c_046_pf2_knows_no_such_doubling() -> None:
    hero = replace(BLIND, sheet=Sheet(speeds=(("walk", 5),)))
    assert cost(fight(OPEN, hero, at={"hero": "A1"}, system="pf2"), Move("hero", "D1")) == 3


def test_c_030_c_034_a_blinded_hero_neither_runs_nor_charges_nor_steps() -> None:
    state, assets = fight(OPEN, BLIND, at={"hero": "A1"})
    assert refusal_code(Move("hero", "D1", action="run"), state, assets) == "hampered_run"
    assert refusal_code(Move("hero", "D1", action="charge"), state, assets) == "hampered_charge"
    assert refusal_code(Move("hero", "B1", action="five_foot_step"), state, assets) == (
        "hampered_five_foot_step"
    )


def test_c_046_the_dark_doubles_for_eyes_that_need_light() -> None:
    state, assets = fight(OPEN, HERO, at={"hero": "A1"})
    assert cost((dark(state), assets), Move("hero", "D1")) == 6
    assert cost((dark(state, "A1:5"), assets), Move("hero", "D1")) == 6
    assert cost((dark(state, "D1"), assets), Move("hero", "D1")) == 3
    seer = replace(HERO, sheet=Sheet(traits=("darkvision",)))
    state, assets = fight(OPEN, seer, at={"hero": "A1"})
    assert cost((dark(state), assets), Move("hero", "D1")) == 3


def test_c_046_a_blinded_flyer_pays_double_too() -> None:
    state, assets = fight(OPEN, BAT, at={"bat": "A1"}, bat={"elevation": 2, "mode": "fly"})
    assert cost((state, assets), Move("bat", "D1", mode="fly")) == 6
    assert cost((state, assets), Move("bat", "D4", mode="fly")) == 9
    assert cost((state, assets), Move("bat", "B2", mode="fly")) == 3


@pytest.mark.parametrize("action", ["run", "charge"])
def test_c_252_the_fatigued_are_refused_for_being_tired(action: Action) -> None:
    state, assets = fight(OPEN, TIRED, at={"hero": "A1"})
    wish = Move("hero", "D1", action=action)
    assert refusal_code(wish, state, assets) == "fatigued"
    along = Move("hero", path=("A1", "B1", "C1"), action=action)
    assert refusal_code(along, state, assets) == "fatigued"
    assert cost((state, assets), Move("hero", "D1")) == 3


@pytest.mark.parametrize("system", ["pf1", "sf", "pf2"])
def test_a_climber_above_the_ground_climbs_on(system: str) -> None:
    wolf = replace(WOLF, sheet=Sheet(ac=14, speeds=(("walk", 10), ("climb", 4))))
    state, assets = fight(
        OPEN, wolf, at={"wolf": "A1"}, system=system, wolf={"elevation": 2, "mode": "climb"}
    )
    assert usual_mode(state, assets, "wolf") == "climb"
    for height, squares in ((3, 2), (2, 1), (1, 2), (0, 3)):
        assert cost((state, assets), Move("wolf", "B1", mode="climb", elevation=height)) == squares
    assert refusal_code(Move("wolf", "B1"), state, assets) == "in_the_air"


def test_a_climb_that_was_interrupted_goes_on() -> None:
    wolf = replace(WOLF, sheet=Sheet(ac=14, speeds=(("walk", 10), ("climb", 9))))
    state, assets = fight(
        OPEN, wolf, HERO, at={"wolf": "A1", "hero": "C2"}, wolf={"elevation": 1, "mode": "climb"}
    )
    way = tuple("ABCDEFG"[n] + "1" for n in range(7))
    state = after(Move("wolf", path=way, mode="climb", elevation=1), state, assets)
    waits(state)
    done = after(AnswerStrikes(), state, assets)
    assert (figure(done, "wolf").at, figure(done, "wolf").elevation) == ("G1", 1)


def test_c_115_c_129_a_climber_who_is_flat_footed_does_not_strike_in_passing() -> None:
    climbs = replace(WOLF, lasting=(Lasting("climbing"),))
    spider = replace(climbs, sheet=replace(WOLF.sheet, speeds=(("walk", 6), ("climb", 4))))
    for wolf, strikes in ((WOLF, True), (climbs, False), (spider, True)):
        state, assets = fight(OPEN, WALKER, wolf, at={"hero": "A1", "wolf": "A2"}, system="sf")
        events = told(Move("hero", "E1"), state, assets)
        assert any(isinstance(event, MoveHalted) for event in events) is strikes
