"""Damage of a campaign's file: how it is found and described. Private to saves."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Set
from contextlib import contextmanager
from pathlib import Path

from core.messages import Message
from saves.store import database, journal
from saves.store.refusals import CannotOpen, UnreadableText

NAMED = re.compile(r'"(?:board|region|ruleset)":"([0-9a-f]{64})"')
"""A map, board or ruleset named in the body of a row."""


def find_damage(reader: database.Connection) -> list[Message]:
    """The damage of pages, rows, maps and rulesets."""
    found = [broken(line) for line in integrity(reader)[:1]]
    bad = journal.damage(reader, journal.stored_head(reader), tail=None)
    if bad is not None:
        return [*found, from_entry(bad)]
    return [*found, *drawn_or_ruled(reader)]


def drawn_or_ruled(reader: database.Connection) -> Iterator[Message]:
    """The damage of the maps and rulesets that are stored or that a row names."""
    bodies = reader.execute("SELECT body, rules FROM entry")
    named = {name for body, rules in bodies for name in (rules, *NAMED.findall(body))}
    return damaged_blobs(reader, named.union(journal.blobs(reader)))


def damaged_blobs(reader: database.Connection, names: Set[str]) -> Iterator[Message]:
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


def integrity(reader: database.Connection) -> tuple[str, ...]:
    """The damage that SQLite finds in the file and its indexes; () for none."""
    found = [str(line) for (line,) in reader.execute("PRAGMA integrity_check")]
    return () if found == ["ok"] else tuple(found)


@contextmanager
def legible(path: Path) -> Iterator[None]:
    """Raise CannotOpen if the campaign at `path` turns out to be damaged while it is read."""
    try:
        yield
    except (*database.DAMAGED, UnreadableText) as error:
        raise unreadable(path, str(error)) from error


def unreadable(path: Path, reason: str) -> CannotOpen:
    """The refusal to open a file that SQLite cannot read."""
    if not os.access(path.parent, os.W_OK):
        return CannotOpen(
            "read_only_folder",
            "{name} cannot be read in a folder that is read-only. Copy it, with its -wal file if"
               " there is one, to another folder.",
            name=path.name,
        )  # fmt: skip
    return CannotOpen(
        "damaged",
        "{name} is too damaged to be opened ({reason}). It was left unchanged.",
        name=path.name, reason=reason,
    )  # fmt: skip
