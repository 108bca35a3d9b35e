"""Errors of SQLite that say nothing about the file: the disk, the folder, another program.

Only SQLITE_CORRUPT and SQLITE_NOTADB, and text that cannot be read, are damage.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TypeAlias

from core.messages import Message, Template
from saves.store.failures import Clash, Full, StorageError
from saves.store.refusals import CannotOpen, UnreadableText

PRIMARY = 0xFF
"""The bits of an extended result code that are its primary code."""

TROUBLES: Mapping[int, Template] = {
    sqlite3.SQLITE_IOERR: "the disk reported an error when {path} was read or written",
    sqlite3.SQLITE_FULL: "the disk that holds {path} is full",
    sqlite3.SQLITE_CANTOPEN: "{path}, or a file beside it, cannot be opened",
    sqlite3.SQLITE_READONLY: "{path} or its folder is read-only",
    sqlite3.SQLITE_BUSY: "another program is using {path}",
}
"""What is wrong, as a clause, by SQLite's primary result code."""


def result_code(error: BaseException) -> int:
    """SQLite's primary result code; 0 for an error that is not SQLite's own."""
    code: int | None = getattr(error, "sqlite_errorcode", None)
    if code is None:
        return 0
    return code & PRIMARY


def is_trouble(error: BaseException) -> bool:
    """Whether the file may be whole although reading or writing it failed."""
    return result_code(error) in TROUBLES


def trouble_of(error: BaseException, path: Path) -> Message | None:
    """What is wrong, as a clause with the path; None if it is damage or another error."""
    template = TROUBLES.get(result_code(error))
    if template is None:
        return None
    return Message(template, path=str(path))


DriverError: TypeAlias = sqlite3.Error
"""The disk or SQLite failed, or the file is damaged."""
BUSY_OR_FAILING = (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL, sqlite3.SQLITE_BUSY)
"""Result codes that a read-only folder does not explain."""
DAMAGED = (DriverError, UnicodeDecodeError, RecursionError)
"""Raised by SQLite, its binding and the reading of nested text if a file is damaged."""


@contextmanager
def translating(path: Path) -> Iterator[None]:
    """Raise what reading and writing a file raises as StorageError, Full or Clash."""
    try:
        yield
    except DAMAGED as error:
        raise _failure_of(error, path) from error


def _failure_of(error: Exception, path: Path) -> StorageError:
    trouble = trouble_of(error, path)
    if isinstance(error, sqlite3.IntegrityError):
        return Clash(str(error), trouble)
    if result_code(error) == sqlite3.SQLITE_FULL:
        return Full(str(error), trouble)
    return StorageError(str(error), trouble)


@contextmanager
def legible(path: Path) -> Iterator[None]:
    """Raise CannotOpen if the campaign at `path` turns out to be damaged while it is read."""
    try:
        yield
    except (*DAMAGED, UnreadableText) as error:
        raise _unreadable(path, error) from error
    except StorageError as error:
        raise _unreadable(path, error.__cause__ or error) from error


def _unreadable(path: Path, error: BaseException) -> CannotOpen:
    # The refusal to open a file that SQLite cannot read: damaged, or kept from us by the disk.
    code = result_code(error)
    if code not in BUSY_OR_FAILING and not os.access(path.parent, os.W_OK):
        return CannotOpen(
            "read_only_folder",
            "{name} cannot be read in a folder that is read-only. Copy it, with its -wal file if"
            " there is one, to another folder.",
            name=path.name,
        )
    trouble = trouble_of(error, path)
    if trouble is not None:
        return CannotOpen(
            "disk_trouble",
            "{name} cannot be opened: {reason}. It was left unchanged.",
            name=path.name,
            reason=trouble,
        )
    return CannotOpen(
        "damaged",
        "{name} is too damaged to be opened ({reason}). It was left unchanged.",
        name=path.name,
        reason=str(error),
    )
