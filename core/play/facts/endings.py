"""Whatever ends by the clock: when, and the event that ends it."""

from __future__ import annotations

from collections.abc import Iterator

from core.calendars import Instant
from core.play.facts.fight.turns.events import ConditionEnded
from core.play.facts.fight.turns.until import lying
from core.play.facts.fold import Event
from core.play.facts.state import State


def endings(state: State) -> Iterator[tuple[Instant, Event]]:
    """Yield all that will end by the clock: at which moment, and the event that ends it.

    A new thing that lasts is added here. Every command then ends it (`core.play.union.decide`);
    one that slows the party is cut in the middle of a march by its `PaceFactor` as well.
    """
    for being, lasting in sorted(lying(state), key=lambda one: (one[0].id, one[1].name)):
        if lasting.until.kind == "clock" and lasting.until.at is not None:
            yield lasting.until.at, ConditionEnded(being.id, lasting.name, expired=True)


def expired(state: State) -> tuple[Event, ...]:
    """Return the ends of what has run out by the clock, the earliest first."""
    over = [found for found in endings(state) if found[0] <= state.clock]
    return tuple(event for _, event in sorted(over, key=lambda found: found[0]))
