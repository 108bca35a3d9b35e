"""Cover of the d20 systems, by corners (2.16), rule by rule."""

from __future__ import annotations

from typing import Literal

import pytest

from core.combat.areas import area_cover
from core.combat.board.scene import Creature, Scene
from core.combat.sight.cover import cover
from core.combat.sight.cover_answer import Cover
from core.combat.sight.lines import field_walls
from core.messages import Refusal
from tests.core.combat.staging import clear, rules_of, stage, who

D20 = ("pf1", "dnd35", "sf")
PILLAR = "..... ..... ..#.. ..... ....."
ROW = "................."
ARCHER = who("archer", "M", "A3", "party")
ORC = who("orc", "M", "E3")


def of(scene: Scene, mode: Literal["melee", "ranged"] = "ranged", gm_degree: str = "") -> Cover:
    """The cover that the second creature has from the first."""
    attacker, target = scene.creatures[:2]
    return cover(scene, attacker, target, mode, gm_degree=gm_degree)


def shot(rows: str, start: str, goal: str, *others: Creature, low: str = "") -> Cover:
    """The cover of a Medium orc from a Medium archer, under pf1."""
    archer = who("archer", "M", start, "party")
    orc = who("orc", "M", goal)
    return of(stage("pf1", rows, archer, orc, *others, low=low))


def asked(found: Cover, rule: str) -> set[str]:
    """The open questions that a part of the receipt rests on."""
    return {q for part in found.receipt.walk() if part.rule == rule for q in part.questions}


def blockers(found: Cover) -> set[tuple[str, str]]:
    return {(blocker.what, blocker.name) for line in found.lines for blocker in line.blockers}


@pytest.mark.parametrize("ruleset", D20)
def test_c_160_one_cut_line_from_the_best_corner_is_cover(ruleset: str) -> None:
    found = of(stage(ruleset, PILLAR, ARCHER, ORC))
    assert (found.degree, found.ac_bonus, found.reflex_bonus) == ("cover", 4, 2)
    assert found.can_attack
    assert blockers(found) == {("wall", "C3")}


def test_c_160_the_lines_are_those_of_the_chosen_corner() -> None:
    found = shot("..... ..... ..#.. ..... .....", "A2", "E3")
    assert len({line.start for line in found.lines}) == 1
    assert {line.end for line in found.lines} == {(8, 4), (10, 4), (8, 6), (10, 6)}
    assert [line.clear for line in found.lines].count(True) == 3


def test_c_161_a_receipt_says_which_lines_only_touch() -> None:
    found = shot("...... ...... ######", "A2", "F2")
    assert found.degree == "none"
    assert "C-161" in rules_of(found.receipt)
    assert asked(found, "C-161") == {"QC-6"}
    assert "C-161" not in rules_of(shot("...... ...... ......", "B2", "E2").receipt)


def test_c_160_what_is_named_is_what_decides_not_what_stands_in_front() -> None:
    """A wall before a low obstacle before a creature, in whatever order a line meets them."""
    pal = who("p", "M", "B2", "party")
    for row, degree, named in (
        ("...#.o.", "cover", ("wall", "D2")),
        (".....o.", "cover", ("low", "F2")),
        (".......", "soft", ("creature", "p")),
    ):
        found = shot(f"....... {row} .......", "A2", "G2", pal)
        assert found.degree == degree
        assert blockers(found) == {named}


def test_c_175_total_cover_names_the_wall_behind_the_creature() -> None:
    found = shot("...#... ...#... ...#...", "A2", "G2", who("p", "M", "B2", "party"))
    assert found.degree == "total"
    assert {what for what, _ in blockers(found)} == {"wall"}


def test_c_162_creatures_never_matter_in_adjacent_melee() -> None:
    """The pal stands where a ranged line would pass: B1-C2 past C1 and B2."""
    pals = who("p", "M", "C1", "party"), who("q", "M", "B2", "party")
    scene = stage("pf1", ".... .... ....", who("a", "M", "B1", "party"), who("t", "M", "C2"), *pals)
    assert of(scene, "melee").degree == "none"


def test_c_162_low_walls_count_in_adjacent_melee() -> None:
    a = who("a", "M", "B1", "party")
    t = who("t", "M", "C1")
    assert of(stage("dnd35", "....", a, t, low="B1/C1"), "melee").degree == "cover"


