"""Zero gravity, where the switch is on: pushing off at half speed, straight, and drifting on.

Open rules of science fiction, zero gravity; off by default, as document 002 prices climbing only.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType

import pytest

from core.combat.board.drawing import Board
from core.creatures import Sheet
from core.play.facts.encounter import Drift, Foe, Slot
from core.play.facts.fight.moves.commands import Move
from core.play.facts.fight.setup.commands import Place, SetAir, Spot
from core.play.facts.fight.turns.commands import EndTurn
from core.play.facts.fight.turns.events import Drifted, SetAdrift
from core.play.facts.state import Member, State
from core.play.fight.fight_scene import scene_of
from core.play.fight.turns.budget import usual_mode
from core.play.fight.turns.drift import touches_solid
from core.play.union import Assets, Command, evolve_all
from core.values import replace
from saves.store.packaged_rulesets import packaged
from tests.builders import refusal_code
from tests.core.play.fight.brawls import WOLF, brawl, happens, with_figure
from tests.fights import figure

HULL = Board(
    (
        "............",
        "............",
        "......#.....",
        "............",
        "............",
    )
)
BOARDS: Mapping[str, Board] = MappingProxyType({"hull": HULL})
ANN = Member("ann", "Ann", "A", hp=20, sheet=Sheet(speeds=(("walk", 6),)))
JET = replace(ANN, sheet=Sheet(speeds=(("walk", 6), ("fly", 6))))


def world(*, on: bool = True, ruleset: str = "sf") -> Assets:
    rules = packaged(ruleset).with_switches({"weightless": on})
    return Assets(rules, boards=BOARDS)


def hull(at: str = "B2", height: int = 0, who: Member = ANN, gravity: str = "zero") -> State:
    """Ann, who acts, and a wolf far from her."""
    first = Slot("ann", ("ann",), Fraction(20), began=1)
    last = Slot("wolf", ("wolf",), Fraction(10))
    changed = {"gravity": gravity, "order": (first, last), "acting": "ann"}
    state = brawl(who, WOLF, board="hull", ann=at, wolf="L5", changed=changed)
    return with_figure(state, "ann", elevation=height)


def after(command: Command, state: State, assets: Assets) -> State:
    return evolve_all(state, happens(command, state, assets=assets))


def test_zero_gravity_pushes_off_at_half_speed_and_straight() -> None:
    """Given a speed of 6, then 3 squares and no more, along a line or (1-2-1) a diagonal."""
    state = hull()
    assets = world()
    assert figure(after(Move("ann", "E2"), state, assets), "ann").at == "E2"
    assert figure(after(Move("ann", "D4"), state, assets), "ann").at == "D4"
    assert refusal_code(Move("ann", "E5"), state, assets) == "too_far"
    assert refusal_code(Move("ann", "F2"), state, assets) == "too_far"
    assert refusal_code(Move("ann", "D3"), state, assets) == "not_straight"
    assert refusal_code(Move("ann", path=("B2", "C1", "D2")), state, assets) == "not_straight"
    assert refusal_code(Move("ann", "E2", action="run"), state, assets) == "weightless"


@pytest.mark.parametrize(("speed", "squares"), [(1, 1), (2, 1), (3, 1), (4, 2)])
def test_half_a_speed_in_zero_gravity_is_rounded_down_and_at_least_a_square(
    speed: int, squares: int
) -> None:
    slow = replace(ANN, sheet=Sheet(speeds=(("walk", speed),)))
    state = hull("B2", who=slow)
    reached = f"{'BCDE'[squares]}2"
    beyond = f"{'BCDE'[squares + 1]}2"
    assert figure(after(Move("ann", reached), state, world()), "ann").at == reached
    assert refusal_code(Move("ann", beyond), state, world()) == "too_far"


def test_zero_gravity_is_walked_in_where_the_switch_is_off() -> None:
    assert not packaged("sf").switch("weightless")
    off = world(on=False)
    assert figure(after(Move("ann", "G5"), hull(), off), "ann").at == "G5"
    weighs = hull(gravity="low")
    assert figure(after(Move("ann", "G5"), weighs, world()), "ann").at == "G5"


def test_who_pushed_off_drifts_on_as_each_of_its_turns_begins() -> None:
    assets = world()
    events = happens(Move("ann", "D2"), hull(), assets=assets)
    assert events[-1] == SetAdrift("ann", Drift(1, 0, 0, 2))
    state = evolve_all(hull(), events)
    there = []
    for _ in range(4):
        state = after(EndTurn(), after(EndTurn(), state, assets), assets)
        there.append(figure(state, "ann").at)
    assert there == ["F2", "H2", "J2", "L2"]
    stopped = happens(EndTurn(), after(EndTurn(), state, assets), assets=assets)
    assert Drifted("ann", ("L2",), 0, stops=True) in stopped  # the edge of the board


def test_what_is_in_the_way_stops_a_drift() -> None:
    """Given rock at G3, then it is the last square before it."""
    assets = world()
    state = after(Move("ann", "D3"), hull("B3"), assets)
    state = after(EndTurn(), state, assets)
    events = happens(EndTurn(), state, assets=assets)
    assert Drifted("ann", ("D3", "E3", "F3"), 0) in events
    state = evolve_all(state, events)
    events = happens(EndTurn(), after(EndTurn(), state, assets), assets=assets)
    assert Drifted("ann", ("F3",), 0, stops=True) in events
    assert figure(evolve_all(state, events), "ann").drift is None


def test_one_pushes_off_upwards_and_floats_up_there() -> None:
    assets = world()
    state = after(Move("ann", "D2", elevation=2), hull(), assets)
    ann = figure(state, "ann")
    assert (ann.at, ann.elevation, ann.drift) == ("D2", 2, Drift(1, 0, 1, 2))
    assert refusal_code(Move("ann", "D2", elevation=1), hull(), assets) == "not_straight"
    up = after(Move("ann", "B2", elevation=3), hull(), assets)
    assert (figure(up, "ann").elevation, figure(up, "ann").drift) == (3, Drift(0, 0, 1, 3))
    assert usual_mode(up, assets, "ann") == "walk"


@pytest.mark.parametrize(
    ("at", "height", "able"), [("B2", 0, True), ("B2", 3, False), ("F2", 3, True)]
)
def test_one_pushes_off_from_the_deck_or_something_solid(at: str, height: int, able: bool) -> None:
    """Given rock at G3: beside it one may, in the middle of nothing not."""
    state = hull(at, height)
    assets = world()
    goal = Move("ann", "E2" if at == "B2" else "D2")
    if able:
        assert figure(after(goal, state, assets), "ann").drift is not None
    else:
        assert refusal_code(goal, state, assets) == "nothing_to_push"


OGRE = replace(WOLF, id="ogre", name="Ogre", token="O", sheet=Sheet(size="L"))


def floating(at: str, other: Foe, there: str, height: int) -> bool:
    """Whether Ann, 3 squares up, has something to push off from; the other floats, too."""
    state = brawl(
        ANN, other, board="hull", changed={"gravity": "zero"}, **{"ann": at, other.id: there}
    )
    state = with_figure(state, "ann", elevation=3)
    state = with_figure(state, other.id, elevation=height)
    scene = scene_of(state, world())
    return touches_solid(scene, scene.creature("ann"))


@pytest.mark.parametrize(
    ("at", "height", "able"),
    [
        ("A3", 3, True),
        ("D4", 3, True),
        ("B2", 3, True),
        ("B5", 3, True),
        ("D2", 3, True),
        ("E3", 3, False),
        ("B1", 3, False),  # a square is between them
        ("A3", 6, False),
        ("A3", 0, False),  # it is higher, or lower
    ],
)
def test_one_pushes_off_from_a_larger_creature_beside_it(at: str, height: int, able: bool) -> None:
    """Given an ogre on B3, B4, C3 and C4, far from all that is solid."""
    assert floating(at, OGRE, "B3", height) is able


def test_one_does_not_push_off_from_a_creature_of_its_own_size() -> None:
    assert not floating("A3", WOLF, "B3", 3)


def test_flight_and_handholds_are_as_ever_and_end_a_drift() -> None:
    assets = world()
    adrift = after(Move("ann", "D2"), hull(who=JET), assets)
    flies = after(Move("ann", "F4", mode="fly"), adrift, assets)
    assert (figure(flies, "ann").at, figure(flies, "ann").drift) == ("F4", None)
    placed = after(Place("brawl", (Spot("ann", "A1"),)), adrift, assets)
    assert figure(placed, "ann").drift is None


def test_a_drift_ends_where_there_is_gravity_again() -> None:
    assets = world()
    state = after(Move("ann", "D2"), hull(), assets)
    state = after(SetAir("brawl"), state, assets)
    events = happens(EndTurn(), after(EndTurn(), state, assets), assets=assets)
    assert Drifted("ann", ("D2",), 0, stops=True) in events
