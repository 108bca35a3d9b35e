"""The transaction of a recorded entry: it locks the file, and stores all or nothing."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from saves.store import journal
from saves.store.sqlite import engine
from saves.store.sqlite.disk_trouble import DriverError
from saves.store.sqlite.engine import FileConnection


@pytest.fixture
def writer(tmp_path: Path) -> Iterator[FileConnection]:
    """A connection to write with, to a file with the row of its campaign."""
    path = tmp_path / "a.outrider"
    engine.build(path)
    with closing(engine.dial(path, "rw")) as writer:
        journal.put_campaign(writer, "id", "Rime")
        yield writer


def set_head(writer: FileConnection, newest: int) -> None:
    writer.execute(writer.statements.set_head, newest=newest, label="")


def test_what_is_written_in_it_is_stored_at_its_end(writer: FileConnection) -> None:
    with writer.begin_rows():
        set_head(writer, 1)
        assert writer.raw.in_transaction

    assert not writer.raw.in_transaction
    assert journal.stored_head(writer) == 1


def test_after_an_error_nothing_of_it_is_stored(writer: FileConnection) -> None:
    def fail() -> None:
        with writer.begin_rows():
            set_head(writer, 1)
            raise journal.HeadMoved

    with pytest.raises(journal.HeadMoved):
        fail()

    assert not writer.raw.in_transaction
    assert journal.stored_head(writer) == 0


def test_nobody_else_writes_from_its_beginning(writer: FileConnection, tmp_path: Path) -> None:
    other = sqlite3.connect(tmp_path / "a.outrider", isolation_level=None, timeout=0)
    with (
        closing(other),
        writer.begin_rows(),
        pytest.raises(sqlite3.OperationalError, match="locked"),
    ):
        other.execute("BEGIN IMMEDIATE")


def test_a_session_in_it_is_refused(writer: FileConnection) -> None:
    """A session would end the transaction of which it does not know."""

    def rename() -> None:
        with writer.begin_rows():
            set_head(writer, 1)
            journal.rename(writer, "Thaw")

    with pytest.raises(DriverError):
        rename()

    assert journal.stored_head(writer) == 0
    assert journal.stored_name(writer) == "Rime"
