"""How far each campaign file was checked, and the damage found, kept in Outrider's folder.

It says where to continue and where to look first; damage is reported only if it is still there.
"""

from __future__ import annotations

import json
import os
import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import Any

from core.messages import Message
from core.values import Struct
from saves.paths import home
from saves.store import journal


class Looked(Struct):
    """The row up to which a campaign was checked, and the damage found.

    `wrong` is "entry SEQ", "blob SHA256", "file", or "" for none.
    """

    done: int = 0
    wrong: str = ""


def wrong_of(message: Message | None) -> str:
    """A message of `damage` as the value of `Looked.wrong`."""
    values = {} if message is None else dict(message.values)
    if "seq" in values:
        return f"entry {values['seq']}"
    if "sum" in values:
        return f"blob {values['sum']}"
    return "" if message is None else "file"


def recall(path: Path, campaign: str) -> Looked:
    """The stored result for the file of a campaign."""
    with suppress(KeyError, TypeError, ValueError):
        found = _all()[_name(path, campaign)]
        return Looked(int(found["done"]), str(found["wrong"]))
    return Looked()


def keep(path: Path, campaign: str, looked: Looked) -> None:
    """Store the result for a campaign's file, dropping files that are gone.

    If it cannot be written, the file is simply checked again.
    """
    if recall(path, campaign) == looked:
        return
    known = {name: one for name, one in _all().items() if os.path.exists(name.partition(" ")[2])}
    known[_name(path, campaign)] = {"done": looked.done, "wrong": looked.wrong}
    making = _file().with_name(f".looked-over-{os.getpid()}.part")
    with suppress(OSError):
        making.parent.mkdir(parents=True, exist_ok=True)
        making.write_text(json.dumps(known), encoding="utf-8")
        making.replace(_file())


def still_wrong(path: Path, campaign: str, raw: sqlite3.Connection) -> Message | None:
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


def _bad(raw: sqlite3.Connection, seq: int) -> bool:
    found = list(journal.stored(raw, seq - 1, 1))
    if seq > journal.stored_head(raw):
        return bool(found) and found[0].seq == seq
    return not found or journal.first_bad(found, journal.stored_at(raw, seq - 1)) is not None


def _file() -> Path:
    return home() / "looked-over.json"


def _name(path: Path, campaign: str) -> str:
    return f"{campaign} {path.resolve()}"


def _all() -> dict[str, Any]:
    try:
        found = json.loads(_file().read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}
