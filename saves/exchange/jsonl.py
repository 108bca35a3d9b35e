"""A campaign as JSON Lines: every row and blob as stored. docs/campaign-file.md is the contract.

The first line names the campaign; its blobs, its rows in order and a last line with counts follow.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import Final

from core.characters import escaped
from saves.exchange.findings import UnreadableFile
from saves.history.history import History
from saves.store import journal
from saves.store.canonical import ENCODER
from saves.store.chain import StoredRow, is_whole
from saves.store.database import Connection, snapshot

FORMAT: Final = "outrider-campaign"
VERSION: Final = 1
LONGEST: Final = 64 * 1024 * 1024
"""Bytes of a line, its end included."""


def lines(history: History, program: str) -> Iterator[bytes]:
    """The lines of the campaign from one snapshot; `program` is this program's version.

    Raises UnreadableFile if the campaign is damaged; earlier lines are then incomplete.
    """
    reader = history.reader
    with snapshot(reader):
        yield _head(reader, program)
        blobs = journal.blobs(reader)
        for sha256 in blobs:
            yield _blob(reader, sha256)
        yield from _rows(reader, len(blobs))


def _head(reader: Connection, program: str) -> bytes:
    return _line(
        format=FORMAT,
        head=journal.stored_head(reader),
        id=journal.stored_id(reader),
        line="campaign",
        name=journal.stored_name(reader),
        program=program,
        version=VERSION,
    )


def _blob(reader: Connection, sha256: str) -> bytes:
    text = journal.blob(reader, sha256)
    if text is None:
        raise UnreadableFile("A map or ruleset of the campaign is damaged ({sum}).", sum=sha256)
    return _line(kind=journal.blob_kind(reader, sha256), line="blob", sha256=sha256, text=text)


def _rows(reader: Connection, blobs: int) -> Iterator[bytes]:
    seq, total = 0, ""
    for row in journal.stored(reader):
        if (row.seq, row.prev) != (seq + 1, total) or not is_whole(row):
            raise _damaged(seq + 1)
        seq, total = row.seq, row.sum
        yield _row(row)
    if seq != journal.stored_head(reader):
        raise _damaged(seq + 1)
    yield _line(blobs=blobs, line="end", rows=seq, sum=total)


def _row(row: StoredRow) -> bytes:
    text = ENCODER.encode
    receipts = zlib.decompress(row.receipts).decode() if row.receipts else "null"
    return _encoded(
        f'{{"at":{text(row.at)},"body":{row.body},"id":{text(row.id)}'
        f',"intent":{text(row.intent)},"kind":{text(row.kind)},"line":"row"'
        f',"parent":{row.parent},"prev":{text(row.prev)},"receipts":{receipts}'
        f',"rules":{text(row.rules)},"seq":{row.seq},"session":{text(row.session)}'
        f',"sum":{text(row.sum)},"tip":{row.tip},"who":{text(row.who)}}}'
    )


def _line(**keys: str | int) -> bytes:
    return _encoded(ENCODER.encode(keys))


def _encoded(text: str) -> bytes:
    line = escaped(text).encode() + b"\n"
    if len(line) > LONGEST:
        raise UnreadableFile("A line of the export would have more than {cap} bytes.", cap=LONGEST)
    return line


def _damaged(seq: int) -> UnreadableFile:
    return UnreadableFile(
        "The campaign is damaged from entry {seq} on and cannot be exported whole.",
        seq=seq,
    )
