"""What the GM writes into the margin of the story: notes to its moments, sessions named and drawn.

Each is a row of its own, outside the chain of states. Private to saves.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING, Final

from core.messages import N_, Refusal
from core.play.table.events import Noted
from saves.store import journal, session_starts
from saves.store.entries import (
    Annotate,
    BeginSession,
    Entry,
    JoinSessions,
    NameSession,
    SplitSession,
)

if TYPE_CHECKING:
    from saves.campaign.campaign_store import CampaignStore

TITLE: Final = 80
"""Letters of a title, at most."""
NOTES: Final = 4_000
"""Letters of a note, at most."""


def annotate(ledger: CampaignStore, entry: int, text: str, *, shared: bool) -> Entry:
    """Write a note at the moment of row `entry`. Refusals "empty_note", "too_long", "no_entry"."""
    text = _note(text)
    if not text:
        raise Refusal("empty_note", N_("There is nothing to write down."))
    _there(ledger, entry)
    row = journal.row(ledger.reader, entry)
    at = ledger.past.moment(row.tip if row else 0).state.clock
    mark = Annotate(entry, text, shared)
    return ledger.write_mark("note", mark, _tip(ledger), (Noted(at, text, shared),))


def begin(ledger: CampaignStore, title: str) -> Entry:
    """Begin another session with what is played next. Refusal "odd_title"."""
    return ledger.write_mark("session", BeginSession(_title(title)), _tip(ledger))


def name(ledger: CampaignStore, at: int, title: str, notes: str) -> Entry:
    """Name the session that holds row `at`. Refusals "odd_title", "too_long", "no_entry"."""
    _there(ledger, at)
    return ledger.write_mark("session", NameSession(at, _title(title), _note(notes)), _tip(ledger))


def join(ledger: CampaignStore, at: int) -> Entry:
    """Make the session that holds row `at` one with that before it.

    Refusals "no_entry", "nothing_to_join".
    """
    _there(ledger, at)
    starts = session_starts.starts(ledger.reader, ledger.now.head.seq)
    number = bisect_right(starts, at)
    if number < 2:
        raise Refusal("nothing_to_join", N_("It is the first session: there is none before it."))
    return ledger.write_mark("session", JoinSessions(starts[number - 1]), _tip(ledger))


def split(ledger: CampaignStore, at: int) -> Entry:
    """Let another session begin with row `at`.

    Refusals "no_entry", "begins_already", and "nothing_to_split" where nothing was played in the
    session before that row, or from it on.
    """
    _there(ledger, at)
    newest = ledger.now.head.seq
    starts = session_starts.starts(ledger.reader, newest)
    if at in starts:
        raise Refusal("begins_already", N_("A session begins with entry {seq} already."), seq=at)
    if len(session_starts.starts(ledger.reader, newest, (at, False))) == len(starts):
        raise Refusal(
            "nothing_to_split",
            N_("Nothing was played in this session on one side of entry {seq}: it stays whole."),
            seq=at,
        )
    return ledger.write_mark("session", SplitSession(at), _tip(ledger))


def _tip(ledger: CampaignStore) -> int:
    return ledger.now.head.tip


def _there(ledger: CampaignStore, seq: int) -> None:
    last = ledger.now.head.seq
    if not 1 <= seq <= last:
        raise Refusal(
            "no_entry", N_("There is no entry {seq}; the last one is {last}."), seq=seq, last=last
        )


def _title(text: str) -> str:
    title = " ".join(text.split())
    if len(title) > TITLE or not title.isprintable():
        raise Refusal(
            "odd_title", N_("A title has at most {most} letters, all of them printable."),
            most=TITLE,
        )  # fmt: skip
    return title


def _note(text: str) -> str:
    note = text.strip()
    if len(note) > NOTES:
        raise Refusal("too_long", N_("A note has at most {most} letters."), most=NOTES)
    return note