def test_c_163_melee_that_is_not_adjacent_uses_the_ranged_rule() -> None:
    a = who("a", "M", "A1", "party", weapon_reach=2)
    t = who("t", "M", "C1")
    pal = who("pal", "M", "B1", "party")
    found = of(stage("dnd35", "...", a, t, pal), "melee")
    assert found.degree == "soft"
    assert {"C-163", "C-178"} <= rules_of(found.receipt)


@pytest.mark.parametrize(
    ("attacker", "degree", "questions"),
    [
        (who("a", "M", "A1", "party"), "cover", set()),
        (who("a", "M", "A1", "party", weapon_reach=2), "none", {"QC-11"}),
        (who("a", "M", "A1", "party", reach=2), "none", set()),
        (who("a", "L", "A1", "party", long=True, space=1), "cover", set()),
    ],
)
def test_c_164_from_reach_2_on_the_ranged_rule_applies_to_the_adjacent(
    attacker: Creature, degree: str, questions: set[str]
) -> None:
    found = of(stage("pf1", ".#. ... ...", attacker, who("t", "M", "B2")), "melee")
    assert found.degree == degree
    assert asked(found, "C-164") == questions
    assert ("C-164" in rules_of(found.receipt)) == (degree == "none")


def test_c_165_a_big_archer_uses_any_corner_of_its_squares() -> None:
    """Only the middle of its top side has four clear lines: past the pillar D1, above C3."""
    rows = "...#. ..... ..#.."
    target = who("t", "M", "E3")
    scene = stage("pf1", rows, who("a", "L", "A1", "party"), target)
    found = of(scene)
    assert found.degree == "none"
    assert {line.start for line in found.lines} == {(2, 0)}
    assert asked(found, "C-165") == {"QC-10"}
    a, t = map(scene.body, scene.creatures)
    walls = field_walls(scene.field)
    for p in a.corners():
        assert not all(clear(walls, p, q, a, t) for q in t.corners())


def test_c_165_lines_to_a_big_target_end_at_its_outer_corners() -> None:
    found = of(stage("pf1", "...... ...... ......", ARCHER, who("t", "H", "D1")))
    assert {line.end for line in found.lines} == {(6, 0), (12, 0), (6, 6), (12, 6)}


def test_c_165_in_melee_the_attacker_picks_squares_on_both_sides() -> None:
    scene = stage("pf1", ".... .... .#..", who("h", "M", "A2", "party"), who("t", "L", "B1"))
    found = of(scene, "melee")
    assert found.degree == "none"
    assert len(found.lines) == 16
    long = who("horse", "L", "A1", "party", long=True)
    scene = stage("pf1", ".... ..#. ....", long, who("t", "M", "C1"))
    assert of(scene, "melee").degree == "none"


def test_c_165_who_strikes_with_reach_picks_a_square_of_a_big_target() -> None:
    """The lines to A3 and C3 pass the pillars; of the giant's squares B3 is open to the pike."""
    pike = who("pike", "M", "B1", "party", weapon_reach=2)
    giant = who("giant", "H", "A3")
    scene = stage("pf1", "... #.# ... ... ...", pike, giant)
    found = of(scene, "melee")
    assert found.degree == "none"
    assert {line.end for line in found.lines} == {(2, 4), (4, 4), (2, 6), (4, 6)}
    assert [str(part.value) for part in found.receipt.walk() if part.rule == "C-165"] == ["B3"]
    assert of(scene).degree == "cover"


def test_c_112_a_big_mover_is_struck_where_it_shows() -> None:
    pike = who("pike", "M", "B1", "party", weapon_reach=2)
    giant = who("giant", "H", "A3")
    scene = stage("pf1", "... #.# ... ... ... ...", pike, giant)
    assert not of(scene, "melee").stops_aoo


def test_c_166_no_cover_in_the_same_space() -> None:
    rat = who("rat", "T", "B1", "party")
    ogre = who("ogre", "L", "A1")
    for mode in ("melee", "ranged"):
        found = cover(stage("pf1", "... ...", rat, ogre, walls="A1/B1"), rat, ogre, mode)
        assert (found.degree, found.stealth, found.stops_aoo) == ("none", False, False)
        assert "C-166" in rules_of(found.receipt)


