"""A campaign's file as connections: pragmas, transactions, the schema's own marks.

One connection writes, in transactions that begin with BEGIN IMMEDIATE; another reads. Both
belong to the thread that opened them.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeAlias

from core.values import Struct
from saves.store.sqlite import header
from saves.store.sqlite.disk_trouble import is_trouble, result_code
from saves.store.sqlite.header import APPLICATION_ID, FIRST_SCHEMA, IN_USE, uri

TABLES = ("campaign", "entry", "blob", "checkpoint")
INDEXES = ("entry_aside", "entry_jump")
TRIGGERS = {
    f"{name}_no_{verb.lower()}": f"CREATE TRIGGER {name}_no_{verb.lower()} BEFORE {verb} ON {name}"
    f" BEGIN SELECT RAISE(ABORT, 'the {name} table is never rewritten'); END"
    for name in ("entry", "blob")
    for verb in ("UPDATE", "DELETE")
}
PRAGMAS = (
    "busy_timeout=5000",
    "trusted_schema=OFF",
    "cell_size_check=ON",
    "foreign_keys=ON",
    "synchronous=FULL",
)

Connection: TypeAlias = sqlite3.Connection
StorageError: TypeAlias = sqlite3.Error
IntegrityError: TypeAlias = sqlite3.IntegrityError
DAMAGED = (StorageError, UnicodeDecodeError, RecursionError)
"""Raised by SQLite, its binding and the reading of nested text if a file is damaged."""


def dial(path: Path, mode: str) -> Connection:
    """A connection with the pragmas of every connection; `mode` is rwc, rw or ro."""
    raw = header.connect(uri(path, f"mode={mode}"))
    try:
        for pragma in PRAGMAS:
            raw.execute(f"PRAGMA {pragma}")
    except BaseException:  # the schema of a damaged file may not even be text
        raw.close()
        raise
    return raw


class FileCopy(Struct):
    """A copy of a campaign file and its -wal, in a private folder that goes when it is closed."""

    folder: TemporaryDirectory[str]
    path: Path


class Database(Struct):
    """The open connections of one campaign file. Without a `writer` it is read-only.

    `copied` is the copy that is read instead, where SQLite cannot make the files beside it without
    which it reads nothing; it shows the file as it was when it was opened.
    """

    reader: Connection
    writer: Connection | None
    copied: FileCopy | None = None

    def close(self) -> None:
        """Close all connections; the last one of all processes moves the -wal into the file."""
        self.reader.close()
        if self.writer is not None:
            self.writer.close()
        if self.copied is not None:
            self.copied.folder.cleanup()


def connect(path: Path, *, read_only: bool) -> Database:
    """Open `path`, which is known to be a campaign. Raises one of DAMAGED if it is not.

    A campaign that is only read may be in a folder that is read-only.
    """
    if read_only:
        return _connect_reader(path)
    writer = dial(path, "rw")
    try:
        return Database(_dial_reader(path), writer)
    except BaseException:
        writer.close()
        raise


def _dial_reader(path: Path) -> Connection:
    reader = dial(path, "rw")  # rw, so that the last to close leaves one file
    try:
        reader.execute("PRAGMA query_only=ON")
    except BaseException:
        reader.close()
        raise
    return reader


def _connect_reader(path: Path) -> Database:
    try:
        reader = _dial_reader(path)
    except StorageError as error:
        return _connect_copy(path, error)
    try:
        reader.execute("PRAGMA schema_version")  # only now SQLite opens the files beside it
    except StorageError as error:
        reader.close()
        return _connect_copy(path, error)
    except BaseException:
        reader.close()
        raise
    return Database(reader, None)


def _connect_copy(path: Path, error: StorageError) -> Database:
    # Raises `error`, which the file itself met, unless that lets itself be read where it is copied.
    if not is_trouble(error) or result_code(error) in IN_USE:
        raise error
    try:
        copied = _copy_file(path)
    except OSError:
        raise error from None
    try:
        return Database(_dial_reader(copied.path), None, copied)
    except BaseException:
        copied.folder.cleanup()
        raise


def _copy_file(path: Path) -> FileCopy:
    folder = TemporaryDirectory(prefix="outrider-", ignore_cleanup_errors=True)
    try:
        return FileCopy(folder, header.copy_with_wal(path, Path(folder.name)))
    except BaseException:
        folder.cleanup()
        raise


@contextmanager
def transaction(writer: Connection) -> Iterator[None]:
    """Store everything that is written in it, or nothing. Raises StorageError if the disk fails."""
    writer.execute("BEGIN IMMEDIATE")
    try:
        yield
        writer.commit()
    except BaseException:
        if writer.in_transaction:
            writer.rollback()
        raise


@contextmanager
def snapshot(reader: Connection) -> Iterator[None]:
    """Read several times from the same version of the file."""
    reader.execute("BEGIN")
    try:
        yield
    finally:
        if reader.in_transaction:
            reader.rollback()  # a damaged file refuses even an empty COMMIT


def scalar(reader: Connection, query: str, values: Sequence[Any] | dict[str, Any] = ()) -> Any:  # noqa: ANN401
    """The first column of the first row of a query, or None."""
    found = reader.execute(query, values).fetchone()
    if found is None:
        return None
    return found[0]


def settle(opened: Database | None) -> None:
    """Move everything from the -wal into the file and sync it. Raises StorageError.

    After an error a readable row may not be on the disk yet.
    """
    if opened is not None and opened.writer is not None:
        opened.writer.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def fold(writer: Connection) -> StorageError | None:
    """Move what can be moved from the -wal into the file, waiting for nobody.

    Return the error if the disk fails, which closing does not report: what was recorded is then in
    the -wal.
    """
    try:
        writer.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
    except StorageError as error:
        return error
    return None


def copy(reader: Connection, making: Path, campaign: str, name: str) -> None:
    """Copy a campaign to the new file `making`, with this id and name."""
    with closing(dial(making, "rwc")) as fresh:
        reader.backup(fresh)
        fresh.execute("UPDATE campaign SET id = ?, name = ?", (campaign, name))


def build(path: Path) -> None:
    """Make a new campaign file without rows at `path`, which must not exist."""
    from saves.store import models  # SQLModel takes 0.3 s, and opening a campaign needs none of it

    with closing(dial(path, "rwc")) as raw:
        raw.execute("PRAGMA journal_mode=WAL")
        with transaction(raw):
            for statement in (*models.statements(), *TRIGGERS.values()):
                raw.execute(statement)
            raw.execute(f"PRAGMA application_id={APPLICATION_ID}")
            raw.execute(f"PRAGMA user_version={FIRST_SCHEMA}")


def schema(reader: Connection) -> int:
    """The file's schema number; 0 if it has none."""
    found = scalar(reader, "PRAGMA user_version")
    if isinstance(found, int):
        return found
    return 0


def raise_schema(writer: Connection, number: int) -> None:
    """Write the file's schema number in the open transaction: older programs cannot read it."""
    writer.execute(f"PRAGMA user_version={number:d}")
    writer.execute("UPDATE campaign SET min_reader = ?", (number,))


def foreign_parts(reader: Connection) -> tuple[str, ...]:
    """The names of tables, views, triggers and indexes that are not ours, missing or changed."""
    found = {
        (str(kind), str(name)): sql
        for kind, name, sql in reader.execute("SELECT type, name, sql FROM sqlite_master")
        if not str(name).startswith("sqlite_")
    }
    ours: dict[tuple[str, str], str | None] = {("table", name): None for name in TABLES}
    ours |= {("index", name): None for name in INDEXES}
    ours |= {("trigger", name): sql for name, sql in TRIGGERS.items()}
    odd = {name for (kind, name) in found.keys() ^ ours.keys()}
    odd |= {name for (kind, name), sql in ours.items() if sql and found.get((kind, name)) != sql}
    return tuple(sorted(odd))
