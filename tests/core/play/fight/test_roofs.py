"""Houses with roofs: one stands, climbs, lands and walks there, and falls off."""

from __future__ import annotations

from types import MappingProxyType

import pytest

from core.combat.board.drawing import BoardEdit, BoardHeight
from core.creatures import Mode, Sheet
from core.messages import Refusal
from core.play.facts.encounter import Foe
from core.play.facts.fight.moves.commands import Fall, MountUp, Move, Push
from core.play.facts.fight.moves.events import Moved
from core.play.facts.fight.setup.commands import AddFoes, Paint, Place, Spot
from core.play.facts.state import Assets, Member, State
from core.play.fight.fight_scene import scene_of
from core.play.fight.previews import outlook_at
from core.play.fight.turns.budget import usual_mode
from core.play.resolution import Needs
from core.play.union import decide, narrate
from core.values import replace
from tests.builders import refusal_code
from tests.core.play.fight.boards import BIRD, HERO, WOLF, after, fight, told
from tests.fights import figure
from tui.kit.phrases import say

HOUSE = """
................
...####.........
...####.........
................
"""
"""A house from D2 to G3."""


def house(
    *beings: Member | Foe, at: dict[str, str], high: int = 4, **figures: dict[str, object]
) -> tuple[State, Assets]:
    state, assets = fight(HOUSE, *beings, at=at, **figures)  # type: ignore[arg-type]
    board = replace(assets.boards["b" * 64], heights=(BoardHeight("D2:4 D3:4", high),))
    return state, replace(assets, boards=MappingProxyType({"b" * 64: board}))


def test_who_is_put_into_a_house_of_known_height_stands_on_its_roof() -> None:
    state, assets = house(HERO, at={"hero": "A1"})
    (placed,) = told(Place("brawl", (Spot("hero", "E2"),)), state, assets)
    assert say(narrate(placed, state)) == (
        "placed by the GM: Hero at E2, on top of a wall or house, height 4 squares"
    )
    state = after(Place("brawl", (Spot("hero", "E2"),)), state, assets)
    assert (figure(state, "hero").at, figure(state, "hero").elevation) == ("E2", 4)


@pytest.mark.parametrize(
    ("who", "elevation", "height", "mode"),
    [
        (WOLF, 0, 4, "walk"),
        (WOLF, 4, 4, "walk"),
        (BIRD, 0, 4, "walk"),
        (BIRD, 4, 4, "walk"),
        (BIRD, 9, 9, "fly"),
    ],
)
def test_who_is_added_at_a_house_is_on_its_roof_or_above_it(
    who: Foe, elevation: int, height: int, mode: Mode
) -> None:
    state, assets = house(HERO, at={"hero": "A1"})
    state = after(
        AddFoes("brawl", (who,), ("E2",), rolls_later=True, elevation=elevation), state, assets
    )
    added = figure(state, who.id)
    assert (added.at, added.elevation, added.mode) == ("E2", height, mode)


def test_who_cannot_fly_is_added_neither_above_a_roof_nor_beside_it_at_its_height() -> None:
    state, assets = house(HERO, at={"hero": "A1"})
    for square, height in (("E2", 5), ("A3", 4), ("", 4)):
        adding = AddFoes("brawl", (WOLF,), (square,), rolls_later=True, elevation=height)
        assert refusal_code(adding, state, assets) == "no_fly_speed"


def test_who_finds_no_room_on_the_roof_is_added_off_the_board() -> None:
    """Given eight squares of roof, when nine wolves are added there, then one waits."""
    state, assets = house(HERO, at={"hero": "A1"})
    wolves = tuple(replace(WOLF, id=f"wolf-{number}") for number in range(9))
    state = after(AddFoes("brawl", wolves, ("E2",), rolls_later=True), state, assets)
    places = [figure(state, wolf.id).at for wolf in wolves]
    assert sorted(places) == ["", "D2", "D3", "E2", "E3", "F2", "F3", "G2", "G3"]


