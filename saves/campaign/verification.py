"""A check of a whole file: pages, chain, blobs, checkpoints. It is slow; run it in a worker."""

from __future__ import annotations

from pathlib import Path

from core.messages import Message
from saves.store import codec, damage, database, journal
from saves.store.state_history import StateHistory


def verify(path: Path) -> tuple[Message, ...]:
    """A message for each kind of damage found in the file; () if there is none."""
    try:
        opened = database.connect(path, read_only=True)
    except database.DAMAGED as error:
        return (damage.broken(error),)
    try:
        with database.snapshot(opened.reader):
            return tuple(_found(opened.reader))
    except (*database.DAMAGED, codec.UnreadableText) as error:
        return (damage.broken(error),)
    finally:
        opened.close()


def _found(reader: database.Connection) -> list[Message]:
    found = damage.find_damage(reader)
    if found and journal.damage(reader, journal.stored_head(reader), tail=None) is not None:
        return found
    bad = StateHistory(reader).damaged_checkpoint()
    if bad is None:
        return found
    return [*found, Message("The stored state of entry {seq} is damaged.", seq=bad)]
