"""Label and name of a campaign file that is not open, by plain sqlite3."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from fractions import Fraction
from pathlib import Path

import msgspec

from core.calendars import Date
from core.messages import Message
from core.values import Struct
from saves.store import looked_over
from saves.store.entries import BranchPoint
from saves.store.sqlite.header import connect, label_row, peek, uri, wal_of

FAILED = sqlite3.Error
"""Raised by SQLite if a file cannot be read or written."""


MOST_LETTERS = 255
"""Letters of an id or a name from which on a label is forged: we write names of at most 80."""
LONGEST_PLACE = 200
"""Letters of a place or of rules in the list; more is left out."""
EXACT_HOUR = re.compile(r"[0-9]{1,200}(/[1-9][0-9]{0,199})?")
"""An hour as `str(Fraction)` writes it; anything else may take for ever to be read as one."""


class Moment(msgspec.Struct, frozen=True):
    """A moment of a face, as stored."""

    year: int
    month: str
    day: int
    hour: str

    @property
    def date(self) -> Date:
        """The day."""
        return Date(self.year, self.month, self.day)

    @property
    def exact_hour(self) -> Fraction:
        """The hour of the day. Raises ValueError if it is not written as we write it."""
        if not EXACT_HOUR.fullmatch(self.hour):
            raise ValueError("the hour of the label is not a number")
        return Fraction(self.hour)


class Birth(Moment, frozen=True):
    """The branch point of a face, as stored."""

    campaign: str
    name: str
    seq: int


class Face(Moment, frozen=True, kw_only=True):
    """What the list shows of a campaign, as stored. Keys of a newer program are ignored."""

    ruleset: str
    place: str
    at: str
    sessions: int = 0
    born_from: Birth | None = None

    @property
    def branch_point(self) -> BranchPoint | None:
        """Where a what-if branch leaves its campaign; None for a campaign of its own."""
        born = self.born_from
        if born is None:
            return None
        name = born.name[:MOST_LETTERS]
        return BranchPoint(born.campaign, name, born.seq, born.date, born.exact_hour)


class Label(Struct):
    """A campaign's label as stored; `damage` is the known damage, or None."""

    id: str
    name: str
    entries: int
    face: Face
    damage: Message | None


def read_label(path: Path) -> Label:
    """Read a campaign's label. Raises FAILED, or ValueError if a value is not what we write."""
    with closing(peek(path)) as raw:
        campaign, name, head, face = label_row(raw)
        if not (isinstance(campaign, str) and isinstance(name, str) and isinstance(face, str)):
            raise ValueError("a column of the label has another type")
        if not isinstance(head, int):
            raise ValueError("a column of the label has another type")
        if len(campaign) > MOST_LETTERS or len(name) > MOST_LETTERS or head < 0:
            raise ValueError("a column of the label is out of its range")
        return Label(campaign, name, head, _read_face(face), _known_damage(path, campaign, raw))


def _known_damage(path: Path, campaign: str, raw: sqlite3.Connection) -> Message | None:
    # The damage that the last check found, if it is still there.
    if not looked_over.recall(path, campaign).wrong:
        return None
    from saves.store import integrity
    from saves.store.sqlite.engine import FileConnection

    with closing(FileConnection(raw)) as reader:
        return integrity.still_wrong(path, campaign, reader)


def _read_face(text: str) -> Face:
    # msgspec reports a field of another type as a ValidationError, which is a ValueError.
    face = msgspec.json.decode(text, type=Face)
    if len(face.at) > MOST_LETTERS or len(face.month) > MOST_LETTERS:
        raise ValueError("a time of the label is out of its range")
    return face


def rename(path: Path, name: str) -> str:
    """Rename the campaign, but not its file; return its old name. Raises FAILED."""
    from saves.store import journal
    from saves.store.sqlite.engine import FileConnection

    with closing(FileConnection(connect(uri(path, "mode=rw")), begin="BEGIN IMMEDIATE")) as writer:
        return journal.rename(writer, name)


def fold_wal(path: Path) -> bool:
    """Move everything from the -wal into the file; False while another program reads it.

    A file that is damaged or not a campaign is left unchanged. Raises FAILED if the disk fails
    while the -wal still holds entries: the file must not be moved without it.
    """
    try:
        with closing(connect(uri(path, "mode=rw"))) as raw:
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
