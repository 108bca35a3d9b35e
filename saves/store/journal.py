"""The journal: rows chained by sums, appended in one transaction each, and read. Private to saves.

`sum` is the sha256 (hex) of these lines joined by LF, in this order: prev, seq, id, intent,
kind, parent, tip, session, at, who, rules, body, and the sha256 (hex) of the receipts' JSON,
uncompressed (of nothing when there are none). `prev` is the `sum` of the row before, "" in the
first row. Every row's `parent` is the tip before it and its `tip` the tip after it; a play
entry's tip is itself.
"""

from __future__ import annotations

import hashlib
import json
import re
import zlib
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import closing
from operator import attrgetter
from typing import Any

from core.values import Struct
from saves.store.packing import decompress
from saves.store.refusals import UnreadableText
from saves.store.sqlite.disk_trouble import is_trouble
from saves.store.sqlite.engine import DAMAGED, Connection, raise_schema, scalar, transaction
from saves.store.sqlite.header import FIRST_SCHEMA


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
ENTRIES = f"SELECT {', '.join(COLUMNS)} FROM entry"
_INSERT_ENTRY = f"INSERT INTO entry ({', '.join(COLUMNS)}) VALUES ({', '.join('?' * len(COLUMNS))})"
_INSERT_BLOB = "INSERT INTO blob (sha256, kind, zlib) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
_MOVE_HEAD = "UPDATE campaign SET head = ?, face = ? WHERE head = ?"


NAMED = re.compile(r'"([0-9a-f]{64})"')
"""The name of a blob in the body of a row."""


class HeadMoved(Exception):
    """Another window appended a row: the head is not the expected one."""


def put_campaign(
    writer: Connection, campaign: str, name: str, head: int = 0, face: str = ""
) -> None:
    """Store the campaign's own row of a new file: id, name, newest row, face."""
    writer.execute(
        "INSERT INTO campaign (id, name, head, min_reader, face) VALUES (?, ?, ?, ?, ?)",
        (campaign, name, head, FIRST_SCHEMA, face),
    )


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
    with transaction(writer):
        if writer.execute(_MOVE_HEAD, (rows[-1].seq, face, rows[0].seq - 1)).rowcount != 1:
            raise HeadMoved
        for blob in blobs:
            put_blob(writer, blob)
        for row in rows:
            put_row(writer, row)
        if schema is not None:
            raise_schema(writer, schema)


def put_row(writer: Connection, row: StoredRow) -> None:
    """Store a row in the open transaction."""
    writer.execute(_INSERT_ENTRY, VALUES(row))


def put_blob(writer: Connection, blob: Blob) -> None:
    """Store a blob, unless it is stored already, in the open transaction."""
    writer.execute(_INSERT_BLOB, (blob.sha256, blob.kind, zlib.compress(blob.text.encode())))


def _row(found: tuple[Any, ...]) -> StoredRow:
    row = StoredRow(*found)  # a damaged file may hold any type: is_whole tells
    if not is_whole(row):
        raise UnreadableText(f"entry {row.seq} is not as it was written")
    return row


def row(reader: Connection, seq: int) -> StoredRow | None:
    """The row `seq`, or None. Raises UnreadableText if it is damaged, as all but `stored` do."""
    return _one(reader, "seq", seq)


def row_of(reader: Connection, entry_id: str) -> StoredRow | None:
    """The row whose entry has this id, or None."""
    return _one(reader, "id", entry_id)


def _one(reader: Connection, column: str, value: int | str) -> StoredRow | None:
    found = reader.execute(f"{ENTRIES} WHERE {column} = ?", (value,)).fetchone()
    if found:
        return _row(found)
    return None


def stored(reader: Connection, after: int = 0, most: int | None = None) -> Iterator[StoredRow]:
    """At most `most` rows (None: all) above `after`, in order, streamed and not checked."""
    return (StoredRow(*each) for each in _streamed(reader, after, most))


def stored_at(reader: Connection, seq: int) -> ChainHead:
    """The head after row `seq`, which is not checked."""
    found = reader.execute(f"{ENTRIES} WHERE seq = ?", (seq,)).fetchone()
    if found:
        return StoredRow(*found).head
    return ChainHead()


