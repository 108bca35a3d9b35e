"""Where a movement may stop, and halts where none may (2.4, 2.6, 2.15)."""

from __future__ import annotations

import pytest

from core.combat.board.scene import Creature, Manner
from core.combat.board.squares import Square, parse_square
from core.combat.movement.stops import halt_mover, may_end
from core.messages import Refusal
from tests.core.combat.staging import named, open_ground, path, rules_of, stage, who

HERO = who("hero", "M", "A1", "party")


def stops(ruleset: str, rows: str, *others: Creature, names: str, at: str) -> str:
    """Where the hero ends, "gm" when the GM says."""
    scene = stage(ruleset, rows, HERO, *others)
    found = halt_mover(scene, HERO, path(names), parse_square(at))
    return "gm" if found.gm_decides else named(found.options)


@pytest.mark.parametrize("ruleset", ["pf1", "dnd35", "sf", "pf2"])
def test_c_157_a_lawful_place_is_where_one_stays(ruleset: str) -> None:
    assert stops(ruleset, "...", names="A1 B1 C1", at="B1") == "B1"


def test_c_157_back_to_the_last_lawful_place_unless_another_is_strictly_nearer() -> None:
    pals = [who(f"p{n}", "M", at, "party") for n, at in enumerate(("C1", "D1"))]
    rows = "......"
    assert stops("dnd35", rows, *pals, names="A1 B1 C1 D1 E1", at="C1") == "B1"
    assert stops("dnd35", rows, *pals, names="A1 B1 C1 D1 E1", at="D1") == "E1"
    assert stops("sf", rows, *pals, names="A1 B1 C1 D1 E1", at="D1") == "B1"
    assert stops("pf2", rows, *pals, names="A1 B1 C1 D1 E1", at="D1") == "gm"


def test_c_157_the_nearest_place_needs_line_of_effect() -> None:
    pals = [who(f"p{n}", "M", at, "party") for n, at in enumerate(("B1", "C1"))]
    open_ = ".... ####"
    walled = "...# ####"
    assert stops("pf1", open_, *pals, names="A1 B1 C1", at="C1") == "D1"
    assert stops("pf1", walled, *pals, names="A1 B1 C1", at="C1") == "A1"
    scene = stage("pf1", open_, HERO, *pals, walls="C1/D1")
    assert named(halt_mover(scene, HERO, path("A1 B1 C1"), Square(2, 0)).options) == "A1"


def test_c_007_equally_near_places_are_all_named() -> None:
    pals = [who(f"p{n}", "M", at, "party") for n, at in enumerate(("B2", "C2"))]
    scene = stage("pf1", "##.# .... ##.#", who("hero", "M", "A2", "party"), *pals)
    found = halt_mover(scene, scene.creatures[0], path("A2 B2 C2"), Square(2, 1))
    assert named(found.options) == "C1 D2 C3"
    assert {"C-007", "C-157", "G-2"} <= rules_of(found.receipt)
    away = {
        part.label.value("square"): part.value for part in found.receipt.parts if part.rule == "G-2"
    }
    assert away == {"A2": 2, "C1": 1, "D2": 1, "C3": 1}


def test_c_157_the_start_does_where_no_place_of_the_path_is_lawful() -> None:
    pals = [who(f"p{n}", "M", at, "party") for n, at in enumerate(("A1", "B1"))]
    assert stops("sf", "..", *pals, names="A1 B1", at="B1") == "A1"


def test_c_157_the_first_time_that_the_path_comes_there_counts() -> None:
    pal = who("pal", "M", "B1", "party")
    assert stops("sf", "....", pal, names="A1 B1 C1 B1 A1", at="B1") == "A1"


def test_c_159_c_070_the_gm_says_who_is_moved_out() -> None:
    pal = who("pal", "M", "B1", "party")
    scene = stage("pf2", "...", HERO, pal)
    found = halt_mover(scene, HERO, path("A1 B1 C1"), Square(1, 0))
    assert (found.options, found.gm_decides) == ((), True)
    assert {"C-159", "C-070", "C-069"} <= rules_of(found.receipt)


def test_c_157_a_way_back_is_found_beyond_the_space_at_the_end() -> None:
    wall = who("cube", "M", "AD30", "party")
    scene = stage("pf1", open_ground(30, 30), HERO, wall)
    found = halt_mover(scene, HERO, path("A1 AD30"), parse_square("AD30"))
    assert named(found.options) == "AC29 AD29 AC30"


@pytest.mark.nightly
def test_c_157_a_long_way_back_is_found_at_once() -> None:
    """No ring of places is walked square by square over a map of 500 x 500."""
    wall = who("cube", "M", "SF500", "party")
    scene = stage("pf1", open_ground(500, 500), HERO, wall)
    found = halt_mover(scene, HERO, path("A1 SF500"), parse_square("SF500"))
    assert named(found.options) == "SE499 SF499 SE500"


def test_c_158_who_is_not_on_the_path_is_refused() -> None:
    with pytest.raises(Refusal) as refused:
        stops("sf", "...", names="A1 B1", at="C1")
    assert refused.value.code == "not_on_path"


@pytest.mark.parametrize(
    ("at", "manner", "reason", "rule"),
    [
        ("B1", Manner(), "ok", "C-044"),
        ("D1", Manner(), "blocked", "C-044"),
        ("E1", Manner(), "blocked", "C-045"),
        ("E1", Manner(mode="fly"), "ok", "C-044"),
        ("F1", Manner(), "obstacle_end", "C-040"),
        ("F1", Manner(mode="fly"), "ok", "C-044"),
        ("C1", Manner(), "end_occupied", "C-061"),
        ("D1", Manner(mode="incorporeal"), "blocked", "C-044"),
        ("A1", Manner(mode="swim"), "blocked", "C-045"),
        ("ZZ9", Manner(), "blocked", "C-008"),
    ],
)
def test_c_061_each_reason_names_its_rule(at: str, manner: Manner, reason: str, rule: str) -> None:
    scene = stage("dnd35", "...#~=", HERO, who("pal", "M", "C1", "party"))
    found = may_end(scene, HERO, parse_square(at), manner)
    assert (found.legal, found.reason) == (reason == "ok", reason)
    assert rule in rules_of(found.receipt)


def test_c_055_no_space_is_astride_a_wall() -> None:
    ogre = who("ogre", "L", "A1")
    scene = stage("pf1", open_ground(4, 2), ogre, walls="B2/C2")
    found = may_end(scene, ogre, Square(1, 0))
    assert (found.reason, "C-055" in rules_of(found.receipt)) == ("blocked", True)
    assert may_end(scene, ogre, Square(1, 0), Manner(mode="incorporeal")).legal
    assert may_end(scene, ogre, Square(2, 0)).legal


def test_c_008_a_space_lies_wholly_on_the_map() -> None:
    ogre = who("ogre", "L", "A1")
    scene = stage("pf1", open_ground(4, 2), ogre)
    for at in (Square(3, 0), Square(0, 1), Square(-1, 0), Square(9, 9)):
        assert may_end(scene, ogre, at).reason == "blocked"


def test_c_061_one_is_never_in_ones_own_way() -> None:
    scene = stage("pf1", open_ground(4, 2), who("ogre", "L", "A1"))
    assert may_end(scene, scene.creatures[0], Square(1, 0)).legal
