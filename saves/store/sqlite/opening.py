"""Opening of a campaign's file: lock, connections, check for damage. Private to saves."""

from __future__ import annotations

import os
from pathlib import Path

from core.files import reason_of
from core.messages import Message, Template
from core.values import Struct
from saves.store import integrity
from saves.store.refusals import CannotOpen
from saves.store.releases import SCHEMA
from saves.store.sqlite import lease
from saves.store.sqlite.disk_trouble import legible
from saves.store.sqlite.engine import connect, foreign_parts
from saves.store.sqlite.file_watch import kept_wal
from saves.store.sqlite.header import inspect, wal_of
from saves.store.sqlite.held_file import HeldFile
from saves.store.sqlite.reading import FileReading
from saves.store.sqlite.shelf import holds_entries
from saves.store.sqlite.sudden_end import tell_sudden_end

KEPT: Template = (
    "Another file was written over {name} while it was open. The entries recorded last are not in"
    " it; they are in {kept}. Delete that file if you do not need it."
)


def open_file(path: Path, *, read_only: bool, whole: bool = False) -> HeldFile:
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
        with legible(path):
            reading = _connect(path, read_only=held is None, for_play=not read_only)
            try:
                last, lost = integrity.find_last_good(reading, thorough=unclean, whole=whole)
                sudden, elsewhere = tell_sudden_end(left, reading.reader, path, last)
            except BaseException:
                reading.close()
                raise
    except BaseException:
        _let_go(held)
        raise
    if sudden is not None:
        warnings += (sudden,)
    if (kept := kept_wal(path)).exists():
        warnings += (Message(KEPT, name=path.name, kept=kept.name),)
    damage = integrity.warn_of_damage(last, lost)
    if damage is not None:
        warnings += (damage,)
    elif held is None or not elsewhere:
        return _hold(reading, held, warnings, follows=seized.by_another)
    reading.close()
    _let_go(held)
    return _hold(_connect(path, read_only=True), None, warnings, last=last)


def _hold(
    reading: FileReading,
    held: lease.Lock | None,
    warnings: tuple[Message, ...],
    *,
    last: int | None = None,
    follows: bool = False,
) -> HeldFile:
    try:
        return HeldFile(
            reading.path, reading.database, held, warnings=warnings, last=last, follows=follows
        )
    except BaseException:
        reading.close()
        _let_go(held)
        raise


def _connect(path: Path, *, read_only: bool, for_play: bool = False) -> FileReading:
    reading = FileReading(path, connect(path, read_only=read_only))
    try:
        reading.refuse_newer(for_play=for_play)
    except BaseException:
        reading.close()
        raise
    odd = foreign_parts(reading.reader) if reading.schema <= SCHEMA else ()
    if odd:
        reading.close()
        raise CannotOpen(
            "foreign_parts",
            "{name} has parts that Outrider did not make ({parts}). It was left unchanged.",
            name=path.name,
            parts=", ".join(odd),
        )
    return reading


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
