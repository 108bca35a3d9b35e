"""Cover and screening of Pathfinder 2, by centres (2.17), rule by rule."""

from __future__ import annotations

from typing import Literal

import pytest

from core.combat.areas import area_cover
from core.combat.board.scene import Creature, Scene
from core.combat.sight.cover import cover
from core.combat.sight.cover_answer import Cover
from core.messages import Refusal
from tests.core.combat.staging import rules_of, stage, who

OPEN = "........ ........ ........ ........ ........"
PILLAR = "..... ..#.. ....."
ARCHER = who("archer", "M", "A2", "party")
ORC = who("orc", "M", "E2")


def of(
    scene: Scene,
    mode: Literal["melee", "ranged"] = "ranged",
    *,
    gm_degree: str = "",
    take_cover: bool = False,
) -> Cover:
    """The cover that the second creature has from the first."""
    attacker, target = scene.creatures[:2]
    return cover(scene, attacker, target, mode, gm_degree=gm_degree, take_cover=take_cover)


def past(*others: Creature, rows: str = OPEN, start: str = "A2", goal: str = "H2") -> Cover:
    """The cover of a Medium orc from a Medium archer with others about."""
    archer = who("archer", "M", start, "party")
    orc = who("orc", "M", goal)
    return of(stage("pf2", rows, archer, orc, *others))


def asked(found: Cover, rule: str) -> set[str]:
    return {q for part in found.receipt.walk() if part.rule == rule for q in part.questions}


def test_c_179_the_line_between_the_centres_decides() -> None:
    found = of(stage("pf2", PILLAR, ARCHER, ORC))
    assert (found.degree, found.partial_hint) == ("cover", None)
    assert (found.lines[0].start, found.lines[0].end) == ((1, 3), (9, 3))
    assert [b.name for b in found.lines[0].blockers] == ["C2"]
    assert of(stage("pf2", "..#.. ..... ..#..", ARCHER, ORC)).degree == "none"


def test_c_187_corner_lines_rest_on_no_default_where_another_corner_is_free() -> None:
    """The upper corners' lines touch or cross the low wall C2; from the lower ones all is open."""
    low = stage("pf2", "..... ..o.. ..... .....", who("a", "M", "A3", "party"), who("t", "M", "E3"))
    found = of(low)
    assert found.degree == "none"
    corners = next(part for part in found.receipt.parts if part.rule == "C-187")
    assert {part.rule for part in corners.parts} == {"C-187"}
    behind = stage(
        "pf2", "..... .oo.. .##.. .....", who("a", "M", "A2", "party"), who("t", "M", "E2")
    )
    assert {"C-185"} <= rules_of(of(behind).receipt)


def test_c_179_also_in_adjacent_melee() -> None:
    a = who("a", "M", "A1", "party")
    t = who("t", "M", "B1")
    assert of(stage("pf2", ".. ..", a, t, walls="A1/B1"), "melee").degree == "cover"


def test_c_166_no_cover_in_the_same_space() -> None:
    rat = who("rat", "T", "A1")
    hero = who("hero", "M", "A1", "party")
    found = of(stage("pf2", "..", rat, hero), take_cover=True)
    assert (found.degree, found.ac_bonus) == ("none", 0)


def test_c_180_cover_is_plus_2_to_armour_class_and_reflex() -> None:
    found = of(stage("pf2", PILLAR, ARCHER, ORC))
    assert (found.ac_bonus, found.reflex_bonus) == (2, 2)
    assert "C-180" in rules_of(found.receipt)


def test_c_181_take_cover_helps_only_who_has_cover() -> None:
    covered = of(stage("pf2", PILLAR, ARCHER, ORC), take_cover=True)
    assert (covered.degree, covered.ac_bonus, covered.reflex_bonus) == ("cover", 4, 4)
    assert "C-181" in rules_of(covered.receipt)
    assert of(stage("pf2", "..... .....", ARCHER, ORC), take_cover=True).ac_bonus == 0
    screened = of(stage("pf2", OPEN, ARCHER, ORC, who("pal", "M", "C2")), take_cover=True)
    assert (screened.degree, screened.ac_bonus) == ("screen", 1)


