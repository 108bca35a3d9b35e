"""Concealment (2.18), rule by rule."""

from __future__ import annotations

from typing import Literal

import pytest

from core.combat.board.drawing import Light, lit
from core.combat.board.scene import Creature, Scene
from core.combat.board.squares import borders
from core.combat.sight.concealment import Concealment, concealment, field_fog, line_in_fog, sees
from core.messages import Message
from core.values import replace
from tests.core.combat.staging import rules_of, stage, who

D20 = ("pf1", "dnd35", "sf")
ROW = "......"
HERO = who("hero", "M", "A1", "party")
ORC = who("orc", "M", "F1")


def of(
    scene: Scene,
    mode: Literal["melee", "ranged"] = "ranged",
    light: Light | None = None,
    miss_chance: int | None = None,
) -> Concealment:
    """The concealment that the second creature has from the first."""
    attacker, target = scene.creatures[:2]
    return concealment(scene, attacker, target, mode, light, miss_chance=miss_chance)


def seen(rows: str, start: str, goal: str, ruleset: str = "pf1") -> Concealment:
    return of(stage(ruleset, rows, who("a", "M", start, "party"), who("t", "M", goal)))


def eyes(*conditions: str, ruleset: str = "pf1", light: Light = "bright") -> Concealment:
    """The concealment of a plain orc from one with such eyes."""
    hero = who("hero", "M", "A1", "party", *conditions)
    return of(stage(ruleset, ROW, hero, ORC, light=light))


def against(*conditions: str, ruleset: str = "pf1") -> Concealment:
    """The concealment of one with these conditions from plain eyes."""
    return of(stage(ruleset, ROW, HERO, who("orc", "M", "F1", "foe", *conditions)))


def test_c_191_fog_on_a_line_from_every_corner_conceals() -> None:
    assert seen("...... ..&&.. ......", "A2", "F2").degree == "concealment"
    assert seen("...... ..&&.. ......", "A1", "F1").degree == "none"
    assert seen("...... ...... ..&&..", "A2", "F2").degree == "none"


def test_c_191_lines_between_two_foggy_squares_pass_through_fog() -> None:
    """Rows 1 and 2 are foggy: the line between them runs along both."""
    found = seen("...... ..&... ..&... ......", "A2", "F2")
    assert found.degree == "concealment"
    big = stage("pf1", "..&... ..&... ......", who("a", "L", "A1"), who("t", "L", "E1"))
    assert of(big).degree == "concealment"


def test_c_191_ones_own_fog_counts_only_where_a_line_crosses_it() -> None:
    assert seen("&.....", "A1", "F1").degree == "none"
    assert seen(".....&", "A1", "F1").degree == "concealment"
    assert seen("&&....", "A1", "F1").degree == "concealment"


def test_c_191_outside_the_map_the_air_is_clear() -> None:
    """QC-50: a line along the rim has fog on one side only."""
    fog = field_fog(stage("pf1", "&&&&&& ......").field)
    assert not line_in_fog(fog, (0, 0), (12, 0))
    assert not line_in_fog(fog, (0, 2), (12, 2))
    assert line_in_fog(fog, (0, 1), (12, 1))
    assert line_in_fog(field_fog(stage("pf1", "&&& &&&").field), (0, 2), (6, 2))


def behind_a_veil(
    *veils: str, mode: Literal["melee", "ranged"] = "ranged", goal: str = "F2", system: str = "pf1"
) -> Concealment:
    """The concealment at F2 (or elsewhere) from A2 with veils on borders between."""
    hero = who("a", "M", "A2", "party")
    rows = f"{ROW} {ROW} {ROW}"
    scene = stage(system, rows, hero, who("t", "M", goal))
    east, south = borders(scene.field, veils)
    field = replace(scene.field, veil_east=east, veil_south=south)
    return of(replace(scene, field=field), mode)


