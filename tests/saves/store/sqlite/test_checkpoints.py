"""Checkpoints only make looking back quicker: any of them can be thrown away at any time."""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Sequence
from pathlib import Path

import pytest

from core.play.facts.state import State
from core.play.union import Event, evolve_all
from saves.campaign.campaign import Campaign
from saves.history.history import History
from saves.store import codec, state_history
from saves.store.refusals import UnreadableText
from saves.store.sqlite import engine
from saves.store.sqlite.file_place import FilePlace, file_of
from tests.saves.campaigns import damage, hurt, tamper, wounded
from tests.saves.verifying import state_at, verify
from tui.view import said


def kept(path: Path) -> list[int]:
    raw = sqlite3.connect(path)
    found = [row[0] for row in raw.execute("SELECT entry FROM checkpoint ORDER BY entry")]
    raw.close()
    return found


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A campaign of 130 entries with checkpoints every 10 events."""
    monkeypatch.setattr(state_history, "EVERY", 10)
    path = tmp_path / "a.outrider"
    path.write_bytes(wounded(130, every=10))
    return path


def test_they_are_kept_at_their_distances(path: Path) -> None:
    assert kept(path) == list(range(10, 131, 10))


def test_the_shipped_distances_are_those_of_the_promise() -> None:
    assert (state_history.EVERY, state_history.BASES) == (150, 5_000)


def test_an_undone_branch_keeps_its_own(path: Path) -> None:
    with Campaign.open(FilePlace(path)) as campaign:
        for _ in range(15):
            campaign.undo()
        for _ in range(15):
            hurt(campaign, 100)
        assert damage(campaign) == 113 + 1500
        at = state_at(campaign, 130).member("harsk")
        assert at is not None
        assert at.damage == 128
        assert verify(file_of(campaign.place)) == ()
    with Campaign.open(FilePlace(path)) as again:
        assert damage(again) == 113 + 1500


SPOIL = {
    "all gone": "DELETE FROM checkpoint",
    "not compressed": "UPDATE checkpoint SET zlib = x'00'",
    "of another shape": "UPDATE checkpoint SET shape = 'other'",
    "the newest damaged": "UPDATE checkpoint SET zlib = x'00' WHERE entry > 100",
}


@pytest.mark.parametrize("statement", SPOIL.values(), ids=SPOIL)
def test_without_them_everything_is_as_it_was(path: Path, statement: str) -> None:
    with Campaign.open(FilePlace(path)) as campaign:
        before = [state_at(campaign, seq) for seq in range(131)]
    tamper(path, statement)

    with Campaign.open(FilePlace(path)) as campaign:
        assert [state_at(campaign, seq) for seq in range(131)] == before
        assert campaign.state == before[-1]
    with Campaign.open(FilePlace(path)) as campaign:  # whatever opening stored anew
        assert [state_at(campaign, seq) for seq in range(131)] == before


def test_a_lost_set_is_made_again_at_the_same_distances_with_the_next_entry(path: Path) -> None:
    before = kept(path)
    tamper(path, "DELETE FROM checkpoint")

    with Campaign.open(FilePlace(path)) as campaign:
        hurt(campaign, 1)

    assert kept(path) == before


@pytest.mark.parametrize("statement", SPOIL.values(), ids=SPOIL)
def test_opening_makes_none(path: Path, statement: str) -> None:
    """Given checkpoints that are lost or not ours, when it is opened, then the file is the same."""
    tamper(path, statement)
    before = path.read_bytes()

    with Campaign.open(FilePlace(path)) as campaign:
        campaign.story.log(1000)

    assert path.read_bytes() == before


def test_one_that_tells_another_story_is_found_by_verify(path: Path) -> None:
    with Campaign.open(FilePlace(path)) as campaign:
        wrong = zlib.compress(codec.dump_state(state_at(campaign, 50)))
    tamper(path, "UPDATE checkpoint SET zlib = ? WHERE entry = 100", wrong)

    with Campaign.open(FilePlace(path)) as campaign:
        (message,) = verify(file_of(campaign.place))
        assert message.value("seq") == 100


def test_looking_back_writes_nothing(path: Path) -> None:
    with Campaign.open(FilePlace(path)) as campaign:
        tamper(path, "DELETE FROM checkpoint")
        for seq in range(1, 131, 7):
            state_at(campaign, seq)
        campaign.story.log(1000)
    assert kept(path) == []


def folds(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Counts from now on: an element for each entry that is folded."""
    found: list[int] = []

    def counted(state: State, events: Sequence[Event]) -> State:
        found.append(1)
        return evolve_all(state, events)

    monkeypatch.setattr(state_history, "evolve_all", counted)
    return found


def test_going_on_without_them_folds_each_entry_once(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given lost checkpoints, when entry after entry is looked at, then none is folded again."""
    tamper(path, "DELETE FROM checkpoint")
    with History.open(FilePlace(path), said) as look:
        folded = folds(monkeypatch)
        for seq in range(1, 131):
            look.states.moment(seq)
    assert len(folded) == 130


def test_before_damage_each_entry_is_folded_once(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given an unreadable entry, when later ones are asked for, then nothing is folded again."""
    tamper(path, "DELETE FROM checkpoint")
    tamper(path, "UPDATE entry SET body = x'ff' WHERE seq = 100")
    with History.open(FilePlace(path), said) as look:
        folded = folds(monkeypatch)
        for seq in range(130, 99, -1):
            with pytest.raises(UnreadableText):
                look.states.moment(seq)
        look.states.moment(99)
    assert len(folded) == 99


LOCKING_READERS = 1
"""The version for reading, byte 19 of the file, of a database that is not in WAL mode."""


def test_storing_them_waits_for_no_lock_of_our_own(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a damaged file outside WAL mode, when played without waits, then they are stored."""
    tamper(path, "DELETE FROM checkpoint")
    data = bytearray(path.read_bytes())
    data[19] = LOCKING_READERS
    path.write_bytes(data)
    waitless = tuple(one for one in engine.PRAGMAS if not one.startswith("busy_timeout"))
    monkeypatch.setattr(engine, "PRAGMAS", (*waitless, "busy_timeout=0"))
    with Campaign.open(FilePlace(path)) as campaign:
        hurt(campaign, 1)
    assert kept(path) == list(range(10, 131, 10))
