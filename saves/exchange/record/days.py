"""The days of a session: travel, with the fights in their places."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from core.calendars import Instant
from core.messages import Hours, Kilometres, Message
from core.play import times
from core.play.fight.turns.events import Paused
from core.play.road.events import EncounterBegun, EncounterEnded
from core.play.state import Fighting, State
from core.play.table.events import Noted
from core.values import replace
from saves.exchange.record import told
from saves.exchange.record.document import (
    Audience,
    DayRecord,
    RecordLine,
    Teller,
    Text,
    begun,
    joined,
    plain,
)
from saves.exchange.record.fights import FightDraft, place_of
from saves.exchange.record.walk import RecordStep, sight

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

    def write(self, line: RecordLine) -> None:
        """Add a line of travel."""
        if not self.passages or isinstance(self.passages[-1], FightDraft):
            self.passages.append([])
        lines = self.passages[-1]
        assert isinstance(lines, list)
        lines.append(line)


@dataclass
class Scribe:
    """Writes the days of one session for one audience.

    `key` begins the keys of its fights.
    """

    key: str
    teller: Teller
    audience: Audience
    pages: dict[int, DayDraft] = field(default_factory=dict)
    open: list[RecordLine] = field(default_factory=list)
    fights: list[FightDraft] = field(default_factory=list)
    _fight: FightDraft | None = None
    _told: list[tuple[bool, Text]] = field(default_factory=list)
    _hours: dict[Fraction, str] = field(default_factory=dict)

    def begin(self, state: State) -> None:
        """Begin the session in this state, within a fight if one is being played."""
        if isinstance(state.pending, Fighting):
            self._begin_fight(state.pending.name, state)
            if self._fight is not None and state.fight is not None:
                self._fight.goes_on(state)

    def take(self, step: RecordStep) -> None:
        """Add an entry."""
        before, clock = step.before, step.before.clock
        page = self._page(before)
        page.start, page.end = page.start or step.after.place, step.after.place
        for stint in (stint for stints in step.travelled for stint in stints):
            page = self._page(step.after if stint.day != clock.day else before, stint.day)
            page.km += stint.km
            page.hours += stint.hours
        why: tuple[Text, ...] = ()
        if self.audience == "gm":
            why = tuple(self.teller.tell(one, step.after) for one in told.why(step.receipts))
        pairs = zip(step.events, step.sights, step.states, strict=True)
        happenings = told.marched(tuple(pairs))
        messages = told.messages(happenings, self.audience)
        for (event, seen, state), message in zip(happenings, messages, strict=True):
            if type(event) is EncounterBegun:
                self._flush(step.before)
                self._begin_fight(event.name, state)
            elif self._fight is not None and told.turns(event):
                why = () if self._flush(step.before, why) else why
            if self._fight is not None:
                self._fight.happened(event, seen, state)
            if message is not None:
                self._told.append((seen.secret, self.teller.tell(message, seen.state)))
            if type(event) in (EncounterEnded, Paused) and self._fight is not None:
                self._fight.new_turn(())
                why = () if self._flush(step.before, why) else why
                self._fight.over = type(event) is EncounterEnded
                self._fight = None
        self._flush(step.before, why)

    def note(self, noted: Noted, state: State) -> None:
        """Add a note, if this audience may read it."""
        seen = sight(noted, State(), self.audience)
        if not isinstance(seen.event, Noted):
            return
        text = self.teller.tell(Message("{text}", text=seen.event.text), state)
        line = RecordLine(text, self._hour(noted.at, state), seen.secret, note=True)
        if plain(text).rstrip().endswith(OPEN_QUESTION):
            self.open.append(RecordLine(text, secret=seen.secret))
        self._put(line, self._page(state, noted.at.day))

    def days(self, state: State) -> tuple[DayRecord, ...]:
        """The days in order; `state` is the last of the session."""
        return tuple(self._day(self.pages[number], state) for number in sorted(self.pages))

    def _page(self, state: State, number: int | None = None) -> DayDraft:
        number = state.clock.day if number is None else number
        return self.pages.setdefault(number, DayDraft(number, state.place, state.place))

    def _begin_fight(self, title: str, state: State) -> None:
        if self._fight is not None:  # what was only told so far is played on a board now
            return
        found = state.fight
        self._fight = FightDraft(
            f"{self.key}-f{len(self.fights) + 1}", title,
            self.teller.place(place_of(state, found)), self._hour(state.clock, state),
            self.teller, self.audience,
        )  # fmt: skip
        self.fights.append(self._fight)
        self._page(state).passages.append(self._fight)

    def _flush(self, state: State, why: tuple[Text, ...] = ()) -> bool:
        gathered, self._told = self._told, []
        found = False
        for secret in (False, True):
            texts = [text for hidden, text in gathered if hidden == secret]
            if texts:
                line = RecordLine(begun(joined(texts)), self._hour(state.clock, state), secret,
                            why=() if found else why)  # fmt: skip
                self._put(line, self._page(state))
                found = True
        return found

    def _put(self, line: RecordLine, page: DayDraft) -> None:
        if self._fight is not None:
            self._fight.write(line)
        else:
            page.write(line)

    def _hour(self, at: Instant, state: State) -> str:
        found = self._hours.get(at.hour)
        if found is None:
            found = self.teller.phrases(state)("{hour:clock}", hour=at.hour)
            self._hours[at.hour] = found
        return found

    def _day(self, page: DayDraft, state: State) -> DayRecord:
        phrase = self.teller.phrases(state)
        return DayRecord(
            page.number,
            phrase("{day}", day=times.full_day(page.number, state.calendar)),
            self.teller.place(page.start),
            self.teller.place(page.end),
            phrase("{km}", km=Kilometres(page.km)) if page.km else "",
            phrase("{hours}", hours=Hours(page.hours)) if page.hours else "",
            page.km,
            tuple(
                passage.close() if isinstance(passage, FightDraft) else tidied(passage)
                for passage in page.passages
            ),
        )


def tidied(lines: list[RecordLine]) -> tuple[RecordLine, ...]:
    """Lines of travel, those of the same hour joined."""
    found: list[RecordLine] = []
    for line in lines:
        last = found[-1] if found else None
        alike = last is not None and (last.at, last.secret) == (line.at, line.secret)
        if last is not None and alike and not (last.note or line.note):
            found[-1] = replace(
                last, text=joined([last.text, line.text], ". "), why=(*last.why, *line.why)
            )
        else:
            found.append(line)
    return tuple(found)
