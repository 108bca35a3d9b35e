"""A disk that fails is not a damaged file: only CORRUPT and NOTADB are damage."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from saves.campaign.campaign import Campaign
from saves.campaign.patrol import Patrol
from saves.exchange.exporting import ExportRequest, chunks
from saves.exchange.findings import UnreadableFile
from saves.history.history import History
from saves.library import branches, library
from saves.store import journal, last_checks
from saves.store.failures import Clash, Full, StorageError
from saves.store.places import translating
from saves.store.refusals import CannotKeep, CannotOpen, NotRecorded
from saves.store.sqlite import engine, header, shelf
from saves.store.sqlite.disk_trouble import is_trouble
from saves.store.sqlite.file_place import FilePlace
from tests.saves.campaigns import begin_with_harsk, begun, hurt, lay
from tui.kit.phrases import say
from tui.view import said

TROUBLES = {
    sqlite3.SQLITE_IOERR: "the disk reported an error when {path} was read or written",
    sqlite3.SQLITE_IOERR | 10 << 8: "the disk reported an error when {path} was read or written",
    sqlite3.SQLITE_FULL: "the disk that holds {path} is full",
    sqlite3.SQLITE_CANTOPEN: "{path}, or a file beside it, cannot be opened",
    sqlite3.SQLITE_READONLY: "{path} or its folder is read-only",
    sqlite3.SQLITE_BUSY: "another program is using {path}",
}
DAMAGES = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def failure(code: int) -> sqlite3.Error:
    """What the binding raises for a result code of SQLite."""
    error = sqlite3.OperationalError("as SQLite says it")
    error.sqlite_errorcode = code
    return error


@pytest.fixture(params=TROUBLES, ids=lambda code: f"code {code}")
def code(request: pytest.FixtureRequest) -> int:
    found = request.param
    assert isinstance(found, int)
    return found


@pytest.fixture
def path(home: Path) -> Path:
    return lay(home / "campaigns" / "a.outrider", begin_with_harsk)


def fail(patch: pytest.MonkeyPatch, place: object, name: str, code: int) -> None:
    """Let a function of the store fail with this result code."""

    def raise_it(*_: object, **__: object) -> None:
        raise failure(code)

    patch.setattr(place, name, raise_it)


@pytest.mark.parametrize("name", ["stored", "stored_id"])
def test_opening_says_what_the_disk_did(
    path: Path, code: int, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a disk that fails at opening, then the refusal names the cause and the path."""
    fail(monkeypatch, journal, name, code)
    with pytest.raises(CannotOpen) as refused:
        Campaign.open(FilePlace(path)).close()
    assert TROUBLES[code].format(path=path) in say(refused.value.message)
    assert "damaged" not in say(refused.value.message)


@pytest.mark.parametrize("name", ["inspect", "label"])
def test_the_list_says_what_the_disk_did(
    path: Path, code: int, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a disk that fails when the list is read, then the row names the cause and the path."""
    place, function = {"inspect": (header, "_marks"), "label": (shelf, "peek")}[name]
    fail(monkeypatch, place, function, code)
    (row,) = library.listing()
    assert row.warning is not None
    assert TROUBLES[code].format(path=path) in say(row.warning)


def test_an_export_says_what_the_disk_did(
    path: Path, code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a disk that fails during an export, then the refusal is not that it is damaged."""
    with History.open(FilePlace(path), said) as history:
        fail(monkeypatch, journal, "stored", code)
        with pytest.raises(UnreadableFile) as refused:
            list(chunks(history, ExportRequest(None, "gm", "jsonl"), "0"))
    assert TROUBLES[code].format(path=path) in say(refused.value.message)
    assert "damaged" not in say(refused.value.message)


def test_saving_says_what_the_disk_did(
    path: Path, code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a disk that fails at a commit, then the entry is refused with cause and path."""
    with Campaign.open(FilePlace(path)) as campaign:
        with monkeypatch.context() as patch:
            fail(patch, journal, "append", code)
            with pytest.raises(NotRecorded) as refused:
                hurt(campaign, 1)
        hurt(campaign, 1)
    assert TROUBLES[code].format(path=path) in say(refused.value.message)


def test_a_rename_says_what_the_disk_did(
    path: Path, code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a disk that fails at a rename, then the refusal names the cause and the path."""
    fail(monkeypatch, shelf, "write_name", code)
    with pytest.raises(CannotKeep) as refused:
        library.rename(FilePlace(path), "Other")
    assert TROUBLES[code].format(path=path) in say(refused.value.message)


def test_a_new_campaign_says_what_the_disk_did(
    home: Path, code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a disk that fails when a campaign is made, then the refusal names cause and path."""
    fail(monkeypatch, engine, "build", code)
    path = home / "b.outrider"
    with pytest.raises(CannotKeep) as refused:
        begun(path)
    assert TROUBLES[code].format(path=path) in say(refused.value.message)


def test_a_branch_says_what_the_disk_did(
    path: Path, code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a disk that fails when a branch is made, then the entry is not called damaged."""
    fail(monkeypatch, journal, "named_blobs", code)
    with pytest.raises(CannotOpen) as refused:
        branches.branch(FilePlace(path), 1, say)
    assert TROUBLES[code].format(path=path) in say(refused.value.message)


def test_a_check_that_the_disk_ends_is_not_kept_as_damage(
    path: Path, code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a disk that fails during the check, then the sentence says so, and nothing is kept."""
    patrol = Patrol(FilePlace(path))
    with closing(patrol), monkeypatch.context() as patch:
        fail(patch, engine.FileConnection, "integrity", code)
        wrong = patrol.step().wrong
    assert wrong is not None
    assert TROUBLES[code].format(path=path) in say(wrong)
    with Campaign.open(FilePlace(path)) as campaign:
        assert last_checks.recall(FilePlace(path).key, campaign.opened.id).wrong == ""


@pytest.mark.parametrize("code", DAMAGES)
def test_only_a_corrupt_file_is_damaged(
    path: Path, code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given what SQLite says of a corrupt file, then the refusal is that it is damaged."""
    fail(monkeypatch, journal, "stored_id", code)
    with pytest.raises(CannotOpen, match="damaged"):
        Campaign.open(FilePlace(path)).close()


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (failure(sqlite3.SQLITE_FULL), Full),
        (failure(sqlite3.SQLITE_IOERR), StorageError),
        (sqlite3.IntegrityError("UNIQUE constraint failed: entry.seq"), Clash),
        (sqlite3.DatabaseError("database disk image is malformed"), StorageError),
        (RecursionError("nested too deeply"), StorageError),
    ],
)
def test_what_sqlite_raises_is_told_in_the_words_of_every_back_end(
    path: Path, error: Exception, kind: type[StorageError]
) -> None:
    """Given an error of SQLite, then it has a name that says nothing of SQLite, and its cause."""
    with pytest.raises(StorageError) as raised, translating(FilePlace(path)):
        raise error
    assert (type(raised.value), raised.value.__cause__) == (kind, error)
    assert (raised.value.trouble is not None) == is_trouble(error)