@pytest.mark.parametrize("system", [*D20, "pf2"])
def test_c_191_a_border_that_a_line_passes_conceals(system: str) -> None:
    """Given a curtain across the room, then no corner is clear of it; beside the way it is none."""
    across = ("C1/D1", "C2/D2", "C3/D3")
    found = behind_a_veil(*across, system=system)
    assert (found.degree, found.miss_chance, found.causes) == ("concealment", 20, ("fog",))
    assert behind_a_veil("C2/C3", "D2/D3", system=system).degree == "none"
    assert behind_a_veil("F2/F3", system=system).degree == "none"
    why = {part.value for part in found.receipt.walk()}
    assert Message("through a veil at {borders}", borders=("C2/D2",)) in why


def test_c_191_c_193_a_veil_before_the_target_alone_conceals_it_too() -> None:
    assert behind_a_veil("E2/F2").degree == "concealment"
    assert behind_a_veil("B2/C2", goal="C2", mode="melee").degree == "concealment"


def test_c_192_nobody_beside_it_is_wholly_within_a_veil() -> None:
    between = ("A1/B1", "A2/B2", "A3/B3")
    assert behind_a_veil(*between, goal="B2", mode="melee").degree == "none"
    assert behind_a_veil(*between, goal="B2").degree == "concealment"


def test_c_191_walls_do_not_conceal() -> None:
    assert seen("..#...", "A1", "F1").degree == "none"


@pytest.mark.parametrize("ruleset", D20)
def test_c_192_in_adjacent_melee_the_whole_space_must_be_foggy(ruleset: str) -> None:
    hero = who("hero", "M", "A1", "party")
    ogre = who("ogre", "L", "B1")
    for rows, degree in (
        (".&&. .&&.", "concealment"),
        (".&&. .&..", "none"),
        ("&... ....", "none"),
    ):
        assert of(stage(ruleset, rows, hero, ogre), "melee").degree == degree


def test_c_192_reach_does_not_change_the_rule_of_the_adjacent() -> None:
    """Only cover has the rule of C-164: the catalogue gives concealment none of its kind."""
    ogre = who("ogre", "L", "B1")
    hero = who("hero", "M", "A1", "party")
    found = of(stage("pf1", "&... ....", ogre, hero), "melee")
    assert found.degree == "concealment"
    edge = of(stage("pf1", "..&. ....", ogre, hero), "melee")
    assert edge.degree == "none"


def test_c_193_melee_that_is_not_adjacent_uses_the_ranged_rule() -> None:
    hero = who("hero", "M", "A1", "party", weapon_reach=2)
    orc = who("orc", "M", "C1")
    scene = stage("dnd35", ".&.", hero, orc)
    found = of(scene, "melee")
    assert found.degree == "concealment"
    assert "C-193" in rules_of(found.receipt)


def test_c_194_a_blurring_effect_conceals_against_every_attack() -> None:
    blurred = who("mage", "M", "B1", "foe", "blur")
    for mode in ("melee", "ranged"):
        found = concealment(stage("pf1", "..", HERO, blurred), HERO, blurred, mode)
        assert (found.degree, found.causes) == ("concealment", ("blur",))


@pytest.mark.parametrize("ruleset", D20)
def test_c_195_the_miss_chance_is_a_fifth(ruleset: str) -> None:
    found = against("blur", ruleset=ruleset)
    assert (found.miss_chance, found.can_target, found.stops_aoo) == (20, True, False)
    assert "C-195" in rules_of(found.receipt)


def test_c_196_kinds_of_concealment_do_not_add_up() -> None:
    mage = who("mage", "M", "F1", "foe", "blur")
    found = of(stage("pf1", "..&...", HERO, mage, light="dim"))
    assert (found.miss_chance, found.causes) == (20, ("dim", "blur", "fog"))
    assert "C-196" in rules_of(found.receipt)


@pytest.mark.parametrize("ruleset", D20)
def test_c_197_concealment_allows_stealth(ruleset: str) -> None:
    assert eyes(ruleset=ruleset, light="dim").stealth
    assert not eyes(ruleset=ruleset).stealth


@pytest.mark.parametrize("ruleset", D20)
def test_c_199_total_concealment_denies_opportunities(ruleset: str) -> None:
    """C-113: even if its square is known."""
    assert against("invisible", ruleset=ruleset).stops_aoo
    assert not against("blur", ruleset=ruleset).stops_aoo
    assert "C-199" in rules_of(against("invisible", ruleset=ruleset).receipt)


