"""The marks by which a campaign file is known, read by plain sqlite3 without changing it."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from saves.store.packing import MOST_IN_A_COLUMN
from saves.store.refusals import CannotOpen
from saves.store.releases import MIN_READER, SCHEMA, newer_campaign, release_of
from saves.store.sqlite.disk_trouble import result_code, trouble_of

APPLICATION_ID = 0x4F757472  # "Outr"
KEPT_WAL = "-wal.kept"
"""Added to a file's name for the copy of its -wal; nothing beside a file adds more to its name."""


def uri(path: Path, options: str) -> str:
    """The SQLite URI of a file; `options` such as "mode=ro"."""
    return f"{path.resolve().as_uri()}?{options}"


def connect(name: str) -> sqlite3.Connection:
    """A connection to a URI, in autocommit mode, that reads no value without end."""
    raw = sqlite3.connect(name, uri=True, isolation_level=None)
    raw.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MOST_IN_A_COLUMN)
    return raw


def peek(path: Path) -> sqlite3.Connection:
    """A read-only connection that changes neither the file nor its -wal. Raises sqlite3.Error.

    A closed campaign is one file and is read as it is (`immutable`). If it has a -wal, the newest
    pages are in that, and those of the file may be of several ages: SQLite recovers them together.
    Where it cannot write the -shm that this takes, a copy is recovered in memory.
    """
    if not wal_of(path.resolve()).exists():
        return connect(uri(path, "mode=ro&immutable=1"))
    recovered = connect(uri(path, "mode=ro"))
    try:
        recovered.execute("PRAGMA schema_version")
    except sqlite3.OperationalError as error:
        recovered.close()
        if result_code(error) in IN_USE:
            raise
        return _recover_copy(path)
    except BaseException:
        recovered.close()
        raise
    return recovered


IN_USE = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def copy_with_wal(path: Path, folder: Path) -> Path:
    """Copy a campaign's file into `folder`, with its -wal if it has one. Raises OSError."""
    copy = folder / "copy"
    wal = wal_of(path.resolve())
    shutil.copyfile(path, copy)
    if wal.exists():
        shutil.copyfile(wal, wal_of(copy))
    return copy


def _recover_copy(path: Path) -> sqlite3.Connection:
    # Raises OSError if there is no room for the copy either.
    in_memory = connect("file::memory:")
    try:
        with TemporaryDirectory(prefix="outrider-") as folder:
            copy = copy_with_wal(path, Path(folder))
            with closing(connect(uri(copy, "mode=rw"))) as recovered:
                recovered.backup(in_memory)
    except BaseException:
        in_memory.close()
        raise
    return in_memory


def wal_of(path: Path) -> Path:
    """The -wal beside a file of this name, which SQLite removes when the file is closed."""
    return path.with_name(path.name + "-wal")


def inspect(path: Path, *, for_play: bool = True) -> None:
    """Raise CannotOpen unless `path` is a campaign that can be opened.

    A newer file may be read (`for_play` False) if it says that this program still can.
    """
    name = path.name
    if path.is_dir():
        raise CannotOpen("not_a_file", "{name} is a folder, not a campaign.", name=name)
    if not path.exists():
        raise CannotOpen("no_such_file", "There is no file {name}.", name=name)
    try:
        if path.stat().st_size == 0:
            raise CannotOpen("empty_file", "{name} is empty; it is not a campaign.", name=name)
        _check_room_for_names(path.resolve())
        application, schema, min_reader = _marks(path)
    except (sqlite3.Error, OSError, UnicodeError) as error:
        raise CannotOpen(
            "not_a_campaign",
            "{name} cannot be read as a campaign: {reason}.",
            name=name,
            reason=trouble_of(error, path) or str(error),
        ) from error
    if application != APPLICATION_ID or schema < 1:
        raise CannotOpen("not_a_campaign", "{name} is not a campaign of Outrider.", name=name)
    if min_reader > SCHEMA or (schema > SCHEMA and for_play):
        raise newer_file(path, schema)


def _check_room_for_names(path: Path) -> None:
    # Raises OSError if the file's name is so long that those of the files beside it do not fit.
    path.with_name(path.name + KEPT_WAL).exists()


def _marks(path: Path) -> tuple[int, int, int]:
    with closing(peek(path)) as raw:
        application = int(raw.execute("PRAGMA application_id").fetchone()[0])
        schema = int(raw.execute("PRAGMA user_version").fetchone()[0])
        if application != APPLICATION_ID or schema <= SCHEMA:
            return application, schema, MIN_READER
        row = None
        with suppress(sqlite3.DatabaseError):
            row = raw.execute(_MIN_READER).fetchone()
    return application, schema, row[0] if row and isinstance(row[0], int) else schema


def newer_file(path: Path, schema: int) -> CannotOpen:
    """The refusal to open a campaign with this number, which is too high."""
    return newer_campaign(path.name, schema, _release_needed(path))


_LABEL = "SELECT id, name, head, face FROM campaign"
_MIN_READER = "SELECT min_reader FROM campaign"
_NEEDS = "SELECT substr(json_extract(face, '$.needs'), 1, 20) FROM campaign"
# All other statements on a campaign's rows are made of the tables in `models.py`. These are read
# of files that are not open: importing SQLModel takes longer than listing a hundred of them.


def label_row(raw: sqlite3.Connection) -> tuple[object, object, object, object]:
    """Id, name, newest row and face of a campaign, of any type if the file is damaged.

    Raises sqlite3.Error; TypeError if there is no such row.
    """
    campaign, name, head, face = raw.execute(_LABEL).fetchone()
    return campaign, name, head, face


def _release_needed(path: Path) -> str | None:
    # The Outrider that the campaign's label says it needs.
    row = None
    with suppress(sqlite3.Error, OSError, UnicodeError), closing(peek(path)) as newer:
        row = newer.execute(_NEEDS).fetchone()
    if row:
        return release_of(row[0])
    return None
