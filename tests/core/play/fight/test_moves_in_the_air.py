"""Flyers at a height: by which speed they run, charge, withdraw and step; nobody walks there."""

from __future__ import annotations

import pytest

from core.combat.board.scene import Action
from core.combat.board.squares import parse_square
from core.creatures import Mode, Sheet
from core.messages import Refusal
from core.play.facts.encounter import Foe, Spent
from core.play.facts.fight.moves.commands import AnswerStrikes, Move, MovePack, PackStep
from core.play.facts.fight.moves.events import Moved
from core.play.facts.fold import evolve_all
from core.play.fight.fight_scene import scene_of
from core.play.fight.moves.move_plan import plan_move
from core.play.fight.moves.planned_move import NOT_PRICED
from core.play.fight.previews import outlook_at, reach_bands
from core.play.fight.turns.budget import running_mode, usual_mode
from core.values import replace
from tests.builders import answer_all, refusal_code
from tests.core.play.fight.boards import HERO, WOLF, after, fight, told
from tests.each import each
from tests.fights import figure
from tui.kit.phrases import say

OPEN = "\n".join(["." * 30] * 9)
D20 = ("pf1", "dnd35", "sf")


def flyer(*speeds: tuple[str, int]) -> Foe:
    """A creature with these speeds."""
    return replace(WOLF, id="bird", name="Bird", sheet=Sheet(speeds=speeds, ac=12))


HAWK = flyer(("walk", 2), ("fly", 12))
SWIFT = flyer(("fly", 10))
WALKER = flyer(("walk", 5))
GHOST = flyer(("incorporeal", 6))
WORM = flyer(("walk", 6), ("burrow", 4))
HARPY = replace(HERO, id="harpy", name="Harpy")
DRAGON = replace(
    SWIFT, id="dragon", name="Dragon", sheet=Sheet(size="L", speeds=(("fly", 10),), ac=40)
)


@each("system", ["pf1", "dnd35", "sf", "pf2"])
@each("being", [HAWK, SWIFT, flyer(("walk", 6))])
@each("action", ["move", "run", "charge", "withdraw", "step"])
def test_c_033_nobody_walks_in_the_air(system: str, being: Foe, action: Action) -> None:
    state, assets = fight(OPEN, being, at={"bird": "A5"}, bird={"elevation": 3}, system=system)
    for command in (
        Move("bird", "B5", action=action),
        Move("bird", path=("A5", "B5"), action=action),
        Move("bird", "B5", action=action, elevation=0),
    ):
        assert refusal_code(command, state, assets) == "in_the_air"


def test_c_033_nobody_rises_into_the_air_on_foot() -> None:
    state, assets = fight(OPEN, HAWK, at={"bird": "A5"})
    assert refusal_code(Move("bird", "C5", elevation=1), state, assets) == "bad_height"
    assert figure(after(Move("bird", "C5", elevation=0), state, assets), "bird").at == "C5"


def test_c_257_a_rider_in_the_air_does_not_walk_there() -> None:
    state, assets = fight(
        OPEN,
        HERO,
        HAWK,
        at={"hero": "A5", "bird": "A5"},
        hero={"elevation": 3, "mount": "bird"},
        bird={"elevation": 3},
    )
    assert refusal_code(Move("hero", "C5"), state, assets) == "in_the_air"
    assert usual_mode(state, assets, "hero") == "fly"


ANYWHERE = {"charge_line": False}
"""A charge may end anywhere, beside nobody, too."""


@pytest.mark.parametrize("system", D20)
@pytest.mark.parametrize("being", [HAWK, SWIFT])
@pytest.mark.parametrize(("action", "to"), [("run", "AA5"), ("charge", "S5"), ("withdraw", "S5")])
def test_c_014_c_030_whole_rounds_in_the_air_are_flown(
    system: str, being: Foe, action: Action, to: str
) -> None:
    """Given a flyer at height 3, then it has room for what no walk of two squares allows."""
    state, assets = fight(
        OPEN,
        being,
        at={"bird": "A5"},
        bird={"elevation": 3},
        system=system,
        switches=ANYWHERE,
    )
    command = Move("bird", to, action=action, mode=usual_mode(state, assets, "bird"))
    moved = told(command, state, assets)[0]
    assert isinstance(moved, Moved)
    assert (moved.mode, moved.elevation, moved.spends) == ("fly", 3, (action,))
    assert moved.cost == ord(to[-2]) - ord("A") + (26 if to == "AA5" else 0)


