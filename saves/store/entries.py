"""One row of the journal, as the screens see it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from core.calendars import Instant
from core.dice import Answer
from core.messages import Message
from core.play.union import Command, Event
from core.receipts import Receipt
from core.values import Tagged

RowKind: TypeAlias = Literal["play", "undo", "redo", "note", "session"]


class Undo(Tagged, tag="undo"):
    """Go back before the last intent, or with `step` only before its last entry.

    With `turn` to the beginning of a creature's turn in a fight.
    """

    step: bool = False
    turn: bool = False


class Redo(Tagged, tag="redo"):
    """Take back the last undo."""


class BeginSession(Tagged, tag="begin_session"):
    """From here on it is another evening at the table."""

    title: str = ""


class NameSession(Tagged, tag="name_session"):
    """The session that holds row `at` has this title, and these notes of the GM."""

    at: int
    title: str = ""
    notes: str = ""


class JoinSessions(Tagged, tag="join_sessions"):
    """The session that begins with row `at` is one with the session before it."""

    at: int


class SplitSession(Tagged, tag="split_session"):
    """Another session begins with row `at`."""

    at: int


class Annotate(Tagged, tag="annotate"):
    """A note at the moment of row `entry`; for the GM alone unless `shared`."""

    entry: int
    text: str
    shared: bool = False


class BornFrom(Tagged, tag="born_from"):
    """The file was born from another campaign, to try something differently.

    The rows before this one are that campaign's rows 1 to `seq`; `campaign` is its id, `name`
    its name then.
    """

    campaign: str
    name: str
    seq: int


class Kept(Tagged, tag="kept"):
    """What was tried is kept, as a campaign of its own."""


Mark: TypeAlias = (
    Undo | Redo | BeginSession | NameSession | JoinSessions | SplitSession | Annotate | BornFrom
    | Kept
)  # fmt: skip
"""What only the journal knows: no command of the story."""

Recorded: TypeAlias = Command | Mark
"""What a row's command can be: the story's commands and the journal's own."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What one row of the journal says.

    `undone` is True for a play entry that is not part of the current story. `told` is one line
    for each event, `clock` the instant in the world after it. `at` is UTC text and only a
    label: order is `seq`. `packed` holds the receipts as stored.
    """

    seq: int
    id: str
    intent: str
    kind: RowKind
    parent: int
    tip: int
    session: str
    at: str
    who: str
    rules: str
    command: Recorded
    answers: Mapping[str, Answer]
    events: tuple[Event, ...]
    clock: Instant
    told: tuple[Message, ...] = ()
    undone: bool = False
    packed: bytes = field(default=b"", repr=False)

    @property
    def receipts(self) -> tuple[Receipt, ...]:
        """Why the recorded decision came out as it did; read from the row when asked for."""
        from saves.store.packing import unpack

        return unpack(self.packed)