def test_c_151_c_153_who_is_pushed_off_a_roof_falls() -> None:
    """Given a roof 4 squares high, then a hero pushed off it takes 2d6, a bird flies beside it."""
    up: dict[str, object] = {"elevation": 4}
    state, assets = house(HERO, BIRD, at={"hero": "D2", "bird": "G2"}, hero=up, bird=up)
    asked = decide(Push("hero", ("D2", "C2")), state, assets, {})
    assert isinstance(asked, Needs)
    assert [question.dice for question in asked.questions] == ["2d6"]
    fallen = after(Push("hero", ("D2", "C2")), state, assets, {asked.questions[0].key: 7})
    assert (figure(fallen, "hero").at, figure(fallen, "hero").elevation) == ("C2", 0)
    assert fallen.members[0].damage == 7
    assert [one.name for one in fallen.members[0].lasting] == ["prone"]
    beside = after(Push("bird", ("G2", "H2")), state, assets)
    assert (figure(beside, "bird").at, figure(beside, "bird").elevation) == ("H2", 4)
    along = after(Push("hero", ("D2", "E2")), state, assets)
    assert (figure(along, "hero").at, figure(along, "hero").elevation) == ("E2", 4)


@pytest.mark.parametrize(("mode", "dice"), [("climb", ["1d6"]), ("walk", [])])
def test_c_151_c_153_who_is_pushed_off_a_wall_that_it_climbs_falls(
    mode: Mode, dice: list[str]
) -> None:
    """Given a hero halfway up a wall, when it is pushed off, then it falls; who floats does not."""
    halfway: dict[str, object] = {"elevation": 2, "mode": mode}
    state, assets = house(HERO, at={"hero": "C2"}, hero=halfway)
    push = Push("hero", ("C2", "B2"))

    pushed = decide(push, state, assets, {})

    assert [one.dice for one in getattr(pushed, "questions", ())] == dice
    answers = {one.key: 3 for one in getattr(pushed, "questions", ())}
    down = after(push, state, assets, answers)
    assert (figure(down, "hero").at, figure(down, "hero").elevation) == ("B2", 0 if dice else 2)


def test_one_walks_on_a_roof_and_not_off_it() -> None:
    state, assets = house(HERO, at={"hero": "D2"}, hero={"elevation": 4})
    assert usual_mode(state, assets, "hero") == "walk"
    moved = after(Move("hero", "G3"), state, assets)
    assert (figure(moved, "hero").at, figure(moved, "hero").elevation) == ("G3", 4)
    assert refusal_code(Move("hero", "D1"), state, assets) == "blocked"
    assert refusal_code(Move("hero", "G2", elevation=0), state, assets) == "bad_height"


@pytest.mark.parametrize("to", ["D1", "J2", "E3"])
def test_who_would_walk_off_a_roof_is_told_that_it_ends_there(to: str) -> None:
    """Given a house with a lower part, whoever would leave its height is told why it cannot."""
    state, assets = house(HERO, at={"hero": "D2"}, hero={"elevation": 4})
    board = replace(
        assets.boards["b" * 64], heights=(BoardHeight("D2:4", 4), BoardHeight("D3:4", 2))
    )
    assets = replace(assets, boards=MappingProxyType({"b" * 64: board}))
    with pytest.raises(Refusal) as refused:
        decide(Move("hero", to), state, assets, {})
    assert say(refused.value.message) == (
        f"Hero cannot walk to {to}: at this height nothing is underfoot there. Climb down (p b, "
        "then <) or fly."
    )


@pytest.mark.parametrize(("high", "mode"), [(2, "climb"), (4, "fly")])
def test_one_goes_over_the_edge_of_a_roof_and_down(high: int, mode: Mode) -> None:
    """Given one on a roof, it climbs or flies down beside the house, not through the roof."""
    spider = replace(
        WOLF, id="spider", name="Spider", sheet=Sheet(ac=12, speeds=(("climb", 4), ("fly", 8)))
    )
    state, assets = house(spider, at={"spider": "D2"}, high=high, spider={"elevation": high})
    below = after(Move("spider", "C2", mode=mode, elevation=0), state, assets)
    assert (figure(below, "spider").at, figure(below, "spider").elevation) == ("C2", 0)


