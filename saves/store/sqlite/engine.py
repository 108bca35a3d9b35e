"""A campaign's file as connections: SQLAlchemy's engine on SQLite, pragmas, transactions.

One connection writes, in transactions that begin with BEGIN IMMEDIATE; another reads. Both
belong to the thread that opened them.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType

from sqlalchemy import Executable
from sqlalchemy.dialects import sqlite
from sqlmodel import select

from core.values import Struct
from saves.store import models
from saves.store.driven_connection import CompiledStatement, DrivenConnection, compile_statement
from saves.store.models import (
    TABLES,
    TRIGGERS,
    BlobTable,
    CampaignTable,
    CheckpointTable,
    EntryTable,
    Tables,
)
from saves.store.releases import FIRST_SCHEMA
from saves.store.sqlite import header
from saves.store.sqlite.disk_trouble import DAMAGED, DriverError, is_trouble, result_code
from saves.store.sqlite.header import APPLICATION_ID, IN_USE, uri
from saves.store.statements import Statements

PRAGMAS = (
    "busy_timeout=5000",
    "trusted_schema=OFF",
    "cell_size_check=ON",
    "foreign_keys=ON",
    "synchronous=FULL",
)

DIALECT = sqlite.dialect(paramstyle="named")


STATEMENTS = Statements(
    Tables(
        campaign=CampaignTable,
        entry=EntryTable,
        blob=BlobTable,
        checkpoint=CheckpointTable,
        shared=False,
        insert=sqlite.insert,
    )
)


@cache
def compiled(statement: Executable) -> CompiledStatement:
    """A statement in the words of SQLite, compiled when it is first used."""
    return compile_statement(statement, DIALECT)


class FileConnection(DrivenConnection[sqlite3.Connection]):
    """A connection to a campaign's file. Its errors are DriverError."""

    dialect = "sqlite"
    failures: tuple[type[Exception], ...] = DAMAGED
    statements = STATEMENTS
    scope: Mapping[str, str] = MappingProxyType({})

    def __init__(self, raw: sqlite3.Connection, *, begin: str = "BEGIN") -> None:
        """Take over a connection in autocommit mode; `begin` is how its transactions begin."""
        super().__init__(raw, begin=begin, begin_snapshot=begin)

    def attach_to(self, campaign: str) -> None:
        """Nothing: there is no other campaign in a file."""

    def is_trouble(self, error: Exception) -> bool:
        """Whether the file may be whole although this was raised."""
        return is_trouble(error)

    def execute(self, statement: Executable, /, **values: object) -> sqlite3.Cursor:
        """Run a statement with its values by name. Raises DriverError."""
        text, constants = compiled(statement)
        if constants:
            values = {**constants, **values}
        return self.raw.execute(text, values)

    @contextmanager
    def begin_rows(self) -> Iterator[None]:
        """Store the rows that are written in it, or none. Raises DriverError, also for a session.

        Each entry is recorded by it. It is the driver's own: SQLAlchemy would take as long to begin
        and to end it as SQLite takes to write the rows.
        """
        self.raw.execute(self._begin)
        try:
            yield
            self.raw.commit()
        except BaseException:
            self.raw.rollback()
            raise

    def integrity(self) -> tuple[str, ...]:
        """The damage that SQLite finds in the file and its indexes; () for none."""
        lines = [str(line) for (line,) in self.raw.execute("PRAGMA integrity_check")]
        if lines == ["ok"]:
            return ()
        return tuple(lines)

    @property
    def schema(self) -> int:
        """The file's schema number; 0 if it has none."""
        (number,) = self.raw.execute("PRAGMA user_version").fetchone()
        return int(number)

    def raise_schema(self, number: int) -> None:
        """Write the file's schema number in the open transaction."""
        self.raw.execute(f"PRAGMA user_version={number:d}")


def dial_driver(path: Path, mode: str) -> sqlite3.Connection:
    """The driver's connection with the pragmas of every connection; `mode` is rwc, rw or ro."""
    raw = header.connect(uri(path, f"mode={mode}"))
    try:
        for pragma in PRAGMAS:
            raw.execute(f"PRAGMA {pragma}")
    except BaseException:  # the schema of a damaged file may not even be text
        raw.close()
        raise
    return raw


