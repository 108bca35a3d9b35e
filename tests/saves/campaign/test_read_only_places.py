"""A read-only file or folder: the campaign is listed, read, exported and tried out (P12)."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from saves import paths
from saves.campaign.campaign import Campaign
from saves.exchange.exporting import ExportRequest, chunks
from saves.history.history import History
from saves.library import branches, library
from saves.store.refusals import NotRecorded
from saves.store.sqlite.file_place import FilePlace, file_of
from tests.saves.campaigns import HARSK, begun, hurt
from tests.saves.unprivileged import public_folder, without_privileges
from tui.kit.phrases import say
from tui.view import said

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="permissions are POSIX")

ENTRIES = 5
READ_ONLY_FILE = 0o444
READ_ONLY_FOLDER = 0o555
OPEN_FILE = 0o666
OPEN_FOLDER = 0o777


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder for campaigns and Outrider's home, to which the user `nobody` can write, too."""
    with public_folder() as found:
        home = found / "home"
        home.mkdir()
        home.chmod(OPEN_FOLDER)
        monkeypatch.setenv("OUTRIDER_HOME", str(home))
        yield found


def stick(folder: Path, *, with_wal: bool, file_mode: int, folder_mode: int) -> Path:
    """A campaign with `ENTRIES` entries on a stick: copied when it was closed, or while open."""
    played = folder / "played" / "a.outrider"
    there = folder / "stick"
    with begun(played, HARSK) as campaign:
        while campaign.head < ENTRIES:
            hurt(campaign, 1)
        if with_wal:
            shutil.copytree(played.parent, there, ignore=shutil.ignore_patterns("*-shm", "*.lock"))
    if not with_wal:
        shutil.copytree(played.parent, there)
    for file in there.iterdir():
        file.chmod(file_mode)
    there.chmod(folder_mode)
    return there / "a.outrider"


@pytest.mark.parametrize("with_wal", [False, True])
@pytest.mark.parametrize(
    ("file_mode", "folder_mode", "reason"),
    [
        (OPEN_FILE, READ_ONLY_FOLDER, "The folder of a.outrider is read-only (Permission denied)"),
        (READ_ONLY_FILE, READ_ONLY_FOLDER, "The file a.outrider is read-only"),
        (READ_ONLY_FILE, OPEN_FOLDER, "The file a.outrider is read-only"),
    ],
)
def test_what_is_read_only_is_read_and_says_so(
    folder: Path, file_mode: int, folder_mode: int, reason: str, with_wal: bool
) -> None:
    # given
    path = stick(folder, with_wal=with_wal, file_mode=file_mode, folder_mode=folder_mode)
    names = sorted(os.listdir(path.parent))

    with without_privileges():
        # when
        shelf = library.read_shelf(FilePlace(path))
        with History.open(FilePlace(path), said) as history:
            lines = b"".join(chunks(history, ExportRequest(form="jsonl"), "0")).splitlines()
        with Campaign.open(FilePlace(path)) as campaign:
            warnings = [say(warning) for warning in campaign.warnings]
            with pytest.raises(NotRecorded) as refused:
                hurt(campaign, 1)
            head = campaign.head

    # then
    assert (shelf.warning, shelf.entries, head) == (None, ENTRIES, ENTRIES)
    assert f'"seq":{ENTRIES}'.encode() in lines[-2]
    assert warnings == [f"{reason}; it is open for reading only."]
    assert refused.value.code == "read_only"
    if folder_mode == READ_ONLY_FOLDER:
        assert sorted(os.listdir(path.parent)) == names


def test_what_is_read_only_is_played_on_in_a_branch(folder: Path) -> None:
    # given
    path = stick(folder, with_wal=True, file_mode=READ_ONLY_FILE, folder_mode=READ_ONLY_FOLDER)

    with without_privileges():
        # when
        branch = branches.branch(FilePlace(path), ENTRIES, say)

        # then
        assert file_of(branch).parent == paths.campaigns()
        with Campaign.open(branch) as campaign:
            hurt(campaign, 1)
            assert campaign.head == ENTRIES + 2


def test_the_copy_of_what_is_read_only_goes_when_it_is_closed(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # given
    path = stick(folder, with_wal=True, file_mode=OPEN_FILE, folder_mode=READ_ONLY_FOLDER)
    copies = folder / "copies"
    copies.mkdir()
    copies.chmod(OPEN_FOLDER)
    monkeypatch.setattr("tempfile.tempdir", str(copies))

    with without_privileges():
        # when
        with Campaign.open(FilePlace(path)):
            while_open = os.listdir(copies)
        # then
        assert len(while_open) == 1
        assert os.listdir(copies) == []