@pytest.mark.parametrize("system", D20)
def test_c_034_a_step_in_the_air_is_one_square_up_and_down_too(system: str) -> None:
    state, assets = fight(
        OPEN,
        SWIFT,
        at={"bird": "A5"},
        bird={"elevation": 3},
        system=system,
        switches={"guarded_step": False},
    )
    for height in (2, 3, 4):
        done = after(Move("bird", "B5", action="step", mode="fly", elevation=height), state, assets)
        assert (figure(done, "bird").elevation, figure(done, "bird").spent.actions) == (
            height,
            ("step",),
        )
    for to, height in (("A5", 5), ("B5", 1), ("B5", 9)):
        command = Move("bird", to, action="step", mode="fly", elevation=height)
        assert refusal_code(command, state, assets) == "too_long"


def test_a_charge_out_of_the_air_counts_how_deep_it_goes() -> None:
    """Given an enemy three squares below, then one charges down at it; one square is too near."""
    state, assets = fight(OPEN, HAWK, at={"bird": "A5"}, bird={"elevation": 4}, switches=ANYWHERE)
    dive = Move("bird", "B5", action="charge", mode="fly", elevation=1)
    assert figure(after(dive, state, assets), "bird").elevation == 1
    assert refusal_code(replace(dive, elevation=3), state, assets) == "too_near"


@pytest.mark.parametrize(
    ("being", "height", "mode"),
    [
        (HAWK, 0, "walk"),
        (HAWK, 3, "fly"),
        (SWIFT, 0, "fly"),
        (SWIFT, 3, "fly"),
        (GHOST, 0, "incorporeal"),
        (GHOST, 3, "incorporeal"),
        (WOLF, 3, "fly"),
        (WORM, 0, "walk"),
        (flyer(("incorporeal", 6), ("fly", 6)), 0, "fly"),
        (flyer(("incorporeal", 6), ("walk", 6)), 0, "walk"),
    ],
)
def test_how_a_creature_goes_of_itself(being: Foe, height: int, mode: Mode) -> None:
    being = replace(being, id="bird")
    state, assets = fight(OPEN, being, at={"bird": "A5"}, bird={"elevation": height})
    assert usual_mode(state, assets, "bird") == mode


def test_who_glides_goes_on_gliding() -> None:
    ghost = flyer(("incorporeal", 6), ("fly", 8))
    state, assets = fight(
        OPEN, ghost, at={"bird": "A5"}, bird={"elevation": 2, "mode": "incorporeal"}
    )
    assert usual_mode(state, assets, "bird") == "incorporeal"


@pytest.mark.parametrize("system", ["pf1", "dnd35", "sf", "pf2"])
def test_c_044_an_incorporeal_creature_without_a_land_speed_glides_through_walls(
    system: str,
) -> None:
    rows = "..#.\n..#.\n..#."
    state, assets = fight(rows, GHOST, at={"bird": "A2"}, system=system)
    mode = usual_mode(state, assets, "bird")
    assert outlook_at(state, assets, Move("bird", "D2", mode=mode)).cost == 3
    done = after(MovePack((PackStep("bird", ("A2", "B2", "C2", "D2")),)), state, assets)
    assert (figure(done, "bird").at, figure(done, "bird").mode) == ("D2", "incorporeal")


def test_the_reach_of_a_flyer_holds_what_it_flies_in_a_run() -> None:
    state, assets = fight(OPEN, HAWK, at={"bird": "A5"}, bird={"elevation": 3})
    bands = reach_bands(state, assets, "bird")
    far = {"M5": "one", "Y5": "two", "AD5": "run"}
    field = scene_of(state, assets).field
    for at, band in far.items():
        assert getattr(bands, band) & field.bit(parse_square(at)), at


@pytest.mark.parametrize("mode", ["climb", "burrow"])
def test_c_129_c_132_nobody_runs_climbing_or_burrowing_in_sf(mode: Mode) -> None:
    being = flyer(("walk", 6), ("climb", 4), ("burrow", 4), ("swim", 4), ("fly", 8))
    state, assets = fight(OPEN, being, at={"bird": "A5"}, system="sf")
    assert refusal_code(Move("bird", "G5", action="run", mode=mode), state, assets) == "no_run_by"
    for free in ("walk", "fly"):
        assert after(Move("bird", "G5", action="run", mode=free), state, assets)


def test_c_130_one_runs_swimming_in_sf_and_straight() -> None:
    eel = flyer(("swim", 6))
    state, assets = fight("\n".join(["~" * 12] * 3), eel, at={"bird": "A2"}, system="sf")
    moved = told(Move("bird", "I2", action="run", mode="swim"), state, assets)[0]
    assert isinstance(moved, Moved)
    assert moved.cost == 8
    assert (
        refusal_code(Move("bird", "I3", action="run", mode="swim"), state, assets) == "not_straight"
    )


