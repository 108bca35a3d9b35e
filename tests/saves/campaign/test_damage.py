"""Damage is noticed: at opening in the newest rows, by a look over the file everywhere (P7)."""

from __future__ import annotations

import random
import sqlite3
import zlib
from functools import cache
from itertools import cycle, product
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from core.messages import Refusal
from saves.campaign.campaign import Campaign
from saves.store.refusals import CannotOpen
from saves.store.sqlite.file_place import FilePlace, file_of
from tests.saves.campaigns import HARSK, begun, damage, hurt, tamper
from tests.saves.verifying import verify
from tests.thorough import cases, rounds

CHANGES = {
    "id": "'0a0d36f0-6a3c-4f0b-9a38-5c1f8e7d2b10'",
    "intent": "'0a0d36f0-6a3c-4f0b-9a38-5c1f8e7d2b10'",
    "kind": "'note'",
    "parent": "parent - 1",
    "tip": "tip - 1",
    "session": "upper(session)",
    "at": "'1999-12-31T23:59:59Z'",
    "who": "'Somebody'",
    "rules": "replace(rules, substr(rules, 1, 1), 'g')",
    "body": "replace(body, '\"amount\":2', '\"amount\":3')",
    "prev": "sum",
    "sum": "prev",
}


@cache
def _played(entries: int) -> bytes:
    """The file of a campaign of so many entries, played once."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "a.outrider"
        with begun(path, HARSK) as campaign:
            for _ in range(entries - 2):
                hurt(campaign, 2)
        return path.read_bytes()


def story(path: Path, entries: int = 9) -> None:
    """Put a campaign of so many entries there."""
    path.write_bytes(_played(entries))


ROWS = (3, 6, 9)
"""The first that hurts, one in the middle, and the last."""
BY_DAY = [f"{column}-{seq}" for column, seq in zip(CHANGES, cycle(ROWS), strict=False)]
"""Each column in one of the rows."""


@pytest.mark.parametrize(
    ("column", "seq"),
    cases(product(CHANGES, ROWS), BY_DAY, lambda case: f"{case[0]}-{case[1]}"),
)
def test_a_changed_value_in_any_column_is_noticed_at_opening(
    tmp_path: Path, column: str, seq: int
) -> None:
    path = tmp_path / "a.outrider"
    story(path)
    tamper(path, f"UPDATE entry SET {column} = {CHANGES[column]} WHERE seq = ?", seq)

    with Campaign.open(FilePlace(path)) as campaign:
        assert campaign.read_only
        assert [w.value("seq") for w in campaign.warnings] == [seq]
        assert campaign.head == seq - 1
        assert damage(campaign) == 2 * (seq - 3)
        assert verify(file_of(campaign.place)) != ()
        with pytest.raises(Refusal, match="read_only"):
            hurt(campaign, 1)


@pytest.mark.parametrize("seq", [3, 9])
def test_changed_receipts_are_noticed(tmp_path: Path, seq: int) -> None:
    path = tmp_path / "a.outrider"
    story(path)
    for value in (b"rubbish", zlib.compress(b'{"receipts":[],"v":2}')):
        tamper(path, "UPDATE entry SET receipts = ? WHERE seq = ?", value, seq)
        with Campaign.open(FilePlace(path)) as campaign:
            assert [w.value("seq") for w in campaign.warnings] == [seq]


@pytest.mark.parametrize(
    ("statement", "seq"),
    [
        ("DELETE FROM entry WHERE seq = 9", 9),
        ("DELETE FROM entry WHERE seq = 5", 5),
        ("UPDATE entry SET seq = 12 WHERE seq = 9", 9),
        ("UPDATE campaign SET head = 8", 9),
        ("UPDATE campaign SET head = 11", 10),
    ],
)
def test_missing_and_surplus_rows_are_noticed(tmp_path: Path, statement: str, seq: int) -> None:
    path = tmp_path / "a.outrider"
    story(path)
    tamper(path, statement)

    with Campaign.open(FilePlace(path)) as campaign:
        assert campaign.read_only
        assert [w.value("seq") for w in campaign.warnings] == [seq]


def test_damage_in_the_first_row_leaves_nothing_to_open(tmp_path: Path) -> None:
    path = tmp_path / "a.outrider"
    story(path)
    tamper(path, "UPDATE entry SET who = 'x' WHERE seq = 1")

    with pytest.raises(CannotOpen, match="damaged"):
        Campaign.open(FilePlace(path))


@pytest.fixture
def long_story() -> bytes:
    return _played(450)


@pytest.mark.parametrize("column", CHANGES)
def test_old_rows_are_looked_over_by_verify(tmp_path: Path, long_story: bytes, column: str) -> None:
    path = tmp_path / "a.outrider"
    path.write_bytes(long_story)
    tamper(path, f"UPDATE entry SET {column} = {CHANGES[column]} WHERE seq = 20")

    with Campaign.open(FilePlace(path)) as campaign:
        (message,) = verify(file_of(campaign.place))
        assert message.value("seq") == 20


def test_a_changed_blob_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "a.outrider"
    story(path)
    tamper(path, "UPDATE blob SET zlib = ?", zlib.compress(b"[terrain]"))

    with pytest.raises(CannotOpen, match="damaged"):
        Campaign.open(FilePlace(path))


def test_a_missing_blob_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "a.outrider"
    story(path)
    tamper(path, "DELETE FROM blob")

    with pytest.raises(CannotOpen, match="damaged"):
        Campaign.open(FilePlace(path))


def test_a_campaign_cannot_grow_on_damage(tmp_path: Path) -> None:
    path = tmp_path / "a.outrider"
    story(path)
    tamper(path, "UPDATE entry SET who = 'x' WHERE seq = 4")
    before = path.read_bytes()

    for _ in range(2):
        with Campaign.open(FilePlace(path)) as campaign:
            assert campaign.read_only

    assert path.read_bytes() == before


def spoiled(data: bytes, kind: str, rng: random.Random) -> bytes:
    """A damaged copy; the first page is spared, for without it there is nothing to open."""
    spot = rng.randrange(4096, len(data))
    match kind:
        case "bit":
            return data[:spot] + bytes([data[spot] ^ 1 << rng.randrange(8)]) + data[spot + 1 :]
        case "block":
            spot -= spot % 512
            return data[:spot] + rng.randbytes(512) + data[spot + 512 :]
        case "page":
            spot -= spot % 4096
            return data[:spot] + bytes(4096) + data[spot + 4096 :]
        case _:
            return data[:spot]


def accepts_altered(path: Path, truth: list[tuple[object, ...]]) -> bool:
    """Whether a damaged copy is called whole though an entry in it is not as it was written."""
    try:
        with Campaign.open(FilePlace(path)) as campaign:
            if verify(file_of(campaign.place)):
                return False
    except CannotOpen:
        return False
    raw = sqlite3.connect(path)
    rows = raw.execute("SELECT * FROM entry ORDER BY seq").fetchall()
    raw.close()
    return rows != truth


def altered(tmp_path: Path, data: bytes, copies: int) -> list[str]:
    path = tmp_path / "whole.outrider"
    path.write_bytes(data)
    raw = sqlite3.connect(path)
    truth = raw.execute("SELECT * FROM entry ORDER BY seq").fetchall()
    raw.close()
    rng = random.Random(7)
    found = []
    for number in range(copies):
        kind = ("bit", "block", "page", "cut")[number % 4]
        copy = tmp_path / f"{number}.outrider"
        copy.write_bytes(spoiled(data, kind, rng))
        if accepts_altered(copy, truth):
            found.append(f"{kind} {number}")
        for left in tmp_path.glob(f"{number}.outrider*"):
            left.unlink()
    return found


def test_no_altered_entry_is_taken_for_whole(tmp_path: Path, long_story: bytes) -> None:
    assert altered(tmp_path, long_story, rounds(20, 40)) == []


@pytest.mark.nightly
def test_no_altered_entry_is_taken_for_whole_in_a_thousand_copies(
    tmp_path: Path, long_story: bytes
) -> None:
    assert altered(tmp_path, long_story, 1000) == []
