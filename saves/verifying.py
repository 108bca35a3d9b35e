"""The whole file looked over: pages, chain, blobs, states. Slow on purpose; run it in a worker."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from sqlalchemy import Connection, select
from sqlalchemy.exc import SQLAlchemyError

from core.messages import N_, Message
from saves import checkpoints, database, journal
from saves.opening import integrity
from saves.past import Past
from saves.tables import BLOB, CHECKPOINT


def verify(path: Path) -> tuple[Message, ...]:
    """A message for each kind of damage found in the file; () when it is whole."""
    try:
        opened = database.connect(path, read_only=True)
    except (SQLAlchemyError, sqlite3.Error) as error:
        return (_broken(str(error)),)
    try:
        with database.snapshot(opened.reader):
            return tuple(_found(opened.reader))
    except SQLAlchemyError as error:
        return (_broken(str(error)),)
    finally:
        opened.close()


def _found(reader: Connection) -> list[Message]:
    found = [_broken(line) for line in integrity(reader, thorough=True)[:1]]
    bad = journal.damage(reader, journal.stored_head(reader), tail=None)
    if bad is not None:
        return [*found, Message(N_("The journal is damaged from entry {seq} on."), seq=bad)]
    for (sha256,) in reader.execute(select(BLOB.c.sha256)).all():
        if journal.blob(reader, sha256) is None:
            found.append(Message(N_("A stored map or ruleset is damaged ({sum})."), sum=sha256))
    return [*found, *_checkpoints(reader)]


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
