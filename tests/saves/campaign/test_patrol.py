"""A file too big for opening is looked over while it is played, and what is found is remembered."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

import outrider
from core.messages import Refusal
from core.values import replace
from saves import paths
from saves.campaign import patrol
from saves.campaign.campaign import Campaign
from saves.campaign.patrol import Patrol, PatrolProgress
from saves.exchange.exporting import ExportRequest, text
from saves.exchange.findings import UnreadableFile
from saves.history.history import History
from saves.library import library
from saves.store.sqlite import shelf
from saves.store.sqlite.file_place import FilePlace, file_of
from tests.saves.campaigns import HARSK, begun, hurt, tamper
from tests.saves.verifying import state_at, verify
from tests.story.driving import Driver
from tui.app import OutriderApp
from tui.view import said

ROWS = 330
BAD = "UPDATE entry SET body = replace(body, '\"amount\":2', '\"amount\":3') WHERE seq = 20"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("long") / "Long.outrider"
    with begun(path, replace(HARSK, hp=9_000)) as campaign:
        while campaign.head < ROWS:
            hurt(campaign, 2)
    return path.read_bytes()


@pytest.fixture
def path(played: bytes, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A campaign on the shelf, taken for a big one: not all of it is looked over when opened."""
    monkeypatch.setattr(shelf, "CHEAP", 0)
    path = paths.campaigns() / "Long.outrider"
    path.parent.mkdir(parents=True)
    path.write_bytes(played)
    return path


def steps(path: Path) -> Iterator[PatrolProgress]:
    going = Patrol(FilePlace(path))
    try:
        while True:
            yield (progress := going.step())
            if progress.over:
                return
    finally:
        going.close()


def test_it_comes_to_the_end_of_a_whole_file(path: Path) -> None:
    found = list(steps(path))

    assert [one.done for one in found] == [0, *range(50, ROWS, 50), ROWS]
    assert [one.wrong for one in found] == [None] * len(found)
    assert found[-1].percent == 100
    assert library.read_shelf(FilePlace(path)).damage is None


WRONG = {
    BAD: 20,
    "DELETE FROM entry WHERE seq = 40": 40,
    "UPDATE entry SET at = '2030-01-01T00:00:00Z' WHERE seq = 1": 1,
    "UPDATE entry SET body = x'ff' WHERE seq = 100": 100,
}


@pytest.mark.parametrize("statement", WRONG)
def test_what_is_wrong_is_found_and_told_by_the_list(path: Path, statement: str) -> None:
    tamper(path, statement)

    *_, last = steps(path)

    assert last.wrong is not None
    assert last.over
    damage = library.read_shelf(FilePlace(path)).damage
    assert damage is not None
    assert damage.value("seq") == WRONG[statement]


def test_a_missing_map_is_found(path: Path) -> None:
    tamper(path, "DELETE FROM blob")

    *_, last = steps(path)

    assert last.wrong is not None
    assert library.read_shelf(FilePlace(path)).damage is not None


def test_the_next_round_goes_on_where_the_last_one_ended(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a round that was left off, then the rest comes first, and then its own part again."""
    monkeypatch.setattr(patrol, "NOTED", 50)
    going = Patrol(FilePlace(path))
    for _ in range(4):
        assert not going.step().over
    going.close()
    tamper(path, BAD)

    found = list(steps(path))

    assert [one.wrong is None for one in found] == [True] * 5 + [False]
    assert found[-2].done == ROWS - 150


def test_a_file_that_is_whole_again_is_not_told_to_be_damaged(path: Path, played: bytes) -> None:
    """Given damage that was found, when a whole copy is put in its place, nobody cries wolf."""
    tamper(path, BAD)
    list(steps(path))
    assert library.read_shelf(FilePlace(path)).damage is not None

    path.write_bytes(played)

    assert library.read_shelf(FilePlace(path)).damage is None
    with Campaign.open(FilePlace(path)) as campaign:
        assert not campaign.read_only


def test_a_copy_is_not_judged_by_what_was_found_in_another_file(path: Path, played: bytes) -> None:
    other = path.with_name("Other.outrider")
    other.write_bytes(played)
    tamper(path, BAD)
    list(steps(path))

    assert library.read_shelf(FilePlace(other)).damage is None
    assert library.read_shelf(FilePlace(path)).damage is not None


def test_what_was_found_is_looked_for_first_at_the_next_opening(path: Path) -> None:
    tamper(path, BAD)
    with Campaign.open(FilePlace(path)) as campaign:
        assert not campaign.read_only
    list(steps(path))

    with Campaign.open(FilePlace(path)) as campaign:
        assert campaign.read_only
        assert campaign.head == 19


def test_what_lies_before_a_page_that_is_gone_can_still_be_read(path: Path) -> None:
    """Given a page of zeros in the midst of the entries, then those before it are opened."""
    data = path.read_bytes()
    page = data.index(b'"amount":2') // 4096 + 25
    path.write_bytes(data[: page * 4096] + bytes(4096) + data[(page + 1) * 4096 :])
    for _ in range(2):
        list(steps(path))
        with Campaign.open(FilePlace(path)) as campaign:
            assert campaign.read_only
            assert 20 < campaign.head < ROWS
            assert state_at(campaign, campaign.head) == campaign.state


def test_an_export_remembers_what_it_found(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tamper(path, BAD)
    with History.open(FilePlace(path), said) as look, pytest.raises(UnreadableFile):
        text(look, ExportRequest())

    assert outrider.main(["list"]) == 0
    assert "damaged from entry 20 on" in capsys.readouterr().out
    assert outrider.main(["list", "--json"]) == 0
    assert '"damage": "damaged from entry 20 on"' in capsys.readouterr().out
    assert outrider.main(["export", str(path)]) == 2
    assert "damaged" in capsys.readouterr().err


def test_nothing_is_written_any_more(path: Path) -> None:
    with Campaign.open(FilePlace(path)) as campaign:
        tamper(path, BAD)
        *_, last = steps(path)
        assert last.wrong is not None
        campaign.stop_writing(last.wrong)
        assert campaign.read_only
        assert last.wrong in campaign.warnings
        with pytest.raises(Refusal, match="read_only"):
            hurt(campaign, 1)
        assert campaign.head == ROWS
    raw = sqlite3.connect(path)
    assert raw.execute("SELECT max(seq) FROM entry").fetchone() == (ROWS,)
    raw.close()


def test_it_is_in_nobodys_way(path: Path) -> None:
    """Given a round half done, when something is played, then both go on."""
    with Campaign.open(FilePlace(path)) as campaign:
        going = steps(path)
        next(going)
        next(going)
        hurt(campaign, 2)
        *_, last = going
        assert last.wrong is None
        assert campaign.head == ROWS + 1
        assert verify(file_of(campaign.place)) == ()


@pytest.mark.filterwarnings("ignore::ResourceWarning")
async def test_the_screens_stop_writing_and_say_why(path: Path) -> None:
    """Given damage that opening does not see, then it is found while the campaign is open."""
    tamper(path, BAD)
    app = OutriderApp(lambda worker: worker.open(str(path)))
    async with app.run_test(size=(80, 24)) as pilot:
        drive = Driver(app, pilot)
        await drive.until(lambda: app.view and app.view.read_only, "the end of writing")
        assert any("seq" in str(one) for one in drive.view.warnings)
        assert drive.view.head == ROWS
