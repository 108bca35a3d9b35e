"""The GM's notes, each with the entry that it belongs to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.play.table.events import Noted
from core.values import Struct
from saves.store import journal
from saves.store.entries import Annotate

if TYPE_CHECKING:
    from saves.history.history import History


class NoteAt(Struct):
    """A note in row `seq`; `entry` is the row that it belongs to, often itself."""

    seq: int
    entry: int
    text: str
    shared: bool = False


def notes(history: History) -> tuple[NoteAt, ...]:
    """All notes in the order they were written. Raises codec.UnreadableText."""
    found = []
    for row in journal.aside(history.reader, "note"):
        entry = history.entry_reader.entry(row)
        of = entry.command.entry if isinstance(entry.command, Annotate) else row.seq
        found += [
            NoteAt(row.seq, of, event.text, event.shared)
            for event in entry.events
            if isinstance(event, Noted)
        ]
    return tuple(found)