@pytest.mark.parametrize("mode", ["swim", "walk"])
def test_c_130_who_swims_at_the_surface_runs_swimming_and_not_on_foot(mode: Mode) -> None:
    """Given both speeds, then it runs as it went last; in the water nobody walks."""
    eel = flyer(("walk", 2), ("swim", 6))
    state, assets = fight(OPEN, eel, at={"bird": "A2"}, bird={"mode": mode}, system="sf")
    assert running_mode(state, assets, "bird") == mode


def test_what_was_refused_names_a_way_out() -> None:
    state, assets = fight(OPEN, HAWK, at={"bird": "A5"}, bird={"elevation": 3})
    with pytest.raises(Refusal) as refused:
        outlook_at(state, assets, Move("bird", "C5"))
    assert ":place" in refused.value.message.template


@pytest.mark.parametrize("system", D20)
def test_c_154_a_full_round_buys_one_square_up_and_not_a_whole_ascent(system: str) -> None:
    state, assets = fight(OPEN, SWIFT, at={"bird": "A5"}, system=system)
    for to in ("A5", "B5"):
        command = Move("bird", to, mode="fly", elevation=40)
        assert refusal_code(command, state, assets) == "too_far"
    lame = flyer(("fly", 1))
    state, assets = fight(OPEN, lame, at={"bird": "A5"}, system="sf")
    bought = told(Move("bird", "A5", mode="fly", elevation=1), state, assets)[0]
    assert isinstance(bought, Moved)
    assert (bought.elevation, bought.cost) == (1, 2)


def test_c_018_three_actions_of_pf2_share_an_ascent() -> None:
    """Given a speed of ten and two squares for each of height, then fifteen take three actions."""
    state, assets = fight(OPEN, SWIFT, at={"bird": "A5"}, system="pf2")
    moved = told(Move("bird", "A5", mode="fly", elevation=15), state, assets)[0]
    assert isinstance(moved, Moved)
    assert (moved.cost, moved.spends) == (30, ("stride",) * 3)
    assert refusal_code(Move("bird", "A5", mode="fly", elevation=16), state, assets) == "too_far"


@pytest.mark.parametrize("system", ["pf1", "dnd35", "sf", "pf2"])
def test_c_058_nobody_rises_or_sinks_through_an_enemy(system: str) -> None:
    state, assets = fight(
        OPEN, SWIFT, HARPY, at={"bird": "A5", "harpy": "A5"}, harpy={"elevation": 2}, system=system
    )
    for path in (("A5",), ("A5", "B5")):
        command = Move("bird", path=path, mode="fly", elevation=4)
        assert refusal_code(command, state, assets) == "occupied"
    below = after(Move("bird", "A5", mode="fly", elevation=1), state, assets)
    assert figure(below, "bird").elevation == 1


@pytest.mark.parametrize("system", ["pf1", "dnd35", "sf", "pf2"])
@pytest.mark.parametrize("action", ["move", "step"])
def test_c_058_c_127_who_sinks_as_it_goes_passes_below_an_enemy(
    system: str, action: Action
) -> None:
    """Given an enemy above the place where a dive ends, then only the place before is as high."""
    mole = flyer(("incorporeal", 6))
    state, assets = fight(
        OPEN,
        mole,
        HARPY,
        at={"bird": "A5", "harpy": "B5"},
        bird={"elevation": 3},
        harpy={"elevation": 3},
        system=system,
    )
    for aim in ({"to": "B5"}, {"path": ("A5", "B5")}):
        command = Move("bird", mode="incorporeal", action=action, elevation=2, **aim)
        below = plan_move(state, assets, command)
        assert (below.heights, below.cubes[1:]) == ((3, 2), ((parse_square("B5"), 2),))
        assert refusal_code(replace(command, elevation=3), state, assets) in (
            "occupied",
            "end_occupied",
        )


@pytest.mark.parametrize("system", ["pf1", "dnd35", "sf", "pf2"])
def test_c_058_c_106_a_dive_goes_on_after_a_halt_as_it_was_begun(system: str) -> None:
    """Given a dive past an enemy who may strike on the way, then it ends where it would have."""
    state, assets = fight(
        OPEN,
        DRAGON,
        HARPY,
        at={"dragon": "G5", "harpy": "D5"},
        dragon={"elevation": 5},
        harpy={"elevation": 4},
        system=system,
    )
    dive = Move("dragon", path=("G5", "F5", "E5", "D5"), mode="fly", elevation=2)
    foreseen = plan_move(state, assets, dive)
    state = after(dive, state, assets)
    assert figure(state, "dragon").at == "E5"
    state = after(AnswerStrikes(), state, assets)
    there = figure(state, "dragon")
    assert (there.at, there.elevation) == ("D5", 2)
    assert there.spent.squares == foreseen.cost


