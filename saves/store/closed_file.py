"""A campaign's file that nobody has open: its label read, its name changed, by plain sqlite3."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from core.messages import Message
from core.values import Struct
from saves.store import check_log
from saves.store.file_header import peek, uri

FAILED: Final = sqlite3.Error
"""What SQLite raises where a file cannot be read or written."""


class Label(Struct):
    """What the campaign's own row says, as it is stored; `damage` is what is known to be wrong.

    `face` is canonical JSON. A damaged file may hold any type.
    """

    id: str
    name: str
    entries: int
    face: str
    damage: Message | None


def label(path: Path) -> Label:
    """The label of a file. FAILED or TypeError where it cannot be read."""
    with closing(peek(path)) as raw:
        found = raw.execute("SELECT id, name, head, face FROM campaign").fetchone()
        id, name, entries, face = found
        return Label(id, name, entries, face, check_log.still_wrong(path, id, raw))


def rename(path: Path, name: str) -> None:
    """Give the campaign another name; the file keeps its own. Raises FAILED."""
    with closing(sqlite3.connect(uri(path, "mode=rw"), uri=True)) as raw, raw:
        raw.execute("UPDATE campaign SET name = ?", (name,))


def fold_wal(path: Path) -> bool:
    """Bring everything from the -wal into the file; False while another program reads it.

    A file that is no campaign, or a damaged one, is left as it is.
    """
    try:
        with closing(sqlite3.connect(uri(path, "mode=rw"), uri=True)) as raw:
            busy, _, _ = raw.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    except (FAILED, UnicodeError):
        return True
    return not busy
