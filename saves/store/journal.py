"""The journal: rows chained by sums, appended in one transaction each, and read. Private to saves.

`sum` is the sha256 (hex) of these lines joined by LF, in this order: prev, seq, id, intent,
kind, parent, tip, session, at, who, rules, body, and the sha256 (hex) of the receipts' JSON,
uncompressed (of nothing when there are none). `prev` is the `sum` of the row before, "" in the
first row. Every row's `parent` is the tip before it and its `tip` the tip after it; a play
entry's tip is itself.
"""

from __future__ import annotations

import hashlib
import re
import zlib
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import closing
from typing import Any

from core.values import Struct
from saves.store.connection import Connection
from saves.store.models import BlobColumns, ChainHead, StoredRow, as_row, as_values
from saves.store.packing import decompress
from saves.store.refusals import UnreadableText
from saves.store.releases import FIRST_SCHEMA
from saves.store.statements import PAGE


class Blob(Struct):
    """A text stored by its sha256: a ruleset, a region map or a board."""

    sha256: str
    kind: str
    text: str


def digest(row: StoredRow, receipts: bytes) -> str:
    """The sum that `row` must have; `receipts` is uncompressed JSON."""
    lines = (
        row.prev,
        row.seq,
        row.id,
        row.intent,
        row.kind,
        row.parent,
        row.tip,
        row.session,
        row.at,
        row.who,
        row.rules,
        row.body,
        hashlib.sha256(receipts).hexdigest(),
    )
    return hashlib.sha256("\n".join(map(str, lines)).encode()).hexdigest()


def is_whole(row: StoredRow) -> bool:
    """Whether the row's sum matches its fields."""
    try:
        if not (isinstance(row.body, str) and isinstance(row.receipts, bytes)):
            return False
        if row.receipts:
            receipts = decompress(row.receipts)
        else:
            receipts = b""
        return row.sum == digest(row, receipts)
    except (zlib.error, TypeError, UnicodeEncodeError):
        return False


def first_bad(rows: Iterable[StoredRow], before: ChainHead) -> int | None:
    """The first seq after `before` at which the chain is broken, or None."""
    seq = before.seq
    last = before.sum
    for row in rows:
        seq += 1
        if row.seq != seq or row.prev != last or not is_whole(row):
            return seq
        last = row.sum
    return None


TAIL = 200
LONGEST_PAGE = 8 * 1024 * 1024
"""Letters and bytes of the rows of a page beyond which it ends."""
NEWEST = (1 << 63) - 1
"""Higher than any seq."""


NAMED = re.compile(r'"([0-9a-f]{64})"')
"""The name of a blob in the body of a row."""


class HeadMoved(Exception):
    """Another window appended a row: the head is not the expected one."""


def put_campaign(
    writer: Connection, campaign: str, name: str, head: int = 0, face: str = ""
) -> None:
    """Store a new campaign's own row: id, name, newest row, face. `writer` is then its own."""
    campaign_class = writer.statements.tables.campaign
    row = campaign_class(id=campaign, name=name, head=head, min_reader=FIRST_SCHEMA, face=face)
    with writer.session() as session:
        session.add(row)
        session.commit()
    writer.attach_to(campaign)


def append(
    writer: Connection,
    rows: Sequence[StoredRow],
    face: str,
    blobs: Sequence[Blob] = (),
    *,
    schema: int | None = None,
) -> None:
    """Store `rows`, which follow each other, in one transaction; return once they are durable.

    `schema` is the number that the file has from now on (None: as before).
    Raises HeadMoved if the first does not follow the newest row, StorageError if the disk or
    SQLite failed: whether they are stored is then unknown until the file is opened again.
    """
    expected = rows[0].seq - 1
    newest = rows[-1].seq
    with writer.begin_rows():
        moved = writer.execute(
            writer.statements.move_head, expected=expected, newest=newest, label=face
        )
        if moved.rowcount != 1:
            raise HeadMoved
        for blob in blobs:
            put_blob(writer, blob)
        for row in rows:
            put_row(writer, row)
        if schema is not None:
            raise_schema(writer, schema)


def raise_schema(writer: Connection, number: int, min_reader: int | None = None) -> None:
    """Write the schema number in the open transaction: older programs cannot read the campaign.

    `min_reader` is the number of the first program that can (None: the same).
    """
    writer.raise_schema(number)
    first = number if min_reader is None else min_reader
    writer.execute(writer.statements.set_min_reader, number=first)


def put_row(writer: Connection, row: StoredRow) -> None:
    """Store a row in the open transaction."""
    writer.execute(writer.statements.put_row, **as_values(row))


def put_blob(writer: Connection, blob: Blob) -> None:
    """Store a blob, unless it is stored already, in the open transaction."""
    packed = zlib.compress(blob.text.encode())
    writer.execute(writer.statements.put_blob, sha256=blob.sha256, kind=blob.kind, zlib=packed)


