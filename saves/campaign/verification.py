"""The whole file looked over: pages, chain, blobs, states. Slow on purpose; run it in a worker."""

from __future__ import annotations

import re
from collections.abc import Iterator, Set
from pathlib import Path
from typing import Final

from core.messages import N_, Message
from saves.campaign.opening import integrity
from saves.store import checkpoints, codec, database, journal
from saves.store.database import Connection
from saves.store.state_history import Past

NAMED: Final = re.compile(r'"(?:board|region|ruleset)":"([0-9a-f]{64})"')
"""A map, board or ruleset as the body of a row names it."""


def verify(path: Path) -> tuple[Message, ...]:
    """A message for each kind of damage found in the file; () when it is whole."""
    try:
        opened = database.connect(path, read_only=True)
    except database.DAMAGED as error:
        return (broken(error),)
    try:
        with database.snapshot(opened.reader):
            return tuple(_found(opened.reader))
    except (*database.DAMAGED, codec.Unreadable) as error:
        return (broken(error),)
    finally:
        opened.close()


def _found(reader: Connection) -> list[Message]:
    found = damage(reader)
    rows = journal.damage(reader, journal.stored_head(reader), tail=None) if found else None
    return found if rows is not None else [*found, *_checkpoints(reader)]


def damage(reader: Connection) -> list[Message]:
    """What is wrong with all that is written once: pages, rows, maps and rulesets."""
    found = [broken(line) for line in integrity(reader)[:1]]
    bad = journal.damage(reader, journal.stored_head(reader), tail=None)
    if bad is not None:
        return [*found, from_entry(bad)]
    return [*found, *drawn_or_ruled(reader)]


def drawn_or_ruled(reader: Connection) -> Iterator[Message]:
    """What is wrong with maps and rulesets: those stored, and those that any row names."""
    bodies = reader.execute("SELECT body, rules FROM entry")
    named = {name for body, rules in bodies for name in (rules, *NAMED.findall(body))}
    return damaged_blobs(reader, named.union(journal.blobs(reader)))


def damaged_blobs(reader: Connection, names: Set[str]) -> Iterator[Message]:
    """Of maps and rulesets with these names ("" is none) those that are missing or damaged."""
    for sha256 in sorted(names - {""}):
        if journal.blob(reader, sha256) is None:
            yield Message(N_("A stored map or ruleset is damaged ({sum})."), sum=sha256)


def from_entry(seq: int) -> Message:
    """That a row is not as it was written, or not where it was."""
    return Message(N_("The journal is damaged from entry {seq} on."), seq=seq)


def _checkpoints(reader: Connection) -> list[Message]:
    past = Past(reader)
    for (entry,) in reader.execute(
        "SELECT entry FROM checkpoint WHERE shape = ? ORDER BY entry", (checkpoints.shape(),)
    ).fetchall():
        if past.checkpoint(entry) != past.folded(entry):
            return [Message(N_("The stored state of entry {seq} is damaged."), seq=entry)]
    return []


def broken(reason: str | Exception) -> Message:
    """That SQLite cannot make out the file."""
    found = reason if isinstance(reason, str) else str(reason)
    return Message(N_("The file is damaged: {reason}"), reason=found)
