"""The kinds distance, move_cost, end_square and squeeze: keys, and bad values named by key."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from core.casebook.cases import Bad, Case
from core.casebook.run import run
from saves.store.packaged_rulesets import packaged

BOARD: Mapping[str, Any] = {
    "map": "....\n....\n....\n",
    "creatures": (
        {"id": "hero", "size": "M", "at": "A1", "side": "party"},
        {"id": "pal", "size": "M", "at": "B1", "side": "party"},
        {"id": "ogre", "size": "L", "at": "C2", "side": "foe"},
    ),
}


def ask(kind: str, given: Mapping[str, Any], ruleset: str = "pf1") -> Mapping[str, Any]:
    """What a kind answers; {"bad": key} for what cannot be read."""
    case = Case("t.toml", "t", ruleset, kind, given, {}, board=BOARD)
    found = run(case, {ruleset: packaged(ruleset)})
    return {"bad": found.key} if isinstance(found, Bad) else found.got


def test_every_key_that_the_inputs_define_is_answered() -> None:
    found = ask("move_cost", {"mover": "hero", "path": ("A1", "A2")})
    assert found == {"legal": True, "reason": "ok", "cost": 1, "steps": [1]}
    found = ask("move_cost", {"mover": "hero", "path": ("A1", "A0X")})
    assert found == {"bad": "given.path[2]"}
    found = ask("move_cost", {"mover": "hero", "path": ("A1", "A9")})
    assert found == {"legal": False, "reason": "not_adjacent", "at": "A9"}
    assert ask("end_square", {"mover": "hero", "at": "B1"}) == {
        "legal": False,
        "reason": "end_occupied",
    }
    halted = {"mover": "hero", "path": ("A1", "B1"), "stopped_at": "B1"}
    assert ask("end_square", halted) == {"options": ["A1"]}
    assert ask("end_square", halted, "pf2") == {"options": [], "gm_decides": True}
    free = {**halted, "stopped_at": "A1"}
    assert ask("end_square", free, "pf2") == {"options": ["A1"], "gm_decides": False}
    assert ask("distance", {"a": "hero", "b": "ogre"}) == {"squares": 2, "metres": "3"}


@pytest.mark.parametrize(
    ("given", "key"),
    [
        ({"mover": "nobody", "path": ("A1",)}, "mover"),
        ({"path": ("A1",)}, "mover"),
        ({"mover": "hero"}, "path"),
        ({"mover": "hero", "path": ()}, "path"),
        ({"mover": "hero", "path": "A1"}, "path"),
        ({"mover": "hero", "path": ("A1", 3)}, "path[2]"),
        ({"mover": "hero", "path": ("A1", "")}, "path[2]"),
        ({"mover": "hero", "path": ("A1",), "budget": -1}, "budget"),
        ({"mover": "hero", "path": ("A1",), "budget": "1.5"}, "budget"),
        ({"mover": "hero", "path": ("A1",), "action": "dance"}, "action"),
        ({"mover": "hero", "path": ("A1",), "action": True}, "action"),
        ({"mover": "hero", "path": ("A1",), "mode": "burrow"}, "mode"),
        ({"mover": "hero", "path": ("A1",), "diagonals_before": -1}, "diagonals_before"),
        ({"mover": "hero", "path": ("A1",), "extra_doublings": 11}, "extra_doublings"),
        ({"mover": "hero", "path": ("A1",), "tumble_success": "ogre"}, "tumble_success"),
        ({"mover": "hero", "path": ("A1",), "tumble_success": ("x",)}, "tumble_success[1]"),
        ({"mover": "hero", "path": ("A1",), "tumble_success": 1}, "tumble_success"),
        ({"mover": "hero", "path": ("A1",), "squeeze": "yes"}, "squeeze"),
        ({"mover": "hero", "path": ("A1",), "ends_here": 0}, "ends_here"),
        ({"mover": "hero", "path": ("A1",), "speed": 6}, "speed"),
    ],
)
def test_a_bad_movement_is_named_by_its_key(given: Mapping[str, Any], key: str) -> None:
    assert ask("move_cost", given) == {"bad": f"given.{key}"}


@pytest.mark.parametrize(
    ("given", "key"),
    [
        ({"mover": "hero"}, "at | path"),
        ({"mover": "hero", "at": "A1", "path": ("A1",)}, "path"),
        ({"mover": "hero", "at": "A1", "stopped_at": "A1"}, "stopped_at"),
        ({"mover": "hero", "at": "Z1"}, "at"),
        ({"mover": "hero", "at": 4}, "at"),
        ({"mover": "hero", "path": ("A1",)}, "stopped_at"),
        ({"mover": "hero", "path": ("A1",), "stopped_at": "B1"}, "stopped_at"),
        ({"mover": "hero", "path": ("A1",), "stopped_at": "Z9"}, "stopped_at"),
    ],
)
def test_a_bad_stop_is_named_by_its_key(given: Mapping[str, Any], key: str) -> None:
    assert ask("end_square", given) == {"bad": f"given.{key}"}


@pytest.mark.parametrize(
    ("given", "key"),
    [
        ({"size": "M"}, "width_m"),
        ({"size": "X", "width_m": 1}, "size"),
        ({"width_m": 1}, "size"),
        ({"size": "M", "width_m": -1}, "width_m"),
        ({"size": "M", "width_m": "wide"}, "width_m"),
    ],
)
def test_a_bad_passage_is_named_by_its_key(given: Mapping[str, Any], key: str) -> None:
    assert ask("squeeze", given) == {"bad": f"given.{key}"}


def test_pf2_refuses_extra_doublings_by_name() -> None:
    given = {"mover": "hero", "path": ("A1", "A2"), "extra_doublings": 1}
    assert ask("move_cost", given, "pf2") == {"bad": "given.extra_doublings"}


def test_whom_an_acrobatic_check_beat_may_be_listed() -> None:
    path = ("B2", "C2", "D2")
    for tumbled, reason in ((("ogre",), "end_occupied"), (("pal",), "occupied")):
        given = {"mover": "hero", "path": path, "tumble_success": tumbled}
        assert ask("move_cost", given)["reason"] == reason
