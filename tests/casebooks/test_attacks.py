"""Every worked example of attacks by the open rules comes out as printed, in each system."""

from __future__ import annotations

from collections import defaultdict
from operator import attrgetter

import pytest

from core.casebook import run as casebook
from core.casebook.cases import Answer, Bad, Case, kind, parse
from core.casebook.run import run
from core.casebook.strike_cases import OPEN, OpenBoard, read_open_board, stage_fight
from core.casebook.strike_inputs import OpenInputs
from saves.library.rulesets import read_casebook
from saves.store.packaged_rulesets import PACKAGED, packaged
from tests.casebooks.running import OPEN_BOOKS, comes_out_as_printed
from tests.each import each

BOOKS = [read_casebook(path) for path in OPEN_BOOKS]
EXAMPLES = [case for book in BOOKS for case in book.cases]


def test_each_kind_has_examples_in_each_system() -> None:
    systems = defaultdict[str, set[str]](set)
    for case in EXAMPLES:
        systems[case.kind].add(case.ruleset)

    assert [book.bad for book in BOOKS] == [()] * len(BOOKS)
    assert systems == {kind: set(PACKAGED) for kind in OPEN}


@each("case", EXAMPLES, attrgetter("id"))
def test_the_example_comes_out_as_printed_and_says_by_which_rule(case: Case) -> None:
    comes_out_as_printed(case)


PLAIN = """
[[case]]
id = "one"
ruleset = "pf1"
kind = "strike"
map = ".... ...."
creatures = [
    { id = "hero", size = "M", at = "A1", attacks = [{ name = "axe", bonuses = 6 }] },
    { id = "orc", size = "M", at = "B1", ac = 15 },
]
given = { attacker = "hero", target = "orc" }
expect = { needed = 9 }
"""


@pytest.mark.parametrize(
    ("was", "now", "key"),
    [
        ('target = "orc"', 'target = "ork"', "given.target"),
        ('target = "orc"', 'target = "orc", attack = 3', "given.attack"),
        ('target = "orc"', 'target = "orc", words = ["hihg"]', "given.words"),
        ('target = "orc"', 'target = "orc", words = ["miss"]', "given.words"),
        ('target = "orc"', 'target = "orc", switches = { sadle = true }', "given.switches"),
        ('target = "orc"', 'target = "orc", switches = { saddle = "x" }', "given.switches.saddle"),
        ('target = "orc"', 'target = "orc", turn = { actoins = [] }', "given.turn.actoins"),
        ("ac = 15", "armour = 15", "creatures[2].armour"),
        ("bonuses = 6", 'bonuses = "x"', "creatures[1].attacks[1].bonuses"),
        ("ac = 15", 'ac = 15, traits = ["flies"]', "creatures[2].traits[1]"),
    ],
)
def test_what_cannot_be_read_is_reported_with_its_key(was: str, now: str, key: str) -> None:
    text = PLAIN.replace(was, now)
    assert text != PLAIN
    (case,) = parse("a.toml", text).cases

    found = run(case, {"pf1": packaged("pf1")})

    assert isinstance(found, Bad)
    assert found.key == key


def test_a_case_is_decided_by_the_rulesets_own_switches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Given a switch that is on by default, then it is on, whatever the documents alone say."""

    def answer(_: OpenInputs, board: OpenBoard) -> Answer:
        return Answer(on=board.rules.switch("exhaustion"))

    asks = kind("strike", OpenInputs, "on", answer)
    monkeypatch.setattr(casebook, "EVERY", {"strike": asks})
    case = Case("a.toml", "one", "pf1", "strike", {}, {"on": True})

    result = run(case, {"pf1": packaged("pf1").with_switches({"exhaustion": True})})

    assert isinstance(result, casebook.CaseResult)
    assert result.ok


@pytest.mark.parametrize("value", [True, False])
def test_a_case_sets_other_switches(value: bool) -> None:
    (case,) = parse("a.toml", PLAIN).cases
    board = read_open_board(case.board, packaged("pf1"))
    inputs = OpenInputs.model_validate({"switches": {"saddle": value}})

    staged = stage_fight(board, inputs, "hero")

    assert staged.assets.rules.switch("saddle") is value
