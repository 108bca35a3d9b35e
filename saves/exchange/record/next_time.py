"""The page for the beginning of the next session, for an audience."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.messages import Message
from core.play.history.previously import LastSession, page
from core.play.state import State
from core.play.table.events import Noted
from core.play.view import for_players
from saves.exchange.record.document import Audience
from saves.exchange.record.eyes import known
from saves.exchange.record.text import Teller, Text, begun
from saves.history.history import History, notes
from saves.history.rulings import rulings
from saves.history.sessions import Session


def previously(
    history: History,
    sessions: Sequence[Session],
    state: State,
    teller: Teller,
    audience: Audience,
) -> tuple[Text, ...]:
    """Where the party is, who is hurt, what ends when, what was left open; () without sessions.

    `state` is the one in which the last of the sessions ended.
    """
    if not sessions:
        return ()
    last = sessions[-1]
    seen = known(state, audience, teller.hexes)
    unexplained = _unexplained(history, last) if audience == "gm" else ()
    lines = page(
        seen,
        teller.mapless,
        notes=tuple(_notes(history, last, audience)),
        last=LastSession(last.number, last.title, last.date, tuple(unexplained)),
    )
    return tuple(begun(teller.tell(line, seen)) for line in lines)


def _notes(history: History, last: Session, audience: Audience) -> Iterator[str]:
    for one in notes(history):
        if one.seq > last.last:
            continue
        noted = Noted(State().clock, one.text, one.shared)
        if audience == "gm" or for_players(State(), ((noted,),))[1]:
            yield one.text


def _unexplained(history: History, last: Session) -> Iterator[Message]:
    for one in rulings(history, last.first, last.last):
        if not one.reason:
            yield Message("{what}", what=one.what)
