"""The kill loop: children play through `Campaign.perform` and are killed in the middle of it.

It runs in a child (`tests.forking`), which has one thread, so that forking is safe at any instant.
"""

from __future__ import annotations

import os
import random
import select
import signal
import time
import uuid
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

import sqlalchemy

from core.play.facts.state import Member
from core.play.facts.table.commands import Hurt, Join
from saves.campaign.campaign import Campaign
from saves.library import library
from saves.store.backend import Place
from saves.store.packaged_rulesets import packaged
from saves.store.statements import table_of
from tests.saves.verifying import verify_at

PATIENCE = 30
"""Seconds of the wall clock after which a child that acknowledges nothing is given up."""
WRONG = ("lost", "doubled", "twice", "gaps", "astray", "torn", "unopened", "broken")
"""What may never be found after a kill."""
HARDY = Member("hardy", "Hardy", "H", hp=10**9)


def play(place: Place, out: int) -> None:
    """Perform one small command after another for ever; tell each before and after."""
    with Campaign.open(place) as campaign:
        while True:
            entry_id = str(uuid.uuid4())
            os.write(out, f"try {entry_id} 0\n".encode())
            entry = campaign.perform(Hurt(("hardy",), (1,)), lambda _: None, entry_id=entry_id)
            assert entry is not None
            os.write(out, f"ack {entry_id} {entry.seq}\n".encode())


def killed(place: Place, rng: random.Random) -> list[list[str]]:
    """What one child told before it was killed."""
    back, out = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(back)
        try:
            play(place, out)
        finally:
            os._exit(70)
    os.close(out)
    heard = b""
    while b"ack" not in heard:
        ready, _, _ = select.select([back], [], [], PATIENCE)
        assert ready, "the child says nothing"
        more = os.read(back, 65536)
        assert more, "the child ended by itself"
        heard += more
    # Nothing is waited for: the kill is to come at any moment of the work on the next commands.
    time.sleep(rng.uniform(0, 0.06))
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    while more := os.read(back, 65536):
        heard += more
    os.close(back)
    whole = heard[: heard.rfind(b"\n")].decode()
    return [line.split() for line in whole.split("\n")]


def check(place: Place, told: list[list[str]], counts: Counter[str]) -> None:
    """Open what was left and count what is wrong; send the command without an answer again."""
    acks = {entry_id: int(seq) for word, entry_id, seq in told if word == "ack"}
    open_ids = [entry_id for word, entry_id, _ in told if word == "try" and entry_id not in acks]
    counts["acknowledged"] += len(acks)
    counts["unanswered"] += len(open_ids)
    with Campaign.open(place) as campaign:
        stored = {row.id: row.seq for row in stored_names(campaign)}
        lost = [entry_id for entry_id, seq in acks.items() if stored.get(entry_id) != seq]
        counts["lost"] += len(lost)
        for entry_id in open_ids:
            count_if(counts, "unseen", entry_id in stored)
            expected = campaign.head if entry_id in stored else campaign.head + 1
            campaign.perform(Hurt(("hardy",), (1,)), lambda _: None, entry_id=entry_id)
            count_if(counts, "doubled", campaign.head != expected)
        rows = stored_names(campaign)
        ids = {row.id for row in rows}
        sessions = {row.session for row in rows}
        member = campaign.state.member("hardy")
        count_if(counts, "unopened", campaign.read_only)
        count_if(counts, "torn", (len(sessions), campaign.session) != (1, 1))
        count_if(counts, "gaps", [row.seq for row in rows] != list(range(1, campaign.head + 1)))
        count_if(counts, "twice", len(ids) != len(rows))
        count_if(counts, "astray", member is None or member.damage != campaign.head - 2)


def count_if(counts: Counter[str], name: str, is_so: bool) -> None:
    """Count one more of a name, if it is so."""
    if is_so:
        counts[name] += 1


class StoredName(NamedTuple):
    """What a row is known by."""

    seq: int
    id: str
    session: str


def stored_names(campaign: Campaign) -> list[StoredName]:
    """What the rows of a campaign are known by, in order; it is the only one where it is stored."""
    entry = table_of(campaign.opened.reader.statements.tables.entry).c
    query = sqlalchemy.select(entry.seq, entry.id, entry.session).order_by(entry.seq)
    return [StoredName(*row) for row in campaign.opened.reader.execute(query)]


def kill_players(kills: int, seed: int) -> Iterator[dict[str, int]]:
    """Run the loop in the library; after each kill, yield what it has found so far."""
    with library.create("Killed", packaged("pf1")) as campaign:
        campaign.record(Join(HARDY))
        place = campaign.place
    rng = random.Random(seed)
    counts = Counter(dict.fromkeys((*WRONG, "unseen"), 0))
    for number in range(kills):
        check(place, killed(place, rng), counts)
        if number % 25 == 24 or number == kills - 1:
            counts["broken"] += len(verify_at(place))
        counts["kills"] += 1
        yield dict(counts)
