"""Sizes, reach and threatened squares (2.8, 2.9), rule by rule."""

from __future__ import annotations

import pytest

from core.combat.board.scene import Scene
from core.combat.board.squares import Block, parse_square
from core.combat.board.strikes import melee_reach
from core.combat.threat.threat import Threatened, enemies, threatened, threatens_space
from saves.store.packaged_rulesets import PACKAGED, packaged
from tests.core.combat.staging import named, open_ground, rules_of, stage, who
from tests.each import each

D20 = ("pf1", "dnd35", "sf")
FIELD = open_ground(20, 20)


def of(scene: Scene, id: str = "it") -> Threatened:
    return threatened(scene, scene.creature(id))


def count(
    ruleset: str,
    size: str,
    *,
    long: bool = False,
    reach: int | None = None,
    space: int | None = None,
) -> int:
    """How many squares a creature in the middle of open ground threatens outside its own space."""
    it = who("it", size, "H8", long=long, reach=reach, space=space)
    return of(stage(ruleset, FIELD, it)).bits.bit_count()


def ring(space: int, reach: int) -> int:
    """The squares round a space as far as a reach, counted 1-2-1-2 with no exception."""
    far = range(-reach, space + reach)
    return (
        sum(
            max(dx, dy) + min(dx, dy) // 2 <= reach
            for dx in (max(0, -x, x - space + 1) for x in far)
            for dy in (max(0, -y, y - space + 1) for y in far)
        )
        - space * space
    )


@pytest.mark.parametrize(
    ("size", "space", "tall", "long"),
    [
        ("F", 1, 0, 0),
        ("D", 1, 0, 0),
        ("T", 1, 0, 0),
        ("S", 1, 1, 1),
        ("M", 1, 1, 1),
        ("L", 2, 2, 1),
        ("H", 3, 2, 2),
        ("G", 4, 4, 3),
        ("C", 6, 6, 4),
    ],
)
def test_c_086_space_and_reach_of_each_size_in_dnd35(
    size: str, space: int, tall: int, long: int
) -> None:
    for reach, body in ((tall, False), (long, True)):
        corners = 4 if reach == 2 else 0
        assert count("dnd35", size, long=body) == ring(space, reach) + corners
    scene = stage("dnd35", FIELD, who("it", size, "H8"))
    assert scene.body(scene.creature("it")).side == space
    assert "C-086" in rules_of(of(scene).receipt)


@pytest.mark.parametrize("ruleset", ["pf1", "sf"])
def test_c_087_a_tall_huge_creature_reaches_three_squares(ruleset: str) -> None:
    scene = stage(ruleset, FIELD, who("it", "H", "H8"))
    assert melee_reach(scene, scene.creature("it")) == 3
    assert rules_of(of(scene).receipt) & {"C-086", "C-087", "C-089"} == {"C-087"}


def test_c_088_heights_and_weights_are_in_the_table_of_sizes() -> None:
    sizes = packaged("sf").combat.sizes
    assert [sizes[size].space_m for size in "ML"] == [packaged("sf").combat.measures.square_m, 3]


def test_c_089_the_sizes_of_pf2_are_six() -> None:
    sizes = packaged("pf2").combat.sizes
    rows = {size: (row.space, row.tall, row.long) for size, row in sizes.items()}
    assert rows == {
        "T": (1, 0, 0),
        "S": (1, 1, 1),
        "M": (1, 1, 1),
        "L": (2, 2, 1),
        "H": (3, 3, 2),
        "G": (4, 4, 3),
    }
    assert "C-089" in rules_of(of(stage("pf2", FIELD, who("it", "H", "H8"))).receipt)


@pytest.mark.parametrize("ruleset", PACKAGED)
def test_c_090_a_long_body_has_the_space_of_a_tall_one_and_less_reach(ruleset: str) -> None:
    scene = stage(ruleset, FIELD, who("it", "L", "H8", long=True))
    assert scene.body(scene.creature("it")).side == 2
    assert of(scene).bits.bit_count() == 12
    assert "C-090" in rules_of(of(scene).receipt)


@pytest.mark.parametrize(("ruleset", "size"), [("dnd35", "C"), ("pf2", "G")])
def test_c_091_the_largest_may_be_larger_than_the_table(ruleset: str, size: str) -> None:
    assert count(ruleset, size, space=8, reach=5) == ring(8, 5)


def test_c_092_a_long_large_creature_of_sf_reaches_one_square_whatever_the_text_says() -> None:
    assert count("sf", "L", long=True) == 12


