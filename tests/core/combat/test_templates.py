"""Boards made up from terrain: the same seed, the same board, and a way for the largest."""

from __future__ import annotations

import pytest

from core.combat.board.board_templates import HEIGHT, RECIPES, WIDTH, blank, template
from core.combat.board.drawing import Board, battlefield
from core.combat.board.room import (
    Room,
    common_ground,
    nearest,
    spread_on_foot,
    standing,
    start_of,
    widest,
)
from core.combat.board.scene import Creature, Manner, Scene
from core.combat.board.squares import Battlefield, Block, Square
from core.combat.search.reach import cheapest
from core.messages import Refusal
from saves.store.packaged_rulesets import PACKAGED, packaged
from tests.each import each

RULES = {ruleset: packaged(ruleset) for ruleset in PACKAGED}
PF1 = RULES["pf1"]
KINDS = tuple(RECIPES)
TERRAIN = sorted({(ruleset, row) for ruleset, rules in RULES.items() for row in rules.terrain})


def field_of(board: Board, ruleset: str = "pf1") -> Battlefield:
    return battlefield(board, (), RULES[ruleset].combat.ground)


def crosses(board: Board, size: str) -> bool:
    """Whether core's own search leads a creature from the party's side to the foes'."""
    field = field_of(board)
    side = PF1.combat.sizes[size].space
    ground = common_ground(field, side)
    ends = []
    for camp in ("party", "foes"):
        found = Room(field, within=ground).find(side, start_of(field, camp))
        assert found is not None
        assert field.block(Block(*found, side)) & ~ground == 0
        ends.append(found)
    giant = Creature("giant", size, ends[0])
    found_way = cheapest(
        Scene(rules=PF1, field=field, creatures=(giant,)), giant, ends[1], Manner(budget=None)
    )
    return found_way.cost is not None


@each("ruleset, terrain", TERRAIN)
def test_every_row_of_every_terrain_table_has_a_board(ruleset: str, terrain: str) -> None:
    board = template(terrain, 1, RULES[ruleset])
    field = field_of(board, ruleset)
    assert terrain in RECIPES
    assert (field.width, field.height) == (WIDTH, HEIGHT)
    assert len({*"".join(board.rows)}) > 1


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_seed_gives_the_same_board_and_another_one_another(kind: str) -> None:
    boards = [template(kind, seed, PF1) for seed in (3, 3, 4, -1, 2**80)]
    assert boards[0] == boards[1]
    assert len({board.rows for board in boards}) == 4


@each("kind", KINDS)
@each("river", [False, True])
def test_both_sides_are_joined_for_the_largest_creatures(kind: str, river: bool) -> None:
    size = "G" if kind in ("indoors", "corridor") else "C"
    assert PF1.combat.sizes["G"].space >= 4
    for seed in range(8):
        assert crosses(template(kind, seed, PF1, river=river), size), seed


def test_a_river_is_crossed_by_a_ford() -> None:
    field = field_of(template("hills", 5, PF1, river=True))
    rows = [row for row in field.rows if "~~~" in row]
    assert len(rows) == HEIGHT - 7
    assert sum(":::" in row for row in field.rows) >= 7


def test_towns_have_houses_with_doors() -> None:
    board = template("urban", 2, PF1)
    assert len(board.doors) > 3
    assert {door.state for door in board.doors} <= {"open", "closed", "locked"}
    assert board.edge_walls


@each("kind", KINDS)
@each("size", [(1, 1), (2, 9), (9, 2), (7, 7), (61, 130)])
def test_boards_of_any_size(kind: str, size: tuple[int, int]) -> None:
    field = field_of(template(kind, 1, PF1, *size, river=True))
    assert (field.width, field.height) == size


def test_the_largest_board() -> None:
    board = template("plains", 1, PF1, 500, 500)
    assert (len(board.rows), len(board.rows[0])) == (500, 500)


@pytest.mark.parametrize("size", [(0, 5), (5, 501), (-1, -1)])
def test_boards_that_are_no_size_are_refused(size: tuple[int, int]) -> None:
    with pytest.raises(Refusal) as refused:
        template("plains", 1, PF1, *size)
    assert refused.value.code == "bad_size"
    with pytest.raises(Refusal) as refused:
        blank(*size, PF1)
    assert refused.value.code == "bad_size"


def test_what_no_table_knows_is_plains() -> None:
    assert template("cheese", 4, PF1) == template("plains", 4, PF1)


ROOM = field_of(Board(("...#..", "...#..", "...#..", "~.....")))


def test_room_is_where_a_space_fits() -> None:
    fits = " ".join(str(square) for square in ROOM.squares(standing(ROOM, 2)))
    assert fits == "A1 B1 E1 A2 B2 E2 B3 E3"
    walled = field_of(Board(("...", "..."), edge_walls=("A1/B1",)))
    assert [str(s) for s in walled.squares(standing(walled, 2))] == ["B1"]


def test_what_is_joined_for_the_small_is_apart_for_the_large() -> None:
    small = standing(ROOM, 1)
    large = standing(ROOM, 2)
    assert spread_on_foot(ROOM, 1, small, ROOM.bit(Square(0, 0))) == small
    assert [str(s) for s in ROOM.squares(widest(ROOM, 2, large))] == ["A1", "B1", "A2", "B2", "B3"]
    walled = field_of(Board(("..",), edge_walls=("A1/B1",)))
    assert spread_on_foot(walled, 1, standing(walled, 1), 1) == 1


def test_places_are_given_out_once_and_stay_together() -> None:
    room = Room(ROOM)
    found = [room.find(1, Square(2, 0)) for _ in range(3)]
    assert [str(at) for at in found] == ["C1", "B1", "C2"]
    walled = field_of(Board(("....", "####", "....")))
    apart = Room(walled)
    assert [str(apart.find(1, Square(0, 0))) for _ in range(5)] == ["A1", "B1", "C1", "D1", "A3"]
    assert apart.find(2, Square(0, 0)) is None


def test_the_nearest_square_is_found_from_anywhere() -> None:
    bits = ROOM.bits((Square(0, 0), Square(5, 2)))
    assert nearest(ROOM, bits, Square(4, 3)) == Square(5, 2)
    assert nearest(ROOM, bits, Square(-5, -9)) == Square(0, 0)
    assert nearest(ROOM, bits, Square(90, 90)) == Square(5, 2)
    assert nearest(ROOM, 0, Square(0, 0)) is None


def test_a_side_begins_as_far_from_the_others_as_the_map_allows() -> None:
    field = Battlefield(60, 24)
    assert start_of(field, "party").x == 10
    assert start_of(field, "foes").x == 49
    assert start_of(field, "party", (Square(5, 12), Square(30, 12))).x == 49
