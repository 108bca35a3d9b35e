"""A ruleset of one's own mixes mechanisms and figures of the grid: the example gatehouse."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.combat.board.scene import Creature, Manner, Scene
from core.combat.board.squares import read_field
from core.combat.movement.moves import move
from core.combat.movement.stops import halt_mover
from core.combat.sight.concealment import concealment
from core.combat.sight.cover import cover
from core.combat.threat.threat import Flanking, flanking, threatened
from core.receipts import Receipt
from core.values import replace
from saves.library.rulesets import load_folder
from saves.store.packaged_rulesets import packaged
from tests.core.combat.staging import open_ground, path, stage, who

FOLDER = Path(__file__).parents[3] / "docs" / "examples" / "rulesets" / "gatehouse"
GATEHOUSE = load_folder(FOLDER)


def under(club: bool, rows: str, *creatures: Creature) -> Scene:
    """A scene under the club's rules, or under those that they extend."""
    scene = stage("dnd35", rows, *creatures)
    return replace(scene, rules=GATEHOUSE) if club else scene


def cited(receipt: Receipt, rule: str) -> Receipt:
    return next(part for part in receipt.walk() if part.rule == rule)


def flanked(club: bool, one: str, other: str) -> Flanking:
    """Two ogres of the party, one at each anchor, and an orc at C3 between them."""
    ogres = who("one", "L", one, "party"), who("other", "L", other, "party")
    orc = who("orc", "M", "C3")
    return flanking(under(club, open_ground(6, 6), *ogres, orc), *ogres, orc)


def test_c_213_flankers_do_not_choose_their_squares_under_the_clubs_rules() -> None:
    assert flanked(False, "B1", "B4").flanked
    assert flanked(True, "B1", "B4").reason == "not_opposite"


def test_c_212_who_flanks_gets_the_clubs_bonus_and_the_answer_names_the_club() -> None:
    found = flanked(True, "A2", "D3")

    assert (found.flanked, found.attack_bonus, found.target_ac) == (True, 3, 0)
    line = cited(found.receipt, "C-212")
    assert (line.default, line.source) == (False, "the club's rules, flanking; the line as in 000")


@pytest.mark.parametrize(("club", "bonus"), [(False, 4), (True, 2)])
def test_c_176_creatures_in_the_way_give_the_clubs_cover(club: bool, bonus: int) -> None:
    archer = who("archer", "M", "A1", "party")
    orc = who("orc", "M", "E1")
    scene = under(club, open_ground(5, 1), archer, who("pal", "M", "C1", "party"), orc)

    found = cover(scene, archer, orc, "ranged")

    assert (found.degree, found.ac_bonus) == ("soft", bonus)
    assert cited(found.receipt, "C-176").default != club


def test_c_181_cover_is_taken_where_it_is_judged_by_corners_too() -> None:
    base = packaged("pf2")
    mixed = base.combat.mechanisms.model_copy(update={"cover": "corners"})
    combat = base.combat.model_copy(update={"mechanisms": mixed})
    rules = base.model_copy(update={"combat": combat})
    archer = who("archer", "M", "A2", "party")
    orc = who("orc", "M", "E2")
    scene = replace(stage("pf2", "..... ..#.. .....", archer, orc), rules=rules)

    found = cover(scene, archer, orc, "ranged", take_cover=True)

    assert (found.degree, found.ac_bonus, found.reflex_bonus) == ("cover", 4, 4)
    assert cited(found.receipt, "C-181").value == 4
    assert cover(scene, archer, orc, "ranged").ac_bonus == 2


@pytest.mark.parametrize(("club", "squares"), [(False, 40), (True, 60)])
def test_c_086_the_tall_huge_reach_as_far_as_the_clubs_table_says(club: bool, squares: int) -> None:
    giant = who("giant", "H", "E5")

    found = threatened(under(club, open_ground(12, 12), giant), giant)

    assert found.bits.bit_count() == squares


@pytest.mark.parametrize(("club", "options"), [(False, "E1 E2 E3"), (True, "A2")])
def test_c_158_who_is_halted_goes_back_under_the_clubs_rules(club: bool, options: str) -> None:
    gnome = who("gnome", "S", "A2", "party")
    giant = who("giant", "H", "B1")
    way = path("A2 B2 C2 D2 E2")

    found = halt_mover(under(club, open_ground(6, 3), gnome, giant), gnome, way, way[3])

    assert found.options == path(options)


def test_a_kind_of_ground_of_the_clubs_own_hampers_and_conceals() -> None:
    hero = who("hero", "M", "A1", "party")
    orc = who("orc", "M", "D1")
    field = read_field(["..t."], GATEHOUSE.combat.ground)
    scene = Scene(rules=GATEHOUSE, field=field, creatures=(hero, orc))

    assert move(scene, hero, path("A1 B1 C1"), Manner()).cost == 3
    assert concealment(scene, hero, orc, "ranged").miss_chance == 20


def test_what_the_club_does_not_change_is_as_in_dnd35() -> None:
    base = packaged("dnd35")

    assert GATEHOUSE.terrain == base.terrain
    assert GATEHOUSE.combat.conditions == base.combat.conditions
    assert GATEHOUSE.combat.cover.full == base.combat.cover.full
    assert GATEHOUSE.rules["C-034"] == base.rules["C-034"]
