"""Rows read as entries, with their command and events in words. Private to saves."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import get_args

from core.dice import Answer
from core.messages import Message
from core.play.facts.fight.turns.events import Interposed, TurnBegan
from core.play.facts.road.events import EncounterBegun, EncounterMet
from core.play.facts.state import State
from core.play.facts.table.events import Noted
from core.play.fight.turns.narration import slot_name
from core.play.table.narration import shortened
from core.play.union import Event, describe, evolve, narrate
from core.values import Struct, replace
from saves.store import codec, journal
from saves.store.connection import Connection
from saves.store.entries import (
    MARKS,
    Annotate,
    BeginSession,
    BornFrom,
    BranchPoint,
    Entry,
    JoinSessions,
    Kept,
    NameSession,
    Recorded,
    Redo,
    RowKind,
    SplitSession,
    Undo,
    branched,
)
from saves.store.models import StoredRow
from saves.store.refusals import UnreadableText
from saves.store.state_history import StateHistory

KINDS: Mapping[str, RowKind] = {kind: kind for kind in get_args(RowKind)}
REMEMBERED = 500
LONGEST_REMEMBERED = 100_000
"""Letters of a row's body beyond which its entry is read again each time."""
_TURNING = tuple(
    f'"kind":"{event.__struct_config__.tag}"' for event in (TurnBegan, Interposed, EncounterBegun)
)
"""What the body of a row holds in which a turn or a fight begins."""


class StoryStep(Struct):
    """An intent of the story up to one of its entries.

    `before` is the tip before its first entry, `asked` that entry's command, `state` the state it
    was given in. `meets`: the last entry met something.
    """

    intent: str
    before: int
    asked: Recorded
    state: State
    meets: bool

    @property
    def title(self) -> Message:
        """The intent in words."""
        return name(self.asked, self.state)


def name(command: Recorded, state: State) -> Message:
    """A short name of a command; `state` is the state before it."""
    match command:
        case Undo():
            return Message("undo")
        case Redo():
            return Message("redo")
        case BeginSession(text):
            return Message("begin session {title}", title=text)
        case NameSession(_, ""):
            return Message("note on a session")
        case NameSession(_, text):
            return Message("name session {title}", title=text)
        case JoinSessions():
            return Message("join two sessions")
        case SplitSession():
            return Message("split a session")
        case Annotate(seq, text):
            return Message('note at entry {seq} "{text}"', seq=seq, text=shortened(text))
        case BornFrom(_, text):
            return Message("what-if branch of {campaign}", campaign=text)
        case Kept():
            return Message("keep the branch")
        case _:
            return describe(command, state)


def told_mark(command: Recorded) -> tuple[Message, ...] | None:
    """The lines of a mark; None for undo, redo, notes to entries and other commands."""
    match command:
        case BeginSession(text):
            return (Message("session {title} begins", title=text),)
        case NameSession(at, "", ""):
            return (Message("title removed: the session of entry {seq}", seq=at),)
        case NameSession(at, text, ""):
            return (Message("named: {title} (the session of entry {seq})", seq=at, title=text),)
        case NameSession(at, "", notes):
            return (Message("session notes: {notes} (of entry {seq})", seq=at, notes=notes),)
        case NameSession(at, text, notes):
            return (
                Message("named: {title} (the session of entry {seq})", seq=at, title=text),
                Message("session notes: {notes}", notes=notes),
            )
        case JoinSessions(at):
            return (Message("sessions joined at entry {seq}", seq=at),)
        case SplitSession(at):
            return (Message("session split at entry {seq}", seq=at),)
        case BornFrom(_, text, seq):
            return (Message("branched after entry {seq} of {campaign}", seq=seq, campaign=text),)
        case Kept():
            return (Message("kept as a campaign of its own"),)
        case _:
            return None


def met(events: Iterable[Event]) -> bool:
    """Whether these events leave an encounter to be answered."""
    return any(isinstance(event, EncounterMet) for event in events)


def narrate_events(state: State, events: Iterable[Event]) -> tuple[State, tuple[Message, ...]]:
    """The state after `events`, and a line for each of them."""
    told = []
    for event in events:
        state = evolve(state, event)
        told.append(narrate(event, state))
    return state, tuple(told)


def turn(state: State) -> Message:
    """The current turn in words."""
    if state.fight is None:
        acting = ""
    else:
        acting = state.fight.acting
    return Message("the turn of {who}", who=slot_name(state, acting))


