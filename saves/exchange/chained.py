"""A check of an export's rows: their place in the chain, and their sums."""

from __future__ import annotations

import uuid
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from saves.campaign.row_author import label
from saves.exchange.findings import UnreadableFile
from saves.store.canonical import ENCODER
from saves.store.chain import ChainHead, StoredRow, digest
from saves.store.entry_reader import KINDS
from saves.store.packing import LEVEL


def row_of(keys: Mapping[str, Any]) -> tuple[StoredRow, bytes]:
    """The row in a line, and its receipts' JSON."""
    receipts = b"" if keys["receipts"] is None else ENCODER.encode(keys["receipts"]).encode()
    row = StoredRow(
        keys["seq"], keys["id"], keys["intent"], keys["kind"], keys["parent"], keys["tip"],
        keys["session"], keys["at"], keys["who"], keys["rules"], ENCODER.encode(keys["body"]),
        zlib.compress(receipts, LEVEL) if receipts else b"", keys["prev"], keys["sum"],
    )  # fmt: skip
    return row, receipts


@dataclass(slots=True)
class Chain:
    """The chain up to the newest row."""

    head: ChainHead = field(default_factory=ChainHead)
    _played: bytearray = field(default_factory=lambda: bytearray(1))
    _ids: set[bytes] = field(default_factory=set)
    _undone: list[int] = field(default_factory=list)

    def take(self, row: StoredRow, receipts: bytes) -> None:
        """Add the newest row. Raises UnreadableFile if it does not follow."""
        if row.seq != self.head.seq + 1:
            raise UnreadableFile(
                "This is entry {seq}; entry {wanted} was expected.",
                seq=row.seq,
                wanted=self.head.seq + 1,
            )
        if row.prev != self.head.sum or row.sum != digest(row, receipts):
            raise UnreadableFile(
                "The sum of entry {seq} is wrong: the entry was changed or damaged.",
                seq=row.seq,
            )
        self._labels(row)
        if row.parent != self.head.tip or not self._leads(row):
            raise UnreadableFile("Entry {seq} cannot follow the entry that it names.", seq=row.seq)
        self.head = ChainHead(row.seq, row.tip, row.sum)
        self._played.append(row.kind == "play")

    def _labels(self, row: StoredRow) -> None:
        if row.kind not in KINDS:
            raise UnreadableFile(
                "The key {key} must be one of: {allowed}.", key="kind", allowed=tuple(KINDS)
            )
        for key, text in (("id", row.id), ("intent", row.intent), ("session", row.session)):
            if not is_uuid(text):
                raise UnreadableFile("The key {key} is not a uuid.", key=key)
        if not _is_time(row.at):
            raise UnreadableFile(
                "The key {key} is not a time such as {example}.",
                key="at",
                example="2026-11-21T12:00:00Z",
            )
        if not row.who.isprintable():
            raise UnreadableFile("The key {key} has unprintable letters.", key="who")
        known = len(self._ids)
        self._ids.add(uuid.UUID(row.id).bytes)
        if len(self._ids) == known:
            raise UnreadableFile("Two entries have the id {id}.", id=row.id)

    def _leads(self, row: StoredRow) -> bool:
        match row.kind:
            case "play":
                self._undone.clear()
                return row.tip == row.seq
            case "undo":
                self._undone.append(row.parent)
                return 0 < row.tip < row.parent and bool(self._played[row.tip])
            case "redo":
                return bool(self._undone) and row.tip == self._undone.pop()
            case _:
                return 0 < row.tip == row.parent


def is_uuid(text: str) -> bool:
    """Whether `text` is a uuid as `str(uuid.uuid4())` writes it."""
    try:
        return str(uuid.UUID(text)) == text
    except ValueError:
        return False


def _is_time(text: str) -> bool:
    try:
        return label(datetime.fromisoformat(text)) == text
    except (ValueError, OverflowError):
        return False
