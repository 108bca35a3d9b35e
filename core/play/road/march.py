"""The march: hours on the way, cut wherever something falls due (T-080 to T-111, M-5, M-6).

Splitting a march anywhere gives the same state.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from core.calendars import DAY
from core.dice import Question, p_success
from core.messages import Message, Refusal
from core.play.resolution import Resolution
from core.play.road import encounters
from core.play.road.commands import March
from core.play.road.events import Arrived, DeadlineSet, Landed, Strained, TimePassed, Travelled
from core.play.road.fellows import Fellows, company, con_modifier, fellows, unable
from core.play.road.rest import wake
from core.play.road.standing import mark_of
from core.play.road.way_ahead import is_lethal, pieces_of, plan_of
from core.play.state import Assets, Member, Plan, State, able, someone
from core.play.table.events import FORCED_MARCH
from core.travel.advance import Segment, hours_of, settled
from core.travel.company import Company
from core.travel.itinerary import around_the_clock
from core.travel.stretches import LAND, Progress
from core.travel.tiring_travel import forced_check, forced_dc, hustle_due, ordinary_hours

NONE = Fraction(0)


def march(resolution: Resolution, command: March) -> None:
    """Travel along the plan; see `March`.

    Refusals: `no_plan`, `bad_hours`, `day_over` (hours None and the ordinary day is used up),
    `unknown_place`, `not_on_the_way`, `cannot_walk`, `boat_elsewhere`,
    and those of the company and of the way.
    """
    wake(resolution)
    state, assets = resolution.state, resolution.assets
    plan, party = plan_of(state), company(state, assets)
    pieces = pieces_of(command, state, assets)
    _Way(resolution, party, plan, fellows(state), last_mode(state, plan)).go(pieces)


def march_hours(command: March, state: State, assets: Assets) -> Fraction:
    """Return the hours of the march when nothing happens on it. Refusals as `march`."""
    resolution = Resolution(state, assets)
    wake(resolution)
    return hours_of(pieces_of(command, resolution.state, assets))


def last_mode(state: State, plan: Plan) -> str:
    """Return the last mode of travel on this plan: "land", a boat, or "" at its beginning."""
    at = state.progress
    begun = at.into_km > 0 or at.waded > 0
    index = at.stretch if begun else at.stretch - 1
    return plan.stretches[index].mode if 0 <= index < len(plan.stretches) else ""


@dataclass(slots=True)
class _Way:
    """The party on its way, piece by piece."""

    resolution: Resolution
    party: Company
    plan: Plan
    who: Fellows
    aboard: str
    left: Fraction = NONE

    def go(self, pieces: Sequence[Segment]) -> None:
        resolution, self.left = self.resolution, hours_of(pieces)
        for number, piece in enumerate(pieces):
            hindrance = self._hindrance(piece)
            if hindrance is not None and number == 0:
                raise hindrance
            if hindrance is not None:
                break
            if self.aboard not in ("", LAND, piece.mode):
                resolution.emit(Landed(self.aboard, resolution.state.place))
            self.aboard = piece.mode
            if not self._travel(piece):
                break
            stretch = self.plan.stretches[piece.stretch]
            watched = around_the_clock(self.party, stretch, resolution.rules)
            if watched and resolution.state.travelled >= DAY:
                resolution.emit(TimePassed(NONE, resting=False, slept=True))
        state = resolution.state
        if state.progress.stretch < len(self.plan.stretches):
            return
        if self.aboard not in ("", LAND):
            resolution.emit(Landed(self.aboard, state.place))
        resolution.emit(Arrived(state.place))
        if state.deadline is not None:
            resolution.emit(DeadlineSet(None))

    def _travel(self, piece: Segment) -> bool:
        resolution, left = self.resolution, piece.hours
        resolution.explain(piece.why)
        while left:
            encounters.watch(resolution, resolution.state.clock)
            if resolution.blocked or encounters.meets(
                resolution, resolution.state.clock, self.left
            ):
                return False
            hours = self._until_something(piece, left)
            left -= hours
            self.left -= hours
            resolution.emit(self._hours(piece, hours, last=left == 0))
            if not self._costs(piece):
                return False
        return True

    def _until_something(self, piece: Segment, left: Fraction) -> Fraction:
        # The next complete hours that may cost something are among the moments.
        state, ordinary = self.resolution.state, ordinary_hours(self.resolution.rules)
        moments = [left]
        soon = encounters.time_to_next(self.resolution, state.clock, watching=True)
        if soon is not None:
            moments.append(soon)
        toiling = self.who.toiling if piece.tiring else ()
        for member in (member for member in state.travellers if member.id in toiling):
            spare = ordinary - member.marched
            if spare + 1 < left:
                moments.append(spare + 1 if spare >= 0 else spare % 1 or Fraction(1))
            if piece.hustled:
                moments.append(member.hustled // 1 + 1 - member.hustled)
        return min(moments)

    def _hours(self, piece: Segment, hours: Fraction, *, last: bool) -> Travelled:
        state = self.resolution.state
        km, after = piece.km, piece.progress
        if hours != piece.hours:
            km = km * hours / piece.hours
        if not last:
            at = settled(self.plan.stretches, state.progress)
            waded = at.waded + hours if piece.crossing else at.waded
            after = Progress(at.stretch, at.into_km + km, waded)
        new = bool(piece.place) and not mark_of(piece.place, state, self.resolution.assets).explored
        return Travelled(
            hours,
            km,
            piece.mode,
            "hustle" if piece.hustled else "walk",
            after,
            piece.place,
            marched=self.who.marching if piece.tiring else (),
            hustled=self.who.toiling if piece.hustled else (),
            entered=(piece.place,) if new else (),
        )

    def _hindrance(self, piece: Segment) -> Refusal | None:
        state = self.resolution.state
        if piece.mode == LAND:
            return unable(state, self.who.toiling)
        boat = state.boat(piece.mode)
        if not self.plan.goal or boat is None or boat.at == state.place:
            return None
        return Refusal(
            "boat_elsewhere",
            "{boat} is at {place}: choose the route again.",
            boat=boat.name,
            place=boat.at,
        )

    def _costs(self, piece: Segment) -> bool:
        # The cost of the hours just completed, and whether all can go on.
        resolution, who, rules = self.resolution, self.who, self.resolution.rules
        for member in who.toiling if piece.tiring else ():
            _forced(resolution, member, driven=member in who.driven)
        for member in who.toiling if piece.hustled else ():
            driven, found = member in who.driven, someone(resolution.state, member)
            points, hour = hustle_due(found.hustled, rules), int(found.hustled)
            if points:
                resolution.emit(Strained(member, points, is_lethal(driven, rules), "hustle", hour))
                resolution.explain(
                    rules.cite(
                        "T-166" if driven else "T-083",
                        "hour {hour} of hustle, {who}",
                        points,
                        hour=hour,
                        who=found.name,
                    )
                )
        on_land = piece.tiring or piece.hustled
        return not on_land or all(able(someone(resolution.state, one)) for one in who.toiling)


def _forced(resolution: Resolution, who: str, *, driven: bool) -> None:
    rules, member = resolution.rules, someone(resolution.state, who)
    extra, hour = member.marched - ordinary_hours(rules), int(member.marched)
    if extra <= 0 or extra.denominator != 1:
        return
    key, follows = f"march/day-{resolution.state.clock.day}/hour-{hour}/{who}", ""
    if not driven or not rules.march.ridden_fails:
        check = _check(resolution, key, member, int(extra))
        outcome = resolution.ask(check)
        if outcome is None or outcome.skipped:
            return
        resolution.emit(outcome.checked(check, FORCED_MARCH))
        if outcome.success is not False:
            return
        follows = key
    label = Message("forced march, hour {hour}, {who}, damage", hour=hour, who=member.name)
    question = Question(f"{key}/damage", label, who, dice=rules.march.dice, follows=follows)
    outcome = resolution.ask(question)
    if outcome is None or outcome.total <= 0:
        return
    lethal = is_lethal(driven, rules)
    resolution.emit(Strained(who, outcome.total, lethal, "forced_march", hour, outcome.faces))
    resolution.explain(rules.cite("T-167" if driven else "T-102", label, outcome.total))


def _check(resolution: Resolution, key: str, member: Member, extra: int) -> Question:
    con, dc = con_modifier(member), forced_dc(extra, resolution.rules)
    if con is not None:
        resolution.explain(forced_check(con, extra, resolution.rules).receipt)
    return Question(
        key,
        Message("forced march, hour {hour}, {who}", hour=int(member.marched), who=member.name),
        member.id,
        modifier=con or 0,
        dc=dc,
        chance=None if con is None else p_success(dc, con),
    )