@pytest.mark.parametrize(
    ("high", "said"),
    [
        (4, "something solid is in the way. Climb (p b, then >) or fly."),
        (None, "something solid is in the way."),
    ],
)
def test_who_cannot_enter_a_house_hears_that_its_roof_can_be_climbed(
    high: int | None, said: str
) -> None:
    """Given a house with a roof, or up to the ceiling, when one walks into it, then is refused."""
    state, assets = house(HERO, at={"hero": "C2"})
    if high is None:
        board = replace(assets.boards["b" * 64], heights=())
        assets = replace(assets, boards=MappingProxyType({"b" * 64: board}))
    with pytest.raises(Refusal) as refused:
        decide(Move("hero", "E2"), state, assets, {})
    assert refused.value.code == "blocked"
    assert say(refused.value.message) == f"Hero cannot enter E2: {said}"


def test_one_climbs_a_part_of_a_wall() -> None:
    spider = replace(WOLF, id="spider", name="Spider", sheet=Sheet(ac=12, speeds=(("climb", 4),)))
    state, assets = house(spider, at={"spider": "C2"})
    climbed = after(Move("spider", "C2", mode="climb", elevation=2), state, assets)
    assert (figure(climbed, "spider").at, figure(climbed, "spider").elevation) == ("C2", 2)


def test_a_higher_part_of_the_house_is_solid_for_who_walks_on_the_lower() -> None:
    state, assets = house(HERO, at={"hero": "D3"}, hero={"elevation": 2})
    board = replace(
        assets.boards["b" * 64], heights=(BoardHeight("D2:4", 4), BoardHeight("D3:4", 2))
    )
    assets = replace(assets, boards=MappingProxyType({"b" * 64: board}))
    with pytest.raises(Refusal) as refused:
        decide(Move("hero", "D2"), state, assets, {})
    assert "something solid" in say(refused.value.message)


def test_who_is_above_the_roof_is_in_the_air() -> None:
    state, assets = house(HERO, at={"hero": "D2"}, hero={"elevation": 5})
    assert refusal_code(Move("hero", "E2"), state, assets) == "in_the_air"


def test_a_flyer_lands_on_the_roof_and_flies_through_no_house() -> None:
    state, assets = house(BIRD, at={"bird": "A1"})
    land = Move("bird", "E2", mode="fly", elevation=4)
    landed = after(land, state, assets)
    assert (figure(landed, "bird").at, figure(landed, "bird").elevation) == ("E2", 4)
    assert usual_mode(landed, assets, "bird") == "walk"
    assert refusal_code(replace(land, elevation=3), state, assets) == "blocked"


def test_a_flyer_at_the_height_of_the_roof_crosses_it_and_one_below_goes_round() -> None:
    state, assets = house(BIRD, at={"bird": "A2"}, bird={"elevation": 4})
    (over,) = told(Move("bird", "I2", mode="fly"), state, assets)
    below, assets = house(BIRD, at={"bird": "A2"}, bird={"elevation": 3})
    (round_it,) = told(Move("bird", "I2", mode="fly"), below, assets)
    assert isinstance(over, Moved)
    assert isinstance(round_it, Moved)
    assert over.path[4] == "E2"
    assert over.cost == 8
    assert not {"D2", "E2", "F2", "G2", "D3"} & set(round_it.path)


def test_a_climber_comes_up_the_wall_onto_the_roof() -> None:
    spider = replace(WOLF, id="spider", name="Spider", sheet=Sheet(ac=12, speeds=(("climb", 8),)))
    state, assets = house(spider, at={"spider": "C2"})
    climb = Move("spider", "D2", mode="climb", elevation=4)
    climbed = after(climb, state, assets)
    assert (figure(climbed, "spider").at, figure(climbed, "spider").elevation) == ("D2", 4)


