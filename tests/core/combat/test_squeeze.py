"""Squeezing (2.7): passages, penalties, and the figure in a narrow place."""

from __future__ import annotations

from fractions import Fraction

import pytest

from core.combat.board.scene import Manner
from core.combat.board.squares import Square
from core.combat.movement.moves import move
from core.combat.movement.squeeze import is_squeezing, squeeze, stretch
from core.messages import Refusal
from tests.core.combat.staging import named, open_ground, path, rules_of, stage, who
from tests.switched import printed

WIDTHS = {"L": "3/2", "H": "9/4", "G": "3", "C": "9/2", "M": "3/4", "T": "3/8"}


@pytest.mark.parametrize("ruleset", ["pf1", "dnd35", "sf"])
@pytest.mark.parametrize("size", sorted(WIDTHS))
def test_c_076_half_the_space_is_wide_enough(ruleset: str, size: str) -> None:
    rules = printed(ruleset)
    least = Fraction(WIDTHS[size])
    hair = Fraction(1, 1000)
    modes = [squeeze(rules, size, width).mode for width in (least - hair, least, 2 * least - hair)]
    narrower = "impossible" if ruleset == "sf" else "escape_artist"
    assert modes == [narrower, "squeeze", "squeeze"]
    assert squeeze(rules, size, 2 * least).mode == "normal"
    assert squeeze(rules, size, least).min_width_m == least


def test_c_078_the_squeezed_lose_four_on_attacks_and_ac() -> None:
    found = squeeze(printed("dnd35"), "L", Fraction(2))
    assert (found.cost_multiplier, found.attack, found.ac, found.can_attack) == (2, -4, -4, True)
    assert {"C-076", "C-077", "C-078"} <= rules_of(found.receipt)


def test_c_081_narrower_than_half_takes_an_escape_artist() -> None:
    found = squeeze(printed("pf1"), "L", Fraction(1))
    assert (found.attack, found.ac, found.can_attack, found.loses_dex) == (0, -4, False, True)
    assert found.cost_multiplier is None


def test_c_082_c_083_squeezing_entangles_in_sf() -> None:
    found = squeeze(printed("sf"), "L", Fraction(2))
    assert (found.condition, found.attack, found.ac, found.cost_multiplier) == (
        "entangled",
        -2,
        0,
        2,
    )
    assert {"C-082", "C-083"} <= rules_of(found.receipt)


@pytest.mark.parametrize("width", ["0", "1/10", "2", "299/100"])
def test_c_085_pf2_has_an_activity_for_every_narrow_passage(width: str) -> None:
    found = squeeze(printed("pf2"), "L", Fraction(width))
    assert (found.mode, found.can_attack, found.attack) == ("squeeze_activity", False, None)
    assert squeeze(printed("pf2"), "L", Fraction(3)).mode == "normal"


@pytest.mark.parametrize(
    ("size", "width", "code"), [("X", 1, "unknown_size"), ("M", -1, "width_m")]
)
def test_c_076_what_makes_no_sense_is_refused(size: str, width: int, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        squeeze(printed("pf1"), size, Fraction(width))
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("side", "names", "covers"),
    [
        (1, "A1 B1", "B1"),
        (2, "A2 B2 C2", "B2 C2"),
        (2, "A1 B2", "A1 B2"),
        (3, "A1 B1 C1", "B1 C1 D1 B2 C2 D2"),
        (3, "A1 B2", "A1 B1 A2 B2 C2 B3 C3"),
        (4, "A1 B1 C1 D1", "B1 C1 D1 E1 B2 C2 D2 E2"),
        (6, "A1 A2 A3 A4 A5", "A2 B2 C2 A3 B3 C3 A4 B4 C4 A5 B5 C5 A6 B6 C6 A7 B7 C7"),
        (2, "C2", "C2"),
    ],
)
def test_c_079_the_figure_is_the_last_stretch_of_its_path(
    side: int, names: str, covers: str
) -> None:
    assert named(stretch(side, path(names))) == covers
    with pytest.raises(Refusal):
        stretch(side, ())


def test_c_079_it_is_squeezed_while_any_of_it_is_in_a_narrow_place() -> None:
    ogre = who("ogre", "L", "A2")
    scene = stage("pf1", "..##.. ...... ..##..", ogre)
    walks = ("A2", "A2 B2", "A2 B2 C2", "B2 C2 D2", "C2 D2 E2", "D2 E2 F2")
    found = [is_squeezing(scene, ogre, path(names)) for names in walks]
    assert found == [False, False, True, True, True, False]


def test_c_077_each_squeezed_square_counts_double_and_diagonals_three() -> None:
    giant = who("giant", "H", "A1")
    rows = "..... ..... ..... ##### #####"
    scene = stage("pf1", rows, giant)
    found = move(scene, giant, path("A1 B2 C2"), Manner(squeeze=True))
    assert found.steps == (1, 1)
    narrow = stage("pf1", ".....  ..... ##### #####", who("giant", "M", "A1", space=3))
    found = move(narrow, narrow.creatures[0], path("A1 B1 C1"), Manner(squeeze=True))
    assert found.steps == (2, 2)
    assert {"C-077", "C-084"} <= rules_of(found.receipt)


def test_c_080_squeezing_opens_no_closed_square() -> None:
    ogre = who("ogre", "L", "A1")
    hero = who("hero", "M", "C1", "party")
    scene = stage("pf1", open_ground(5, 2), ogre, hero)
    found = move(scene, ogre, path("A1 B1 C1"), Manner(squeeze=True))
    assert (found.reason, found.at) == ("occupied", Square(2, 0))
    assert "C-080" in rules_of(found.receipt)


def test_c_030_squeezing_hampers_a_run_and_a_charge() -> None:
    ogre = who("ogre", "L", "A1")
    scene = stage("pf1", "..## .... ####", ogre)
    found = move(scene, ogre, path("A2 B2 C2"), Manner(action="charge", squeeze=True))
    assert (found.reason, found.at) == ("hampered_charge", Square(2, 1))


def test_c_085_the_receipt_says_that_pf2_squeezes_off_the_grid() -> None:
    ogre = who("ogre", "L", "A1")
    scene = stage("pf2", "..## .... ####", ogre)
    found = move(scene, ogre, path("A1 B1"), Manner(squeeze=True))
    assert found.reason == "blocked"
    assert "C-085" in rules_of(found.receipt)


def test_c_028_a_body_in_a_narrow_place_doubles_twice() -> None:
    ogre = who("ogre", "L", "A1")
    body = who("body", "M", "D2", "foe", "dead", "bulky")
    scene = stage("pf1", "..#### ...... ######", ogre, body)
    found = move(scene, ogre, path("C2 D2 E2"), Manner(squeeze=True))
    assert found.steps == (4, 2)
    assert {"C-028", "C-060", "C-077"} <= rules_of(found.receipt)