def rows(reader: Connection, after: int = 0) -> Iterator[StoredRow]:
    """All rows above `after`, in order, streamed."""
    return (_row(each) for each in _streamed(reader, after))


def _streamed(reader: Connection, after: int, most: int | None = None) -> Iterator[tuple[Any, ...]]:
    query = f"{ENTRIES} WHERE seq > ? ORDER BY seq LIMIT ?"
    with closing(reader.execute(query, (after, -1 if most is None else most))) as found:
        yield from found


def played(reader: Connection, seqs: Collection[int]) -> Iterator[StoredRow]:
    """The play entries among these rows, in order."""
    query = f"{ENTRIES} WHERE kind = 'play' AND seq BETWEEN ? AND ? ORDER BY seq"
    with closing(reader.execute(query, (min(seqs), max(seqs)))) as found:
        yield from (_row(each) for each in found if each[0] in seqs)


def page(reader: Connection, limit: int, before: int) -> list[StoredRow]:
    """The last `limit` rows with seq below `before`, in order; fewer if they are very long."""
    query = f"{ENTRIES} WHERE seq < ? ORDER BY seq DESC LIMIT ?"
    found: list[StoredRow] = []
    length = 0
    with closing(reader.execute(query, (before, limit))) as newest_first:
        for each in newest_first:
            found.append(_row(each))
            length += len(found[-1].body) + len(found[-1].receipts)
            if length > LONGEST_PAGE:
                break
    return found[::-1]


STRIDE = 100
"""Rows of a story that are read together."""


def story_before(reader: Connection, tip: int) -> Iterator[StoredRow]:
    """The rows of the story of `tip`, from it back. Raises UnreadableText, also for a missing row.

    They are read many at a time, and each is checked when it is its turn: rows that were undone
    may be damaged.
    """
    query = f"{ENTRIES} WHERE seq <= ? ORDER BY seq DESC LIMIT {STRIDE}"
    near: dict[int, tuple[Any, ...]] = {}
    seq = tip
    while seq:
        if seq not in near:
            near = {each[0]: each for each in reader.execute(query, (seq,))}
        if seq not in near:
            raise UnreadableText(f"row {seq} is missing")
        row = _row(near[seq])
        yield row
        seq = row.parent


def aside(reader: Connection, kind: str, newest: int | None = None) -> list[StoredRow]:
    """All rows of a kind other than play, in order, up to `newest` (None: the last)."""
    found = reader.execute(
        f"{ENTRIES} WHERE kind <> 'play' AND kind = ? AND seq <= ? ORDER BY seq",
        (kind, NEWEST if newest is None else newest),
    )
    return [_row(each) for each in found]


def stored_head(reader: Connection) -> int:
    """The newest seq. A cheap read, for polling."""
    found = scalar(reader, "SELECT head FROM campaign")
    if isinstance(found, int):
        return found
    return 0


def stored_name(reader: Connection) -> str:
    """The campaign's name in the library."""
    return str(scalar(reader, "SELECT name FROM campaign") or "")


def stored_face(reader: Connection) -> str:
    """The label of the campaign for the library, as JSON."""
    return str(scalar(reader, "SELECT face FROM campaign") or "")


def stored_id(reader: Connection) -> str:
    """The campaign's id, which does not change when it is renamed or moved."""
    return str(scalar(reader, "SELECT id FROM campaign") or "")


def head_at(reader: Connection, seq: int) -> ChainHead:
    """The head after row `seq`."""
    found = row(reader, seq)
    if found:
        return found.head
    return ChainHead()


def sums(reader: Connection, after: int) -> list[tuple[int, str]]:
    """The seq and the sum of each row after row `after`."""
    found = reader.execute("SELECT seq, sum FROM entry WHERE seq > ?", (after,))
    return [(int(seq), str(total)) for seq, total in found]


