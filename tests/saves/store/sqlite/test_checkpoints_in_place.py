"""A checkpoint knows its entry: one that is damaged, or that stands elsewhere, is none."""

from __future__ import annotations

import sqlite3
import zlib
from pathlib import Path

import pytest

from saves.campaign.campaign import Campaign
from saves.store import checkpoints, codec, state_history
from saves.store.sqlite.file_place import FilePlace, file_of
from tests.saves.campaigns import damage, hurt, tamper, wound, wounded
from tests.saves.verifying import state_at, verify


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A campaign of 58 entries with checkpoints every 10 events; Harsk has 56 points of damage."""
    monkeypatch.setattr(state_history, "EVERY", 10)
    path = tmp_path / "a.outrider"
    path.write_bytes(wounded(58, every=10))
    return path


def stored(path: Path) -> dict[int, tuple[object, ...]]:
    raw = sqlite3.connect(path)
    found = {row[0]: row for row in raw.execute("SELECT * FROM checkpoint")}
    raw.close()
    return found


def states(path: Path) -> list[object]:
    with Campaign.open(FilePlace(path)) as campaign:
        return [campaign.state, *(state_at(campaign, seq) for seq in range(59))]


@pytest.mark.parametrize("bit", range(6))
def test_one_whose_number_has_a_bit_turned_is_not_used(path: Path, bit: int) -> None:
    # given
    before = states(path)
    raw = sqlite3.connect(path)
    raw.execute("DELETE FROM checkpoint WHERE entry = ?", (50 ^ 1 << bit,))
    raw.execute("UPDATE checkpoint SET entry = ? WHERE entry = 50", (50 ^ 1 << bit,))
    raw.commit()
    raw.close()
    # then
    with Campaign.open(FilePlace(path)) as campaign:
        assert damage(campaign) == 56
        assert not campaign.read_only
    assert states(path) == before


def test_one_in_the_place_of_another_is_not_used(path: Path) -> None:
    before = states(path)
    tamper(path, "UPDATE checkpoint SET zlib = (SELECT zlib FROM checkpoint WHERE entry = 20)")

    assert states(path) == before


def test_one_of_another_campaign_is_not_used(path: Path, tmp_path: Path) -> None:
    before = states(path)
    other = tmp_path / "b.outrider"
    wound(other, 58, 3)
    tamper(path, "UPDATE checkpoint SET zlib = ? WHERE entry = 50", stored(other)[50][3])

    assert states(path) == before


def test_its_depth_is_that_which_is_packed(path: Path) -> None:
    tamper(path, "UPDATE checkpoint SET depth = depth + 3")

    with Campaign.open(FilePlace(path)) as campaign:
        assert campaign.story.now.snapshot.depth == 58
        assert verify(file_of(campaign.place)) == ()


@pytest.mark.parametrize("place", range(0, 100, 4))
def test_one_with_a_bit_turned_anywhere_is_not_used(path: Path, place: int) -> None:
    before = states(path)
    data = stored(path)[50][3]
    assert isinstance(data, bytes)
    at = place * len(data) // 100
    turned = data[:at] + bytes([data[at] ^ 4]) + data[at + 1 :]
    tamper(path, "UPDATE checkpoint SET zlib = ? WHERE entry = 50", turned)

    assert states(path) == before


def test_those_of_earlier_programs_are_made_anew_once(path: Path) -> None:
    # given
    before = states(path)
    places = list(stored(path))
    with Campaign.open(FilePlace(path)) as campaign:
        wrong = zlib.compress(codec.dump_state(state_at(campaign, 20)))
    tamper(path, "UPDATE checkpoint SET zlib = ?, shape = ?", wrong, codec.shape())
    # when
    assert states(path) == before
    with Campaign.open(FilePlace(path)) as campaign:
        hurt(campaign, 1)
    # then
    made = stored(path)
    assert list(made) == places
    assert {row[2] for row in made.values()} == {checkpoints.shape()}
