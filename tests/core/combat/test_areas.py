"""Areas of effect, Outrider's own: shapes against the usual templates, walls, who is caught."""

from __future__ import annotations

import pytest

from core.combat.areas import (
    LONGEST,
    along,
    burst,
    cone,
    disc,
    far_corner,
    farthest,
    line,
    spread,
    wedge,
)
from core.combat.board.scene import Scene
from core.combat.board.squares import DIRECTIONS, Square
from core.messages import Refusal
from tests.core.combat.oracles.areas import counted
from tests.core.combat.staging import open_ground, rules_of, stage, who

BOARD = stage("pf1", open_ground(30, 30), who("m", "M", "O15", "party"))
LARGE = stage("pf1", open_ground(30, 30), who("m", "L", "O15", "party"))


def names(scene: Scene, bits: int) -> str:
    return " ".join(map(str, scene.field.squares(bits)))


@pytest.mark.parametrize(("radius", "squares"), [(1, 4), (2, 12), (3, 24), (4, 44), (6, 96)])
def test_a_1_a_burst_has_the_squares_of_the_usual_template(radius: int, squares: int) -> None:
    assert burst(BOARD, (15, 15), radius).bits.bit_count() == squares


def test_a_1_the_far_corner_of_a_square_decides() -> None:
    assert names(BOARD, burst(BOARD, (1, 1), 2).bits) == "A1 B1 C1 A2 B2 C2 A3 B3"


@pytest.mark.parametrize("radius", range(1, 30))
def test_a_quarter_s_rows_are_as_long_as_squares_are_in_reach(radius: int) -> None:
    for row in range(1, radius + 3):
        reached = [n for n in range(1, radius + 3) if counted(n, row) <= radius]
        assert farthest(radius, row) == len(reached)


@pytest.mark.parametrize(
    ("length", "straight", "aslant"), [(3, 8, 6), (4, 14, 11), (6, 28, 24), (8, 48, 43)]
)
def test_a_3_a_cone_has_the_squares_of_the_printed_templates(
    length: int, straight: int, aslant: int
) -> None:
    for direction, (dx, dy) in DIRECTIONS.items():
        wanted = aslant if dx and dy else straight
        for scene in (BOARD, LARGE):
            made = cone(scene, scene.creature("m"), direction, length)
            assert made.bits.bit_count() == wanted


def test_a_3_the_rows_of_a_straight_cone() -> None:
    bits = wedge(BOARD.field, (15, 15), 6, "N")
    rows = [sum(square.y == y for square in BOARD.field.squares(bits)) for y in range(14, 8, -1)]
    assert rows == [2, 4, 6, 8, 6, 2]


def test_a_3_the_cones_to_eight_directions_cover_the_disc() -> None:
    found = 0
    for direction in DIRECTIONS:
        found |= wedge(BOARD.field, (15, 15), 5, direction)
    assert found == disc(BOARD.field, (15, 15), 5)


def test_a_3_a_cone_starts_at_the_outer_corner_or_the_middle_of_the_side() -> None:
    starts = {d: cone(LARGE, LARGE.creature("m"), d, 2).origin for d in DIRECTIONS}
    assert starts == {
        "N": (15, 14),
        "NE": (16, 14),
        "E": (16, 15),
        "SE": (16, 16),
        "S": (15, 16),
        "SW": (14, 16),
        "W": (14, 15),
        "NW": (14, 14),
    }
    assert cone(BOARD, BOARD.creature("m"), "N", 2).origin == (14, 14)
    assert cone(BOARD, BOARD.creature("m"), "N", 2, corner=(15, 14)).origin == (15, 14)


def test_a_1_walls_stop_a_burst_and_a_2_a_spread_turns_the_corner() -> None:
    scene = stage("pf1", "..... ..#.. ..#.. .....", who("a", "M", "A1"))
    from_here = burst(scene, (1, 2), 6)
    flowing = spread(scene, (1, 2), 6)
    assert names(scene, from_here.bits & ~flowing.bits) == ""
    assert names(scene, flowing.bits & ~from_here.bits) == "E1 D2 E2 D3 E3 E4"
    assert names(scene, from_here.shut) == "E1 C2 D2 E2 C3 D3 E3 E4"


def test_a_2_the_way_round_counts() -> None:
    """A1 1, A2 2, from there aslant round the wall to B3 4, aslant again to C2 5."""
    scene = stage("pf1", ".#. .#. ...", who("a", "M", "A1"))
    assert names(scene, spread(scene, (0, 0), 4).bits) == "A1 A2 A3 B3"
    assert names(scene, spread(scene, (0, 0), 5).bits) == "A1 A2 C2 A3 B3 C3"


def test_a_2_a_spread_does_not_get_between_walls_that_touch() -> None:
    scene = stage("pf1", ".# #.", who("a", "M", "A1"))
    assert names(scene, spread(scene, (0, 0), 9).bits) == "A1"


def test_a_1_a_closed_door_stops_a_burst() -> None:
    shut = stage("pf1", "....", who("a", "M", "A1"), walls="B1/C1")
    assert names(shut, burst(shut, (1, 0), 9).bits) == "A1 B1"


