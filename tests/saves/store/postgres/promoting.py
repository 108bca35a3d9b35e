"""A second server follows a first, which is killed in mid-play; the second takes its place.

The dead one is taken in again as the follower, so that it can be done several times.
`python -m tests.saves.store.postgres.promoting [TIMES]` prints what was found and how long it took.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial

import psycopg

from core.values import Struct
from saves.store.places import library_at
from saves.store.postgres.server_setup import make_tables
from tests.forking import Child, forked
from tests.saves.store.postgres.server import (
    SAFE,
    PostgresServer,
    folder_of_server,
    programs,
    started,
)
from tests.saves.store.postgres.writers import (
    Acknowledged,
    Stored,
    acknowledged_by,
    begin,
    count_stored,
    read_acknowledged,
    write,
)

AT_EACH_COMMIT = (b"ALTER SYSTEM SET synchronous_standby_names = '*'", b"SELECT pg_reload_conf()")
"""From now on a commit is acknowledged only when the follower has it, too."""
IS_FOLLOWED = b"SELECT FROM pg_stat_replication WHERE sync_state = 'sync'"


class Promotion(Struct):
    """Seconds from the kill on: until the second server is the first, and until writers go on."""

    promoted: float
    first_goes_on: float
    all_go_on: float


class ServerPair:
    """Two servers, of which the second has all that is acknowledged by the first."""

    def __init__(self, first: PostgresServer, second: PostgresServer) -> None:
        self.first = first
        self.second = second
        self.url = (
            f"postgresql://outrider@/postgres?host={first.folder},{second.folder}"
            "&target_session_attrs=read-write"
        )

    def follow(self) -> None:
        """Let the second follow the first, and wait until each commit waits for it."""
        self.second.follow(self.first)
        self.second.start(SAFE)
        with psycopg.connect(self.first.conninfo, autocommit=True) as raw:
            for statement in AT_EACH_COMMIT:
                raw.execute(statement)
            while raw.execute(IS_FOLLOWED).fetchone() is None:
                time.sleep(0.05)

    def swap(self) -> tuple[float, float]:
        """Kill the first and promote the second; when that began and ended, in seconds."""
        killed = time.monotonic()
        self.first.kill()
        self.second.promote()
        promoted = time.monotonic()
        self.first, self.second = self.second, self.first
        return killed, promoted


@contextmanager
def two_servers() -> Iterator[ServerPair]:
    """A server with Outrider's tables, and one that follows it."""
    folder = programs()
    assert folder is not None, "there is no PostgreSQL"
    with started(folder, SAFE) as first, folder_of_server(folder) as second:
        pair = ServerPair(first, second)
        make_tables(pair.url)
        pair.follow()
        yield pair


def write_through_promotions(
    pair: ServerPair, writers: int, times: int, entries: int
) -> tuple[list[Promotion], list[Acknowledged]]:
    """Let many write, `entries` each before each promotion; what they were told."""
    acknowledged: list[Acknowledged] = []
    promotions: list[Promotion] = []
    with ExitStack() as stack:
        children = [
            stack.enter_context(forked(partial(write, WITHOUT_END))) for _ in range(writers)
        ]
        for _ in range(times):
            acknowledged += read_all(children, entries)
            killed, promoted = pair.swap()
            following = [read_until_after(child, killed) for child in children]
            going_on = [heard[-1].at - killed for heard in following]
            promotions.append(Promotion(promoted - killed, min(going_on), max(going_on)))
            for heard in following:
                acknowledged += heard
            pair.follow()
        acknowledged += read_all(children, entries)
        acknowledged += [acknowledged_by(line) for child in children for line in child.kill()]
    return promotions, acknowledged


WITHOUT_END = 1_000_000
"""More entries than anybody waits for."""


def read_all(children: list[Child], entries: int) -> list[Acknowledged]:
    """What each of the children says next."""
    return [entry for child in children for entry in read_acknowledged(child, entries)]


def read_until_after(child: Child, moment: float) -> list[Acknowledged]:
    """What a child says next, until the first entry that was acknowledged after a moment."""
    found = read_acknowledged(child, 1)
    while found[-1].at <= moment:
        found += read_acknowledged(child, 1)
    return found


class Promoted(Struct):
    """What became of what was acknowledged, and the seconds of each promotion."""

    acknowledged: int
    stored: Stored
    promotions: tuple[Promotion, ...]


def promote(writers: int, times: int, entries: int) -> Promoted:
    """Let many write through so many promotions, `entries` each before each; what was found."""
    with two_servers() as pair, library_at(pair.url):
        begin()
        promotions, acknowledged = write_through_promotions(pair, writers, times, entries)
        stored = count_stored(acknowledged)
    return Promoted(len(acknowledged), stored, tuple(promotions))


if __name__ == "__main__":
    [times] = sys.argv[1:] or ["3"]
    print(promote(8, int(times), 60))
