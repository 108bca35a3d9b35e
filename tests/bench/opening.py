"""B10: opening a campaign of 100,000 entries against one of 1,000, and going back in time."""

from __future__ import annotations

import random
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from saves.campaign import Campaign
from tests.bench.append import begun, hour, roll, smallest
from tests.bench.harness import Row, in_turn

SHORT, LONG = 1_000, 100_000
FRAME = 0.05
"""Going to any moment of the past takes less than this many seconds."""


def grown(path: Path, entries: int) -> Path:
    """A campaign of so many entries: a day's march now and then, small steps between."""
    with begun(path) as campaign:
        while campaign.head < entries:
            if campaign.head % 40 == 0:
                hour(campaign)
            else:
                campaign.perform(smallest(campaign), roll)
            if campaign.head % 10_000 == 0:
                print(f"    {campaign.head} entries", file=sys.stderr, flush=True)
    return path


def run() -> list[Row]:
    with TemporaryDirectory(prefix="outrider-b10-") as folder:
        short = grown(Path(folder) / "short.outrider", SHORT)
        long = grown(Path(folder) / "long.outrider", LONG)
        took = in_turn({"ours": lambda: _open(long), "short": lambda: _open(short)}, rounds=25)
        what = f"open a campaign of {LONG:,} entries"
        return [
            Row("B10", what, took["ours"], f"one of {SHORT:,}", took["short"], 1.5),
            Row("B10", "jump to any moment of it", _jump(long), "50 ms", FRAME, 1),
        ]


def _open(path: Path) -> None:
    Campaign.open(path).close()


def _jump(path: Path) -> float:
    """The median seconds to a moment drawn at random, nothing kept from the last jump."""
    chance = random.Random(10)
    with Campaign.open(path) as campaign:
        return in_turn(
            {"jump": lambda: campaign.state_at(chance.randint(1, campaign.head))}, rounds=40
        )["jump"]
