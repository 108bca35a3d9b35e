"""Every worked example of the combat grid comes out as printed, and says by which rule."""

from __future__ import annotations

from operator import attrgetter
from pathlib import Path

import pytest

from core.casebook.cases import Bad, Case, parse
from core.casebook.combat_cases import COMBAT
from core.casebook.run import CaseResult, run
from core.values import replace
from saves.library.rulesets import read_casebook
from saves.store.packaged_rulesets import packaged
from tests.casebooks.running import comes_out_as_printed, other, parts, ran
from tests.each import each

HERE = Path(__file__).parent
EXAMPLES = read_casebook(HERE / "combat_examples.toml")
COMBINATIONS = read_casebook(HERE / "combat_combinations.toml")
CASES = EXAMPLES.cases + COMBINATIONS.cases


def test_the_examples_are_all_there() -> None:
    assert len(EXAMPLES.cases) == 347
    assert EXAMPLES.bad == ()
    assert COMBINATIONS.bad == ()
    assert {case.kind for case in EXAMPLES.cases} == set(COMBAT)


@each("case", CASES, attrgetter("id"))
def test_the_example_comes_out_as_printed_and_says_by_which_rule(case: Case) -> None:
    result = comes_out_as_printed(case)

    in_strict_mode_it_is_refused_where_it_rests_on_a_house_default(case, result)


def in_strict_mode_it_is_refused_where_it_rests_on_a_house_default(
    case: Case, result: CaseResult
) -> None:
    strict = ran(case, strict=True)
    if packaged(case.ruleset).rules[case.rule].default:
        assert strict.error == "house_default"
    elif strict.error:
        assert any(part.default for part in parts(result))


def test_an_example_of_each_kind_with_another_expectation_fails() -> None:
    for case in {case.kind: case for case in EXAMPLES.cases}.values():
        for key, value in case.expect.items():
            tampered = replace(case, expect={**case.expect, key: other(value)})
            assert ran(tampered).wrong == (key,)


HEAD = """
[[case]]
id = "one"
ruleset = "pf1"
kind = "distance"
given = { a = "A1", b = "hero" }
expect = { squares = 1 }
map = \"\"\"
...
.#.
\"\"\"
edge_walls = ["A1/B1"]
creatures = [{ id = "hero", size = "M", at = "B1", side = "party", conditions = ["prone"] }]
"""


@pytest.mark.parametrize(
    ("was", "now", "key"),
    [
        ("...\n", "..?\n", "map"),
        ("...\n", "....\n", "map"),
        ('map = """\n...\n.#.\n"""', "map = 3", "map"),
        ("A1/B1", "A1/C1", "edge_walls[1]"),
        ("A1/B1", "A1", "edge_walls[1]"),
        ("A1/B1", "D1/C1", "edge_walls[1]"),
        ('["A1/B1"]', '"A1/B1"', "edge_walls"),
        ("edge_walls", "edge_wals", "edge_wals"),
        ('at = "B1"', 'at = "B9"', "creatures[1].at"),
        ('at = "B1"', 'at = "9B"', "creatures[1].at"),
        ('size = "M"', 'size = "X"', "creatures[1].size"),
        ('size = "M", ', "", "creatures[1].size"),
        ('"prone"', '"proned"', "creatures[1].conditions[1]"),
        ('side = "party"', 'colour = "red"', "creatures[1].colour"),
        ('side = "party"', "reach = -1", "creatures[1].reach"),
        ('side = "party"', 'rides = "mule"', "creatures[1].rides"),
        ('id = "hero"', 'id = ""', "creatures[1].id"),
        ('id = "hero"', 'id = " "', "creatures[1].id"),
        ('a = "A1"', 'a = "Q1"', "given.a"),
        ('a = "A1"', 'a = "orc"', "given.a"),
        ('a = "A1"', "a = 1", "given.a"),
        ('a = "A1", ', "", "given.a"),
        ("squares = 1", "squors = 1", "expect.squors"),
        ('kind = "distance"', 'kind = "distanse"', "kind"),
        ('kind = "distance"', 'kind = "speed"', "map"),
    ],
)
def test_a_board_that_cannot_be_read_is_named_by_its_key(was: str, now: str, key: str) -> None:
    assert was in HEAD
    book = parse("book.toml", HEAD.replace(was, now, 1))
    rulesets = {"pf1": packaged("pf1")}
    bad = book.bad or tuple(f for f in (run(c, rulesets) for c in book.cases) if isinstance(f, Bad))
    assert [wrong.key for wrong in bad] == [key]
