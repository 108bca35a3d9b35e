"""The door: all that a screen needs of a campaign, and all that it may touch."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType, TracebackType
from typing import TypeAlias

from core.dice import Answer, Answers, Question
from core.messages import Message
from core.play.state import State
from core.play.table.commands import Found
from core.play.union import Command, Decided, Needs, World
from core.rulesets.schema import Ruleset
from core.travel.regionmap import RegionMap
from saves.entries import Entry

Ask: TypeAlias = Callable[[tuple[Question, ...]], Mapping[str, Answer] | None]
"""Rolls or asks for all questions at once; None gives up."""

NO_ANSWERS: Answers = MappingProxyType({})


class Campaign:
    """One open campaign. Synchronous; it belongs to the thread that opened it.

    `state`, `world`, `rules`, `region`, `head`, `tip`, `warnings`, `read_only`, the titles and
    `can_undo`/`can_redo` may be read from any thread; they change only after COMMIT returned.
    """

    path: Path
    state: State
    world: World
    head: int
    tip: int
    read_only: bool
    warnings: tuple[Message, ...]

    @classmethod
    def create(cls, path: Path, command: Found, *, ruleset: Ruleset) -> Campaign:
        """Found a new campaign in a new file; `command.ruleset` is filled in from `ruleset`.

        Raises CannotKeep when the file exists, Refusal when the rules refuse the command.
        """
        raise NotImplementedError

    @classmethod
    def open(cls, path: Path, *, read_only: bool = False) -> Campaign:
        """Open a campaign; for reading only when asked, when another window has it, or damaged.

        `warnings` says why it is read-only. Raises CannotOpen for what is not a campaign.
        """
        raise NotImplementedError

    @property
    def name(self) -> str:
        """The campaign's name in the library."""
        raise NotImplementedError

    @property
    def rules(self) -> Ruleset:
        """The ruleset in force."""
        return self.world.rules

    @property
    def region(self) -> RegionMap | None:
        """The region map in use, or None."""
        return self.world.region(self.state)

    def propose(self, command: Command, answers: Answers = NO_ANSWERS) -> Decided | Needs:
        """What `command` would do now; records nothing. Raises Refusal. Safe in any thread."""
        raise NotImplementedError

    def record(
        self, command: Command, answers: Answers = NO_ANSWERS, *, id: str | None = None
    ) -> Entry:
        """Decide `command`, record it as one row, and return the entry once it is durable.

        `id` is a uuid4 made by the caller: sent again, the entry already stored is returned.
        Raises Refusal when refused or when answers are still missing, NotRecorded when the
        journal did not take it.
        """
        raise NotImplementedError

    def perform(
        self, command: Command, ask: Ask, *, answers: Answers = NO_ANSWERS, id: str | None = None
    ) -> Entry | None:
        """Decide `command`, asking as often as it takes, and record it; None when `ask` gave up."""
        raise NotImplementedError

    def undo(self) -> Entry:
        """Undo the last intent. Raises Refusal "nothing_to_undo"."""
        raise NotImplementedError

    def undo_step(self) -> Entry:
        """Undo only the last entry of the last intent. Raises Refusal "nothing_to_undo"."""
        raise NotImplementedError

    def redo(self) -> Entry:
        """Take back the last undo. Raises Refusal "nothing_to_redo"."""
        raise NotImplementedError

    @property
    def can_undo(self) -> bool:
        """Whether `undo` would find something."""
        raise NotImplementedError

    @property
    def can_redo(self) -> bool:
        """Whether `redo` would find something."""
        raise NotImplementedError

    @property
    def undo_title(self) -> Message | None:
        """What `undo` would take back, in words, or None."""
        raise NotImplementedError

    @property
    def redo_title(self) -> Message | None:
        """What `redo` would bring back, in words, or None."""
        raise NotImplementedError

    def log(self, limit: int = 50, before: int | None = None) -> tuple[Entry, ...]:
        """The last `limit` rows (with seq below `before`), newest last, undone ones marked."""
        raise NotImplementedError

    def entry(self, seq: int) -> Entry | None:
        """The row `seq`, or None."""
        raise NotImplementedError

    def notes(self) -> tuple[Entry, ...]:
        """All notes, oldest first; their event is a `Noted`."""
        raise NotImplementedError

    def state_at(self, seq: int) -> State:
        """The state as it was after row `seq` (0: before the first)."""
        raise NotImplementedError

    def begin_session(self, title: str = "") -> Entry:
        """Mark the beginning of another evening at the table."""
        raise NotImplementedError

    def adopt_map(self, region: RegionMap, hex_km: Fraction, place: str) -> Entry:
        """Use `region` from now on; it is stored in the transaction that names it."""
        raise NotImplementedError

    def adopt_ruleset(self, rules: Ruleset) -> Entry:
        """Play by `rules` from now on; they are stored in the transaction that names them."""
        raise NotImplementedError

    def refresh(self) -> bool:
        """Take in what another window wrote; whether anything changed."""
        raise NotImplementedError

    def verify(self) -> tuple[Message, ...]:
        """Check the whole file and chain; one message for each kind of damage found.

        Uses a connection of its own, so a worker thread may run it.
        """
        raise NotImplementedError

    def close(self) -> None:
        """Close the file and give up the lock. Closing twice does nothing."""
        raise NotImplementedError

    def __enter__(self) -> Campaign:
        """The campaign itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Close."""
        self.close()
