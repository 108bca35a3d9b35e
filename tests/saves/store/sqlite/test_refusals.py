"""What is not ours, or newer, is refused with a sentence and left as it was (P5)."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from core.messages import Message
from saves import paths
from saves.campaign.campaign import Campaign
from saves.library import library
from saves.store.refusals import CannotOpen
from saves.store.releases import SCHEMA
from saves.store.sqlite.file_place import FilePlace
from tests.saves.campaigns import HARSK, begun


def pragma(path: Path, statement: str) -> None:
    raw = sqlite3.connect(path)
    raw.execute(statement)
    raw.commit()
    raw.close()


def version(number: int) -> Callable[[Path], None]:
    return lambda path: pragma(path, f"PRAGMA user_version={number}")


def another_program(path: Path) -> None:
    pragma(path, "PRAGMA application_id=42")


def text(path: Path) -> None:
    path.write_text("not a database, but long enough to look like one\n" * 50)


def empty(path: Path) -> None:
    path.write_bytes(b"")


def folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def foreign_database(path: Path) -> None:
    path.unlink()
    pragma(path, "CREATE TABLE diary (line)")


def extra_trigger(path: Path) -> None:
    pragma(path, "CREATE TRIGGER extra AFTER INSERT ON entry BEGIN SELECT 1; END")


def changed_trigger(path: Path) -> None:
    pragma(path, "DROP TRIGGER entry_no_delete")
    pragma(path, "CREATE TRIGGER entry_no_delete BEFORE DELETE ON entry BEGIN SELECT 1; END")


def cut_short(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:5000])


FILES = [
    (version(SCHEMA + 1), "newer_file"),
    (version(101), "newer_file"),
    (version(0), "not_a_campaign"),
    (version(2**31 - 1), "newer_file"),
    (another_program, "not_a_campaign"),
    (text, "not_a_campaign"),
    (empty, "empty_file"),
    (folder, "not_a_file"),
    (foreign_database, "not_a_campaign"),
    (extra_trigger, "foreign_parts"),
    (changed_trigger, "foreign_parts"),
    (cut_short, None),
]


def picture(folder: Path) -> dict[str, str]:
    return {
        str(path): hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else "folder"
        for path in folder.rglob("*")
        if not path.name.endswith(".lock")
    }


@pytest.mark.parametrize(("spoil", "code"), FILES)
def test_a_file_that_is_not_ours_is_refused_and_left_as_it_was(
    home: Path, spoil: Callable[[Path], None], code: str | None
) -> None:
    path = paths.campaigns() / "a.outrider"
    begun(path, HARSK).close()
    spoil(path)
    before = picture(home)

    with pytest.raises(CannotOpen) as refused:
        Campaign.open(FilePlace(path))

    assert isinstance(refused.value.message, Message)
    if code is not None:
        assert refused.value.code == code
    (shelf,) = library.listing()
    assert shelf.warning is not None or code == "foreign_parts"
    assert picture(home) == before


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CannotOpen, match="no_such_file"):
        Campaign.open(FilePlace(tmp_path / "a.outrider"))
    assert list(tmp_path.iterdir()) == []


def test_a_newer_file_that_says_so_can_be_read(tmp_path: Path) -> None:
    path = tmp_path / "a.outrider"
    begun(path, HARSK).close()
    version(SCHEMA + 1)(path)

    with Campaign.open(FilePlace(path), read_only=True) as campaign:
        assert campaign.read_only
        assert campaign.state.name == "The Long Marches"


def test_a_newer_file_that_does_not_say_so_is_not_read_either(tmp_path: Path) -> None:
    path = tmp_path / "a.outrider"
    begun(path, HARSK).close()
    pragma(path, f"UPDATE campaign SET min_reader = {SCHEMA + 1}")
    version(SCHEMA + 1)(path)

    with pytest.raises(CannotOpen, match="newer_file"):
        Campaign.open(FilePlace(path), read_only=True)
