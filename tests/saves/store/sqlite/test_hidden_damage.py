"""Damage that only a look for it finds, and damage that must not end the program (P7)."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

import outrider
from core.messages import Refusal
from saves import paths
from saves.campaign.campaign import Campaign
from saves.campaign.patrol import Patrol
from saves.library import library
from saves.store import last_checks
from saves.store.backend import Place
from saves.store.last_checks import LastCheck
from saves.store.packaged_rulesets import packaged
from saves.store.places import legible
from saves.store.refusals import CannotOpen
from saves.store.sqlite import disk_trouble, engine, shelf
from saves.store.sqlite.file_place import FilePlace
from tests.saves.campaigns import HARSK, begun, hurt, lay, tamper
from tests.story.driving import Driver
from tui.app import OutriderApp

NESTED = "[" * 100_000
FIRST_RULES = "(SELECT rules FROM entry WHERE seq = 1)"


@pytest.fixture
def path() -> Path:
    """A small campaign on the shelf that was played by one ruleset, and is by another."""
    return lay(paths.campaigns() / "Small.outrider", adopt_another_ruleset)


def adopt_another_ruleset(path: Path) -> None:
    with begun(path, HARSK) as campaign:
        hurt(campaign, 1)
        campaign.adopt_ruleset(packaged("dnd35"))
        hurt(campaign, 1)


def packed(path: Path) -> bytes:
    """The ruleset of before as it is stored; then it is damaged."""
    with Campaign.open(FilePlace(path)) as campaign:
        reader = campaign.opened.reader
        query = f"SELECT zlib FROM blob WHERE sha256 = {FIRST_RULES}"
        assert isinstance(reader, engine.FileConnection)
        (found,) = reader.raw.execute(query).fetchone()
    assert isinstance(found, bytes)
    tamper(path, f"UPDATE blob SET zlib = x'00' WHERE sha256 = {FIRST_RULES}")
    return found


def test_a_damaged_ruleset_of_before_is_found_at_opening(path: Path) -> None:
    """Given a ruleset that is not in force any more, when it is damaged, nothing is recorded."""
    packed(path)
    for _ in range(2):
        with Campaign.open(FilePlace(path)) as campaign:
            assert campaign.read_only
            assert campaign.head == 5
            (warning,) = campaign.warnings
            assert "open for reading only" in warning.template
            with pytest.raises(Refusal, match="read_only"):
                hurt(campaign, 1)
    assert library.read_shelf(FilePlace(path)).damage is not None


def test_a_damaged_blob_of_a_big_file_is_remembered_and_looked_for_again(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a blob that was found damaged, then the next opening tries it again, and so on."""
    monkeypatch.setattr(shelf, "CHEAP", 0)
    whole = packed(path)
    with Campaign.open(FilePlace(path)) as campaign:
        assert not campaign.read_only
        known = campaign.opened.id
    going = Patrol(FilePlace(path))
    while not going.step().over:
        pass
    going.close()
    with Campaign.open(FilePlace(path)) as campaign:
        assert campaign.read_only

    tamper(path, f"UPDATE blob SET zlib = ? WHERE sha256 = {FIRST_RULES}", whole)

    with Campaign.open(FilePlace(path)) as campaign:
        assert not campaign.read_only
    assert last_checks.recall(FilePlace(path).key, known).wrong == ""


def test_a_folder_that_cannot_be_entered_is_nobodys_end(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given what is remembered of a file in such a folder, then the rest is remembered still."""
    away = tmp_path / "away" / "other.outrider"
    last_checks.keep(FilePlace(away).key, "x", None, 5)
    real = Path.stat

    def stat(self: Path, *, follow_symlinks: bool = True) -> object:
        if "away" in self.parts:
            raise PermissionError(13, "Permission denied", str(self))
        return real(self, follow_symlinks=follow_symlinks)

    monkeypatch.setattr(Path, "stat", stat)

    last_checks.keep(FilePlace(path).key, "y", None, 7)

    assert last_checks.recall(FilePlace(path).key, "y") == LastCheck(7)


def test_nested_text_in_the_face_of_a_campaign_does_not_end_the_list(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Given a face 100,000 brackets deep, then the list tells of it, and the campaign opens."""
    tamper(path, "UPDATE campaign SET face = ?", NESTED)

    assert library.listing()[0].warning is not None
    assert outrider.main(["list"]) == 0
    assert "Small" in capsys.readouterr().out
    with Campaign.open(FilePlace(path)) as campaign:
        assert not campaign.read_only


def test_nested_text_counts_as_damage() -> None:
    assert issubclass(RecursionError, disk_trouble.DAMAGED)


def test_a_round_over_a_file_that_cannot_tell_its_head_is_refused_and_closed(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a campaign's row that cannot be read, when a round begins, then it is a sentence."""
    closed: list[engine.Database] = []
    real = engine.Database.close

    def close(self: engine.Database) -> None:
        closed.append(self)
        real(self)

    tamper(path, "ALTER TABLE campaign RENAME COLUMN head TO tail")
    monkeypatch.setattr(engine.Database, "close", close)

    with pytest.raises(CannotOpen, match="damaged"):
        Patrol(FilePlace(path))
    assert len(closed) == 1


@pytest.mark.filterwarnings("ignore::ResourceWarning")
async def test_a_round_that_cannot_begin_stops_the_writing_and_says_why(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a file that cannot be read a second time, then the program goes on, and says so."""
    monkeypatch.setattr(shelf, "CHEAP", 0)

    def refuse(self: Patrol, place: Place) -> None:
        with legible(place):
            raise sqlite3.DatabaseError("disk image is malformed")

    monkeypatch.setattr(Patrol, "__init__", refuse)
    app = OutriderApp(lambda worker: worker.open(str(path)))
    async with app.run_test(size=(80, 24)) as pilot:
        drive = Driver(app, pilot)
        await drive.until(lambda: app.view and app.view.read_only, "the end of writing")
        assert any(one.value("reason") for one in drive.view.warnings)
