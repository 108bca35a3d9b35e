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

RowKind: TypeAlias = Literal["play", "undo", "redo", "note", "session"]


@dataclass(frozen=True, slots=True)
class Undo:
    """Go back before the last intent, or with `step` only before its last entry.

    With `turn` to the beginning of a creature's turn in a fight.
    """

    step: bool = False
    turn: bool = False
    kind: Literal["undo"] = "undo"


@dataclass(frozen=True, slots=True)
class Redo:
    """Take back the last undo."""

    kind: Literal["redo"] = "redo"


@dataclass(frozen=True, slots=True)
class BeginSession:
    """From here on it is another evening at the table."""

    title: str = ""
    kind: Literal["begin_session"] = "begin_session"


@dataclass(frozen=True, slots=True)
class NameSession:
    """The session that holds row `at` has this title, and these notes of the GM."""

    at: int
    title: str = ""
    notes: str = ""
    kind: Literal["name_session"] = "name_session"


@dataclass(frozen=True, slots=True)
class JoinSessions:
    """The session that begins with row `at` is one with the session before it."""

    at: int
    kind: Literal["join_sessions"] = "join_sessions"


@dataclass(frozen=True, slots=True)
class SplitSession:
    """Another session begins with row `at`."""

    at: int
    kind: Literal["split_session"] = "split_session"


@dataclass(frozen=True, slots=True)
class Annotate:
    """A note at the moment of row `entry`; for the GM alone unless `shared`."""

    entry: int
    text: str
    shared: bool = False
    kind: Literal["annotate"] = "annotate"


@dataclass(frozen=True, slots=True)
class BornFrom:
    """The file was born from another campaign, to try something differently.

    The rows before this one are that campaign's rows 1 to `seq`; `campaign` is its id, `name`
    its name then.
    """

    campaign: str
    name: str
    seq: int
    kind: Literal["born_from"] = "born_from"


@dataclass(frozen=True, slots=True)
class Kept:
    """What was tried is kept, as a campaign of its own."""

    kind: Literal["kept"] = "kept"


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
