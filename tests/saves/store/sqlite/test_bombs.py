"""What unpacks to more than a file may hold is damaged; it is never unpacked whole."""

from __future__ import annotations

import hashlib
import sqlite3
import tracemalloc
import zlib
from contextlib import closing
from pathlib import Path

import pytest

from core.messages import Refusal
from core.travel import regionmap
from core.values import replace
from saves.demo.story import HEX_KM, START, region
from saves.exchange import importing
from saves.exchange.findings import UnreadableFile
from saves.library import library
from saves.store import asset_store, journal, packing
from saves.store.asset_store import StoredBoard
from saves.store.journal import digest, is_whole
from saves.store.lazy_encounters import page_of
from saves.store.models import StoredRow
from saves.store.packing import decompress, unpack
from saves.store.refusals import UnreadableText
from saves.store.sqlite import header
from saves.store.sqlite.file_place import FilePlace
from saves.store.sqlite.header import peek
from tests.saves.campaigns import HARSK, begun, hurt, tamper
from tests.saves.exchange.exports import brought_in, exported
from tui.kit.phrases import say

BOUND = 64 * 1024
PLAIN = bytes(16 * BOUND)
BOMB = zlib.compress(PLAIN)
ROW = StoredRow(
    seq=1,
    id="one",
    intent="one",
    kind="note",
    parent=0,
    tip=0,
    session="evening",
    at="now",
    who="",
    rules="f" * 64,
    body="{}",
    receipts=BOMB,
    prev="",
    sum="",
)


@pytest.fixture
def small_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packing, "MOST_UNPACKED", BOUND)


@pytest.mark.usefixtures("small_bound")
def test_a_bomb_is_never_unpacked_whole() -> None:
    tracemalloc.start()
    try:
        with pytest.raises(zlib.error):
            decompress(BOMB)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert peak < 4 * BOUND


def test_each_reader_reads_what_is_within_the_bound_and_calls_a_bomb_damaged(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    row = replace(ROW, sum=digest(ROW, PLAIN))
    board = StoredBoard(hashlib.sha256(PLAIN).hexdigest(), BOMB)
    assert is_whole(row)
    assert page_of(BOMB)() == [PLAIN]

    monkeypatch.setattr(packing, "MOST_UNPACKED", BOUND)

    assert not is_whole(row)
    assert board.board() is None
    with pytest.raises(UnreadableText):
        page_of(BOMB)()
    with pytest.raises(ValueError, match="damaged receipts"):
        unpack(BOMB)


def test_what_is_cut_short_is_damaged() -> None:
    plain = b"a receipt"

    assert decompress(zlib.compress(plain)) == plain
    with pytest.raises(zlib.error):
        decompress(zlib.compress(plain)[:-3])


def test_long_receipts_are_not_kept_for_other_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    receipts = zlib.compress(b'{"receipts":[{"label":{"message":["pace",{}]},"value":3}],"v":1}')
    monkeypatch.setattr(packing, "SHORT", 0)
    before = packing._kept.cache_info().currsize

    assert unpack(receipts)[0].value == 3

    assert packing._kept.cache_info().currsize == before


def test_a_text_of_too_many_values_is_damaged_although_it_is_short(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plain = b"[" + b"[]," * 99 + b"[]]"
    assert decompress(zlib.compress(plain)) == plain

    monkeypatch.setattr(packing, "MOST_VALUES", 150)

    with pytest.raises(zlib.error):
        decompress(zlib.compress(plain))


def test_what_could_not_be_read_again_is_not_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with begun(tmp_path / "a.outrider", HARSK) as campaign:
        monkeypatch.setattr(packing, "MOST_VALUES", 100)
        with pytest.raises(Refusal, match="too_large"):
            campaign.adopt_map(region(), HEX_KM, START)
        assert campaign.head == 2


def test_a_value_longer_than_any_column_may_be_is_never_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.outrider"
    begun(path, HARSK).close()
    monkeypatch.setattr(header, "MOST_IN_A_COLUMN", 100_000)
    tamper(path, "UPDATE campaign SET face = ?", "x" * 100_001)
    with closing(peek(path)) as raw, pytest.raises(sqlite3.DataError):
        raw.execute("SELECT face FROM campaign").fetchone()
    assert library.read_shelf(FilePlace(path)).warning is not None


def test_an_entry_longer_than_a_column_may_be_is_not_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun(tmp_path / "a.outrider", HARSK).close()
    text = exported(tmp_path / "a.outrider")
    monkeypatch.setattr(importing, "MOST_IN_A_COLUMN", 100)
    with pytest.raises(UnreadableFile) as refused:
        brought_in(text)
    assert "Entry 1 is too large." in say(refused.value.message)


def test_a_ruleset_larger_than_its_file_may_be_is_not_parsed() -> None:
    with pytest.raises(UnreadableText, match="too large"):
        asset_store.parsed("#" * (asset_store.LARGEST_RULESET + 1))


def test_the_paths_of_a_map_are_bounded_together(monkeypatch: pytest.MonkeyPatch) -> None:
    path = '{"path":["0101","2001"],"kind":"road","label":"","side":"","start":"","extra":""}'
    text = f'{{"lines":[{path},{path}],"v":1}}'
    assert len(regionmap.from_json(text).lines) == 2

    monkeypatch.setattr(regionmap, "MOST_HEXES", 30)

    with pytest.raises(ValueError, match="too long"):
        regionmap.from_json(text)


def test_a_page_of_long_rows_ends_before_they_fill_the_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with begun(tmp_path / "a.outrider", HARSK) as campaign:
        for _ in range(8):
            hurt(campaign, 1)
        assert len(campaign.story.log()) == 10
        monkeypatch.setattr(journal, "LONGEST_PAGE", 500)
        assert 1 <= len(campaign.story.log()) < 10
        assert campaign.story.log()[-1].seq == 10
