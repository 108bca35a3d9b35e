"""The gain of each further hour of a forced march, and its risk for each member."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from core.calendars import Instant
from core.play.assets import Assets
from core.play.members import fatigued, hit_points, someone
from core.play.road.fellows import company, con_modifier, fellows
from core.play.road.pieces import for_hours, ordinary_day, plan_ahead
from core.play.state import Member, State
from core.travel.advance import Segment, hours_of
from core.travel.forecast import Ahead, FurtherHour, further_hours
from core.travel.itinerary import morning
from core.travel.risk import Toiler
from core.values import replace

NONE = Fraction(0)


def forced(state: State, assets: Assets, up_to: int = 4) -> tuple[FurtherHour, ...]:
    """Return the gain and risk of each further hour of forced march today; members by id.

    Empty without a plan, when the party arrives within today's ordinary hours, and where there
    are no forced hours (boats, powered vehicles). Refusals: those of the company.
    """
    plan = state.plan
    if plan is None:
        return ()
    party, who = company(state, assets), fellows(state)
    ahead = Ahead(
        ordinary_day(state, assets, party, plan),
        lambda hours: for_hours(hours, state, assets, party, plan),
        lambda pieces: _arrival(pieces, state, assets),
        len(plan.stretches),
    )
    toiling = (_toiler(someone(state, id_), driven=id_ in who.driven) for id_ in who.toiling)
    return further_hours(ahead, toiling, assets.rules, up_to)


def _toiler(member: Member, *, driven: bool) -> Toiler:
    return Toiler(
        member.id,
        con_modifier(member),
        hit_points(member),
        member.level,
        driven,
        member.nonlethal,
        fatigued(member),
        member.marched,
        member.hustled,
    )


def _arrival(pieces: Sequence[Segment], state: State, assets: Assets) -> Instant:
    ends = state.clock.after(hours_of(pieces))
    later = replace(
        state,
        clock=morning(ends, state.start_hour, assets.rules),
        progress=pieces[-1].progress,
        travelled=NONE,
        members=tuple(replace(m, marched=NONE, hustled=NONE) for m in state.members),
    )
    ahead = plan_ahead(later, assets)
    if ahead is None or not ahead.total_hours:
        return ends
    return ahead.days[-1].ends
