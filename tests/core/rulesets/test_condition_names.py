"""Conditions are understood however a list, a file or the GM spells them."""

from __future__ import annotations

import pytest

from core.rulesets.condition_names import condition_of, conditions_of
from saves.store.packaged_rulesets import PACKAGED, packaged


@pytest.mark.parametrize("system", PACKAGED)
def test_what_a_list_shows_of_a_condition_may_be_written(system: str) -> None:
    combat = packaged(system).combat
    for slug, row in combat.conditions.items():
        shown = row.name_in()
        assert condition_of(slug, combat) == slug
        assert combat.conditions[condition_of(shown, combat)].name_in() == shown


@pytest.mark.parametrize(
    ("text", "slug"),
    [
        ("paralysed", "paralyzed"),
        ("paralyzed", "paralyzed"),
        ("flat-footed", "flat_footed"),
        ("flat_footed", "flat_footed"),
        ("Flat footed", "flat_footed"),
        ("flat", ""),
    ],
)
def test_spellings_of_a_condition_are_one(text: str, slug: str) -> None:
    assert condition_of(text, packaged("pf1").combat) == slug


def test_what_is_no_condition_stays_as_it_is() -> None:
    names = conditions_of(["flat-footed", "torch"], packaged("pf1").combat)
    assert names == ("flat_footed", "torch")
