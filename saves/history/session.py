"""A session as the list of sessions shows it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from core.calendars import Instant
from core.quantities import Kilometres
from core.values import Struct


def table_date(label: str) -> str:
    """The local date of a row's label: "2026-11-21". Other text is returned as it is."""
    try:
        found = datetime.fromisoformat(label)
        return f"{(found if found.tzinfo else found.replace(tzinfo=UTC)).astimezone().date()}"
    except (ValueError, OverflowError, OSError):
        return label[:10]


class Session(Struct):
    """One session: the rows `first` to `last`, and their sums.

    `number` counts from 1 in the order of play. `title` and `notes` are the GM's. `began` and
    `ended` are the UTC texts of its first and last row (labels only), `played` the time at the
    table: the gaps between its rows, each counted as 20 minutes at most. `start` and `end` are
    the game clock before and after it. `days` counts the game days played, `fights` the
    encounters begun, `km` the kilometres travelled; `hurt` names the members who took damage,
    `entries` counts the play entries that are not undone.
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
        """The local date on which it began."""
        return table_date(self.began)
