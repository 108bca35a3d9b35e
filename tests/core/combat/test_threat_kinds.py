"""The kinds threatened, aoo and flanking: all their keys, and sentences for bad values."""

from __future__ import annotations

import pytest

from core.casebook.cases import Bad, parse
from core.casebook.run import CaseResult, run
from saves.store.packaged_rulesets import packaged
from tui.kit.phrases import plainest

BOARD = """
[[case]]
id = "one"
ruleset = "{ruleset}"
kind = "{kind}"
given = {{ {given} }}
expect = {{}}
map = '''
.....
.....
.....
'''
creatures = [
  {{ id = "hero", size = "M", at = "B2", side = "party" }},
  {{ id = "pal", size = "M", at = "D2", side = "party" }},
  {{ id = "orc", size = "M", at = "C2", side = "foe" }},
]
"""


def asked(kind: str, given: str, ruleset: str = "pf1") -> CaseResult | Bad:
    book = parse("book.toml", BOARD.format(kind=kind, given=given, ruleset=ruleset))
    (case,) = book.cases
    return run(case, {ruleset: packaged(ruleset)})


def got(kind: str, given: str, ruleset: str = "pf1") -> dict[str, object]:
    found = asked(kind, given, ruleset)
    assert isinstance(found, CaseResult)
    return dict(found.got)


def test_threatened_answers_with_all_its_keys() -> None:
    found = got("threatened", 'who = "hero"')
    assert found == {
        "squares": ["A1", "B1", "C1", "A2", "C2", "A3", "B3", "C3"],
        "count": 8,
        "own_space": True,
    }


def test_aoo_answers_with_a_list_by_id() -> None:
    path = 'mover = "hero", path = ["B2", "A2"]'
    told = [{"by": "orc", "at": "B2", "all": ["B2"]}]
    assert got("aoo", path) == {"provokes": told}
    for action in ("five_foot_step", "step", "withdraw", "forced"):
        assert got("aoo", f'{path}, action = "{action}"') == {"provokes": []}
    assert got("aoo", f"{path}, tumble_success = true") == {"provokes": []}
    assert got("aoo", f'{path}, tumble_success = ["pal"]') == {"provokes": told}
    assert got("aoo", f'{path}, already = ["orc"]') == {"provokes": []}


def test_flanking_answers_with_all_its_keys() -> None:
    trio = 'attacker = "hero", ally = "pal", target = "orc"'
    assert got("flanking", trio) == {
        "flanked": True,
        "reason": "ok",
        "attack_bonus": 2,
        "target_ac": 0,
    }
    assert got("flanking", trio, "pf2")["target_ac"] == -2
    assert got("flanking", f'{trio}, mode = "ranged"')["reason"] == "ranged"


@pytest.mark.parametrize(
    ("kind", "given", "key"),
    [
        ("threatened", "", "who"),
        ("threatened", 'who = "nobody"', "who"),
        ("threatened", "who = 3", "who"),
        ("threatened", 'who = "hero", mode = "x"', "mode"),
        ("aoo", 'mover = "hero"', "path"),
        ("aoo", 'mover = "hero", path = []', "path"),
        ("aoo", 'mover = "hero", path = "B2"', "path"),
        ("aoo", 'mover = "hero", path = ["B2", 3]', "path[2]"),
        ("aoo", 'mover = "hero", path = ["B2", "9Z"]', "path[2]"),
        ("aoo", 'mover = "hero", path = ["A2", "A1"]', "path[1]"),
        ("aoo", 'mover = "hero", path = ["B2", "B4"]', "path[2]"),
        ("aoo", 'mover = "hero", path = ["B2", "D2"]', "path[2]"),
        ("aoo", 'mover = "hero", path = ["B2", "ZZZ9999"]', "path[2]"),
        ("aoo", 'mover = "hero", path = ["B2", "A2", "A3"], action = "step"', "path[3]"),
        ("aoo", 'mover = "hero", path = ["B2", "A2"], action = "hop"', "action"),
        ("aoo", 'mover = "hero", path = ["B2", "A2"], tumble_success = 3', "tumble_success"),
        ("aoo", 'mover = "hero", path = ["B2"], tumble_success = ["x"]', "tumble_success[1]"),
        ("aoo", 'mover = "hero", path = ["B2"], already = ["orc", "x"]', "already[2]"),
        ("aoo", 'mover = "hero", path = ["B2"], already = "orc"', "already"),
        ("aoo", 'mover = "rat", path = ["B2"]', "mover"),
        ("flanking", 'attacker = "hero", ally = "pal"', "target"),
        ("flanking", 'attacker = "hero", ally = "hero", target = "orc"', "ally"),
        ("flanking", 'attacker = "hero", ally = "pal", target = "pal"', "target"),
        ("flanking", 'attacker = "hero", ally = "pal", target = "rat"', "target"),
        ("flanking", 'attacker = "hero", ally = "pal", target = "orc", mode = "area"', "mode"),
    ],
)
def test_a_bad_value_is_named_by_its_key_with_a_sentence(kind: str, given: str, key: str) -> None:
    found = asked(kind, given)
    assert isinstance(found, Bad)
    assert found.key == f"given.{key}"
    assert plainest(found.message)
