"""Boards of encounters: stored once, read when somebody looks, safe from any thread."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from core.combat.board.drawing import Board, BoardEdit
from core.messages import Refusal
from core.play.facts.fight.setup.commands import AddFoes, Paint, Prepare
from core.play.facts.fight.setup.events import BoardPainted, BoardRedrawn
from core.values import replace
from saves.campaign.campaign import Campaign
from saves.store import asset_store
from saves.store.asset_store import board_blob, read_board
from saves.store.sqlite.file_place import FilePlace, file_of
from tests.fights import BOARD, FORD, OGRE, PREPARED
from tests.saves.campaigns import HARSK, begun, tamper
from tests.saves.verifying import verify


def stored(path: Path) -> list[str]:
    """The boards in a campaign's file."""
    with closing(sqlite3.connect(path)) as raw:
        found = raw.execute("SELECT sha256 FROM blob WHERE kind = 'board' ORDER BY sha256")
        return [sha256 for (sha256,) in found]


def another(number: int) -> Board:
    """A board like no other."""
    return Board(("." * (number + 20),) * 10)


def test_a_board_comes_back_from_its_text() -> None:
    blob = board_blob(BOARD)
    assert (read_board(blob.text), blob.kind, blob.sha256) == (BOARD, "board", FORD)


def test_the_largest_board_is_written_once_and_comes_back(tmp_path: Path) -> None:
    path = tmp_path / "a.outrider"
    large = Board(tuple("." * x + "#" + ":" * (499 - x) for x in range(500)))
    with begun(path, HARSK) as campaign:
        campaign.prepare(Prepare(PREPARED), large)
        campaign.prepare(Prepare(replace(PREPARED, id="again", foes=(), figures=())), large)
        assert stored(path) == [board_blob(large).sha256]
    with Campaign.open(FilePlace(path)) as campaign:
        assert campaign.state.encounters[0].board == board_blob(large).sha256
        assert campaign.assets.boards[campaign.state.encounters[0].board] == large
        assert verify(file_of(campaign.place)) == ()


def test_what_is_prepared_is_in_the_world_before_and_after_opening_again(tmp_path: Path) -> None:
    path = tmp_path / "a.outrider"
    with begun(path, HARSK) as campaign:
        assert not campaign.assets.boards
        entry = campaign.prepare(Prepare(replace(PREPARED, board="")), BOARD)
        assert entry.command == Prepare(PREPARED)
        assert campaign.assets.boards[FORD] == BOARD
        campaign.undo()
        assert FORD not in campaign.assets.boards
        campaign.redo()
        assert campaign.assets.boards[FORD] == BOARD
    with Campaign.open(FilePlace(path)) as campaign:
        assert campaign.assets.boards[FORD] == BOARD


def test_an_encounter_on_a_board_that_is_not_stored_is_refused(tmp_path: Path) -> None:
    with begun(tmp_path / "a.outrider", HARSK) as campaign:
        head = campaign.head
        with pytest.raises(Refusal, match="unknown_board"):
            campaign.record(Prepare(PREPARED))
        assert campaign.head == head


def test_of_fifty_prepared_only_those_looked_at_are_parsed_in_any_thread(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.outrider"
    with begun(path, HARSK) as campaign:
        for number in range(50):
            fresh = replace(PREPARED, id=f"no-{number}", foes=(), figures=())
            campaign.prepare(Prepare(fresh), another(number))
    parsed: list[str] = []

    def read(text: str) -> Board:
        parsed.append(text)
        return read_board(text)

    monkeypatch.setattr(asset_store, "read_board", read)
    with Campaign.open(FilePlace(path)) as campaign, ThreadPoolExecutor(1) as elsewhere:
        assets = campaign.assets
        state = campaign.state
        assert parsed == []
        found = elsewhere.submit(lambda: assets.boards[state.encounters[7].board]).result()
        assert found == another(7)
        assert len(parsed) == 1
        campaign.record(AddFoes("no-3", (OGRE,)))
        assert campaign.assets.boards[state.encounters[7].board] is found
        assert len(parsed) <= 2


def test_a_board_that_is_damaged_is_not_there_and_the_campaign_is_read_on(tmp_path: Path) -> None:
    path = tmp_path / "a.outrider"
    with begun(path, HARSK) as campaign:
        campaign.prepare(Prepare(PREPARED), BOARD)
    tamper(path, "UPDATE blob SET zlib = x'00' WHERE kind = 'board'")

    with Campaign.open(FilePlace(path)) as campaign:
        assert campaign.read_only
        assert FORD not in campaign.assets.boards
        assert campaign.assets.boards.get(FORD) is None
        (message,) = verify(file_of(campaign.place))
        assert message.value("sum") == FORD


def test_another_board_takes_the_place_of_the_first(tmp_path: Path) -> None:
    path = tmp_path / "a.outrider"
    with begun(path, HARSK) as campaign:
        campaign.prepare(Prepare(PREPARED), BOARD)
        fresh = replace(BOARD, rows=(*BOARD.rows, "." * 20))
        entry = campaign.redraw("ambush", fresh)
        assert entry.events == (BoardRedrawn("ambush", board_blob(fresh).sha256),)
        assert campaign.assets.boards[campaign.state.encounters[0].board] == fresh
        campaign.undo()
        assert campaign.assets.boards[campaign.state.encounters[0].board] == BOARD
    assert len(stored(path)) == 2


def test_the_two_hundred_and_first_edit_burns_them_all_into_a_new_board(tmp_path: Path) -> None:
    """Given 200 edits, when one more is drawn, then the board is new and nothing lies on it."""
    path = tmp_path / "a.outrider"
    squares = [f"{column}{row}" for column in "ABCDEFGHIJKLMNOPQRST" for row in range(1, 11)]
    with begun(path, HARSK) as campaign:
        campaign.prepare(Prepare(PREPARED), BOARD)
        campaign.record(
            Paint("ambush", tuple(BoardEdit(square, "difficult") for square in squares))
        )
        assert len(campaign.state.encounters[0].edits) == 200
        assert stored(path) == [FORD]

        entry = campaign.record(Paint("ambush", (BoardEdit("A1/B1", "wall"),)))
        painted, redrawn = entry.events
        assert isinstance(painted, BoardPainted)
        assert isinstance(redrawn, BoardRedrawn)
        (encounter,) = campaign.state.encounters
        assert (encounter.edits, encounter.board) == ((), redrawn.board)
        assert campaign.assets.boards[redrawn.board].edge_walls == ("H1/I1", "A1/B1")
        assert campaign.assets.boards[redrawn.board].doors == BOARD.doors
        campaign.undo()
        (encounter,) = campaign.state.encounters
        assert (len(encounter.edits), encounter.board) == (200, FORD)
    with Campaign.open(FilePlace(path)) as campaign:
        campaign.redo()
        assert campaign.assets.boards[redrawn.board].edge_walls == ("H1/I1", "A1/B1")
        assert verify(file_of(campaign.place)) == ()
