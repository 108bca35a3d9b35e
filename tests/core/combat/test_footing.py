"""The sets that the search runs on: what is kept, what squeezes, what riders change."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.combat.board.scene import Action, GridMode, Manner
from core.combat.board.squares import (
    DIRECTIONS,
    Battlefield,
    Block,
    Square,
    covered,
    inside,
    touching,
)
from core.combat.movement.footing import footing, leading_side, passage, steps
from core.messages import Refusal
from tests.core.combat.staging import named, open_ground, stage, who

sizes = st.integers(1, 9)


@given(st.data(), sizes, sizes, st.integers(1, 10), st.integers(1, 10))
def test_rectangles_meet_lie_inside_and_cover_as_counted(
    data: st.DataObject, width: int, height: int, wide: int, high: int
) -> None:
    field = Battlefield(width, height)
    every = [Square(x, y) for y in range(height) for x in range(width)]
    chosen = set(data.draw(st.lists(st.sampled_from(every), max_size=12)))
    bits = field.bits(chosen)
    under = {
        at: {at.by(i, j) for i in range(wide) for j in range(high)}
        for at in every
        if at.x + wide <= width and at.y + high <= height
    }
    on_map = inside(field.every, wide, high, field.stride)
    assert set(field.squares(on_map)) == set(under)
    meets = touching(bits, wide, high, field.stride) & on_map
    assert set(field.squares(meets)) == {at for at, squares in under.items() if squares & chosen}
    within = inside(bits, wide, high, field.stride)
    assert set(field.squares(within)) == {at for at, squares in under.items() if squares <= chosen}
    anchors = on_map & bits
    area = set().union(*(under[at] for at in field.squares(anchors)))
    assert set(field.squares(covered(anchors, wide, high, field.stride))) == area


def test_an_empty_rectangle_meets_nothing() -> None:
    assert touching(7, 0, 3, 4) == touching(7, 3, 0, 4) == 0


def test_c_085_squeezing_changes_nothing_on_the_grid_of_pf2() -> None:
    ogre = who("ogre", "L", "A1")
    scene = stage("pf2", "..#.. ..... ..#..", ogre)
    assert steps(scene, ogre, Manner(squeeze=True)) == steps(scene, ogre, Manner())


@pytest.mark.parametrize(("side", "half"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_g_8_the_leading_block_is_half_the_space_rounded_up(side: int, half: int) -> None:
    assert leading_side(side) == half


def test_c_084_a_place_is_narrow_where_no_free_space_holds_the_leading_block() -> None:
    """Row 2 is one wide from C to E; before it and after it there is room for 2 x 2."""
    ogre = who("ogre", "L", "A1")
    scene = stage("pf1", "..###.. ....... ..###.. ..###..", ogre)
    foot = footing(scene, ogre, Manner(squeeze=True))
    narrow = foot.narrow & foot.passage.stands
    assert named(scene.field.squares(narrow)) == "C2 D2 E2"
    assert foot.steps.weights[1] & narrow == narrow


def test_c_084_enemies_make_a_place_narrow_and_friends_do_not() -> None:
    ogre = who("ogre", "L", "A1", "foe")
    rows = ".... ...."
    for side, narrow in (("party", "C1 D1"), ("foe", "")):
        scene = stage("pf1", rows, ogre, who("c", "M", "C2", side), who("d", "M", "D2", side))
        foot = footing(scene, ogre, Manner(squeeze=True))
        free = foot.narrow & foot.steps.into["E"]
        assert named(scene.field.squares(free)) == narrow


@pytest.mark.parametrize(("action", "narrow"), [("move", ""), ("charge", "C1")])
def test_g_8_friends_make_a_place_narrow_in_a_charge_only(action: Action, narrow: str) -> None:
    """C-056: the mover may not enter their squares, so it would have to squeeze past."""
    ogre = who("ogre", "L", "A1")
    pal = who("pal", "M", "C2")
    scene = stage("pf1", "... ...", ogre, pal)
    foot = footing(scene, ogre, Manner(action=action, squeeze=True))
    assert named(scene.field.squares(foot.narrow & ~scene.field.bit(Square(2, 1)))) == narrow


def test_g_8_the_corner_rule_uses_the_leading_block() -> None:
    ogre = who("ogre", "L", "A1")
    scene = stage("pf1", "..#. .... ....", ogre)
    east = scene.field.bit(Square(1, 1))
    assert not steps(scene, ogre, Manner()).into["SE"] & east
    assert steps(scene, ogre, Manner(squeeze=True)).into["SE"] & east


@pytest.mark.parametrize("action", ["move", "run", "charge", "five_foot_step"])
def test_c_251_who_cannot_move_has_no_step_but_may_still_be_halted_somewhere(
    action: Action,
) -> None:
    hero = who("hero", "M", "A1", "party", "bound")
    found = steps(stage("pf1", "...", hero), hero, Manner(action=action))
    assert set(found.into.values()) == {0}
    assert found.ends


def test_c_257_the_start_is_where_the_mount_is() -> None:
    horse = who("horse", "L", "B1", "party")
    rider = who("ann", "M", "A1", "party", rides="horse")
    scene = stage("pf1", open_ground(4, 2), horse, rider)
    assert steps(scene, rider, Manner()) == steps(scene, horse, Manner())
    assert steps(scene, rider, Manner()).start == scene.field.bit(Square(1, 0))


@pytest.mark.parametrize(
    ("mode", "allowed"),
    [("walk", "A1 D1"), ("fly", "A1 B1 D1"), ("swim", "B1"), ("incorporeal", "A1 B1 C1 D1")],
)
def test_c_131_each_mode_has_its_ground(mode: GridMode, allowed: str) -> None:
    hero = who("hero", "M", "A1")
    scene = stage("pf1", ".~#.", hero)
    found = passage(scene.field, 1, mode, True)
    assert named(scene.field.squares(found.stands)) == allowed


def test_c_052_a_ruleset_without_corners_lets_diagonals_by() -> None:
    hero = who("hero", "M", "A1")
    scene = stage("pf1", ".# ..", hero)
    corner = scene.field.bit(Square(1, 1))
    assert not passage(scene.field, 1, "walk", True).open["SE"] & corner
    assert passage(scene.field, 1, "walk", False).open["SE"] & corner


def test_a_battlefields_passage_is_worked_out_once_for_all_scenes() -> None:
    hero = who("hero", "M", "A1")
    pal = who("pal", "M", "C1")
    scene = stage("pf1", "....", hero, pal)
    first = footing(scene, hero, Manner()).passage
    assert footing(scene.moved("pal", Square(3, 0)), hero, Manner()).passage is first


@pytest.mark.parametrize("ruleset", ["pf1", "dnd35", "sf", "pf2"])
@pytest.mark.parametrize("mode", ["walk", "fly", "swim", "incorporeal"])
def test_g_5_the_weights_are_disjoint_and_hold_all_anchors(ruleset: str, mode: GridMode) -> None:
    body = who("body", "H", "D1", "foe", "dead", "bulky")
    ogre = who("ogre", "L", "A1", "party", "ignores_difficult")
    scene = stage(ruleset, "..:%.... :...#... ..:..%.. ....%%..", ogre, body)
    extra = 0 if ruleset == "pf2" else 2
    for squeeze in (False, True):
        foot = footing(scene, ogre, Manner(mode=mode, squeeze=squeeze, extra_doublings=extra))
        for sets in (foot.steps.weights, foot.steps.doublings or foot.steps.weights):
            assert sum(anchors.bit_count() for anchors in sets) == foot.passage.fits.bit_count()
            union = 0
            for anchors in sets:
                union |= anchors
            assert union == foot.passage.fits


@pytest.mark.parametrize(("width", "height"), [(0, 0), (1, 1), (1, 9), (9, 1)])
def test_small_maps_and_big_bodies_get_an_answer(width: int, height: int) -> None:
    dragon = who("dragon", "C", "A1")
    scene = stage("pf1", open_ground(width, height) if width else "", dragon)
    for manner in (Manner(), Manner(squeeze=True), Manner(mode="incorporeal")):
        found = steps(scene, dragon, manner)
        assert found.ends == 0
        assert not any(found.into[name] for name in DIRECTIONS if len(name) == 1 and width < 3)


def test_the_edge_of_the_map_never_leaks_into_the_next_row() -> None:
    field = stage("pf1", open_ground(5, 5), who("ogre", "L", "A1")).field
    for side in (1, 2, 3, 5):
        way = passage(field, side, "walk", True)
        fitting = {at for at in field.squares(field.every) if field.contains(Block(*at, side))}
        assert set(field.squares(way.fits)) == fitting
        for name in DIRECTIONS:
            assert way.open[name] & ~way.fits == 0


def test_c_046_extra_doublings_are_refused_where_hindrances_are_added() -> None:
    hero = who("hero", "M", "A1")
    with pytest.raises(Refusal) as refused:
        steps(stage("pf2", "..", hero), hero, Manner(extra_doublings=1))
    assert refused.value.code == "extra_doublings"