def test_c_106_c_127_who_is_struck_at_on_its_way_down_keeps_to_its_heights() -> None:
    """Given a dive of five squares past two who strike and miss, then it sinks as was foreseen."""
    imp = replace(HERO, id="imp", name="Imp")
    state, assets = fight(
        OPEN,
        DRAGON,
        HARPY,
        imp,
        at={"dragon": "I4", "harpy": "G3", "imp": "E6"},
        dragon={"elevation": 6},
        harpy={"elevation": 5},
        imp={"elevation": 2},
    )
    dive = Move("dragon", path=("I4", "H4", "G4", "F4", "E4", "D4"), mode="fly", elevation=1)
    foreseen = plan_move(state, assets, dive)
    assert foreseen.heights == (6, 5, 4, 3, 2, 1)
    state = after(dive, state, assets)
    events = answer_all(AnswerStrikes(("harpy", "imp")), state, assets, face=1).events
    heights = [(event.path[-1], event.elevation) for event in events if isinstance(event, Moved)]
    assert heights == [("F4", 3), ("D4", 1)]
    done = evolve_all(state, events)
    assert figure(done, "dragon").spent.squares == foreseen.cost


def test_nobody_steps_by_a_speed_that_it_has_not() -> None:
    state, assets = fight(OPEN, GHOST, at={"bird": "A5"}, bird={"elevation": 3})
    assert refusal_code(Move("bird", "B5", action="step", mode="fly"), state, assets) == "no_speed"
    assert after(Move("bird", "B5", action="step", mode="incorporeal"), state, assets)


CUBE = replace(
    WOLF,
    id="cube",
    name="Cube",
    sheet=Sheet(size="L", speeds=(("walk", 3),), traits=("fills_space",)),
)


@pytest.mark.parametrize(
    ("system", "height", "refused"),
    [
        ("pf1", 2, "fills_space"),
        ("dnd35", 2, "fills_space"),
        ("sf", 2, "fills_space"),
        ("pf1", 3, ""),
        ("dnd35", 3, ""),
        ("sf", 3, ""),
        ("pf2", 2, ""),
    ],
)
def test_c_066_nobody_flies_through_the_4_and_a_half_metres_of_a_cube_that_fills_its_space(
    system: str, height: int, refused: str
) -> None:
    lane = ("A1", "B1", "C1", "D1", "E1", "F1", "G1")
    state, assets = fight(
        OPEN,
        SWIFT,
        CUBE,
        at={"bird": "A1", "cube": "C1"},
        bird={"elevation": height},
        system=system,
    )
    command = Move("bird", path=lane, mode="fly")
    if refused:
        assert refusal_code(command, state, assets) == refused
    else:
        assert figure(after(command, state, assets), "bird").at == "G1"


@pytest.mark.parametrize(("top", "refused"), [(2, "occupied"), (3, "")])
def test_c_066_nor_does_who_sinks_onto_it(top: int, refused: str) -> None:
    state, assets = fight(OPEN, SWIFT, CUBE, at={"bird": "B1", "cube": "C1"}, bird={"elevation": 4})
    command = Move("bird", path=("B1", "C1"), mode="fly", elevation=top)
    if refused:
        assert refusal_code(command, state, assets) == refused
    else:
        assert figure(after(command, state, assets), "bird").elevation == top


def test_c_066_what_is_destroyed_fills_nothing() -> None:
    state, assets = fight(
        OPEN,
        SWIFT,
        replace(CUBE, dead=True),
        at={"bird": "A1", "cube": "C1"},
        bird={"elevation": 2},
    )
    done = after(Move("bird", path=("A1", "B1", "C1", "D1", "E1"), mode="fly"), state, assets)
    assert figure(done, "bird").at == "E1"


@pytest.mark.parametrize("system", ["pf1", "dnd35", "sf", "pf2"])
@pytest.mark.parametrize(("mode", "ground"), [("swim", "~"), ("burrow", "."), ("climb", ".")])
def test_c_129_who_only_swims_burrows_or_climbs_does_so_without_being_told(
    system: str, mode: Mode, ground: str
) -> None:
    """Given one speed that is not on land, then that is how it moves and reaches."""
    pool = "\n".join([ground * 20] * 5)
    being = flyer((mode, 6))
    state, assets = fight(pool, being, at={"bird": "A3"}, system=system)
    assert usual_mode(state, assets, "bird") == mode
    assert reach_bands(state, assets, "bird").one
    command = Move("bird", "E3", mode=usual_mode(state, assets, "bird"))
    assert figure(after(command, state, assets), "bird").at == "E3"


