"""The integrity of what is stored: sums, the chain of rows, maps and rulesets. Private to saves.

The pages beneath are the back end's own business; it is asked for them (`Reading.health`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Set
from typing import TYPE_CHECKING

from core.messages import Message
from saves.store import journal, last_checks
from saves.store.last_checks import LastCheck
from saves.store.refusals import CannotKeep

if TYPE_CHECKING:
    from saves.store.backend import Reading
    from saves.store.connection import Connection

NAMED = re.compile(r'"(?:board|region|ruleset)":"([0-9a-f]{64})"')
"""A map, board or ruleset named in the body of a row."""


def find_damage(reading: Reading) -> list[Message]:
    """The damage of pages, rows, maps and rulesets."""
    found = [broken(line) for line in reading.health()[:1]]
    bad = journal.damage(reading.reader, journal.stored_head(reading.reader), tail=None)
    if bad is not None:
        return [*found, from_entry(bad)]
    return [*found, *drawn_or_ruled(reading.reader)]


def find_last_good(
    reading: Reading, *, thorough: bool, whole: bool
) -> tuple[int | None, Message | None]:
    """The newest undamaged row, None if none is damaged; and what is wrong with a map or ruleset.

    The newest rows are always checked; a small campaign is checked whole, maps and rulesets too.
    Then, and if `thorough`, the back end checks its pages as well. What was found is kept.
    """
    reader = reading.reader
    key = reading.place.key
    with reading.snapshot():
        newest = journal.stored_head(reader)
        campaign = journal.stored_id(reader)
        whole = whole or not reading.is_large() or bool(last_checks.recall(key, campaign).wrong)
        bad = journal.damage(reader, newest, None if whole else journal.TAIL)
        if bad is None and (thorough or whole) and (torn := reading.health()):
            bad = journal.damage(reader, newest, tail=None)
            last_checks.keep(key, campaign, None if bad else broken(torn[0]))
            bad = bad or newest + 1
        lost = next(drawn_or_ruled(reader), None) if whole and bad is None else None
    if bad is not None and bad <= newest:
        last_checks.keep(key, campaign, from_entry(bad))
    elif bad is None and whole:
        last_checks.keep(key, campaign, lost)
    return None if bad is None else bad - 1, lost


def warn_of_damage(last: int | None, lost: Message | None) -> Message | None:
    """The warning about what `find_last_good` returned; None if nothing is damaged."""
    if lost is not None:
        return Message("{what} The campaign is open for reading only.", what=lost)
    if last is not None:
        return Message(
            "This campaign is damaged from entry {seq} on. Earlier entries can be read; it is"
            " open for reading only.",
            seq=last + 1,
        )
    return None


def refuse_damaged_copy(copied: Reading, newest: int, name: str) -> None:
    """Raise CannotKeep if a copy of the campaign `name` is damaged or lacks row `newest`."""
    is_short = journal.stored_at(copied.reader, newest).seq < newest
    if is_short or find_damage(copied):
        raise CannotKeep(
            "damaged", "Not all of {name} can be read any more; no copy was made.", name=name
        )


def drawn_or_ruled(reader: Connection) -> Iterator[Message]:
    """The damage of the maps and rulesets that are stored or that a row names."""
    bodies = reader.stream(reader.statements.bodies_and_rules)
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
    """The message about a file that cannot be read."""
    return Message("The file is damaged: {reason}", reason=str(reason))


def find_again(reader: Connection, last_check: LastCheck) -> Message | None:
    """The damage that the last check found if it is still there. Raises what reading raises."""
    kind, _, what = last_check.wrong.partition(" ")
    match kind:
        case "entry" if what.isdecimal() and _is_bad(reader, int(what)):
            return Message("damaged from entry {seq} on", seq=int(what))
        case "blob" if journal.blob(reader, what) is None:
            return Message("damaged: a map or its rules cannot be read")
        case "file" if reader.integrity():
            return Message("damaged")
    return None


def _is_bad(reader: Connection, seq: int) -> bool:
    found = list(journal.stored(reader, seq - 1, 1))
    if seq > journal.stored_head(reader):
        return bool(found) and found[0].seq == seq
    return not found or journal.first_bad(found, journal.stored_at(reader, seq - 1)) is not None
