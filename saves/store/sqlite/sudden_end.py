"""What is told of a session that ended suddenly, and whether entries are missing. Private to saves.

A mark is written after each COMMIT, outside the database (`saves.store.sqlite.lease`). It counts
only for the campaign and the file or path that it names: a copy or a restored backup is not a loss.
"""

from __future__ import annotations

from pathlib import Path

from core.messages import Message
from saves.store import journal
from saves.store.connection import Connection
from saves.store.sqlite.header import wal_of
from saves.store.sqlite.lease import LastEntryMark, UnclosedSession, identity

UNMARKED = 2
"""Rows that one transaction adds at most; so many may be stored but not yet marked."""


def tell_sudden_end(
    left: UnclosedSession, reader: Connection, path: Path, last: int | None
) -> tuple[Message | None, bool]:
    """The warning about the session that left these marks, or None.

    True besides: the newest entries are in the -wal of another name. `last` is the newest undamaged
    row, None if no row is damaged.
    """
    campaign = journal.stored_id(reader)
    mine = [mark for mark in left.marks if mark.campaign == campaign]
    if last is None:
        newest = journal.stored_head(reader)
    else:
        newest = last
    if not mine:
        if not left.beside or left.marks or last is not None:
            return None, False
        return Message(
            "The last session ended suddenly. The file was checked and is not damaged; entry"
            " {seq} is the last.",
            seq=newest,
        ), False
    mark = max(mine, key=lambda mark: mark.head)
    real = path.resolve()
    same_file = mark.file == identity(real)
    if not same_file and mark.path != str(real):
        if newest >= mark.head:
            return None, False
        return Message(
            "This is a copy of a campaign that was open, or whose last session ended suddenly:"
            " the original has {seq} entries, the copy ends with entry {newest}.",
            seq=mark.head,
            newest=newest,
        ), False
    if not left.beside and newest > mark.head + UNMARKED:
        return None, False  # it was played since, with another home
    elsewhere = _left_elsewhere(mark, real) if same_file else None
    if elsewhere is not None:
        return elsewhere, True
    return _gap(reader, mark, newest, real), False


def _gap(reader: Connection, mark: LastEntryMark, newest: int, real: Path) -> Message:
    wal = wal_of(real).name
    first = newest + 1
    if newest >= mark.head:
        row = journal.row(reader, mark.head)
        if row is not None and row.sum == mark.sum:
            return Message(
                "The last session ended suddenly. No entry is missing; entry {seq} is the last.",
                seq=newest,
            )
        return Message(
            "The last session ended suddenly, and its entries are not in this file: entry {seq}"
            " is a different one here. Perhaps an older copy was put in its place.",
            seq=mark.head,
        )
    if first == mark.head:
        return Message(
            "The last session ended suddenly, and its entry {last} is missing: {wal} was deleted"
            " or cut short, or an older copy replaced the campaign.",
            last=mark.head,
            wal=wal,
        )
    return Message(
        "The last session ended suddenly, and its entries {first} to {last} are missing: {wal}"
        " was deleted or cut short, or an older copy replaced the campaign.",
        first=first,
        last=mark.head,
        wal=wal,
    )


def _left_elsewhere(mark: LastEntryMark, real: Path) -> Message | None:
    old = Path(mark.path)
    wal = wal_of(old)
    try:
        if old == real or wal.stat().st_size == 0:
            return None
    except OSError:
        return None
    there = identity(old)
    if there == mark.file:
        return Message(
            "The last session ended suddenly when the file was open as {old}; its newest"
            " entries are in {wal}. Open it by that name; here it is open for reading only.",
            old=str(old),
            wal=wal.name,
        )
    if there:
        return None  # another file has the name now, and the -wal
    return Message(
        "The last session ended suddenly when the file was called {old}; its newest entries"
        " are in {wal}. Rename that to {new} and open the campaign again; until then it is"
        " open for reading only.",
        old=old.name,
        wal=str(wal),
        new=wal_of(real).name,
    )
