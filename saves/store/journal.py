"""The journal: rows appended in one transaction each, and read back. Private to saves."""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Collection, Iterator, Sequence
from functools import cache
from typing import Any, Final

from sqlalchemy import Connection, CursorResult, func, insert, select, text, update
from sqlalchemy import Row as Fetched
from sqlalchemy.dialects import sqlite
from sqlalchemy.engine.interfaces import DBAPICursor

from saves.store.chain import VALUES, Blob, Draft, Head, Row, first_bad, is_whole, place
from saves.store.codec import Unreadable
from saves.store.database import DAMAGED
from saves.store.tables import BLOB, CAMPAIGN, ENTRY

TAIL: Final = 200
SQLITE: Final = sqlite.dialect(paramstyle="qmark")


class Moved(Exception):
    """Someone else appended in between: the head is not where it was expected."""


@cache
def _insert_entry() -> str:
    return str(insert(ENTRY).compile(dialect=SQLITE))


@cache
def _insert_blob() -> str:
    return str(sqlite.insert(BLOB).on_conflict_do_nothing().compile(dialect=SQLITE))


@cache
def _move_head() -> str:
    head = CAMPAIGN.c.head
    moved = update(CAMPAIGN).where(head == text("?")).values(head=text("?"), face=text("?"))
    return str(moved.compile(dialect=SQLITE))


def append(
    writer: Connection,
    draft: Draft,
    head: Head,
    face: str,
    blobs: Sequence[Blob] = (),
    first: Draft | None = None,
) -> Row:
    """Store `draft` after `head` in one transaction and return its row once it is durable.

    With `first`, that is stored between the two, in the same transaction. Raises Moved when
    `head` is not the newest; SQLAlchemyError or sqlite3.Error when the disk or SQLite failed,
    and then nobody knows whether the row is stored until the file is opened again.
    """
    before = [] if first is None else [place(first, head)]
    after = Head(before[0].seq, before[0].tip, before[0].sum) if before else head
    row = place(draft, after)
    with writer.begin():
        raw = writer.connection.cursor()  # Core compiled the statements; running them raw is free
        raw.execute(_move_head(), (row.seq, face, head.seq))
        if raw.rowcount != 1:
            raise Moved
        for blob in blobs:
            put_blob(raw, blob)
        for each in (*before, row):
            put_row(raw, each)
    return row


def put_row(raw: DBAPICursor, row: Row) -> None:
    """Store a row as it is, in the transaction that is open."""
    raw.execute(_insert_entry(), VALUES(row))


def put_blob(raw: DBAPICursor, blob: Blob) -> None:
    """Store a blob, unless it is there, in the transaction that is open."""
    raw.execute(_insert_blob(), (blob.sha256, blob.kind, zlib.compress(blob.text.encode())))


def _stored(found: Fetched[Any]) -> Row:
    values: Any = tuple(found)  # a damaged file may hold any type: is_whole tells
    return Row(*values)


def _row(found: Fetched[Any]) -> Row:
    row = _stored(found)
    if not is_whole(row):
        raise Unreadable(f"entry {row.seq} is not as it was written")
    return row


def row(reader: Connection, seq: int) -> Row | None:
    """The row `seq`, or None. Raises Unreadable, as all that give rows do, but for `stored`."""
    found = reader.execute(select(ENTRY).where(ENTRY.c.seq == seq)).first()
    return _row(found) if found else None


def row_of(reader: Connection, entry_id: str) -> Row | None:
    """The row whose entry has this id, or None."""
    found = reader.execute(select(ENTRY).where(ENTRY.c.id == entry_id)).first()
    return _row(found) if found else None


def stored(reader: Connection, after: int = 0, most: int | None = None) -> Iterator[Row]:
    """Rows above `after` as they are stored, in order, streamed; nobody looks at them.

    At most so many, when `most` is given.
    """
    return (_stored(each) for each in _streamed(reader, after, most))


def stored_at(reader: Connection, seq: int) -> Head:
    """The head as it was after row `seq`, as that is stored; nobody looks at it."""
    found = reader.execute(select(ENTRY).where(ENTRY.c.seq == seq)).first()
    return _head(_stored(found) if found else None)


def rows(reader: Connection, after: int = 0) -> Iterator[Row]:
    """All rows above `after`, in order, streamed."""
    return (_row(each) for each in _streamed(reader, after))


def _streamed(reader: Connection, after: int, most: int | None = None) -> CursorResult[Any]:
    return reader.execute(
        select(ENTRY).where(ENTRY.c.seq > after).order_by(ENTRY.c.seq).limit(most),
        execution_options={"yield_per": 500},
    )


def played(reader: Connection, seqs: Collection[int]) -> Iterator[Row]:
    """The play entries among these rows, in order."""
    found = reader.execute(
        select(ENTRY)
        .where(ENTRY.c.kind == "play", ENTRY.c.seq.between(min(seqs), max(seqs)))
        .order_by(ENTRY.c.seq)
    )
    return (_row(each) for each in found if each.seq in seqs)


def page(reader: Connection, limit: int, before: int) -> list[Row]:
    """The last `limit` rows with seq below `before`, in order."""
    found = reader.execute(
        select(ENTRY).where(ENTRY.c.seq < before).order_by(ENTRY.c.seq.desc()).limit(limit)
    )
    return [_row(each) for each in found][::-1]


