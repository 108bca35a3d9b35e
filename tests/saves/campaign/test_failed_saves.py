"""A failed save is never shown as saved, nor tried again in silence (P3, P4)."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import pytest

from core.play.facts.road.commands import SetPace
from core.play.facts.table.commands import Hurt
from saves.campaign.campaign import Campaign
from saves.store.refusals import NotRecorded
from saves.store.sqlite import engine
from saves.store.sqlite.file_place import FilePlace, file_of
from saves.store.sqlite.header import uri
from tests.saves.campaigns import HARSK, begun, damage, hurt
from tests.saves.verifying import verify


@dataclass
class Disk:
    """A disk that fails at one point of the next transaction, once or from then on."""

    fails: Literal["", "begin", "write", "before_commit", "after_commit", "connect"] = ""
    for_ever: bool = False

    def strike(self, point: str) -> None:
        if self.fails == point:
            if not self.for_ever:
                self.fails = ""
            raise sqlite3.OperationalError("disk I/O error")


class Sick(sqlite3.Connection):
    disk: Disk

    def execute(self, statement: str, *values: Any) -> sqlite3.Cursor:  # noqa: ANN401
        if statement.startswith("BEGIN IMMEDIATE"):
            self.disk.strike("begin")
        if statement.startswith("INSERT INTO entry"):
            self.disk.strike("write")
        return super().execute(statement, *values)

    def commit(self) -> None:
        if self.in_transaction:
            self.disk.strike("before_commit")
        super().commit()
        self.disk.strike("after_commit")


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    disk = Disk()
    monkeypatch.setattr(Sick, "disk", disk, raising=False)
    dial = engine.dial_driver

    def dial_sick(path: Path, mode: str) -> sqlite3.Connection:
        disk.strike("connect")
        dial(path, mode).close()
        raw = sqlite3.connect(
            uri(path, f"mode={mode}"), uri=True, isolation_level=None, factory=Sick
        )
        for pragma in engine.PRAGMAS:
            raw.execute(f"PRAGMA {pragma}")
        return raw

    monkeypatch.setattr(engine, "dial_driver", dial_sick)
    return disk


@pytest.mark.parametrize("point", ["begin", "write", "before_commit"])
def test_a_save_that_failed_is_not_in_the_file_and_not_on_the_screen(
    tmp_path: Path, disk: Disk, point: Literal["begin", "write", "before_commit"]
) -> None:
    with begun(tmp_path / "a.outrider", HARSK) as campaign:
        hurt(campaign, 1)
        disk.fails = point
        with pytest.raises(NotRecorded, match="not_saved") as failed:
            hurt(campaign, 2)

        assert failed.value.outcome == "no"
        assert (campaign.head, damage(campaign)) == (3, 1)
        hurt(campaign, 4)  # the disk is well again: the session goes on
        assert (campaign.head, damage(campaign)) == (4, 5)
        state = campaign.state
    with Campaign.open(FilePlace(tmp_path / "a.outrider")) as again:
        assert again.state == state
        assert verify(file_of(again.place)) == ()


def test_a_save_that_reported_an_error_but_is_stored_is_found_in_the_file(
    tmp_path: Path, disk: Disk
) -> None:
    with begun(tmp_path / "a.outrider", HARSK) as campaign:
        disk.fails = "after_commit"
        entry = campaign.record(Hurt(("harsk",), (2,)))

        assert (entry.seq, campaign.head, damage(campaign)) == (3, 3, 2)
        assert [w.value("seq") for w in campaign.warnings] == [3]
        campaign.undo()
        assert damage(campaign) == 0
    with Campaign.open(FilePlace(tmp_path / "a.outrider")) as again:
        assert (again.head, damage(again)) == (4, 0)


@pytest.mark.parametrize("point", ["before_commit", "after_commit"])
def test_when_nobody_can_tell_nothing_more_is_written(
    tmp_path: Path, disk: Disk, point: Literal["before_commit", "after_commit"]
) -> None:
    path = tmp_path / "a.outrider"
    campaign = begun(path, HARSK)
    hurt(campaign, 1)
    disk.fails = point
    real = engine.connect

    def fail_to_reopen(path: Path, *, read_only: bool) -> engine.Database:
        raise sqlite3.OperationalError("disk I/O error")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engine, "connect", fail_to_reopen)
        with pytest.raises(NotRecorded, match="unknown_outcome") as failed:
            hurt(campaign, 2)
    assert engine.connect is real
    assert failed.value.outcome == "unknown"
    assert campaign.read_only
    for action in (lambda: hurt(campaign, 1), campaign.story.log, campaign.story.notes):
        with pytest.raises(NotRecorded, match="lost"):
            action()
    assert damage(campaign) == 1
    campaign.close()

    with Campaign.open(FilePlace(path)) as again:
        assert verify(file_of(again.place)) == ()
        assert damage(again) == (3 if point == "after_commit" else 1)
        assert not again.read_only


def test_undo_and_notes_fail_in_the_same_way(tmp_path: Path, disk: Disk) -> None:
    with begun(tmp_path / "a.outrider", HARSK) as campaign:
        hurt(campaign, 3)
        disk.fails = "before_commit"
        with pytest.raises(NotRecorded, match="not_saved"):
            campaign.undo()
        assert damage(campaign) == 3
        disk.fails = "after_commit"
        assert campaign.undo().kind == "undo"
        assert damage(campaign) == 0
        assert campaign.story.redo_title is not None


def test_a_checkpoint_that_cannot_be_written_is_no_loss(tmp_path: Path, disk: Disk) -> None:
    with begun(tmp_path / "a.outrider", HARSK) as campaign:
        while campaign.head < 198:
            hurt(campaign, 1)
        campaign.record(SetPace("hustle"))

        def fail(*args: object) -> None:
            raise sqlite3.OperationalError("disk I/O error")

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("saves.store.state_history.StateHistory._write", fail)
            hurt(campaign, 1)
        assert campaign.head == 200
        state = campaign.state
    with Campaign.open(FilePlace(tmp_path / "a.outrider")) as again:
        assert again.state == state
