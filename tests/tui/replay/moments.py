"""What the Sessions screen remembers of a past of two sessions, made without a file."""

from __future__ import annotations

from datetime import timedelta
from fractions import Fraction

from core.calendars import PLAIN, Instant
from core.messages import Kilometres
from core.receipts import Receipt
from saves.history.sessions import Session
from tui.sessions.model import SessionsUI
from tui.sessions.present.scene import Figures
from tui.sessions.present.visits import Overview, Visit

HEAD = 30


def session(number: int, first: int, last: int) -> Session:
    noon = Instant(66, Fraction(12))
    return Session(
        number=number,
        first=first,
        last=last,
        title="",
        notes="",
        began="",
        ended="",
        played=timedelta(hours=2),
        start=noon,
        end=noon,
        days=1,
        fights=0,
        km=Kilometres(Fraction(8)),
        hurt=(),
        entries=9,
    )


TWO = Overview((session(1, 1, 12), session(2, 13, HEAD)), {}, PLAIN, HEAD)
PRESENT = SessionsUI(Visit(HEAD, HEAD, 2), TWO)


def past(*receipts: Receipt, at: int = 20) -> SessionsUI:
    """Entry 20, which was recorded with these receipts."""
    return SessionsUI(Visit(at, HEAD, 2, None, Figures((), (), (), (), receipts)), TWO)