def dial(path: Path, mode: str) -> FileConnection:
    """A connection to write with; `mode` is rwc or rw. Raises one of DAMAGED."""
    return FileConnection(dial_driver(path, mode), begin="BEGIN IMMEDIATE")


class FileCopy(Struct):
    """A copy of a campaign file and its -wal, in a private folder that goes when it is closed."""

    folder: TemporaryDirectory[str]
    path: Path


class Database(Struct):
    """The open connections of one campaign file. Without a `writer` it is read-only.

    `copied` is the copy that is read instead, where SQLite cannot make the files beside it without
    which it reads nothing; it shows the file as it was when it was opened.
    """

    reader: FileConnection
    writer: FileConnection | None
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


def _dial_reader(path: Path) -> FileConnection:
    raw = dial_driver(path, "rw")  # rw, so that the last to close leaves one file
    try:
        raw.execute("PRAGMA query_only=ON")
    except BaseException:
        raw.close()
        raise
    return FileConnection(raw)


def _connect_reader(path: Path) -> Database:
    try:
        reader = _dial_reader(path)
    except DriverError as error:
        return _connect_copy(path, error)
    try:
        reader.raw.execute("PRAGMA schema_version")  # only now SQLite opens the files beside it
    except DriverError as error:
        reader.close()
        return _connect_copy(path, error)
    except BaseException:
        reader.close()
        raise
    return Database(reader, None)


def _connect_copy(path: Path, error: DriverError) -> Database:
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


def settle(opened: Database) -> None:
    """Move everything from the -wal into the file and sync it. Raises DriverError.

    After an error a readable row may not be on the disk yet.
    """
    if opened.writer is not None:
        opened.writer.raw.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def fold(writer: FileConnection) -> DriverError | None:
    """Move what can be moved from the -wal into the file, waiting for nobody.

    Return the error if the disk fails, which closing does not report: what was recorded is then in
    the -wal.
    """
    try:
        writer.raw.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
    except DriverError as error:
        return error
    return None


def copy(reader: FileConnection, making: Path, campaign: str, name: str) -> None:
    """Copy a campaign to the new file `making`, with this id and name."""
    with closing(dial(making, "rwc")) as fresh:
        reader.raw.backup(fresh.raw)
        with fresh.session() as session:
            row = session.exec(select(CampaignTable)).first()
            if row is not None:
                row.id = campaign
                row.name = name
            session.commit()


@cache
def schema_texts() -> tuple[str, ...]:
    """The words that make the tables, indexes and triggers of a new file."""
    return tuple(str(part.compile(dialect=DIALECT)) for part in models.schema())


def build(path: Path) -> None:
    """Make a new campaign file without rows at `path`, which must not exist."""
    with closing(dial(path, "rwc")) as fresh:
        fresh.raw.execute("PRAGMA journal_mode=WAL")
        with fresh.begin():
            for text in schema_texts():
                fresh.raw.execute(text)
            fresh.raw.execute(f"PRAGMA application_id={APPLICATION_ID}")
            fresh.raise_schema(FIRST_SCHEMA)


def foreign_parts(reader: FileConnection) -> tuple[str, ...]:
    """The names of tables, views, triggers and indexes that are not ours, missing or changed."""
    parts = reader.raw.execute("SELECT type, name, sql FROM sqlite_master")
    found = {
        (str(kind), str(name)): sql
        for kind, name, sql in parts
        if not str(name).startswith("sqlite_")
    }
    ours: dict[tuple[str, str], str | None] = {}
    for table in TABLES.values():
        ours["table", table.name] = None
        ours |= {("index", str(index.name)): None for index in table.indexes}
    ours |= {("trigger", name): trigger for name, trigger in TRIGGERS.items()}
    odd = {name for (kind, name) in found.keys() ^ ours.keys()}
    odd |= {name for (kind, name), sql in ours.items() if sql and found.get((kind, name)) != sql}
    return tuple(sorted(odd))
