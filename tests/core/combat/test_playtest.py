"""Rules of the playtest that depend on what a creature can do (C-019, C-118, C-139)."""

from __future__ import annotations

import pytest

from core.combat.attack.situations import GridAttack, attack_on_grid
from core.combat.board.encounter_file import parse_encounter
from core.combat.board.scene import Creature, GridMode, Manner
from core.combat.movement.moves import move
from core.combat.threat.opportunities import provokes
from core.files import FileError
from core.values import replace
from saves.store.packaged_rulesets import packaged
from tests.core.combat.staging import path, stage, who

D20 = ("pf1", "dnd35", "sf")
ARCHER = replace(who("archer", "M", "A1", "party"), attack=5)


def shot_at(ruleset: str, *conditions: str, climb: int = 0) -> GridAttack:
    """A shot at somebody of Armour Class 18."""
    target = replace(who("orc", "M", "D1", "foe", *conditions), ac=18)
    if climb:
        target = replace(target, speeds=(("climb", climb),))
    return attack_on_grid(stage(ruleset, "....", ARCHER, target), ARCHER, target, "ranged")


def needed(found: GridAttack) -> int:
    assert found.hit is not None
    return found.hit.needed


# climbers


def test_c_237_a_climber_without_a_climb_speed_is_flat_footed() -> None:
    assert needed(shot_at("pf2")) == 13
    assert needed(shot_at("pf2", "climbing")) == 11
    assert shot_at("pf2", "climbing").modifiers.ac == (("flat_footed", -2),)


@pytest.mark.parametrize("conditions", [("climbing",), ("incline",), ("climbing", "incline")])
def test_c_139_one_with_a_climb_speed_is_not_even_with_the_condition(
    conditions: tuple[str, ...],
) -> None:
    found = shot_at("pf2", *conditions, climb=4)
    assert needed(found) == 13
    assert "C-139" in {part.rule for part in found.receipt.walk()}


def test_c_139_a_climb_speed_of_nothing_is_none() -> None:
    target = replace(who("orc", "M", "D1", "foe", "climbing"), ac=18, speeds=(("climb", 0),))
    scene = stage("pf2", "....", ARCHER, target)
    assert needed(attack_on_grid(scene, ARCHER, target, "ranged")) == 11


def test_c_139_other_reasons_to_be_flat_footed_stay() -> None:
    assert needed(shot_at("pf2", "climbing", "uneven_ground", climb=4)) == 11
    assert needed(shot_at("pf2", "narrow_surface", climb=4)) == 11


def test_c_129_nor_is_one_with_a_climb_speed_in_sf() -> None:
    assert shot_at("sf", "climbing").modifiers.target_loses_dexterity
    assert not shot_at("sf", "climbing", climb=4).modifiers.target_loses_dexterity


def test_c_257_a_rider_climbs_as_well_as_its_mount() -> None:
    mount = replace(who("spider", "L", "D1"), speeds=(("climb", 5),))
    rider = replace(who("orc", "M", "D1", "foe", "climbing", rides="spider"), ac=18)
    scene = stage("pf2", "..... .....", ARCHER, mount, rider)
    assert attack_on_grid(scene, ARCHER, rider, "ranged").modifiers.ac_total == 0


# no Step with a special Speed


@pytest.mark.parametrize("mode", ["fly", "swim"])
def test_c_019_no_step_with_a_special_speed(mode: GridMode) -> None:
    scene = stage("pf2", "~~", who("bat", "M", "A1", "party"))
    found = move(scene, scene.creatures[0], path("A1 B1"), Manner("step", mode))
    assert (found.legal, found.reason, str(found.at)) == (False, "no_step_by", "A1")
    assert "C-019" in {part.rule for part in found.receipt.walk()}


def test_c_038_a_step_on_foot_and_a_flight_are_legal() -> None:
    scene = stage("pf2", "..", who("bat", "M", "A1", "party"))
    bat = scene.creatures[0]
    assert move(scene, bat, path("A1 B1"), Manner("step")).legal
    assert move(scene, bat, path("A1 B1"), Manner("move", "fly")).legal


@pytest.mark.parametrize("ruleset", D20)
def test_c_034_elsewhere_a_flyer_may_take_a_five_foot_step(ruleset: str) -> None:
    scene = stage(ruleset, "..", who("bat", "M", "A1", "party"))
    found = move(scene, scene.creatures[0], path("A1 B1"), Manner("five_foot_step", "fly"))
    assert found.legal


# reactions


def asked(ruleset: str, reaction: bool | None) -> list[str]:
    """Who may strike at one who walks off from beside an ogre with this word on its reaction."""
    hero: Creature = who("hero", "M", "B2", "party")
    ogre = replace(who("ogre", "M", "C2"), reaction=reaction)
    scene = stage(ruleset, ".... .... ....", hero, ogre)
    found = provokes(scene, hero, path("B2 A2"), Manner())
    assert all(part.rule for part in found.receipt.walk())
    return [one.by for one in found.opportunities]


def test_c_118_only_who_has_the_reaction_may_strike() -> None:
    assert asked("pf2", True) == ["ogre"]
    assert asked("pf2", False) == []


def test_c_118_of_whom_nothing_is_told_the_gm_is_asked() -> None:
    assert asked("pf2", None) == ["ogre"]


@pytest.mark.parametrize("ruleset", D20)
def test_c_106_elsewhere_everybody_may(ruleset: str) -> None:
    assert asked(ruleset, False) == ["ogre"]


def test_c_118_the_receipt_says_why_it_may_not() -> None:
    ogre = replace(who("ogre", "M", "C2"), reaction=False)
    scene = stage("pf2", ".... .... ....", who("hero", "M", "B2", "party"), ogre)
    found = provokes(scene, scene.creatures[0], path("B2 A2"), Manner())
    labels = [part.label.template for part in found.receipt.walk()]
    assert "{by} has no reaction against movers" in labels


FILE = 'ruleset = "pf2"\nmap = ".."\ncreatures = [{{ id = "a", size = "M", at = "A1"{more} }}]\n'


@pytest.mark.parametrize(
    ("more", "reaction"), [("", None), (", reaction = true", True), (", reaction = false", False)]
)
def test_an_encounter_file_may_say_it(more: str, reaction: bool | None) -> None:
    (creature,) = parse_encounter(FILE.format(more=more)).scene(packaged("pf2")).creatures
    assert creature.reaction is reaction


def test_it_is_true_or_false() -> None:
    with pytest.raises(FileError) as wrong:
        parse_encounter(FILE.format(more=', reaction = "often"'))
    assert wrong.value.key == "creatures[1].reaction"
