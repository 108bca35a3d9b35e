"""Questions that screens ask about a state: pure, and always by the rules of `decide`.

Members are named by id in all answers. Functions that need the party's pace raise the Refusal that
a march would raise (`nobody`, `overloaded`, `unknown_terrain` ...): show its message instead.
"""

from __future__ import annotations

import re
import unicodedata
from fractions import Fraction
from math import ceil

from core.calendars import DAY, Instant
from core.dice import Question
from core.messages import Message, Refusal
from core.play import times
from core.play.preview import (
    ahead_camp,
    ahead_enter,
    enter,
    has_to_wait,
    next_action,
    owed_in_camp,
    space,
    still_asks,
    would,
)
from core.play.resolution import Needs
from core.play.road.commands import March
from core.play.road.fellows import company, con_modifier, loaded
from core.play.road.paths import arrives, reach, routes, routes_request
from core.play.road.pieces import forced, plan_ahead
from core.play.road.standing import is_explored, mark_of
from core.play.road.watches import asks_who_watches, keepers
from core.play.state import Member, State, conditions, fatigued, hit_points, name_of
from core.play.union import Assets, decide
from core.quantities import KmPerHour
from core.receipts import Receipt
from core.travel.advance import TravelPace, going, settled
from core.travel.company import Company
from core.travel.forecast import FurtherHour, Risk
from core.travel.itinerary import Day, Itinerary
from core.travel.resolved_mover import ResolvedMover, resolve
from core.travel.stretches import LAND, Stretch
from core.travel.tiring_travel import ordinary_hours
from core.values import Struct, replace

__all__ = [
    "FurtherHour",
    "PlannedNight",
    "Recovery",
    "Risk",
    "Today",
    "ahead_camp",
    "ahead_enter",
    "arrival",
    "arrives",
    "asks_who_watches",
    "company",
    "con_modifier",
    "conditions",
    "days",
    "enter",
    "fatigued",
    "forced",
    "fresh_id",
    "has_to_wait",
    "hit_points",
    "is_explored",
    "itinerary",
    "keepers",
    "late",
    "latest_start",
    "mark_of",
    "moving",
    "next_action",
    "nights",
    "owed",
    "owed_in_camp",
    "reach",
    "recovery",
    "routes",
    "routes_request",
    "space",
    "still_asks",
    "today",
    "would",
]

NONE = Fraction(0)


class Today(Struct):
    """The day so far and the rest of the day.

    `used`, `left` and `allowance` in hours: travelled today, left of the ordinary day, and the
    ordinary day of the mode in use (M-5). `began` is the moment of the day's first hour without
    pauses, `ends` that of its last if the party goes on now. `mode` is "land" or the id of a
    boat. `pace_km_h` is the party's walking pace on open ground, `here_km_h` its pace on the
    current stretch, None without a plan. `slowest` is the id of the member that sets that pace
    ("" afloat). `forced` counts the complete hours of forced march. `resume` hours were left by
    an interruption. `km_left` and `hours_left` to the goal, None without a plan. `receipt`
    explains the pace; `slowing` are the words of what slows or speeds the whole party on land.
    """

    used: Fraction
    left: Fraction
    allowance: Fraction
    began: Instant
    ends: Instant
    mode: str
    pace_km_h: Fraction
    here_km_h: Fraction | None
    slowest: str
    forced: int
    resume: Fraction
    km_left: Fraction | None
    hours_left: Fraction | None
    receipt: Receipt
    slowing: tuple[Message, ...]


class PlannedNight(Struct):
    """Where a night of the plan falls: when the day's travel ends, and the hex ("" off the map)."""

    at: Instant
    place: str


class Recovery(Struct):
    """The rest needed from now on.

    `hours` of unbroken rest until nonlethal damage is gone, `nights` of sleep until lethal
    damage is: 0 where there is none, None where rest does not heal it.
    """

    hours: Fraction | None
    nights: int | None


def moving(member: Member, state: State, assets: Assets) -> ResolvedMover:
    """Return this member resolved under the ruleset, with the receipt of its pace."""
    return resolve(loaded(member, state), assets.rules)


def slowing(state: State, assets: Assets) -> tuple[Message, ...]:
    """Return what slows or speeds the whole party now and until when, in words.

    Refusals of `company`.
    """
    return _slowing(company(state, assets), state)


def _slowing(party: Company, state: State) -> tuple[Message, ...]:
    return tuple(
        Message("{what} until {when}", what=one.why.label,
                when=times.moment(state.clock.after(one.hours), state.calendar))
        if one.hours is not None else one.why.label
        for one in party.factors
    )  # fmt: skip


