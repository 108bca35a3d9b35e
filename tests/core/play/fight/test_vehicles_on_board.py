"""Vehicles of the party on a board: objects that fill their space, with a top to stand on."""

from __future__ import annotations

import pytest

from core.combat.sight.between import scene_between
from core.combat.sight.lines import line_of_effect
from core.messages import Refusal
from core.play.facts.encounter import Figure
from core.play.facts.fight.blows.commands import MakeAttack
from core.play.facts.fight.moves.commands import MountUp, Move
from core.play.facts.fight.setup.commands import Place, Spot
from core.play.facts.fight.setup.events import Mustered
from core.play.facts.state import Assets, Member, State
from core.play.fight.fight_scene import ground_of, scene_of
from core.play.fight.moves.move_plan import plan_move
from core.play.fight.turns.decide import missing_initiative
from core.play.union import narrate
from core.travel.movers import Mover
from core.values import replace
from tests.core.play.fight.boards import HERO, OPEN, WOLF, after, fight
from tests.fights import figure
from tui.kit.phrases import say

WAGON = Member("wagon", "Wagon", "W", "vehicle", Mover(vehicle="cart_or_wagon"), hp=60)
TRUCK = Member("wagon", "Truck", "T", "vehicle", Mover(vehicle_class="large"))


def standing(
    at: str = "D3", vehicle: Member = WAGON, system: str = "pf1", **others: str
) -> tuple[State, Assets]:
    places = {"hero": "B3", "wolf": "H3", **others}
    state, assets = fight(OPEN, HERO, WOLF, at=places, system=system)
    state = replace(state, members=(*state.members, vehicle))
    return after(put(at), state, assets), assets


def put(at: str, who: str = "wagon", elevation: int = 0) -> Place:
    return Place("brawl", (Spot(who, at, elevation),))


@pytest.mark.parametrize(
    ("system", "vehicle", "side", "top"),
    [("pf1", WAGON, 2, 1), ("dnd35", WAGON, 2, 1), ("sf", TRUCK, 4, 2)],
)
def test_a_vehicle_fills_the_space_of_its_kind_and_takes_no_turn(
    system: str, vehicle: Member, side: int, top: int
) -> None:
    state, assets = standing(vehicle=vehicle, system=system)
    assert state.fight is not None
    field = ground_of(state, state.fight, assets)
    assert field.solid.bit_count() == side * side
    assert field.tops == ((top, field.solid),)
    scene = scene_of(state, assets)
    assert "wagon" not in scene.by_id
    assert missing_initiative(state, state.fight) == ()


def sees_wolf(state: State, assets: Assets, height: int) -> bool:
    scene = scene_of(state, assets)
    hero = replace(scene.by_id["hero"], elevation=height)
    wolf = scene.by_id["wolf"]
    between = scene_between(scene.with_creatures(hero), hero, wolf, "top")
    return line_of_effect(between.field, scene.body(hero), scene.body(wolf))


def test_one_walks_around_it_and_lines_end_at_it() -> None:
    """Given a wagon at D3 to E4, when Hero goes from B3 to G3, then 6 squares, not 5.

    A truck two squares high hides Wolf from who is no higher.
    """
    state, assets = standing()
    assert plan_move(state, assets, Move("hero", "G3")).cost == 6
    with pytest.raises(Refusal) as refused:
        plan_move(state, assets, Move("hero", "D3"))
    assert refused.value.code == "blocked"
    state, assets = standing("D2", TRUCK, "sf")
    assert not sees_wolf(state, assets, 0)
    assert sees_wolf(state, assets, 12)


def test_one_climbs_onto_it_by_the_rules_of_climbing() -> None:
    state, assets = standing(hero="C3")
    up = after(Move("hero", "D3", mode="climb", elevation=1), state, assets, {CLIMBS: 20})
    assert (figure(up, "hero").at, figure(up, "hero").elevation) == ("D3", 1)
    walked = after(Move("hero", "E4"), up, assets)
    assert (figure(walked, "hero").at, figure(walked, "hero").elevation) == ("E4", 1)


def test_one_stands_on_top_goes_along_with_it_and_is_left_on_the_ground() -> None:
    state, assets = standing()
    up = after(put("D3", "hero"), state, assets)
    assert (figure(up, "hero").at, figure(up, "hero").elevation) == ("D3", 1)
    moved = after(put("F6"), up, assets)
    assert (figure(moved, "hero").at, figure(moved, "hero").elevation) == ("F6", 1)
    gone = after(put(""), moved, assets)
    assert (figure(gone, "hero").at, figure(gone, "hero").elevation) == ("F6", 0)
    down = after(Move("hero", "E6", mode="climb", elevation=0), moved, assets, {CLIMBS: 20})
    assert (figure(down, "hero").at, figure(down, "hero").elevation) == ("E6", 0)


CLIMBS = "climb/brawl/round-1/hero/0"


@pytest.mark.parametrize(
    ("place", "code"),
    [
        (put("H3"), "no_room"),
        (put("G2"), "no_room"),
        (put("P9"), "off_the_map"),
        (put("F6", elevation=2), "not_in_the_air"),
    ],
)
def test_where_it_has_no_room_it_is_not_put(place: Place, code: str) -> None:
    state, assets = standing()
    with pytest.raises(Refusal) as refused:
        after(place, state, assets)
    assert refused.value.code == code


def test_it_neither_acts_nor_is_attacked_nor_ridden() -> None:
    state, assets = standing(hero="C3")
    for command in (
        Move("wagon", "F6"),
        MakeAttack(by=("hero",), at="wagon"),
        MountUp("hero", "wagon"),
    ):
        with pytest.raises(Refusal) as refused:
            after(command, state, assets)
        assert refused.value.code == "a_vehicle"


def test_the_party_comes_without_its_vehicles_and_says_so() -> None:
    state, _ = fight(OPEN, HERO, WOLF, at={"hero": "B3", "wolf": "H3"})
    state = replace(state, members=(*state.members, WAGON))
    came = Mustered("brawl", (Figure("hero", "B3"),))
    assert say(narrate(came, state)) == "on the board: Hero; not on it: Wagon (:place W k9)"
    state, _ = standing()
    assert say(narrate(came, state)) == "on the board: Hero"
