"""The last session, for the page shown when the next one begins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.messages import Message
from core.play.history.previously import LastSession
from saves.history.rulings import ruled
from saves.history.session import table_date
from saves.store import codec, journal, session_starts
from saves.store.database import DAMAGED
from saves.store.entry_reader import EntryReader, name

RULED: Final = ('"ruled"', '"ruling_made"')
"""Text in the body of every entry with a ruling."""


def last_session(entries: EntryReader, newest: int) -> LastSession | None:
    """The last session up to row `newest`; None before the first, or if it cannot be read.

    It needs no index and reads only the rows of that session.
    """
    try:
        return _last_session(entries, newest)
    except (*DAMAGED, codec.UnreadableText):
        return None


def _last_session(entries: EntryReader, newest: int) -> LastSession | None:
    reader = entries.reader
    firsts = session_starts.starts(reader, newest)
    row = journal.row(reader, firsts[-1]) if firsts else None
    if row is None:
        return None
    title, _ = session_starts.titles(reader, firsts, newest)[-1]
    unexplained = dict.fromkeys(_unexplained(entries, row.seq, newest))
    return LastSession(len(firsts), title, table_date(row.at), tuple(unexplained))


def _unexplained(entries: EntryReader, first: int, newest: int) -> Iterator[Message]:
    reader, states = entries.reader, entries.states
    spans = journal.spans(reader, journal.head_at(reader, newest).tip, first)
    for seq, parent, body in journal.holding(reader, first, newest, *RULED):
        if not any(low <= seq <= high for low, high in spans):
            continue
        command, answers, events = codec.load_body(body)
        asked = name(command, states.moment(parent).state)
        state = states.moment(seq).state
        yield from (what for what, reason in ruled(asked, answers, events, state) if not reason)
