"""Every worked example comes out as printed; strict mode refuses exactly the house defaults."""

from __future__ import annotations

from operator import attrgetter
from pathlib import Path

from core.casebook.cases import Case
from saves.library.rulesets import read_casebook
from tests.casebooks.running import no_value_is_wrong, parts, ran
from tests.each import each

HERE = Path(__file__).parent
EXAMPLES = read_casebook(HERE / "travel_examples.toml")
COMBINATIONS = read_casebook(HERE / "travel_combinations.toml")


ID = attrgetter("id")


def test_the_examples_are_all_there() -> None:
    assert len(EXAMPLES.cases) == 176
    assert EXAMPLES.bad == ()
    assert COMBINATIONS.bad == ()


@each("case", COMBINATIONS.cases, ID)
def test_the_rules_give_what_the_combination_says(case: Case) -> None:
    no_value_is_wrong(ran(case))


@each("case", EXAMPLES.cases, ID)
def test_the_example_comes_out_as_printed_and_says_why(case: Case) -> None:
    result = ran(case)

    no_value_is_wrong(result)
    named = list(parts(result))
    assert named
    assert all(part.rule for part in named)
    assert set(case.depends) <= {question for part in named for question in part.questions}


@each("case", EXAMPLES.cases, ID)
def test_t_220_strict_mode_refuses_exactly_the_house_defaults(case: Case) -> None:
    assert (ran(case, strict=True).error == "house_default") == (case.basis == "house")
