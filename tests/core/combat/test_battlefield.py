"""Maps as bitboards: layers, borders, legends, and maps that cannot be read."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.combat.board.squares import Battlefield, Block, Square, read_field
from core.messages import Refusal
from saves.store.packaged_rulesets import packaged
from tests.core.combat.staging import walled

GROUND = packaged("pf1").combat.ground
SIGNS = {kind.sign: kind for kind in GROUND.values()}
LAYERS: dict[str, Callable[[str], bool]] = {
    "solid": lambda sign: SIGNS[sign].solid,
    "water": lambda sign: SIGNS[sign].water,
    "hampered": lambda sign: SIGNS[sign].weight >= 1,
    "hampered_twice": lambda sign: SIGNS[sign].weight >= 2,
    "hazard": lambda sign: SIGNS[sign].hazard,
    "low": lambda sign: SIGNS[sign].cover,
    "concealing": lambda sign: SIGNS[sign].conceals,
    "no_stop": lambda sign: not SIGNS[sign].stop,
}
maps = st.integers(1, 9).flatmap(
    lambda width: st.lists(
        st.text("".join(SIGNS), min_size=width, max_size=width), min_size=1, max_size=7
    )
)


@given(maps)
def test_a_layer_holds_the_squares_of_its_kinds(rows: list[str]) -> None:
    field = read_field(rows, GROUND)

    for layer, holds in LAYERS.items():
        squares = {
            Square(x, y) for y, row in enumerate(rows) for x, sign in enumerate(row) if holds(sign)
        }
        assert set(field.squares(getattr(field, layer))) == squares
        assert getattr(field, layer) == field.bits(squares)


@given(maps)
def test_squares_come_back_in_reading_order_and_the_guard_column_is_never_set(
    rows: list[str],
) -> None:
    field = read_field(rows, GROUND)

    squares = [Square(x, y) for y in range(len(rows)) for x in range(len(rows[0]))]
    assert list(field.squares(field.every)) == squares
    assert all(getattr(field, layer) & ~field.every == 0 for layer in LAYERS)


@given(st.integers(-3, 9), st.integers(-3, 9), st.integers(1, 5))
def test_a_space_is_the_bits_of_its_squares_on_the_map(x: int, y: int, side: int) -> None:
    field = read_field(["......"] * 5, GROUND)
    block = Block(x, y, side)

    assert field.block(block) == field.bits(block.squares())
    assert field.contains(block) == all(field.holds(square) for square in block.squares())


def test_c_055_a_border_is_kept_by_its_left_or_upper_square() -> None:
    field = walled(read_field(["...", "..."], GROUND), ["B2/B1", "C1/B1"], ["A1/A2"])

    assert list(field.squares(field.wall_east)) == [Square(1, 0)]
    assert list(field.squares(field.wall_south)) == [Square(1, 0)]
    assert list(field.squares(field.low_south)) == [Square(0, 0)]
    assert field.low_east == 0


def test_a_legend_s_sign_stands_for_several_kinds() -> None:
    field = read_field([".T."], GROUND, legend={"T": ("difficult", "concealing")})

    assert field.hampered == field.concealing == field.bit(Square(1, 0))


def test_fields_are_equal_by_what_they_hold_and_can_always_be_shown() -> None:
    rows = ["#" * 200] * 200

    assert read_field(rows, GROUND) == read_field(rows, GROUND)
    assert hash(read_field(rows, GROUND)) == hash(read_field(rows, GROUND))
    assert repr(read_field(rows, GROUND)).startswith("Battlefield(200x200, ('###")
    assert read_field([], GROUND) == Battlefield(0, 0)


@pytest.mark.parametrize(
    ("rows", "edges", "code"),
    [
        (["..", "..."], [], "uneven_map"),
        ([".?"], [], "unknown_sign"),
        (["."] * 501, [], "map_too_large"),
        (["." * 501], [], "map_too_large"),
        ([".."], ["A1/C1"], "bad_edge"),
        ([".."], ["A1"], "bad_edge"),
        ([".."], ["A1/A0"], "unknown_square"),
        ([".."], ["B1/C1"], "off_the_map"),
    ],
)
def test_a_map_that_cannot_be_read_is_refused(rows: list[str], edges: list[str], code: str) -> None:
    with pytest.raises(Refusal) as refused:
        walled(read_field(rows, GROUND), edges)
    assert refused.value.code == code