def _row(values: tuple[Any, ...]) -> StoredRow:
    row = as_row(values)
    if not is_whole(row):
        raise UnreadableText(f"entry {row.seq} is not as it was written")
    return row


def row(reader: Connection, seq: int) -> StoredRow | None:
    """The row `seq`, or None. Raises UnreadableText if it is damaged, as all but `stored` do."""
    values = reader.execute(reader.statements.row, number=seq).fetchone()
    if values is None:
        return None
    return _row(values)


def row_of(reader: Connection, entry_id: str) -> StoredRow | None:
    """The row whose entry has this id, or None."""
    values = reader.execute(reader.statements.row_of, entry_id=entry_id).fetchone()
    if values is None:
        return None
    return _row(values)


def stored(reader: Connection, after: int = 0, most: int | None = None) -> Iterator[StoredRow]:
    """At most `most` rows (None: all) above `after`, in order, streamed and not checked."""
    if most is None:
        found = reader.stream(reader.statements.rows_after, after=after)
    else:
        found = reader.stream(reader.statements.some_rows_after, after=after, most=most)
    return map(as_row, found)


def stored_at(reader: Connection, seq: int) -> ChainHead:
    """The head after row `seq`, which is not checked."""
    values = reader.execute(reader.statements.row, number=seq).fetchone()
    if values is None:
        return ChainHead()
    return as_row(values).head


def rows(reader: Connection, after: int = 0) -> Iterator[StoredRow]:
    """All rows above `after`, in order, streamed."""
    return map(_row, reader.stream(reader.statements.rows_after, after=after))


def played(reader: Connection, seqs: Collection[int]) -> Iterator[StoredRow]:
    """The play entries among these rows, in order."""
    for values in reader.stream(reader.statements.played, low=min(seqs), high=max(seqs)):
        if values[0] in seqs:
            yield _row(values)


def page(reader: Connection, limit: int, before: int) -> list[StoredRow]:
    """The last `limit` rows with seq below `before`, in order; fewer if they are very long."""
    newest_first: list[StoredRow] = []
    length = 0
    with closing(reader.stream(reader.statements.rows_before, before=before, most=limit)) as found:
        for values in found:
            row = _row(values)
            newest_first.append(row)
            length += len(row.body) + len(row.receipts)
            if length > LONGEST_PAGE:
                break
    return newest_first[::-1]


STRIDE = 100
"""Rows of a story that are read together."""


def story_before(reader: Connection, tip: int) -> Iterator[StoredRow]:
    """The rows of the story of `tip`, from it back. Raises UnreadableText, also for a missing row.

    They are read many at a time, and each is checked when it is its turn: rows that were undone
    may be damaged.
    """
    near: dict[int, tuple[Any, ...]] = {}
    seq = tip
    while seq:
        if seq not in near:
            found = reader.execute(reader.statements.rows_before, before=seq + 1, most=STRIDE)
            near = {values[0]: values for values in found}
        if seq not in near:
            raise UnreadableText(f"row {seq} is missing")
        row = _row(near[seq])
        yield row
        seq = row.parent


def aside(reader: Connection, kind: str, newest: int | None = None) -> list[StoredRow]:
    """All rows of a kind other than play, in order, up to `newest` (None: the last)."""
    if newest is None:
        newest = NEWEST
    found = reader.execute(reader.statements.aside, wanted_kind=kind, newest=newest)
    return [_row(values) for values in found]


def stored_head(reader: Connection) -> int:
    """The newest seq. A cheap read, for polling."""
    head = reader.scalar(reader.statements.head)
    if isinstance(head, int):
        return head
    return 0


def stored_name(reader: Connection) -> str:
    """The campaign's name in the library."""
    return str(reader.scalar(reader.statements.name) or "")


def stored_face(reader: Connection) -> str:
    """The label of the campaign for the library, as JSON."""
    return str(reader.scalar(reader.statements.face) or "")


def stored_id(reader: Connection) -> str:
    """The campaign's id, which does not change when it is renamed or moved."""
    return str(reader.scalar(reader.statements.id) or "")


def rename(writer: Connection, name: str) -> str:
    """Give the campaign another name; return its old one. Raises StorageError, TypeError."""
    with writer.session() as session:
        campaign = session.get(writer.statements.tables.campaign, stored_id(writer))
        if campaign is None:
            raise TypeError("there is no row of a campaign")
        old = str(campaign.name)
        campaign.name = name
        session.commit()
        return old


def head_at(reader: Connection, seq: int) -> ChainHead:
    """The head after row `seq`."""
    found = row(reader, seq)
    if found:
        return found.head
    return ChainHead()


