"""A new file is made of the tables that SQLModel declares; the journal knows them by name."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from saves.store.models import COLUMNS, ENTRY
from saves.store.sqlite import engine


def test_the_journal_names_the_columns_that_are_declared() -> None:
    assert tuple(column.name for column in ENTRY.columns) == COLUMNS


def test_a_new_file_holds_what_is_declared_and_no_foreign_parts(tmp_path: Path) -> None:
    path = tmp_path / "a.outrider"
    engine.build(path)

    with closing(engine.connect(path, read_only=True)) as made:
        tables = made.reader.raw.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        assert {name for (name,) in tables} == set(ENTRY.metadata.tables)
        assert engine.foreign_parts(made.reader) == ()
