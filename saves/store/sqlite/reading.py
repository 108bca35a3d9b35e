"""A campaign file that is open for reading. Private to saves."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from saves.store.releases import FIRST_SCHEMA, SCHEMA
from saves.store.sqlite import shelf
from saves.store.sqlite.engine import Database, FileConnection
from saves.store.sqlite.file_place import FilePlace
from saves.store.sqlite.header import newer_file


class FileReading:
    """The connections to a campaign file, of which one reads."""

    who = ""

    def __init__(self, path: Path, database: Database) -> None:
        self.path = path
        """The campaign's file."""
        self.database = database

    @property
    def place(self) -> FilePlace:
        """Where the campaign is stored."""
        return FilePlace(self.path)

    @property
    def reader(self) -> FileConnection:
        """The connection to read from."""
        return self.database.reader

    @property
    def readable(self) -> Path:
        """The file that is read: the campaign's, or the copy of one that cannot be read there."""
        if self.database.copied is None:
            return self.path
        return self.database.copied.path

    @property
    def schema(self) -> int:
        """The file's schema number; 0 if it has none."""
        return self.reader.schema

    @property
    def min_reader(self) -> int:
        """The schema number of the first program that can read the campaign."""
        said = self.reader.scalar(self.reader.statements.min_reader)
        schema = self.schema
        if isinstance(said, int) and FIRST_SCHEMA <= said <= schema:
            return said
        return schema

    def refuse_newer(self, *, for_play: bool) -> None:
        """Raise CannotOpen if the campaign, open by now, needs a newer program.

        Its header may not say so: what was written last is in the -wal.
        """
        schema = self.schema
        if schema > SCHEMA and (for_play or self.min_reader > SCHEMA):
            raise newer_file(self.path, schema)

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Read several times from the same version of the file."""
        with self.reader.snapshot():
            yield

    def health(self) -> tuple[str, ...]:
        """The damage that SQLite finds in the file and its indexes; () for none."""
        return self.reader.integrity()

    def is_large(self) -> bool:
        """Whether the file is too large to be checked whole at every opening."""
        return shelf.is_large(self.path)

    def close(self) -> None:
        """Close the connections."""
        self.database.close()