def test_c_167_soft_cover_and_cover_are_worth_4() -> None:
    assert shot("...", "A1", "C1", who("p", "M", "B1")).ac_bonus == 4
    assert shot(PILLAR, "A3", "E3").ac_bonus == 4


def test_c_168_low_obstacles_cover_from_a_burst_unless_it_is_nearer() -> None:
    """Judged from the open squares at the burst point: A and B of column 3."""
    orc = who("orc", "M", "H1")
    scene = stage("pf1", "..o....o. .........", orc)
    assert area_cover(scene, (1, 1), who("x", "M", "I1")).degree == "cover"
    near = stage("pf1", "..o...... .........", orc)
    assert area_cover(near, (1, 1), orc).degree == "none"
    tie = stage("pf1", "....o....  .........", who("orc", "M", "G1"))
    for x, degree in ((1, "cover"), (2, "cover"), (3, "none"), (4, "none")):
        assert area_cover(tie, (x, 1), tie.creatures[0]).degree == degree


def test_c_168_creatures_do_not_count_against_area_effects() -> None:
    scene = stage("pf1", "..... .....", who("orc", "M", "E1"), who("pal", "H", "B1", space=2))
    found = area_cover(scene, (0, 0), scene.creatures[0])
    assert (found.degree, found.reflex_bonus, found.affected) == ("none", 0, True)
    assert len(found.lines) == 4


def test_c_169_a_spread_affects_whom_it_can_flow_to() -> None:
    orc = who("orc", "M", "E1")
    around = stage("pf1", "...#. ...#. .....", orc)
    sealed = stage("pf1", "...#. ...#.", orc)
    for scene, reached in ((around, True), (sealed, False)):
        assert not area_cover(scene, (0, 0), orc).affected
        found = area_cover(scene, (0, 0), orc, spread=True)
        assert (found.degree, found.reflex_bonus, found.affected) == ("total", 0, reached)
    behind = stage("pf1", "...#. ..... .....", orc)
    assert area_cover(behind, (0, 2), orc).reflex_bonus == 2
    assert area_cover(behind, (0, 2), orc, spread=True).reflex_bonus == 0


@pytest.mark.parametrize("ruleset", D20)
def test_c_170_cover_allows_stealth_and_soft_cover_does_not(ruleset: str) -> None:
    assert of(stage(ruleset, PILLAR, ARCHER, ORC)).stealth
    pal = who("pal", "M", "C3", "party")
    soft = of(stage(ruleset, "..... ..... .....", ARCHER, ORC, pal))
    assert (soft.degree, soft.stealth) == ("soft", False)
    assert not of(stage(ruleset, "..... ..... .....", ARCHER, ORC)).stealth
    walled = of(stage(ruleset, "..#.. ..#.. ..#..", ARCHER, ORC))
    assert (walled.degree, walled.stealth) == ("total", True)


@pytest.mark.parametrize(
    ("target", "degree", "doubtful"),
    [("M1", "cover", False), ("N1", "cover", True), ("O1", "none", False)],
)
def test_c_171_a_low_obstacle_covers_as_far_as_6_squares(
    target: str, degree: str, doubtful: bool
) -> None:
    """Exactly 6 rests on a question: "less than 9 m" against the printed "within 30 feet"."""
    found = shot(".......o.........", "A1", target)
    assert found.degree == degree
    assert "C-171" in rules_of(found.receipt)
    assert ("QC-8" in asked(found, "C-171")) == doubtful


def test_c_171_a_low_border_is_as_far_as_the_nearer_of_its_squares() -> None:
    assert shot(ROW, "A1", "N1", low="G1/H1").degree == "cover"
    assert shot(ROW, "A1", "O1", low="G1/H1").degree == "none"


def test_c_171_low_squares_under_attacker_and_target_are_ignored() -> None:
    assert shot("o....", "A1", "E1").degree == "none"
    assert shot("....o", "A1", "E1").degree == "none"
    assert "C-171" in rules_of(shot("....o", "A1", "E1").receipt)


def test_c_172_the_attacker_must_be_strictly_nearer_to_ignore_it() -> None:
    assert shot("..o...", "A1", "F1").degree == "none"
    assert shot("..o..", "A1", "E1").degree == "cover"
    assert "QC-9" in asked(shot("..o..", "A1", "E1"), "C-172")
    assert shot("...o..", "A1", "F1").degree == "cover"
    assert shot(".....", "A1", "E1", low="A1/B1").degree == "none"


