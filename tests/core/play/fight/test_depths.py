"""Burrowers and swimmers below the ground: under walls, and only in their element."""

from __future__ import annotations

from types import MappingProxyType

import pytest

from core.creatures import Mode, Sheet
from core.play.facts.fight.moves.commands import Move
from core.play.union import describe, narrate
from core.values import replace
from tests.builders import refusal_code
from tests.core.play.fight.boards import BIRD, WOLF, after, fight, told
from tests.fights import figure
from tui.kit.phrases import say


def test_c_132_a_worm_digs_down_under_the_wall_and_comes_up_behind_it() -> None:
    """Given a wall on a border, when a worm is below the ground, then it passes under it."""
    worm = replace(WOLF, id="worm", name="Worm", sheet=Sheet(ac=14, speeds=(("burrow", 6),)))
    state, assets = fight("....", worm, at={"worm": "A1"})
    board = replace(assets.boards["b" * 64], edge_walls=("B1/C1",))
    assets = replace(assets, boards=MappingProxyType({"b" * 64: board}))
    dig = Move("worm", "B1", mode="burrow", elevation=-1)
    state = after(dig, state, assets)
    assert figure(state, "worm").elevation == -1
    assert refusal_code(replace(dig, to="D1", elevation=0), state, assets) == "no_way"

    state = after(replace(dig, to="D1"), state, assets)
    state = after(replace(dig, to="D1", elevation=0), state, assets)

    there = figure(state, "worm")
    assert (there.at, there.elevation) == ("D1", 0)
    (moved,) = told(dig, *fight("....", worm, at={"worm": "A1"}))
    assert say(narrate(moved, state)) == "Worm burrows from A1 to B1, 2 squares, depth 1 square"


@pytest.mark.parametrize(("mode", "verb"), [("burrow", "burrows"), ("incorporeal", "glides")])
def test_who_comes_up_from_below_ends_at_the_surface(mode: Mode, verb: str) -> None:
    """Given a creature one square down, when it rises to 0, then title and line say the same."""
    worm = replace(WOLF, id="worm", name="Worm", sheet=Sheet(speeds=((mode, 6),)))
    state, assets = fight("....", worm, at={"worm": "A1"}, worm={"elevation": -1, "mode": mode})
    rise = Move("worm", "A1", mode=mode, elevation=0)
    (moved,) = told(rise, state, assets)

    assert say(describe(rise, state)) == "Worm rises to the surface"
    line = say(narrate(moved, after(rise, state, assets)))
    assert line.startswith(f"Worm {verb} to the surface at A1, ")


def test_nobody_walks_out_of_the_earth() -> None:
    """Given a worm three squares down, then it burrows up and does not walk to the surface."""
    worm = replace(WOLF, id="worm", sheet=Sheet(ac=14, speeds=(("walk", 6), ("burrow", 6))))
    state, assets = fight("....", worm, at={"worm": "A1"}, worm={"elevation": -3})
    walk = Move("worm", "B1", elevation=0)
    assert refusal_code(walk, state, assets) == "below"
    up = after(replace(walk, mode="burrow"), state, assets)
    assert figure(up, "worm").elevation == 0


def test_c_131_a_swimmer_below_the_surface_stays_in_the_water() -> None:
    state, assets = fight(
        "..~~", replace(BIRD, sheet=Sheet(speeds=(("swim", 4),))), at={"bird": "D1"}
    )
    dive = Move("bird", "C1", mode="swim", elevation=-2)
    state = after(dive, state, assets)
    assert refusal_code(replace(dive, to="B1"), state, assets) == "blocked"
