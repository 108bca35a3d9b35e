"""A burst of keys typed at any speed does the same as typed slowly, also while something loads.

What is drawn at random is played twice from the same campaign, in one running app each: a key at a
time, and each burst at once, the first of them while the campaign is being opened.
"""

from __future__ import annotations

import pytest

from tests.demos import ambush
from tests.demos import week as demo
from tests.thorough import cases, rounds
from tests.tui.screens.bursts import FIGHT, ROAD, draw_bursts, type_at_once, type_slowly

WHERE = {"road": (demo, ROAD), "fight": (ambush, FIGHT)}
"""The campaign to begin with, and what is drawn of, by what is played."""
BY_DAY = ("road-6",)


def name_case(case: tuple[str, int]) -> str:
    """What is played, and the number that its bursts are drawn from."""
    where, seed = case
    return f"{where}-{seed}"


@pytest.mark.parametrize(
    ("where", "seed"),
    cases([(where, seed) for where in WHERE for seed in (*range(1, 16), 37)], BY_DAY, name_case),
)
async def test_a_burst_of_keys_does_what_its_keys_do_one_by_one(where: str, seed: int) -> None:
    """Given random bursts, then entries, screens, lines and what they say are the same."""
    opening, pieces = WHERE[where]
    bursts = draw_bursts(pieces, seed, rounds(3, 14), most_pieces=8)
    slow = await type_slowly(opening, bursts)
    fast = await type_at_once(opening, bursts)
    for number, burst in enumerate(bursts):
        assert not slow[number].differences(fast[number]), (" ".join(burst), bursts[:number])
