"""The file was moved, renamed, deleted or replaced while open: nothing is said to be saved."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from core.play.facts.table.commands import Hurt, Join
from saves import paths
from saves.campaign import marks
from saves.campaign.campaign import Campaign
from saves.library.branches import rescue
from saves.store import journal
from saves.store.refusals import CannotKeep, NotRecorded
from saves.store.sqlite.file_place import FilePlace, file_of
from tests.saves.campaigns import HARSK, begin_alone, damage, hurt, lay
from tests.saves.verifying import verify
from tui.kit.phrases import say

pytestmark = pytest.mark.skipif(os.name == "nt", reason="there an open file stays where it is")


def wal(path: Path) -> Path:
    return path.with_name(path.name + "-wal")


def another(path: Path) -> Path:
    """An older copy of the campaign, put by before."""
    return path.parent.parent / "older.outrider"


def renamed(path: Path) -> None:
    path.rename(path.with_name("b.outrider"))


def deleted(path: Path) -> None:
    path.unlink()


def deleted_with_all_beside_it(path: Path) -> None:
    for one in path.parent.glob("a.outrider*"):
        one.unlink()


def folder_moved(path: Path) -> None:
    path.parent.rename(path.parent.with_name("moved"))


def folder_deleted(path: Path) -> None:
    shutil.rmtree(path.parent)


def replaced(path: Path) -> None:
    shutil.copyfile(another(path), path.with_name("new")).rename(path)


def written_over(path: Path) -> None:
    shutil.copyfile(another(path), path)


def wal_deleted(path: Path) -> None:
    wal(path).unlink()


DEEDS = (
    renamed,
    deleted,
    deleted_with_all_beside_it,
    folder_moved,
    folder_deleted,
    replaced,
    wal_deleted,
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A campaign of two entries, at rest; an older copy of it lies elsewhere."""
    found = lay(tmp_path / "campaigns" / "a.outrider", begin_alone)
    shutil.copyfile(found, another(found))
    with Campaign.open(FilePlace(found)) as campaign:
        campaign.record(Join(HARSK))
    return found


@pytest.mark.parametrize("deed", DEEDS)
def test_nothing_is_acknowledged_and_a_copy_holds_all(
    path: Path, deed: Callable[[Path], None]
) -> None:
    """Given a file that is gone, when an entry is made, then it is refused; a copy goes on."""
    campaign = Campaign.open(FilePlace(path))
    for _ in range(5):
        hurt(campaign, 1)
    assert campaign.opened.astray is None
    deed(path)

    with pytest.raises(NotRecorded, match="astray") as refused:
        hurt(campaign, 1)
    assert refused.value.outcome == "no"
    assert (campaign.head, campaign.read_only, campaign.story.undo_title) == (7, True, None)
    with pytest.raises(NotRecorded, match="astray"):
        marks.begin_session(campaign, "Another")

    copy = rescue(campaign, say)
    campaign.close()
    assert copy == FilePlace(paths.campaigns() / "The Long Marches, copy 1.outrider")
    with Campaign.open(copy) as again:
        assert (again.head, damage(again), again.read_only, again.warnings) == (7, 5, False, ())
        assert again.name == "The Long Marches, copy 1"
        hurt(again, 1)
        assert verify(file_of(again.place)) == ()


def test_a_file_that_an_older_copy_was_written_into_is_not_written_to(path: Path) -> None:
    """Given `cp older a.outrider` while it is open, when it is closed, then it is that copy."""
    with Campaign.open(FilePlace(path)) as campaign:
        hurt(campaign, 1)
        unsaved = wal(path).read_bytes()
        written_over(path)
        with pytest.raises(NotRecorded, match="astray"):
            hurt(campaign, 1)
        assert campaign.read_only
    assert path.read_bytes() == another(path).read_bytes()
    assert not wal(path).exists()
    assert path.with_name("a.outrider-wal.kept").read_bytes() == unsaved
    with Campaign.open(FilePlace(path)) as again:
        assert (again.head, again.read_only, verify(file_of(again.place))) == (1, False, ())
        assert any("a.outrider-wal.kept" in say(warning) for warning in again.warnings)


def test_a_file_that_is_written_over_just_before_it_is_closed_keeps_its_bytes(path: Path) -> None:
    """Given `cp older a.outrider`, when the program leaves at once, then it is that copy."""
    with Campaign.open(FilePlace(path)) as campaign:
        for _ in range(30):
            hurt(campaign, 1)
        written_over(path)
    assert path.read_bytes() == another(path).read_bytes()


@pytest.mark.parametrize("entries", [1, 4, 40])
def test_a_file_that_a_branched_copy_was_written_into_is_not_written_to(
    path: Path, entries: int
) -> None:
    """Given a copy that was played on elsewhere, when it is written there, then it is spared."""
    elsewhere = Path(shutil.copyfile(path, another(path)))
    with Campaign.open(FilePlace(elsewhere)) as other:
        for _ in range(entries):
            hurt(other, 2)
    with Campaign.open(FilePlace(path)) as campaign:
        for _ in range(4):
            hurt(campaign, 1)
        written_over(path)
        with pytest.raises(NotRecorded, match="astray") as refused:
            hurt(campaign, 1)
        assert (refused.value.outcome, campaign.head) == ("no", 6)
    assert path.read_bytes() == elsewhere.read_bytes()
    with Campaign.open(FilePlace(path)) as again:
        assert (again.head, damage(again), verify(file_of(again.place))) == (
            entries + 2,
            2 * entries,
            (),
        )


