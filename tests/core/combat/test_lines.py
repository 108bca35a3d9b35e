"""Lines, lines of effect, and what cuts them (G-1, G-7)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.combat.board.squares import Battlefield, Block, Point, parse_square, read_field
from core.combat.sight.between import Low
from core.combat.sight.lines import field_walls, line_of_effect
from core.combat.sight.sightlines import cut_line, grazes, touched
from saves.store.packaged_rulesets import packaged
from tests.core.combat.staging import clear, walled
from tests.each import each

GROUND = packaged("pf1").combat.ground


def board(rows: str, walls: str = "") -> Battlefield:
    return walled(read_field(rows.split(), GROUND), walls.split())


def block(name: str, side: int = 1) -> Block:
    return Block(*parse_square(name), side)


def corner(name: str, which: str) -> Point:
    """A corner of a square: "top left" ..."""
    x, y = parse_square(name)
    down, right = which.split()
    return 2 * (x + (right == "right")), 2 * (y + (down == "bottom"))


def line(field: Battlefield, start: str, goal: str) -> bool:
    """Whether the line "A1 top left" to "C1 top right" is clear."""
    (a, p), (b, q) = ((block(text[:2]), corner(text[:2], text[3:])) for text in (start, goal))
    return clear(field_walls(field), p, q, a, b)


def centre(field: Battlefield, a: Block, b: Block) -> bool:
    return clear(field_walls(field), a.centre, b.centre, a, b)


CORNER_LINES = [
    # along one wall face, and between two walls
    (".... ....", "", "A1 bottom left", "D1 bottom right", True),
    (".... .##.", "", "A1 bottom left", "D1 bottom right", True),
    (".##. ....", "", "A2 top left", "D2 top right", True),
    (".#.. .#..", "", "A1 bottom left", "D1 bottom right", False),
    (".#.. ..#.", "", "A1 bottom left", "D1 bottom right", False),
    (".#.... ...#..", "", "A1 bottom left", "F1 bottom right", True),
    (".. #. ..", "", "B1 bottom left", "B3 top left", True),
    (".. ## ..", "", "B1 bottom left", "B3 top left", False),
    # a corner touched, a pinch passed
    ("... .#. ...", "", "A2 top right", "C1 bottom left", True),
    (".#. .#. ...", "", "A2 top right", "C1 bottom left", False),
    ("..# ... #..", "", "A1 top left", "C3 bottom right", True),
    (".#. #.. ...", "", "A1 top left", "C3 bottom right", False),
    (".#. ... ...", "", "A1 top left", "C3 bottom right", True),
    # the pinch is the end of the line, and a line of no length
    (".# #.", "", "A1 top left", "B2 top left", False),
    (".# #.", "", "A1 bottom right", "B2 top left", False),
    (".# ..", "", "A1 bottom right", "B2 top left", True),
    # edge walls: on the open side, crossed, at the free end, round a corner of one's own square
    (".... ....", "B1/B2 C1/C2", "A1 bottom left", "D1 bottom right", True),
    (".... ####", "B1/B2 C1/C2", "A1 bottom left", "D1 bottom right", True),
    (".#.. ....", "C1/C2", "A1 bottom left", "D1 bottom right", True),
    (".#.. ....", "C1/C2 C2/D2", "A1 bottom left", "D1 bottom right", False),
    (".#.. ....", "C2/D2", "A1 bottom left", "D1 bottom right", True),
    ("...", "A1/B1", "A1 top left", "C1 bottom right", False),
    ("... ...", "A1/B1", "A1 top left", "C2 bottom right", False),
    ("... ...", "A2/B2", "A1 top left", "C2 top right", True),
    (".. ..", "A1/B1", "A1 bottom left", "B1 bottom right", True),
    (".. ..", "A1/B1 A2/B2", "A1 bottom left", "B1 bottom right", False),
    (".. ..", "A1/B1 A1/A2", "A1 bottom right", "B2 top left", False),
    (".. ..", "A1/B1", "A1 bottom right", "B2 top left", True),
    (".. ..", "A1/B1 B1/B2", "A1 bottom right", "B2 top left", True),
    (".. ..", "A1/B1 A2/B2", "A1 bottom right", "B2 top left", False),
    # what lies off the map is solid
    ("....", "", "A1 top left", "D1 top right", True),
    (".#..", "", "A1 top left", "D1 top right", False),
]


@each("rows, walls, start, goal, free", CORNER_LINES)
def test_c_161_touching_is_not_passing(
    rows: str, walls: str, start: str, goal: str, free: bool
) -> None:
    field = board(rows, walls)
    assert line(field, start, goal) is free
    assert line(field, goal, start) is free


@each("rows, walls, start, goal, free", CORNER_LINES)
def test_a_line_is_the_same_with_rows_and_columns_changed(
    rows: str, walls: str, start: str, goal: str, free: bool
) -> None:
    turned = " ".join(map("".join, zip(*rows.split(), strict=True)))
    edges = " ".join("/".join(map(_turned, edge.split("/"))) for edge in walls.split())
    field = board(turned, edges)
    assert line(field, _corner_turned(start), _corner_turned(goal)) is free


def _turned(name: str) -> str:
    x, y = parse_square(name)
    return f"{'ABCDEFGH'[y]}{x + 1}"


def _corner_turned(text: str) -> str:
    swap = {
        "top left": "top left",
        "top right": "bottom left",
        "bottom left": "top right",
        "bottom right": "bottom right",
    }
    return f"{_turned(text[:2])} {swap[text[3:]]}"


def test_lines_between_centres_pass_the_middle_of_squares() -> None:
    assert centre(board("..."), block("A1"), block("C1"))
    assert not centre(board(".#."), block("A1"), block("C1"))
    assert not centre(board("...", "B1/C1"), block("A1"), block("C1"))
    assert centre(board(".# .."), block("A1"), block("B2"))
    assert not centre(board(".# #."), block("A1"), block("B2"))
    assert not centre(board(".. ..", "A1/A2 B1/B2 A1/B1"), block("A1"), block("B2"))


def test_the_centre_of_a_space_of_even_side_is_a_grid_corner() -> None:
    big = block("A1", 2)
    assert centre(board("..... ....."), big, block("E1"))
    assert not centre(board("..#.. ..#.."), big, block("D1", 2))
    assert centre(board("..#.. ....."), big, block("D1", 2))


@pytest.mark.parametrize(
    ("rows", "walls", "a", "b", "found"),
    [
        ("...", "", "A1", "C1", True),
        (".#.", "", "A1", "C1", False),
        (".#. ...", "", "A1", "C1", True),
        (".# #.", "", "A1", "B2", False),
        (".# ..", "", "A1", "B2", True),
        ("..", "A1/B1", "A1", "B1", False),
        (".. ..", "A1/B1", "A1", "B1", True),
        (".o&.", "", "A1", "D1", True),
        ("#.", "", "A1", "A1", True),
    ],
)
def test_g_7_line_of_effect(rows: str, walls: str, a: str, b: str, found: bool) -> None:
    field = board(rows, walls)
    assert line_of_effect(field, block(a), block(b)) is found
    assert line_of_effect(field, block(b), block(a)) is found


def test_g_7_no_line_of_effect_leads_off_the_map() -> None:
    """C-008: what lies off the map is solid."""
    field = board("... ...")
    assert not line_of_effect(field, block("A1"), Block(3, 0, 1))
    assert not line_of_effect(field, block("C1", 2), block("A1"))


def test_g_7_a_big_space_sees_from_any_of_its_corners() -> None:
    field = board("..#. ..#. ..#. ....")
    assert not line_of_effect(field, block("A1", 2), block("D1"))
    assert line_of_effect(field, block("A2", 2), block("D3"))


def test_g_7_answers_do_not_outlive_the_field() -> None:
    shut = board("..", "A1/B1")
    opened = board("..")
    assert not line_of_effect(shut, block("A1"), block("B1"))
    assert line_of_effect(opened, block("A1"), block("B1"))
    assert not line_of_effect(shut, block("A1"), block("B1"))


@pytest.mark.parametrize(
    ("rows", "walls", "start", "goal", "names"),
    [
        (".#.", "", "A1 top left", "C1 bottom right", ["B1"]),
        ("...#.", "", "A1 top left", "E1 bottom right", ["D1"]),
        (".#.. .#..", "", "A1 bottom left", "D1 bottom right", ["B1", "B2"]),
        (".# #.", "", "A1 top left", "B2 bottom right", ["B1", "A2"]),
        ("...", "B1/C1", "A1 top left", "C1 bottom right", ["B1/C1"]),
        ("...", "", "A1 top left", "C1 top right", None),
    ],
)
def test_a_cut_names_what_the_line_meets_first(
    rows: str, walls: str, start: str, goal: str, names: list[str] | None
) -> None:
    p = corner(start[:2], start[3:])
    q = corner(goal[:2], goal[3:])
    field = board(rows, walls)
    found = cut_line(field_walls(field), p, q, block(start[:2]), block(goal[:2]))
    if names is None:
        assert found is None
    else:
        assert found is not None
        assert [*map(str, found.squares), *(Low(*side).name for side in found.sides)] == names


@pytest.mark.parametrize(
    ("rows", "walls", "bare"),
    [
        ("... ... ...", "", True),
        ("... ... ...", "A1/B1", False),
        ("... ... ...", "B1/C1", True),
        ("... ... ...", "A2/A3", True),
        ("... ... ...", "A1/A2", False),
        ("... ... ...", "B2/B3 A2/A3 C1/C2", True),
        ("..# ### ...", "", False),
        ("..# ..# ###", "", True),
    ],
)
def test_a_rectangle_is_bare_when_nothing_in_it_can_cut_a_line(
    rows: str, walls: str, bare: bool
) -> None:
    """A1:B2; walls on its rim and what stands beyond do not matter."""
    assert field_walls(board(rows, walls)).bare(0, 0, 2, 2) is bare


def test_a_single_wall_between_two_rows_is_seen() -> None:
    field = board(". .", "A1/A2")
    assert not line_of_effect(field, block("A1"), block("A2"))


@given(st.data())
def test_a_line_is_cut_by_something_exactly_when_it_is_not_clear(data: st.DataObject) -> None:
    width = data.draw(st.integers(1, 6))
    height = data.draw(st.integers(1, 6))
    rows = [data.draw(st.text("..#", min_size=width, max_size=width)) for _ in range(height)]
    plain = read_field(rows, GROUND)
    field = Battlefield(
        width,
        height,
        plain.solid,
        wall_east=data.draw(st.integers(0, 2**30)) & plain.every & plain.every >> 1,
        wall_south=data.draw(st.integers(0, 2**30)) & plain.every & plain.every >> plain.stride,
    )
    ends = []
    for _ in range(2):
        space = Block(
            data.draw(st.integers(0, width - 1)), data.draw(st.integers(0, height - 1)), 1
        )
        ends.append((space, data.draw(st.sampled_from((*space.corners(), space.centre)))))
    (a, p), (b, q) = ends
    walls = field_walls(field)
    if any(walls.solid(*square) for square in touched(p, q)):
        assert grazes(walls, p, q)
    elif not field.wall_east | field.wall_south:
        assert not grazes(walls, p, q)
    found = cut_line(walls, p, q, a, b)
    assert (found is None) == clear(walls, p, q, a, b)
    assert clear(walls, p, q, a, b) == clear(walls, q, p, b, a)
    if found is not None:
        assert found.squares or found.sides
        assert all(walls.solid(*square) for square in found.squares)
        assert all(walls.walled(side) for side in found.sides)