@pytest.mark.parametrize(
    ("conditions", "dim", "dark"),
    [
        ((), "concealment", "total"),
        (("low_light",), "none", "total"),
        (("darkvision",), "none", "none"),
        (("see_invisible",), "concealment", "total"),
        (("darkvision", "blinded"), "total", "total"),
    ],
)
def test_c_200_eyes_that_see_in_dim_light_and_darkness(
    conditions: tuple[str, ...], dim: str, dark: str
) -> None:
    assert eyes(*conditions, light="dim").degree == dim
    assert eyes(*conditions, light="dark").degree == dark


def test_c_200_light_is_the_scenes_unless_it_is_given() -> None:
    scene = stage("pf1", ROW, HERO, ORC, light="dark")
    assert of(scene).degree == "total"
    assert of(scene, light="bright").degree == "none"


def test_c_200_darkness_goes_before_fog_and_fog_is_not_seen_through() -> None:
    dwarf = who("dwarf", "M", "A1", "party", "darkvision")
    scene = stage("pf1", "..&...", dwarf, ORC, light="dark")
    assert of(scene).causes == ("fog",)
    assert of(stage("pf1", "..&...", HERO, ORC, light="dark")).causes == ("dark",)


def test_c_201_the_invisible_are_totally_concealed_and_stealthy() -> None:
    found = against("invisible")
    assert (found.degree, found.miss_chance, found.can_target) == ("total", 50, False)
    bonus = [part.value for part in found.receipt.walk() if part.rule == "C-201"]
    assert (20, 40) in bonus


def test_c_201_but_not_to_eyes_that_see_them() -> None:
    seer = who("seer", "M", "A1", "party", "see_invisible")
    ghost = who("ghost", "M", "F1", "foe", "invisible")
    found = of(stage("pf1", ROW, seer, ghost))
    assert (found.degree, found.can_target, found.stealth) == ("none", True, False)
    assert "C-201" in rules_of(found.receipt)


@pytest.mark.parametrize("ruleset", D20)
def test_c_202_the_gm_may_change_the_miss_chance(ruleset: str) -> None:
    scene = stage(ruleset, ROW, HERO, ORC, light="dim")
    found = of(scene, miss_chance=35)
    assert (found.degree, found.miss_chance) == ("concealment", 35)
    assert "C-202" in rules_of(found.receipt)
    assert of(scene, light="bright", miss_chance=35).miss_chance == 0


@pytest.mark.parametrize("ruleset", D20)
def test_c_203_to_the_blinded_everyone_is_totally_concealed(ruleset: str) -> None:
    found = eyes("blinded", ruleset=ruleset)
    assert (found.degree, found.miss_chance, found.can_target) == ("total", 50, False)
    assert "C-203" in rules_of(found.receipt)


@pytest.mark.parametrize(
    ("rows", "degree", "check"),
    [
        ("..&...", "concealment", 5),
        (".....&", "concealment", 5),
        ("&.....", "none", 0),
        ("&&....", "concealment", 5),
        ("......", "none", 0),
    ],
)
def test_c_204_fog_on_the_line_between_the_centres(rows: str, degree: str, check: int) -> None:
    found = seen(rows, "A1", "F1", "pf2")
    assert (found.degree, found.flat_check) == (degree, check)
    assert rules_of(found.receipt) == {"C-204"}


@pytest.mark.parametrize(
    ("attacker", "target", "light"),
    [
        (who("a", "M", "A1", "party", "blinded"), ORC, "bright"),
        (HERO, who("orc", "M", "F1", "foe", "invisible"), "bright"),
        (HERO, ORC, "dark"),
    ],
)
def test_c_204_the_unseen_are_missed_half_the_time(
    attacker: Creature, target: Creature, light: Light
) -> None:
    found = of(stage("pf2", ROW, attacker, target, light=light))
    assert (found.degree, found.miss_chance, found.flat_check) == ("total", 50, 11)
    assert not found.stops_aoo


