"""What unpacks to more than a file may hold is damaged; it is never unpacked whole."""

from __future__ import annotations

import hashlib
import tracemalloc
import zlib

import pytest

from core.values import replace
from saves.store import packing
from saves.store.asset_store import StoredBoard
from saves.store.journal import StoredRow, digest, is_whole
from saves.store.packing import decompress, unpack
from saves.store.refusals import UnreadableText
from saves.store.state_history import page_of

BOUND = 64 * 1024
PLAIN = bytes(16 * BOUND)
BOMB = zlib.compress(PLAIN)
ROW = StoredRow(
    seq=1, id="one", intent="one", kind="note", parent=0, tip=0, session="evening", at="now",
    who="", rules="f" * 64, body="{}", receipts=BOMB, prev="", sum="",
)  # fmt: skip


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
