"""Damage of a campaign's file: how it is found, described and remembered. Private to saves.

What was checked is kept in Outrider's folder. It says where to continue and where to look first;
damage is reported only if it is still there.
"""

from __future__ import annotations

import json
import os
import re
import sqlite3
from collections.abc import Iterator, Set
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from core.messages import Message
from core.values import Struct
from saves.paths import home
from saves.store import journal
from saves.store.refusals import CannotOpen, UnreadableText
from saves.store.sqlite import engine
from saves.store.sqlite.disk_trouble import result_code, trouble_of

BUSY_OR_FAILING = (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL, sqlite3.SQLITE_BUSY)
"""Result codes that a read-only folder does not explain."""
NAMED = re.compile(r'"(?:board|region|ruleset)":"([0-9a-f]{64})"')
"""A map, board or ruleset named in the body of a row."""


def find_damage(reader: engine.Connection) -> list[Message]:
    """The damage of pages, rows, maps and rulesets."""
    found = [broken(line) for line in integrity(reader)[:1]]
    bad = journal.damage(reader, journal.stored_head(reader), tail=None)
    if bad is not None:
        return [*found, from_entry(bad)]
    return [*found, *drawn_or_ruled(reader)]


def drawn_or_ruled(reader: engine.Connection) -> Iterator[Message]:
    """The damage of the maps and rulesets that are stored or that a row names."""
    bodies = reader.execute("SELECT body, rules FROM entry")
    named = {name for body, rules in bodies for name in (rules, *NAMED.findall(body))}
    return damaged_blobs(reader, named.union(journal.blobs(reader)))


def damaged_blobs(reader: engine.Connection, names: Set[str]) -> Iterator[Message]:
    """A message for each missing or damaged map or ruleset of these names ("" is ignored)."""
    for sha256 in sorted(names - {""}):
        if journal.blob(reader, sha256) is None:
            yield Message("A stored map or ruleset is damaged ({sum}).", sum=sha256)


def from_entry(seq: int) -> Message:
    """The message about a row that was changed or moved."""
    return Message("The journal is damaged from entry {seq} on.", seq=seq)


def broken(reason: str | Exception) -> Message:
    """The message about a file that SQLite cannot read."""
    return Message("The file is damaged: {reason}", reason=str(reason))


def integrity(reader: engine.Connection) -> tuple[str, ...]:
    """The damage that SQLite finds in the file and its indexes; () for none."""
    found = [str(line) for (line,) in reader.execute("PRAGMA integrity_check")]
    if found == ["ok"]:
        return ()
    return tuple(found)


@contextmanager
def legible(path: Path) -> Iterator[None]:
    """Raise CannotOpen if the campaign at `path` turns out to be damaged while it is read."""
    try:
        yield
    except (*engine.DAMAGED, UnreadableText) as error:
        raise unreadable(path, error) from error


def unreadable(path: Path, error: Exception) -> CannotOpen:
    """The refusal to open a file that SQLite cannot read: damaged, or kept from us by the disk."""
    code = result_code(error)
    if code not in BUSY_OR_FAILING and not os.access(path.parent, os.W_OK):
        return CannotOpen(
            "read_only_folder",
            "{name} cannot be read in a folder that is read-only. Copy it, with its -wal file if"
            " there is one, to another folder.",
            name=path.name,
        )
    trouble = trouble_of(error, path)
    if trouble is not None:
        return CannotOpen(
            "disk_trouble",
            "{name} cannot be opened: {reason}. It was left unchanged.",
            name=path.name,
            reason=trouble,
        )
    return CannotOpen(
        "damaged",
        "{name} is too damaged to be opened ({reason}). It was left unchanged.",
        name=path.name,
        reason=str(error),
    )


class Looked(Struct):
    """The row up to which a campaign was checked, and the damage found.

    `wrong` is "entry SEQ", "blob SHA256", "file", or "" for none.
    """

    done: int = 0
    wrong: str = ""


def _wrong_of(message: Message | None) -> str:
    values = {} if message is None else dict(message.values)
    if "seq" in values:
        return f"entry {values['seq']}"
    if "sum" in values:
        return f"blob {values['sum']}"
    if message is None:
        return ""
    return "file"


def recall(path: Path, campaign: str) -> Looked:
    """The stored result for the file of a campaign."""
    with suppress(KeyError, TypeError, ValueError):
        found = _all()[_name(path, campaign)]
        return Looked(int(found["done"]), str(found["wrong"]))
    return Looked()


def keep(path: Path, campaign: str, wrong: Message | None, done: int | None = None) -> None:
    """Store the damage found in a campaign's file, dropping files that are gone.

    `done` is the row up to which it was checked (None: as before). If the result cannot be
    written, the file is simply checked again.
    """
    known = recall(path, campaign)
    looked = Looked(known.done if done is None else done, _wrong_of(wrong))
    if looked == known:
        return
    found = {name: one for name, one in _all().items() if os.path.exists(_path_of(name))}
    found[_name(path, campaign)] = {"done": looked.done, "wrong": looked.wrong}
    making = _file().with_name(f".looked-over-{os.getpid()}.part")
    with suppress(OSError):
        making.parent.mkdir(parents=True, exist_ok=True)
        making.write_text(json.dumps(found), encoding="utf-8")
        making.replace(_file())


def still_wrong(path: Path, campaign: str, raw: engine.Connection) -> Message | None:
    """The stored damage if the file still has it, or None. Raises what reading the file raises."""
    kind, _, what = recall(path, campaign).wrong.partition(" ")
    match kind:
        case "entry" if what.isdecimal() and _bad(raw, int(what)):
            return Message("damaged from entry {seq} on", seq=int(what))
        case "blob" if journal.blob(raw, what) is None:
            return Message("damaged: a map or its rules cannot be read")
        case "file" if raw.execute("PRAGMA integrity_check(1)").fetchall() != [("ok",)]:
            return Message("damaged")
    return None


def _bad(raw: engine.Connection, seq: int) -> bool:
    found = list(journal.stored(raw, seq - 1, 1))
    if seq > journal.stored_head(raw):
        return bool(found) and found[0].seq == seq
    return not found or journal.first_bad(found, journal.stored_at(raw, seq - 1)) is not None


def _file() -> Path:
    return home() / "looked-over.json"


def _name(path: Path, campaign: str) -> str:
    return f"{campaign} {path.resolve()}"


def _path_of(name: str) -> str:
    _, _, path = name.partition(" ")
    return path


def _all() -> dict[str, Any]:
    try:
        found = json.loads(_file().read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    if isinstance(found, dict):
        return found
    return {}