def test_c_204_in_fog_together_in_one_space() -> None:
    rat = who("rat", "T", "A1")
    hero = who("hero", "M", "A1", "party")
    assert of(stage("pf2", "&.", rat, hero), "melee").degree == "concealment"
    two = stage("pf2", "&& &&", who("wolf", "L", "A1"), who("ogre", "L", "A1"))
    assert of(two, "melee").degree == "concealment"
    big = stage("pf2", "&& &.", who("bat", "T", "A1"), who("ogre", "L", "A1"))
    assert of(big, "melee").degree == "concealment"
    part = stage("pf2", ".& &&", who("bat", "T", "A1"), who("ogre", "L", "A1"))
    assert of(part, "melee").degree == "concealment"


@pytest.mark.parametrize(
    ("rows", "degree"),
    [
        ("....&. ......", "concealment"),  # one square of the ogre's four
        ("...... .....&", "concealment"),
        ("&&.... &&....", "none"),  # all the fog is the attacker's own
        ("&&&... &&....", "none"),  # the line from (1, 1) runs below C1
        (".&&... .&&...", "concealment"),
    ],
)
def test_c_204_one_square_of_the_target_is_enough_and_the_attackers_own_never_count(
    rows: str, degree: str
) -> None:
    """Given a bear and an ogre of four squares each, then only fog beyond the bear conceals."""
    scene = stage("pf2", rows, who("bear", "L", "A1", "party"), who("ogre", "L", "E1"))
    for found in (of(scene, "melee"), of(scene, "ranged")):
        assert found.degree == degree
        assert rules_of(found.receipt) == {"C-204"}


def test_c_204_the_receipt_names_the_targets_square_and_what_does_not_count() -> None:
    scene = stage("pf2", "&&...& &&....", who("bear", "L", "A1", "party"), who("ogre", "L", "E1"))
    parts = list(of(scene).receipt.walk())
    assert ("F1",) in [part.value for part in parts]
    assert any("does not count" in part.label.template for part in parts)


def test_c_008_nothing_is_known_of_fog_off_the_map() -> None:
    scene = stage("pf1", "&&&", HERO, who("t", "M", "Z9"))
    assert of(scene).degree == "none"


def zoned(zone: str, light: Light, target: Creature = ORC, start: str = "A1") -> Concealment:
    """In the dim light of an evening, with another light in a zone."""
    hero = who("hero", "M", start, "party")
    scene = stage("pf1", "...... ......", hero, target, light="dim")
    return of(replace(scene, lit=lit(scene.field, "dim", ((zone, light),))))


def test_c_200_the_light_at_the_target_counts_and_not_that_at_the_attacker() -> None:
    assert zoned("F1", "bright").causes == ()
    assert zoned("F1", "dark").causes == ("dark",)
    assert zoned("A1", "bright").causes == ("dim",)
    assert zoned("A1", "dark").causes == ("dim",)


def test_c_200_the_best_lit_square_of_a_space_counts() -> None:
    ogre = who("ogre", "L", "E1")
    assert zoned("F2", "bright", ogre).degree == "none"
    assert zoned("E1:2 E2", "dark", ogre).degree == "concealment"
    assert zoned("E1:2 E2:2", "dark", ogre).degree == "total"


def test_c_200_the_receipt_tells_of_the_light_at_the_target_where_there_are_zones() -> None:
    told = [part.label.template for part in zoned("F1", "dark").receipt.walk()]
    assert "the best light on the space of {target}" in told
    plain = [part.label.template for part in eyes(light="dark").receipt.walk()]
    assert "the best light on the space of {target}" not in plain


def test_c_113_who_stands_in_a_dark_zone_is_struck_by_nobody() -> None:
    hero = who("hero", "M", "A1", "party")
    orc = who("orc", "M", "B1")
    scene = stage("pf1", "......", hero, orc)
    dark = replace(scene, lit=lit(scene.field, "bright", (("A1", "dark"),)))
    assert sees(scene, orc, hero)
    assert not sees(dark, orc, hero)
    assert sees(dark, hero, orc)
