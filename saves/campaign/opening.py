"""Opening of a campaign's file: lock, connections, check for damage. Private to saves.

After a session that ended suddenly it warns whether entries are missing. A mark is written after
each COMMIT, outside the database (`saves.store.sqlite.lease`). It counts only for the campaign and
the file or path that it names: a copy or a restored backup is not a loss.
"""

from __future__ import annotations

import os
from pathlib import Path

from core.files import reason_of
from core.messages import Message, Template
from core.values import Struct
from saves.store import integrity, journal, looked_over
from saves.store.connection import Connection
from saves.store.refusals import CannotOpen
from saves.store.schema_number import refuse_newer
from saves.store.sqlite import disk_trouble, lease
from saves.store.sqlite.engine import Database, connect, foreign_parts
from saves.store.sqlite.file_watch import kept_wal
from saves.store.sqlite.header import SCHEMA, inspect, wal_of
from saves.store.sqlite.lease import LastEntryMark, UnclosedSession, identity
from saves.store.sqlite.shelf import holds_entries

CHEAP = 1 << 20
"""Bytes up to which a whole file is checked at every opening, in a few milliseconds."""

KEPT: Template = (
    "Another file was written over {name} while it was open. The entries recorded last are not in"
    " it; they are in {kept}. Delete that file if you do not need it."
)


class Opened(Struct):
    """An open file. `last` is the newest undamaged row, None if no row is damaged.

    `follows`: it is read-only for no other reason than that another window writes to it.
    """

    database: Database
    lock: lease.Lock | None
    warnings: tuple[Message, ...]
    last: int | None
    follows: bool = False

    def abandon(self) -> None:
        """Close; marks left by the session before stay."""
        self.database.close()
        _let_go(self.lock)


def open_file(path: Path, *, read_only: bool, whole: bool = False) -> Opened:
    """Open `path` for writing if possible, else read-only with a warning that says why.

    With `whole` every row is checked first. Raises CannotOpen if the file is not a campaign or is
    too damaged to be read.
    """
    inspect(path, for_play=not read_only)
    seized = Seized() if read_only else _seize(path)
    held = seized.lock
    warnings: tuple[Message, ...] = ()
    if seized.warning:
        warnings = (seized.warning,)
    if held is None:
        left = lease.left_behind(path)
    else:
        left = held.left
    unclean = held is not None and (held.unclean or holds_entries(wal_of(path.resolve())))
    try:
        with disk_trouble.legible(path):
            database = _connect(path, read_only=held is None, for_play=not read_only)
            try:
                last, lost = _last_good(database.reader, path, thorough=unclean, whole=whole)
                sudden, elsewhere = told(left, database.reader, path, last)
            except BaseException:
                database.close()
                raise
    except BaseException:
        _let_go(held)
        raise
    if sudden is not None:
        warnings += (sudden,)
    if (kept := kept_wal(path)).exists():
        warnings += (Message(KEPT, name=path.name, kept=kept.name),)
    if lost is not None:
        warnings += (Message("{what} The campaign is open for reading only.", what=lost),)
    elif last is not None:
        damaged = Message(
            "This campaign is damaged from entry {seq} on. Earlier entries can be read; it is"
            " open for reading only.",
            seq=last + 1,
        )
        warnings += (damaged,)
    elif held is None or not elsewhere:
        return Opened(database, held, warnings, None, seized.by_another)
    database.close()
    _let_go(held)
    return Opened(_connect(path, read_only=True), None, warnings, last)


def _connect(path: Path, *, read_only: bool, for_play: bool = False) -> Database:
    database = connect(path, read_only=read_only)
    try:
        refuse_newer(path, database.reader, for_play=for_play)
    except BaseException:
        database.close()
        raise
    odd = foreign_parts(database.reader) if database.reader.schema <= SCHEMA else ()
    if odd:
        database.close()
        raise CannotOpen(
            "foreign_parts",
            "{name} has parts that Outrider did not make ({parts}). It was left unchanged.",
            name=path.name,
            parts=", ".join(odd),
        )
    return database


def _last_good(
    reader: Connection, path: Path, *, thorough: bool, whole: bool
) -> tuple[int | None, Message | None]:
    # The newest rows are always checked; a small file is checked whole, maps and rulesets too.
    # Then, and after an unclean exit, SQLite checks its pages as well.
    with reader.snapshot():
        newest = journal.stored_head(reader)
        campaign = journal.stored_id(reader)
        known_damage = looked_over.recall(path, campaign).wrong
        whole = whole or path.stat().st_size <= CHEAP or bool(known_damage)
        bad = journal.damage(reader, newest, None if whole else journal.TAIL)
        if bad is None and (thorough or whole) and (torn := reader.integrity()):
            bad = journal.damage(reader, newest, tail=None)
            looked_over.keep(path, campaign, None if bad else integrity.broken(torn[0]))
            bad = bad or newest + 1
        lost = next(integrity.drawn_or_ruled(reader), None) if whole and bad is None else None
    if bad is not None and bad <= newest:
        looked_over.keep(path, campaign, integrity.from_entry(bad))
    elif bad is None and whole:
        looked_over.keep(path, campaign, lost)
    return None if bad is None else bad - 1, lost


class Seized(Struct):
    """The lock of a campaign; without it the warning why, and whether another window has it."""

    lock: lease.Lock | None = None
    warning: Message | None = None
    by_another: bool = False


def _seize(path: Path) -> Seized:
    if not _is_writable(path):
        return Seized(
            warning=Message(
                "The file {name} is read-only; it is open for reading only.", name=path.name
            )
        )
    try:
        found = lease.acquire(path)
    except OSError as error:
        read_only = Message(
            "The folder of {name} is read-only ({reason}); it is open for reading only.",
            name=path.name,
            reason=reason_of(error),
        )
        return Seized(warning=read_only)
    if isinstance(found, lease.Lock):
        return Seized(found)
    if found.path:
        raise CannotOpen(
            "other_name",
            "{name} is another name of {other}, which is open in another window (process {pid}"
            " on {host}). Open it by that name.",
            name=path.name,
            other=found.path,
            pid=found.pid,
            host=found.host,
        )
    in_use = Message(
        "{name} is open in another window (process {pid} on {host}); here it is open for"
        " reading only.",
        name=path.stem,
        pid=found.pid or "?",
        host=found.host or "?",
    )
    return Seized(warning=in_use, by_another=True)


def _is_writable(path: Path) -> bool:
    # The file is not opened for this: closing it would drop the locks that SQLite holds on it.
    return os.access(path, os.W_OK, effective_ids=os.access in os.supports_effective_ids)


def _let_go(held: lease.Lock | None) -> None:
    if held is not None:
        held.put_back()


UNMARKED = 2
"""Rows that one transaction adds at most; so many may be stored but not yet marked."""


def told(
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
