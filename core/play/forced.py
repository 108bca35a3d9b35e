"""What each further hour of a forced march buys, and what it risks for each member."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from core.calendars import Instant
from core.messages import Refusal
from core.odds import any_of, at_least, dice
from core.play.asking import Dice
from core.play.members import fatigued, hit_points, someone
from core.play.road.days import by_the_clock, morning, plan_ahead
from core.play.road.fellows import Fellows, company, con_modifier, fellows
from core.play.road.pieces import for_hours, ordinary_day
from core.play.state import Member, Plan, State
from core.play.world import World
from core.travel.advance import Segment
from core.travel.march import forced_dc, forced_odds, hustle_total, ordinary_hours

NONE = Fraction(0)


@dataclass(frozen=True, slots=True)
class Risk:
    """What forced hours risk for one member: chances exact, of this hour's check and so far.

    `who` is the id. All are None when the Constitution is not known, `p_unconscious` also when
    the hit points are not. Mounts and draft animals fail every check; of them `p_unconscious`
    is the chance that lethal damage uses up their hit points.
    """

    who: str
    p_fail: Fraction | None
    p_fatigued: Fraction | None
    p_unconscious: Fraction | None


@dataclass(frozen=True, slots=True)
class ForcedHour:
    """What one more hour beyond the ordinary day buys and risks.

    `hour` counts the hours of the day's march (9, 10 ...), `extra` from 1 the hours added to
    the rest of the ordinary day. `km` is gained by the added hours so far; `arrival` is when
    the party would arrive after them by ordinary days.
    `p_any_unconscious` is None when any member's chance is not known.
    """

    extra: int
    hour: int
    dc: int
    km: Fraction
    arrival: Instant | None
    members: tuple[Risk, ...]
    p_any_unconscious: Fraction | None


def forced(state: State, world: World, up_to: int = 4) -> tuple[ForcedHour, ...]:
    """What each further hour of forced march today buys and risks.

    Empty without a plan, when today's ordinary hours bring the party there, and where nobody
    can go on (boats, powered vehicles). Refusals: those of the company.
    """
    if state.plan is None:
        return ()
    ordinary = ordinary_day(state, world, company(state, world), state.plan)
    if _ended(ordinary, state, state.plan):
        return ()
    rows: list[ForcedHour] = []
    for extra in range(1, up_to + 1):
        pieces = _pieces(state, world, state.plan, _hours(ordinary) + extra)
        if not any(piece.tiring for piece in pieces):
            break
        rows.append(_row(extra, ordinary, pieces, state, world))
        if _ended(pieces, state, state.plan):
            break
    return tuple(rows)


def _pieces(state: State, world: World, plan: Plan, hours: Fraction) -> tuple[Segment, ...]:
    try:
        return for_hours(hours, state, world, company(state, world), plan)
    except Refusal:  # the mode of travel allows no more hours today
        return ()


def _hours(pieces: Sequence[Segment]) -> Fraction:
    return sum((piece.hours for piece in pieces), NONE)


def _km(pieces: Sequence[Segment]) -> Fraction:
    return sum((piece.km for piece in pieces), NONE)


def _ended(pieces: Sequence[Segment], state: State, plan: Plan) -> bool:
    at = pieces[-1].progress if pieces else state.progress
    return at.stretch >= len(plan.stretches)


def _row(
    extra: int, ordinary: Sequence[Segment], pieces: Sequence[Segment], state: State, world: World
) -> ForcedHour:
    rules = world.rules
    tiring = sum((piece.hours for piece in pieces if piece.tiring), NONE)
    hustled = sum((piece.hours for piece in pieces if piece.hustled), NONE)
    who = fellows(state)
    members = tuple(_risk(someone(state, id_), who, tiring, hustled, world) for id_ in who.toiling)
    most = max((_checks(someone(state, i), tiring, world)[1] for i in who.toiling), default=0)
    drops = [risk.p_unconscious for risk in members]
    known = [chance for chance in drops if chance is not None]
    return ForcedHour(
        extra=extra,
        hour=int(ordinary_hours(rules)) + max(1, most),
        dc=forced_dc(max(1, most), rules),
        km=_km(pieces) - _km(ordinary),
        arrival=_arrival(pieces, state, world),
        members=members,
        p_any_unconscious=any_of(known) if len(known) == len(drops) else None,
    )


def _checks(member: Member, tiring: Fraction, world: World) -> tuple[int, int]:
    """The numbers of the extra hours completed before and after so many further hours."""
    ordinary = ordinary_hours(world.rules)
    before = max(NONE, member.marched - ordinary)
    after = max(NONE, member.marched + tiring - ordinary)
    return int(before), int(after)


def _risk(member: Member, who: Fellows, tiring: Fraction, hustled: Fraction, world: World) -> Risk:
    before, after = _checks(member, tiring, world)
    count = after - before
    hurt = hustle_total(member.hustled + hustled, world.rules) - hustle_total(
        member.hustled, world.rules
    )
    tired = fatigued(member) or hurt > 0
    if member.id in who.driven and world.rules.march.ridden_fails:
        return _driven(member, count, hurt, tired, world)
    con, hp = con_modifier(member), hit_points(member)
    if con is None:
        return Risk(member.id, None, None, None)
    if count == 0:
        over = None if hp is None else Fraction(int(member.nonlethal + hurt > hp))
        return Risk(member.id, NONE, Fraction(int(tired)), over)
    odds = forced_odds(
        con, count, world.rules, hp, member.nonlethal + hurt, first=before + 1, fatigued=tired
    )[-1]
    return Risk(member.id, odds.p_fail, odds.p_fatigued, odds.p_unconscious)


def _driven(member: Member, count: int, hurt: int, tired: bool, world: World) -> Risk:
    hp = hit_points(member)
    roll = Dice.read(world.rules.march.dice)
    drops = None
    if hp is not None:
        totals = dice(count * roll.count, roll.sides) if count else {0: Fraction(1)}
        drops = at_least(totals, hp - hurt - count * roll.plus)
    return Risk(member.id, Fraction(int(count > 0)), Fraction(int(tired or count > 0)), drops)


def _arrival(pieces: Sequence[Segment], state: State, world: World) -> Instant | None:
    if state.plan is None:
        return None
    ends = state.clock.after(_hours(pieces))
    if _ended(pieces, state, state.plan):
        return ends
    later = replace(
        state,
        clock=morning(ends, state, world),
        progress=pieces[-1].progress,
        travelled=NONE,
        members=tuple(replace(m, marched=NONE, hustled=NONE) for m in state.members),
    )
    ahead = plan_ahead(later, world)
    return None if ahead is None else by_the_clock(later, world, ahead)[-1].ends
