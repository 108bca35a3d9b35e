"""Whatever is struck on the keyboard, nothing fails and the program goes on."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.story.fighting import at_table
from tests.story.random_hand import STROKES, Hand, prepare, trouble

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(60))
async def test_a_random_hand_meets_no_failure(
    seed: int, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a fight or a road of each system, then 200 strokes fail nowhere, and the net is dry."""
    monkeypatch.chdir(tmp_path)  # what it exports is written here
    struck: list[str] = []
    try:
        async with at_table(prepare(seed)) as table:
            hand = Hand(table, seed)
            struck = hand.struck
            for _ in range(STROKES):
                await hand.strike()
                found = trouble(table, home)
                assert not found, found
    except BaseException as error:
        error.add_note(f"seed {seed}, stroke {len(struck)}; the last strokes: {struck[-12:]}")
        raise
