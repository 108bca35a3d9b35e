"""What was found when campaigns were checked, kept in Outrider's folder. Private to saves.

It says where to continue and where to look first; damage is reported only if it is still there.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path
from typing import Any

from core.messages import Message
from core.values import Struct
from saves.paths import home


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
