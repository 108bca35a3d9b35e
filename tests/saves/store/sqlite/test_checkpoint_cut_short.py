"""A file whose -wal was being folded in when its program ended opens whole (P1, P12)."""

from __future__ import annotations

from pathlib import Path

from saves import paths
from saves.campaign.campaign import Campaign
from saves.exchange.jsonl import lines
from saves.history.history import History
from saves.library import library
from saves.store.sqlite.file_place import FilePlace
from saves.store.sqlite.header import inspect, wal_of
from saves.store.sqlite.shelf import read_label
from tests.saves.campaigns import HARSK, begun, damage, hurt
from tui.view import said

WAL_HEADER = 32
FRAME_HEADER = 24
ENTRIES = 60


def pages_of(wal: bytes) -> dict[int, bytes]:
    """The newest content of each page in a -wal, in the order in which SQLite writes them."""
    size = int.from_bytes(wal[8:12], "big")
    pages = {}
    for start in range(WAL_HEADER, len(wal), FRAME_HEADER + size):
        content = start + FRAME_HEADER
        pages[int.from_bytes(wal[start : start + 4], "big")] = wal[content : content + size]
    return dict(sorted(pages.items()))


def cut_short(folder: Path) -> list[tuple[bytes, bytes]]:
    """The file after each write of a page by a checkpoint that made it grow, and its -wal."""
    path = folder / "growing.outrider"
    with begun(path, HARSK) as campaign:
        hurt(campaign, 1)
    with Campaign.open(FilePlace(path)) as campaign:
        before = path.read_bytes()
        for _ in range(ENTRIES - 3):
            hurt(campaign, 1)
        wal = wal_of(path).read_bytes()
    content = bytearray(before)
    moments = [(bytes(content), wal)]
    for number, page in pages_of(wal).items():
        start = (number - 1) * len(page)
        content[start : start + len(page)] = page
        moments.append((bytes(content), wal))
    assert bytes(content) == path.read_bytes(), "a checkpoint writes the pages of the -wal"
    assert len(content) > len(before), "page 1 promises more pages than the first moments have"
    return moments


def put(path: Path, moment: tuple[bytes, bytes]) -> None:
    """Leave the file and the -wal of a moment, and nothing else of its name."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.with_name(path.name + "-shm").unlink(missing_ok=True)
    path.write_bytes(moment[0])
    wal_of(path).write_bytes(moment[1])


def test_after_each_write_of_a_checkpoint_the_campaign_is_listed_exported_and_opened_whole(
    tmp_path: Path,
) -> None:
    # given
    path = paths.campaigns() / "The Long Marches.outrider"
    for number, moment in enumerate(cut_short(tmp_path)):
        put(path, moment)

        # when it is listed, then
        (shelf,) = library.listing()
        assert (shelf.warning, shelf.damage, shelf.entries) == (None, None, ENTRIES), number
        assert (path.read_bytes(), wal_of(path).read_bytes()) == moment, "listing changes nothing"

        # when it is exported, then
        with History.open(FilePlace(path), said) as history:
            exported = list(lines(history, "test"))
        assert f'"rows":{ENTRIES}'.encode() in exported[-1], number

        # when it is opened, then
        put(path, moment)
        with Campaign.open(FilePlace(path)) as campaign:
            assert (campaign.read_only, campaign.head) == (False, ENTRIES), number
            assert damage(campaign) == ENTRIES - 2
        assert not wal_of(path).exists()


def test_in_a_folder_that_cannot_be_written_to_the_wal_is_read_from_a_copy(tmp_path: Path) -> None:
    # given: SQLite makes no -shm there, not even for the superuser
    path = tmp_path / "stick" / "a.outrider"
    moments = cut_short(tmp_path)
    put(path, moments[1])
    path.with_name(path.name + "-shm").mkdir()

    # when
    inspect(path)
    label = read_label(path)

    # then
    found = (label.name, label.entries, label.damage)
    assert found == ("The Long Marches", ENTRIES, None)
    assert (path.read_bytes(), wal_of(path).read_bytes()) == moments[1]


def test_a_file_that_is_damaged_beneath_its_wal_is_still_refused(tmp_path: Path) -> None:
    # given
    path = tmp_path / "a.outrider"
    content, _ = cut_short(tmp_path)[0]
    put(path, (b"\0" * 100 + content[100:], b""))

    # when, then
    assert library.read_shelf(FilePlace(path)).warning is not None
