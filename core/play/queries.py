"""Questions that screens ask about a state: pure, and always by the rules of `decide`.

Members are named by id in all answers. Functions that need the party's pace raise the Refusal that
a march would raise (`nobody`, `overloaded`, `unknown_terrain` ...): show its message instead.
The Ahead line is a preview in words of what Space and Enter would do, and of tonight's rolls.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence, Set
from fractions import Fraction
from math import ceil

from core.calendars import DAY, Instant
from core.dice import Answer, Answers, Question, Ruled
from core.messages import Hours, Kilometres, KmPerHour, Message, Metres, Refusal
from core.play import times
from core.play.facts.fight.setup.events import FoesAdded
from core.play.facts.road.commands import Camp, March, SetRoute
from core.play.facts.road.events import EncounterMet, MovedLocally, PlanSet, TimePassed, Travelled
from core.play.facts.state import Fighting, Member, Met, State, beside, mark_of, name_of, someone
from core.play.facts.table.events import BoatPlaced
from core.play.fight import previews
from core.play.fight.health import health
from core.play.party.fellows import company, moving_now
from core.play.resolution import Needs
from core.play.road.decide import refuse_legs, refuse_pace
from core.play.road.encounters import asks_who_watches, keepers, letters
from core.play.road.march import march_pieces
from core.play.road.narration import pace_name
from core.play.road.rest import night_hours
from core.play.road.way_ahead import (
    HustledHour,
    forced,
    hustled_hours,
    ordinary_day,
    place_name,
    plan_ahead,
    plan_to,
    routes,
    routes_request,
)
from core.play.union import (
    Assets,
    Command,
    Decided,
    Event,
    decide,
    evolve_all,
    refuse_while_pending,
)
from core.receipts import Receipt
from core.travel.advance import going, hours_of, sailing, settled
from core.travel.company import Company
from core.travel.crossings import Crossing, crossings_ahead, describe_crossing
from core.travel.forecast import FurtherHour
from core.travel.itinerary import Itinerary, arrival_from
from core.travel.movers import ResolvedMover
from core.travel.route import Glance, Routes
from core.travel.stretches import LAND, TRACKLESS, Stretch, can_drift, on_river
from core.values import Struct, replace

__all__ = [  # what screens ask of others through here
    "FurtherHour",
    "asks_who_watches",
    "forced",
    "keepers",
    "mark_of",
    "place_name",
    "plan_ahead",
    "refuse_legs",
    "routes",
    "routes_request",
]
NOBODY_ROLLS = Ruled("skip")
MOST_HOURS = 8
"""So many hours of a hustle are told one by one."""


def space(state: State, assets: Assets) -> Command | None:
    """Return the command that Space performs now; None when the GM has to choose first."""
    if state.fight is not None:
        return previews.space(state)
    if state.pending is not None:
        return None
    if sleeps_on(state) or day_is_over(state, assets):
        return Camp()
    if isinstance(march_on(state, assets), Refusal):
        return None
    return March()


def why_refused(command: Command, state: State, assets: Assets) -> Message | None:
    """Return why a command would be refused now; None = it would not."""
    outcome = _tried(command, state, assets)
    if isinstance(outcome, Refusal):
        return outcome.message
    return None


def refuse_hindered(state: State, assets: Assets) -> None:
    """Raise the Refusal by which the party does not go on at all: of who cannot walk, of vehicles.

    None of it is said of a way that ends, or while something is pending.
    """
    outcome = _tried(March(Fraction(1)), state, assets)
    if isinstance(outcome, Refusal) and outcome.code in HINDRANCES:
        raise outcome


HINDRANCES = frozenset({"cannot_walk", "no_team", "no_pilot", "wagon_overloaded"})
"""The codes of refusals of those with whom the party does not go on."""


def forced_march(state: State, assets: Assets) -> March:
    """Return the march to the day's end and an hour beyond. Refusals: those of the party's pace."""
    return March(today(state, assets).left + 1)


def drift_tonight(state: State, assets: Assets) -> Message | None:
    """Return in words what drifting through the night brings (T-186); None where nothing drifts.

    None too where it is what the boat does already, and where the way is a list of legs, whose
    drift is written there.
    """
    here = _here(state)
    if here is None or state.plan is None or not state.plan.goal or state.river.drifts:
        return None
    if not can_drift(here, assets.rules):
        return None
    adrift = on_river(here, replace(state.river, drifts=True), assets.rules)
    pace = sailing(adrift, assets.rules)
    return Message(
        "drift on with a guide: {km} in {hours}; Space goes on",
        km=Kilometres(pace.drift_km_h * pace.drift_hours),
        hours=Hours(pace.drift_hours),
    )


def hustle_cost(state: State, assets: Assets) -> Message:
    """Return in words what a hustle for the rest of the day costs: each hour, and who drops when.

    Refusals: those of the party's pace, and of a hustle.
    """
    refuse_pace("hustle", state, assets)
    rows = _hustled_today(state, assets)
    cost = _cost(rows, state)
    if cost is None:
        return Message("it hurts nobody in the rest of the day")
    if rows[-1].drops:
        return cost
    return Message("{cost}; nobody drops by {hours}", cost=cost, hours=Hours(rows[-1].ends))


def first_hustled_drop(state: State, assets: Assets) -> Message | None:
    """Return in words who drops first in the rest of a day of hustling (T-083); None for nobody.

    None too at another pace. Refusals: those of the party's pace.
    """
    if state.pace != "walk":
        return _first_drop(_hustled_today(state, assets), state)
    return None


def hustled_arrival(state: State, assets: Assets) -> Instant | None:
    """Return when a hustle ends the plan today; None where it does not, or somebody drops (T-083).

    None too where the party cannot hustle or has another pace than a walk.
    """
    if state.plan is None or state.pace != "walk":
        return None
    try:
        pieces = ordinary_day(replace(state, pace="hustle"), assets)
    except Refusal:
        return None
    hours = hours_of(pieces)
    there = pieces and pieces[-1].progress.stretch == len(state.plan.stretches)
    drops = any(row.drops for row in hustled_hours(state, assets, hours))
    if there and not drops:
        return state.clock.after(hours)
    return None


def _hustled_today(state: State, assets: Assets) -> tuple[HustledHour, ...]:
    return hustled_hours(state, assets, max(Fraction(1), today(state, assets).left))


def _first_drop(rows: Sequence[HustledHour], state: State) -> Message | None:
    """In words who drops in the last of these hours; None for nobody."""
    if not rows or not rows[-1].drops:
        return None
    who = tuple(name_of(state, one) for one in rows[-1].drops)
    return Message("first drop after {hours}: {who}", hours=Hours(rows[-1].ends), who=who)


def _cost(rows: Sequence[HustledHour], state: State) -> Message | None:
    points = tuple(row.points for row in rows[:MOST_HOURS])
    if not any(points):
        return None
    cost = Message("damage by the hour {points}", points=points)
    drop = _first_drop(rows, state)
    if drop is None:
        return cost
    return Message("{drop}; {cost}", drop=drop, cost=cost)


def _dying(state: State, assets: Assets) -> dict[str, str]:
    return {
        member.id: member.name
        for member in state.members
        if health(member, assets.rules).slug == "dying"
    }


def _time_told(event: MovedLocally, events: Sequence[Event]) -> Message:
    hours = sum((one.hours for one in events if isinstance(one, TimePassed)), NONE)
    minutes = Message("{n} min", n=ceil(hours * 60))
    return Message(
        "{metres} at a {pace}: {minutes}. Enter lets them pass, Esc does not.",
        metres=Metres(event.metres),
        pace=pace_name(event.pace),
        minutes=minutes,
    )


def doubt(events: Sequence[Event], state: State, assets: Assets) -> Message | None:
    """Return what the GM is asked before these events happen; None where nothing is doubtful.

    A boat of a kind of which there is one already, more aboard than the boat carries, a way on the
    map after legs that left it, the minutes of a way on the local scale, creatures for an encounter
    that is over, and time that passes outside a fight while a member is dying, of whom no check is
    asked then.
    """
    dying = _dying(state, assets)
    if dying:
        later = evolve_all(state, events)
    else:
        later = state
    still = tuple(name for who, name in _dying(later, assets).items() if who in dying)
    if still and later.fight is None and later.clock > state.clock:
        return Message(
            "{who} is dying, without a check while time passes. Heal, :stabilise or"
            " :check stabilise first; Enter goes on all the same.",
            who=still,
        )
    for event in events:
        if isinstance(event, BoatPlaced):
            new = event.boat
            like = [one for one in state.boats if one.boat == new.boat and one.id != new.id]
            if like and state.boat(new.id) is None:
                return Message(
                    "{boat} lies at {place} already: :boat {id} to {there} moves it. Enter makes"
                    " another, Esc makes none."
                    if like[-1].at
                    else "There is {boat} already: :boat {id} to {there} moves it. Enter makes"
                    " another, Esc makes none.",
                    boat=like[-1].name,
                    place=place_name(like[-1].at, state, assets),
                    id=like[-1].id,
                    there=new.at,
                )
        elif isinstance(event, MovedLocally):
            return _time_told(event, events)
        elif isinstance(event, FoesAdded):
            joined = state.encounter(event.encounter)
            if joined is not None and joined.status == "over":
                return Message(
                    "{encounter} is over. Enter adds creatures all the same, Esc does not.",
                    encounter=joined.name,
                )
        elif isinstance(event, PlanSet):
            if state.strayed and event.plan.goal:
                return Message(
                    "The party left {place} along legs, {km} ago, and this way begins there."
                    " :rule place says where it is; Enter goes all the same.",
                    place=place_name(state.place, state, assets),
                    km=Kilometres(state.strayed),
                )
            aboard = len([one for one in state.travellers if one.role != "vehicle"])
            for mode in dict.fromkeys(one.boat or one.mode for one in event.plan.stretches):
                boat = state.boat(mode)
                kind = mode if boat is None else boat.boat
                row = assets.rules.boats.get(kind)  # None on land
                most = None if row is None else row.carries
                if row is not None and most is not None and aboard > most:
                    return Message(
                        "{boat} carries {most}, not {count}."
                        " Enter goes all the same, Esc does not.",
                        boat=row.name_in() if boat is None else boat.name,
                        most=most,
                        count=aboard,
                    )
    return None


NO_MORE_HOURS = ("too_many_hours", "beyond_vehicle_day", "more_than_24_hours")
"""The refusals of a boat or vehicle that has gone as long as it can in a day."""


def _takes_no_more_hours(state: State, assets: Assets) -> bool:
    forced = _tried(March(hours=Fraction(1)), state, assets)
    return isinstance(forced, Refusal) and forced.code in NO_MORE_HOURS


def march_on(state: State, assets: Assets) -> Decided | Needs | Refusal:
    """What the march of the rest of the ordinary day comes to, without any dice."""
    return _tried(March(), state, assets)


def next_action(
    state: State, assets: Assets, marched: Decided | Needs | Refusal | None = None
) -> Message:
    """Return in words what Space would do, or why it would do nothing.

    `marched` is what `march_on` has come to, where it was asked already.
    """
    if isinstance(state.pending, Met):
        return Message("something is met: e begins the encounter, or pass it by")
    if state.fight is not None:
        return previews.next_turn_action(state, assets)
    if isinstance(state.pending, Fighting):
        return Message("{encounter} is being played: e ends it", encounter=state.pending.name)
    if sleeps_on(state):
        return Message("sleep on, {hours}", hours=Hours(state.resume))
    if day_is_over(state, assets, marched):
        camp = ahead_camp(state, assets)
        watches = letters(someone(state, who) for who in keepers(state, assets.rules))
        if watches:
            camp = Message("{camp}, watches {letters}", camp=camp, letters=watches)
        if state.plan is None or _takes_no_more_hours(state, assets):
            return camp
        return Message("{camp}; t 1: a forced hour", camp=camp)
    outcome = march_on(state, assets) if marched is None else marched
    if isinstance(outcome, Refusal):
        return outcome.message
    pieces = march_pieces(March(), state, assets)
    hours = hours_of(pieces)
    if isinstance(outcome, Decided) and any(isinstance(e, EncounterMet) for e in outcome.events):
        way = (event.hours for event in outcome.events if isinstance(event, Travelled))
        return Message("march {hours}, until something is met", hours=Hours(sum(way, NONE)))
    words = Message("march {hours}", hours=Hours(hours))
    if state.pace != "walk":
        cost = _cost(hustled_hours(state, assets, hours), state)
        words = Message(
            "hustle {hours}" if state.pace == "hustle" else "run and rest {hours}",
            hours=Hours(hours),
        )
        if cost is not None:
            words = Message("{hustle}: {cost}", hustle=words, cost=cost)
    rivers = river_words(state, assets, last=pieces[-1].stretch)
    if rivers:
        words = Message("{march}, {rivers}", march=words, rivers=rivers)
    rolls = len(_questions_of(outcome))
    if rolls:
        return Message("{march}, asks {rolls:roll|rolls}", march=words, rolls=rolls)
    return words


MOST_RIVERS = 3
"""More rivers than these are counted."""


def river_words(state: State, assets: Assets, last: int | None = None) -> tuple[Message, ...]:
    """Return in words where the way ahead crosses rivers, and how; () where it does not, or no way.

    Up to the stretch of the plan with the index `last`; None: to its end.
    """
    if state.plan is None:
        return ()
    crossings = crossings_ahead(state.plan.stretches, state.progress, last)
    told = [_crossing_words(one, state, assets) for one in crossings]
    if len(told) > MOST_RIVERS:
        more = Message("{count} more", count=len(told) - MOST_RIVERS + 1)
        told = [*told[: MOST_RIVERS - 1], more]
    return tuple(told)


def _crossing_words(crossing: Crossing, state: State, assets: Assets) -> Message:
    place: str | Message = Message("leg {n}", n=crossing.leg)
    if crossing.hex:
        place = place_name(crossing.hex, state, assets)
    if crossing.boat:
        return Message("{boat} at {place}", boat=name_of(state, crossing.boat), place=place)
    return describe_crossing(crossing.how, place)


def ahead_camp(state: State, assets: Assets) -> Message:
    """Return in words when a camp made now ends, and how many rolls it asks for."""
    night = state.clock.after(night_hours(Camp(), state, assets))
    parts = [Message("camp until {hour:clock}", hour=night.hour)]
    if rolls := len(_questions_of(decide(Camp(), state, assets, {}))):
        parts.append(Message("asks {rolls:roll|rolls}", rolls=rolls))
    elif state.schedule is not None and not state.schedule.nights:
        parts.append(Message("no encounter checks"))
    return Message("{parts}", parts=tuple(parts))


def still_asks(
    command: Command, state: State, assets: Assets, answers: Answers, keys: Set[str]
) -> bool:
    """Whether the command will still ask for any of the dice with these keys.

    True while something pending has to be resolved first.
    """
    if has_to_wait(command, state):
        return True
    return any(one.key in keys for one in _questions_of(_tried(command, state, assets, answers)))


def asks_the_same(
    command: Command, state: State, assets: Assets, answers: Answers, asked: Mapping[str, Question]
) -> bool:
    """Whether the command asks exactly the dice that were asked, some of which are answered.

    What follows from an answer is asked when that is there. Answers to other dice are older.
    """
    found = set[str]()
    given = {key: answer for key, answer in answers.items() if key not in asked}
    while True:
        questions = _questions_of(_tried(command, state, assets, given))
        if any(asked.get(question.key) != question for question in questions):
            return False
        keys = [question.key for question in questions]
        found.update(keys)
        more = {key: answers[key] for key in keys if key in answers}
        if not more:
            return found == asked.keys()
        given.update(more)


def has_to_wait(command: Command, state: State) -> bool:
    """Whether something pending has to be resolved before this command."""
    try:
        refuse_while_pending(command, state)
    except Refusal:
        return True
    return False


def decided(command: Command, state: State, assets: Assets, answers: Answers) -> Decided | None:
    """What the command comes to; None if it is refused, or asks for more."""
    found = _tried(command, state, assets, answers)
    if isinstance(found, Decided):
        return found
    return None


def _tried(
    command: Command, state: State, assets: Assets, answers: Answers | None = None
) -> Decided | Needs | Refusal:
    try:
        return decide(command, state, assets, answers or {})
    except Refusal as refusal:
        return refusal


def _questions_of(found: Decided | Needs | Refusal) -> tuple[Question, ...]:
    if isinstance(found, Needs):
        return found.questions
    return ()


class NoRoute(Struct):
    """Why no route is set, and what would help instead (None: nothing has to)."""

    why: Message
    help: Message | None = None

    @property
    def words(self) -> Message:
        """All of it as what Enter does."""
        if self.help is None:
            return Message("nothing: {why}", why=self.why)
        return Message("nothing: {why}; {help}", why=self.why, help=self.help)

    @property
    def brief(self) -> Message:
        """The same where there is little room."""
        if self.help is None:
            return Message("nothing")
        return Message("nothing; {help}", help=self.help)


def ahead_enter(state: State, assets: Assets, cursor: str) -> Message:
    """Return in words what Enter would do with the cursor on this hex, or why nothing."""
    place = place_name(cursor, state, assets)
    missing = no_route(state, assets, cursor)
    if missing is None:
        return Message("send the party to {place}", place=place)
    return missing.words


NO_WAY = NoRoute(Message("no route leads there"), Message(":legs writes a way"))
"""Why no route is set to a hex that cannot be reached."""


def no_route(state: State, assets: Assets, cursor: str) -> NoRoute | None:
    """Return why Enter sets no route with the cursor on this hex; None where it sets one."""
    if state.pending is not None:
        return NoRoute(Message("finish what is pending first"))
    if assets.region(state) is None:
        return NoRoute(Message("there is no map"), Message(":legs writes a way"))
    if cursor == state.place and state.strayed:
        return NoRoute(Message("the party left here"), Message(":rule place"))
    is_there = cursor == state.place and beside(state) is None
    other = Message("/ finds another goal")
    if cursor and state.plan is not None and state.plan.goal == cursor and not is_there:
        return NoRoute(Message("the party is on its way there"), other)
    if cursor in ("", state.place):
        goal = Message("/ finds a goal")
        return NoRoute(Message("the party is here"), goal if state.plan is None else other)
    return None


def sleeps_on(state: State) -> bool:
    """Whether an interrupted night can go on."""
    return state.camped is not None and state.resume > 0


def day_is_over(
    state: State, assets: Assets, marched: Decided | Needs | Refusal | None = None
) -> bool:
    """Whether the ordinary day is used up, with or without a plan.

    `marched` is what `march_on` has come to, where it was asked already.
    """
    if state.plan is None:
        try:
            return 0 < company(state, assets).day_hours <= state.travelled
        except Refusal:
            return False
    if marched is None:
        marched = march_on(state, assets)
    return isinstance(marched, Refusal) and marched.code == "day_over"


def owed_in_camp(state: State, assets: Assets) -> tuple[Question, ...]:
    """Return the rolls due in the camp at the end of today, if nothing is met before.

    For an interrupted night, those of its rest. Empty where the day does not end in camp, as when
    the party arrives before.
    """
    if state.schedule is None or not state.schedule.nights:
        return ()
    answers: dict[str, Answer] = {}
    if state.plan is not None and not sleeps_on(state) and not day_is_over(state, assets):
        while isinstance(outcome := _tried(March(), state, assets, answers), Needs):
            answers |= {question.key: NOBODY_ROLLS for question in outcome.questions}
        if isinstance(outcome, Refusal):
            return ()
        state = evolve_all(state, outcome.events)
    ends = sleeps_on(state) or day_is_over(state, assets)
    if ends:
        return _questions_of(_tried(Camp(), state, assets))
    return ()


NONE = Fraction(0)


class Today(Struct):
    """The day so far and the rest of the day.

    `used` and `allowance` in hours: travelled today, and the ordinary day of the mode in use
    (M-5). `began` is the moment of the day's first hour without pauses. `mode` is "land" or the
    id of a boat. `pace_km_h` is the party's walking pace on open ground, `here_km_h` its pace on
    the current stretch, None without a plan. `slowest` is the id of the member that sets that
    pace ("" afloat). `resume` hours were left by an interruption. `receipt` explains the pace;
    `slowing` are the words of what slows or speeds the whole party on land.
    """

    used: Fraction
    allowance: Fraction
    began: Instant
    mode: str
    pace_km_h: Fraction
    here_km_h: Fraction | None
    slowest: str
    resume: Fraction
    receipt: Receipt
    slowing: tuple[Message, ...]

    @property
    def left(self) -> Fraction:
        """The hours left of the ordinary day."""
        return max(NONE, self.allowance - self.used)


def moving(member: Member, state: State, assets: Assets) -> ResolvedMover:
    """Return this member as it travels now, with the receipt of its pace."""
    return moving_now(member, state, assets.rules)


def slowing(party: Company, state: State) -> tuple[Message, ...]:
    """Return what slows or speeds the whole party now and until when, in words."""
    return tuple(
        Message(
            "{what} until {when}",
            what=factor.receipt.label,
            when=times.moment(state.clock.after(factor.hours), state.calendar),
        )
        if factor.hours is not None
        else factor.receipt.label
        for factor in party.factors
    )


def today(state: State, assets: Assets) -> Today:
    """Return the day so far and the rest of the day."""
    party = company(state, assets)
    stretch = _here(state)
    if stretch is None:
        way = None
    else:
        way = going(party, stretch, assets.rules, state.pace)
    slowest = ""
    pace = party.pace if way is None else way
    if stretch is None:
        slowest = party.slowest.name
    elif stretch.mode == LAND:
        slowest = party.pace_setter(stretch, assets.rules, state.pace).name
    receipt = pace.receipt
    if slowest:
        receipt = assets.rules.cite(
            "T-153",
            "{who} sets the pace",
            KmPerHour(pace.km_h),
            receipt,
            who=name_of(state, slowest),
        )
    return Today(
        used=state.travelled,
        allowance=party.day_hours if way is None else way.day(),
        began=state.clock.after(-state.travelled - (state.camped or 0)),
        mode=LAND if stretch is None else stretch.mode,
        pace_km_h=party.pace.km_h,
        here_km_h=None if way is None else way.pace_at(state.travelled)[0],
        slowest=slowest,
        resume=state.resume if state.camped is None else NONE,
        receipt=receipt,
        slowing=slowing(party, state),
    )


def _here(state: State) -> Stretch | None:
    if state.plan is None:
        return None
    at = settled(state.plan.stretches, state.progress).stretch
    if at < len(state.plan.stretches):
        return state.plan.stretches[at]
    return None


def late(state: State, ahead: Itinerary | None) -> bool | None:
    """Whether the party arrives after its deadline by ordinary days; None without one."""
    if ahead is None or not ahead.days or state.deadline is None:
        return None
    return ahead.days[-1].ends > state.deadline


def way_from_here(
    hex_id: str, known_routes: Routes, state: State, assets: Assets
) -> tuple[Glance, Instant] | None:
    """Return the way to a hex and the arrival where the party is off the middle of its own hex.

    Also where that is the goal of its plan. None elsewhere: `known_routes`, whose ways begin in the
    middle, says it all. Refusals: those of `plan_to`.
    """
    if state.plan is None or state.plan.goal != hex_id:
        region = assets.region(state)
        if beside(state) is None or region is None:
            return None
        found = plan_to(SetRoute(hex_id), state, region, known_routes, assets.rules)
        state = evolve_all(state, (found,))
    ahead = plan_ahead(state, assets)
    if state.plan is None or ahead is None or not ahead.days:
        return None
    by_way: dict[str, Fraction] = {}
    done = state.progress.into_km
    for stretch in state.plan.stretches[state.progress.stretch :]:
        if stretch.mode == LAND:
            way = stretch.way or TRACKLESS
        else:
            way = stretch.mode
        by_way[way] = by_way.get(way, NONE) + stretch.km - done
        done = NONE
    return Glance(ahead.total_km, by_way), ahead.days[-1].ends


def latest_start(state: State, assets: Assets) -> Instant | None:
    """Return the last moment to set out and still meet the deadline by ordinary days.

    That is a morning, or today, to the minute, also on this morning itself, where tomorrow's is
    too late already; an earlier morning when it is too late. None without a plan or deadline.
    """
    if state.plan is None or state.deadline is None:
        return None
    deadline = state.deadline
    always_as_long = company(state, assets).steady_hours is None

    def arrival(ahead: Itinerary, start: Instant, *, fresh: bool) -> Instant:
        if always_as_long:
            return arrival_from(ahead.days, start, state.start_hour, assets.rules)
        then = plan_ahead(replace(state, clock=start), assets, fresh=fresh)
        assert then is not None, "there is a plan"
        return then.days[-1].ends

    rested = plan_ahead(state, assets, fresh=True)
    assert rested is not None, "there is a plan"

    def days_late(start: Instant) -> int:
        return ceil(arrival(rested, start, fresh=True).hours_since(deadline) / DAY)

    start = replace(deadline, hour=state.start_hour)
    start = start.after(-days_late(start) * DAY)
    if not always_as_long:
        while (days := days_late(start)) > 0:
            start = start.after(-days * DAY)
        while days_late(start.after(DAY)) <= 0:
            start = start.after(DAY)
    ahead = plan_ahead(state, assets)
    if start > state.clock or ahead is None or late(state, ahead):
        return start

    def too_late(minutes: int) -> bool:
        then = state.clock.after(Fraction(minutes, 60))
        return arrival(ahead, then, fresh=False) > deadline

    tonight = int((DAY - state.clock.hour) * 60)
    minutes = bisect_left(range(1, tonight), True, key=too_late)
    return state.clock.after(Fraction(minutes, 60))


def owed(marched: Decided | Needs | Refusal) -> tuple[Question, ...]:
    """Return the rolls that a march (`march_on`) asks for; empty when the party cannot go on."""
    return _questions_of(marched)
