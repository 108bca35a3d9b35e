"""The history of a campaign, read on a connection of its own while the campaign may be played."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from core.messages import Message
from core.play.facts.state import State
from core.play.facts.table.events import Noted
from core.play.union import Assets
from core.values import Struct
from saves.history.index.index_file import Index
from saves.store import journal
from saves.store.asset_store import AssetStore
from saves.store.entries import Annotate, Entry
from saves.store.entry_reader import EntryReader
from saves.store.models import StoredRow
from saves.store.places import backend_of, legible
from saves.store.state_history import StateHistory

if TYPE_CHECKING:
    from saves.store.backend import Place, Reading

T = TypeVar("T")

Say: TypeAlias = Callable[[Message, State, Assets], str]
"""Renders a message in the reader's language, in a state with its assets (hexes have names)."""


class Then(Struct):
    """The campaign as it was after one row."""

    entry: Entry
    before: State
    state: State
    assets: Assets


class History:
    """A campaign's past, open for reading. It belongs to one thread."""

    def __init__(self, reading: Reading, say: Say, last: int | None = None) -> None:
        self.reading = reading
        self.place = reading.place
        self.last = last
        """The newest row that is read; None: the newest there is."""
        self.say = say
        self.reader = reading.reader
        self.states = StateHistory(self.reader)
        self.entry_reader = EntryReader(self.reader, self.states)
        self.asset_store = AssetStore(self.reader)
        self.head = 0
        """The newest known seq."""
        self.tip = 0
        """The play entry whose outcome is current."""
        self.index: Index | None = None
        """The index, once it was needed."""
        self.refresh()

    @classmethod
    def open(cls, place: Place, say: Say, last: int | None = None) -> History:
        """Open the campaign at a place, up to row `last` where what follows is damaged.

        Raises CannotOpen.
        """
        backend = backend_of(place)
        backend.inspect(place, for_play=False)
        with legible(place):
            reading = backend.read(place)
            try:
                return cls(reading, say, last)
            except BaseException:
                reading.close()
                raise

    def refresh(self) -> bool:
        """Take in new rows. Return whether there were any."""
        with self.reading.snapshot():
            newest = journal.stored_head(self.reader)
            if self.last is not None:
                newest = min(newest, self.last)
            if newest == self.head:
                return False
            self.reading.refuse_newer(for_play=False)
            head = journal.head_at(self.reader, newest)
        self.head = head.seq
        self.tip = head.tip
        return True

    def row(self, seq: int) -> StoredRow | None:
        """The stored row `seq`, or None."""
        if 0 < seq <= self.head:
            return journal.row(self.reader, seq)
        return None

    def entry(self, seq: int) -> Entry | None:
        """The entry `seq`, or None; a play entry outside the current story is marked as undone."""
        row = self.row(seq)
        if row:
            return self.entry_reader.marked([row], self.tip)[0]
        return None

    def then(self, seq: int) -> Then | None:
        """The campaign as it was after row `seq`, or None. Raises UnreadableText."""
        entry = self.entry(seq)
        if entry is None:
            return None
        state = self.states.moment(entry.tip).state
        return Then(
            entry, self.states.moment(entry.parent).state, state, self.asset_store.assets(state)
        )

    def ask(self, work: Callable[[History], T]) -> T:
        """Refresh, then return what `work` returns.

        Raises CannotOpen if the campaign is too damaged, and what `work` raises.
        """
        with legible(self.place):
            self.refresh()
            return work(self)

    def close(self) -> None:
        """Close the campaign and its index."""
        if self.index is not None:
            self.index.close()
        self.reading.close()

    def __enter__(self) -> History:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class NoteAt(Struct):
    """A note in row `seq`; `entry` is the row that it belongs to, often itself."""

    seq: int
    entry: int
    text: str
    shared: bool = False


def notes(history: History) -> tuple[NoteAt, ...]:
    """All notes in the order they were written. Raises UnreadableText."""
    notes_found = []
    for row in journal.aside(history.reader, "note"):
        entry = history.entry_reader.entry(row)
        if isinstance(entry.command, Annotate):
            of = entry.command.entry
        else:
            of = row.seq
        notes_found += [
            NoteAt(row.seq, of, event.text, event.shared)
            for event in entry.events
            if isinstance(event, Noted)
        ]
    return tuple(notes_found)