@pytest.mark.parametrize(("up", "falls"), [(4, "no_height"), (6, "")])
def test_a_fall_ends_on_the_roof(up: int, falls: str) -> None:
    state, assets = house(HERO, at={"hero": "E2"}, hero={"elevation": up})
    if falls:
        assert refusal_code(Fall("hero"), state, assets) == falls
        return
    events = told(Fall("hero"), state, assets, {"fall/brawl/round-1/hero": 5})
    assert [event.height for event in events if hasattr(event, "height")] == [2]


def test_only_what_stands_has_a_height() -> None:
    state, assets = house(HERO, at={"hero": "A1"})
    for edit, code in (
        (BoardEdit("A1", "difficult", 2), "no_top"),
        (BoardEdit("A1", "wall", 0), "bad_top"),
        (BoardEdit("A1/B1", "nothing", 2), "no_top"),
    ):
        assert refusal_code(Paint("brawl", (edit,)), state, assets) == code
    state = after(Paint("brawl", (BoardEdit("A3", "low", 3),)), state, assets)
    assert scene_of(state, assets).field.tops[0][0] == 3


def test_the_outlook_of_a_way_over_a_roof_names_those_who_may_strike() -> None:
    """One beside the house at the foot of the wall does not reach who walks above."""
    state, assets = house(HERO, WOLF, at={"hero": "D2", "wolf": "C2"}, hero={"elevation": 4})
    assert not outlook_at(state, assets, Move("hero", "G2")).planned_move.strikers.who
    high = house(
        HERO, WOLF, at={"hero": "D2", "wolf": "E3"}, hero={"elevation": 4}, wolf={"elevation": 4}
    )
    assert outlook_at(*high, Move("hero", "G2")).planned_move.strikers.who


@pytest.mark.parametrize(("to", "refused"), [("F2", ""), ("E1", "no_room"), ("", "")])
def test_a_rider_dismounts_onto_the_roof_on_which_the_mount_stands(to: str, refused: str) -> None:
    """Not into the air beside the house, which is as high as the roof."""
    pony = replace(WOLF, id="pony", name="Pony", side="party")
    state, assets = house(
        HERO,
        pony,
        at={"hero": "E2", "pony": "E2"},
        hero={"elevation": 4, "mount": "pony"},
        pony={"elevation": 4},
    )
    if refused:
        assert refusal_code(MountUp("hero", at=to), state, assets) == refused
        return
    state = after(MountUp("hero", at=to), state, assets)
    there = figure(state, "hero")
    assert (there.at in {"D2", "F2", "D3", "E3", "F3"}, there.elevation) == (True, 4)


@pytest.mark.parametrize(("up", "ends"), [(4, True), (0, False)])
def test_c_069_a_friend_above_the_square_is_not_in_it(up: int, ends: bool) -> None:
    """Given pf2 and all three actions for the way, one ends beneath a friend, not in its space."""
    walker = replace(WOLF, id="hero", name="Hero", sheet=Sheet(ac=12, speeds=(("walk", 5),)))
    friend = replace(BIRD, side=walker.side)
    places = {"hero": "A1", "bird": "P1"}
    state, assets = fight(HOUSE, walker, friend, at=places, system="pf2", bird={"elevation": up})
    way = Move("hero", "P1")
    if ends:
        assert figure(after(way, state, assets), "hero").at == "P1"
        return
    assert refusal_code(way, state, assets) == "end_occupied"


def test_c_069_a_rider_is_not_in_the_way_of_its_mount() -> None:
    """Given pf2 and all three actions for a way out and back, the mount ends where it began."""
    pony = replace(WOLF, id="pony", name="Pony", side="party", sheet=Sheet(speeds=(("walk", 5),)))
    places = {"hero": "A1", "pony": "A1"}
    state, assets = fight(HOUSE, HERO, pony, at=places, system="pf2", hero={"mount": "pony"})
    out = tuple(f"{column}1" for column in "ABCDEFGH")
    way = Move("hero", path=(*out, *out[-2::-1]))
    assert figure(after(way, state, assets), "pony").at == "A1"
