"""Two windows on one campaign cannot hurt each other (P10)."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest

from core.messages import Refusal
from core.play.facts.table.commands import Join
from saves.campaign import marks
from saves.campaign.campaign import Campaign
from saves.library import library
from saves.store import journal
from saves.store.packaged_rulesets import packaged
from saves.store.refusals import CannotOpen, NotRecorded
from saves.store.sqlite import engine
from saves.store.sqlite.file_place import FilePlace, file_of
from saves.store.sqlite.lease import Holder, Lock, acquire, is_held, lock_path
from tests.forking import Say, forked, stay
from tests.saves.campaigns import HARSK, begun, damage, hurt
from tests.saves.verifying import verify
from tui.worker import CampaignWorker


def test_the_second_window_is_for_reading_and_says_so(tmp_path: Path, home: Path) -> None:
    path = tmp_path / "a.outrider"
    with begun(path, HARSK) as first, Campaign.open(FilePlace(path)) as second:
        assert second.read_only
        (warning,) = second.warnings
        assert warning.value("pid") != "?"
        with pytest.raises(NotRecorded, match="read_only"):
            hurt(second, 1)
        for action in (second.undo, lambda: marks.begin_session(second)):
            with pytest.raises(Refusal):
                action()
        assert second.story.undo_title is None

        hurt(first, 3)
        assert second.refresh()
        assert not second.refresh()
        assert (damage(second), second.head) == (3, first.head)
        assert second.story.log()[-1] == first.story.log()[-1]
    with Campaign.open(FilePlace(path)) as third:
        assert not third.read_only
    assert [f.name for f in tmp_path.iterdir() if f != home] == ["a.outrider"]
    assert list((home / "locks").iterdir()) == []


@pytest.mark.usefixtures("both_libraries")
def test_what_one_window_records_the_other_shows() -> None:
    """Given two windows, when one records, undoes and redoes, then the other shows the same."""
    with library.create("Rime", packaged("pf1")) as first, library.open("Rime") as second:
        first.record(Join(HARSK))
        for act in (lambda: hurt(first, 3), lambda: hurt(first, 4), first.undo, first.redo):
            act()
            assert second.refresh()
            assert not second.refresh()
            assert (second.state, second.head, second.tip) == (first.state, first.head, first.tip)
            assert second.story.log() == first.story.log()
            assert second.story.now.redo == first.story.now.redo


def test_a_second_name_of_the_file_is_the_same_campaign(tmp_path: Path) -> None:
    path = tmp_path / "a.outrider"
    link = tmp_path / "link.outrider"
    with begun(path, HARSK):
        link.symlink_to(path)
        with Campaign.open(FilePlace(link)) as second:
            assert second.read_only


def test_a_hard_link_to_the_file_is_the_same_campaign(tmp_path: Path) -> None:
    """Given a campaign that is open, when it is opened by another name, then it is refused."""
    path = tmp_path / "a.outrider"
    link = tmp_path / "elsewhere" / "link.outrider"
    with begun(path, HARSK) as first:
        link.parent.mkdir()
        link.hardlink_to(path)
        with pytest.raises(CannotOpen, match="other_name") as refused:
            Campaign.open(FilePlace(link))
        assert refused.value.message.value("other") == str(path)
        hurt(first, 1)
        assert verify(file_of(first.place)) == ()
    assert not lock_path(link).exists()
    with Campaign.open(FilePlace(link)) as second:
        assert (second.read_only, damage(second), second.warnings) == (False, 1, ())


def test_the_database_itself_is_not_opened_for_locking(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a campaign, when its locks are taken, then its file is not opened for that."""
    path = tmp_path / "a.outrider"
    begun(path, HARSK).close()
    opened: list[Path] = []
    real = os.open

    def note(path: str | Path, flags: int, mode: int = 0o777) -> int:
        opened.append(Path(path))
        return real(path, flags, mode)

    monkeypatch.setattr("saves.store.sqlite.lease.os.open", note)
    held = acquire(path)
    assert isinstance(held, Lock)
    held.release()
    assert opened
    assert path not in opened


def test_the_lock_of_a_process_that_died_is_taken_over(tmp_path: Path) -> None:
    path = tmp_path / "a.outrider"
    begun(path, HARSK).close()

    def open_it(say: Say) -> None:
        campaign = Campaign.open(FilePlace(path))
        say("a reader" if campaign.read_only else "open")
        stay()

    with forked(open_it) as child:
        assert child.read_line() == "open"
    assert lock_path(path).exists()

    assert not is_held(path)
    with Campaign.open(FilePlace(path)) as campaign:
        assert not campaign.read_only
        hurt(campaign, 1)
    assert not lock_path(path).exists()


def test_whether_a_campaign_is_held_is_found_without_taking_or_leaving_anything(
    tmp_path: Path, home: Path
) -> None:
    """Given a campaign that is open, then closed, then with marks left, then only open is held."""
    path = tmp_path / "a.outrider"
    with begun(path, HARSK):
        assert is_held(path)
        assert is_held(path)
    assert not is_held(path)
    assert not lock_path(path).exists()
    held = acquire(path)
    assert isinstance(held, Lock)
    held.abandon()
    left = lock_path(path).read_bytes()
    assert not is_held(path)
    assert lock_path(path).read_bytes() == left


def test_only_a_window_that_follows_another_hears_that_the_campaign_is_free(
    tmp_path: Path, home: Path
) -> None:
    """Given a reader beside a writer, then it is free once that is closed; asked to read, never."""
    path = tmp_path / "a.outrider"
    first = begun(path, HARSK)
    with (
        Campaign.open(FilePlace(path)) as second,
        Campaign.open(FilePlace(path), read_only=True) as third,
    ):
        assert not second.opened.free
        first.close()
        assert second.opened.free
        assert not third.opened.free
        with Campaign.open(FilePlace(path)) as taken_by_another:
            assert not taken_by_another.read_only
            assert not second.opened.free


def test_the_lock_tells_its_holder_from_another_process(tmp_path: Path) -> None:
    path = tmp_path / "a.outrider"
    begun(path).close()

    def hold(say: Say) -> None:
        lock = acquire(path)
        say(type(lock).__name__)
        stay()

    with forked(hold) as child:
        assert child.read_line() == "Lock"
        holder = acquire(path)
        assert isinstance(holder, Holder)
        assert holder.pid == str(child.pid)
    with Campaign.open(FilePlace(path)) as campaign:
        assert not campaign.read_only


def test_a_writer_that_passed_the_lock_by_is_noticed_before_anything_is_written(
    tmp_path: Path,
) -> None:
    path = tmp_path / "a.outrider"
    with begun(path, HARSK) as first:
        intruder = engine.connect(path, read_only=False)
        assert intruder.writer is not None
        head = journal.head_at(intruder.reader, 2)
        row = first.recorder.author.row(head, first.story.log()[-1].command, rules="", tip=2)
        journal.append(intruder.writer, (row,), "{}")
        intruder.close()

        with pytest.raises(NotRecorded, match="moved_on"):
            hurt(first, 1)
        assert (first.head, damage(first)) == (3, 0)
        hurt(first, 1)
        assert first.head == 4
        assert verify(file_of(first.place)) == ()


def test_a_campaign_opened_twice_in_one_window_is_written_to_still(tmp_path: Path) -> None:
    path = tmp_path / "a.outrider"
    begun(path, HARSK).close()

    async def twice() -> list[bool]:
        worker = CampaignWorker()
        found = [await worker.open(str(path)) for _ in range(2)]
        await worker.close()
        worker.stop()
        return [moment.read_only for moment in found]

    assert asyncio.run(twice()) == [False, False]