@pytest.mark.parametrize("ruleset", PACKAGED)
def test_c_093_very_small_creatures_strike_only_where_they_stand(ruleset: str) -> None:
    found = of(stage(ruleset, FIELD, who("it", "T", "H8")))
    assert (found.bits, found.own_space) == (0, True)
    assert {"C-093", "C-105"} <= rules_of(found.receipt)


@pytest.mark.parametrize("ruleset", PACKAGED)
def test_c_094_who_shares_a_square_is_threatened_there(ruleset: str) -> None:
    scene = stage(ruleset, FIELD, who("hero", "M", "H8", "party"), who("rat", "T", "H8"))
    for one, other in (("hero", "rat"), ("rat", "hero")):
        assert threatens_space(scene, scene.creature(one), scene.body(scene.creature(other)))


@pytest.mark.parametrize(
    ("ruleset", "own"),
    [
        ("pf1", False),
        ("dnd35", False),
        ("sf", True),
        ("pf2", True),
    ],
)
def test_c_094_a_reach_weapon_that_strikes_only_beyond_does_not_strike_where_it_is_held(
    ruleset: str, own: bool
) -> None:
    scene = stage(ruleset, FIELD, who("it", "M", "H8", weapon_reach=2), who("rat", "T", "H8", "x"))
    found = of(scene)
    assert found.own_space is own
    assert bool(found.own) is own
    assert threatens_space(scene, scene.creature("it"), Block(7, 7, 1)) is own
    assert "C-094" in rules_of(found.own_receipt)


@pytest.mark.parametrize("ruleset", PACKAGED)
@pytest.mark.parametrize(("size", "reach"), [("M", 2), ("H", 4)], ids=["chain", "bite"])
def test_c_095_an_attack_of_long_reach_that_is_near_strikes_as_far_reach_of_its_own_would(
    ruleset: str, size: str, reach: int
) -> None:
    """Given a spiked chain, or a bite longer than the natural reach, then nothing is left out."""
    armed = stage(ruleset, FIELD, who("it", size, "H8", weapon_reach=reach, near=True))
    natural = stage(ruleset, FIELD, who("it", size, "H8", reach=reach))
    assert of(armed).bits == of(natural).bits
    assert of(armed).own_space

    spear = stage(ruleset, FIELD, who("it", size, "H8", weapon_reach=reach))
    hole = ruleset in ("pf1", "dnd35")
    assert (of(spear).bits != of(armed).bits) is hole
    assert ("C-095" in rules_of(of(armed).receipt)) is hole


@pytest.mark.parametrize("ruleset", D20)
def test_c_095_a_long_natural_reach_covers_near_squares(ruleset: str) -> None:
    scene = stage(ruleset, FIELD, who("it", "L", "H8"))
    assert all(threatens_space(scene, scene.creature("it"), Block(x, 7, 1)) for x in (5, 6, 9, 10))
    assert "C-095" in rules_of(of(scene).receipt)


@pytest.mark.parametrize("ruleset", PACKAGED)
def test_c_097_reach_is_counted_from_the_nearest_square_of_the_space(ruleset: str) -> None:
    assert count(ruleset, "G") == ring(4, 4)
    assert count(ruleset, "M", reach=3) == ring(1, 3)


@pytest.mark.parametrize(("ruleset", "corners"), [("pf1", 4), ("dnd35", 4), ("sf", 4), ("pf2", 0)])
def test_c_098_only_a_reach_of_exactly_two_squares_covers_the_second_diagonal(
    ruleset: str, corners: int
) -> None:
    for reach in range(1, 7):
        exception = corners if reach == 2 else 0
        assert count(ruleset, "M", reach=reach) == ring(1, reach) + exception


@pytest.mark.parametrize("ruleset", ["pf1", "dnd35"])
@pytest.mark.parametrize(
    ("size", "long", "gained"),
    [
        ("S", False, 2),
        ("M", False, 2),
        ("L", False, 4),
        ("L", True, 2),
    ],
)
def test_c_099_a_reach_weapon_strikes_only_beyond_the_natural_reach(
    ruleset: str, size: str, long: bool, gained: int
) -> None:
    combat = packaged(ruleset).combat
    natural = combat.sizes[size].long if long else combat.sizes[size].tall
    scene = stage(ruleset, FIELD, who("it", size, "H8", long=long, weapon_reach=gained))
    hit = [
        n for n in range(1, 7) if threatens_space(scene, scene.creature("it"), Block(7 - n, 7, 1))
    ]
    assert hit == list(range(natural + 1, gained + 1))


