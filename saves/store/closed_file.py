"""Label and name of a campaign file that is not open, by plain sqlite3."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from core.messages import Message
from core.values import Struct
from saves.store import damage
from saves.store.file_header import peek, uri

FAILED = sqlite3.Error
"""Raised by SQLite if a file cannot be read or written."""


class Label(Struct):
    """The campaign's own row as stored; `damage` is known damage, None if there is none.

    `face` is canonical JSON. A damaged file may hold any type.
    """

    id: str
    name: str
    entries: int
    face: str
    damage: Message | None


def label(path: Path) -> Label:
    """The label of a file. Raises FAILED or TypeError if it cannot be read."""
    with closing(peek(path)) as raw:
        found = raw.execute("SELECT id, name, head, face FROM campaign").fetchone()
        id, name, entries, face = found
        return Label(id, name, entries, face, damage.still_wrong(path, id, raw))


def rename(path: Path, name: str) -> None:
    """Rename the campaign, but not its file. Raises FAILED."""
    with closing(sqlite3.connect(uri(path, "mode=rw"), uri=True)) as raw, raw:
        raw.execute("UPDATE campaign SET name = ?", (name,))


def fold_wal(path: Path) -> bool:
    """Move everything from the -wal into the file; False while another program reads it.

    A file that is damaged or not a campaign is left unchanged.
    """
    try:
        with closing(sqlite3.connect(uri(path, "mode=rw"), uri=True)) as raw:
            busy, _, _ = raw.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    except (FAILED, UnicodeError):
        return True
    return not busy
