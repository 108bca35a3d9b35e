"""A record composed of sessions: their days and fights, pictures, figures, what comes next."""

from __future__ import annotations

from collections.abc import Iterable, Set
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt

from core.calendars import Calendar, Instant
from core.messages import Chance, Hours, Kilometres, Message
from core.play import times
from core.play.facts.fight.turns.events import Paused
from core.play.facts.road.events import EncounterBegun, EncounterEnded
from core.play.facts.state import Fighting, State, known_hexes
from core.play.facts.table.events import Noted
from core.play.history.luck import chance
from core.play.history.previously import LastSession, page
from core.play.view import for_players
from core.values import replace
from saves.exchange.record.document import (
    Audience,
    DamageRow,
    DayRecord,
    LuckRecord,
    Part,
    Phrase,
    Record,
    RecordLine,
    Teller,
    Text,
    capitalise,
    join_texts,
    plain,
)
from saves.exchange.record.fights import FightDraft
from saves.exchange.record.journeys import JourneyTrace, region
from saves.exchange.record.retractions import Retractions, find_retractions
from saves.exchange.record.walk import (
    RecordStep,
    in_short,
    later_notes,
    lines_of,
    looked_at,
    marched,
    sight,
    state_of_audience,
    turns,
    walk,
)
from saves.history.history import History, notes
from saves.history.rulings import rulings
from saves.history.sessions import Session
from saves.history.statistics import statistics
from saves.store import journal

OPEN_QUESTION = "?"
NONE = Fraction(0)


@dataclass
class DayDraft:
    """A day that is being written down."""

    number: int
    start: str
    end: str
    km: Fraction = NONE
    hours: Fraction = NONE
    passages: list[list[RecordLine] | FightDraft] = field(default_factory=list)


