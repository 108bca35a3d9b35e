"""Label and name of a campaign file that is not open, by plain sqlite3."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from core.messages import Message
from saves.store import damage
from saves.store.file_header import peek, uri, wal_of

FAILED = sqlite3.Error
"""Raised by SQLite if a file cannot be read or written."""


def label(path: Path) -> tuple[str, str, int, str, Message | None]:
    """A campaign's id, name, number of rows and face, as stored; its known damage or None.

    The face is canonical JSON; a damaged file may hold any type. Raises FAILED or TypeError if it
    cannot be read.
    """
    with closing(peek(path)) as raw:
        found = raw.execute("SELECT id, name, head, face FROM campaign").fetchone()
        return *found, damage.still_wrong(path, found[0], raw)


def rename(path: Path, name: str) -> None:
    """Rename the campaign, but not its file. Raises FAILED."""
    with closing(sqlite3.connect(uri(path, "mode=rw"), uri=True)) as raw, raw:
        raw.execute("UPDATE campaign SET name = ?", (name,))


def fold_wal(path: Path) -> bool:
    """Move everything from the -wal into the file; False while another program reads it.

    A file that is damaged or not a campaign is left unchanged. Raises FAILED if the disk fails
    while the -wal still holds entries: the file must not be moved without it.
    """
    try:
        with closing(sqlite3.connect(uri(path, "mode=rw"), uri=True)) as raw:
            busy, _, _ = raw.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    except sqlite3.OperationalError:
        if holds_entries(wal_of(path.resolve())):
            raise
        return True
    except (FAILED, UnicodeError):
        return True
    return not busy


def holds_entries(wal: Path) -> bool:
    """Whether there is a -wal of this name that is not empty. Raises OSError."""
    return wal.exists() and wal.stat().st_size > 0
