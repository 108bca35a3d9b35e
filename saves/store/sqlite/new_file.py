"""New campaign files, which appear whole or not at all. Private to saves."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from core.files import reason_of
from saves.paths import sync_folder
from saves.store.refusals import CannotKeep
from saves.store.sqlite import copies, engine, shelf
from saves.store.sqlite.disk_trouble import DriverError, trouble_of
from saves.store.sqlite.engine import FileConnection
from saves.store.sqlite.file_place import FilePlace
from saves.store.sqlite.header import uri
from saves.store.sqlite.reading import FileReading

if TYPE_CHECKING:
    from saves.store.backend import Reading

MAKING = ".making"
"""The suffix of an unfinished file."""
LEFT = 3600
"""Seconds after which an unfinished file may be deleted."""


def whole(path: Path, write: Callable[[UnlistedFile], None]) -> None:
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
        write(UnlistedFile(making))
        shelf.fold_wal(making)  # closing it says nothing where the disk is full
        _refuse_taken(path)  # it may have taken a while
        making.rename(path)
        _sync_or_delete(path)
    except (OSError, DriverError) as error:
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


class UnlistedFile:
    """A file in the making, under another name than it is going to have."""

    who = ""

    def __init__(self, path: Path) -> None:
        self.path = path

    @property
    def place(self) -> FilePlace:
        """Where it is made."""
        return FilePlace(self.path)

    @contextmanager
    def writing(self) -> Iterator[FileConnection]:
        """A connection to write with. An empty file gets its tables."""
        if self.path.stat().st_size == 0:
            engine.build(self.path)
        with closing(engine.dial(self.path, "rw")) as writer:
            yield writer

    def copy_rows(self, source: Reading, upto: int, blobs: Iterable[str]) -> None:
        """Copy rows up to `upto` of another file, their checkpoints, and these blobs."""
        assert isinstance(source, FileReading), "a campaign of another back end"
        with self.writing() as copy:
            copy.raw.execute("ATTACH ? AS source", (uri(source.readable, "mode=rw"),))
            with copy.begin():
                copy.execute(copies.COPY_ROWS, last=upto)
                copy.execute(copies.COPY_CHECKPOINTS, last=upto)
                for name in blobs:
                    copy.execute(copies.COPY_BLOB, name=name)
