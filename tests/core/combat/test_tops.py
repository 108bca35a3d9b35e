"""Walls, houses and trees of a known height: lines pass over them (house default)."""

from __future__ import annotations

import pytest

from core.combat.areas import burst, cone
from core.combat.board.drawing import Board, BoardEdit, BoardHeight, Door, battlefield, redrawn
from core.combat.board.scene import Creature, Scene
from core.combat.board.squares import parse_square
from core.combat.board.tops import field_at, find_top
from core.combat.sight.cover import cover
from core.combat.threat.threat import threatens, within_reach
from core.messages import Refusal
from core.values import replace
from tests.switched import PRINTED, switched

STREET = "..........##.........."
"""Open ground from A1, a house of two squares at K1 and L1, open ground behind."""


def one(id: str, at: str, up: int = 0, size: str = "M", side: str = "a") -> Creature:
    return Creature(id, size, parse_square(at), side, elevation=up)


def town(
    *creatures: Creature, rows: str = STREET, high: int | None = 4, system: str = "pf1"
) -> Scene:
    rules = switched(system, PRINTED)
    heights = () if high is None else (BoardHeight("K1:2", high),)
    field = battlefield(Board(tuple(rows.split()), heights=heights), (), rules.combat.ground)
    return Scene(rules=rules, field=field, creatures=creatures)


def degree(scene: Scene, of: str, on: str) -> str:
    found = cover(scene, scene.creature(of), scene.creature(on), "ranged")
    return found.degree


@pytest.mark.parametrize("system", ["pf1", "dnd35", "sf", "pf2"])
def test_an_archer_on_a_roof_shoots_down_and_is_shot_at(system: str) -> None:
    archer, orc = one("archer", "K1", 4), one("orc", "A1", side="b")
    scene = town(archer, orc, system=system)
    assert (degree(scene, "archer", "orc"), degree(scene, "orc", "archer")) == ("none", "none")


def test_the_receipt_says_that_lines_pass_over_what_is_lower() -> None:
    archer, orc = one("archer", "K1", 4), one("orc", "A1", side="b")
    scene = town(archer, orc)
    label = "by their heights lines pass over what is lower there"
    receipt = cover(scene, archer, orc, "ranged").receipt
    assert label in [part.label.template for part in receipt.walk()]
    low = town(one("archer", "J1"), orc)
    told = cover(low, low.creature("archer"), orc, "ranged").receipt
    assert label not in [part.label.template for part in told.walk()]


def test_the_roof_covers_who_stands_back_from_its_edge() -> None:
    """From the ground only the top of who stands behind the first square of the roof is seen."""
    archer, orc = one("archer", "L1", 4), one("orc", "A1", side="b")
    scene = town(archer, orc)
    assert (degree(scene, "orc", "archer"), degree(scene, "archer", "orc")) == ("cover", "none")


@pytest.mark.parametrize(("high", "expected"), [(None, "total"), (4, "total"), (1, "total")])
def test_who_are_on_the_ground_see_each_other_past_no_wall(high: int | None, expected: str) -> None:
    scene = town(one("elf", "A1"), one("orc", "V1", side="b"), high=high)
    assert degree(scene, "elf", "orc") == expected


def test_an_ogre_looks_over_a_wall_of_one_square() -> None:
    scene = town(one("ogre", "A1", size="L"), one("orc", "M1"), rows=f"{STREET} {STREET}", high=1)
    assert degree(scene, "ogre", "orc") == "cover"


@pytest.mark.parametrize(
    ("high", "up", "at", "expected"),
    [
        (4, 4, "A1", "total"),
        (4, 7, "A1", "cover"),  # its line to the feet meets the house, that to the top does not
        (4, 9, "A1", "none"),
        (4, 20, "A1", "none"),
        (None, 20, "A1", "total"),  # the house reaches to the ceiling
        (4, 4, "J1", "none"),
    ],
)
def test_a_dragon_above_houses_sees_down_behind_them(
    high: int | None, up: int, at: str, expected: str
) -> None:
    scene = town(one("dragon", at, up), one("elf", "V1", side="b"), high=high)
    assert degree(scene, "dragon", "elf") == expected


@pytest.mark.parametrize("system", ["pf1", "dnd35", "sf", "pf2"])
@pytest.mark.parametrize(("up", "covers"), [(0, True), (1, False), (2, False)])
def test_a_waist_high_crate_covers_nobody_from_a_flyer(system: str, up: int, covers: bool) -> None:
    rules = switched(system, PRINTED)
    field = battlefield(Board((".....o...",)), (), rules.combat.ground)
    bird, elf = one("bird", "A1", up), one("elf", "G1", side="b")
    scene = Scene(rules=rules, field=field, creatures=(bird, elf))
    assert (degree(scene, "bird", "elf") == "cover") is covers
    if not covers:
        assert degree(scene, "elf", "bird") == "none"


def test_a_wall_on_a_border_and_a_door_have_a_height() -> None:
    rules = switched("pf1", PRINTED)
    edits = (BoardEdit("E1/F1", "wall", 2), BoardEdit("H1/I1", "door", 2))
    field = battlefield(Board(("." * 12,)), edits, rules.combat.ground)
    bird, elf = one("bird", "A1", 3), one("elf", "L1", 3, side="b")
    scene = Scene(rules=rules, field=field, creatures=(bird, elf))
    assert degree(scene, "bird", "elf") == "none"
    low = [replace(creature, elevation=0) for creature in scene.creatures]
    assert degree(replace(scene, creatures=tuple(low)), "bird", "elf") == "total"


