"""The list of sessions: dates as those at the table know them, and the sum of all."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import timedelta
from fractions import Fraction

import pytest

from core.calendars import Instant
from core.messages import Kilometres
from core.values import replace
from saves.history.sessions import Session
from tui.kit.lines_view import text_of
from tui.sessions.panes.entry_list import EntryList, EntryRows
from tui.sessions.panes.session_list import SessionList, SessionRows
from tui.sessions.present.history_rows import JournalRow, Listing, SessionLines, totals

NOON = Fraction(12)


def session(start: int, end: int, days: int, began: str = "2026-11-21T19:30:00Z") -> Session:
    return Session(
        number=1,
        first=1,
        last=9,
        title="",
        notes="",
        began=began,
        ended=began,
        played=timedelta(hours=2),
        start=Instant(start, NOON),
        end=Instant(end, NOON),
        days=days,
        fights=0,
        km=Kilometres(Fraction(8)),
        hurt=(),
        entries=9,
    )


@pytest.fixture
def in_new_york(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", "EST+5")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.usefixtures("in_new_york")
def test_a_session_is_of_the_date_on_which_it_began_at_the_table() -> None:
    dates = [
        session(66, 66, 1, label).date
        for label in ("2026-11-22T00:30:00Z", "2026-11-22T05:00:00Z", "no date", "")
    ]

    assert dates == ["2026-11-21", "2026-11-22", "no date", ""]


@pytest.mark.parametrize(
    ("sessions", "days"),
    [
        ((), 0),
        ((session(66, 67, 1), session(67, 69, 2)), 3),
        ((session(66, 67, 2), session(67, 69, 2)), 3),
        ((session(66, 66, 1), session(66, 66, 1), session(66, 66, 1)), 1),
        ((session(66, 66, 1), session(66, 66, 0), session(66, 67, 2)), 2),
    ],
)
def test_a_day_played_in_two_sessions_is_one_day_of_all(
    sessions: tuple[Session, ...], days: int
) -> None:
    assert totals(sessions).days == days


def test_the_entry_one_stands_on_tells_its_time_as_the_others_do() -> None:
    entries = EntryList()
    rows = tuple(JournalRow(n, "Harsk sets out", when=f"0{n}:00") for n in (7, 8, 9))
    entries.shown = EntryRows(listing=Listing(title="journal", rows=rows), at=8)
    told = [text_of([line]) for at in range(3) for line in entries._block(at, 60, 9)]
    assert [line.split()[-1] for line in told] == ["07:00", "08:00", "09:00"]


def test_where_the_entry_is_not_listed_the_one_before_is_marked() -> None:
    entries = EntryList()
    rows = tuple(JournalRow(n, "Harsk sets out") for n in (7, 9))
    entries.shown = EntryRows(listing=Listing(title="journal", rows=rows), at=8)
    assert text_of(entries.lines(40)).splitlines()[1].startswith(">")


def test_the_hurt_are_told_by_their_letters_where_names_have_no_room() -> None:
    letters = {"Borin Oakenshield": "B", "Aelfred the Old": "F", "Ren": "A"}
    line = replace(totals(()), number=1, hurt=(*letters, "Gone"))
    pane = SessionList()
    pane.shown = SessionRows(lines=SessionLines((line,)), letters=letters)
    assert text_of(pane.lines(72)[-1:]).endswith("B F A G")


@pytest.mark.parametrize("is_read", [False, True])
def test_a_list_that_is_not_read_yet_does_not_say_that_nothing_was_played(is_read: bool) -> None:
    pane = SessionList()
    pane.shown = SessionRows(is_read=is_read)

    told = text_of(pane.lines(40))

    assert ("nothing was played yet" in told) is is_read
    assert ("being read" in told) is not is_read
