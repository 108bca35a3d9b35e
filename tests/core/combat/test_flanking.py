"""Flanking (2.19) and the line of G-4, rule by rule."""

from __future__ import annotations

import random

import pytest

from core.combat.board.room import standing
from core.combat.board.scene import Scene
from core.combat.board.squares import Block, parse_square
from core.combat.threat.threat import (
    Flanking,
    crossed,
    flanking,
    flanking_places,
    partners,
    runs_through,
)
from saves.store.packaged_rulesets import PACKAGED
from tests.core.combat.scenes import random_scene
from tests.core.combat.staging import open_ground, rules_of, stage, who
from tests.each import each

D20 = ("pf1", "dnd35", "sf")
FIELD = open_ground(8, 8)


def asked(scene: Scene, *, ranged: bool = False) -> Flanking:
    a, b, t = (scene.creature(id) for id in "abt")
    return flanking(scene, a, b, t, "ranged" if ranged else "melee")


def three(ruleset: str, a: str, b: str, t: str = "D4") -> Flanking:
    """Three Medium creatures on open ground."""
    return asked(
        stage(ruleset, FIELD, who("a", "M", a, "p"), who("b", "M", b, "p"), who("t", "M", t))
    )


@pytest.mark.parametrize("ruleset", D20)
def test_c_205_flankers_in_d20_gain_two_on_their_attack_rolls(ruleset: str) -> None:
    found = three(ruleset, "C4", "E4")
    assert (found.flanked, found.attack_bonus, found.target_ac) == (True, 2, 0)
    assert "C-205" in rules_of(found.receipt)


@pytest.mark.parametrize("ruleset", PACKAGED)
def test_c_206_only_opposite_squares_flank_one_square(ruleset: str) -> None:
    around = ["C3", "D3", "E3", "E4", "E5", "D5", "C5", "C4"]
    for number, one in enumerate(around):
        for other in around:
            if other != one:
                found = three(ruleset, one, other)
                assert found.flanked == (other == around[(number + 4) % 8])


@pytest.mark.parametrize(
    ("line", "through"),
    [
        (((1, 1), (7, 7)), True),  # from corner to corner
        (((1, 3), (7, 5)), True),  # from left to right
        (((1, 1), (7, 3)), False),  # in by the corner's top side, out by the right: no
        (((1, 2), (7, 2)), False),  # along the top
        (((2, 0), (2, 8)), False),  # along the left
        (((1, 4), (5, 4)), False),  # it ends inside
        (((6, 0), (6, 8)), False),  # along the right
        (((0, 4), (8, 4)), True),
        (((4, 0), (4, 8)), True),
        (((3, 3), (3, 3)), False),  # no line
        (((1, 7), (7, 1)), True),
        (((2, 2), (6, 6)), True),  # just from corner to corner
        (((0, 0), (3, 3)), False),
    ],
)
def test_g_4_a_line_passes_opposite_sides_or_corners_and_the_inside(
    line: tuple[tuple[int, int], tuple[int, int]], through: bool
) -> None:
    assert runs_through(line, Block(1, 1, 2)) is through


def test_g_4_the_sides_that_a_line_meets_include_their_corners() -> None:
    assert set(crossed(((1, 1), (7, 7)), Block(1, 1, 2))) == {"left", "right", "top", "bottom"}
    assert crossed(((0, 4), (8, 4)), Block(1, 1, 2)) == ("left", "right")
    assert crossed(((0, 4), (3, 4)), Block(1, 1, 2)) == ("left",)
    assert crossed(((20, 20), (30, 20)), Block(1, 1, 2)) == ()


@pytest.mark.parametrize("ruleset", D20)
def test_c_207_a_flanker_of_several_squares_picks_one(ruleset: str) -> None:
    a = who("a", "L", "B3", "p")
    b = who("b", "L", "E4", "p")
    t = who("t", "M", "D4")
    found = asked(stage(ruleset, FIELD, a, b, t))
    assert found.flanked
    assert found.line == ((5, 7), (9, 7))
    assert found.sides == ("left", "right")
    assert "C-207" in rules_of(found.receipt)


@pytest.mark.parametrize("ruleset", D20)
def test_c_208_the_square_of_the_line_need_not_be_the_one_that_reaches(ruleset: str) -> None:
    ogre = who("a", "L", "A2", "p")
    gob = who("b", "S", "D2", "p")
    found = asked(stage(ruleset, FIELD, ogre, gob, who("t", "M", "C2")))
    assert found.flanked
    assert found.line is not None


@pytest.mark.parametrize(("ruleset", "rule"), [("pf1", "C-208"), ("pf2", "C-214")])
@pytest.mark.parametrize("condition", ["unarmed", "stunned", "dazed"])
def test_c_208_c_214_both_must_be_able_to_strike_at_the_target(
    ruleset: str, rule: str, condition: str
) -> None:
    t = who("t", "M", "D4")
    idle = asked(
        stage(ruleset, FIELD, who("a", "M", "C4", "p", condition), who("b", "M", "E4", "p"), t)
    )
    assert idle.reason == "attacker_not_threatening"
    idle = asked(
        stage(ruleset, FIELD, who("a", "M", "C4", "p"), who("b", "M", "E4", "p", condition), t)
    )
    assert idle.reason == "ally_not_threatening"
    assert {rule, "C-104"} <= rules_of(idle.receipt)


