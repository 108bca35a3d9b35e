"""The file of an index: made, checked, and thrown away when it is no good. Private to history.

It is plain SQLite beside the campaigns, never in them. All of it can be made again from the
journal, so nothing waits for the disk.
"""

from __future__ import annotations

import sqlite3
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

from core.play.state import State
from core.play.union import Assets
from core.values import Struct
from saves.paths import home

IndexReader: TypeAlias = sqlite3.Connection
"""An open index, for SQL over its tables."""

VERSION: Final = 4
"""Goes up with every change of the tables, and of what is written into them."""

PRAGMAS: Final = ("busy_timeout=2000", "journal_mode=WAL", "synchronous=OFF", "temp_store=MEMORY")

SCHEMA: Final = """
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
"""`beat` is narrow, for all of it is walked through; what is long is in `telling`.

`sitting` are the runs of rows of one session id, `cut` the joins and splits by the GM's word.
`story` is 1 for rows of the current story: not for play entries that were undone, nor for the
rows that undo and redo. `moment` is the row that a row speaks of: itself, but for notes that were
written to an earlier one. `facts` are NULL but for play entries. `sort` holds the words that a
search is narrowed by. Words are in `words` as `words.spelled` spells them. `stretch` holds what so
many rows after each other come to.
"""

TABLES: Final = ("known", "sitting", "cut", "beat", "telling", "stretch", "words")

NOT_OURS: Final = (sqlite3.Error, ValueError, TypeError)
"""What reading an index may raise that was damaged or written by somebody else."""


class IndexFile:
    """One open index. It belongs to the thread that opened it."""

    def __init__(self, campaign: str) -> None:
        """Open the index of a campaign by its id; where none can be kept, one in memory."""
        self._campaign = campaign
        self.db = _kept(_path(campaign))
        self._seen = 0

    def changed(self) -> bool:
        """Whether another program wrote to the file since the last `writing`."""
        return self._version() != self._seen

    def _version(self) -> int:
        return int(self.db.execute("PRAGMA data_version").fetchone()[0])

    def matches(self, key: dict[str, str]) -> bool:
        """Whether the index was made in this way."""
        known = self.known()
        return all(known.get(name) == value for name, value in key.items())

    def known(self) -> dict[str, str]:
        """What the index knows of itself: what it was made by, and how far it has come."""
        return dict(self.db.execute("SELECT name, value FROM known"))

    def know(self, **values: str | int) -> None:
        """Remember these."""
        found = [(name, str(value)) for name, value in values.items()]
        self.db.executemany("INSERT OR REPLACE INTO known VALUES (?, ?)", found)

    def empty(self, key: dict[str, str]) -> None:
        """Throw away all that is in it and begin anew, made in this way."""
        for table in TABLES:
            self.db.execute(f"DROP TABLE IF EXISTS {table}")
        for statement in SCHEMA.split(";\n"):
            self.db.execute(statement)
        self.know(**key, seq=0, sum="")

    def replace(self) -> None:
        """Throw the file itself away; the next one is a new one, or in memory."""
        self.close()
        path = _path(self._campaign)
        if path is not None:
            with suppress(OSError):
                _unlink(path)
        self.db = _kept(path)

    def forgo(self) -> None:
        """Go on in memory: the file cannot be written."""
        self.close()
        self.db = _kept(None)

    @contextmanager
    def reading(self) -> Iterator[None]:
        """One snapshot: nothing in it changes meanwhile."""
        self.db.execute("BEGIN")
        try:
            yield
        finally:
            with suppress(sqlite3.Error):
                self.db.execute("ROLLBACK")

    @contextmanager
    def writing(self) -> Iterator[None]:
        """One transaction; taken back when anything goes wrong in it."""
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
    """Where the indexes lie."""
    return home() / "index"


def _path(campaign: str) -> Path | None:
    try:
        name = str(uuid.UUID(campaign))
    except ValueError:
        return None
    return folder() / f"{name}.sqlite"


def _kept(path: Path | None) -> sqlite3.Connection:
    if path is not None:
        with suppress(sqlite3.Error, OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            return _sound(path)
    return _dialled(":memory:")


def _sound(path: Path) -> sqlite3.Connection:
    try:
        return _dialled(str(path))
    except sqlite3.OperationalError:
        raise  # nothing is wrong with the file: it cannot be written, or somebody is at it
    except sqlite3.DatabaseError:
        _unlink(path)
        return _dialled(str(path))


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


class IndexProgress(Struct):
    """How far the index has come: `done` rows of `of`.

    `of` ends before the first row that cannot be read, if there is one.
    """

    done: int
    of: int


NOWHERE: Final = IndexProgress(0, -1)


@dataclass(slots=True)
class Index:
    """The open index of a campaign's past.

    `end` is how far it has come, as far as is known. `said` is a sentence of the language and units
    of all its sentences, told of the campaign's beginning, `began`. `firsts` are the first rows of
    all sessions up to there, once they were asked for.
    """

    file: IndexFile
    end: IndexProgress = NOWHERE
    said: str = ""
    began: tuple[State, Assets] | None = None
    firsts: tuple[int, ...] | None = None

    def anew(self) -> Index:
        """Begin again with what the file has now; the index itself."""
        self.end, self.firsts = NOWHERE, None
        return self

    def close(self) -> None:
        """Close the file."""
        self.file.close()
