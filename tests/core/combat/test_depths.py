"""What lies between bodies below the ground: earth, and the surface of the water."""

from __future__ import annotations

import pytest

from core.combat.areas import burst
from core.combat.board.scene import Creature, Manner, Scene
from core.combat.board.squares import parse_square, read_field
from core.combat.movement.moves import move
from core.combat.sight.cover import cover
from core.combat.threat.threat import threatened, threatens
from core.values import replace
from tests.core.combat.staging import walled
from tests.each import each
from tests.switched import switched

SYSTEMS = ("pf1", "dnd35", "sf", "pf2")
ROWS = ("....~~~~", "....~~~~", "....~~~~")


def creature(name: str, at: str, feet: int, **more: object) -> Creature:
    return Creature(name, "M", parse_square(at), side=name, elevation=feet, **more)  # type: ignore[arg-type]


def scene(system: str, *creatures: Creature) -> Scene:
    rules = switched(system)
    field = read_field(ROWS, rules.combat.ground)
    return Scene(rules=rules, field=field, creatures=creatures)


@each("system", SYSTEMS)
@each(
    "mine, theirs, shut",
    [
        (("B2", 0), ("C2", 0), False),
        (("B2", 0), ("C2", -1), True),  # earth
        (("B2", -1), ("C2", -1), False),  # they touch in it
        (("B2", -1), ("B2", -2), False),
        (("A2", -1), ("C2", -1), True),
        (("B2", -1), ("B2", 0), True),
        (("D2", 0), ("E2", -1), True),  # the surface of the water
        (("E2", 1), ("E2", -1), True),
        (("E2", 0), ("F2", -1), False),  # who swims there belongs to both
        (("E2", -1), ("H2", -3), False),
        (("D2", -1), ("E2", -1), True),  # earth beside water
    ],
)
def test_g_7_nothing_passes_through_earth_or_the_surface_of_water(
    system: str, mine: tuple[str, int], theirs: tuple[str, int], shut: bool
) -> None:
    one = creature("a", *mine, reach=4)
    other = creature("b", *theirs, reach=4)
    there = scene(system, one, other)
    assert (cover(there, one, other, "ranged").degree == "total") == shut
    assert (cover(there, other, one, "ranged").degree == "total") == shut
    assert threatens(there, one, other) != shut
    assert threatens(there, other, one) != shut


def test_a_large_body_reaches_the_surface_at_depth_one() -> None:
    whale = replace(creature("a", "E1", -1), size="L")
    there = scene("pf1", whale, creature("b", "D2", 0))
    assert threatens(there, there.by_id["b"], whale)
    sunk = replace(whale, elevation=-2)
    assert not threatens(there.with_creatures(sunk), there.by_id["b"], sunk)


def test_g_7_a_burst_does_not_reach_who_is_under_ground_or_water() -> None:
    there = scene(
        "pf1",
        creature("a", "C2", 0),
        creature("b", "C1", -1),
        creature("c", "E2", -1),
        creature("d", "E1", 0),
        creature("e", "D2", 2),
    )
    caught = {one.creature.id for one in burst(there, (4, 1), 4).caught}
    assert caught == {"a", "d", "e"}


def test_a_burrower_threatens_only_what_touches_it_in_the_earth() -> None:
    worm = creature("a", "B2", -1, reach=2)
    there = scene("pf1", worm)
    near = there.field.squares(threatened(there, worm).bits)
    assert {str(square) for square in near} == {"A1", "B1", "C1", "A2", "C2", "A3", "B3", "C3"}


@pytest.mark.parametrize("below", [True, False])
def test_c_132_walls_on_borders_end_at_the_ground(below: bool) -> None:
    worm = creature("a", "B2", -1)
    there = scene("pf1", worm)
    there = replace(there, field=walled(there.field, ("B2/C2",)))
    path = (parse_square("B2"), parse_square("C2"))
    found = move(there, worm, path, Manner(mode="burrow", below=below))
    assert found.legal == below