@dataclass
class Scribe:
    """Writes the days of one session for one audience.

    `key` begins the keys of its fights, whose `boards` are drawn if asked.
    """

    key: str
    teller: Teller
    boards: bool
    pages: dict[int, DayDraft] = field(default_factory=dict)
    open: list[RecordLine] = field(default_factory=list)
    fights: list[FightDraft] = field(default_factory=list)
    _fight: FightDraft | None = None
    _told: list[tuple[bool, Text]] = field(default_factory=list)
    _phrase: Phrase = field(init=False)

    def begin(self, state: State) -> None:
        """Begin the session in this state, within a fight if one is being played."""
        self._phrase = self.teller.phrases(state)
        if isinstance(state.pending, Fighting):
            self._begin_fight(state.pending.name, state)
            if self._fight is not None and state.fight is not None:
                self._fight.goes_on(state)

    def take(self, step: RecordStep) -> None:
        """Add an entry."""
        before = step.before
        page = self._page(before)
        page.start = page.start or step.after.place
        page.end = step.after.place
        for stint in (stint for one in step.happenings for stint in one.stints):
            page = self._page(before if stint.day == before.clock.day else step.after, stint.day)
            page.km += stint.km
            page.hours += stint.hours
        why: tuple[Text, ...] = ()
        if self.teller.audience == "gm":
            why = tuple(self.teller.tell(one, step.after) for one in in_short(step.receipts))
        happenings = marched(step.happenings)
        for happening, message in zip(happenings, lines_of(happenings), strict=True):
            event = happening.event
            seen = happening.sight
            if isinstance(event, EncounterBegun):
                self._flush(step.before)
                self._begin_fight(event.name, happening.state)
            elif self._fight is not None and turns(event):
                why = self._flush(step.before, why)
            if self._fight is not None:
                self._fight.happened(happening)
            if message is not None:
                self._told.append((seen.secret, self.teller.tell(message, seen.state)))
            if type(event) in (EncounterEnded, Paused) and self._fight is not None:
                self._fight.new_turn(())
                why = self._flush(step.before, why)
                self._fight.over = type(event) is EncounterEnded
                self._fight = None
        self._flush(step.before, why)

    def note(self, noted: Noted, state: State) -> None:
        """Add a note, if this audience may read it."""
        seen = sight(noted, State(), self.teller)
        if not isinstance(seen.event, Noted):
            return
        text = self.teller.tell(Message("{text}", text=seen.event.text), state)
        line = RecordLine(text, self._hour(noted.at), seen.secret, note=True)
        if plain(text).rstrip().endswith(OPEN_QUESTION):
            self.open.append(RecordLine(text, secret=seen.secret))
        self._put(line, self._page(state, noted.at.day))

    def days(self, state: State) -> tuple[DayRecord, ...]:
        """The days in order; `state` is the last of the session."""
        return tuple(self._day(self.pages[number], state) for number in sorted(self.pages))

    def _page(self, state: State, number: int | None = None) -> DayDraft:
        if number is None:
            number = state.clock.day
        return self.pages.setdefault(number, DayDraft(number, state.place, state.place))

    def _begin_fight(self, title: str, state: State) -> None:
        if self._fight is not None:  # what was only told so far is played on a board now
            return
        encounter = state.fight
        self._fight = FightDraft(
            f"{self.key}-f{len(self.fights) + 1}",
            title,
            self.teller.place((encounter and encounter.place) or state.place),
            self._hour(state.clock),
            self.teller,
            self.boards,
        )
        self.fights.append(self._fight)
        self._page(state).passages.append(self._fight)

    def _flush(self, state: State, why: tuple[Text, ...] = ()) -> tuple[Text, ...]:
        # Return the receipts that no line has taken.
        gathered = self._told
        self._told = []
        for secret in (False, True):
            texts = [text for hidden, text in gathered if hidden == secret]
            if texts:
                line = RecordLine(
                    capitalise(join_texts(texts)), self._hour(state.clock), secret, why=why
                )
                self._put(line, self._page(state))
                why = ()
        return why

    def _put(self, line: RecordLine, page: DayDraft) -> None:
        last = page.passages[-1] if page.passages else None
        if self._fight is not None:
            self._fight.lines.append(line)
        elif isinstance(last, list):
            last.append(line)
        else:
            page.passages.append([line])

    def _hour(self, at: Instant) -> str:
        return self._phrase("{hour:clock}", hour=at.hour)

    def _day(self, page: DayDraft, state: State) -> DayRecord:
        phrase = self.teller.phrases(state)
        return DayRecord(
            number=page.number,
            date=phrase("{day}", day=times.full_day(page.number, state.calendar)),
            start=self.teller.place(page.start),
            end=self.teller.place(page.end),
            km=phrase("{km}", km=Kilometres(page.km)) if page.km else "",
            hours=phrase("{hours}", hours=Hours(page.hours)) if page.hours else "",
            far=page.km,
            passages=tuple(
                passage.close() if isinstance(passage, FightDraft) else tidied(passage)
                for passage in page.passages
            ),
        )


def tidied(lines: list[RecordLine]) -> tuple[RecordLine, ...]:
    """Lines of travel, those of the same hour joined."""
    tidy_lines: list[RecordLine] = []
    for line in lines:
        last = tidy_lines[-1] if tidy_lines else None
        alike = last is not None and (last.at, last.secret) == (line.at, line.secret)
        if last is not None and alike and not (last.note or line.note):
            tidy_lines[-1] = replace(
                last, text=join_texts([last.text, line.text], ". "), why=(*last.why, *line.why)
            )
        else:
            tidy_lines.append(line)
    return tuple(tidy_lines)


SECONDS = 3600


def compose(
    history: History, sessions: Iterable[Session], audience: Audience, *, boards: bool = True
) -> Record:
    """The record of these sessions for an audience, with `boards` of the fights if asked.

    Raises UnreadableText.
    """
    composer = Composer(history, audience, boards)
    told_of = tuple(sessions)
    for session in told_of:
        composer.session(session)
    return composer.record(told_of)


