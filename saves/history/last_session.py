"""The session before: what the page for the start of the next one tells of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.messages import Message
from core.play.history.previously import LastSession
from saves.history.rulings import ruled
from saves.history.session import table_date
from saves.store import codec, journal, session_starts
from saves.store.database import Connection
from saves.store.entry_reader import name
from saves.store.state_history import Past

_RULED: Final = (
    "SELECT seq, parent, body FROM entry WHERE seq BETWEEN :first AND :newest AND kind = 'play'"
    " AND (instr(body, '\"ruled\"') OR instr(body, '\"ruling_made\"')) ORDER BY seq"
)


def last_session(reader: Connection, past: Past, newest: int) -> LastSession | None:
    """The last session up to row `newest`; None before the first. Raises codec.Unreadable.

    It asks the journal alone, and reads no more of it than that session.
    """
    firsts = session_starts.starts(reader, newest)
    row = journal.row(reader, firsts[-1]) if firsts else None
    if row is None:
        return None
    title, _ = session_starts.titles(reader, firsts, newest)[-1]
    unexplained = dict.fromkeys(_unexplained(reader, past, row.seq, newest))
    return LastSession(len(firsts), title, table_date(row.at), tuple(unexplained))


def _unexplained(reader: Connection, past: Past, first: int, newest: int) -> Iterator[Message]:
    tip = journal.head_at(reader, newest).tip
    spans = journal.spans(reader, tip, first)
    for seq, parent, body in reader.execute(_RULED, {"first": first, "newest": newest}).fetchall():
        if not any(low <= seq <= high for low, high in spans):
            continue
        command, answers, events = codec.load_body(body)
        asked = name(command, past.moment(parent).state)
        state = past.moment(seq).state
        yield from (what for what, reason in ruled(asked, answers, events, state) if not reason)
