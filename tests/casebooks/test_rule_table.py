"""Each rule of the combat grid has its code and a case or a test; the page is up to date."""

from __future__ import annotations

import pytest

from tests.rule_table import PAGE, RULES, carried, page

CARRIED = carried()


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_has_its_code_and_something_that_tests_it(rule: str) -> None:
    assert CARRIED[rule].places
    assert CARRIED[rule].cases or CARRIED[rule].tests


def test_the_page_is_as_the_code_and_the_cases_are() -> None:
    """When this fails: python -m tests.rule_table."""
    assert PAGE.read_text(encoding="utf-8") == page(CARRIED)
