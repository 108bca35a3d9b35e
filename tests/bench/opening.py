"""B10: a campaign of 100,000 entries against one of 1,000: opening, going back, searching."""

from __future__ import annotations

import random
import shutil
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from saves.campaign.campaign import Campaign
from saves.history.history import History
from saves.history.index.index import follow
from saves.history.search import Query, search
from saves.store.entry_reader import EntryReader
from saves.store.sqlite.file_place import FilePlace
from saves.store.state_history import StateHistory
from tests.bench.harness import Row, in_turn, timed
from tests.marathon import marathon
from tui.view import said

SHORT = 1_000
LONG = 100_000
FRAME = 0.05
"""Seconds allowed for going to any moment of the past."""
FOUND = 0.1
"""Seconds allowed for any search."""
A_SECOND = 4_000
"""Rows indexed per second."""
QUERIES = (
    Query("a"), Query("e"), Query("attacks"), Query("turn wolf"), Query("who paid the bandits"),
    Query("h", creature="harsk"), Query("d", place="tarn"), Query(kind="fight"),
    Query("damage", kind="fight", session=50), Query("nowhere"),
)  # fmt: skip
"""From words in most rows to words in none."""


def run() -> list[Row]:
    with TemporaryDirectory(prefix="outrider-b10-") as folder:
        short, long = (_copy(entries, Path(folder)) for entries in (SHORT, LONG))
        took = in_turn({"ours": lambda: _open(long), "short": lambda: _open(short)}, rounds=25)
        with History.open(FilePlace(long), said) as look:
            jumped = dict(timed({"to": lambda: _jump(look), "seen": lambda: _then(look)}, 60))
            followed = _follow(look)
            slowest = max(in_turn({str(q): partial(search, look, q) for q in QUERIES}, 5).values())
            taken = look.head / A_SECOND
    what = f"open a campaign of {LONG:,} entries"
    return [
        Row("B10", what, took["ours"], f"one of {SHORT:,}", took["short"], 1.5),
        Row("B10", "jump to any moment of it", median(jumped["to"]), "50 ms", FRAME, 1),
        Row("B10", "jump, and what its picture needs", median(jumped["seen"]), "50 ms", FRAME, 1),
        Row("B10", f"take {LONG:,} entries into the index", followed, "4,000 a second", taken, 1),
        Row("B10", "search, the slowest of ten", slowest, "100 ms", FOUND, 1),
    ]


def _copy(entries: int, folder: Path) -> Path:
    return Path(shutil.copyfile(marathon(entries), folder / f"{entries}.outrider"))


def _open(path: Path) -> None:
    Campaign.open(FilePlace(path)).close()


CHANCE = random.Random(10)


def _jump(look: History) -> float:
    """Seconds to the state of a random moment, without a cache from the last jump."""
    row = look.row(CHANCE.randint(1, look.head))
    assert row is not None
    past = StateHistory(look.reader)
    start = perf_counter()
    past.moment(row.tip)
    return perf_counter() - start


def _then(look: History) -> float:
    """Seconds to a random entry, the states around it and its assets."""
    look.states = StateHistory(look.reader)
    look.entry_reader = EntryReader(look.reader, look.states)
    seq = CHANCE.randint(1, look.head)
    start = perf_counter()
    look.then(seq)
    return perf_counter() - start


def _follow(look: History) -> float:
    """Seconds to make an index."""
    start = perf_counter()
    while (end := follow(look)).done < end.of:
        pass
    return perf_counter() - start
