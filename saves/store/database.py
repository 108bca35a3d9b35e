"""A campaign's file as connections: pragmas, transactions, the schema's own marks.

One connection writes, in transactions that begin with BEGIN IMMEDIATE; another reads. Both
belong to the thread that opened them.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, Engine, NullPool, create_engine, event
from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import SQLModel

from saves.store.file_header import APPLICATION_ID, SCHEMA, uri
from saves.store.tables import BLOB, CAMPAIGN, CHECKPOINT, ENTRY, TRIGGERS

TABLES = (CAMPAIGN, ENTRY, BLOB, CHECKPOINT)
PRAGMAS = (
    "busy_timeout=5000",
    "trusted_schema=OFF",
    "cell_size_check=ON",
    "foreign_keys=ON",
    "synchronous=FULL",
)

DAMAGED: Final = (SQLAlchemyError, sqlite3.Error, UnicodeDecodeError, RecursionError)
"""What SQLite, its binding and the reading of nested text may raise of a file that is damaged."""


def dial(path: Path, mode: str) -> sqlite3.Connection:
    """A raw connection with the pragmas of every connection; `mode` is rwc, rw or ro."""
    raw = sqlite3.connect(uri(path, f"mode={mode}"), uri=True, isolation_level=None)
    try:
        for pragma in PRAGMAS:
            raw.execute(f"PRAGMA {pragma}")
    except BaseException:  # what a damaged file makes of its own schema may be no text at all
        raw.close()
        raise
    return raw


@dataclass(frozen=True, slots=True)
class Database:
    """The open connections of one campaign file. Without a `writer` it is read-only."""

    path: Path
    reader: Connection
    writer: Connection | None
    engines: tuple[Engine, ...]

    def close(self) -> None:
        """Close all connections; the last one of all processes folds the -wal into the file."""
        for connection in (self.reader, self.writer):
            if connection is not None:
                connection.close()
        for engine in self.engines:
            engine.dispose()


def connect(path: Path, *, read_only: bool) -> Database:
    """Open `path`, which is known to be a campaign. One of DAMAGED if not."""
    engines: list[Engine] = []
    writer = None
    try:
        if not read_only:
            engines.append(_engine(lambda: dial(path, "rw"), immediate=True))
            writer = engines[-1].connect()
        engines.append(_engine(lambda: _reading(path), immediate=False))
        reader = engines[-1].connect()
    except BaseException:
        if writer is not None:
            writer.close()
        for engine in engines:
            engine.dispose()
        raise
    return Database(path, reader, writer, tuple(engines))


@contextmanager
def snapshot(reader: Connection) -> Iterator[None]:
    """Several reads that see one and the same moment of the file."""
    reader.exec_driver_sql("BEGIN")
    try:
        yield
    finally:
        raw = reader.connection.driver_connection
        if isinstance(raw, sqlite3.Connection) and raw.in_transaction:
            raw.rollback()  # of a damaged file nothing can be committed, though nothing was written


def settle(opened: Database | None) -> None:
    """Bring everything from the -wal into the file and sync it, or raise sqlite3.Error.

    After an error a row may be readable that is not on the disk yet.
    """
    if opened is not None and opened.writer is not None:
        opened.writer.connection.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def copy(raw: sqlite3.Connection, making: Path, campaign: str, name: str) -> None:
    """Copy what a connection reads to the new file `making`: a campaign of this id and name."""
    with closing(dial(making, "rwc")) as fresh:
        raw.backup(fresh)
        fresh.execute("UPDATE campaign SET id = ?, name = ?", (campaign, name))


def build(path: Path) -> None:
    """Make a new campaign file without rows at `path`, which must not exist."""
    engine = _engine(lambda: dial(path, "rwc"), immediate=True)
    with engine.connect() as connection:
        raw = connection.connection.driver_connection
        assert isinstance(raw, sqlite3.Connection)
        raw.execute("PRAGMA journal_mode=WAL")
        with connection.begin():
            SQLModel.metadata.create_all(connection, tables=list(TABLES))
            for trigger in TRIGGERS:
                connection.exec_driver_sql(trigger)
            connection.exec_driver_sql(f"PRAGMA application_id={APPLICATION_ID}")
            connection.exec_driver_sql(f"PRAGMA user_version={SCHEMA}")
    engine.dispose()


def _reading(path: Path) -> sqlite3.Connection:
    raw = dial(path, "rw")  # rw, so that the last to close leaves one file; it writes no row
    raw.execute("PRAGMA query_only=ON")
    return raw


def _engine(creator: Callable[[], sqlite3.Connection], *, immediate: bool) -> Engine:
    engine = create_engine("sqlite://", creator=creator, poolclass=NullPool)
    if immediate:
        event.listen(engine, "begin", _begin_immediate)
    return engine


def _begin_immediate(connection: Connection) -> None:
    connection.connection.cursor().execute("BEGIN IMMEDIATE")


def foreign_parts(reader: Connection) -> tuple[str, ...]:
    """Tables, views, triggers and indexes of the file that are not ours, and ours that differ."""
    found = {
        (str(kind), str(name)): sql
        for kind, name, sql in reader.exec_driver_sql("SELECT type, name, sql FROM sqlite_master")
        if not str(name).startswith("sqlite_")
    }
    ours: dict[tuple[str, str], str | None] = {("table", t.name): None for t in TABLES}
    ours |= {("index", str(i.name)): None for t in TABLES for i in t.indexes}
    ours |= {("trigger", sql.split()[2]): sql for sql in TRIGGERS}
    odd = {name for (kind, name) in found.keys() ^ ours.keys()}
    odd |= {name for (kind, name), sql in ours.items() if sql and found.get((kind, name)) != sql}
    return tuple(sorted(odd))
