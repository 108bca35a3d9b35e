"""The march: hours on the way, cut wherever something falls due (T-080 to T-111, M-5, M-6).

Splitting a march anywhere gives the same state.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from core.calendars import DAY
from core.messages import Refusal
from core.play.assets import Assets
from core.play.resolution import Resolution
from core.play.road import encounters, march_exertion
from core.play.road.commands import March
from core.play.road.events import Arrived, Landed, TimePassed, Travelled
from core.play.road.fellows import Fellows, company, fellows, unable
from core.play.road.pieces import pieces_of, plan_of
from core.play.road.rest import wake
from core.play.road.standing import is_explored
from core.play.state import Plan, State
from core.travel.advance import Segment, hours_of, settled
from core.travel.company import Company
from core.travel.itinerary import around_the_clock
from core.travel.stretches import LAND, Progress

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
    pieces = pieces_of(command, state, assets, party, plan)
    _Way(resolution, party, plan, fellows(state), last_mode(state, plan)).go(pieces)


def march_hours(command: March, state: State, assets: Assets) -> Fraction:
    """Return the hours of the march when nothing happens on it. Refusals as `march`."""
    resolution = Resolution(state, assets)
    wake(resolution)
    pieces = pieces_of(
        command,
        resolution.state,
        assets,
        company(resolution.state, assets),
        plan_of(resolution.state),
    )
    return hours_of(pieces)


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
        while left > 0:
            encounters.watch(resolution, resolution.state.clock)
            if resolution.blocked or encounters.meets(
                resolution, resolution.state.clock, self.left
            ):
                return False
            hours = self._until_something(piece, left)
            left -= hours
            self.left -= hours
            resolution.emit(self._hours(piece, hours, last=left == 0))
            if not march_exertion.take(
                resolution, self.who, tired=piece.tiring, hustled=piece.hustled
            ):
                return False
        return True

    def _until_something(self, piece: Segment, left: Fraction) -> Fraction:
        state = self.resolution.state
        moments = [left]
        soon = encounters.time_to_next(self.resolution, state.clock, watching=True)
        if soon is not None:
            moments.append(soon)
        if piece.tiring:
            moments.extend(march_exertion.due(self.resolution, self.who, hustled=piece.hustled))
        return min(moments)

    def _hours(self, piece: Segment, hours: Fraction, *, last: bool) -> Travelled:
        state = self.resolution.state
        km = piece.km * hours / piece.hours
        at = settled(self.plan.stretches, state.progress)
        after = (
            piece.progress
            if last
            else Progress(at.stretch, at.into_km + km, at.waded + (hours if piece.crossing else 0))
        )
        new = bool(piece.place) and not is_explored(piece.place, state, self.resolution.assets)
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
        boat = next((b for b in state.boats if b.id == piece.mode), None)
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