def sums(reader: Connection, after: int) -> list[tuple[int, str]]:
    """The seq and the sum of each row after row `after`."""
    found = reader.execute(reader.statements.sums_after, after=after)
    return [(int(seq), str(total)) for seq, total in found]


def move_head(writer: Connection, head: int, face: str) -> None:
    """Set the newest row of a new file, in the open transaction."""
    writer.execute(writer.statements.set_head, newest=head, label=face)


def damage(reader: Connection, newest: int, tail: int | None = TAIL) -> int | None:
    """The first damaged seq among the last `tail` rows (None: all rows), or None.

    Rows that are missing below `newest`, the head of the campaign, or follow it are damage too.
    """
    if tail is None:
        start = 0
    else:
        start = max(0, newest - tail)
    bad = _first_bad(reader, start)
    if bad is not None:
        return bad
    below = 0 if tail is None else newest - tail
    count, low, high = reader.execute(reader.statements.extent, after=below).fetchone()
    lowest = start + 1 if newest > start else start
    if (count, low or start, high or start) != (newest - start, lowest, newest):
        bad = min(high or start, newest) + 1
    return bad


def _first_bad(reader: Connection, after: int) -> int | None:
    try:
        return first_bad(stored(reader, after), stored_at(reader, after))
    except reader.failures as error:  # find the readable rows one by one
        if reader.is_trouble(error):
            raise
    head = stored_at(reader, after)
    while True:
        try:
            rows = list(stored(reader, head.seq, 1))
        except reader.failures as error:
            if reader.is_trouble(error):
                raise
            # Reading a row touches the next: the last one read counts as damaged.
            return max(head.seq, after + 1)
        bad = first_bad(rows, head)
        if bad is not None or not rows:
            return bad or head.seq + 1
        head = rows[0].head


def holding(reader: Connection, first: int, newest: int, *texts: str) -> list[tuple[int, int, str]]:
    """Seq, parent and body of the play entries from `first` to `newest` with one of `texts`."""
    query = reader.statements.rows_holding(len(texts))
    wanted = {f"text_{number}": text for number, text in enumerate(texts)}
    found = reader.execute(query, low=first, high=newest, **wanted)
    return [(int(seq), int(parent), str(body)) for seq, parent, body in found]


def undone_intents(reader: Connection, newest: int) -> list[int]:
    """The tips that redo would restore, the next one last."""
    found = reader.execute(reader.statements.undone, newest=newest, undo="undo", redo="redo")
    tips: list[int] = []
    for kind, parent in found:
        if kind == "undo":
            tips.append(parent)
        elif tips:
            tips.pop()
    return tips


def spans(reader: Connection, tip: int, low: int) -> list[tuple[int, int]]:
    """The ranges of seq, newest first and from `low` on, of play entries of the story of `tip`."""
    jumps = reader.execute(reader.statements.jumps, tip=tip, low=low)
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
    """The text with this sha256, or None if it is missing or damaged."""
    stored_blob = _stored_blob(reader, sha256)
    if stored_blob is None:
        return None
    text = b""
    try:
        if stored_blob.zlib:
            text = decompress(stored_blob.zlib)
    except (zlib.error, TypeError):
        return None
    if hashlib.sha256(text).hexdigest() == sha256:
        return text.decode()
    return None


def _stored_blob(reader: Connection, sha256: str) -> BlobColumns | None:
    with reader.session() as session:
        return session.get(reader.statements.tables.blob, {"sha256": sha256, **reader.scope})


def blob_kind(reader: Connection, sha256: str) -> str:
    """The kind of a stored blob: "ruleset", "region" or "board"."""
    stored_blob = _stored_blob(reader, sha256)
    return str(stored_blob and stored_blob.kind)


def blobs(reader: Connection) -> list[str]:
    """The sha256 of all blobs, in order; the texts are not checked."""
    return [str(sha256) for (sha256,) in reader.execute(reader.statements.blob_names)]


def packed_blobs(reader: Connection, names: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    """Blobs by sha256 as stored, compressed and not checked; missing ones are left out."""
    for first in range(0, len(names), PAGE):
        page = names[first : first + PAGE]
        wanted = {f"name_{number}": "" for number in range(PAGE)}
        wanted |= {f"name_{number}": name for number, name in enumerate(page)}
        for sha256, packed in reader.stream(reader.statements.some_blobs, **wanted):
            if isinstance(packed, bytes):  # a damaged file may hold any type
                yield str(sha256), packed
            else:
                yield str(sha256), b""


def named_blobs(reader: Connection, last: int) -> tuple[str, ...]:
    """The sha256 of the stored blobs named in rows up to `last`."""
    known = set(blobs(reader))
    found = set[str]()
    with closing(reader.stream(reader.statements.bodies, last=last)) as bodies:
        for (body,) in bodies:
            found.update(NAMED.findall(body))
            if known <= found:
                break
    return tuple(sorted(known & found))
