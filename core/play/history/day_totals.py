"""Totals of each day: kilometres, hours travelled, hours forced, fights, damage."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from core.play.history.facts import Facts
from core.values import Struct

NONE = Fraction(0)


class DayTotal(Struct):
    """One day of the calendar, `day` its number since the epoch.

    `forced` are those of the `hours` that were marched beyond the ordinary day, `fights` the
    encounters that began, `damage` what members of the party were dealt.
    """

    day: int
    km: Fraction = NONE
    hours: Fraction = NONE
    forced: Fraction = NONE
    fights: int = 0
    damage: int = 0

    def __add__(self, other: DayTotal) -> DayTotal:
        """Return the sum of both, which are of the same day."""
        fights, damage = self.fights + other.fights, self.damage + other.damage
        if not (other.hours or other.km):  # as in most entries: nothing was travelled
            return DayTotal(self.day, self.km, self.hours, self.forced, fights, damage)
        return DayTotal(
            self.day,
            self.km + other.km,
            self.hours + other.hours,
            self.forced + other.forced,
            fights,
            damage,
        )


def by_day(story: Iterable[Facts]) -> tuple[DayTotal, ...]:
    """Return the days in which anything happened, first to last."""
    return joined(one for facts in story for one in _parts(facts))


def joined(days: Iterable[DayTotal]) -> tuple[DayTotal, ...]:
    """Return the days, those that occur several times added up, first to last."""
    found: dict[int, DayTotal] = {}
    for one in days:
        old = found.get(one.day)
        found[one.day] = one if old is None else old + one
    return tuple(found[day] for day in sorted(found))


def _parts(facts: Facts) -> Iterator[DayTotal]:
    damage = sum(points for _, points in facts.hurt)
    yield DayTotal(facts.clock.day, fights=len(facts.fights), damage=damage)
    for stint in facts.stints:
        yield DayTotal(stint.day, stint.km, stint.hours, stint.forced)