def test_a_4_a_line_crosses_squares_until_a_wall() -> None:
    scene = stage("pf1", ".....#. ......#", who("a", "M", "A1", "party"))
    found = line(scene, scene.creature("a"), (7, 1), 12, corner=(1, 0))
    assert names(scene, found.bits) == "B1 C1 D1 E1"
    assert names(scene, found.shut) == "F1 G1"


def test_a_4_a_line_gets_past_a_corner_but_not_through_a_pinch() -> None:
    past = stage("pf1", ".... .... ..#. ....", who("a", "M", "A1"))
    assert names(past, line(past, past.creature("a"), (4, 4), 9).bits) == "B2"
    free = stage("pf1", ".... ..#. .... ....", who("a", "M", "A1"))
    assert names(free, line(free, free.creature("a"), (4, 4), 9).bits) == "B2 C3 D4"
    shut = stage("pf1", ".... ..#. .#.. ....", who("a", "M", "A1"))
    assert names(shut, line(shut, shut.creature("a"), (4, 4), 9).bits) == "B2"


def test_a_4_a_line_stops_at_a_wall_on_a_border() -> None:
    scene = stage("pf1", "..... .....", who("a", "M", "A1"), walls="C1/D1")
    assert names(scene, line(scene, scene.creature("a"), (5, 1), 9, corner=(1, 0)).bits) == "B1 C1"


def test_a_4_lengths_count_like_radii() -> None:
    assert [len(list(along((0, 0), (9, 9), length))) for length in range(1, 8)] == [
        1,
        1,
        2,
        3,
        3,
        4,
        5,
    ]
    assert len(list(along((0, 0), (12, 1), 12))) == 12
    assert list(along((3, 3), (0, 2), 9))[:3] == [Square(2, 2), Square(1, 2), Square(0, 2)]


def test_a_4_a_line_between_squares_is_refused() -> None:
    with pytest.raises(Refusal) as raised:
        line(BOARD, BOARD.creature("m"), (20, 14), 9, corner=(15, 14))
    assert raised.value.code == "bad_aim"


def test_the_far_corner_of_a_square_lies_beyond_it() -> None:
    assert far_corner((3, 3), Square(5, 2)) == (6, 2)
    assert far_corner((3, 3), Square(0, 3)) == (0, 4)


def test_a_creature_is_caught_by_any_of_its_squares() -> None:
    scene = stage(
        "pf1",
        open_ground(8, 8),
        who("ogre", "L", "C3"),
        who("near", "M", "E6"),
        who("far", "M", "H8"),
    )
    found = burst(scene, (4, 4), 2)
    assert [one.creature.id for one in found.caught] == ["ogre", "near"]
    assert names(scene, found.caught[0].bits) == "D3 C4 D4"
    assert [one.creature.id for one in burst(scene, (1, 1), 1).caught] == []


def test_c_168_cover_helps_against_a_burst_but_c_169_not_against_a_spread() -> None:
    scene = stage("pf1", "..... ..#.. .....", who("orc", "M", "D2"))
    bursting = burst(scene, (1, 1), 4)
    flowing = spread(scene, (1, 1), 6)
    assert [(one.cover.degree, one.cover.reflex_bonus) for one in bursting.caught] == [("cover", 2)]
    assert [(one.cover.degree, one.cover.reflex_bonus) for one in flowing.caught] == [("cover", 0)]
    assert {"A-1", "C-168"} <= rules_of(bursting.receipt)
    assert {"A-2", "C-169"} <= rules_of(flowing.receipt)


def test_a_cone_spares_whom_it_starts_from_and_its_mount() -> None:
    scene = stage(
        "pf1",
        open_ground(6, 6),
        who("horse", "L", "C3"),
        who("rider", "M", "C3", rides="horse"),
        who("orc", "M", "E5"),
    )
    found = cone(scene, scene.creature("rider"), "SE", 3)
    assert [one.creature.id for one in found.caught] == ["orc"]
    assert {"A-3"} <= rules_of(found.receipt)


@pytest.mark.parametrize("length", [0, -3, LONGEST + 1])
def test_a_length_beyond_reason_is_refused(length: int) -> None:
    for made in (burst, spread):
        with pytest.raises(Refusal) as raised:
            made(BOARD, (5, 5), length)
        assert raised.value.code == "bad_length"


def test_an_origin_off_the_map_or_a_corner_of_no_side_is_refused() -> None:
    with pytest.raises(Refusal) as raised:
        burst(BOARD, (31, 0), 3)
    assert raised.value.code == "off_the_map"
    with pytest.raises(Refusal) as raised:
        cone(BOARD, BOARD.creature("m"), "N", 3, corner=(14, 15))
    assert raised.value.code == "bad_corner"
    with pytest.raises(Refusal) as raised:
        cone(BOARD, BOARD.creature("m"), "up", 3)
    assert raised.value.code == "unknown_direction"
    with pytest.raises(Refusal) as raised:
        line(BOARD, BOARD.creature("m"), (3, 3), 3, corner=(0, 0))
    assert raised.value.code == "bad_corner"


def test_the_receipt_names_the_area_rule_as_a_house_default() -> None:
    receipt = burst(BOARD, (5, 5), 2).receipt
    assert (receipt.rule, receipt.value, receipt.default) == ("A-1", 12, True)
    assert "Outrider's area rule" in receipt.source
