"""Brushes: what a stroke changes on the board, and how that looks before it is drawn."""

from __future__ import annotations

import pytest

from core.combat.board.drawing import Board, BoardEdit, Door, battlefield, doors
from core.combat.board.squares import Square, parse_square
from core.play.facts.encounter import Zone
from saves.store.packaged_rulesets import packaged
from tui.board.grid_ground import SIGNS
from tui.encounter.present.brushes import (
    Brush,
    BrushedBoard,
    Shape,
    Stroke,
    brushes,
    lit,
    lit_now,
)

GROUND = packaged("pf1").combat.ground
ALL = {brush.sign: brush for brush in brushes(GROUND)}
BOARD = Board(
    ("......",) * 5, edge_walls=("B2/C2", "B2/B3"), doors=(Door("D4/E4"), Door("A1/A2", "open"))
)


def canvas(*drawn: BoardEdit) -> BrushedBoard:
    return BrushedBoard(battlefield(BOARD, drawn, GROUND), doors(BOARD, drawn))


def at(name: str) -> Square:
    return parse_square(name)


def stroked(sign: str, one: str, other: str = "", shape: Shape = "filled") -> Stroke:
    return Stroke(ALL[sign], shape, at(one), at(other or one))


def stroke(sign: str, one: str, other: str = "", shape: Shape = "filled") -> tuple[BoardEdit, ...]:
    return stroked(sign, one, other, shape).edits(canvas())


def test_every_sign_picks_one_brush_and_every_ground_has_one() -> None:
    assert len(ALL) == len(brushes(GROUND))
    assert {brush.what for brush in ALL.values() if brush.kind == "ground"} == set(GROUND)


def test_ground_is_drawn_filled_as_an_outline_or_as_a_line() -> None:
    assert stroke("~", "B2", "D4") == (BoardEdit("B2:3 B3:3 B4:3", "water"),)
    assert stroke("#", "D4", "B2", "outline") == (BoardEdit("B2:3 B3 D3 B4:3", "wall"),)
    assert stroke("#", "A1", "E3", "line") == (BoardEdit("A1 B2:2 D3:2", "wall"),)
    assert [str(s) for s in stroked("D", "A1", "E3", "line").squares()] == [
        "A1",
        "B2",
        "C2",
        "D3",
        "E3",
    ]
    assert [str(s) for s in stroked("D", "C1", "C3", "line").squares()] == ["C1", "C2", "C3"]


@pytest.mark.parametrize(
    ("sign", "one", "other", "drawn"),
    [
        ("|", "C3", "C3", "C3/D3"),
        ("|", "C2", "C4", "C2/D2 C3/D3 C4/D4"),
        ("|", "A3", "C3", "A3/A4 B3/B4 C3/C4"),
        ("|", "B2", "C3", "A2/B2 B1/B2 C2/D2 C1/C2 B3/B4 A3/B3 C3/D3 C3/C4"),
        ("|", "A1", "B2", "B1/C1 A2/A3 B2/C2 B2/B3"),
        ("_", "C3", "C3", "C3/C4"),
        (",", "C3", "C3", "C3/C4"),
        ("!", "C3", "C3", "C3/D3"),
        (";", "C2", "C4", "C2/D2 C3/D3 C4/D4"),
        (";", "C3", "C3", "C3/D3"),
    ],
)
def test_walls_run_beside_a_column_below_a_row_and_round_the_rest(
    sign: str, one: str, other: str, drawn: str
) -> None:
    what = {",": "low", "!": "low", ";": "veil"}.get(sign, "wall")
    assert stroke(sign, one, other) == (BoardEdit(drawn, what),)


def test_at_the_edge_of_the_map_there_is_no_border() -> None:
    assert stroke("|", "F3") == ()
    assert stroke("_", "B5") == ()


def test_a_door_goes_where_one_is_else_into_a_wall_else_to_the_right() -> None:
    assert stroke("+", "C2") == (BoardEdit("B2/C2", "door"),)
    assert stroke("+", "F5") == (BoardEdit("E5/F5", "door"),)
    assert stroke("+", "C5") == (BoardEdit("C5/D5", "door"),)
    assert stroke("+", "D4") == (BoardEdit("D4/E4", "locked_door"),)
    assert stroke("+", "A2") == (BoardEdit("A1/A2", "door"),)


def test_the_eraser_takes_ground_and_all_that_stands_about_it() -> None:
    assert stroke("x", "B2") == (BoardEdit("B2", "open"), BoardEdit("B2/C2 B2/B3", "nothing"))
    assert stroke("x", "D4", "E5")[1] == BoardEdit("D4/E4", "nothing")
    assert stroke("x", "F1") == (BoardEdit("F1", "open"),)


def test_what_is_drawn_can_be_laid_on_the_board() -> None:
    for sign, brush in ALL.items():
        for shape in ("filled", "outline", "line"):
            drawn = Stroke(brush, shape, at("B2"), at("D4")).edits(canvas())
            assert bool(drawn) != (brush.kind == "light")
            after = canvas(*drawn)
            if brush.kind == "ground":
                assert after.field.rows[1][1] == sign


def test_light_is_drawn_as_zones_none_twice() -> None:
    field = canvas().field
    dark = lit((), stroked("D", "A1", "C1", "filled").squares(), "dark", "bright", field)
    assert dark == (Zone("A1:3", "dark"),)
    dim = lit(dark, stroked("D", "B1", "B2", "filled").squares(), "dim", "bright", field)
    assert dim == (Zone("B1 B2", "dim"), Zone("A1 C1", "dark"))
    assert {str(square): sign for square, sign in lit_now(dim).items()} == {
        "A1": ";",
        "C1": ";",
        "B1": ",",
        "B2": ",",
    }
    assert lit(dim, stroked("D", "A1", "F5", "filled").squares(), "bright", "bright", field) == ()


@pytest.mark.parametrize(
    ("sign", "one", "other", "shown"),
    [
        ("~", "A1", "B1", {"A1": "~~", "B1": "~~"}),
        (".", "A1", "A1", {"A1": ". "}),
        ("x", "A1", "A1", {"A1": "x "}),
        ("D", "A1", "A1", {"A1": ";"}),
        (
            "|",
            "C3",
            "D4",
            {"B3": "|", "B4": "|", "D3": "|", "D4": "]", "C2": "_", "D2": "_", "C4": "_"},
        ),
        (",", "C3", "C3", {"C3": ","}),
        ("+", "D4", "D4", {"D4": "$"}),
    ],
)
def test_a_stroke_is_seen_before_it_is_drawn(
    sign: str, one: str, other: str, shown: dict[str, str]
) -> None:
    drawn = stroked(sign, one, other).draft(canvas(), SIGNS["plain"])
    assert {str(square): text for square, text in drawn.items()} == shown


def test_brushes_have_words() -> None:
    assert all(isinstance(brush, Brush) and brush.label for brush in ALL.values())
