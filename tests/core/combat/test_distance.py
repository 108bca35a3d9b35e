"""Distances, spaces and squares by name (2.1)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.combat.board.squares import Block, Square, distance, gap, measure, parse_square, within
from core.combat.movement.distances import distance_between
from core.messages import Refusal
from tests.core.combat.staging import open_ground, rules_of, stage, who

offsets = st.integers(-60, 60)
sides = st.integers(1, 6)
blocks = st.builds(Block, st.integers(-20, 20), st.integers(-20, 20), sides)


def walked(dx: int, dy: int) -> int:
    """An offset counted square by square: 1, 2, 1, 2 for the diagonals."""
    dx = abs(dx)
    dy = abs(dy)
    total = diagonals = 0
    while dx and dy:
        diagonals += 1
        total += 2 if diagonals % 2 == 0 else 1
        dx = dx - 1
        dy = dy - 1
    return total + dx + dy


@given(offsets, offsets)
def test_c_003_the_measure_is_the_count_one_two_one_two(dx: int, dy: int) -> None:
    assert measure(dx, dy) == measure(dy, dx) == walked(dx, dy)


@given(blocks, blocks)
def test_c_005_a_distance_is_that_of_the_nearest_squares(a: Block, b: Block) -> None:
    across = min(abs(p.x - q.x) for p in a.squares() for q in b.squares())
    down = min(abs(p.y - q.y) for p in a.squares() for q in b.squares())
    assert gap(a, b) == (across, down)
    assert distance(a, b) == distance(b, a) == walked(across, down)


@given(blocks, blocks)
def test_c_006_adjacent_is_a_distance_of_one_and_overlapping_of_none(a: Block, b: Block) -> None:
    assert (distance(a, b) == 0) == a.overlaps(b)
    assert (distance(a, b) == 1) == (max(gap(a, b)) == 1)


@pytest.mark.parametrize(("reach", "plain", "with_it"), [(1, 8, 8), (2, 20, 24), (3, 36, 36)])
def test_c_098_only_a_reach_of_two_covers_the_second_diagonal(
    reach: int, plain: int, with_it: int
) -> None:
    around = [(x, y) for x in range(-4, 5) for y in range(-4, 5) if (x, y) != (0, 0)]
    counts = [
        sum(within(x, y, reach, second_diagonal=exception) for x, y in around)
        for exception in (False, True)
    ]
    assert counts == [plain, with_it]


@pytest.mark.parametrize(
    ("name", "square"), [("A1", (0, 0)), ("Z3", (25, 2)), ("AA1", (26, 0)), ("SF500", (499, 499))]
)
def test_c_002_columns_are_letters_and_rows_numbers(name: str, square: tuple[int, int]) -> None:
    assert parse_square(name) == square
    assert str(Square(*square)) == name


@pytest.mark.parametrize("name", ["", "1A", "A0", "A", "7", "Ä1", "A1 B2", "AAAA1"])
def test_c_002_what_is_no_name_of_a_square_is_refused(name: str) -> None:
    with pytest.raises(Refusal) as refused:
        parse_square(name)
    assert refused.value.code == "unknown_square"


def test_c_004_metres_come_after_counting_and_the_receipt_names_what_was_counted() -> None:
    ogre = who("ogre", "L", "A1")
    hero = who("hero", "M", "D4", "party")
    scene = stage("dnd35", open_ground(6, 6), ogre, hero)
    receipt = distance_between(scene, scene.body(ogre), scene.body(hero), (ogre, hero)).receipt
    assert rules_of(receipt) == {"C-003", "C-004", "C-005"}
    assert receipt.value == 3  # two diagonals: 1 + 2
    assert [part.value for part in receipt.parts] == [(2, 2), receipt.parts[1].value]
    assert receipt.parts[1].value == 4.5


@pytest.mark.parametrize(
    ("ruleset", "size", "space", "rule"),
    [
        ("pf2", "G", 5, "C-091"),
        ("dnd35", "C", 8, "C-091"),
        ("dnd35", "M", 1, "C-086"),
        ("pf1", "C", 7, "C-087"),
        ("sf", "G", 3, "C-087"),
        ("pf2", "L", 1, "C-089"),
    ],
)
def test_c_091_a_space_of_its_own_is_named(ruleset: str, size: str, space: int, rule: str) -> None:
    worm = who("worm", size, "A1", space=space)
    scene = stage(ruleset, open_ground(10, 10), worm)
    receipt = distance_between(scene, scene.body(worm), Block(9, 9, 1), (worm, None)).receipt
    assert rule in rules_of(receipt)
