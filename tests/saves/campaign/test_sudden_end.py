"""After a session that ended suddenly the GM is told what is missing, or that nothing is."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from saves import paths
from saves.campaign.campaign import Campaign
from saves.library import library
from saves.store.sqlite import lease
from saves.store.sqlite.file_place import FilePlace, file_of
from saves.store.sqlite.held_file import HeldFile
from tests.forking import Say, forked, stay
from tests.saves.campaigns import HARSK, begin_with_harsk, begun, damage, hurt, lay
from tui.kit.phrases import say


def killed(path: Path, entries: int = 10) -> None:
    """A session that records so many entries, acknowledges them and is killed."""

    def play(say: Say) -> None:
        campaign = Campaign.open(FilePlace(path))
        for _ in range(entries):
            hurt(campaign, 1)
        say(str(campaign.head))
        stay()  # with the campaign open

    with forked(play) as child:
        assert child.read_line() == str(entries + 2)


def told(path: Path, *, read_only: bool = False) -> list[str]:
    """What is said when the campaign is opened."""
    with Campaign.open(FilePlace(path), read_only=read_only) as campaign:
        return [say(warning) for warning in campaign.warnings]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A campaign of two entries, at rest."""
    return lay(tmp_path / "campaigns" / "a.outrider", begin_with_harsk)


def wal(path: Path) -> Path:
    return path.with_name(path.name + "-wal")


WHOLE = "The last session ended suddenly. No entry is missing; entry 12 is the last."


def test_entries_that_went_with_the_wal_are_named(path: Path) -> None:
    """Given ten entries and SIGKILL, when the -wal is deleted, then entries 3 to 12 are missed."""
    killed(path)
    wal(path).unlink()
    assert told(path) == [
        "The last session ended suddenly, and its entries 3 to 12 are missing: a.outrider-wal was"
        " deleted or cut short, or an older copy replaced the campaign."
    ]
    assert told(path) == []


def test_entries_that_were_cut_off_the_wal_are_named(path: Path) -> None:
    """Given ten entries and SIGKILL, when the -wal is cut by a byte, then the last is missed."""
    killed(path)
    os.truncate(wal(path), wal(path).stat().st_size - 1)
    (said,) = told(path)
    assert said.startswith("The last session ended suddenly, and its entry 12 is missing")


def test_all_files_beside_the_campaign_may_be_deleted(path: Path) -> None:
    """Given SIGKILL, when -wal, -shm and lock are tidied away, then the gap is told still."""
    killed(path)
    for beside in path.parent.glob("a.outrider?*"):
        beside.unlink()
    (said,) = told(path)
    assert "entries 3 to 12" in said


def test_entries_that_were_lost_before_a_clean_end_are_named(path: Path) -> None:
    """Given a -wal that is emptied while it is open, when it is closed, then the gap is told."""
    with Campaign.open(FilePlace(path)) as campaign:
        for _ in range(5):
            hurt(campaign, 1)
        os.truncate(wal(path), 0)
    (said,) = told(path)
    assert "its entries 3 to 7 are missing" in said
    assert told(path) == []


def test_entries_that_an_older_copy_took_the_place_of_are_named(path: Path, tmp_path: Path) -> None:
    """Given an older copy written into the open file, when it is closed, then the gap is told."""
    copy = shutil.copyfile(path, tmp_path / "older.outrider")
    with Campaign.open(FilePlace(path)) as campaign:
        hurt(campaign, 1)
    with Campaign.open(FilePlace(path)) as campaign:
        hurt(campaign, 1)
        shutil.copyfile(copy, path)
    assert path.read_bytes() == copy.read_bytes()
    said = told(path)
    assert any("its entries 3 to 4 are missing" in one for one in said)


def test_a_folder_that_was_renamed_while_it_was_open_cries_no_wolf(path: Path) -> None:
    """Given a folder that is renamed, when the session is closed, then nothing is said there."""
    with Campaign.open(FilePlace(path)) as campaign:
        hurt(campaign, 1)
        moved = path.parent.rename(path.parent.with_name("moved")) / path.name
    assert told(moved) == []
    with Campaign.open(FilePlace(moved)) as again:
        assert damage(again) == 1


def test_a_second_window_that_only_reads_makes_no_alarm_at_the_close(path: Path) -> None:
    """Given a window that reads on, when the first is closed, then nothing is said of it."""
    with Campaign.open(FilePlace(path), read_only=True) as second:
        with Campaign.open(FilePlace(path)) as campaign:
            hurt(campaign, 1)
        assert second.refresh()
        assert told(path) == []
    assert told(path) == []


def test_when_nothing_is_missing_that_is_said(path: Path) -> None:
    """Given SIGKILL, when the campaign is opened, then it says that nothing is missing; once."""
    killed(path)
    assert told(path, read_only=True) == [WHOLE]
    assert told(path) == [WHOLE]
    assert told(path) == []


def test_after_a_clean_end_nothing_is_said(path: Path) -> None:
    """Given a session that was closed, when the campaign is opened, then nothing is said."""
    with Campaign.open(FilePlace(path)) as campaign:
        hurt(campaign, 1)
    assert told(path) == []
    assert list((paths.home() / "locks").iterdir()) == []


