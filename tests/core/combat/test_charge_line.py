"""K-6: the line of a charge, all that the space passes between its start and its end."""

from __future__ import annotations

import random

import pytest

from core.combat.board.scene import GridMode, Manner, Scene
from core.combat.board.squares import Battlefield, Block, Square
from core.combat.movement.charge import Sweep, find_obstacle, swept
from core.values import replace
from tests.core.combat.oracles import charges as oracle
from tests.core.combat.oracles.lines import cells
from tests.core.combat.scenes import MODES, compare_scenes
from tests.thorough import rounds

SEED = 6
LINES = rounds(100, 1200)
MANY = 20_000
BOARD = Battlefield(8, 8)


def names(start: Block, end: Block) -> set[str]:
    return {str(square) for square in Sweep(start, end).squares()}


def test_a_straight_line_passes_its_row_alone() -> None:
    assert names(Block(0, 0, 1), Block(3, 0, 1)) == {"A1", "B1", "C1", "D1"}


def test_a_diagonal_passes_the_squares_on_both_sides() -> None:
    assert names(Block(0, 0, 1), Block(2, 2, 1)) == {"A1", "B1", "A2", "B2", "C2", "B3", "C3"}


def test_a_large_space_passes_as_wide_as_it_is() -> None:
    passed = names(Block(0, 0, 2), Block(2, 0, 2))

    assert passed == {"A1", "B1", "C1", "D1", "A2", "B2", "C2", "D2"}


def test_the_squares_nearest_to_the_start_come_first() -> None:
    squares = Sweep(Block(3, 0, 1), Block(0, 0, 1)).squares()

    assert [str(square) for square in squares] == ["D1", "C1", "B1", "A1"]


def test_the_sweep_is_cut_off_at_the_edge_of_the_board() -> None:
    on_the_board = swept(BOARD, Block(6, 6, 2), Block(7, 7, 2))

    assert cells(BOARD, on_the_board) == {(6, 6), (7, 6), (6, 7), (7, 7)}


@pytest.mark.parametrize(
    ("low", "high", "heights", "is_met"),
    [
        (0, 1, (0, 0), True),
        (0, 1, (1, 1), False),
        (0, 1, (3, 1), False),
        (0, 2, (3, 1), True),
        (2, 3, (3, 1), True),
        (0, 1, (0, 2), True),
    ],
)
def test_a_line_that_sinks_meets_who_is_as_high_where_it_passes(
    low: int, high: int, heights: tuple[int, int], is_met: bool
) -> None:
    """From A1 to E1 the space is over C1 between a quarter and three quarters of its way."""
    sweep = Sweep(Block(0, 0, 1), Block(4, 0, 1))

    assert sweep.meets(Square(2, 0), low, high, heights) is is_met


def draw_heights(chance: random.Random) -> tuple[int, int] | None:
    """Where a line begins and ends; None where height does not count."""
    if chance.random() < 0.5:
        return None
    return chance.randint(0, 4), chance.randint(0, 4)


def lift_some(scene: Scene, chance: random.Random) -> Scene:
    """The scene with its creatures at random heights, riders with their mounts."""
    heights = {one.id: chance.randint(0, 4) for one in scene.creatures}
    lifted = (replace(one, elevation=heights[one.rides or one.id]) for one in scene.creatures)
    return scene.with_creatures(*lifted)


def compare(scene: Scene, chance: random.Random) -> None:
    """A line of the first creature: the same squares, and the same things that forbid it."""
    mover = scene.bearer(scene.creatures[0])
    side = scene.space(mover)
    field = scene.field
    end = Square(
        chance.randint(0, max(0, field.width - side)),
        chance.randint(0, max(0, field.height - side)),
    )
    start = mover.at
    squares, _ = oracle.passed(start, end, side)
    on_the_board = {cell for cell in squares if field.holds(Square(*cell))}
    assert cells(field, swept(field, Block(*start, side), Block(*end, side))) == on_the_board
    mode: GridMode = chance.choice(MODES)
    heights = draw_heights(chance)
    if heights is not None:
        scene = lift_some(scene, chance)
    reasons = oracle.obstacles(scene, mover, start, end, mode, heights)
    manner = Manner(action="charge", mode=mode)
    obstacle = find_obstacle(scene, mover, start, end, manner, heights)
    assert (obstacle is None) == (not reasons)
    if obstacle is not None:
        assert (obstacle.reason, obstacle.square, obstacle.creature_id) in reasons
    for anchor in start.line(end):
        assert set(Block(*anchor, side).squares()) <= squares


def test_k_6_the_line_of_a_charge_equals_the_oracle() -> None:
    compare_scenes(compare, LINES, SEED)


@pytest.mark.nightly
def test_k_6_the_line_of_a_charge_equals_the_oracle_twenty_thousand_times() -> None:
    compare_scenes(compare, MANY, SEED + 1)