def test_c_182_from_an_area_effect_the_line_goes_to_the_centre() -> None:
    scene = stage("pf2", "..... ..#.. .....", ORC)
    found = area_cover(scene, (1, 1), ORC)
    assert (found.degree, found.reflex_bonus) == ("cover", 2)
    assert [line.end for line in found.lines] == [(9, 3)]
    assert area_cover(scene, (1, 1), ORC, take_cover=True).reflex_bonus == 4
    assert area_cover(scene, (1, 0), ORC).reflex_bonus == 0
    walled = stage("pf2", "..#.. ..#.. ..#..", ORC)
    found = area_cover(walled, (1, 1), ORC, spread=True)
    assert (found.degree, found.affected) == ("total", False)


def test_c_169_is_no_rule_of_spreads_here() -> None:
    scene = stage("pf2", "..... ..#.. .....", ORC)
    assert area_cover(scene, (1, 1), ORC, spread=True).reflex_bonus == 2


def test_c_183_cover_lets_hide_and_screening_does_not() -> None:
    assert of(stage("pf2", PILLAR, ARCHER, ORC)).stealth
    assert not past(who("pal", "M", "C2", "party")).stealth


def test_c_184_the_gm_may_say_that_it_is_too_thin() -> None:
    found = of(stage("pf2", PILLAR, ARCHER, ORC), gm_degree="none")
    assert (found.degree, found.ac_bonus, found.stealth) == ("none", 0, False)
    assert "C-184" in rules_of(found.receipt)
    clear = of(stage("pf2", "..... .....", ARCHER, ORC), gm_degree="none")
    assert "C-184" not in rules_of(clear.receipt)


def test_c_184_creatures_behind_it_still_screen() -> None:
    scene = stage("pf2", PILLAR, ARCHER, ORC, who("pal", "M", "D2"))
    assert of(scene).degree == "cover"
    assert of(scene, gm_degree="none").degree == "screen"
    walled = stage("pf2", "..#.. ..#.. ..#..", ARCHER, ORC)
    assert of(walled, gm_degree="none").degree == "total"


def test_c_185_low_obstacles_cover_at_any_distance() -> None:
    row = ".o" + "." * 20
    found = of(stage("pf2", row, who("a", "M", "A1"), who("t", "M", "V1")))
    assert (found.degree, found.can_attack) == ("cover", True)
    edged = stage("pf2", "." * 22, who("a", "M", "A1"), who("t", "M", "V1"), low="A1/B1")
    assert of(edged).degree == "cover"
    assert {b.what for b in of(edged).lines[0].blockers} == {"low_edge"}


def test_c_185_nobody_hides_behind_what_it_stands_on() -> None:
    a = who("a", "M", "A1")
    t = who("t", "M", "E1")
    assert of(stage("pf2", "o....", a, t)).degree == "none"
    assert of(stage("pf2", "....o", a, t)).degree == "none"
    scene = stage("pf2", ".o... .....", t)
    assert area_cover(scene, (1, 1), t).degree == "cover"


@pytest.mark.parametrize(
    ("attacker", "size", "target", "degree"),
    [
        ("M", "H", "M", "cover"),
        ("M", "L", "M", "screen"),
        ("L", "H", "M", "screen"),
        ("M", "H", "L", "screen"),
        ("S", "L", "S", "cover"),
        ("S", "L", "M", "screen"),
        ("M", "G", "L", "cover"),
    ],
)
def test_c_186_a_creature_covers_when_it_is_two_sizes_larger_than_both(
    attacker: str, size: str, target: str, degree: str
) -> None:
    scene = stage(
        "pf2",
        OPEN,
        who("a", attacker, "A2", space=1),
        who("t", target, "H2", space=1),
        who("big", size, "C1", space=3),
    )
    found = of(scene)
    assert found.degree == degree
    assert "C-186" in rules_of(found.receipt)


def test_c_186_its_corpse_does_not() -> None:
    assert past(who("big", "H", "C1", "foe", "dead")).degree == "none"