def today(state: State, assets: Assets) -> Today:
    """Return the day so far and the rest of the day."""
    party = company(state, assets)
    stretch = _here(state)
    way = None if stretch is None else going(party, stretch, assets.rules, state.pace)
    allowance = party.day_hours if way is None else way.day()
    left = max(NONE, allowance - state.travelled)
    on_land = stretch is None or stretch.mode == LAND
    slowest = _slowest(party, stretch, state, assets) if on_land else ""
    plan = plan_ahead(state, assets)
    marched = max((m.marched for m in state.travellers), default=NONE)
    return Today(
        used=state.travelled,
        left=left,
        allowance=allowance,
        began=state.clock.after(-state.travelled),
        ends=state.clock.after(left),
        mode=LAND if stretch is None else stretch.mode,
        pace_km_h=party.pace.km_h,
        here_km_h=None if way is None else way.pace_at(state.travelled)[0],
        slowest=slowest,
        forced=int(max(NONE, marched - ordinary_hours(assets.rules))),
        resume=state.resume if state.camped is None else NONE,
        km_left=None if plan is None else plan.total_km,
        hours_left=None if plan is None else plan.total_hours,
        receipt=_receipt(party, way, slowest, state, assets),
        slowing=_slowing(party, state),
    )


def _here(state: State) -> Stretch | None:
    if state.plan is None:
        return None
    at = settled(state.plan.stretches, state.progress).stretch
    return state.plan.stretches[at] if at < len(state.plan.stretches) else None


def _slowest(party: Company, stretch: Stretch | None, state: State, assets: Assets) -> str:
    if stretch is None:
        return party.slowest.name
    return party.pace_setter(stretch, assets.rules, state.pace).name


def _receipt(
    party: Company, way: TravelPace | None, slowest: str, state: State, assets: Assets
) -> Receipt:
    if not slowest and way is not None:
        return way.receipt
    pace = party.pace if way is None else way
    return assets.rules.cite(
        "T-153",
        "{who} sets the pace",
        KmPerHour(pace.km_h),
        pace.receipt,
        who=name_of(state, slowest),
    )


def itinerary(state: State, assets: Assets) -> Itinerary | None:
    """Return the days ahead to the end of the plan, today's hours counted; None without a plan."""
    return plan_ahead(state, assets)


def days(state: State, assets: Assets) -> tuple[Day, ...]:
    """Return the days of the plan by the clock, if the party goes on now; empty without a plan."""
    plan = plan_ahead(state, assets)
    return () if plan is None else plan.days


def arrival(state: State, assets: Assets) -> Instant | None:
    """Return the arrival by ordinary days; None without a plan."""
    ahead = days(state, assets)
    return ahead[-1].ends if ahead else None


def nights(state: State, assets: Assets) -> tuple[PlannedNight, ...]:
    """Return the nights of the plan, first to last."""
    return tuple(PlannedNight(d.ends, d.place) for d in days(state, assets) if d.camps)


def late(state: State, assets: Assets) -> bool | None:
    """Whether the party arrives after its deadline by ordinary days; None without one."""
    arrives = arrival(state, assets)
    if arrives is None or state.deadline is None:
        return None
    return arrives > state.deadline


def latest_start(state: State, assets: Assets) -> Instant | None:
    """Return the last morning to set out and still meet the deadline by ordinary days.

    The current moment when only going on now is soon enough; an earlier morning when it is too
    late. None without a plan or deadline.
    """
    if state.plan is None or state.deadline is None:
        return None
    deadline = state.deadline

    def days_late(start: Instant) -> int:
        plan = plan_ahead(replace(state, clock=start), assets, fresh=True)
        assert plan is not None
        return ceil(plan.days[-1].ends.hours_since(deadline) / DAY)

    start = replace(deadline, hour=state.start_hour)
    start = start.after(-days_late(start) * DAY)
    if company(state, assets).steady_hours is not None:  # else the way always takes as long
        while (days := days_late(start)) > 0:
            start = start.after(-days * DAY)
        while days_late(start.after(DAY)) <= 0:
            start = start.after(DAY)
    if start < state.clock and not late(state, assets):
        return state.clock
    return start


def owed(state: State, assets: Assets) -> tuple[Question, ...]:
    """Return the rolls due in the rest of the ordinary day; empty when the party cannot go on."""
    try:
        found = decide(March(), state, assets, {})
    except Refusal:
        return ()
    return found.questions if isinstance(found, Needs) else ()


def fresh_id(name: str, state: State) -> str:
    """Return an id made of `name` that was never used in this campaign ("harsk", "pony-2")."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    stem = re.sub(r"[^a-z0-9]+", "-", plain).strip("-") or "member"
    used = {m.id for m in state.members} | {b.id for b in state.boats} | {*state.departed, LAND}
    if stem not in used:
        return stem
    number = 2
    while f"{stem}-{number}" in used:
        number += 1
    return f"{stem}-{number}"


def recovery(member: Member, assets: Assets) -> Recovery:
    """Return the rest that one member needs under the ruleset."""
    rules = assets.rules.recovery
    whole = _times(member.nonlethal, rules.nonlethal_per_level_hour * member.level)
    under_way = member.rested - int(member.rested)
    hours = None if whole is None else max(NONE, whole - under_way)
    nights = _times(member.damage, rules.lethal_per_hd_night * member.level)
    return Recovery(hours, nights)


def _times(points: int, each: int) -> int | None:
    if points <= 0:
        return 0
    return -(-points // each) if each > 0 else None
