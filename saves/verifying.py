"""The whole file looked over: pages, chain, blobs, states. Slow on purpose; run it in a worker."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, select

from core.messages import N_, Message
from saves import checkpoints, codec, database, journal
from saves.opening import integrity, said
from saves.past import Past
from saves.tables import BLOB, CHECKPOINT, ENTRY

NAMED: Final = re.compile(r'"(?:board|region|ruleset)":"([0-9a-f]{64})"')
"""A map, board or ruleset as the body of a row names it."""


def verify(path: Path) -> tuple[Message, ...]:
    """A message for each kind of damage found in the file; () when it is whole."""
    try:
        opened = database.connect(path, read_only=True)
    except database.DAMAGED as error:
        return (_broken(said(error)),)
    try:
        with database.snapshot(opened.reader):
            return tuple(_found(opened.reader))
    except (*database.DAMAGED, codec.Unreadable) as error:
        return (_broken(said(error)),)
    finally:
        opened.close()


def _found(reader: Connection) -> list[Message]:
    """All kinds of damage. States are looked up only where all rows are as they were written."""
    found = damage(reader)
    rows = journal.damage(reader, journal.stored_head(reader), tail=None) if found else None
    return found if rows is not None else [*found, *_checkpoints(reader)]


def damage(reader: Connection) -> list[Message]:
    """What is wrong with all that is written once: pages, rows, maps and rulesets."""
    found = [_broken(line) for line in integrity(reader)[:1]]
    bad = journal.damage(reader, journal.stored_head(reader), tail=None)
    if bad is not None:
        return [*found, Message(N_("The journal is damaged from entry {seq} on."), seq=bad)]
    stored = {str(sha256) for (sha256,) in reader.execute(select(BLOB.c.sha256)).all()}
    bodies = reader.execute(select(ENTRY.c.body, ENTRY.c.rules))
    named = {name for body, rules in bodies for name in (rules, *NAMED.findall(body))}
    return found + [
        Message(N_("A stored map or ruleset is damaged ({sum})."), sum=sha256)
        for sha256 in sorted((stored | named) - {""})
        if journal.blob(reader, sha256) is None
    ]


def _checkpoints(reader: Connection) -> list[Message]:
    """Checkpoints that are not what the entries give, each folded from the one before."""
    past = Past(reader)
    for (entry,) in reader.execute(
        select(CHECKPOINT.c.entry)
        .where(CHECKPOINT.c.shape == checkpoints.shape())
        .order_by(CHECKPOINT.c.entry)
    ).all():
        if past.checkpoint(entry) != past.folded(entry):
            return [Message(N_("The stored state of entry {seq} is damaged."), seq=entry)]
    return []


def _broken(reason: str) -> Message:
    return Message(N_("The file is damaged: {reason}"), reason=reason)
