"""Every worked example comes out as printed; strict mode refuses exactly the house defaults."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.casebook.cases import Bad, Case
from core.casebook.run import Result, run
from saves.casebooks import read_casebook
from saves.rules import PACKAGED, packaged

HERE = Path(__file__).parent
EXAMPLES = read_casebook(HERE / "travel_examples.toml")
COMBINATIONS = read_casebook(HERE / "travel_combinations.toml")


def ran(case: Case, *, strict: bool = False) -> Result:
    found = run(case, {name: packaged(name) for name in PACKAGED}, strict=strict)
    assert not isinstance(found, Bad), found
    return found


def by_id(cases: tuple[Case, ...]) -> list[object]:
    return [pytest.param(case, id=case.id) for case in cases]


def test_the_examples_are_all_there() -> None:
    assert len(EXAMPLES.cases) == 176
    assert EXAMPLES.bad == ()
    assert COMBINATIONS.bad == ()


@pytest.mark.parametrize("case", by_id(EXAMPLES.cases + COMBINATIONS.cases))
def test_the_rules_give_what_the_example_says(case: Case) -> None:
    result = ran(case)
    assert {key: result.got.get(key) for key in result.wrong} == {}


@pytest.mark.parametrize("case", by_id(EXAMPLES.cases))
def test_t_220_strict_mode_refuses_exactly_the_house_defaults(case: Case) -> None:
    assert (ran(case, strict=True).error == "house_default") == (case.basis == "house")


@pytest.mark.parametrize("case", by_id(EXAMPLES.cases))
def test_receipts_name_the_questions_that_a_result_rests_on(case: Case) -> None:
    named = {q for top in ran(case).receipts for part in top.walk() for q in part.questions}
    assert set(case.depends) <= named


@pytest.mark.parametrize("case", by_id(EXAMPLES.cases))
def test_every_result_has_a_receipt_with_a_rule(case: Case) -> None:
    receipts = ran(case).receipts
    assert receipts
    assert all(part.rule for top in receipts for part in top.walk())
