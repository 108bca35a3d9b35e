"""Errors of SQLite that say nothing about the file: the disk, the folder, another program.

Only SQLITE_CORRUPT and SQLITE_NOTADB, and text that cannot be read, are damage.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from pathlib import Path

from core.messages import Message, Template

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