def move_head(writer: Connection, head: int, face: str) -> None:
    """Set the newest row of a new file, in the open transaction."""
    writer.execute("UPDATE campaign SET head = ?, face = ?", (head, face))


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
    count, low, high = reader.execute(
        "SELECT count(*), min(seq), max(seq) FROM entry WHERE seq > ?",
        (0 if tail is None else newest - tail,),
    ).fetchone()
    lowest = start + 1 if newest > start else start
    if (count, low or start, high or start) != (newest - start, lowest, newest):
        bad = min(high or start, newest) + 1
    return bad


def _first_bad(reader: Connection, after: int) -> int | None:
    try:
        return first_bad(stored(reader, after), stored_at(reader, after))
    except DAMAGED as error:  # find the readable rows one by one
        if is_trouble(error):
            raise
    head = stored_at(reader, after)
    while True:
        try:
            rows = list(stored(reader, head.seq, 1))
        except DAMAGED as error:
            if is_trouble(error):
                raise
            # Reading a row touches the next: the last one read counts as damaged.
            return max(head.seq, after + 1)
        bad = first_bad(rows, head)
        if bad is not None or not rows:
            return bad or head.seq + 1
        head = rows[0].head


def holding(reader: Connection, first: int, newest: int, *texts: str) -> list[tuple[int, int, str]]:
    """Seq, parent and body of the play entries from `first` to `newest` with one of `texts`."""
    held = " OR ".join("instr(body, ?)" for _ in texts)
    query = (
        "SELECT seq, parent, body FROM entry WHERE seq BETWEEN ? AND ? AND kind = 'play'"
        f" AND ({held}) ORDER BY seq"
    )
    found = reader.execute(query, (first, newest, *texts))
    return [(int(seq), int(parent), str(body)) for seq, parent, body in found]


def undone_intents(reader: Connection, newest: int) -> list[int]:
    """The tips that redo would restore, the next one last."""
    found = reader.execute(
        "SELECT kind, parent FROM entry WHERE kind <> 'play' AND kind IN ('undo', 'redo')"
        " AND seq > coalesce((SELECT seq FROM entry WHERE kind = 'play'"
        " AND seq <= :newest ORDER BY seq DESC LIMIT 1), 0) AND seq <= :newest ORDER BY seq",
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
    """The ranges of seq, newest first and from `low` on, of play entries of the story of `tip`."""
    jumps = reader.execute(
        "SELECT seq, parent FROM entry WHERE kind = 'play' AND parent <> seq - 1"
        " AND seq <= :tip AND seq >= :low ORDER BY seq DESC",
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
    """The text with this sha256, or None if it is missing or damaged."""
    packed = scalar(reader, "SELECT zlib FROM blob WHERE sha256 = ?", (sha256,))
    try:
        text = decompress(packed) if packed else b""
    except (zlib.error, TypeError):
        return None
    if hashlib.sha256(text).hexdigest() == sha256:
        return text.decode()
    return None


def blob_kind(reader: Connection, sha256: str) -> str:
    """The kind of a stored blob: "ruleset", "region" or "board"."""
    return str(scalar(reader, "SELECT kind FROM blob WHERE sha256 = ?", (sha256,)))


def blobs(reader: Connection) -> list[str]:
    """The sha256 of all blobs, in order; the texts are not checked."""
    return [str(sha256) for (sha256,) in reader.execute("SELECT sha256 FROM blob ORDER BY sha256")]


def packed_blobs(reader: Connection, names: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    """Blobs by sha256 as stored, compressed and not checked; missing ones are left out."""
    query = "SELECT sha256, zlib FROM json_each(?) JOIN blob ON sha256 = value"
    found = reader.execute(query, (json.dumps(names),)) if names else ()
    for sha256, packed in found:  # a damaged file may hold any type
        yield str(sha256), packed if isinstance(packed, bytes) else b""


def named_blobs(reader: Connection, last: int) -> tuple[str, ...]:
    """The sha256 of the stored blobs named in rows up to `last`."""
    known = set(blobs(reader))
    found = set[str]()
    bodies = reader.execute("SELECT body FROM entry WHERE seq <= ?", (last,))
    for (body,) in bodies:
        found.update(NAMED.findall(body))
        if known <= found:
            break
    bodies.close()
    return tuple(sorted(known & found))
