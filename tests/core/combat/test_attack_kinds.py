"""Cases of attack_modifiers, falling and fly_cost that cannot be read are named by their key."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from core.casebook.cases import Bad, Case, parse
from core.casebook.run import CaseResult, run
from saves.store.packaged_rulesets import PACKAGED, packaged
from tests.each import each


def case(kind: str, given: str, system: str = "pf1") -> Case:
    text = (
        f'[[case]]\nid = "one"\nruleset = "{system}"\nkind = "{kind}"\n'
        f"given = {{ {given} }}\nexpect = {{}}\n"
    )
    book = parse("book.toml", text)
    assert book.bad == ()
    return book.cases[0]


def outcome(kind: str, given: str, system: str = "pf1") -> CaseResult | Bad:
    return run(case(kind, given, system), {name: packaged(name) for name in PACKAGED})


def got(kind: str, given: str, system: str = "pf1") -> Mapping[str, object]:
    found = outcome(kind, given, system)
    assert isinstance(found, CaseResult), found
    return found.got


@each("system", PACKAGED)
@each(
    "given, key",
    [
        ("attacker = [], target = []", "mode"),
        ('mode = "area"', "mode"),
        ('mode = "melee", attacker = "prone"', "attacker"),
        ('mode = "melee", attacker = [1]', "attacker"),
        ('mode = "melee", target = ["prone", "sleepy"]', "target[2]"),
        ('mode = "melee", attacker = ["pronee"]', "attacker[1]"),
        ('mode = "melee", weapon = 3', "weapon"),
        ('mode = "melee", take_cover = "yes"', "take_cover"),
        ('mode = "melee", adjacent = true', "adjacent"),
        ('mode = "melee", damage = 4', "damage"),
        ('mode = "melee", action = "feint"', "action"),
        ('mode = "melee", height = 4', "height"),
    ],
)
def test_a_bad_attack_is_named_by_its_key(system: str, given: str, key: str) -> None:
    found = outcome("attack_modifiers", given, system)

    assert isinstance(found, Bad)
    assert found.key == f"given.{key}"


@pytest.mark.parametrize(
    ("given", "key"),
    [
        ('action = "coup_de_grace", mode = "ranged"', "weapon"),
        ('action = "coup_de_grace", target = ["bund"]', "target[1]"),
        ('action = "coup_de_grace", attacker = ["bund"]', "attacker[1]"),
        ('action = "coup_de_grace", target = ["bound"], damage = -1', "damage"),
        ('action = "coup_de_grace", target = ["bound"], damage = 1.5', "damage"),
        ('action = "coup_de_grace", target = ["bound"], adjacent = 1', "adjacent"),
    ],
)
def test_a_bad_coup_de_grace_is_named_by_its_key(given: str, key: str) -> None:
    found = outcome("attack_modifiers", given)

    assert isinstance(found, Bad)
    assert found.key == f"given.{key}"


def test_c_242_pf2_says_that_it_has_no_coup_de_grace() -> None:
    found = outcome("attack_modifiers", 'action = "coup_de_grace", target = ["bound"]', "pf2")

    assert isinstance(found, Bad)
    assert found.key == "given.action"


def test_every_key_of_an_attack_is_answered() -> None:
    plain = 'mode = "melee", attacker = [], target = []'

    assert got("attack_modifiers", plain) == {
        "can_attack": True,
        "attack": [],
        "attack_total": 0,
        "ac": [],
        "ac_total": 0,
        "target_loses_dex": False,
        "target_dex_penalty": 0,
        "attacker_dex_penalty": 0,
    }
    assert set(got("attack_modifiers", plain, "pf2")) == {
        "attack",
        "attack_total",
        "ac",
        "ac_total",
    }
    total = 'mode = "melee", target = ["total"]'
    for system in PACKAGED:
        assert got("attack_modifiers", total, system) == {"can_attack": False}
    assert got("attack_modifiers", 'action = "coup_de_grace", target = ["bound"]') == {
        "allowed": True,
        "full_round_actions": 1,
        "auto_hit": True,
        "critical": True,
        "provokes": True,
    }


@each("system", PACKAGED)
@each(
    "given, key",
    [
        ("", "height"),
        ("height = -1", "height"),
        ("height = 1.5", "height"),
        ('height = "high"', "height"),
        ("height = 99999999999", "height"),
        ('height = 3, surface = "bouncy"', "surface"),
        ("height = 3, depth = 2", "depth"),
        ("height = 3, deliberate = true", "deliberate"),
        ('height = 3, surface = "soft", depth = -2', "depth"),
        ("height = 3, victim_reflex = 2.5", "victim_reflex"),
    ],
)
def test_a_bad_fall_is_named_by_its_key(system: str, given: str, key: str) -> None:
    found = outcome("falling", given, system)

    assert isinstance(found, Bad)
    assert found.key == f"given.{key}"


def test_c_149_a_reflex_save_may_be_below_zero() -> None:
    assert got("falling", "height = 8, victim_reflex = -3", "pf2") == {
        "damage": 20,
        "prone": True,
        "victim_degree": "critical_failure",
        "victim_damage": 20,
    }


@each("system", PACKAGED)
@each(
    "given, key",
    [
        ("budget = 3", "steps"),
        ("steps = []", "steps"),
        ('steps = "E"', "steps"),
        ('steps = ["E", "X"]', "steps[2]"),
        ('steps = ["E", ""]', "steps[2]"),
        ('steps = ["E"], main = "up"', "main"),
        ('steps = ["E"], wind = "U"', "wind"),
        ('steps = ["E"], wind = "east"', "wind"),
        ('steps = ["E"], gravity = "none"', "gravity"),
        ('steps = ["E"], budget = -1', "budget"),
        ('steps = ["E"], budget = 2.5', "budget"),
        ('steps = ["E"], diagonals_before = -1', "diagonals_before"),
        ('steps = ["E"], mode = "crawl"', "mode"),
    ],
)
def test_a_bad_flight_is_named_by_its_key(system: str, given: str, key: str) -> None:
    found = outcome("fly_cost", given, system)

    assert isinstance(found, Bad)
    assert found.key == f"given.{key}"


def test_c_133_pf2_knows_no_main_direction() -> None:
    found = outcome("fly_cost", 'steps = ["E"], main = "E"', "pf2")

    assert isinstance(found, Bad)
    assert found.key == "given.main"


def test_c_135_halves_are_exact_number_strings() -> None:
    found = got("fly_cost", 'steps = ["E", "N"], wind = "E", budget = 2', "pf2")

    assert found == {"cost": 2, "legal": True, "steps": ["0.5", 1]}
