"""The entries of a session in order, for one audience."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from fractions import Fraction
from typing import TypeAlias

from core.play.fold import Event
from core.play.history.facts import DayTravel, stints
from core.play.state import State
from core.play.table.events import Founded, Noted
from core.play.union import evolve
from core.receipts import Receipt
from core.values import Struct, replace
from saves.exchange.record.document import Audience
from saves.exchange.record.eyes import Sight, sight
from saves.history.history import History
from saves.store import codec, journal
from saves.store.chain import StoredRow
from saves.store.entries import Annotate
from saves.store.packing import unpack

Later: TypeAlias = Mapping[int, tuple[Noted, ...]]
"""The notes that were written later, by the entry that they belong to."""
Spans: TypeAlias = list[tuple[int, int]]
"""The ranges of rows of the story, the newest first."""


class RecordStep(Struct):
    """A play entry of the story: the states around it, and what is seen of each of its events.

    `states` are the true states after each event; the last is that after the entry. `packed` are
    its receipts as stored. `sights` are there once it was `looked_at`, and so is what each event
    `travelled`.
    """

    before: State
    events: tuple[Event, ...]
    states: tuple[State, ...]
    packed: bytes
    sights: tuple[Sight, ...] = ()
    travelled: tuple[tuple[DayTravel, ...], ...] = ()

    @property
    def after(self) -> State:
        """The state after the entry."""
        return self.states[-1] if self.states else self.before

    @property
    def receipts(self) -> tuple[Receipt, ...]:
        """The receipts of the entry."""
        return unpack(self.packed) if self.packed else ()


def later_notes(history: History) -> Later:
    """The notes that were written later. Raises codec.UnreadableText."""
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
    stand. The rows are not checked again. Raises codec.UnreadableText.
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
    return replace(
        step,
        sights=tuple(
            sight(event, state, audience, hexes)
            for event, state in zip(step.events, step.states, strict=True)
        ),
        travelled=tuple(
            stints(before, (event,), ordinary)
            for event, before in zip(step.events, befores, strict=False)
        ),
    )


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
