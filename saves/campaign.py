"""The door: all that a screen needs of a campaign, and all that it may touch."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType, TracebackType
from typing import TypeAlias

from sqlalchemy.exc import SQLAlchemyError

from core.combat.board.plan import Board
from core.dice import Answer, Answers, Question
from core.messages import N_, Message, Refusal
from core.play.fight.beings import fight_of
from core.play.fight.setup.commands import Prepare
from core.play.state import State
from core.play.table.commands import Found
from core.play.union import Command, Decided, Needs, World, decide
from core.rulesets.schema import Ruleset
from core.travel.regionmap import RegionMap
from saves import codec, drawn, founding, journal, overruling, verifying
from saves.entries import BeginSession, Entry, Redo, Undo
from saves.ledger import Ledger
from saves.opening import open_file
from saves.pen import Pen, utc_now
from saves.refusals import CannotOpen

Ask: TypeAlias = Callable[[tuple[Question, ...]], Mapping[str, Answer] | None]
"""Rolls or asks for all questions at once; None gives up."""

NO_ANSWERS: Answers = MappingProxyType({})


class Campaign:
    """One open campaign. Synchronous; it belongs to the thread that opened it.

    `state`, `world`, `rules`, `region`, `head`, `tip`, `warnings`, `read_only`, the titles,
    `can_undo`, `can_redo` and `propose` may be used from any thread; what they tell changes
    only after COMMIT returned.
    """

    def __init__(self, ledger: Ledger) -> None:
        """Stand before an open ledger; use `open` or `create`."""
        self._ledger = ledger

    @classmethod
    def create(
        cls,
        path: Path,
        command: Found,
        *,
        ruleset: Ruleset,
        who: str = "",
        clock: Callable[[], datetime] = utc_now,
    ) -> Campaign:
        """Found a new campaign in a new file; `command.ruleset` is filled in from `ruleset`.

        The file appears whole, with its first entry, or not at all. Raises CannotKeep when it
        exists, Refusal when the rules refuse the command.
        """
        founding.found(path, command, ruleset, Pen.take(who, clock))
        return cls.open(path, who=who, clock=clock)

    @classmethod
    def open(
        cls,
        path: Path,
        *,
        read_only: bool = False,
        who: str = "",
        clock: Callable[[], datetime] = utc_now,
    ) -> Campaign:
        """Open a campaign; for reading only when asked, when another window has it, or damaged.

        `warnings` says why it is read-only. Raises CannotOpen for what is not a campaign.
        """
        opened = open_file(path, read_only=read_only)
        try:
            return cls(Ledger(path, opened, Pen.take(who, clock)))
        except (codec.Unreadable, SQLAlchemyError) as error:
            opened.abandon()
            raise CannotOpen(
                "damaged", N_("{name} is too damaged to be opened ({reason})."),
                name=path.name, reason=str(error),
            ) from error  # fmt: skip
        except BaseException:
            opened.abandon()
            raise

    @property
    def path(self) -> Path:
        """The campaign's file."""
        return self._ledger.path

    @property
    def warnings(self) -> tuple[Message, ...]:
        """What the GM should know: why it is read-only, damage, a save that failed at first."""
        return self._ledger.warnings

    @property
    def read_only(self) -> bool:
        """Whether nothing can be recorded."""
        return not self._ledger.writable

    # What is true now

    @property
    def state(self) -> State:
        """The state after the tip."""
        return self._ledger.now.moment.state

    @property
    def world(self) -> World:
        """The ruleset and the maps that the state names."""
        return self._ledger.now.world

    @property
    def rules(self) -> Ruleset:
        """The ruleset in force."""
        return self.world.rules

    @property
    def region(self) -> RegionMap | None:
        """The region map in use, or None."""
        return self.world.region(self.state)

    @property
    def name(self) -> str:
        """The campaign's name in the library, as it was when it was opened."""
        return self._ledger.name

    @property
    def head(self) -> int:
        """The newest seq: what the screen shows as saved."""
        return self._ledger.now.head.seq

    @property
    def tip(self) -> int:
        """The play entry whose outcome is current."""
        return self._ledger.now.head.tip

    @property
    def can_undo(self) -> bool:
        """Whether `undo` would find something."""
        return self._ledger.now.step.before != 0 and not self.read_only

    @property
    def can_redo(self) -> bool:
        """Whether `redo` would find something."""
        return bool(self._ledger.now.redo) and not self.read_only

    @property
    def undo_title(self) -> Message | None:
        """What `undo` would take back, in words, or None."""
        return self._ledger.now.step.title if self.can_undo else None

    @property
    def redo_title(self) -> Message | None:
        """What `redo` would bring back, in words, or None."""
        step = self._ledger.now.redo_step
        return step.title if step is not None and self.can_redo else None

    # Asking and recording

    def propose(self, command: Command, answers: Answers = NO_ANSWERS) -> Decided | Needs:
        """What `command` would do now; records nothing. Raises Refusal."""
        now = self._ledger.now
        return decide(command, now.moment.state, now.world, answers)

    def record(
        self, command: Command, answers: Answers = NO_ANSWERS, *, entry_id: str | None = None
    ) -> Entry:
        """Decide `command`, record it as one row, and return the entry once it is durable.

        `entry_id` is a uuid4 made by the caller: sent again, the entry already stored is
        returned. Raises Refusal when refused or when answers are still missing, NotRecorded
        when the journal did not take it.
        """
        known = self._ledger.known(entry_id)
        if known is not None:
            return known
        decided = self.propose(command, answers)
        if isinstance(decided, Needs):
            raise overruling.unanswered(decided)
        return self._ledger.write_story(command, answers, decided, entry_id=entry_id)

    def perform(
        self,
        command: Command,
        ask: Ask,
        *,
        answers: Answers = NO_ANSWERS,
        entry_id: str | None = None,
    ) -> Entry | None:
        """Decide `command`, asking as often as it takes, and record it; None when `ask` gave up.

        Errors and `entry_id` as `record`.
        """
        known = self._ledger.known(entry_id)
        if known is not None:
            return known
        while isinstance(decided := self.propose(command, answers), Needs):
            more = ask(decided.questions)
            if more is None:
                return None
            if not any(question.key in more for question in decided.questions):
                raise overruling.unanswered(decided)
            answers = {**answers, **more}
        return self._ledger.write_story(command, answers, decided, entry_id=entry_id)

    def adopt_map(self, region: RegionMap, hex_km: Fraction, place: str) -> Entry:
        """Use `region` from now on; it is stored in the transaction that names it."""
        return drawn.adopt_map(self._ledger, region, hex_km, place)

    def adopt_ruleset(self, rules: Ruleset) -> Entry:
        """Play by `rules` from now on; they are stored in the transaction that names them."""
        return drawn.adopt_ruleset(self._ledger, rules)

    def prepare(self, command: Prepare, board: Board) -> Entry:
        """Keep an encounter on `board`; its `board` is filled in, and stored in the transaction."""
        return drawn.prepare(self._ledger, command, board)

    def redraw(self, encounter: str, board: Board) -> Entry:
        """Give an encounter another board; it is stored in the transaction that names it."""
        return drawn.redraw(self._ledger, encounter, board)

    # Undo and redo

    def undo(self) -> Entry:
        """Undo the last intent. Raises Refusal "nothing_to_undo"."""
        return self._undo(self._ledger.now.step.before, step=False)

    def undo_step(self) -> Entry:
        """Undo only the last entry of the last intent. Raises Refusal "nothing_to_undo"."""
        row = journal.row(self._ledger.reader, self.tip)
        return self._undo(row.parent if row else 0, step=True)

    def undo_turn(self) -> Entry:
        """Undo back to the beginning of the turn that is played, as one row.

        There already, to that of the turn before. Raises Refusal "no_fight", "no_turn".
        """
        fight_of(self.state)
        began = self._ledger.chronicle.turn_began(self.tip)
        if not began:
            raise Refusal(
                "no_turn", N_("No turn of this fight lies behind; u takes back the rest.")
            )
        return self._ledger.write_mark("undo", Undo(turn=True), began)

    def propose_over(self, answers: Answers) -> Decided | Needs:
        """What the last entry would have come to with these answers in place of its own.

        Raises Refusal "nothing_to_overrule", or that of the command.
        """
        return overruling.propose(self._ledger, answers)

    def overrule(self, answers: Answers) -> Entry:
        """Undo the last entry and perform it again with these answers in place of its own.

        Both are rows of the intent that it was part of, in one transaction. Refusals as
        `propose_over` and `record`.
        """
        return overruling.overrule(self._ledger, answers)

    def redo(self) -> Entry:
        """Take back the last undo. Raises Refusal "nothing_to_redo"."""
        if not self._ledger.now.redo:
            raise Refusal("nothing_to_redo", N_("There is nothing to redo."))
        return self._ledger.write_mark("redo", Redo(), self._ledger.now.redo[-1])

    def _undo(self, tip: int, *, step: bool) -> Entry:
        if tip == 0:
            raise Refusal("nothing_to_undo", N_("There is nothing to undo."))
        return self._ledger.write_mark("undo", Undo(step), tip)

    def begin_session(self, title: str = "") -> Entry:
        """Mark the beginning of another evening at the table."""
        self._ledger.pen = self._ledger.pen.next_session()
        return self._ledger.write_mark("session", BeginSession(title), self.tip)

    # Looking back

    def log(self, limit: int = 50, before: int | None = None) -> tuple[Entry, ...]:
        """The last `limit` rows (with seq below `before`), newest last, undone ones marked."""
        end = self.head + 1 if before is None else min(before, self.head + 1)
        rows = journal.page(self._ledger.reader, limit, end)
        return self._ledger.chronicle.marked(rows, self.tip)

    def entry(self, seq: int) -> Entry | None:
        """The row `seq`, or None."""
        row = journal.row(self._ledger.reader, seq) if seq <= self.head else None
        return self._ledger.chronicle.marked([row], self.tip)[0] if row else None

    def notes(self) -> tuple[Entry, ...]:
        """All notes, oldest first; their event is a `Noted`."""
        rows = journal.aside(self._ledger.reader, "note")
        return tuple(self._ledger.chronicle.entry(row) for row in rows if row.seq <= self.head)

    def state_at(self, seq: int) -> State:
        """The state as it was after row `seq` (0: before the first)."""
        row = journal.row(self._ledger.reader, min(seq, self.head))
        return self._ledger.past.moment(row.tip if row else 0).state

    def refresh(self) -> bool:
        """Take in what another window wrote; whether anything changed."""
        return self._ledger.refresh()

    def verify(self) -> tuple[Message, ...]:
        """Check the whole file and chain; a message for each kind of damage found.

        Uses a connection of its own, so a worker thread may run it.
        """
        return verifying.verify(self.path)

    def close(self) -> None:
        """Close the file and give up the lock. Closing twice does nothing."""
        self._ledger.close()

    def __enter__(self) -> Campaign:
        """Give the campaign itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Close."""
        self.close()
