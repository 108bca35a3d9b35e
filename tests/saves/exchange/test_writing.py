"""Files written by name: what is said of a disk that fails is true of the file."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import NoReturn

import pytest

from core.messages import Refusal
from saves.exchange import writing
from saves.exchange.settings_writing import put_setting
from saves.exchange.writing import UNSYNCED, write
from saves.settings import load
from tui.kit.phrases import say

pytestmark = pytest.mark.usefixtures("no_look")


@pytest.fixture
def unsynced_folders(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the disk fail whenever a folder is synced."""

    def refuse(_: Path) -> NoReturn:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(writing, "sync_folder", refuse)


@pytest.mark.usefixtures("unsynced_folders")
@pytest.mark.parametrize("before", [None, b"of last week\n"])
def test_a_file_whose_folder_cannot_be_synced_is_said_to_be_written(
    before: bytes | None, tmp_path: Path
) -> None:
    # given
    path = tmp_path / "record.md"
    if before is not None:
        path.write_bytes(before)

    # when
    with pytest.raises(Refusal) as refused:
        write(path, (b"of today\n",), replace=True)

    # then
    assert refused.value.code == UNSYNCED
    assert say(refused.value.message) == (
        f"{path} is written, but the disk could not save its folder (No space left on device): a"
        " power cut may still take the file away. Look whether the disk is full or failing."
    )
    assert path.read_bytes() == b"of today\n"
    assert sorted(one.name for one in tmp_path.iterdir()) == ["record.md"]


def test_a_file_is_written_where_nothing_can_be_deleted_any_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # given
    def refuse(_: Path, **__: bool) -> NoReturn:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Path, "unlink", refuse)

    # when
    write(tmp_path / "record.md", (b"of today\n",))

    # then
    assert (tmp_path / "record.md").read_bytes() == b"of today\n"


@pytest.mark.usefixtures("unsynced_folders")
def test_a_setting_whose_folder_cannot_be_synced_is_in_the_file() -> None:
    # when
    with pytest.raises(Refusal) as refused:
        put_setting("look", "lines")

    # then
    assert refused.value.code == UNSYNCED
    assert load().settings.look == "lines"
