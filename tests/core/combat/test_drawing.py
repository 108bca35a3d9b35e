"""Boards with what was drawn on them: battlefields, doors, runs of squares."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.combat.board import drawing
from core.combat.board.drawing import (
    BORDERS,
    Board,
    BoardEdit,
    Door,
    battlefield,
    doors,
    edge_name,
    redrawn,
    run_bits,
    runs,
    squares_of,
)
from core.combat.board.squares import LAYERS, Battlefield, Square, reading_order
from core.messages import Refusal
from saves.store.packaged_rulesets import packaged

GROUND = packaged("pf1").combat.ground
BOARD = Board(
    ("....", ".#~T", "...."),
    edge_walls=("A1/B1", "C3/D3"),
    edge_low=("A2/A3",),
    doors=(Door("B3/A3", "locked"), Door("D1/D2", "open")),
    legend=(("T", ("difficult", "concealing")),),
)


def of(*edits: BoardEdit, board: Board = BOARD) -> Battlefield:
    return battlefield(board, edits, GROUND)


def layers(field: Battlefield, square: str) -> set[str]:
    bit = field.bits(squares_of(square))
    return {layer for layer in LAYERS if getattr(field, layer) & bit}


def test_a_board_without_edits_is_what_is_written() -> None:
    field = of()
    assert field.rows == BOARD.rows
    assert layers(field, "B2") == {"solid"}
    assert layers(field, "D2") == {"hampered", "concealing"}
    assert runs(field, field.wall_east) == "A1 A3 C3"
    assert runs(field, field.low_south) == "A2"
    assert field.wall_south == 0


def test_squares_are_drawn_anew_and_the_last_word_counts() -> None:
    field = of(
        BoardEdit("A1:9 B2", "difficult"), BoardEdit("B1:2", "wall"), BoardEdit("B2", "open")
    )
    assert field.rows == (":##:", "..~T", "....")
    assert layers(field, "A1") == {"hampered"}
    assert layers(field, "B1") == {"solid"}
    assert layers(field, "B2") == set()
    assert layers(field, "D2") == {"hampered", "concealing"}


def test_a_drawn_border_has_what_was_drawn_last_and_nothing_else() -> None:
    field = of(BoardEdit("A1/B1 B1/C1", "low"), BoardEdit("A3/A2", "wall"))
    assert runs(field, field.wall_east) == "A3 C3"
    assert runs(field, field.low_east) == "A1:2"
    assert (runs(field, field.wall_south), field.low_south) == ("A2", 0)
    assert (
        of(BoardEdit("A1/B1", "nothing")).wall_east == of(BoardEdit("A1/B1", "open_door")).wall_east
    )


def test_shut_doors_are_walls_and_open_ones_let_pass_even_in_a_wall() -> None:
    assert doors(BOARD, ()) == {"A3/B3": "locked", "D1/D2": "open"}
    edits = (
        BoardEdit("A3/B3", "open_door"),
        BoardEdit("D1/D2", "door"),
        BoardEdit("A1/B1", "locked_door"),
    )
    field = of(*edits)
    assert doors(BOARD, edits) == {"A3/B3": "open", "D1/D2": "closed", "A1/B1": "locked"}
    assert runs(field, field.wall_east) == "A1 C3"
    assert runs(field, field.wall_south) == "D1"
    in_a_wall = Board(("..",), edge_walls=("A1/B1",), doors=(Door("A1/B1", "open"),))
    assert of(board=in_a_wall).wall_east == 0


def test_what_is_asked_again_is_the_same_field() -> None:
    edits = (BoardEdit("A1", "wall"),)
    assert battlefield(BOARD, edits, GROUND) is battlefield(BOARD, edits, GROUND)


def test_drawing_on_a_large_board_does_not_read_its_rows_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    board = Board(tuple(["." * 500] * 500))
    battlefield(board, (), GROUND)
    monkeypatch.setattr(drawing, "read_field", None)
    edits = tuple(BoardEdit(f"B{n}:9 QA{n}:30", "wall") for n in range(1, 201))
    assert battlefield(board, edits, GROUND).solid.bit_count() == 200 * 39


@pytest.mark.parametrize(
    ("edit", "code"),
    [
        (BoardEdit("A1", "lava"), "unknown_ground"),
        (BoardEdit("4A", "wall"), "unknown_square"),
        (BoardEdit("A1:", "wall"), "bad_run"),
        (BoardEdit("A1:0", "wall"), "bad_run"),
        (BoardEdit("A1:501", "wall"), "bad_run"),
        (BoardEdit("A1:9999999999", "wall"), "bad_run"),
        (BoardEdit("A1/C1", "wall"), "bad_edge"),
        (BoardEdit("A1/B1", "hedge"), "unknown_border"),
        (BoardEdit("A9/B9", "wall"), "off_the_map"),
    ],
)
def test_what_cannot_be_drawn_is_refused(edit: BoardEdit, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        of(edit)
    assert refused.value.code == code


SQUARES = st.builds(Square, st.integers(0, 5), st.integers(0, 4))


@given(st.sets(SQUARES))
def test_runs_name_every_square_once_and_none_else(squares: set[Square]) -> None:
    field = Battlefield(6, 5)
    text = runs(field, field.bits(squares))
    assert squares_of(text) == reading_order(squares)
    assert len(text.split()) == sum(square.by(-1, 0) not in squares for square in squares)
    assert run_bits(field, text) == field.bits(squares)


def test_runs_are_cut_off_at_the_edge_of_the_map() -> None:
    field = Battlefield(3, 2)
    assert runs(field, run_bits(field, "B1:9 C2 A7 Z1")) == "B1:2 C2"


def drawings() -> st.SearchStrategy[BoardEdit]:
    field = Battlefield(4, 3)
    squares = st.builds(Square, st.integers(0, 3), st.integers(0, 2))
    places = st.sets(squares, min_size=1).map(lambda found: runs(field, field.bits(found)))
    edges = ["A1/B1", "B1/A1", "A1/A2", "C2/C3", "A3/B3", "D1/D2"]
    return st.builds(BoardEdit, places, st.sampled_from(sorted(GROUND))) | st.builds(
        BoardEdit, st.sampled_from(edges), st.sampled_from(BORDERS)
    )


@given(st.lists(drawings(), max_size=6), st.lists(drawings(), max_size=3))
def test_edits_burnt_in_leave_the_same_board(first: list[BoardEdit], then: list[BoardEdit]) -> None:
    burnt = redrawn(BOARD, tuple(first), GROUND)
    assert battlefield(burnt, tuple(then), GROUND) == of(*first, *then)
    assert doors(burnt, then) == doors(BOARD, [*first, *then])


def test_a_border_has_one_name() -> None:
    assert edge_name("B2/A2") == edge_name(" a2/b2 ".strip()) == "A2/B2"
