"""Facts of one entry: its moment, and the figures it adds to the campaign's history."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from core.calendars import DAY, Instant
from core.dice import Answer, Answers, Ruled
from core.messages import adding
from core.play.facts.encounter import Encounter, turns
from core.play.facts.fight.setup.events import CreaturesPlaced
from core.play.facts.road.events import EncounterBegun, Strained, TimePassed, Travelled
from core.play.facts.state import Fighting, State
from core.play.facts.table.events import NOBODY, Amended, Damaged, RulingMade
from core.play.history.thrown_dice import Roll, rolls
from core.play.union import Command, Event
from core.rulesets.schema import Ruleset
from core.secrecy import concerned
from core.travel.tiring_travel import ordinary_hours
from core.values import Struct

NONE = Fraction(0)
HURTING = (Damaged, Strained)
RULED = (Ruled, RulingMade, Amended, CreaturesPlaced)


class DayTotal(Struct, omit_defaults=True):
    """One day of the calendar, from midnight to midnight; `day` is its number since the epoch.

    `forced` are those of the `hours` before which a member had marched a whole ordinary day,
    `fights` the encounters that began, `damage` what members of the party were dealt.
    """

    day: int
    km: Fraction = NONE
    hours: Fraction = NONE
    forced: Fraction = NONE
    fights: int = 0
    damage: int = 0

    def __add__(self, other: DayTotal) -> DayTotal:
        """Return the sum of both, which are of the same day."""
        fights = self.fights + other.fights
        damage = self.damage + other.damage
        if not (other.hours or other.km):  # as in most entries: nothing was travelled
            return DayTotal(self.day, self.km, self.hours, self.forced, fights, damage)
        return DayTotal(
            self.day,
            self.km + other.km,
            self.hours + other.hours,
            self.forced + other.forced or NONE,  # left out of what is kept
            fights,
            damage,
        )


def stints(before: State, events: Sequence[Event], ordinary: Fraction) -> tuple[DayTotal, ...]:
    """Return the travel of `events` by day from the state `before`; `ordinary` in hours a day.

    Hours and kilometres are split exactly where that day ends, and at midnight.
    """
    if Travelled not in map(type, events):
        return ()
    return join_days(_each(before, events, ordinary))


def _each(before: State, events: Sequence[Event], ordinary: Fraction) -> Iterator[DayTotal]:
    clock = before.clock
    marched = {member.id: member.marched for member in before.members if member.present}
    for event in events:
        match event:
            case Travelled(hours=hours):
                extra = _beyond(event, marched, ordinary)
                yield from _by_day(event, clock, extra)
                add = adding(hours)
                marched |= {who: add(marched.get(who, NONE)) for who in event.marched}
                clock = clock.after(hours)
            case TimePassed(hours, _, slept):
                marched = {} if slept else marched
                clock = clock.after(hours)
            case _:
                pass


def _beyond(event: Travelled, marched: dict[str, Fraction], ordinary: Fraction) -> Fraction:
    longest = {id(each): each for each in (marched.get(who, NONE) for who in event.marched)}
    most = max(longest.values(), default=None)
    if most is None:
        return NONE
    return min(event.hours, max(NONE, most + event.hours - ordinary))


def _by_day(event: Travelled, clock: Instant, extra: Fraction) -> Iterator[DayTotal]:
    if event.hours and clock.hour + event.hours <= DAY:
        yield DayTotal(clock.day, event.km, event.hours, extra)
        return
    gone = NONE
    while gone < event.hours:
        hours = min(event.hours - gone, DAY - clock.hour)
        gone += hours
        forced = min(hours, max(NONE, gone - (event.hours - extra)))
        yield DayTotal(clock.day, event.km * hours / event.hours, hours, forced)
        clock = clock.after(hours)


class DamageDealt(Struct, omit_defaults=True):
    """Points of damage that `who` took, dealt by `by`: ids; NOBODY and None as in `Damaged`."""

    who: str
    points: int
    by: str | None = NOBODY


class Facts(Struct, omit_defaults=True):
    """One play entry as the history counts it.

    `clock` is the instant after it. `encounter` is the id of the encounter then on the board
    ("" on the road), `round` its round (0 before the first) and `acting` the key of the slot that
    acts; an entry that takes a fight off the board still belongs to its last round.
    `place` is the party's hex. `km` and `hours` were travelled in it, `forced` are the hours
    beyond the ordinary day (T-101), `stints` the same for each day of the calendar.
    `fights` are the names of encounters that began in it (not of resumed ones), `hurt` the damage
    dealt to each member (id, points; nonlethal and temporary hit points included), `damage` that
    dealt to anybody, by whom, `rolls` the dice thrown in it. `about` are the ids of all creatures
    it concerns, `ruled` the number of its answers and events that are GM rulings.
    """

    clock: Instant
    encounter: str = ""
    round: int = 0
    acting: str = ""
    place: str = ""
    km: Fraction = NONE
    hours: Fraction = NONE
    forced: Fraction = NONE
    stints: tuple[DayTotal, ...] = ()
    fights: tuple[str, ...] = ()
    hurt: tuple[tuple[str, int], ...] = ()
    damage: tuple[DamageDealt, ...] = ()
    rolls: tuple[Roll, ...] = ()
    about: tuple[str, ...] = ()
    ruled: int = 0


def facts(
    before: State,
    command: Command,
    answers: Answers,
    events: Sequence[Event],
    after: State,
    rules: Ruleset,
) -> Facts:
    """Return the facts of an entry, given its command, answers, events and the states around it.

    `rules` is the ruleset in force after it, for the ordinary day and some of the dice.
    """
    fight = after.fight or before.fight
    travelled = stints(before, events, ordinary_hours(rules))
    kinds = {*map(type, events), *map(type, answers.values())}
    damage = () if kinds.isdisjoint(HURTING) else add_damage(_find_damage(events))
    hurt: Counter[str] = Counter()
    for dealt in damage:
        if before.member(dealt.who) or after.member(dealt.who):
            hurt[dealt.who] += dealt.points
    return Facts(
        clock=after.clock,
        encounter="" if fight is None else fight.id,
        round=0 if fight is None else fight.round,
        acting="" if fight is None else fight.acting,
        place=after.hex_now,
        km=sum([one.km for one in travelled], NONE),
        hours=sum([one.hours for one in travelled], NONE),
        forced=sum([one.forced for one in travelled], NONE) or NONE,  # left out of what is kept
        stints=travelled,
        fights=tuple(_find_begun(before, events)) if EncounterBegun in kinds else (),
        hurt=tuple(hurt.items()),
        damage=damage,
        rolls=rolls(before, command, answers, events, rules) if answers else (),
        about=about(events, fight),
        ruled=0 if kinds.isdisjoint(RULED) else sum(map(is_ruling, (*answers.values(), *events))),
    )


def _find_damage(events: Iterable[Event]) -> Iterator[DamageDealt]:
    for event in events:
        match event:
            case Damaged():
                yield DamageDealt(event.who, event.amount, event.by)
            case Strained():
                yield DamageDealt(event.who, event.amount)
            case _:
                pass


def add_damage(parts: Iterable[DamageDealt]) -> tuple[DamageDealt, ...]:
    """Return the points that each took from each, in the order of the first of them."""
    points: Counter[tuple[str, str | None]] = Counter()
    for part in parts:
        points[part.who, part.by] += part.points
    return tuple(DamageDealt(who, amount, by) for (who, by), amount in points.items())


def about(events: Iterable[Event], fight: Encounter | None) -> tuple[str, ...]:
    """Return the ids of all creatures that `events` are about, in order of appearance.

    `fight` is the encounter that their slots belong to. A march is about no creature.
    """
    acting = {} if fight is None else turns(fight.order)
    found = dict.fromkeys(who for event in events for who in concerned(event, acting))
    found.pop("", None)
    return tuple(found)


def is_ruling(said: Answer | Event) -> bool:
    """Whether an answer or event is a GM ruling, creatures moved for a reason included."""
    if isinstance(said, CreaturesPlaced):
        return bool(said.reason)
    return isinstance(said, RULED)


def _find_begun(before: State, events: Iterable[Event]) -> Iterator[str]:
    for event in events:
        if not isinstance(event, EncounterBegun) or isinstance(before.pending, Fighting):
            continue
        known = before.encounter(event.encounter) if event.encounter else None
        if known is None or known.status != "paused":
            yield event.name


def by_day(story: Iterable[Facts]) -> tuple[DayTotal, ...]:
    """Return the days in which anything happened, first to last."""
    return join_days(one for facts in story for one in _parts(facts))


def join_days(days: Iterable[DayTotal]) -> tuple[DayTotal, ...]:
    """Return the days, those that occur several times added up, first to last."""
    totals: dict[int, DayTotal] = {}
    for total in days:
        old = totals.get(total.day)
        if old is None:
            totals[total.day] = total
        else:
            totals[total.day] = old + total
    return tuple(totals[day] for day in sorted(totals))


def _parts(facts: Facts) -> Iterator[DayTotal]:
    damage = sum(points for _, points in facts.hurt)
    yield DayTotal(facts.clock.day, fights=len(facts.fights), damage=damage)
    yield from facts.stints
