"""Entries: rows of the journal as the screens see them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Literal, TypeAlias, get_args

from core.calendars import Date, Instant
from core.dice import Answer
from core.messages import Message
from core.play.facts.state import State
from core.play.facts.table.commands import WriteNote
from core.play.union import Command, Event
from core.receipts import Receipt
from core.values import Struct, Tagged
from saves.store.packing import unpack

RowKind: TypeAlias = Literal["play", "undo", "redo", "note", "session"]


class Undo(Tagged, tag="undo"):
    """Undo the last intent; with `step` its last entry, with `turn` back to a turn's beginning."""

    step: bool = False
    turn: bool = False


class Redo(Tagged, tag="redo"):
    """Redo what was last undone."""


class BeginSession(Tagged, tag="begin_session"):
    """A new session begins here."""

    title: str = ""


class NameSession(Tagged, tag="name_session"):
    """The session that holds row `at` has this title, and these notes of the GM."""

    at: int
    title: str = ""
    notes: str = ""


class JoinSessions(Tagged, tag="join_sessions"):
    """The session that begins with row `at` is joined to the one before it."""

    at: int


class SplitSession(Tagged, tag="split_session"):
    """A new session begins with row `at`."""

    at: int


class Annotate(Tagged, tag="annotate"):
    """A note to row `entry`; only for the GM unless `shared`."""

    entry: int
    text: str
    shared: bool = False


class BornFrom(Tagged, tag="born_from"):
    """The file is a what-if branch of another campaign.

    The rows before this one are that campaign's rows 1 to `seq`; `campaign` is its id, `name`
    its name then.
    """

    campaign: str
    name: str
    seq: int


class BranchPoint(Struct):
    """Where a branch leaves its campaign: `campaign` is that campaign's id, `name` its name then.

    `seq` is its last row that both share, `date` and `hour` the game clock after it.
    """

    campaign: str
    name: str
    seq: int
    date: Date
    hour: Fraction


def branched(born: BornFrom, state: State) -> BranchPoint:
    """The branch point of a file that was born in `state`."""
    date = state.calendar.date(state.clock.day)
    return BranchPoint(born.campaign, born.name, born.seq, date, state.clock.hour)


class Kept(Tagged, tag="kept"):
    """The branch is kept as a campaign of its own."""


Mark: TypeAlias = (
    Undo
    | Redo
    | BeginSession
    | NameSession
    | JoinSessions
    | SplitSession
    | Annotate
    | BornFrom
    | Kept
)
"""What a row records besides commands; it changes no state."""

MARKS = frozenset(get_args(Mark))
Recorded: TypeAlias = Command | Mark
"""What a row's command can be."""


def kind_of(command: Recorded) -> RowKind:
    """The kind of the row that records a command."""
    match command:
        case Undo():
            return "undo"
        case Redo():
            return "redo"
        case Annotate() | WriteNote():
            return "note"
        case _:
            if isinstance(command, Mark):
                return "session"
            return "play"


class Entry(Struct, kw_only=True):
    """What one row of the journal says.

    `undone` is True for a play entry that is not part of the current story. `told` has one line
    for each event; `clock` is the game clock after it. `at` is UTC text and only a label: order
    is `seq`. `who` made it, as they sign their entries, "" if nobody did. `packed` holds the
    receipts as stored.
    """

    seq: int
    intent: str
    kind: RowKind
    parent: int
    tip: int
    at: str
    command: Recorded
    answers: Mapping[str, Answer]
    events: tuple[Event, ...]
    clock: Instant
    told: tuple[Message, ...] = ()
    undone: bool = False
    who: str = ""
    packed: bytes = b""

    @property
    def receipts(self) -> tuple[Receipt, ...]:
        """The receipts of the decision, read from the row on request."""
        return unpack(self.packed)