def test_c_173_three_free_lines_of_four_are_a_hint_and_no_more() -> None:
    assert shot(PILLAR, "A3", "E3").partial_hint is False
    found = shot("..... ..... ..#.. .....", "A2", "E3")
    assert (found.degree, found.ac_bonus, found.partial_hint) == ("cover", 4, True)
    assert "QC-12" in asked(found, "C-173")


def test_c_173_the_gm_calls_cover_partial() -> None:
    scene = stage("pf1", "..... ..... ..#.. .....", who("a", "M", "A2"), who("t", "M", "E3"))
    found = of(scene, gm_degree="partial")
    assert (found.degree, found.ac_bonus, found.reflex_bonus) == ("partial", 2, 1)
    assert (found.stealth, found.stops_aoo, found.partial_hint) == (True, True, False)
    assert found.receipt.rule == "C-173"


@pytest.mark.parametrize("call", ["partial", "improved"])
def test_c_173_the_gm_calls_nothing_but_cover(call: str) -> None:
    clear = "..... ..... ....."
    soft = who("p", "M", "C3")
    assert of(stage("pf1", clear, ARCHER, ORC), gm_degree=call).degree == "none"
    assert of(stage("pf1", clear, ARCHER, ORC, soft), gm_degree=call).degree == "soft"
    walled = stage("pf1", "..#.. ..#.. ..#..", ARCHER, ORC)
    assert of(walled, gm_degree=call).degree == "total"


@pytest.mark.parametrize("ruleset", D20)
def test_c_174_improved_cover_doubles_the_bonuses(ruleset: str) -> None:
    found = of(stage(ruleset, PILLAR, ARCHER, ORC), gm_degree="improved")
    assert (found.ac_bonus, found.reflex_bonus, found.stealth_bonus) == (8, 4, 10)
    assert found.improved_evasion
    assert asked(found, "C-174") - {"QC-15"} == {"QC-45"}


def test_c_174_the_gm_has_no_other_word() -> None:
    with pytest.raises(Refusal) as refused:
        of(stage("pf1", PILLAR, ARCHER, ORC), gm_degree="great")
    assert refused.value.code == "unknown_gm_degree"


def test_c_175_no_line_of_effect_is_total_cover() -> None:
    found = shot("..#.. ..#.. ..#..", "A2", "E2")
    assert (found.degree, found.can_attack, found.stops_aoo) == ("total", False, True)
    assert (found.ac_bonus, found.reflex_bonus) == (0, 0)
    assert not any(line.clear for line in found.lines)


def test_c_175_line_of_effect_may_end_at_any_corner_of_a_big_targets_squares() -> None:
    """No line to the ogre's outer corners is clear, but those to the middle of its side are."""
    found = of(stage("pf1", "...#.. .#....", who("a", "M", "A2", "party"), who("o", "L", "E1")))
    assert (found.degree, found.can_attack) == ("cover", True)
    assert not any(line.clear for line in found.lines)


def test_c_175_a_target_seen_by_a_grazing_line_only_rests_on_a_question() -> None:
    """Past C3 lines reach D4's corners from outside; none runs through it or along its rim."""
    assert asked(shot(PILLAR, "A3", "E3"), "C-175") == set()
    grazed = shot(".... .... ..#. ....", "A1", "D4")
    assert grazed.degree == "cover"
    assert asked(grazed, "C-175") == {"QC-7"}


def test_c_176_a_wall_on_the_line_is_worse_than_a_creature() -> None:
    rows = "....... ..#.... ......."
    assert shot(rows, "A2", "G2", who("p", "M", "E2")).degree == "cover"


def test_c_176_the_best_corner_prefers_a_creature_to_a_wall() -> None:
    """From the lower corners no line meets the pillar C1, but all meet the pal."""
    rows = "..#.... ....... ......."
    found = shot(rows, "A2", "G1", who("p", "M", "D2", "party"))
    assert (found.degree, found.ac_bonus, found.reflex_bonus) == ("soft", 4, 0)
    assert ("creature", "p") in blockers(found)


def test_c_176_between_a_wall_and_a_creature_there_is_no_way() -> None:
    """The only line past the pal runs along the wall beside it."""
    found = shot("..#.. ..... #####", "A2", "E2", who("p", "M", "C2"))
    assert found.degree == "soft"


