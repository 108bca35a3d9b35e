"""Campaign files that are not open: listed, labelled, renamed, binned, by plain sqlite3.

Nothing here imports the tables: `outrider list` is quick.
"""

from __future__ import annotations

import os
import sqlite3
import uuid
from contextlib import closing
from pathlib import Path

from core.files import reason_of
from core.messages import Message
from core.values import replace
from saves.paths import bin_folder, campaigns
from saves.store import labels, last_checks
from saves.store.labels import Label
from saves.store.refusals import CannotKeep, CannotOpen
from saves.store.sqlite import lease
from saves.store.sqlite.disk_trouble import trouble_of
from saves.store.sqlite.header import connect, inspect, label_row, peek, uri, wal_of

FAILED = sqlite3.Error
"""Raised by SQLite if a file cannot be read or written."""
UNREADABLE = (
    FAILED,
    ValueError,
    LookupError,
    TypeError,
    AttributeError,
    ArithmeticError,
    RecursionError,
    OSError,
)
"""Raised by reading a damaged or forged file."""
SUFFIX = ".outrider"
CHEAP = 1 << 20
"""Bytes up to which a whole file is checked at every opening, in a few milliseconds."""


def list_files(folder: Path) -> list[Path]:
    """The campaign files of a folder, in the order of their names. Raises CannotOpen."""
    # Path.glob finds nothing in a folder that it may not read, and does not say so.
    try:
        names = os.listdir(folder)
    except FileNotFoundError:
        return []
    except OSError as error:
        raise CannotOpen(
            "unreadable_folder",
            "The folder {folder} cannot be read: {reason}.",
            folder=str(folder),
            reason=reason_of(error),
        ) from error
    return sorted(folder / name for name in names if name.endswith(SUFFIX))


def is_large(path: Path) -> bool:
    """Whether the file is too large to be checked whole at every opening. Raises OSError."""
    return path.stat().st_size > CHEAP


def label(path: Path) -> Label:
    """A campaign's label. Raises CannotOpen if it cannot be read."""
    try:
        inspect(path)
        return read_label(path)
    except UNREADABLE as error:
        trouble = trouble_of(error, path)
        if trouble is not None:
            raise CannotOpen("disk_trouble", "{what}.", what=trouble) from error
        raise CannotOpen("unreadable_label", "This campaign cannot be read.") from error


def read_label(path: Path) -> Label:
    """Read a campaign's label. Raises FAILED, or ValueError if a value is not what we write."""
    with closing(peek(path)) as raw:
        label = labels.read_label(*label_row(raw))
        return replace(label, damage=_known_damage(path, label.id, raw))


def _known_damage(path: Path, campaign: str, raw: sqlite3.Connection) -> Message | None:
    # The damage that the last check found, if it is still there.
    last_check = last_checks.recall(str(path.resolve()), campaign)
    if not last_check.wrong:
        return None
    from saves.store import integrity
    from saves.store.sqlite.engine import FileConnection

    with closing(FileConnection(raw)) as reader:
        return integrity.find_again(reader, last_check)


def rename(path: Path, name: str, target: Path) -> None:
    """Rename the campaign and its file, or neither. Raises CannotOpen, CannotKeep."""
    inspect(path)
    held = _hold(path)
    try:
        _fold_wal(path)  # on a full disk this fails before anything is changed
        _rename_both(path, name, target)
    except (FAILED, OSError, UnicodeError) as error:
        raise CannotKeep(
            "not_renamed",
            "{name} cannot be renamed: {reason}.",
            name=path.stem,
            reason=trouble_of(error, path) or reason_of(error),
        ) from error
    finally:
        held.pass_on()


def _rename_both(path: Path, name: str, target: Path) -> None:
    # The campaign and its file, or neither. Raises FAILED, OSError, CannotKeep.
    old = write_name(path, name)
    try:
        _fold_wal(path)
        path.rename(target)
    except (FAILED, OSError, CannotKeep) as error:
        try:
            write_name(path, old)
        except FAILED:
            raise CannotKeep(
                "half_renamed",
                "The campaign is called {name} now, but its file is still {file}: {reason}.",
                name=name,
                file=path.name,
                reason=reason_of(error),
            ) from error
        raise


def write_name(path: Path, name: str) -> str:
    """Rename the campaign, but not its file; return its old name. Raises FAILED."""
    from saves.store import journal
    from saves.store.sqlite.engine import FileConnection

    with closing(FileConnection(connect(uri(path, "mode=rw")), begin="BEGIN IMMEDIATE")) as writer:
        return journal.rename(writer, name)


def bin(path: Path) -> Path:
    """Move a campaign's file to the bin and return its path there. Raises CannotKeep."""
    folder = bin_folder() / str(uuid.uuid4())
    held = _hold(path)
    try:
        _fold_wal(path)
        folder.mkdir(parents=True)
        return path.rename(folder / path.name)
    except (FAILED, OSError) as error:
        raise _immovable(path, error) from error
    finally:
        held.pass_on()


def unbin(binned: Path, target: Path) -> None:
    """Move a binned file back to `target`, which is free. Raises CannotKeep."""
    try:
        campaigns().mkdir(parents=True, exist_ok=True)
        binned.rename(target)
        binned.parent.rmdir()
    except OSError as error:
        raise _immovable(binned, error) from error


def _immovable(path: Path, error: Exception) -> CannotKeep:
    return CannotKeep(
        "not_moved",
        "{name} cannot be moved: {reason}.",
        name=path.stem,
        reason=reason_of(error),
    )


def _hold(path: Path) -> lease.Lock:
    try:
        held = lease.acquire(path)
    except OSError as error:
        raise _immovable(path, error) from error
    if isinstance(held, lease.Holder):
        raise CannotKeep(
            "in_use",
            "{name} is open in another window; close it there first.",
            name=path.stem,
        )
    return held


def _fold_wal(path: Path) -> None:
    # Raises CannotKeep when another program reads it just now, and that cannot be done.
    if not fold_wal(path):
        raise CannotKeep(
            "in_use",
            "{name} is being read by another program; try again in a moment.",
            name=path.stem,
        )


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
