"""Through a session, entry by entry: what happened, as one audience knows it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from core.play.state import State
from core.play.table.commands import Found
from core.play.table.events import Noted
from core.play.union import evolve
from saves import journal
from saves.entries import Annotate, Entry
from saves.exchange.record.document import Audience
from saves.exchange.record.eyes import Sight, sight
from saves.lookback.door import LookBack

CHUNK = 200
"""Rows read at a time: their states are still remembered when they are asked for."""


@dataclass(frozen=True, slots=True)
class Step:
    """A play entry of the story: the states around it, and what is seen of each of its events.

    `states` are the true states after each event; the last is that after the entry.
    """

    entry: Entry
    before: State
    states: tuple[State, ...]
    sights: tuple[Sight, ...]

    @property
    def after(self) -> State:
        """The state after the entry."""
        return self.states[-1] if self.states else self.before


def later_notes(look: LookBack) -> dict[int, tuple[Noted, ...]]:
    """The notes that were written later, by the entry at whose moment they stand."""
    found: dict[int, tuple[Noted, ...]] = {}
    for row in journal.aside(look.reader, "note"):
        entry = look.chronicle.entry(row)
        if isinstance(entry.command, Annotate):
            at = entry.command.entry
            found[at] = (*found.get(at, ()), *_noted(entry))
    return found


def walk(
    look: LookBack, first: int, last: int, audience: Audience, later: dict[int, tuple[Noted, ...]]
) -> Iterator[Step | Noted]:
    """What rows `first` to `last` tell, in order; what was undone is left out.

    `later` are the `later_notes`: each follows the row at whose moment it stands.
    """
    state: State | None = None
    for low in range(first, last + 1, CHUNK):
        for entry in look.entries(range(low, min(low + CHUNK, last + 1))):
            if entry.kind == "note" and not isinstance(entry.command, Annotate):
                yield from _noted(entry)
            elif entry.kind == "play" and not entry.undone:
                before = look.past.moment(entry.parent).state if state is None else state
                step = _step(entry, before, audience)
                state = step.after
                yield step
            yield from later.get(entry.seq, ())


def _noted(entry: Entry) -> tuple[Noted, ...]:
    return tuple(event for event in entry.events if isinstance(event, Noted))


def _step(entry: Entry, before: State, audience: Audience) -> Step:
    states, sights = [], []
    state = before
    for event in entry.events:
        state = evolve(state, event)
        states.append(state)
        sights.append(sight(event, state, audience))
    if isinstance(entry.command, Found):  # before it there was no time
        before = replace(before, clock=state.clock, calendar=state.calendar)
    return Step(entry, before, tuple(states), tuple(sights))
