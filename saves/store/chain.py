"""Rows of the journal and the sums that chain them. Private to saves.

`sum` is the sha256 (hex) of these lines joined by LF, in this order: prev, seq, id, intent,
kind, parent, tip, session, at, who, rules, body, and the sha256 (hex) of the receipts' JSON,
uncompressed (of nothing when there are none). `prev` is the `sum` of the row before, "" in the
first row. Every row's `parent` is the tip before it and its `tip` the tip after it; a play
entry's tip is itself.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterable
from operator import attrgetter

from core.values import Struct


class StoredRow(Struct):
    """One row as stored; the fields are the columns, in their order."""

    seq: int
    id: str
    intent: str
    kind: str
    parent: int
    tip: int
    session: str
    at: str
    who: str
    rules: str
    body: str
    receipts: bytes
    prev: str
    sum: str

    @property
    def head(self) -> ChainHead:
        """The head while it is the newest row."""
        return ChainHead(self.seq, self.tip, self.sum)


class RowDraft(Struct):
    """A row before it has its place in the chain. `tip` None means the row itself.

    `receipts` and `packed` are the receipts' JSON, plain and compressed.
    """

    id: str
    intent: str
    kind: str
    tip: int | None
    session: str
    at: str
    who: str
    rules: str
    body: str
    receipts: bytes = b""
    packed: bytes = b""


class Blob(Struct):
    """A text stored by its sha256: a ruleset, a region map or a board."""

    sha256: str
    kind: str
    text: str


class ChainHead(Struct):
    """The newest seq, its sum, and the tip in force."""

    seq: int = 0
    tip: int = 0
    sum: str = ""


COLUMNS = StoredRow.__struct_fields__
VALUES = attrgetter(*COLUMNS)
"""A row's columns in order."""


def digest(row: StoredRow, receipts: bytes) -> str:
    """The sum that `row` must have; `receipts` is uncompressed JSON."""
    return _sum(
        row.prev, row.seq, row.id, row.intent, row.kind, row.parent, row.tip, row.session,
        row.at, row.who, row.rules, row.body, hashlib.sha256(receipts).hexdigest(),
    )  # fmt: skip


def _sum(*lines: str | int) -> str:
    return hashlib.sha256("\n".join(map(str, lines)).encode()).hexdigest()


def is_whole(row: StoredRow) -> bool:
    """Whether the row's sum matches its fields."""
    try:
        if not (isinstance(row.body, str) and isinstance(row.receipts, bytes)):
            return False
        receipts = zlib.decompress(row.receipts) if row.receipts else b""
        return row.sum == digest(row, receipts)
    except (zlib.error, TypeError, UnicodeEncodeError):
        return False


def first_bad(rows: Iterable[StoredRow], before: ChainHead) -> int | None:
    """The first seq after `before` at which the chain is broken, or None."""
    seq, last = before.seq, before.sum
    for row in rows:
        seq += 1
        if row.seq != seq or row.prev != last or not is_whole(row):
            return seq
        last = row.sum
    return None


def place(draft: RowDraft, head: ChainHead) -> StoredRow:
    """`draft` as the row that follows `head`."""
    seq = head.seq + 1
    tip = seq if draft.tip is None else draft.tip
    fields = (
        seq, draft.id, draft.intent, draft.kind, head.tip, tip,
        draft.session, draft.at, draft.who, draft.rules, draft.body,
    )  # fmt: skip
    total = _sum(head.sum, *fields, hashlib.sha256(draft.receipts).hexdigest())
    return StoredRow(*fields, draft.packed, head.sum, total)