@dataclass
class Composer:
    """Puts a record together, session by session, in their order.

    `state` is the true state in which the last of them ended, with row `last`. What the GM has made
    a secret since is one in earlier sessions too.
    """

    history: History
    audience: Audience
    boards: bool
    parts: list[Part] = field(default_factory=list)
    trace: JourneyTrace = field(default_factory=JourneyTrace)
    state: State = field(default_factory=State)
    last: int = 0

    def __post_init__(self) -> None:
        self._later = later_notes(self.history)
        self._spans = journal.spans(self.history.reader, self.history.tip, 0)
        latest = self.history.states.moment(self.history.tip).state
        self._secret = frozenset(mark.hex for mark in latest.marks if not mark.known)
        self._gone = Retractions()
        if self.audience == "players":
            self._gone = find_retractions(self.history)

    def session(self, session: Session) -> None:
        """Add a session."""
        history = self.history
        first = session.first
        if self.last == first - 1:
            now = self.state
        else:
            now = self._after(first - 1)
        way = tuple(walk(history, first, session.last, now, self._spans, self._later))
        steps = tuple(step for step in way if isinstance(step, RecordStep))
        self.state = steps[-1].after if steps else now
        self.last = session.last
        teller = teller_of(history, self.state, self.audience, self._secret)
        scribe = Scribe(f"s{session.number}", teller, self.boards)
        traces = (JourneyTrace(), self.trace)
        for recorder in (scribe, *traces):
            recorder.begin(now)
        for one in way:
            if isinstance(one, Noted):
                scribe.note(one, now)
                continue
            lived = self._gone.lived(one)
            step = self._gone.without(looked_at(lived, teller))
            for recorder in (scribe, *traces):
                recorder.take(step)
            now = step.after
        self.parts.append(self._part(session, scribe, teller, traces[0]))

    def _after(self, seq: int) -> State:
        tip = next((min(end, seq) for first, end in self._spans if first <= seq), 0)
        return self.history.states.moment(tip).state

    def _part(self, session: Session, scribe: Scribe, teller: Teller, trace: JourneyTrace) -> Part:
        state = self.state
        phrase = teller.phrases(state)
        name = phrase("{title}", title=session.title) or phrase("Session {n}", n=session.number)
        span = teller.word(_span(session, state.calendar), state)
        gm = self.audience == "gm"
        title = phrase("{session}: the way", session=name)
        return Part(
            key=scribe.key,
            title=name,
            real_date=session.date,
            span=span,
            summary=phrase(
                "{span}, {km}, {fights:fight|fights}",
                span=span,
                km=session.km,
                fights=session.fights,
            ),
            facts=_facts(session, phrase),
            first=write_date(session.start.day, state.calendar),
            last=write_date(session.end.day, state.calendar),
            hexes=(trace.start, state.place),
            notes=phrase("{text}", text=session.notes) if gm else "",
            days=scribe.days(state),
            rulings=self._rulings(session, teller) if gm else (),
            open=tuple(scribe.open),
            region=region(trace, state, teller, title),
            journey=trace.journey(phrase, state.calendar, title),
        )

    def _rulings(self, session: Session, teller: Teller) -> tuple[RecordLine, ...]:
        lines = []
        phrase = teller.phrases(self.state)
        for ruling in rulings(self.history, session.first, session.last):
            day = times.day(ruling.clock.day, self.state.calendar)
            time_of_day = phrase("{day}, {hour:clock}", day=day, hour=ruling.clock.hour)
            reason = ruling.reason or Message("unexplained")
            what = Message("{what} ({reason})", what=ruling.what, reason=reason)
            lines.append(RecordLine(teller.tell(what, self.state), time_of_day, secret=True))
        return tuple(lines)

    def record(self, sessions: tuple[Session, ...]) -> Record:
        """The whole record."""
        state = self.state
        teller = teller_of(self.history, state, self.audience, self._secret)
        several = len(self.parts) > 1
        phrase = teller.phrases(state)
        title = phrase("The way so far")
        return Record(
            campaign=state.name,
            title=self.parts[0].title if len(self.parts) == 1 else state.name,
            audience=self.audience,
            calendar=state.calendar.name,
            km=phrase("{km}", km=Kilometres(self.trace.km)),
            party=tuple(member.name for member in state.members if member.role == "character"),
            parts=tuple(self.parts),
            previously=self._previously(sessions[-1], teller) if sessions else (),
            luck=self._luck(sessions, teller),
            damage=self._damage(sessions, teller) if self.audience == "gm" else (),
            region=region(self.trace, state, teller, title) if several else None,
            journey=self.trace.journey(phrase, state.calendar, title) if several else None,
        )

    def _previously(self, last: Session, teller: Teller) -> tuple[Text, ...]:
        # Where the party is, who is hurt, what ends when, what was left open.
        gm = self.audience == "gm"
        seen = state_of_audience(self._gone.alive(self.state, self.last), teller)
        texts = [
            note.text
            for note in notes(self.history)
            if note.seq <= last.last
            if gm or for_players(State(), ((Noted(State().clock, note.text, note.shared),),))[1]
        ]
        unexplained = tuple(
            Message("{what}", what=one.what)
            for one in (rulings(self.history, last.first, last.last) if gm else ())
            if not one.reason
        )
        lines = page(
            seen,
            teller.mapless,
            notes=tuple(texts),
            last=LastSession(last.number, last.title, last.date, unexplained),
        )
        return tuple(capitalise(teller.tell(line, seen)) for line in lines)

    def _damage(self, sessions: tuple[Session, ...], teller: Teller) -> tuple[DamageRow, ...]:
        if not sessions:
            return ()
        damage = statistics(self.history, sessions[0].first, sessions[-1].last).damage
        if damage is None:
            return ()
        phrase = teller.phrases(self.state)
        rows = [DamageRow(one.name, str(one.dealt), str(one.taken)) for one in damage.members]
        others = damage.others
        if others.dealt or others.taken:
            name = phrase("everybody else")
            rows.append(DamageRow(name, str(others.dealt), str(others.taken)))
        if damage.nobody:
            rows.append(DamageRow(phrase("nobody"), str(damage.nobody), ""))
        if damage.unknown:
            rows.append(DamageRow(phrase("unknown"), str(damage.unknown), ""))
        return tuple(rows)

    def _luck(self, sessions: tuple[Session, ...], teller: Teller) -> tuple[LuckRecord, ...]:
        if not sessions:
            return ()
        figures = statistics(self.history, sessions[0].first, sessions[-1].last)
        phrase = teller.phrases(self.state)
        rows = [(one.name, one.tally) for one in figures.luck]
        if self.audience == "gm" and figures.table.rolls:
            rows.append((phrase("everybody else"), figures.table))
        return tuple(
            LuckRecord(
                who=name,
                throws=tally.rolls,
                shown=tally.shown,
                expected=phrase("{sum}", sum=tally.expected),
                balance=phrase("{sum:+}", sum=tally.balance),
                twenties=tally.twenties,
                ones=tally.ones,
                chance=phrase("{chance}", chance=Chance(chance(tally))),
                spread=float(tally.balance) / sqrt(tally.variance) if tally.variance else 0.0,
            )
            for name, tally in rows
        )


