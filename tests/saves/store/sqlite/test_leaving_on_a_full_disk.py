"""Leaving, moving or making a campaign on a full disk loses nothing and refuses nothing (P11)."""

from __future__ import annotations

import errno
import os
import shutil
from contextlib import ExitStack
from pathlib import Path
from typing import NoReturn

import pytest

from saves import paths
from saves.campaign.campaign import Campaign
from saves.library import library
from saves.store.refusals import CannotKeep
from saves.store.sqlite import new_file
from saves.store.sqlite.file_place import FilePlace
from saves.store.sqlite.header import wal_of
from saves.store.sqlite.lease import lock_path
from saves.store.sqlite.new_file import UnlistedFile
from tests.saves.campaigns import HARSK, begun, damage, hurt
from tests.saves.full_disk import no_room_to_grow
from tests.saves.verifying import verify

pytestmark = pytest.mark.skipif(os.name == "nt", reason="a limit of the size of files")
ENTRIES = 60


def grown(path: Path) -> Campaign:
    """An open campaign whose -wal makes the file grow when it is folded in."""
    path.parent.mkdir(parents=True, exist_ok=True)
    begun(path, HARSK).close()
    campaign = Campaign.open(FilePlace(path))
    while campaign.head < ENTRIES:
        hurt(campaign, 1)
    return campaign


def left_on_a_full_disk(path: Path) -> None:
    campaign = grown(path)
    with no_room_to_grow(path):
        campaign.close()


def test_leaving_says_that_the_disk_failed_and_keeps_the_mark(tmp_path: Path) -> None:
    # given
    path = tmp_path / "a.outrider"
    campaign = grown(path)

    # when
    with no_room_to_grow(path):
        message = campaign.close()

    # then
    assert message is not None
    assert message.value("wal") == "a.outrider-wal"
    assert lock_path(path).read_text(), "the mark of the last entry"
    with Campaign.open(FilePlace(path)) as again:
        assert (again.read_only, again.head) == (False, ENTRIES)
        assert damage(again) == ENTRIES - 2
    assert not wal_of(path).exists()
    assert not lock_path(path).exists()
    assert verify(path) == ()


def test_leaving_on_a_well_disk_says_nothing(tmp_path: Path) -> None:
    assert grown(tmp_path / "a.outrider").close() is None


@pytest.mark.parametrize("full", [True, False])
def test_a_campaign_left_on_a_full_disk_is_listed_whether_or_not_there_is_room_again(
    *, full: bool
) -> None:
    # given
    path = paths.campaigns() / "a.outrider"
    left_on_a_full_disk(path)

    # when
    if full:
        with no_room_to_grow(path):
            (shelf,) = library.listing()
    else:
        (shelf,) = library.listing()

    # then
    assert (shelf.warning, shelf.entries) == (None, ENTRIES)


def test_a_campaign_is_not_moved_to_the_bin_without_its_wal() -> None:
    # given
    path = paths.campaigns() / "a.outrider"
    left_on_a_full_disk(path)

    # when
    with no_room_to_grow(path), pytest.raises(CannotKeep, match="not_moved"):
        library.bin(FilePlace(path))

    # then
    with Campaign.open(FilePlace(path)) as campaign:
        assert campaign.head == ENTRIES


def test_a_campaign_is_not_renamed_without_its_wal() -> None:
    # given
    path = paths.campaigns() / "a.outrider"
    left_on_a_full_disk(path)

    # when
    with no_room_to_grow(path), pytest.raises(CannotKeep, match="not_renamed"):
        library.rename(FilePlace(path), "Other")

    # then
    (shelf,) = library.listing()
    assert (shelf.stored, shelf.entries) == (FilePlace(path), ENTRIES)


def test_a_new_file_whose_wal_cannot_be_folded_in_does_not_appear(tmp_path: Path) -> None:
    # given: closing the finished file says nothing of a full disk
    path = tmp_path / "new.outrider"

    def write(unlisted: UnlistedFile) -> None:
        making = unlisted.path
        source = tmp_path / "source.outrider"
        left_on_a_full_disk(source)
        shutil.copyfile(source, making)
        shutil.copyfile(wal_of(source), wal_of(making))
        limits.enter_context(no_room_to_grow(making))

    # when
    with ExitStack() as limits, pytest.raises(CannotKeep, match="no_room"):
        new_file.whole(path, write)

    # then
    assert not path.exists()
    assert [left.name for left in tmp_path.glob("*making*")] == []


def test_a_new_file_whose_folder_cannot_be_synced_is_not_there_as_it_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # given
    path = tmp_path / "new.outrider"

    def refuse(_: Path) -> NoReturn:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(new_file, "sync_folder", refuse)

    # when
    with pytest.raises(CannotKeep, match="no_room"):
        begun(path)

    # then
    assert list(tmp_path.iterdir()) == []