def test_an_entry_that_was_stored_and_not_yet_marked_is_no_alarm(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given an end between COMMIT and the mark, when it is opened, then nothing is missing."""
    campaign = Campaign.open(FilePlace(path))
    hurt(campaign, 1)
    monkeypatch.setattr(lease.Lock, "mark", lambda *_: None)
    hurt(campaign, 1)
    assert isinstance(campaign.opened, HeldFile)
    assert campaign.opened.lock is not None
    campaign.opened.lock.abandon()
    campaign.opened.lock = None
    campaign.close()
    (said,) = told(path)
    assert said.endswith("No entry is missing; entry 4 is the last.")


def test_a_mark_that_cannot_be_written_is_no_failure(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a full disk for the mark, when an entry is recorded, then it is."""

    def full(*_: object) -> None:
        raise OSError("No space left on device")

    with Campaign.open(FilePlace(path)) as campaign:
        monkeypatch.setattr(lease._Held, "write", full)
        hurt(campaign, 1)
        assert damage(campaign) == 1


def test_a_copy_of_the_file_elsewhere_cries_no_wolf(path: Path, tmp_path: Path) -> None:
    """Given SIGKILL, when the file alone was copied elsewhere, then the copy says nothing."""
    killed(path)
    copy = tmp_path / "backup" / "a.outrider"
    copy.parent.mkdir()
    shutil.copyfile(path, copy)
    assert told(copy) == []


def test_a_copy_of_the_whole_folder_is_called_a_copy(path: Path, tmp_path: Path) -> None:
    """Given SIGKILL, when all is copied, then nothing is said; without the -wal it is."""
    killed(path)
    copy = shutil.copytree(path.parent, tmp_path / "backup") / "a.outrider"
    bare = shutil.copytree(path.parent, tmp_path / "bare") / "a.outrider"
    wal(bare).unlink()
    assert told(copy) == []
    assert told(bare) == [
        "This is a copy of a campaign that was open, or whose last session ended suddenly: the"
        " original has 12 entries, the copy ends with entry 2."
    ]


@pytest.mark.parametrize("renamed", [False, True])
def test_a_backup_put_in_its_place_after_a_clean_end_cries_no_wolf(
    path: Path, tmp_path: Path, renamed: bool
) -> None:
    """Given a session that was closed, when an older copy is put back, then nothing is said."""
    copy = shutil.copyfile(path, tmp_path / "older.outrider")
    with Campaign.open(FilePlace(path)) as campaign:
        hurt(campaign, 1)
    if renamed:
        copy.rename(path)
    else:
        shutil.copyfile(copy, path)
    assert told(path) == []


def test_another_campaign_in_its_place_is_not_measured_by_its_mark(
    path: Path, tmp_path: Path
) -> None:
    """Given SIGKILL, when another campaign is put at the path, then nothing is said of that."""
    killed(path)
    begun(tmp_path / "b.outrider").close()
    wal(path).unlink()
    shutil.copyfile(tmp_path / "b.outrider", path)
    assert told(path) == []


def test_a_lock_of_an_older_program_has_no_mark(path: Path) -> None:
    """Given a lock file without a mark, when the campaign is opened, then no gap is guessed at."""
    lease.lock_path(path).write_text("4711\nhost\nboot\n")
    assert told(path) == [
        "The last session ended suddenly. The file was checked and is not damaged; entry 2 is"
        " the last."
    ]


def test_a_campaign_that_is_renamed_after_a_sudden_end_tells_it_still(home: Path) -> None:
    """Given SIGKILL, when the campaign is renamed on the list, then its next opening tells it."""
    path = paths.campaigns() / "a.outrider"
    path.parent.mkdir(parents=True)
    begun(path, HARSK).close()
    killed(path)
    other = library.rename(FilePlace(path), "Another")
    assert told(file_of(other)) == [WHOLE]
    assert [one.name for one in paths.campaigns().iterdir()] == ["Another.outrider"]


def test_a_hard_link_is_not_written_to_while_entries_lie_beside_the_other_name(
    path: Path, tmp_path: Path
) -> None:
    """Given SIGKILL, when it is opened by a hard link, then for reading, and the name is told."""
    link = tmp_path / "link.outrider"
    link.hardlink_to(path)
    killed(path)
    with Campaign.open(FilePlace(link)) as other:
        assert other.read_only
        (said,) = map(say, other.warnings)
        assert f"when the file was open as {path}" in said
    assert told(path) == [WHOLE]
    with Campaign.open(FilePlace(link)) as other:
        assert (other.read_only, other.head, other.warnings) == (False, 12, ())


def test_a_file_that_was_moved_without_its_wal_is_not_written_to(
    path: Path, tmp_path: Path
) -> None:
    """Given SIGKILL, when the file alone is moved, then it says where its entries are."""
    killed(path)
    moved = path.rename(tmp_path / "moved.outrider")
    with Campaign.open(FilePlace(moved)) as campaign:
        assert campaign.read_only
        (said,) = map(say, campaign.warnings)
        assert f"are in {wal(path)}. Rename that to moved.outrider-wal" in said
    wal(path).rename(wal(moved))
    with Campaign.open(FilePlace(moved)) as campaign:
        assert (campaign.read_only, campaign.head) == (False, 12)