@pytest.mark.parametrize("ruleset", D20)
def test_c_115_a_flat_footed_ally_still_threatens_for_flanking(ruleset: str) -> None:
    a = who("a", "M", "C4", "p")
    b = who("b", "M", "E4", "p", "flat_footed")
    assert asked(stage(ruleset, FIELD, a, b, who("t", "M", "D4"))).flanked


@pytest.mark.parametrize("ruleset", D20)
def test_c_209_nobody_without_natural_reach_flanks_or_helps_to(ruleset: str) -> None:
    for small, other in (("a", "b"), ("b", "a")):
        tiny = who(small, "T", "C4", "p", weapon_reach=1)
        found = asked(stage(ruleset, FIELD, tiny, who(other, "M", "E4", "p"), who("t", "M", "D4")))
        assert found.reason == "reach_zero"
        assert "C-209" in rules_of(found.receipt)


def test_c_209_pf2_has_no_such_rule_and_asks_for_reach_alone() -> None:
    tiny = who("a", "T", "C4", "p")
    other = who("b", "M", "E4", "p")
    t = who("t", "M", "D4")
    assert asked(stage("pf2", FIELD, tiny, other, t)).reason == "attacker_not_threatening"


@pytest.mark.parametrize("ruleset", PACKAGED)
def test_c_210_no_ranged_attacker_flanks(ruleset: str) -> None:
    a = who("a", "M", "C4", "p")
    b = who("b", "M", "E4", "p")
    t = who("t", "M", "D4")
    found = asked(stage(ruleset, FIELD, a, b, t), ranged=True)
    assert (found.flanked, found.reason, found.line) == (False, "ranged", None)


def test_c_210_the_reasons_come_in_order() -> None:
    a = who("a", "T", "A1", "p")
    b = who("b", "M", "H8", "p")
    t = who("t", "M", "D4")
    scene = stage("pf1", FIELD, a, b, t)
    assert asked(scene, ranged=True).reason == "ranged"
    assert asked(scene).reason == "reach_zero"
    far = stage("pf1", FIELD, who("a", "M", "A1", "p"), b, t)
    assert asked(far).reason == "attacker_not_threatening"


def test_c_211_the_flanked_of_pf2_are_flat_footed() -> None:
    found = three("pf2", "C4", "E4")
    assert (found.flanked, found.attack_bonus, found.target_ac) == (True, 0, -2)
    assert {"C-211", "C-212"} <= rules_of(found.receipt)


def test_c_212_the_line_of_pf2_joins_the_centres_of_the_whole_spaces() -> None:
    a = who("a", "L", "B3", "p")
    b = who("b", "M", "E4", "p")
    t = who("t", "M", "D4")
    found = asked(stage("pf2", FIELD, a, b, t))
    assert found.line == ((4, 6), (9, 7))
    assert found.flanked


def test_c_213_a_line_along_a_side_does_not_count() -> None:
    a = who("a", "L", "C2", "p")
    b = who("b", "L", "C5", "p")
    t = who("t", "M", "D4")
    found = asked(stage("pf2", FIELD, a, b, t))
    assert found.reason == "not_opposite"
    assert found.line == ((6, 4), (6, 10))
    assert "C-213" in rules_of(found.receipt)


def test_the_partners_of_a_creature_are_those_with_whom_it_flanks_where_it_stands() -> None:
    pal = who("pal", "M", "E4", "p")
    far = who("far", "M", "H8", "p")
    scene = stage("pf1", FIELD, who("a", "M", "A4", "p"), pal, far, who("t", "M", "D4"))
    assert partners(scene, scene.creature("a")) == ()
    there = scene.moved("a", parse_square("C4"))
    found = partners(there, there.creature("a"))
    assert [(one.target, one.ally, one.line) for one in found] == [("t", "pal", ((5, 7), (9, 7)))]


def test_a_rider_is_no_partner_of_its_own_mount() -> None:
    horse = who("horse", "L", "D4", "p")
    t = who("t", "M", "C4")
    scene = stage("pf1", FIELD, horse, who("a", "M", "D4", "p", rides="horse"), t)
    assert partners(scene, scene.creature("a")) == ()


@each("seed", range(40))
def test_the_places_from_which_one_flanks_are_those_where_it_would_stand_and_flank(
    seed: int,
) -> None:
    """Given any scene, then each free place is found if, put there, the creature flanks."""
    scene = random_scene(random.Random(seed))
    creature = scene.creatures[0]
    bits, targets = flanking_places(scene, creature)
    flanked: set[str] = set()
    for at in scene.field.squares(scene.field.every):
        moved = scene.moved(creature.id, at)
        creature_there = moved.by_id[creature.id]
        body = moved.body(creature_there)
        riders = (one.id for one in scene.creatures if one.rides == creature.id)
        own = (creature.id, creature.rides, *riders)
        others = [scene.body(one) for one in scene.creatures if one.id not in own]
        fits = standing(scene.field, body.side, dry=False) & scene.field.bit(at)
        free = fits and not any(body.overlaps(other) for other in others)
        found = partners(moved, creature_there) if free else ()
        assert bool(bits & scene.field.bit(at)) == bool(found), (str(at), found)
        flanked |= {one.target for one in found}
    assert set(targets) == flanked
