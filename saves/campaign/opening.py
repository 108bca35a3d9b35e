"""Opening of a campaign's file: lock, connections, check for damage. Private to saves."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from core.messages import N_, Message
from core.values import Struct, replace
from saves.campaign.sudden_end import told
from saves.store import check_log, codec, damage, journal, lock
from saves.store.database import (
    DAMAGED,
    Connection,
    Database,
    connect,
    foreign_parts,
    schema,
    snapshot,
)
from saves.store.file_header import SCHEMA, inspect
from saves.store.file_identity import kept_wal
from saves.store.refusals import CannotOpen, reason_of

CHEAP: Final = 1 << 20
"""Bytes up to which a whole file is checked at every opening, in a few milliseconds."""

KEPT: Final = N_(
    "Another file was written over {name} while it was open. The entries recorded last are not in"
    " it; they are in {kept}. Delete that file if you do not need it."
)


class Opened(Struct):
    """An open file. `last` is the newest undamaged row, None if no row is damaged."""

    database: Database
    lock: lock.Lock | None
    warnings: tuple[Message, ...]
    last: int | None

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
    held, warning = (None, None) if read_only else _seize(path)
    warnings = (warning,) if warning else ()
    left = lock.left_behind(path) if held is None else held.left
    unclean = (held is not None and held.unclean) or (held is not None and _has_wal(path))
    try:
        database = _connect(path, read_only=held is None)
        try:
            last, lost = _last_good(database.reader, path, thorough=unclean, whole=whole)
            sudden = told(left, database.reader, path, last)
        except BaseException:
            database.close()
            raise
    except (*DAMAGED, codec.UnreadableText) as error:
        _let_go(held)
        raise damage.unreadable(path, str(error)) from error
    except BaseException:
        _let_go(held)
        raise
    if sudden is not None:
        warnings = (*warnings, sudden.message)
    if (kept := kept_wal(path)).exists():
        warnings = (*warnings, Message(KEPT, name=path.name, kept=kept.name))
    if last is None and held is not None and sudden is not None and sudden.elsewhere:
        database.close()
        held.put_back()
        return Opened(_connect(path, read_only=True), None, warnings, None)
    if lost is not None:
        damaged = Message("{what} The campaign is open for reading only.", what=lost)
    elif last is not None:
        damaged = Message(
            "This campaign is damaged from entry {seq} on. Earlier entries can be read; it is"
               " open for reading only.",
            seq=last + 1,
        )  # fmt: skip
    else:
        return Opened(database, held, warnings, None)
    database.close()
    _let_go(held)
    return Opened(_connect(path, read_only=True), None, (*warnings, damaged), last)


def _connect(path: Path, *, read_only: bool) -> Database:
    database = connect(path, read_only=read_only)
    odd = foreign_parts(database.reader) if schema(database.reader) <= SCHEMA else ()
    if odd:
        database.close()
        raise CannotOpen(
            "foreign_parts",
            "{name} has parts that Outrider did not make ({parts}). It was left unchanged.",
            name=path.name, parts=", ".join(odd),
        )  # fmt: skip
    return database


def _last_good(
    reader: Connection, path: Path, *, thorough: bool, whole: bool
) -> tuple[int | None, Message | None]:
    # The newest rows are always checked; a small file is checked whole, maps and rulesets too.
    # Then, and after an unclean exit, SQLite checks its pages as well.
    with snapshot(reader):
        newest, campaign = journal.stored_head(reader), journal.stored_id(reader)
        suspected = check_log.recall(path, campaign)
        whole = whole or path.stat().st_size <= CHEAP or bool(suspected.wrong)
        bad = journal.damage(reader, newest, None if whole else journal.TAIL)
        if bad is None and (thorough or whole) and damage.integrity(reader):
            bad = journal.damage(reader, newest, tail=None)
            check_log.keep(path, campaign, replace(suspected, wrong="" if bad else "file"))
            bad = bad or newest + 1
        lost = next(damage.drawn_or_ruled(reader), None) if whole and bad is None else None
    if bad is not None and bad <= newest:
        check_log.keep(path, campaign, replace(suspected, wrong=f"entry {bad}"))
    elif bad is None and whole:
        check_log.keep(path, campaign, replace(suspected, wrong=check_log.wrong_of(lost)))
    return None if bad is None else bad - 1, lost


def _seize(path: Path) -> tuple[lock.Lock | None, Message | None]:
    try:
        found = lock.acquire(path)
    except OSError as error:
        return None, Message(
            "The folder of {name} is read-only ({reason}); it is open for reading only.",
            name=path.name, reason=reason_of(error),
        )  # fmt: skip
    if isinstance(found, lock.Lock):
        return found, None
    if found.path:
        raise CannotOpen(
            "other_name",
            "{name} is another name of {other}, which is open in another window (process {pid}"
               " on {host}). Open it by that name.",
            name=path.name, other=found.path, pid=found.pid, host=found.host,
        )  # fmt: skip
    return None, Message(
        "{name} is open in another window (process {pid} on {host}); here it is open for"
           " reading only.",
        name=path.stem, pid=found.pid or "?", host=found.host or "?",
    )  # fmt: skip


def _has_wal(path: Path) -> bool:
    wal = path.resolve().with_name(path.resolve().name + "-wal")
    return wal.exists() and wal.stat().st_size > 0


def _let_go(held: lock.Lock | None) -> None:
    if held is not None:
        held.put_back()