@pytest.mark.parametrize(
    ("attacker", "size", "degree"),
    [
        ("M", "M", "screen"),
        ("M", "S", "screen"),
        ("M", "T", "none"),
        ("L", "S", "none"),
        ("L", "M", "screen"),
        ("S", "T", "screen"),
        ("M", "L", "screen"),
    ],
)
def test_c_188_from_one_size_smaller_than_the_attacker_upward(
    attacker: str, size: str, degree: str
) -> None:
    scene = stage(
        "pf2",
        OPEN,
        who("a", attacker, "A2", space=1),
        who("t", "M", "H2"),
        who("between", size, "D1", space=3),
    )
    found = of(scene)
    assert (found.degree, found.ac_bonus) == (degree, int(degree == "screen"))
    assert "C-188" in rules_of(found.receipt)


def test_c_188_much_larger_creatures_rest_on_a_question() -> None:
    scene = stage("pf2", OPEN, who("a", "M", "A2"), who("t", "L", "G2"), who("big", "H", "C1"))
    assert of(scene).degree == "screen"
    assert "QC-33" in asked(of(scene), "C-188")
    plain = stage("pf2", OPEN, who("a", "M", "A2"), who("t", "L", "G2"), who("big", "L", "C1"))
    assert asked(of(plain), "C-188") == set()


def test_c_187_one_free_corner_is_enough() -> None:
    assert past(who("pal", "M", "C1")).degree == "none"
    assert past(who("pal", "M", "C2")).degree == "screen"
    assert past(who("pal", "M", "C2", "foe", "dead")).degree == "none"


def test_c_187_not_in_adjacent_melee() -> None:
    a = who("a", "M", "B2")
    t = who("t", "M", "C1")
    pal = who("pal", "M", "C2")
    scene = stage("pf2", OPEN, a, t, pal, who("other", "M", "B1"))
    assert of(scene, "melee").degree == "none"
    far = stage(
        "pf2", OPEN, who("a", "M", "A2", weapon_reach=2), who("t", "M", "C2"), who("pal", "M", "B2")
    )
    assert of(far, "melee").degree == "screen"


def test_c_187_terrain_alone_may_screen() -> None:
    """The centres see each other between B1 and D2; no corner sees the centre (QC-34)."""
    scene = stage("pf2", ".#.... ...#..", who("a", "M", "A2"), who("t", "M", "F1"))
    found = of(scene)
    assert found.degree == "screen"
    assert "QC-34" in asked(found, "C-187")
    assert asked(past(who("pal", "M", "C2")), "C-187") == set()


def test_c_189_the_better_of_cover_and_screening_counts() -> None:
    scene = stage("pf2", "...... ...#.. ......", ARCHER, who("t", "M", "F2"), who("p", "M", "C2"))
    found = of(scene)
    assert (found.degree, found.ac_bonus) == ("cover", 2)
    assert "C-189" in rules_of(found.receipt)


def test_c_190_without_line_of_effect_there_is_no_attack() -> None:
    found = of(stage("pf2", "..#.. ..#.. ..#..", ARCHER, ORC), take_cover=True)
    assert (found.degree, found.can_attack, found.ac_bonus) == ("total", False, 0)
    assert (found.stealth, found.stops_aoo) == (True, True)
    assert asked(found, "C-190") == {"QC-7", "QC-35"}


def test_c_121_cover_stops_no_reaction() -> None:
    assert not of(stage("pf2", PILLAR, ARCHER, ORC)).stops_aoo
    assert not past(who("pal", "M", "C2")).stops_aoo


def test_c_257_mount_and_rider_do_not_screen_each_other() -> None:
    horse = who("horse", "L", "E2")
    rider = who("rider", "M", "E2", rides="horse")
    found = of(stage("pf2", OPEN, ARCHER, rider, horse))
    assert found.degree == "none"
    assert "C-257" in rules_of(found.receipt)


@pytest.mark.parametrize("call", ["partial", "improved", "cover"])
def test_c_173_partial_and_improved_cover_are_unknown_here(call: str) -> None:
    with pytest.raises(Refusal) as refused:
        of(stage("pf2", PILLAR, ARCHER, ORC), gm_degree=call)
    assert refused.value.code == "unknown_gm_degree"
