"""Who does not see where it goes, and who is too tired: C-029, C-030, C-046, C-252."""

from __future__ import annotations

import pytest

from core.combat.board.scene import Action
from core.creatures import Mode, Sheet
from core.messages import Refusal
from core.play.facts.encounter import Encounter, Lasting, Zone
from core.play.facts.fight.combatants import changed_figure, in_fight
from core.play.facts.fight.moves.commands import AnswerStrikes, Move
from core.play.facts.fight.moves.events import Moved, MoveHalted
from core.play.facts.state import Assets, State
from core.play.fight.previews import outlook_at, reach_bands
from core.play.fight.turns.budget import left, usual_mode
from core.play.union import decide
from core.values import replace
from tests.builders import refusal_code
from tests.core.play.fight.boards import HERO, OPEN, WOLF, after, fight, told, waits
from tests.fights import figure
from tui.kit.phrases import say

WALKER = replace(HERO, sheet=Sheet(ac=17, speeds=(("walk", 6),)))
BLIND = replace(WALKER, lasting=(Lasting("blinded"),))
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


def test_c_030_of_a_rider_the_mount_is_named_that_does_not_see_where_it_goes() -> None:
    """Given a rider who sees in the dark on a wolf that does not, then the wolf is what hinders."""
    seer = replace(WALKER, sheet=Sheet(speeds=(("walk", 6),), traits=("darkvision",)))
    state, assets = fight(OPEN, seer, WOLF, at={"hero": "A1", "wolf": "A1"})
    state = changed_figure(state, "hero", lambda hero: replace(hero, mount="wolf"))
    with pytest.raises(Refusal) as refused:
        decide(Move("hero", "D1", action="run"), dark(state), assets, {})
    assert say(refused.value.message).startswith("Wolf cannot see where it goes")


def test_c_046_the_dark_doubles_for_eyes_that_need_light() -> None:
    state, assets = fight(OPEN, HERO, at={"hero": "A1"})
    assert cost((dark(state), assets), Move("hero", "D1")) == 6
    straight = Move("hero", path=("A1", "B1", "C1", "D1"))
    assert cost((dark(state, "A1:5"), assets), straight) == 6
    assert cost((dark(state, "A1:5"), assets), Move("hero", "D1")) == 5  # by the lit second row
    seer = replace(HERO, sheet=Sheet(traits=("darkvision",)))
    state, assets = fight(OPEN, seer, at={"hero": "A1"})
    assert cost((dark(state), assets), Move("hero", "D1")) == 3


LANE = Sheet(ac=17, speeds=(("walk", 9), ("fly", 9)))


@pytest.mark.parametrize("system", ["pf1", "dnd35", "sf"])
@pytest.mark.parametrize("mode", ["walk", "fly"])
@pytest.mark.parametrize(
    ("where", "path", "steps"),
    [
        ("D1:3", ("B1", "C1", "D1", "E1"), [1, 2, 2]),  # into the dark
        ("A1:3", ("B1", "C1", "D1", "E1"), [2, 1, 1]),  # out of it
        ("D1 D4:3", ("B1", "C2", "D3", "E4", "F5"), [1, 2, 3, 1]),
        ("C2 D1:3", ("B1", "C2", "D3", "E4"), [3, 1, 2]),  # a dear diagonal is not counted
    ],
)
def test_c_025_c_046_a_square_in_the_dark_is_dear_to_enter_and_none_else(
    system: str, mode: Mode, where: str, path: tuple[str, ...], steps: list[int]
) -> None:
    """Given a hero without darkvision, then preview and move double the dark squares alone."""
    hero = replace(HERO, sheet=LANE)
    state, assets = fight(OPEN, hero, at={"hero": "B1"}, system=system, hero={"heading": "E"})
    command = Move("hero", path=path, mode=mode)
    state = dark(state, where)
    if (system, mode) != ("sf", "fly"):  # where turns cost too
        assert list(outlook_at(state, assets, command).planned_move.steps) == steps
    assert cost((state, assets), command) == outlook_at(state, assets, command).cost


def test_c_030_nobody_runs_or_steps_into_the_dark_but_out_of_it() -> None:
    state, assets = fight(OPEN, WALKER, at={"hero": "B1"}, switches={"charge_line": False})
    into = dark(state, "C1:9")
    out = dark(state, "A1:2")
    for action in ("run", "charge"):
        assert refusal_code(Move("hero", "E1", action=action), into, assets) == f"hampered_{action}"
        assert cost((out, assets), Move("hero", "E1", action=action)) == 3
    step = Move("hero", "C1", action="step")
    assert refusal_code(step, into, assets) == "hampered_five_foot_step"
    assert cost((out, assets), Move("hero", "C1", action="step")) == 1


def test_c_046_a_move_that_leaves_the_dark_costs_the_same_when_it_is_halted() -> None:
    """Given a wolf that may strike where the light begins, then the rest costs what was said."""
    state, assets = fight(OPEN, WALKER, WOLF, at={"hero": "B1", "wolf": "E2"})
    state = dark(state, "A1:3")
    command = Move("hero", path=("B1", "C1", "D1", "E1", "F1"))
    ahead = outlook_at(state, assets, command)
    halted = after(command, state, assets)
    waits(halted)
    done = after(AnswerStrikes(), halted, assets)
    assert ahead.cost == figure(done, "hero").spent.squares == 5


def test_c_046_a_blinded_flyer_pays_double_too() -> None:
    state, assets = fight(OPEN, BAT, at={"bat": "A1"}, bat={"elevation": 2, "mode": "fly"})
    assert cost((state, assets), Move("bat", "D1", mode="fly")) == 6
    assert cost((state, assets), Move("bat", "D4", mode="fly")) == 9
    assert cost((state, assets), Move("bat", "B2", mode="fly")) == 3


@pytest.mark.parametrize("condition", ["fatigued", "exhausted"])
@pytest.mark.parametrize("action", ["run", "charge"])
def test_c_252_who_may_not_run_or_charge_is_told_what_hinders(
    action: Action, condition: str
) -> None:
    tired = replace(HERO, lasting=(Lasting(condition),))
    state, assets = fight(OPEN, tired, at={"hero": "A1"})
    to_a_square = Move("hero", "D1", action=action)
    along_squares = Move("hero", path=("A1", "B1", "C1"), action=action)

    for command in (to_a_square, along_squares):
        with pytest.raises(Refusal) as refused:
            decide(command, state, assets, {})
        assert refused.value.code == "no_run"
        assert say(refused.value.message) == f"Hero cannot run or charge: {condition}."

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


@pytest.mark.parametrize("system", ["pf1", "dnd35", "sf"])
def test_a_prone_hero_has_no_step_left_and_is_refused_one(system: str) -> None:
    """Given a prone hero with a whole turn, then what is left of it says so, as its step does."""
    prone = replace(WALKER, lasting=(Lasting("prone"),))
    state, assets = fight(OPEN, prone, at={"hero": "A1"}, system=system)

    assert refusal_code(Move("hero", "B1", action="five_foot_step"), state, assets) == "lies_prone"
    have = left(state, assets, "hero")
    assert (have.move, have.step) == (True, False)
    assert "a prone creature takes no step" in {say(one.label) for one in have.receipts}
