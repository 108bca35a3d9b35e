"""Lines on random maps: equal to the flood of G-1 and to the walk in exact arithmetic."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from core.combat.board.squares import Battlefield, Block
from core.combat.sight.lines import any_line, field_walls, line_of_effect
from tests.core.combat.oracles.lines import Cell, Ground, floods, walks
from tests.core.combat.staging import clear
from tests.thorough import rounds

SEED = 161
MAPS = rounds(35, 120)
LINES = 30
"""Lines on each map."""

Wall = tuple[Cell, Cell]


def random_map(chance: random.Random) -> tuple[Battlefield, Ground]:
    """Solids and walls on borders, thick or thin, on a map of up to 9 x 9 squares."""
    width = chance.randint(1, 9)
    height = chance.randint(1, 9)
    solid = chance.choice((0, 0.1, 0.2, 0.35, 0.5))
    walled = chance.choice((0, 0, 0.1, 0.25, 0.5))
    cells = [(x, y) for y in range(height) for x in range(width)]
    blocked = {cell for cell in cells if chance.random() < solid}
    east = {cell for cell in cells if cell[0] + 1 < width and chance.random() < walled}
    south = {cell for cell in cells if cell[1] + 1 < height and chance.random() < walled}
    walls: set[Wall] = {((x, y), (x + 1, y)) for x, y in east}
    walls |= {((x, y), (x, y + 1)) for x, y in south}

    def bits(found: set[Cell]) -> int:
        return sum(1 << (y * (width + 1) + x) for x, y in found)

    field = Battlefield(width, height, bits(blocked), wall_east=bits(east), wall_south=bits(south))
    return field, Ground(width, height, frozenset(blocked), frozenset(walls))


def random_space(chance: random.Random, field: Battlefield) -> Block:
    side = min(chance.choice((1, 1, 1, 2, 3)), field.width, field.height)
    return Block(
        chance.randint(0, field.width - side), chance.randint(0, field.height - side), side
    )


def differ(maps: int, seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(maps):
        field, ground = random_map(chance)
        walls = field_walls(field)
        for number in range(LINES):
            a = random_space(chance, field)
            b = random_space(chance, field)
            p = a.centre if chance.random() < 0.25 else chance.choice(a.lattice())
            q = b.centre if chance.random() < 0.25 else chance.choice(b.lattice())
            one, other = ((Fraction(x, 2), Fraction(y, 2)) for x, y in (p, q))
            mine, theirs = ({(s.x, s.y) for s in space.squares()} for space in (a, b))
            expected = walks(ground, one, other, mine, theirs)
            place = f"{ground} {p} of {a} to {q} of {b}"
            assert clear(walls, p, q, a, b) == expected, place
            if number % 10 == 1:
                assert floods(ground, one, other, mine, theirs) == expected, place
            if number % 10 == 0:
                effect = a.overlaps(b) or any_line(walls, a, b)
                assert line_of_effect(field, a, b) == line_of_effect(field, b, a) == effect, place


def test_c_161_lines_equal_the_oracles() -> None:
    differ(MAPS, SEED)


@pytest.mark.nightly
@pytest.mark.parametrize("part", range(10))
def test_c_161_lines_equal_the_oracles_a_hundred_thousand_times(part: int) -> None:
    differ(100_000 // LINES // 10 + 1, SEED + 1 + part)