@dataclass(slots=True)
class EntryReader:
    """Reads entries and remembers the last few hundred."""

    reader: Connection
    states: StateHistory
    _memo: OrderedDict[int, Entry] = field(default_factory=OrderedDict)

    def step(self, tip: int) -> StoryStep:
        """The intent of the play entry `tip`. Raises UnreadableText."""
        first = last = self.row(tip)
        while first.parent and (before := self.row(first.parent)).intent == last.intent:
            first = before
        command, _, _ = codec.load_body(first.body)
        _, _, events = codec.load_body(last.body)
        state = self.states.moment(first.parent).state
        return StoryStep(last.intent, first.parent, command, state, met(events))

    def turn_began(self, tip: int) -> int:
        """The play entry before `tip` that began the current turn, or the turn before; else 0."""
        for row in journal.story_before(self.reader, tip):
            if not any(name in row.body for name in _TURNING):
                continue  # a turn may hold thousands of entries
            events = codec.load_events(row.body)
            if row.seq != tip and any(isinstance(one, TurnBegan | Interposed) for one in events):
                return row.seq
            if any(isinstance(event, EncounterBegun) for event in events):
                return 0
        return 0

    def branch_point(self, newest: int) -> BranchPoint | None:
        """Where this branch left its campaign, by rows up to `newest`; None if it is not a branch.

        Raises UnreadableText.
        """
        for row in reversed(journal.aside(self.reader, "session", newest)):
            command = codec.load_body(row.body)[0]
            if isinstance(command, Kept):
                return None
            if isinstance(command, BornFrom):
                return branched(command, self.states.moment(row.tip).state)
        return None

    def remember(self, entry: Entry) -> None:
        """Cache an entry."""
        self._memo[entry.seq] = entry
        if len(self._memo) > REMEMBERED:
            self._memo.popitem(last=False)

    def entry(self, row: StoredRow) -> Entry:
        """A row as an entry, without `undone`. Raises UnreadableText."""
        known = self._memo.get(row.seq)
        if known is None:
            known = self._read(row)
            if len(row.body) <= LONGEST_REMEMBERED:
                self.remember(known)
        return known

    def marked(self, rows: list[StoredRow], tip: int) -> tuple[Entry, ...]:
        """Rows in order as entries, those outside the story of `tip` marked as undone."""
        if not rows:
            return ()
        spans = journal.spans(self.reader, tip, rows[0].seq)
        played = {row.seq for row in rows if any(low <= row.seq <= high for low, high in spans)}
        return tuple(
            replace(self.entry(row), undone=row.kind == "play" and row.seq not in played)
            for row in rows
        )

    def row(self, seq: int) -> StoredRow:
        """The row `seq`. Raises UnreadableText if there is none."""
        row = journal.row(self.reader, seq)
        if row is None:
            raise UnreadableText(f"row {seq} is missing")
        return row

    def _read(self, row: StoredRow) -> Entry:
        command, answers, events = codec.load_body(row.body)
        state: State | None = None
        told: tuple[Message, ...] | None
        match command:
            case _ if row.kind != "note" and type(command) not in MARKS:
                before = self.states.moment(row.parent)
                state, told = narrate_events(before.state, events)
                self.states.remember(row.seq, before.after(state, len(events)))
            case Undo(turn=True):
                told = (Message("undone: {what}", what=turn(self.states.moment(row.tip).state)),)
            case Undo(by_step):
                step = self.step(row.parent)
                if by_step:
                    command_undone, _, _ = codec.load_body(self.row(row.parent).body)
                    step = replace(step, asked=command_undone)
                told = (Message("undone: {what}", what=step.title),)
            case Redo():
                step = self.step(row.tip)
                whole_turn = step.before > row.parent
                if whole_turn:
                    what = turn(self.states.moment(row.parent).state)
                else:
                    what = step.title
                told = (Message("done again: {what}", what=what),)
            case _:
                told = told_mark(command)
                if told is None:
                    told = tuple(narrate(event, State()) for event in events)
                    noted = (event.at for event in events if isinstance(event, Noted))
                    state = State(clock=next(noted, State().clock))
        if state is None:
            state = self.states.moment(row.tip).state
        return as_entry(row, command, answers, events, state, told)


def as_entry(
    row: StoredRow,
    command: Recorded,
    answers: Mapping[str, Answer],
    events: tuple[Event, ...],
    state: State,
    told: tuple[Message, ...],
) -> Entry:
    """The entry of a row with its outcome. Raises UnreadableText for an unknown kind."""
    kind = KINDS.get(row.kind)
    if kind is None:
        raise UnreadableText(f"row {row.seq} is of kind {row.kind}")
    return Entry(
        seq=row.seq,
        intent=row.intent,
        kind=kind,
        parent=row.parent,
        tip=row.tip,
        at=row.at,
        command=command,
        answers=answers,
        events=events,
        clock=state.clock,
        told=told,
        who=row.who,
        packed=row.receipts,
    )
