"""The SQLite file of an index. Private to history.

All of it can be made again from the journal, so nothing waits for the disk.
"""

from __future__ import annotations

import hashlib
import sqlite3
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TypeAlias

import msgspec

from core.play.facts.state import State
from core.play.history.entry_facts import Facts
from core.play.union import Assets
from core.values import Struct
from saves.paths import home
from saves.store import codec

IndexReader: TypeAlias = sqlite3.Connection
"""An open index, for SQL over its tables."""

PRAGMAS = ("busy_timeout=2000", "journal_mode=WAL", "synchronous=OFF", "temp_store=MEMORY")

SCHEMA = """
-- content 7: raise the number when other things are written into the same tables
CREATE TABLE known (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE sitting (number INTEGER PRIMARY KEY, session TEXT NOT NULL, first INTEGER NOT NULL);
CREATE TABLE cut (seq INTEGER PRIMARY KEY, at INTEGER NOT NULL, joins INTEGER NOT NULL);
CREATE TABLE beat (
 seq INTEGER PRIMARY KEY, kind TEXT NOT NULL, parent INTEGER NOT NULL, tip INTEGER NOT NULL,
 story INTEGER NOT NULL, sitting INTEGER NOT NULL, at TEXT NOT NULL, day INTEGER NOT NULL,
 hour TEXT NOT NULL, encounter TEXT NOT NULL, round INTEGER NOT NULL, acting TEXT NOT NULL,
 place TEXT NOT NULL, moment INTEGER NOT NULL);
CREATE INDEX beat_aside ON beat (seq) WHERE NOT story;
CREATE TABLE telling (seq INTEGER PRIMARY KEY, text TEXT NOT NULL, note TEXT NOT NULL, facts TEXT);
CREATE TABLE stretch (stretch INTEGER PRIMARY KEY, sums TEXT NOT NULL);
CREATE VIRTUAL TABLE words USING fts5(text, note, creature, place, sort, content='',
 detail=column, prefix='1 2 3', tokenize='ascii');
"""
"""`beat` is narrow because all of it is scanned; long text is in `telling`.

`sitting` has the runs of rows of one session id, `cut` the GM's joins and splits. `story` is 1 for
rows of the current story: not for undone play entries, nor for the rows that undo and redo.
`moment` is the row that a row is about: itself, or the earlier row of a note. `facts` are NULL
except in play entries. `sort` has the kinds for a search; the words in `words` are written by
`index.spelled`. `stretch` has the sums of blocks of rows.
"""

TABLES = ("known", "sitting", "cut", "beat", "telling", "stretch", "words")

NOT_OURS = (sqlite3.Error, msgspec.MsgspecError, ValueError, TypeError)
"""Raised by reading an index that is damaged or was not written by this program."""


def made_for() -> str:
    """Return a hash of all that decides whether an index can be used: tables, content, facts."""
    return hashlib.sha256(f"{SCHEMA}{codec.shape(Facts)}".encode()).hexdigest()


class IndexProgress(Struct):
    """`done` rows of `of` are indexed; `of` ends before the first unreadable row, if any."""

    done: int
    of: int


NOWHERE = IndexProgress(0, -1)


class Index:
    """One open index. It belongs to the thread that opened it.

    `end` is its known progress. `said` is a sample sentence in its language and units, about the
    state at the campaign's beginning, `began`. `firsts` are the first rows of all sessions, once
    they were needed.
    """

    def __init__(self, campaign: str) -> None:
        """Open the index of a campaign id, in memory if there can be no file."""
        self._path = _path(campaign)
        self._seen = 0
        self.said = ""
        self.began: tuple[State, Assets] | None = None
        self._begin(self._path)

    def _begin(self, path: Path | None) -> None:
        self.db = _open_kept(path)
        self.end = NOWHERE
        self.firsts: tuple[int, ...] | None = None

    def has_changed(self) -> bool:
        """Whether another program wrote to the file since the last `writing`."""
        return self._version() != self._seen

    def _version(self) -> int:
        return int(self.db.execute("PRAGMA data_version").fetchone()[0])

    def known(self) -> dict[str, str]:
        """The key of the index, and the last row in it."""
        return dict(self.db.execute("SELECT name, value FROM known"))

    def know(self, **values: str | int) -> None:
        """Store these values."""
        found = [(name, str(value)) for name, value in values.items()]
        self.db.executemany("INSERT OR REPLACE INTO known VALUES (?, ?)", found)

    def empty(self, key: dict[str, str]) -> None:
        """Delete all content and begin again with this key."""
        for table in TABLES:
            self.db.execute(f"DROP TABLE IF EXISTS {table}")
        for statement in SCHEMA.split(";\n"):
            self.db.execute(statement)
        self.know(**key, seq=0, sum="")

    def replace(self) -> None:
        """Delete the file and begin with a new one, or one in memory."""
        self.close()
        if self._path is not None:
            with suppress(OSError):
                _unlink(self._path)
        self._begin(self._path)

    def forgo(self) -> None:
        """Begin again in memory."""
        self.close()
        self._begin(None)

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Read from one snapshot."""
        self.db.execute("BEGIN")
        try:
            yield
        finally:
            with suppress(sqlite3.Error):
                self.db.execute("ROLLBACK")

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Write in one transaction, rolled back on any error."""
        self.db.execute("BEGIN IMMEDIATE")
        try:
            self._seen = self._version()
            yield
        except BaseException:
            with suppress(sqlite3.Error):
                self.db.execute("ROLLBACK")
            raise
        self.db.execute("COMMIT")

    def close(self) -> None:
        """Close the file."""
        self.db.close()


def folder() -> Path:
    """The folder of the indexes."""
    return home() / "index"


def _path(campaign: str) -> Path | None:
    try:
        name = str(uuid.UUID(campaign))
    except ValueError:
        return None
    return folder() / f"{name}.sqlite"


def _open_kept(path: Path | None) -> sqlite3.Connection:
    if path is not None:
        with suppress(sqlite3.Error, OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            try:
                return _dialled(str(path))
            except sqlite3.OperationalError:
                raise  # the file is not damaged: it is locked or cannot be written
            except sqlite3.DatabaseError:
                _unlink(path)
                return _dialled(str(path))
    return _dialled(":memory:")


def _unlink(path: Path) -> None:
    for end in ("", "-wal", "-shm"):
        path.with_name(path.name + end).unlink(missing_ok=True)


def _dialled(name: str) -> sqlite3.Connection:
    db = sqlite3.connect(name, isolation_level=None)
    try:
        for pragma in PRAGMAS:
            db.execute(f"PRAGMA {pragma}")
    except sqlite3.Error:
        db.close()
        raise
    return db
