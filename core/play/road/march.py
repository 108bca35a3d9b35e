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
        self.left = hours_of(pieces)
        for number, piece in enumerate(pieces):
            hindrance = self._hindrance(piece)
            if hindrance is not None and number == 0:
                raise hindrance
            if hindrance is not None:
                break
            self._embark(piece)
            if not self._travel(piece):
                break
            self._end_of_watches(piece)
        if self.resolution.state.progress.stretch >= len(self.plan.stretches):
            self._arrive()

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
            if not take(resolution, self.who, tired=piece.tiring, hustled=piece.hustled):
                return False
        return True

    def _until_something(self, piece: Segment, left: Fraction) -> Fraction:
        state = self.resolution.state
        moments = [left]
        soon = encounters.time_to_next(self.resolution, state.clock, watching=True)
        if soon is not None:
            moments.append(soon)
        if piece.tiring:
            moments.extend(due(self.resolution, self.who, left, hustled=piece.hustled))
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

    def _embark(self, piece: Segment) -> None:
        last = self.aboard
        if last not in ("", LAND, piece.mode):
            self.resolution.emit(Landed(last, self.resolution.state.place))
        self.aboard = piece.mode

    def _end_of_watches(self, piece: Segment) -> None:
        resolution = self.resolution
        stretch = self.plan.stretches[piece.stretch]
        if resolution.state.travelled >= DAY and around_the_clock(
            self.party, stretch, resolution.rules
        ):
            resolution.emit(TimePassed(NONE, resting=False, slept=True))

    def _arrive(self) -> None:
        state = self.resolution.state
        if self.aboard not in ("", LAND):
            self.resolution.emit(Landed(self.aboard, state.place))
        self.resolution.emit(Arrived(state.place))
        if state.deadline is not None:
            self.resolution.emit(DeadlineSet(None))


def due(
    resolution: Resolution, who: Fellows, hours: Fraction, *, hustled: bool
) -> tuple[Fraction, ...]:
    """Return the hours until each next complete hour that may cost something within `hours`."""
    ordinary, toiling = ordinary_hours(resolution.rules), who.toiling
    free = ordinary + 1 - hours
    found = []
    for member in resolution.state.travellers:
        if member.id not in toiling:
            continue
        if member.marched > free:
            left = ordinary - member.marched
            found.append(left + 1 if left >= 0 else left % 1 or Fraction(1))
        if hustled:
            found.append(member.hustled // 1 + 1 - member.hustled)
    return tuple(found)


def take(resolution: Resolution, who: Fellows, *, tired: bool, hustled: bool) -> bool:
    """Apply the cost of the hours just completed; return whether all can go on."""
    if tired:
        for member in who.toiling:
            _forced(resolution, member, driven=member in who.driven)
    if hustled:
        rules = resolution.rules
        for member in who.toiling:
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
    on_land = tired or hustled
    return not on_land or all(able(someone(resolution.state, member)) for member in who.toiling)


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
