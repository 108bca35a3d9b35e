"""Damage of a campaign: of its rows and their sums, of its maps and rulesets. Private to saves."""

from __future__ import annotations

import re
from collections.abc import Iterator, Set
from pathlib import Path

from core.messages import Message
from saves.store import journal, looked_over, statements
from saves.store.connection import Connection

NAMED = re.compile(r'"(?:board|region|ruleset)":"([0-9a-f]{64})"')
"""A map, board or ruleset named in the body of a row."""


def find_damage(reader: Connection) -> list[Message]:
    """The damage of pages, rows, maps and rulesets."""
    found = [broken(line) for line in reader.integrity()[:1]]
    bad = journal.damage(reader, journal.stored_head(reader), tail=None)
    if bad is not None:
        return [*found, from_entry(bad)]
    return [*found, *drawn_or_ruled(reader)]


def drawn_or_ruled(reader: Connection) -> Iterator[Message]:
    """The damage of the maps and rulesets that are stored or that a row names."""
    bodies = reader.stream(statements.BODIES_AND_RULES)
    named = {name for body, rules in bodies for name in (rules, *NAMED.findall(body))}
    return damaged_blobs(reader, named.union(journal.blobs(reader)))


def damaged_blobs(reader: Connection, names: Set[str]) -> Iterator[Message]:
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


def still_wrong(path: Path, campaign: str, reader: Connection) -> Message | None:
    """The stored damage if the file still has it, or None. Raises what reading the file raises."""
    kind, _, what = looked_over.recall(path, campaign).wrong.partition(" ")
    match kind:
        case "entry" if what.isdecimal() and _bad(reader, int(what)):
            return Message("damaged from entry {seq} on", seq=int(what))
        case "blob" if journal.blob(reader, what) is None:
            return Message("damaged: a map or its rules cannot be read")
        case "file" if reader.integrity():
            return Message("damaged")
    return None


def _bad(reader: Connection, seq: int) -> bool:
    found = list(journal.stored(reader, seq - 1, 1))
    if seq > journal.stored_head(reader):
        return bool(found) and found[0].seq == seq
    return not found or journal.first_bad(found, journal.stored_at(reader, seq - 1)) is not None
