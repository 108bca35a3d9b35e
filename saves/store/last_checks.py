"""What was checked of each campaign, and the damage found, in a file of Outrider's folder.

It says where to continue and where to look first; damage is reported only if it is still there.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from core.messages import Message
from core.values import Struct
from saves.own_tables import read_table, write_table
from saves.paths import home


class LastCheck(Struct):
    """The row up to which a campaign was checked, and the damage found.

    `wrong` is "entry SEQ", "blob SHA256", "file", or "" for none.
    """

    done: int = 0
    wrong: str = ""


def recall(key: str, campaign: str) -> LastCheck:
    """The stored result for a campaign at the place with this `key`."""
    with suppress(KeyError, TypeError, ValueError):
        found = read_table(_file())[_name(key, campaign)]
        return LastCheck(int(found["done"]), str(found["wrong"]))
    return LastCheck()


def keep(key: str, campaign: str, wrong: Message | None, done: int | None = None) -> None:
    """Store the damage found in a campaign, dropping files that are gone.

    `done` is the row up to which it was checked (None: as before). If the result cannot be
    written, the campaign is simply checked again.
    """
    known = recall(key, campaign)
    last_check = LastCheck(known.done if done is None else done, _wrong_of(wrong))
    if last_check == known:
        return
    found = {name: one for name, one in read_table(_file()).items() if not _is_gone(name)}
    found[_name(key, campaign)] = {"done": last_check.done, "wrong": last_check.wrong}
    write_table(_file(), found)


def _wrong_of(message: Message | None) -> str:
    values = {} if message is None else dict(message.values)
    if "seq" in values:
        return f"entry {values['seq']}"
    if "sum" in values:
        return f"blob {values['sum']}"
    if message is None:
        return ""
    return "file"


def _file() -> Path:
    return home() / "looked-over.json"


def _name(key: str, campaign: str) -> str:
    return f"{campaign} {key}"


def _is_gone(name: str) -> bool:
    # A place on a server is no path and is kept.
    _, _, key = name.partition(" ")
    return os.path.isabs(key) and not os.path.exists(key)
