"""docs/conditions.md is as the rulesets are; each condition that changes a figure has a case."""

from __future__ import annotations

import pytest

from saves.store.packaged_rulesets import PACKAGED, packaged
from tests.condition_table import PAGE, cases_of, changes_in, conditions_in, page

OF_THE_DOCUMENTS = {"kneeling", "sitting"}
"""Their figures are those of the documents, whose worked examples have them."""


def test_the_page_is_as_the_rulesets_are() -> None:
    """When this fails: python -m tests.condition_table."""
    assert PAGE.read_text(encoding="utf-8") == page()


@pytest.mark.parametrize("system", PACKAGED)
def test_a_condition_that_changes_a_figure_has_a_worked_case(system: str) -> None:
    cases = cases_of(system)
    combat = packaged(system).combat

    without = [
        slug for slug in conditions_in(system) if changes_in(slug, combat) and not cases[slug]
    ]

    assert set(without) <= OF_THE_DOCUMENTS
