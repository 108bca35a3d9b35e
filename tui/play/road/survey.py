"""The road ahead: the party, today, the plan and what a forced march brings, as rows for screens.

Words are core Messages (or ids and names as text), figures are core quantities: the panes alone
decide how wide they are and in which column they stand. `survey` is pure and possibly slow:
screens run it in a thread worker on the frozen state.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from core.calendars import Instant
from core.dice import Question
from core.messages import N_, Chance, Hours, Kilometres, KmPerHour, Message, Refusal, Template
from core.play import queries, times
from core.play.facts.fight.combatants import token_of
from core.play.facts.state import State, boat_name, name_of
from core.play.queries import place_name
from core.play.union import Assets
from core.receipts import Receipt
from core.travel.itinerary import Day, Itinerary
from core.travel.stretches import LAND, Stretch
from core.values import Struct
from tui.kit.phrases import Roughly, Words
from tui.play.road.party_table import MemberLine, party
from tui.view import CampaignView

PACES_LEFT: Mapping[str, Template] = {
    "walk": N_("walk {left} left"),
    "hustle": N_("hustle {left} left"),
    "run_and_rest": N_("run and rest {left} left"),
}
"""What is left of the day, by the pace."""
AFLOAT_LEFT = N_("{left} left")
"""What is left of a day aboard, where nobody walks."""


class TodayLine(Struct):
    """Today's march: hours of the bar in hours of the clock, done and marked on it.

    `start` is the hour of the clock at which the bar begins, `length` its hours (the ordinary
    day), `done` the hours travelled, `forced` those beyond the ordinary day, `marks` hours from
    the start at which something stopped the day. `pace` is a sentence ("3 km/h (Harsk) x 1/2
    woods"), `sky` another: what slows the whole party and until when (None: nothing).
    """

    title: Words
    start: Hours
    length: Hours
    done: Hours
    forced: Hours
    pace: Words
    verb: Words
    transport: Words = ""
    sky: Words | None = None
    marks: tuple[Fraction, ...] = ()


class DayLine(Struct):
    """One day of the plan: date, terrain and camp."""

    date: Words
    leg: Words
    km: Kilometres
    hours: Hours
    night: Words = ""


class PlanLines(Struct):
    """The plan: goal, distance, days, arrival and deadline, and how rivers are crossed."""

    goal: Words
    km: Kilometres
    days: tuple[DayLine, ...]
    arrival: Words
    deadline: Words | None = None
    late: bool = False
    latest: Words | None = None
    """When to set out at the latest, or where that is past, what would still be in time."""
    rivers: tuple[Words, ...] = ()


class ForcedLine(Struct):
    """A further hour of forced march: its gain (km today, arrival) and risks (by member).

    `dcs` are those of the checks, lowest first, by the hours that each has marched; (): nobody
    makes one. `fatigued` are the chances of being fatigued by the end of
    that hour, in the order of the table's tokens; None = this member makes no check.
    """

    extra: int
    dcs: tuple[int, ...]
    km: Kilometres
    arrive: Words
    fatigued: tuple[Chance | None, ...]


class Survey(Struct):
    """All that a screen shows of one state.

    `trouble` says why there is no pace, or, with `today`, why the way cannot be told, if so;
    `has_plan`: there is a way, told or not.
    """

    party: tuple[MemberLine, ...]
    trouble: Message | None = None
    has_plan: bool = False
    today: TodayLine | None = None
    plan: PlanLines | None = None
    forced: tuple[ForcedLine, ...] = ()
    tokens: tuple[str, ...] = ()
    drop: Message | None = None
    owed: tuple[Question, ...] = ()
    in_camp: tuple[Question, ...] = ()
    nights: tuple[Day, ...] = ()
    why: tuple[Receipt, ...] = ()
    space: Message | None = None


def survey_of(view: CampaignView) -> Survey:
    """Return the panes of Journey and Party for the open campaign; takes longer than a frame."""
    return survey(view.state, view.assets)


def survey(state: State, assets: Assets) -> Survey:
    """Compute the panes of Journey and Party for `state`; what is refused is their `trouble`."""
    has_plan = state.plan is not None
    try:
        today = queries.today(state, assets)
    except Refusal as refusal:
        return Survey(party(state, assets), trouble=refusal.message, has_plan=has_plan)
    try:
        return _way_survey(today, state, assets)
    except Refusal as refusal:
        return Survey(
            party(state, assets, today.slowest),
            trouble=refusal.message,
            has_plan=has_plan,
            today=today_line(today, state),
            owed=queries.owed(queries.march_on(state, assets)),
            in_camp=queries.owed_in_camp(state, assets),
            why=(today.receipt,),
            space=_space_refused(refusal, state, assets),
        )


def _space_refused(refusal: Refusal, state: State, assets: Assets) -> Message:
    # What Space does where the way is refused: of who cannot walk the Journey asks what becomes.
    space = queries.next_action(state, assets)
    who = refusal.message.value("who")
    if refusal.code == "cannot_walk" and space == refusal.message and who is not None:
        return Message("ask what becomes of {who}", who=who)
    return space


def _way_survey(today: queries.Today, state: State, assets: Assets) -> Survey:
    if state.plan is not None:
        queries.refuse_hindered(state, assets)
    ahead = queries.plan_ahead(state, assets)
    forced = queries.forced(state, assets) if state.plan else ()
    marched = queries.march_on(state, assets)
    walkers = tuple(risk.name for risk in forced[0].risk.members) if forced else ()
    return Survey(
        party=party(state, assets, today.slowest),
        has_plan=state.plan is not None,
        today=today_line(today, state),
        plan=None if ahead is None else plan_lines(ahead, forced, state, assets),
        forced=tuple(
            ForcedLine(
                extra=row.extra,
                dcs=tuple(sorted({one.dc for one in row.risk.members if one.dc is not None})),
                km=Roughly(row.km),
                arrive=times.moment(row.arrival, state.calendar),
                fatigued=tuple(
                    None if risk.p_fatigued is None else Chance(risk.p_fatigued)
                    for risk in row.risk.members
                ),
            )
            for row in forced
        ),
        tokens=tuple(token_of(state, who) or name_of(state, who)[:2] for who in walkers),
        drop=first_drop(forced, state, assets),
        owed=queries.owed(marched),
        in_camp=queries.owed_in_camp(state, assets),
        nights=tuple(day for day in ahead.days if day.camps) if ahead else (),
        why=(today.receipt,),
        space=queries.next_action(state, assets, marched),
    )


def today_line(today: queries.Today, state: State) -> TodayLine:
    """Today's bar: hours of the ordinary day, done and forced."""
    if today.slowest:
        name = name_of(state, today.slowest)
    else:
        name = ""
    walk = today.pace_km_h
    here = today.here_km_h
    if here is None or state.pace == "walk":
        open_km_h = walk
    else:
        open_km_h = here
    pace = Message("{pace} ({who})" if name else "{pace}", pace=KmPerHour(open_km_h), who=name)
    if here is not None and here != open_km_h:
        pace = Message("{pace}, here {here}", pace=pace, here=KmPerHour(here))
    if today.mode == LAND:
        left = PACES_LEFT[state.pace]
    else:
        left = AFLOAT_LEFT
    return TodayLine(
        title=Message("Today {day}", day=times.day(state.clock.day, state.calendar)),
        start=Hours(today.began.hour),
        length=Hours(today.allowance),
        done=Hours(min(today.used, today.allowance)),
        forced=Hours(max(Fraction(0), today.used - today.allowance)),
        pace=pace,
        verb=Message(left, left=Hours(today.left)),
        transport=transport(today, state),
        sky=today.slowing or None,
        marks=(today.used,) if today.resume else (),
    )


def transport(today: queries.Today, state: State) -> Words:
    """How the party travels: on foot, mounted, or by which boat."""
    if today.mode != LAND:
        return Message("aboard {boat}", boat=boat_name(state, today.mode))
    riders = sum(1 for m in state.travellers if m.rides)
    walkers = sum(1 for m in state.travellers if m.role == "character") - riders
    if not riders:
        return Message("on foot")
    if walkers:
        return Message("{riders} ride, {walkers} walk", riders=riders, walkers=walkers)
    carriers = {member.rides for member in state.travellers if member.rides}
    vehicles = [member.name for member in state.members if member.id in carriers & _vehicles(state)]
    if not vehicles:
        return Message("in the saddle")
    if len(vehicles) == len(carriers):
        return Message("aboard {vehicles}", vehicles=tuple(vehicles))
    return Message("mounted and aboard {vehicles}", vehicles=tuple(vehicles))


def _vehicles(state: State) -> set[str]:
    return {member.id for member in state.members if member.role == "vehicle"}


def plan_lines(
    ahead: Itinerary, forced: Iterable[queries.FurtherHour], state: State, assets: Assets
) -> PlanLines | None:
    """The days of the plan, arrival and deadline; None when no day of it is left."""
    if state.plan is None or not ahead.days:
        return None
    late = bool(queries.late(state, ahead))
    deadline = None
    if state.deadline is not None:
        when = times.moment(state.deadline, state.calendar)
        deadline = Message("deadline {when}: LATE" if late else "deadline {when}: ok", when=when)
    goal = state.plan.goal
    stretches = state.plan.stretches
    days = tuple(
        DayLine(
            date=times.short_day(day.begins.day, state.calendar),
            leg=over(day, stretches, assets),
            km=Roughly(day.km),
            hours=Hours(day.hours),
            night=place_name(day.place, state, assets)
            if day.place
            else Message("leg {n}", n=day.leg),
        )
        for day in ahead.days
        if day.hours
    )
    return PlanLines(
        goal=place_name(goal, state, assets) if goal else Message("the last leg"),
        km=Roughly(ahead.total_km),
        days=days,
        arrival=times.moment(ahead.days[-1].ends, state.calendar),
        deadline=deadline,
        late=late,
        latest=_latest(ahead.days[-1].ends, forced, state, assets),
        rivers=queries.river_words(state, assets),
    )


def _latest(
    ends: Instant, forced: Iterable[queries.FurtherHour], state: State, assets: Assets
) -> Message | None:
    deadline = state.deadline
    if deadline is None:
        return None
    if deadline < state.clock:
        return Message("the deadline is past")
    late = ends > deadline
    soon = next((row.extra for row in forced if row.arrival <= deadline), None)
    if late and soon is not None:
        return Message("in time if forced by {hours}", hours=Hours(Fraction(soon)))
    if late:
        hustled = queries.hustled_arrival(state, assets)
        if hustled is not None and hustled <= deadline:
            when = times.moment(hustled, state.calendar)
            return Message("in time at a hustle: {when}", when=when)
        latest = None
    else:
        latest = queries.latest_start(state, assets)
    if latest is None:
        return Message("too late by {hours}", hours=Hours(ends.hours_since(deadline)))
    return Message("latest start: {when}", when=times.moment(latest, state.calendar))


def over(day: Day, stretches: tuple[Stretch, ...], assets: Assets) -> str:
    """The ground that most of a day leads over: terrain and way, or the water."""
    km: dict[tuple[str, str], Fraction] = {}
    for piece in day.segments:
        stretch = stretches[piece.stretch]
        if stretch.on_land:
            kind = (stretch.terrain, stretch.way)
        elif stretch.direction == "none":
            kind = (stretch.water, "")
        else:
            kind = (stretch.water, stretch.direction)
        km[kind] = km.get(kind, Fraction(0)) + piece.km
    if not km:
        return ""
    most = max(km, key=lambda found: km[found])
    return " ".join(name(slug, assets) for slug in most if slug)


def name(slug: str, assets: Assets) -> str:
    """The name of a terrain row or way, in lower case; the slug if it has none."""
    row = assets.rules.terrain.get(slug) or assets.rules.ways.get(slug)
    if row is None:
        return slug
    return row.name["en"].lower()


def first_drop(
    forced: tuple[queries.FurtherHour, ...], state: State, assets: Assets
) -> Message | None:
    """Who falls unconscious of a hustle first, or could of a forced hour, and how likely."""
    hustled = queries.first_hustled_drop(state, assets) if forced else None
    if hustled is not None:
        return hustled
    for row in forced:
        at_risk = [(r.p_unconscious, r.name) for r in row.risk.members if r.p_unconscious]
        if at_risk:
            most, _ = max(at_risk)
            return Message(
                "First drop possible: {who}, +{hour} h, {chance}.",
                who=tuple(name_of(state, who) for chance, who in at_risk if chance == most),
                hour=row.extra,
                chance=Chance(most),
            )
    if forced:
        return Message("Nobody drops by +{hours} h.", hours=forced[-1].extra)
    return None