def test_c_129_who_can_walk_or_fly_too_does_that() -> None:
    for speeds, usual in (
        ((("swim", 6), ("walk", 4)), "walk"),
        ((("swim", 6), ("fly", 4)), "fly"),
        ((("burrow", 4), ("swim", 6)), "swim"),
    ):
        state, assets = fight(OPEN, flyer(*speeds), at={"bird": "A3"})
        assert usual_mode(state, assets, "bird") == usual


@pytest.mark.parametrize(("system", "rule"), [("sf", "C-124"), ("pf2", "C-136")])
def test_c_124_c_136_a_climb_that_is_counted_is_not_said_to_be_left_out(
    system: str, rule: str
) -> None:
    """Given a climbing flight, then its receipts price the climb and do not deny it."""
    state, assets = fight(OPEN, SWIFT, at={"bird": "A5"}, system=system)
    climbs = plan_move(state, assets, Move("bird", "B5", mode="fly", elevation=1))
    parts = [part for receipt in climbs.why for part in receipt.walk()]
    assert rule in {part.rule for part in parts}
    assert NOT_PRICED not in [part.label.template for part in parts]


def test_c_018_a_way_that_does_not_divide_into_actions_says_so() -> None:
    """Given actions of five and steps of two, then ten squares need three actions of two left."""
    state, assets = fight(
        "\n".join([":" * 20] * 3),
        WALKER,
        at={"bird": "A2"},
        system="pf2",
        bird={"spent": Spent(actions=("action",))},
    )
    with pytest.raises(Refusal) as refused:
        plan_move(state, assets, Move("bird", "F2"))
    assert refused.value.code == "too_far"
    assert say(refused.value.message) == (
        "too far: Bird has 2 actions of 5 squares, and no step is shared by two: "
        "point nearer, or rule it there (:place)"
    )


def test_c_018_the_cheapest_way_of_those_that_divide_into_actions_is_gone() -> None:
    """Given two ways of six squares, then two actions of three go that of 3 and 2 + 1."""
    walker = flyer(("walk", 3))
    used = Spent(actions=("action",))
    rows = "%%:.\n%.%."
    state, assets = fight(rows, walker, at={"bird": "A1"}, system="pf2", bird={"spent": used})
    way = plan_move(state, assets, Move("bird", "D2"))
    assert way.path == tuple(map(parse_square, ("A1", "B1", "C1", "D2")))
    assert (way.steps, way.paid.spends) == ((3, 2, 1), ("stride", "stride"))
    first = ("A1", "B2", "C1", "D1", "D2")
    assert plan_move(state, assets, Move("bird", path=first), allow=True).cost == way.cost
    assert refusal_code(Move("bird", path=first), state, assets) == "too_far"


def test_who_only_flies_does_not_step_on_foot() -> None:
    """Given a bird on the ground that only flies, then it steps by flying and not on foot."""
    state, assets = fight(OPEN, SWIFT, at={"bird": "A5"})
    assert refusal_code(Move("bird", "B5", action="step", mode="walk"), state, assets) == "no_speed"
    assert after(Move("bird", "B5", action="step", mode="fly"), state, assets)


def test_whose_speeds_nobody_wrote_steps_on_foot() -> None:
    """Given a creature made up without a speed, then a step is all that it may do."""
    still = replace(WOLF, id="bird", sheet=Sheet())
    state, assets = fight(OPEN, still, at={"bird": "A5"})
    assert after(Move("bird", "B5", action="step", mode="walk"), state, assets)


@each("system", ["pf1", "dnd35", "sf", "pf2"])
@each("lowest", [0, 1, 2, 3])
def test_a_step_that_sinks_straight_down_behind_it_has_one_cost(system: str, lowest: int) -> None:
    """Given a flyer four up, when it sinks on its way, then each of its steps has a cost."""
    state, assets = fight(OPEN, SWIFT, at={"bird": "A5"}, bird={"elevation": 4}, system=system)
    sinking = Move("bird", path=("A5", "B5", "C5"), mode="fly", elevation=lowest)
    way = plan_move(state, assets, sinking)
    assert len(way.steps) == len(way.unseen) == 2
    assert len(way.headings) == 2
    assert sum(len(part) for part in way.parts) == len(way.cubes) - 1
