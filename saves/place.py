"""Whether a campaign's path still refers to the file that is open. Private to saves.

SQLite goes on with a file that was moved or deleted, and what it writes then is found nowhere.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from saves.sniff import uri

Which: TypeAlias = tuple[int, int]
"""A file's device and inode."""


@dataclass(slots=True)
class Place:
    """The files of an open campaign: itself, and the -wal beside it.

    A file that was written over where it lies keeps its inode. It is known by its time and size,
    and by what it says of itself then: SQLite alone changes it, and that only by a checkpoint.
    """

    path: Path
    file: Which | None = field(init=False)
    wal: Which | None = field(init=False)
    _stamp: tuple[int, int] = field(init=False, default=(0, 0))
    _base: tuple[str, int] | None = field(init=False, default=None)
    _name: str = field(init=False)
    _wal_name: str = field(init=False)

    def __post_init__(self) -> None:
        """Note the files as they are; they were opened just now."""
        self._name, self._wal_name = str(self.path), str(self.path.resolve()) + "-wal"
        self.file, self.wal = _which(self._name), _which(self._wal_name)
        self.settled()

    def settled(self) -> None:
        """Note what the file says of itself, if it was changed: by us, in a COMMIT."""
        _, stamp = _state(self._name)
        if stamp != self._stamp:
            self._stamp, self._base = stamp, self._read()

    @property
    def moved(self) -> bool:
        """Whether one of the names refers to another file than is open, or to none."""
        return _which(self._name) != self.file or _which(self._wal_name) != self.wal

    def holds(self) -> bool:
        """Whether both names refer to the files that are open, and nobody else wrote there."""
        file, stamp = _state(self._name)
        if file != self.file or _which(self._wal_name) != self.wal:
            return False
        if stamp == self._stamp or self._base is None:
            return True
        found = self._read()
        return found is not None and found[0] == self._base[0] and found[1] >= self._base[1]

    def tidy(self) -> None:
        """After a file that was moved is closed: what SQLite left where it was, empty, goes."""
        if _which(self._name) is None and self.wal is not None:
            with suppress(OSError):
                if _which(self._wal_name) == self.wal and os.stat(self._wal_name).st_size == 0:
                    os.unlink(self._wal_name)
                    os.unlink(self._wal_name.removesuffix("-wal") + "-shm")

    def _read(self) -> tuple[str, int] | None:
        """The campaign's id and head as the file has them, without its -wal."""
        try:
            with closing(sqlite3.connect(uri(self.path, "mode=ro&immutable=1"), uri=True)) as raw:
                found = raw.execute("SELECT id, head FROM campaign").fetchone()
            return str(found[0]), int(found[1])
        except (sqlite3.Error, OSError, ValueError, TypeError):
            return None


def _which(path: str) -> Which | None:
    return _state(path)[0]


def _state(path: str) -> tuple[Which | None, tuple[int, int]]:
    """Which file has this name, if one has; its time and size."""
    try:
        found = os.stat(path)
    except OSError:
        return None, (0, 0)
    return (found.st_dev, found.st_ino), (found.st_mtime_ns, found.st_size)
