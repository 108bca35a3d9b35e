"""An evening at the table, as the list of sessions shows it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from core.calendars import Instant
from core.quantities import Kilometres
from core.values import Struct


def table_date(label: str) -> str:
    """The date of a row's label by the clock where the program runs: "2026-11-21".

    An evening in America is the next day's by UTC. A label that is none is left as it is.
    """
    try:
        found = datetime.fromisoformat(label)
        return f"{(found if found.tzinfo else found.replace(tzinfo=UTC)).astimezone().date()}"
    except (ValueError, OverflowError, OSError):
        return label[:10]


class Session(Struct):
    """One session: the rows `first` to `last`, and what they come to.

    `number` counts from 1 in the order of play. `title` and `notes` are the GM's. `began` and
    `ended` are the UTC texts of its first and last row (labels only), `played` the time at the
    table: the gaps between its rows, each counted as 20 minutes at most. `start` and `end` are
    the clock of the world before and after it. `days` counts the days of the world that were
    played in, `fights` the encounters that began, `km` what was travelled; `hurt` are the names
    of the members who took damage, `entries` the entries of the story (not undone, no marks).
    """

    number: int
    first: int
    last: int
    title: str
    notes: str
    began: str
    ended: str
    played: timedelta
    start: Instant
    end: Instant
    days: int
    fights: int
    km: Kilometres
    hurt: tuple[str, ...]
    entries: int

    @property
    def date(self) -> str:
        """The real date on which it began, where the program runs."""
        return table_date(self.began)