def test_what_cannot_be_copied_whole_from_a_file_that_was_written_over_is_said(path: Path) -> None:
    """Given rubbish written into the file, when a copy is wanted, then it is refused."""
    with Campaign.open(FilePlace(path)) as campaign:
        for _ in range(5):
            hurt(campaign, 1)
        path.write_bytes(b"rubbish" * 1000)
        assert campaign.opened.astray is not None
        with pytest.raises(CannotKeep, match=r"no_room|damaged"):
            rescue(campaign, say)
        assert not any(paths.campaigns().glob("*"))
    assert path.read_bytes() == b"rubbish" * 1000


def test_a_file_that_was_only_touched_is_written_to_still(path: Path) -> None:
    """Given another time of the file, when an entry is made, then it is recorded."""
    with Campaign.open(FilePlace(path)) as campaign:
        os.utime(path, (1, 1))
        hurt(campaign, 1)
        assert (campaign.opened.astray, damage(campaign)) == (None, 1)


def test_a_file_that_comes_back_is_gone_on_with(path: Path) -> None:
    """Given a file that was renamed, when it has its name again, then entries are recorded."""
    with Campaign.open(FilePlace(path)) as campaign:
        away = path.rename(path.with_name("b.outrider"))
        with pytest.raises(NotRecorded):
            hurt(campaign, 1)
        away.rename(path)
        hurt(campaign, 2)
        assert (campaign.read_only, damage(campaign)) == (False, 2)
    with Campaign.open(FilePlace(path)) as again:
        assert damage(again) == 2


def test_a_link_that_points_elsewhere_now_is_another_file(path: Path) -> None:
    """Given a symbolic link, when it is pointed at another file, then nothing is acknowledged."""
    link = path.with_name("link.outrider")
    link.symlink_to(path)
    with Campaign.open(FilePlace(link)) as campaign:
        link.unlink()
        link.symlink_to(another(path))
        with pytest.raises(NotRecorded, match="astray"):
            hurt(campaign, 1)


def test_an_entry_stored_just_when_the_file_went_is_in_the_copy_and_not_acknowledged(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a file that is renamed during COMMIT, when it returns, then it is not acknowledged."""
    with Campaign.open(FilePlace(path)) as campaign:
        append = journal.append

        def and_rename(*args: object, **more: object) -> None:
            append(*args, **more)  # type: ignore[arg-type]
            renamed(path)

        monkeypatch.setattr(journal, "append", and_rename)
        with pytest.raises(NotRecorded, match="astray") as refused:
            campaign.record(Hurt(("harsk",), (3,)))
        assert (refused.value.outcome, campaign.head, damage(campaign)) == ("unknown", 2, 0)
        monkeypatch.setattr(journal, "append", append)
        with Campaign.open(rescue(campaign, say)) as copy:
            assert (copy.head, damage(copy)) == (3, 3)


def test_a_file_written_over_during_a_commit_is_not_taken_for_ours(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given `cp older a.outrider` during COMMIT, when it returns, then it is not acknowledged."""
    with Campaign.open(FilePlace(path)) as campaign:
        append = journal.append

        def and_write_over(*args: object, **more: object) -> None:
            append(*args, **more)  # type: ignore[arg-type]
            written_over(path)

        monkeypatch.setattr(journal, "append", and_write_over)
        with pytest.raises(NotRecorded, match="astray") as refused:
            hurt(campaign, 3)
        assert (refused.value.outcome, campaign.head) == ("unknown", 2)
        monkeypatch.setattr(journal, "append", append)
        with pytest.raises(NotRecorded, match="astray"):
            hurt(campaign, 3)
    assert path.read_bytes() == another(path).read_bytes()


def test_the_wal_of_a_file_put_in_its_place_is_spared(path: Path, tmp_path: Path) -> None:
    """Given another file and its -wal at the path, when ours is closed, then that -wal stays."""
    campaign = Campaign.open(FilePlace(path))
    hurt(campaign, 1)
    wal(path).unlink()
    replaced(path)
    wal(path).write_bytes(b"what the other file has not taken in yet")
    campaign.close()
    assert wal(path).read_bytes() == b"what the other file has not taken in yet"


def test_what_is_closed_astray_is_whole_where_it_was_moved_to(path: Path) -> None:
    """Given a file that was renamed, when the program leaves, then the file has all entries."""
    campaign = Campaign.open(FilePlace(path))
    hurt(campaign, 4)
    renamed(path)
    campaign.close()
    assert [one.name for one in path.parent.iterdir()] == ["b.outrider"]
    with Campaign.open(FilePlace(path.with_name("b.outrider"))) as again:
        assert (damage(again), again.read_only, again.warnings) == (4, False, ())


def test_a_long_session_with_its_checkpoints_never_strays(path: Path) -> None:
    """Given so many entries that SQLite folds the -wal in, then each is recorded."""
    with Campaign.open(FilePlace(path)) as campaign:
        before = path.stat().st_mtime_ns
        for _ in range(700):
            hurt(campaign, 1)
        assert path.stat().st_mtime_ns != before, "the file itself was written to"
        assert campaign.opened.astray is None
