"""Many who write to the campaign Rime of a server, in children that say what was acknowledged."""

from __future__ import annotations

import time
import uuid
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import ExitStack, suppress
from functools import partial

import psycopg

from core.messages import Message, Refusal
from core.play.facts.table.commands import Hurt, Join
from core.values import Struct, replace
from saves.campaign.campaign import Campaign
from saves.library import library
from saves.store import integrity, journal
from saves.store.packaged_rulesets import packaged
from saves.store.places import legible
from saves.store.refusals import CannotOpen
from tests.forking import Child, Say, forked
from tests.saves.campaigns import HARSK

PAUSE = 0.01
"""Seconds before somebody asks again a server that was gone."""
END_ALL = (
    b"SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    b" WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"
)


class Acknowledged(Struct):
    """An entry that its writer was told to be stored, and when, in seconds of the machine."""

    id: str
    at: float


def begin() -> None:
    """Make the campaign, with somebody who can be hurt without end."""
    with library.create("Rime", packaged("pf1")) as campaign:
        campaign.record(Join(replace(HARSK, hp=100_000)))


def write(entries: int, say: Say) -> None:
    """Record so many entries, each until it is acknowledged, and say that of each."""
    with open_campaign() as campaign:
        for _ in range(entries):
            entry_id = str(uuid.uuid4())
            while not try_to_record(campaign, entry_id):
                time.sleep(PAUSE)
            say(f"{entry_id} {time.monotonic()}")


def open_campaign() -> Campaign:
    """Open the campaign, as often as the server is gone meanwhile."""
    while True:
        with suppress(CannotOpen):
            return library.open("Rime")
        time.sleep(PAUSE)


def try_to_record(campaign: Campaign, entry_id: str) -> bool:
    """Whether a wound is acknowledged; not if the server is gone, or too many are faster."""
    try:
        with legible(campaign.place):
            campaign.record(Hurt(("harsk",), (1,)), entry_id=entry_id)
    except Refusal:
        return False
    return True


def read_acknowledged(child: Child, entries: int) -> list[Acknowledged]:
    """What a child says next."""
    return [acknowledged_by(child.read_line()) for _ in range(entries)]


def acknowledged_by(line: str) -> Acknowledged:
    """The entry of a line that a child says."""
    entry_id, at = line.split()
    return Acknowledged(entry_id, float(at))


def end_connections(url: str) -> None:
    """Let a server end all connections, as when it is restarted."""
    with psycopg.connect(url, autocommit=True) as raw:
        raw.execute(END_ALL)


def write_together(players: int, entries: int, disturb: Callable[[], object]) -> list[Acknowledged]:
    """What so many were told who all write; one more is killed, and twice they are disturbed."""
    acknowledged: list[Acknowledged] = []
    half = entries // 2
    with ExitStack() as stack:
        children = [stack.enter_context(forked(partial(write, entries))) for _ in range(players)]
        with forked(partial(write, entries)) as doomed:
            acknowledged += read_acknowledged(doomed, half)
        for child in children[:2]:
            acknowledged += read_acknowledged(child, half)
            disturb()
        for child in children[:2]:
            acknowledged += read_acknowledged(child, entries - half)
        for child in children[2:]:
            acknowledged += read_acknowledged(child, entries)
    return acknowledged


class Stored(Struct):
    """What became of what many wrote, as counted in the campaign itself."""

    stored: int
    lost: int
    doubled: int
    damage: tuple[Message, ...]


def count_stored(acknowledged: Iterable[Acknowledged]) -> Stored:
    """Compare what was acknowledged with what is stored."""
    with library.open("Rime", read_only=True) as campaign:
        stored = Counter(row.id for row in journal.rows(campaign.opened.reader))
        damage = tuple(integrity.find_damage(campaign.opened))
    return Stored(
        stored=stored.total(),
        lost=sum(1 for entry in acknowledged if entry.id not in stored),
        doubled=sum(1 for count in stored.values() if count > 1),
        damage=damage,
    )
