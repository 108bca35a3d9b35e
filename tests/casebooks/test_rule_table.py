"""Each rule of the combat grid has its code and a case or a test; the page is up to date."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.each import each
from tests.rule_table import PAGE, RULES, TRAVEL_PAGE, Carried, carried, page, travel_page


@pytest.fixture(scope="module")
def carry() -> Mapping[str, Carried]:
    """What carries each rule: looked for when a test asks, not by every worker that collects."""
    return carried()


@each("rule", RULES)
def test_a_rule_has_its_code_and_something_that_tests_it(
    rule: str, carry: Mapping[str, Carried]
) -> None:
    assert carry[rule].places
    assert carry[rule].cases or carry[rule].tests


def test_the_pages_are_as_the_code_and_the_cases_are(carry: Mapping[str, Carried]) -> None:
    """When this fails: python -m tests.rule_table."""
    assert PAGE.read_text(encoding="utf-8") == page(carry)
    assert TRAVEL_PAGE.read_text(encoding="utf-8") == travel_page(carry)
