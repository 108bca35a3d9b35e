"""The index of a campaign's past, made from the journal; it may be deleted at any time.

It is kept in `paths.home()/index/CAMPAIGN-ID.sqlite`, or in memory if that cannot be written. It
stores the sum of its last row and a sentence in its language and units; if either does not fit,
or it is damaged, it is made again. If another program makes it from other rows or in another
language meanwhile, the file is left to that program and this index continues in memory.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from itertools import islice
from typing import TypeVar

from core.play.history.facts import Facts
from saves.history.history import History
from saves.history.index import index_paths, index_rows
from saves.history.index.index_file import NOT_OURS, VERSION, Index, IndexFile, IndexProgress
from saves.store import codec, journal
from saves.store.journal import is_whole
from saves.store.refusals import UnreadableText
from saves.store.state_history import uncollected

T = TypeVar("T")

CHUNK = 2_000
"""Rows taken in at once: less than a second."""
LOOKS = 8
"""How often the file may change under the reader before it continues in memory."""


class _Taken(Exception):
    """Another program has made the index from other rows or in another language."""


def follow(history: History, most: int = CHUNK) -> IndexProgress:
    """Add at most `most` new rows; call it until `done` is `of`. It is cheap without new rows."""
    index = _opened(history)
    said = index_rows.said_how(history, index)
    whole = index.end.of == history.head == index.end.done and index.said == said
    try:
        if whole and not index.file.changed():
            return index.end
        index.end = _followed(history, index, said, most)
    except (sqlite3.OperationalError, _Taken):
        index.file.forgo()
        index.end = _followed(history, index.anew(), said, most)
    except NOT_OURS:
        index.file.replace()
        index.end = _followed(history, index.anew(), said, most)
    index.said, index.firsts = said, None
    return index.end


def read(history: History, work: Callable[[sqlite3.Connection], T]) -> T:
    """Bring the index up to date, then return what `work` returns; a damaged index is remade."""
    try:
        return _read(history, work)
    except NOT_OURS:
        index = _opened(history)
        index.file.replace()
        index.anew()
    return _read(history, work)


def _read(history: History, work: Callable[[sqlite3.Connection], T]) -> T:
    for _ in range(LOOKS):
        file = _whole(history).file
        with file.reading():
            if not file.changed():
                return work(file.db)
    index = _opened(history)
    index.file.forgo()
    index.anew()
    return work(_whole(history).file.db)


def starts(history: History) -> tuple[int, ...]:
    """The first row of each session, in order."""
    index = _whole(history)
    if index.firsts is None:
        index.firsts = read(history, index_paths.starts)
    return index.firsts


def _whole(history: History) -> Index:
    while (end := follow(history)).done < end.of:
        pass
    return _opened(history)


def _opened(history: History) -> Index:
    if history.index is None:
        history.index = Index(IndexFile(journal.stored_id(history.reader)))
    return history.index


def _followed(history: History, index: Index, said: str, most: int) -> IndexProgress:
    file = index.file
    with file.writing(), uncollected():
        done, total = _begin(history, index, said)
        end = history.head
        count = min(most, end - done)
        sitting = "SELECT number, session FROM sitting ORDER BY number DESC LIMIT 1"
        number, session = file.db.execute(sitting).fetchone() or (0, "")
        walk = index_rows.IndexedRows(history, file.db, int(number), str(session))
        wanted = done + count
        for row in islice(journal.stored(history.reader, done), count):
            if row.seq != done + 1 or row.prev != total or not is_whole(row):
                break  # only undamaged rows are indexed
            try:
                walk.take(row)
            except UnreadableText:
                break
            done, total = row.seq, row.sum
        if done < wanted:
            end = done
        walk.keep()
        file.know(seq=done, sum=total)
    return IndexProgress(done, end)


def _begin(history: History, index: Index, said: str) -> tuple[int, str]:
    # Raises _Taken if another program has remade the file that this one used.
    file, key = index.file, {"version": str(VERSION), "facts": codec.shape(Facts), "said": said}
    try:
        known = file.known()
        fits, seq, total = known.items() >= key.items(), int(known["seq"]), known["sum"]
    except (*NOT_OURS, KeyError):  # there are no tables yet, or others
        file.empty(key)
        return 0, ""
    if fits and seq > history.head:
        history.refresh()  # another window is ahead
    if fits and 0 <= seq <= history.head and journal.head_at(history.reader, seq).sum == total:
        return seq, total
    if index.end.done and index.said == said:
        raise _Taken
    file.empty(key)
    return 0, ""
