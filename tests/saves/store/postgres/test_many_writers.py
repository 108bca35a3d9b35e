"""Many who write to one campaign of a server lose nothing that was acknowledged (P1, P2)."""

from __future__ import annotations

import uuid
from collections import Counter
from contextlib import ExitStack, suppress
from functools import partial

import pytest

pytest.importorskip("psycopg", reason="campaigns on a server need psycopg")

import psycopg

from core.messages import Refusal
from core.play.facts.table.commands import Hurt, Join
from core.values import replace
from saves.campaign.campaign import Campaign
from saves.library import library
from saves.store import integrity, journal
from saves.store.packaged_rulesets import packaged
from saves.store.places import legible, library_at
from saves.store.refusals import CannotOpen
from tests.forking import Say, forked
from tests.saves.campaigns import HARSK

END_ALL = (
    b"SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    b" WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"
)


def open_campaign() -> Campaign:
    """Open the campaign, as often as the server is gone meanwhile."""
    while True:
        with suppress(CannotOpen):
            return library.open("Rime")


def play(entries: int, say: Say) -> None:
    """Record so many entries, each until it is acknowledged, and say its id then."""
    with open_campaign() as campaign:
        for _ in range(entries):
            entry_id = str(uuid.uuid4())
            recorded = False
            while not recorded:
                try:
                    with legible(campaign.place):
                        campaign.record(Hurt(("harsk",), (1,)), entry_id=entry_id)
                    recorded = True
                except Refusal:
                    continue  # the server was gone, and is asked again for the same entry
            say(entry_id)


def play_together(url: str, players: int, entries: int) -> list[str]:
    """The ids that players were told, who all write; one is killed, all connections end twice."""
    acknowledged: list[str] = []
    with ExitStack() as stack:
        children = [stack.enter_context(forked(partial(play, entries))) for _ in range(players)]
        with forked(partial(play, entries)) as doomed:
            acknowledged += [doomed.read_line() for _ in range(entries // 2)]
        for child in children[:2]:
            acknowledged += [child.read_line() for _ in range(entries // 2)]
            with psycopg.connect(url, autocommit=True) as raw:
                raw.execute(END_ALL)
        for child in children[:2]:
            acknowledged += [child.read_line() for _ in range(entries - entries // 2)]
        for child in children[2:]:
            acknowledged += [child.read_line() for _ in range(entries)]
    return acknowledged


def check_many(url: str, players: int, entries: int) -> None:
    """All that was acknowledged is stored once, in one chain."""
    with library_at(url):
        with library.create("Rime", packaged("pf1")) as campaign:
            campaign.record(Join(replace(HARSK, hp=100_000)))
        acknowledged = play_together(url, players, entries)

        with library.open("Rime", read_only=True) as campaign:
            stored = Counter(row.id for row in journal.rows(campaign.opened.reader))
            assert integrity.find_damage(campaign.opened) == []
    assert len(acknowledged) == players * entries + entries // 2
    assert set(acknowledged) <= set(stored)
    assert set(stored.values()) == {1}


def test_four_who_write_at_once_lose_and_double_nothing(server_url: str) -> None:
    check_many(server_url, players=3, entries=10)


@pytest.mark.nightly
def test_eight_who_write_two_thousand_entries_lose_and_double_nothing(server_url: str) -> None:
    check_many(server_url, players=8, entries=250)
