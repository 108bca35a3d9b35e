"""Whether a campaign's path still refers to the file that is open. Private to saves.

SQLite goes on writing to a file that was moved or deleted, and those rows would be lost.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterable
from contextlib import closing, suppress
from pathlib import Path
from typing import NamedTuple, TypeAlias

from saves.store.sqlite.engine import FileConnection
from saves.store.sqlite.header import KEPT_WAL, connect, peek, uri, wal_of

Which: TypeAlias = tuple[int, int]
"""A file's device and inode."""


class FileContent(NamedTuple):
    """The content of a file without its -wal: the campaign's id, its head, that row's sum."""

    campaign: str
    head: int
    sum: str


class CampaignFiles:
    """An open campaign's file and the -wal beside it.

    A file that is overwritten in place keeps its inode but changes time and size. SQLite itself
    changes it only by a checkpoint, after which it ends with a row that was recorded here.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._name = str(path)
        self._wal_name = str(wal_of(path.resolve()))
        self.file = _which(self._name)
        self.wal = _which(self._wal_name)
        _, self._stamp = _state(self._name)
        self._base = self._read()
        self._torn = self._base is None
        self._sums: dict[int, str] = {}
        self._aside = False

    @property
    def base(self) -> int:
        """The newest row in the file itself; 0 if unknown."""
        if self._base is None:
            return 0
        return self._base.head

    def know(self, rows: Iterable[tuple[int, str]]) -> None:
        """Add recorded rows, by seq and sum: the file may end with one of them."""
        self._sums.update(rows)

    def settled(self) -> None:
        """After our COMMIT: remember the file's content if it is ours; `holds` finds others."""
        file, stamp = _state(self._name)
        if file != self.file or stamp == self._stamp:
            return
        found = self._read()
        if found is None:  # a full disk may stop a checkpoint halfway
            self._stamp = stamp
            self._torn = True
        elif self._ours(found):
            self._stamp = stamp
            self._base = found
            self._torn = False
            self._sums = {seq: own for seq, own in self._sums.items() if seq > found.head}

    @property
    def moved(self) -> bool:
        """Whether one of the names no longer refers to the open file."""
        return _which(self._name) != self.file or _which(self._wal_name) != self.wal

    def holds(self) -> bool:
        """Whether both names refer to the open files and no other program wrote to them."""
        file, stamp = _state(self._name)
        if file != self.file or _which(self._wal_name) != self.wal:
            return False
        if stamp == self._stamp:
            return True
        found = self._read()
        if self._torn:
            return found is None or self._ours(found)
        return found == self._base

    def set_aside(self) -> None:
        """Before an overwritten file is closed: copy our -wal and empty it.

        Otherwise SQLite would write it into the new file.
        """
        self._aside = True
        with suppress(OSError):
            if os.stat(self._wal_name).st_size:
                number = 1
                first = kept_wal(self.path)
                kept = first
                while kept.exists():
                    number += 1
                    kept = first.with_name(f"{first.name}-{number}")
                with suppress(OSError):
                    shutil.copyfile(self._wal_name, kept)
                os.truncate(self._wal_name, 0)

    def keeps(self, seq: int, sum_: str) -> bool:
        """After the close: whether the file has that row. True if it was moved."""
        if _which(self._name) != self.file:
            return True
        if self._aside:
            return False
        try:
            with closing(FileConnection(peek(self.path))) as reader:
                found = reader.scalar(reader.statements.sum, number=seq)
                head = reader.scalar(reader.statements.head)
            return bool(found == sum_ and head >= seq)
        except (sqlite3.Error, OSError, ValueError, TypeError):
            return False

    def tidy(self) -> None:
        """After a moved or overwritten file is closed: delete its -wal if that is empty."""
        if self.wal is not None and (self._aside or _which(self._name) is None):
            with suppress(OSError):
                if _which(self._wal_name) == self.wal and os.stat(self._wal_name).st_size == 0:
                    os.unlink(self._wal_name)
                    os.unlink(self._wal_name.removesuffix("-wal") + "-shm")

    def _ours(self, found: FileContent) -> bool:
        recorded = self._sums.get(found.head) == found.sum
        if self._base is None:
            return recorded
        same = found.campaign == self._base.campaign
        return found == self._base or (same and recorded)

    def _read(self) -> FileContent | None:
        try:
            raw = connect(uri(self.path, "mode=ro&immutable=1"))
            with closing(FileConnection(raw)) as reader:
                campaign, head, sum_ = reader.execute(reader.statements.newest_row).fetchone()
            if sum_ or not head:
                return FileContent(str(campaign), int(head), sum_ or "")
            return None
        except (sqlite3.Error, OSError, ValueError, TypeError):
            return None


def kept_wal(path: Path) -> Path:
    """The path of the copy of an overwritten file's -wal."""
    real = path.resolve()
    return real.with_name(real.name + KEPT_WAL)


def _which(path: str) -> Which | None:
    return _state(path)[0]


def _state(path: str) -> tuple[Which | None, tuple[int, int]]:
    try:
        found = os.stat(path)
    except OSError:
        return None, (0, 0)
    return (found.st_dev, found.st_ino), (found.st_mtime_ns, found.st_size)
