"""The warning after a session that ended suddenly: whether entries are missing.

A mark is written after each COMMIT, outside the database (`saves.store.lock`). It counts only for
the campaign and the file or path that it names: a copy or a restored backup is not a loss.
Private to saves.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from core.messages import Message
from core.values import Struct
from saves.store import journal
from saves.store.database import Connection
from saves.store.lock import LastEntryMark, UnclosedSession, identity

UNMARKED: Final = 2
"""Rows that one transaction adds at most; so many may be stored but not yet marked."""


class Sudden(Struct):
    """A warning. With `elsewhere` the newest entries are in the -wal of another name."""

    message: Message
    elsewhere: bool = False


def told(left: UnclosedSession, reader: Connection, path: Path, last: int | None) -> Sudden | None:
    """The warning about the session that left these marks, or None.

    `last` is the newest undamaged row, None if no row is damaged.
    """
    campaign = journal.stored_id(reader)
    mine = [mark for mark in left.marks if mark.campaign == campaign]
    newest = journal.stored_head(reader) if last is None else last
    if not mine:
        return _unmarked(newest) if left.beside and not left.marks and last is None else None
    mark = max(mine, key=lambda mark: mark.head)
    real = path.resolve()
    same_file = mark.file == identity(real)
    if not same_file and mark.path != str(real):
        return _copied(mark, newest)
    if not left.beside and newest > mark.head + UNMARKED:
        return None  # it was played since, with another home
    if same_file and (beside := _left_elsewhere(mark, real)) is not None:
        return beside
    return Sudden(_gap(reader, mark, newest, real))


def _unmarked(newest: int) -> Sudden:
    return Sudden(
        Message(
            "The last session ended suddenly. The file was checked and is not damaged; entry"
               " {seq} is the last.",
            seq=newest,
        )
    )  # fmt: skip


def _copied(mark: LastEntryMark, newest: int) -> Sudden | None:
    if newest >= mark.head:
        return None
    return Sudden(
        Message(
            "This is a copy of a campaign that was open, or whose last session ended suddenly:"
               " the original has {seq} entries, the copy ends with entry {newest}.",
            seq=mark.head, newest=newest,
        )
    )  # fmt: skip


def _gap(reader: Connection, mark: LastEntryMark, newest: int, real: Path) -> Message:
    wal, first = _wal(real).name, newest + 1
    if newest >= mark.head:
        row = journal.row(reader, mark.head)
        if row is not None and row.sum == mark.sum:
            return Message(
                "The last session ended suddenly. No entry is missing; entry {seq} is the"
                   " last.",
                seq=newest,
            )  # fmt: skip
        return Message(
            "The last session ended suddenly, and its entries are not in this file: entry {seq}"
               " is a different one here. Perhaps an older copy was put in its place.",
            seq=mark.head,
        )  # fmt: skip
    if first == mark.head:
        return Message(
            "The last session ended suddenly, and its entry {last} is missing: {wal} was deleted"
               " or cut short, or an older copy replaced the campaign.",
            last=mark.head, wal=wal,
        )  # fmt: skip
    return Message(
        "The last session ended suddenly, and its entries {first} to {last} are missing: {wal}"
           " was deleted or cut short, or an older copy replaced the campaign.",
        first=first, last=mark.head, wal=wal,
    )  # fmt: skip


def _left_elsewhere(mark: LastEntryMark, real: Path) -> Sudden | None:
    old = Path(mark.path)
    wal = _wal(old)
    try:
        if old == real or wal.stat().st_size == 0:
            return None
    except OSError:
        return None
    there = identity(old)
    if there == mark.file:
        return Sudden(
            Message(
                "The last session ended suddenly when the file was open as {old}; its newest"
                   " entries are in {wal}. Open it by that name; here it is open for reading"
                   " only.",
                old=str(old), wal=wal.name,
            ),
            elsewhere=True,
        )  # fmt: skip
    if there:
        return None  # another file has the name now, and the -wal
    return Sudden(
        Message(
            "The last session ended suddenly when the file was called {old}; its newest entries"
               " are in {wal}. Rename that to {new} and open the campaign again; until then it is"
               " open for reading only.",
            old=old.name, wal=str(wal), new=_wal(real).name,
        ),
        elsewhere=True,
    )  # fmt: skip


def _wal(path: Path) -> Path:
    return path.with_name(path.name + "-wal")
