"""The days ahead by the clock: their beginnings, ends and nights."""

from __future__ import annotations

from fractions import Fraction

from core.calendars import DAY, Instant
from core.play.assets import Assets
from core.play.road.fellows import company, fellows
from core.play.state import Member, State
from core.travel.company import Company
from core.travel.itinerary import Day, Itinerary, itinerary
from core.travel.stretch_pace import going
from core.travel.stretches import LAND, Stretch
from core.values import Struct

NONE = Fraction(0)


class DayAhead(Struct):
    """A day of the plan by the clock; `camps` whether a night on the way follows it."""

    begins: Instant
    ends: Instant
    day: Day
    camps: bool


def plan_ahead(state: State, assets: Assets, *, fresh: bool = False) -> Itinerary | None:
    """Return the itinerary of the plan from where the party is; None without a plan.

    With `fresh` as if the party set out after a night's sleep, else today's hours count.
    """
    if state.plan is None:
        return None
    used = NONE if fresh else state.travelled
    return itinerary(
        company(state, assets),
        state.plan.stretches,
        assets.rules,
        progress=state.progress,
        hours_used_day1=used,
        marched_day1=NONE if fresh else _most(state, "marched"),
        hustled_day1=NONE if fresh else _most(state, "hustled"),
        start_hour=state.start_hour,
        pace=state.pace,
    )


def _most(state: State, what: str) -> Fraction:
    toiling = fellows(state).toiling
    members: list[Member] = [m for m in state.travellers if m.id in toiling]
    hours = [m.marched if what == "marched" else m.hustled for m in members]
    return max(hours, default=NONE)


def by_the_clock(state: State, assets: Assets, plan: Itinerary) -> tuple[DayAhead, ...]:
    """Return the plan's days by the clock if the party goes on now (M-6)."""
    found: list[DayAhead] = []
    begins, party = state.clock, company(state, assets)
    for number, day in enumerate(plan.days):
        ends = begins.after(day.hours)
        last = number == len(plan.days) - 1
        sails = _sails_on(day, party, state, assets)
        found.append(DayAhead(begins, ends, day, camps=not last and not sails))
        begins = ends if sails else morning(ends, state, assets)
    return tuple(found)


def _sails_on(day: Day, party: Company, state: State, assets: Assets) -> bool:
    # T-182
    if not day.segments or state.plan is None:
        return False
    stretch = state.plan.stretches[day.segments[-1].stretch]
    return around_the_clock(party, stretch, assets)


def morning(after: Instant, state: State, assets: Assets) -> Instant:
    """Return when the day after a night's sleep begins: at its usual hour, or after the sleep."""
    whole = assets.rules.recovery.night_hours
    return after.after(max(whole, (state.start_hour - after.hour) % DAY or DAY))


def around_the_clock(party: Company, stretch: Stretch, assets: Assets) -> bool:
    """Whether this stretch is travelled day and night, those off watch asleep.

    Ships and large vehicles (T-182, T-201), and a craft that drifts on after the day's rowing
    with a guide to steer it (T-186).
    """
    if stretch.mode == LAND and party.day_hours < DAY:
        return False
    return going(party, stretch, assets.rules).day() >= DAY