def teller_of(
    history: History, state: State, audience: Audience, secret: Set[str] = frozenset()
) -> Teller:
    """The teller for an audience, with the names that it may know in `state`.

    `secret` are the hexes that players must not read of, although they knew them then.
    """
    assets = history.asset_store.assets(state)
    found = assets.region(state)
    cells, names = ((), {}) if found is None else (found.cells, found.names)
    hexes = frozenset(cells)
    if audience == "players":
        hexes = known_hexes(state, assets) - secret
    places = {hex: name for hex, name in names.items() if hex in hexes}
    members = frozenset(member.name for member in state.members if member.role == "character")
    return Teller(history.say, assets, places, members, hexes, audience)


def write_date(day: int, calendar: Calendar) -> str:
    """A date as calendar plugins write it: year, month, day."""
    date = calendar.date(day)
    month = [month.name for month in calendar.months].index(date.month) + 1
    return f"{date.year}-{month:02}-{date.day:02}"


def _span(session: Session, calendar: Calendar) -> Message:
    first = session.start.day
    last = session.end.day
    if first == last:
        return times.full_day(last, calendar)
    return Message(
        "{first} to {last}",
        first=times.day(first, calendar),
        last=times.full_day(last, calendar),
    )


def _facts(session: Session, phrase: Phrase) -> tuple[tuple[str, str], ...]:
    played = Hours(session.played.total_seconds().__trunc__(), SECONDS)
    return (
        (phrase("At the table"), phrase("{hours}", hours=played)),
        (phrase("Days"), phrase("{n}", n=session.days)),
        (phrase("Travelled"), phrase("{km}", km=session.km)),
        (phrase("Fights"), phrase("{n}", n=session.fights)),
        (phrase("Hurt"), phrase("{who}", who=session.hurt) if session.hurt else phrase("nobody")),
    )