def aside(reader: Connection, kind: str, newest: int | None = None) -> list[Row]:
    """All rows of a kind other than play, in order; up to row `newest`, when it is given."""
    query = select(ENTRY).where(text("kind <> 'play'"), ENTRY.c.kind == kind).order_by(ENTRY.c.seq)
    found = reader.execute(query if newest is None else query.where(ENTRY.c.seq <= newest))
    return [_row(each) for each in found]


def stored_head(reader: Connection) -> int:
    """The newest seq as the campaign's row has it. One cheap read: followers poll it."""
    found = reader.exec_driver_sql("SELECT head FROM campaign").scalar()
    return found if isinstance(found, int) else 0


def stored_name(reader: Connection) -> str:
    """The campaign's name in the library."""
    return str(reader.exec_driver_sql("SELECT name FROM campaign").scalar() or "")


def stored_face(reader: Connection) -> str:
    """What the shelf shows of the campaign, as it is stored."""
    return str(reader.exec_driver_sql("SELECT face FROM campaign").scalar() or "")


def stored_id(reader: Connection) -> str:
    """The campaign's id, which stays when it is renamed or moved."""
    return str(reader.exec_driver_sql("SELECT id FROM campaign").scalar() or "")


def head_at(reader: Connection, seq: int) -> Head:
    """The head as it was after row `seq`."""
    return _head(row(reader, seq))


def sums(reader: Connection, after: int) -> list[tuple[int, str]]:
    """The seq and the sum of each row after row `after`."""
    asked = select(ENTRY.c.seq, ENTRY.c.sum).where(ENTRY.c.seq > after)
    return [(int(seq), str(found)) for seq, found in reader.execute(asked)]


def _head(found: Row | None) -> Head:
    return Head(found.seq, found.tip, found.sum) if found else Head()


def damage(reader: Connection, newest: int, tail: int | None = TAIL) -> int | None:
    """The first seq at which the last `tail` rows (None: all rows) are not as written, or None.

    `newest` is the seq that the campaign's row names; rows that are missing or too many below
    or above it are damage too.
    """
    start = 0 if tail is None else max(0, newest - tail)
    bad = _first_bad(reader, start)
    if bad is not None:
        return bad
    count, low, high = reader.execute(
        select(func.count(), func.min(ENTRY.c.seq), func.max(ENTRY.c.seq)).where(
            ENTRY.c.seq > (0 if tail is None else newest - tail)
        )
    ).one()
    if (count, low or start, high or start) != (
        newest - start, start + 1 if newest > start else start, newest,
    ):  # fmt: skip
        bad = min(high or start, newest) + 1
    return bad


def _first_bad(reader: Connection, after: int) -> int | None:
    try:
        return first_bad(stored(reader, after), stored_at(reader, after))
    except DAMAGED:
        pass  # rows are read by hundreds: which of them can be is found one by one
    head = stored_at(reader, after)
    while True:
        try:
            rows = list(stored(reader, head.seq, 1))
        except DAMAGED:  # who reads up to a row looks at the next one, too: that is to be there
            return max(head.seq, after + 1)
        bad = first_bad(rows, head)
        if bad is not None or not rows:
            return bad or head.seq + 1
        head = Head(rows[0].seq, rows[0].tip, rows[0].sum)


def undone_intents(reader: Connection, newest: int) -> list[int]:
    """The tips that redo would bring back, the next one last."""
    found = reader.execute(
        text(
            "SELECT kind, parent FROM entry WHERE kind <> 'play' AND kind IN ('undo', 'redo')"
            " AND seq > coalesce((SELECT seq FROM entry WHERE kind = 'play'"
            " AND seq <= :newest ORDER BY seq DESC LIMIT 1), 0) AND seq <= :newest ORDER BY seq"
        ),
        {"newest": newest},
    )
    tips: list[int] = []
    for kind, parent in found:
        if kind == "undo":
            tips.append(parent)
        elif tips:
            tips.pop()
    return tips


def spans(reader: Connection, tip: int, low: int) -> list[tuple[int, int]]:
    """The ranges of seq, newest first, in which play entries belong to the story of `tip`.

    Ranges that end below `low` are left out.
    """
    jumps = reader.execute(
        text(
            "SELECT seq, parent FROM entry WHERE kind = 'play' AND parent <> seq - 1"
            " AND seq <= :tip AND seq >= :low ORDER BY seq DESC"
        ),
        {"tip": tip, "low": low},
    )
    found = []
    end = tip
    for seq, parent in jumps:
        if seq <= end:
            found.append((seq, end))
            end = parent
    if end >= low:
        found.append((0, end))
    return found


def blob(reader: Connection, sha256: str) -> str | None:
    """The text with this sha256, or None when it is missing or damaged."""
    packed = reader.execute(select(BLOB.c.zlib).where(BLOB.c.sha256 == sha256)).scalar()
    try:
        text = zlib.decompress(packed) if packed else b""
    except (zlib.error, TypeError):
        return None
    return text.decode() if hashlib.sha256(text).hexdigest() == sha256 else None


def packed_blobs(reader: Connection, names: Sequence[str]) -> Iterator[tuple[str, object]]:
    """Blobs by their sha256, compressed as they are stored; those that are missing are left out.

    Nobody looks whether they are whole (a damaged file may hold any type).
    """
    query = "SELECT sha256, zlib FROM json_each(?) JOIN blob ON sha256 = value"
    found = reader.exec_driver_sql(query, (json.dumps(names),)) if names else ()
    return ((str(sha256), packed) for sha256, packed in found)
