"""Travel by day: kilometres, hours, and forced hours (T-101)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from core.calendars import DAY, Instant
from core.play.road.events import TimePassed, Travelled
from core.play.state import State
from core.play.union import Event
from core.values import Struct

NONE = Fraction(0)


class DayTravel(Struct, omit_defaults=True):
    """The travel of one day of the calendar, from midnight to midnight.

    `day` is its number since the epoch. `forced` are those of the `hours` before which a member
    had marched a whole ordinary day.
    """

    day: int
    km: Fraction
    hours: Fraction
    forced: Fraction = NONE


def stints(before: State, events: Sequence[Event], ordinary: Fraction) -> tuple[DayTravel, ...]:
    """Return the travel of `events` by day from the state `before`; `ordinary` in hours a day.

    Hours and kilometres are split exactly where that day ends, and at midnight.
    """
    if not any(isinstance(event, Travelled) for event in events):
        return ()
    found: dict[int, DayTravel] = {}
    for one in _each(before, events, ordinary):
        old = found.get(one.day)
        found[one.day] = one if old is None else _joined(old, one)
    return tuple(found.values())


def _joined(one: DayTravel, other: DayTravel) -> DayTravel:
    return DayTravel(
        one.day, one.km + other.km, one.hours + other.hours, one.forced + other.forced or NONE
    )


def _each(before: State, events: Sequence[Event], ordinary: Fraction) -> Iterator[DayTravel]:
    clock = before.clock
    marched = {member.id: member.marched for member in before.members if member.present}
    for event in events:
        match event:
            case Travelled(hours=hours):
                extra = _beyond(event, marched, ordinary)
                yield from _by_day(event, clock, extra)
                for who in event.marched:
                    marched[who] = marched.get(who, NONE) + hours
                clock = clock.after(hours)
            case TimePassed(hours, _, slept):
                marched = {} if slept else marched
                clock = clock.after(hours)
            case _:
                pass


def _beyond(event: Travelled, marched: dict[str, Fraction], ordinary: Fraction) -> Fraction:
    most = max((marched.get(who, NONE) for who in event.marched), default=None)
    if most is None:
        return NONE
    return min(event.hours, max(NONE, most + event.hours - ordinary))


def _by_day(event: Travelled, clock: Instant, extra: Fraction) -> Iterator[DayTravel]:
    gone = NONE
    while gone < event.hours:
        hours = min(event.hours - gone, DAY - clock.hour)
        gone += hours
        forced = min(hours, max(NONE, gone - (event.hours - extra)))
        yield DayTravel(clock.day, event.km * hours / event.hours, hours, forced)
        clock = clock.after(hours)
