"""The kinds cover and concealment: keys by system, and bad values named by key."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from core.casebook.cases import Bad, Case
from core.casebook.run import run
from saves.store.packaged_rulesets import packaged
from tests.each import each

BOARD: Mapping[str, Any] = {
    "map": "......\n..#...\n......\n",
    "creatures": (
        {"id": "hero", "size": "M", "at": "A2", "side": "party"},
        {"id": "orc", "size": "M", "at": "F2", "side": "foe"},
        {"id": "ogre", "size": "L", "at": "D1", "side": "foe"},
    ),
}
SHOT = {"attacker": "hero", "target": "orc", "mode": "ranged"}
BURST = {"mode": "area", "origin": (1, 1), "target": "orc"}


def ask(
    kind: str,
    given: Mapping[str, Any],
    ruleset: str = "pf1",
    board: Mapping[str, Any] = BOARD,
) -> Mapping[str, Any]:
    """What a kind answers; {"bad": key} for what cannot be read."""
    case = Case("t.toml", "t", ruleset, kind, given, {}, board=board)
    found = run(case, {ruleset: packaged(ruleset)})
    if isinstance(found, Bad):
        assert found.message.template
        return {"bad": found.key}
    return found.got


@pytest.mark.parametrize("ruleset", ["pf1", "dnd35", "sf"])
def test_corners_define_every_key(ruleset: str) -> None:
    assert ask("cover", SHOT, ruleset) == {
        "degree": "cover",
        "ac_bonus": 4,
        "reflex_bonus": 2,
        "can_attack": True,
        "stealth": True,
        "stops_aoo": True,
        "partial_hint": False,
    }
    assert ask("concealment", SHOT, ruleset) == {
        "degree": "none",
        "miss_chance": 0,
        "can_target": True,
        "stops_aoo": False,
        "stealth": False,
    }


def test_centres_define_fewer() -> None:
    assert ask("cover", {**SHOT, "take_cover": True}, "pf2") == {
        "degree": "cover",
        "ac_bonus": 4,
        "reflex_bonus": 4,
        "can_attack": True,
        "stealth": True,
        "stops_aoo": False,
    }
    assert ask("concealment", SHOT, "pf2") == {"degree": "none", "miss_chance": 0}


@pytest.mark.parametrize("ruleset", ["pf1", "dnd35", "sf", "pf2"])
def test_area_effects_define_three_keys(ruleset: str) -> None:
    found = ask("cover", BURST, ruleset)
    assert set(found) == {"degree", "reflex_bonus", "affected"}


def test_a_creature_may_be_attacked_that_is_a_friend() -> None:
    assert ask("cover", {**SHOT, "attacker": "ogre"})["degree"] == "none"


@each(
    "given, key",
    [
        ({"target": "orc", "mode": "ranged"}, "attacker"),
        ({"attacker": "hero", "mode": "ranged"}, "target"),
        ({"attacker": "hero", "target": "orc"}, "mode"),
        ({**SHOT, "mode": "thrown"}, "mode"),
        ({**SHOT, "mode": 1}, "mode"),
        ({**SHOT, "attacker": "nobody"}, "attacker"),
        ({**SHOT, "target": ""}, "target"),
        ({**SHOT, "target": "hero"}, "target"),
        ({**SHOT, "target": ("orc",)}, "target"),
        ({**SHOT, "gm_degree": "great"}, "gm_degree"),
        ({**SHOT, "gm_degree": True}, "gm_degree"),
        ({**SHOT, "take_cover": "yes"}, "take_cover"),
        ({**SHOT, "take_cover": True}, "take_cover"),
        ({**SHOT, "origin": (1, 1)}, "origin"),
        ({**SHOT, "spread": True}, "spread"),
        ({**SHOT, "light": "dim"}, "light"),
        ({**BURST, "attacker": "hero"}, "attacker"),
        ({**BURST, "gm_degree": "partial"}, "gm_degree"),
        ({**BURST, "take_cover": True}, "take_cover"),
        ({**BURST, "target": "nobody"}, "target"),
        ({**BURST, "origin": (1,)}, "origin"),
        ({**BURST, "origin": (1, 1, 1)}, "origin"),
        ({**BURST, "origin": ()}, "origin"),
        ({**BURST, "origin": "A1"}, "origin"),
        ({**BURST, "origin": ("x", 1)}, "origin[1]"),
        ({**BURST, "origin": (1, "1/2")}, "origin[2]"),
        ({**BURST, "origin": (-1, 0)}, "origin"),
        ({**BURST, "origin": (7, 0)}, "origin"),
        ({**BURST, "origin": (0, 999999)}, "origin"),
        ({"mode": "area", "target": "orc"}, "origin"),
        ({"mode": "area", "origin": (1, 1)}, "target"),
    ],
)
def test_bad_values_of_cover_are_named_by_key(given: Mapping[str, Any], key: str) -> None:
    assert ask("cover", given) == {"bad": f"given.{key}"}


@pytest.mark.parametrize(
    ("given", "key"),
    [
        ({**SHOT, "gm_degree": "partial"}, "gm_degree"),
        ({**SHOT, "gm_degree": "improved"}, "gm_degree"),
    ],
)
def test_centres_know_no_partial_cover(given: Mapping[str, Any], key: str) -> None:
    assert ask("cover", given, "pf2") == {"bad": f"given.{key}"}


@pytest.mark.parametrize(
    ("given", "key"),
    [
        ({**SHOT, "light": "murky"}, "light"),
        ({**SHOT, "light": 3}, "light"),
        ({**SHOT, "mode": "area"}, "mode"),
        ({**SHOT, "attacker": "orc"}, "target"),
        ({**SHOT, "take_cover": False}, "take_cover"),
        ({"mode": "ranged", "target": "orc"}, "attacker"),
    ],
)
def test_bad_values_of_concealment_are_named_by_key(given: Mapping[str, Any], key: str) -> None:
    assert ask("concealment", given) == {"bad": f"given.{key}"}


def test_without_a_map_nobody_stands_anywhere() -> None:
    empty = {**BOARD, "map": ""}
    assert ask("cover", SHOT, board=empty) == {"bad": "given.attacker"}
    assert ask("cover", {**BURST, "origin": (0, 0)}, board=empty) == {"bad": "given.target"}
    assert ask("concealment", SHOT, board=empty) == {"bad": "given.attacker"}


def test_whoever_fills_the_largest_map_is_answered_at_once() -> None:
    """Many corners, no way: the wall is found before the lines are tried."""
    row = "." * 249 + "#" + "." * 250
    board = {
        "map": "\n".join([row] * 300),
        "creatures": (
            {"id": "hero", "size": "M", "at": "A1", "side": "party", "space": 249},
            {"id": "orc", "size": "M", "at": "IQ1", "side": "foe", "space": 249},
        ),
    }
    assert ask("cover", SHOT, "pf1", board)["degree"] == "total"


def strictly(ruleset: str, key: str, expected: object, **more: object) -> str:
    """The error of asking for one key of cover in strict mode, past a friend or a pillar."""
    board = {**BOARD, "map": "......\n......\n......\n......\n", **more}
    case = Case("t.toml", "t", ruleset, "cover", SHOT, {key: expected}, board=board)
    found = run(case, {ruleset: packaged(ruleset)}, strict=True)
    assert not isinstance(found, Bad)
    return found.error


FRIEND: tuple[Mapping[str, Any], ...] = (
    {"id": "hero", "size": "M", "at": "B2", "side": "party"},
    {"id": "orc", "size": "M", "at": "E2", "side": "foe"},
    {"id": "pal", "size": "M", "at": "D2", "side": "party"},
)
PILLARS = "......\n......\n..##..\n......\n"
ACROSS: tuple[Mapping[str, Any], ...] = (
    {"id": "hero", "size": "M", "at": "A3", "side": "party"},
    {"id": "orc", "size": "M", "at": "F3", "side": "foe"},
)


def test_c_176_only_what_soft_cover_does_to_opportunities_is_a_house_default() -> None:
    assert strictly("pf1", "degree", "soft", creatures=FRIEND) == ""
    assert strictly("pf1", "ac_bonus", 4, creatures=FRIEND) == ""
    assert strictly("pf1", "stops_aoo", True, creatures=FRIEND) == "house_default"


def test_c_179_only_what_cover_does_to_reactions_is_a_house_default() -> None:
    more = {"creatures": ACROSS, "map": PILLARS}
    assert strictly("pf2", "degree", "cover", **more) == ""
    assert strictly("pf2", "stops_aoo", False, **more) == "house_default"
