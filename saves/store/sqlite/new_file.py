"""New campaign files, which appear whole or not at all. Private to saves."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing, suppress
from pathlib import Path

from core.files import reason_of
from saves.paths import sync_folder
from saves.store import journal, statements
from saves.store.journal import Blob
from saves.store.models import StoredRow
from saves.store.refusals import CannotKeep
from saves.store.sqlite import engine, shelf
from saves.store.sqlite.disk_trouble import StorageError, trouble_of
from saves.store.sqlite.header import uri

MAKING = ".making"
"""The suffix of an unfinished file."""
LEFT = 3600
"""Seconds after which an unfinished file may be deleted."""


def whole(path: Path, write: Callable[[Path], None]) -> None:
    """Let `write` make a file under another name, then rename it to `path`.

    Raises CannotKeep if `path` exists or cannot be made, and what `write` raises.
    """
    making = path.with_name(f".{uuid.uuid4()}{MAKING}")
    try:
        _refuse_taken(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        making.touch()  # its error is clearer than SQLite's
        now = making.stat().st_mtime
        for left in path.parent.glob(f".*{MAKING}*"):
            with suppress(OSError):
                if now - left.stat().st_mtime > LEFT:
                    left.unlink()
        write(making)
        shelf.fold_wal(making)  # closing it says nothing where the disk is full
        _refuse_taken(path)  # it may have taken a while
        making.rename(path)
        _sync_or_delete(path)
    except (OSError, StorageError) as error:
        reason = trouble_of(error, path) or reason_of(error)
        raise CannotKeep(
            "no_room", "{name} cannot be made: {reason}.", name=path.name, reason=reason
        ) from error
    finally:
        for left in path.parent.glob(f"{making.name}*"):
            with suppress(OSError):  # it is deleted with a later new file
                left.unlink()


def _sync_or_delete(path: Path) -> None:
    # What is said not to be made must not be there.
    try:
        sync_folder(path.parent)
    except OSError:
        path.unlink()
        raise


def _refuse_taken(path: Path) -> None:
    if path.exists():
        raise CannotKeep("taken", "There is already a file {name}.", name=path.name)


def begin(
    making: Path,
    name: str,
    row: StoredRow,
    face: str,
    blobs: Sequence[Blob] = (),
    *,
    schema: int,
) -> None:
    """Make a built file the campaign `name` with this number, and append its first own row."""
    with closing(engine.dial(making, "rw")) as writer:
        journal.put_campaign(writer, str(uuid.uuid4()), name, row.seq - 1, face)
        journal.append(writer, (row,), face, blobs, schema=schema)


def copy_rows(making: Path, source: Path, last: int, blobs: Iterable[str]) -> None:
    """Build the file `making` with rows up to `last` of `source`, their checkpoints and `blobs`."""
    engine.build(making)
    with closing(engine.dial(making, "rw")) as copy:
        copy.raw.execute("ATTACH ? AS source", (uri(source, "mode=rw"),))
        with copy.begin():
            copy.execute(statements.COPY_ROWS, last=last)
            copy.execute(statements.COPY_CHECKPOINTS, last=last)
            for name in blobs:
                copy.execute(statements.COPY_BLOB, name=name)
