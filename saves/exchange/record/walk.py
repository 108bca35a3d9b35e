"""The entries of a session in order, and what of them one audience of a record may know."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from fractions import Fraction
from functools import cached_property
from typing import TypeAlias

from core.play.fold import Event
from core.play.history.facts import DayTotal, stints
from core.play.state import State
from core.play.table.events import Founded, Noted
from core.play.union import evolve
from core.play.view import each_for_players, for_players
from core.receipts import Receipt
from core.values import Struct, replace
from saves.exchange.record.document import Audience
from saves.history.history import History
from saves.store import codec, journal
from saves.store.entries import Annotate
from saves.store.journal import StoredRow
from saves.store.packing import unpack


class Sight(Struct, dict=True):
    """An event as it is told: None when the audience is told nothing of it.

    `after` is the true state after it, for players with no other encounters than it can tell of;
    players know these `hexes`.
    """

    event: Event | None
    after: State
    audience: Audience
    hexes: Set[str] = frozenset()

    @cached_property
    def secret(self) -> bool:
        """Whether only the GM may know it."""
        if self.event is None or self.audience != "gm":
            return False
        return not _told(self.event, _after(self.event, self.after), self.hexes)

    @property
    def state(self) -> State:
        """The state after the event as the audience knows it."""
        return self.after if self.audience == "gm" else self._state

    @cached_property
    def _state(self) -> State:
        return known(self.after, self.audience, self.hexes)


def sight(event: Event, state: State, audience: Audience, hexes: Set[str] = frozenset()) -> Sight:
    """An event that has led to `state`, for an audience; players know these `hexes`."""
    if audience == "gm":
        return Sight(event, state, audience, hexes)
    after = _after(event, state)
    told = _told(event, after, hexes)
    return Sight(told[0] if told else None, after, audience, hexes)


def _after(event: Event, state: State) -> State:
    return slim(state, getattr(event, "encounter", ""))


def _told(event: Event, after: State, hexes: Set[str]) -> tuple[Event, ...]:
    return each_for_players(after, ((event,),), hexes)[0]


def known(state: State, audience: Audience, hexes: Set[str] = frozenset()) -> State:
    """The state as an audience knows it; players know these `hexes`."""
    return state if audience == "gm" else for_players(state, known=hexes)[0]


def slim(state: State, encounter: str = "") -> State:
    """The state as far as an event can tell of it: of a long campaign it is a small part.

    Left out are the plan, notes, marks of the map, who has departed, and encounters but the fight,
    which is the first, the one with the id `encounter`, and those upon whose creatures something
    hangs that lies on a member.
    """
    fight = state.fight
    hang = {one.until.who for member in state.members for one in member.lasting} - {""}
    looked_at = state.encounters if hang or encounter not in ("", fight and fight.id) else ()
    kept = tuple(
        one
        for one in looked_at
        if one is not fight
        if one.id == encounter
        or (one.status != "over" and hang and any(foe.id in hang for foe in one.foes))
    )
    there = kept if fight is None else (fight, *kept)
    return replace(state, encounters=there, plan=None, notes=(), marks=(), departed=())


Later: TypeAlias = Mapping[int, tuple[Noted, ...]]
"""The notes that were written later, by the entry that they belong to."""
Spans: TypeAlias = list[tuple[int, int]]
"""The ranges of rows of the story, the newest first."""


class Happening(Struct):
    """An event, what is seen of it, the true state after it, and what was travelled in it."""

    event: Event
    sight: Sight
    state: State
    stints: tuple[DayTotal, ...]


class RecordStep(Struct):
    """A play entry of the story: the states around it, and what happened in it.

    `states` are the true states after each event; the last is that after the entry. `packed` are
    its receipts as stored. `happenings` are there once it was `looked_at`.
    """

    before: State
    events: tuple[Event, ...]
    states: tuple[State, ...]
    packed: bytes
    happenings: tuple[Happening, ...] = ()

    @property
    def after(self) -> State:
        """The state after the entry."""
        return self.states[-1] if self.states else self.before

    @property
    def receipts(self) -> tuple[Receipt, ...]:
        """The receipts of the entry."""
        return unpack(self.packed) if self.packed else ()


def later_notes(history: History) -> Later:
    """The notes that were written later. Raises UnreadableText."""
    found: dict[int, tuple[Noted, ...]] = {}
    for row in journal.aside(history.reader, "note"):
        command, _, events = codec.load_body(row.body)
        if isinstance(command, Annotate):
            found[command.entry] = (*found.get(command.entry, ()), *_noted(events))
    return found


def walk(
    history: History,
    first: int,
    last: int,
    before: State,
    spans: Spans,
    later: Later,
) -> Iterator[RecordStep | Noted]:
    """What rows `first` to `last` tell, in order, from the state `before`.

    What was undone is left out; notes that were written later follow the row at whose moment they
    stand. The rows are not checked again. Raises UnreadableText.
    """
    state = before
    spans = [span for span in reversed(spans) if span[1] >= first]
    for row in journal.stored(history.reader, first - 1):
        if row.seq > last:
            break
        if row.kind == "note":
            command, _, events = codec.load_body(row.body)
            yield from () if isinstance(command, Annotate) else _noted(events)
        elif row.kind == "play":
            while spans and spans[0][1] < row.seq:
                del spans[0]
            if spans and spans[0][0] <= row.seq:
                step = _step(row, state)
                state = step.after
                yield step
        yield from later.get(row.seq, ())


def _noted(events: tuple[Event, ...]) -> tuple[Noted, ...]:
    return tuple(event for event in events if isinstance(event, Noted))


def looked_at(
    step: RecordStep, audience: Audience, hexes: Set[str], ordinary: Fraction
) -> RecordStep:
    """The entry with what an audience sees of it; players know these `hexes`.

    `ordinary` hours are a day's march.
    """
    befores = (step.before, *step.states)
    happenings = tuple(
        Happening(
            event, sight(event, state, audience, hexes), state, stints(before, (event,), ordinary)
        )
        for event, state, before in zip(step.events, step.states, befores, strict=False)
    )
    return replace(step, happenings=happenings)


def _step(row: StoredRow, before: State) -> RecordStep:
    events = codec.load_events(row.body)
    states = []
    state = before
    for event in events:
        state = evolve(state, event)
        states.append(state)
    if events and isinstance(events[0], Founded):  # before it there was no time
        before = replace(before, clock=state.clock, calendar=state.calendar)
    return RecordStep(before, events, tuple(states), row.receipts)