def test_c_176_a_creature_beside_the_spaces_closes_a_line_along_a_wall() -> None:
    """The line above B2 runs along the wall alone; with the pal at B1 between two blockers."""
    rows = ".... .#.. ...."
    a = who("a", "M", "A2", "party")
    t = who("t", "L", "C2")
    assert of(stage("pf1", rows, a, t)).partial_hint
    assert not of(stage("pf1", rows, a, t, who("pal", "M", "B1"))).partial_hint


@pytest.mark.parametrize("size", ["F", "T", "M", "C"])
def test_c_177_creatures_of_every_size_give_soft_cover(size: str) -> None:
    between = who("p", size, "C1", "party", space=1)
    found = shot(".....", "A1", "E1", between)
    assert found.degree == "soft"
    assert ("C-177" in rules_of(found.receipt)) == (size in "FT")


@pytest.mark.parametrize("condition", ["dead", "prone", "unconscious"])
def test_c_177_corpses_give_none(condition: str) -> None:
    found = shot(".....", "A1", "E1", who("p", "M", "C1", "foe", condition))
    assert found.degree == ("none" if condition == "dead" else "soft")


def test_c_057_who_shares_the_attackers_space_gives_no_cover() -> None:
    pal = who("pal", "L", "A1", "party")
    found = shot("..... .....", "B1", "E1", pal)
    assert found.degree == "none"
    assert "C-057" in rules_of(found.receipt)


def test_c_257_mount_and_rider_give_each_other_no_cover() -> None:
    horse = who("horse", "L", "C1", "foe", long=True)
    rider = who("rider", "M", "C1", "foe", rides="horse")
    archer = who("archer", "M", "A1", "party")
    other = who("t", "M", "E1")
    scene = stage("pf1", "..... .....", archer, rider, horse)
    found = of(scene)
    assert found.degree == "none"
    assert "C-257" in rules_of(found.receipt)
    assert of(stage("pf1", "..... .....", rider, archer, horse)).degree == "none"
    behind = of(stage("pf1", "..... .....", archer, other, horse, rider))
    assert behind.degree == "soft"


@pytest.mark.parametrize("ruleset", D20)
def test_c_178_soft_cover_denies_opportunities_of_the_long_armed(ruleset: str) -> None:
    ogre = who("ogre", "L", "C1")
    hero = who("hero", "M", "A1", "party")
    pal = who("pal", "M", "B1", "party")
    found = of(stage(ruleset, ".... ....", ogre, hero, pal), "melee")
    assert (found.degree, found.stops_aoo) == ("soft", True)
    assert "QC-13" in asked(found, "C-112")
    assert "C-178" in rules_of(found.receipt)


def test_c_112_any_cover_denies_opportunities() -> None:
    assert of(
        stage("pf1", ".#. ... ...", who("o", "M", "B2"), who("h", "M", "A1")), "melee"
    ).stops_aoo
    assert not of(
        stage("pf1", "... ... ...", who("o", "M", "B2"), who("h", "M", "A1")), "melee"
    ).stops_aoo


def test_c_008_who_is_not_on_the_map_has_total_cover() -> None:
    found = shot("...", "A1", "D1")
    assert (found.degree, found.can_attack) == ("total", False)
    assert found.receipt.rule == "C-008"
    scene = stage("pf1", "...", who("a", "M", "A1"))
    assert not area_cover(scene, (0, 0), who("t", "L", "C1")).affected


@pytest.mark.parametrize("origin", [(-1, 0), (4, 0), (0, 2), (10**9, 10**9)])
def test_an_area_effect_starts_on_the_map(origin: tuple[int, int]) -> None:
    with pytest.raises(Refusal) as refused:
        area_cover(stage("pf1", "...", ARCHER), origin, who("t", "M", "A1"))
    assert refused.value.code == "unknown_origin"


def test_nobody_takes_cover_where_there_is_no_such_action() -> None:
    scene = stage("dnd35", PILLAR, ARCHER, ORC)
    with pytest.raises(Refusal) as refused:
        cover(scene, ARCHER, ORC, "ranged", take_cover=True)
    assert refused.value.code == "unknown_take_cover"
    with pytest.raises(Refusal):
        area_cover(scene, (0, 0), ORC, take_cover=True)