@pytest.mark.parametrize("ruleset", ["pf1", "dnd35"])
def test_c_100_a_large_pike_misses_the_second_diagonals(ruleset: str) -> None:
    scene = stage(ruleset, FIELD, who("it", "L", "H8", weapon_reach=4))
    ogre = scene.creature("it")
    assert not threatens_space(scene, ogre, Block(*parse_square("F6"), 1))
    assert threatens_space(scene, ogre, Block(*parse_square("E5"), 1))
    assert "C-100" in rules_of(of(scene).receipt)


def test_c_101_a_reach_weapon_of_sf_covers_near_squares() -> None:
    scene = stage("sf", FIELD, who("it", "L", "H8", weapon_reach=4))
    assert of(scene).bits.bit_count() == ring(2, 4)


def test_c_102_a_reach_weapon_of_pf2_covers_near_squares() -> None:
    scene = stage("pf2", FIELD, who("it", "M", "H8", weapon_reach=2))
    threatened = of(scene)

    assert threatened.bits.bit_count() == ring(1, 2)
    assert "C-102" in rules_of(threatened.receipt)


@pytest.mark.parametrize("ruleset", PACKAGED)
def test_c_103_no_square_behind_walls_and_no_solid_square_is_threatened(ruleset: str) -> None:
    scene = stage(ruleset, "..... ..... .###. ..... .....", who("it", "L", "B4"))
    found = of(scene)
    assert named(scene.field.squares(found.bits & scene.field.solid)) == ""
    assert found.walled & scene.field.solid == scene.field.solid
    assert "C-103" in rules_of(found.receipt)
    through = stage(ruleset, FIELD, who("it", "M", "H8"), walls="H8/I8 H7/I7 H9/I9")
    assert not threatens_space(through, through.creature("it"), Block(8, 7, 1))
    assert threatens_space(through, through.creature("it"), Block(6, 7, 1))


@each("ruleset", PACKAGED)
@each(
    "condition",
    [
        "helpless",
        "unconscious",
        "asleep",
        "paralyzed",
        "bound",
        "dead",
        "stunned",
        "dazed",
        "cowering",
        "pinned",
        "unarmed",
    ],
)
def test_c_104_who_cannot_strike_threatens_nothing(ruleset: str, condition: str) -> None:
    found = of(stage(ruleset, FIELD, who("it", "L", "H8", "foe", condition)))
    assert (found.everywhere, found.own_space) == (0, False)
    assert "C-104" in rules_of(found.receipt) & rules_of(found.own_receipt)


@pytest.mark.parametrize("ruleset", PACKAGED)
@pytest.mark.parametrize("condition", ["flat_footed", "prone", "grappling", "blinded", "dazzled"])
def test_c_104_others_threaten(ruleset: str, condition: str) -> None:
    assert of(stage(ruleset, FIELD, who("it", "M", "H8", "foe", condition))).bits.bit_count() == 8


@pytest.mark.parametrize("ruleset", PACKAGED)
def test_c_105_one_walks_past_a_creature_without_reach(ruleset: str) -> None:
    scene = stage(ruleset, FIELD, who("it", "T", "H8"))
    assert not threatens_space(scene, scene.creature("it"), Block(8, 7, 1))


@pytest.mark.parametrize("ruleset", PACKAGED)
def test_c_257_a_rider_threatens_from_any_square_of_its_mounts_space(ruleset: str) -> None:
    mount = who("horse", "L", "H8", "party", long=True)
    scene = stage(ruleset, FIELD, mount, who("it", "M", "H8", "party", rides="horse"))
    assert of(scene).bits == of(scene, "horse").bits
    assert "C-257" in rules_of(of(scene).receipt)


def test_a_reach_larger_than_the_map_covers_all_of_it() -> None:
    for reach in (19, 500):
        scene = stage("pf1", open_ground(7, 3), who("it", "M", "C2", reach=reach))
        assert of(scene).everywhere == scene.field.every


def test_a_creature_on_no_map_threatens_no_square() -> None:
    scene = stage("pf1", "", who("it", "M", "C2"))
    assert (of(scene).bits, of(scene).own_space) == (0, True)
    assert of(scene).receipt.value == 0


def test_friends_and_those_who_ride_along_are_no_enemies() -> None:
    horse = who("horse", "L", "H8", "beasts", long=True)
    hero = who("hero", "M", "H8", "party", rides="horse")
    scene = stage("pf1", FIELD, horse, hero, who("pal", "M", "A1", "party"), who("orc", "M", "C5"))
    assert [one.id for one in enemies(scene, hero)] == ["orc"]
    assert [one.id for one in enemies(scene, horse)] == ["pal", "orc"]
