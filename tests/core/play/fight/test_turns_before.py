"""With every switch of attacks off, turns have the events and figures of before there were any.

`turns_before.json` has a digest of each drawn fight, recorded by the program as it was before the
first of these switches (c9ff637c). Where the play of the documents themselves changes on purpose,
look at the steps of a fight that differs (`any_turns.Turns`), then write its digest down anew.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.attacks_off import OFF
from tests.core.play.fight.any_turns import SYSTEMS, digest

RECORDED: list[str] = json.loads(
    (Path(__file__).parent / "turns_before.json").read_text(encoding="utf-8")
)
BY_DAY = 8
PART = 50


@pytest.mark.parametrize("seed", range(BY_DAY))
def test_the_turns_of_a_fight_are_those_of_before(seed: int) -> None:
    assert digest(seed, OFF) == RECORDED[seed]


def test_with_the_switches_on_turns_are_others() -> None:
    """Given what the rulesets have on, then some fight differs in each system."""
    for number, system in enumerate(SYSTEMS):
        seeds = range(number, 2 * BY_DAY, len(SYSTEMS))
        assert any(digest(seed) != RECORDED[seed] for seed in seeds), system


@pytest.mark.nightly
@pytest.mark.parametrize("first", range(BY_DAY, len(RECORDED), PART))
def test_the_turns_of_four_hundred_fights_are_those_of_before(first: int) -> None:
    seeds = range(first, min(first + PART, len(RECORDED)))

    different = [seed for seed in seeds if digest(seed, OFF) != RECORDED[seed]]

    assert different == []