def test_a_door_that_is_opened_and_shut_stays_as_high() -> None:
    rules = switched("pf1", PRINTED)
    board = Board(("....",), doors=(Door("B1/C1"),), heights=(BoardHeight("B1/C1", 2),))
    for edits in ((BoardEdit("B1/C1", "open_door"),), (BoardEdit("B1/C1", "door"),)):
        field = battlefield(board, edits, rules.combat.ground)
        assert [row[0] for row in field.edge_tops] == [2]


def test_what_is_drawn_anew_has_the_height_of_the_newest_stroke() -> None:
    rules = switched("pf1", PRINTED)
    edits = (
        BoardEdit("A1:6", "wall", 4),
        BoardEdit("B1", "wall"),
        BoardEdit("C1", "open"),
        BoardEdit("D1:2", "wall", 2),
    )
    board = Board(("......",))
    field = battlefield(board, edits, rules.combat.ground)
    tops = [find_top(field, parse_square(f"{column}1")) for column in "ABCDEF"]
    assert tops == [4, None, None, 2, 2, 4]
    burnt = redrawn(board, edits, rules.combat.ground)
    assert battlefield(burnt, (), rules.combat.ground) == field


@pytest.mark.parametrize("height", [0, -1, 101])
def test_a_height_is_1_to_100_squares(height: int) -> None:
    rules = switched("pf1", PRINTED)
    with pytest.raises(Refusal) as refusal:
        battlefield(Board(("..",), heights=(BoardHeight("A1", height),)), (), rules.combat.ground)
    assert refusal.value.code == "bad_top"


def test_at_its_height_a_house_is_a_floor_with_nothing_around() -> None:
    field = town().field
    roof = field_at(field, 4)
    house = field.bits([parse_square("K1"), parse_square("L1")])
    assert (field.solid, roof.solid, roof.drop) == (house, 0, field.every & ~house)
    assert (field_at(field, 3).solid, field_at(field, 0)) == (house, field)
    assert field_at(field_at(field, 5), 0) == field


def test_a_guard_on_a_roof_is_out_of_reach_of_who_is_below() -> None:
    guard, orc, low = (
        one("guard", "K1", 4),
        one("orc", "J1", side="b"),
        one("low", "J1", 3, side="b"),
    )
    scene = town(guard, orc, low)
    assert not threatens(scene, orc, guard)
    assert not within_reach(scene, guard, orc)
    assert threatens(scene, guard, low)
    assert threatens(scene, low, guard)


def test_breath_from_above_a_house_reaches_behind_it_and_a_burst_takes_the_roof() -> None:
    dragon = one("dragon", "H1", 6)
    scene = town(dragon, one("roof", "K1", 4, side="b"), one("elf", "V1", side="b"))
    hit = {one.creature.id for one in cone(scene, dragon, "E", 30).caught}
    assert hit == {"roof", "elf"}
    on_foot = town(one("dragon", "H1"), one("elf", "V1", side="b"))
    assert not cone(on_foot, on_foot.creature("dragon"), "E", 30).caught
    assert {one.creature.id for one in burst(scene, (9, 0), 4).caught} == {"dragon", "roof"}


@pytest.mark.parametrize(("up", "expected"), [(0, "none"), (8, "none"), (4, "soft"), (3, "none")])
@pytest.mark.parametrize(("system", "screened"), [("pf1", "soft"), ("pf2", "screen")])
def test_only_who_is_between_two_in_height_too_is_cover(
    system: str, screened: str, up: int, expected: str
) -> None:
    """Given two who fly at height 4, one beneath or above the line between them is no cover."""
    rules = switched(system, PRINTED)
    field = battlefield(Board(("." * 12,)), (), rules.combat.ground)
    hawk, bat = one("hawk", "A1", 4), one("bat", "K1", 4, side="b")
    scene = Scene(rules=rules, field=field, creatures=(hawk, bat, one("orc", "F1", up)))
    assert degree(scene, "hawk", "bat") == (screened if expected == "soft" else "none")


@pytest.mark.parametrize(("at", "expected"), [("B1", "none"), ("F1", "none"), ("J1", "soft")])
def test_who_stands_beside_the_target_of_a_flyer_is_cover(at: str, expected: str) -> None:
    """Given a hawk at height 9, a man far from its prey is beneath the line to it."""
    rules = switched("pf1", PRINTED)
    field = battlefield(Board(("." * 12,)), (), rules.combat.ground)
    hawk, prey = one("hawk", "A1", 9), one("prey", "K1", side="b")
    scene = Scene(rules=rules, field=field, creatures=(hawk, prey, one("man", at)))
    assert degree(scene, "hawk", "prey") == expected


@pytest.mark.parametrize("high", [None, 4])
def test_rubble_and_low_walls_hamper_nobody_who_is_a_square_up(high: int | None) -> None:
    rules = switched("pf1", PRINTED)
    heights = () if high is None else (BoardHeight("C1", high),)
    board = Board((":o#:^",), edge_low=("A1/B1",), heights=heights)
    above = field_at(battlefield(board, (), rules.combat.ground), 1)
    assert (above.hampered, above.hazard, above.low, above.low_east) == (0, 0, 0, 0)
    assert above.solid == battlefield(board, (), rules.combat.ground).solid
