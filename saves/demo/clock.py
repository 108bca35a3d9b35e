"""The clock on the wall while the demo was played: evenings of some hours, counted from today."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, time, timedelta
from itertools import cycle
from typing import Final

from saves.demo.steps import Evening

BEGINS: Final = time(19, 30)
THIRDS: Final = (2, 3, 4)
"""Some deeds take longer than others: thirds of what one takes on average, in turn."""


class Clock:
    """It tells the labels of rows, and stands until somebody sits down or does a thing."""

    def __init__(self, today: datetime, evening: Evening) -> None:
        """Show how an evening began, so many days before today."""
        self._today = today
        self.sit_down(evening)

    def __call__(self) -> datetime:
        """What it shows."""
        return self._now

    def sit_down(self, evening: Evening) -> None:
        """Another evening begins."""
        day = (self._today - timedelta(days=evening.ago)).date()
        self._now = datetime.combine(day, BEGINS, self._today.tzinfo)
        self._steps: Iterator[timedelta] = (
            timedelta(minutes=evening.minutes) * thirds / 3 for thirds in cycle(THIRDS)
        )

    def go_on(self) -> None:
        """Let a deed take its time."""
        self._now += next(self._steps)
