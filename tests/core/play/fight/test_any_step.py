"""Random fights step by step: the command, its preview and the oracle say the same (`walks`)."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tests.core.play.fight.walks import SYSTEMS, Walk, stroll
from tests.thorough import rounds

QUICK = rounds(40, 80)
LONG = 5_000
SEED = 45
KINDS = (
    "riders",
    "swimmers",
    "burrowers",
    "natural reach",
    "dark targets",
    "refused moves",
    "moves with strikes",
)
LEAST = 300
"""So many steps of each of these kinds there are among the long ones of all systems."""


@pytest.mark.parametrize("system", SYSTEMS)
def test_c_257_c_099_any_step_is_as_the_catalogue_has_it(system: str) -> None:
    """Given random fights, when somebody moves or attacks, then command, preview, oracle agree."""
    stroll(Walk, system, QUICK, str(SEED))


@pytest.mark.nightly
def test_twenty_thousand_steps_are_as_the_catalogue_has_them() -> None:
    """With -s it tells how many steps of each kind there were; the seed is told on failure."""
    seed = str(random.SystemRandom().randrange(10**6))
    tally = Counter[str]()
    for system in SYSTEMS:
        tally += stroll(Walk, system, LONG, seed)
    print(seed, dict(tally))
    assert tally["steps"] == LONG * len(SYSTEMS)
    assert {kind: tally[kind] for kind in KINDS if tally[kind] < LEAST} == {}
