"""Damage of a campaign's file: what is looked over, and how it is said. Private to saves."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Set
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from core.messages import N_, Message
from saves.store import codec, journal
from saves.store.database import DAMAGED, Connection
from saves.store.refusals import CannotOpen

NAMED: Final = re.compile(r'"(?:board|region|ruleset)":"([0-9a-f]{64})"')
"""A map, board or ruleset as the body of a row names it."""


def find_damage(reader: Connection) -> list[Message]:
    """What is wrong with all that is written once: pages, rows, maps and rulesets."""
    found = [broken(line) for line in integrity(reader)[:1]]
    bad = journal.damage(reader, journal.stored_head(reader), tail=None)
    if bad is not None:
        return [*found, from_entry(bad)]
    return [*found, *drawn_or_ruled(reader)]


def drawn_or_ruled(reader: Connection) -> Iterator[Message]:
    """What is wrong with maps and rulesets: those stored, and those that any row names."""
    bodies = reader.execute("SELECT body, rules FROM entry")
    named = {name for body, rules in bodies for name in (rules, *NAMED.findall(body))}
    return damaged_blobs(reader, named.union(journal.blobs(reader)))


def damaged_blobs(reader: Connection, names: Set[str]) -> Iterator[Message]:
    """Of maps and rulesets with these names ("" is none) those that are missing or damaged."""
    for sha256 in sorted(names - {""}):
        if journal.blob(reader, sha256) is None:
            yield Message(N_("A stored map or ruleset is damaged ({sum})."), sum=sha256)


def from_entry(seq: int) -> Message:
    """That a row is not as it was written, or not where it was."""
    return Message(N_("The journal is damaged from entry {seq} on."), seq=seq)


def broken(reason: str | Exception) -> Message:
    """That SQLite cannot make out the file."""
    found = reason if isinstance(reason, str) else str(reason)
    return Message(N_("The file is damaged: {reason}"), reason=found)


def integrity(reader: Connection) -> tuple[str, ...]:
    """What SQLite finds wrong with the file, its indexes included; () when nothing."""
    found = [str(line) for (line,) in reader.execute("PRAGMA integrity_check")]
    return () if found == ["ok"] else tuple(found)


@contextmanager
def legible(path: Path) -> Iterator[None]:
    """Raise CannotOpen where the campaign at `path` turns out to be damaged while it is read."""
    try:
        yield
    except (*DAMAGED, codec.UnreadableText) as error:
        raise unreadable(path, str(error)) from error


def unreadable(path: Path, reason: str) -> CannotOpen:
    """What is said of a campaign's file that SQLite cannot read."""
    if not os.access(path.parent, os.W_OK):
        return CannotOpen(
            "read_only_folder",
            N_("{name} lies in a folder that cannot be written to, and cannot be read there."
               " Copy it, with its -wal file if there is one, to another folder."),
            name=path.name,
        )  # fmt: skip
    return CannotOpen(
        "damaged",
        N_("{name} is too damaged to be opened ({reason}). It was left as it is."),
        name=path.name, reason=reason,
    )  # fmt: skip
