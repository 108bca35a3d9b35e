"""An open campaign: the only way for screens to read and change one."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing, suppress
from datetime import datetime
from fractions import Fraction
from pathlib import Path
from typing import Literal, NoReturn, TypeAlias

from core.combat.board.drawing import Board
from core.dice import Answer, Answers, Question
from core.messages import Message, Refusal, Template
from core.play.fight.blows.points import Points, retold
from core.play.fight.combatants import fight_of
from core.play.fight.setup.commands import Prepare, Redraw
from core.play.road.commands import BeginEncounter, PassBy
from core.play.state import Fighting, Met, State
from core.play.table.commands import AdoptMap, AdoptRuleset, FoundCampaign, WriteNote
from core.play.union import Assets, Command, Decided, Event, Needs, decide, narrate
from core.rulesets.schema import Ruleset
from core.travel.regionmap import RegionMap
from core.values import Struct, replace
from saves.campaign.opening import Opened, open_file
from saves.campaign.row_author import RowAuthor, utc_now
from saves.store import asset_store, codec, damage, database, journal, new_file, session_starts
from saves.store.asset_store import AssetStore
from saves.store.damage import legible
from saves.store.database import DAMAGED, Connection, IntegrityError, StorageError
from saves.store.disk_trouble import trouble_of
from saves.store.entries import BranchPoint, Entry, Kept, Mark, Recorded, Redo, Undo
from saves.store.entry_reader import EntryReader, StoryStep, as_entry, met, turn
from saves.store.file_header import FIRST_SCHEMA, wal_of
from saves.store.file_identity import CampaignFiles
from saves.store.journal import Blob, ChainHead, StoredRow
from saves.store.lock import is_held
from saves.store.refusals import CannotKeep, CannotOpen, NotRecorded, UnreadableText
from saves.store.schema_number import refuse_newer, schema_needed
from saves.store.session_starts import GAP, RunningSession
from saves.store.state_history import Snapshot, StateHistory


class Head(Struct):
    """Everything that changes with a row, replaced as one value after COMMIT."""

    head: ChainHead
    moment: Snapshot
    assets: Assets
    step: StoryStep
    redo: tuple[int, ...]
    redo_step: StoryStep | None
    running: RunningSession

    def goes_on(self, command: Command) -> bool:
        """Whether `command` belongs to the intent of the entry at the tip.

        It does if it answers the encounter that entry met. While a move waits for attacks of
        opportunity, every command belongs to it, typed wounds included, so that undo takes all
        of them back with their cause.
        """
        match self.moment.state.pending:
            case Met():
                return self.step.meets and isinstance(command, BeginEncounter | PassBy)
            case Fighting(waiting=waiting):
                return waiting is not None
        return False


UNFOLDED: Template = (
    "The disk failed while {name} was closed ({reason}). No entry is lost, but the newest ones are"
    " in {wal} beside it: keep both files together. Make room on the disk, then open and leave the"
    " campaign once more."
)
ASTRAY: Template = (
    "{name} was moved, renamed, deleted or replaced while it was open: nothing more is recorded in"
    " it."
)


Ask: TypeAlias = Callable[[tuple[Question, ...]], Mapping[str, Answer] | None]
"""Rolls or asks for all questions at once; None gives up."""

NO_ANSWERS: Answers = {}


class Campaign:
    """One open campaign. It is synchronous and belongs to the thread that opened it.

    `propose`, `state`, `assets`, `head`, `tip`, `session`, `warnings`, `read_only` and the
    titles may be used from any thread; their values change only after COMMIT.
    """

    @classmethod
    def create(
        cls,
        path: Path,
        command: FoundCampaign,
        *,
        ruleset: Ruleset,
        clock: Callable[[], datetime] = utc_now,
        session_gap: Fraction = GAP,
    ) -> Campaign:
        """Create a campaign in a new file; `command.ruleset` is filled in from `ruleset`.

        The file appears whole, with its first entry, or not at all. Raises CannotKeep if it
        exists, Refusal if the rules refuse the command. `session_gap` as in `open`.
        """
        stored = asset_store.ruleset_blob(ruleset)
        command = replace(command, ruleset=stored.sha256)
        decided = decide(command, State(), Assets(ruleset), {})
        assert isinstance(decided, Decided), "founding asks nothing"
        state = decided.states[-1]
        row = RowAuthor(clock).row(
            ChainHead(), command, rules=stored.sha256,
            events=decided.events, receipts=decided.receipts,
        )  # fmt: skip
        schema = schema_needed((row,), (stored,))
        face = asset_store.face(state, Assets(ruleset), row.at, sessions=1, schema=schema)

        def write(making: Path) -> None:
            database.build(making)
            new_file.begin(making, command.name, row, face, (stored,), schema=schema)

        new_file.whole(path, write)
        return cls.open(path, clock=clock, session_gap=session_gap)

    @classmethod
    def open(
        cls,
        path: Path,
        *,
        read_only: bool = False,
        clock: Callable[[], datetime] = utc_now,
        session_gap: Fraction = GAP,
    ) -> Campaign:
        """Open a campaign; read-only if asked, open in another window, or damaged.

        `warnings` says why it is read-only. A play entry more than `session_gap` hours after the
        last one begins a new session (0: only the GM begins one). Raises CannotOpen if the file
        is not a campaign.
        """
        author = RowAuthor(clock, session_gap)
        try:
            return cls._opened(path, author, read_only=read_only, whole=False)
        except (*DAMAGED, UnreadableText):
            pass  # damage further back: the rows before it can be read
        with legible(path):
            return cls._opened(path, author, read_only=True, whole=True)

    @classmethod
    def _opened(cls, path: Path, author: RowAuthor, *, read_only: bool, whole: bool) -> Campaign:
        opened = open_file(path, read_only=read_only, whole=whole)
        try:
            return cls(path, opened, author)
        except BaseException:
            opened.abandon()
            raise

    def __init__(self, path: Path, opened: Opened, author: RowAuthor) -> None:
        """Take over the opened file. Raises UnreadableText, StorageError."""
        self.path = path
        """The campaign's file."""
        self.author = author
        self.lock = opened.lock
        self.warnings = opened.warnings
        """What the GM should know: why it is read-only, damage, a save that had to be repeated."""
        self.last = opened.last
        self.follows = opened.follows
        """Whether it is read-only because another window had it open."""
        self.branch_point: BranchPoint | None = None
        """Where this what-if branch left its campaign; None for an ordinary campaign."""
        self.schema = FIRST_SCHEMA
        """The file's schema number, which only an entry raises."""
        self._attach(opened.database)
        self.now = self._load()
        self._mark(self.now.head)

    def _attach(self, opened: database.Database) -> None:
        self._database: database.Database | None = opened
        self.states = StateHistory(opened.reader, opened.writer)
        self.entry_reader = EntryReader(opened.reader, self.states)
        self.asset_store = AssetStore(opened.reader)
        self.name = journal.stored_name(opened.reader)
        """The campaign's name in the library, as it was when it was opened."""
        self.id = journal.stored_id(opened.reader)
        self._place = CampaignFiles(self.path)

    @property
    def reader(self) -> Connection:
        """The connection to read from. Raises NotRecorded if the file was lost."""
        if self._database is None:
            self._lost()
        return self._database.reader

    @property
    def _writer(self) -> Connection | None:
        return None if self._database is None else self._database.writer

    @property
    def astray(self) -> Message | None:
        """Why nothing more is recorded if the path lost the open file, else None."""
        lost = self._writer is not None and not self._place.holds()
        return Message(ASTRAY, name=self.path.name) if lost else None

    @property
    def read_only(self) -> bool:
        """Whether nothing can be recorded."""
        return self._writer is None or self.astray is not None

    @property
    def free(self) -> bool:
        """Whether the window that this one follows has closed the campaign, or has died."""
        return self.follows and self.path.exists() and not is_held(self.path)

    def _load(self) -> Head:
        if not self.read_only:
            self._place.know(journal.sums(self.reader, self._place.base))
        with database.snapshot(self.reader):
            refuse_newer(self.path, self.reader, for_play=not self.read_only)
            self.schema = database.schema(self.reader)
            newest = journal.stored_head(self.reader) if self.last is None else self.last
            head = journal.head_at(self.reader, newest)
            moment = self.states.moment(head.tip, keep=True)
            redo = tuple(journal.undone_intents(self.reader, newest))
            self.branch_point = self.entry_reader.branch_point(newest)
            face = journal.stored_face(self.reader) if self.last is None else ""
            now = Head(
                head,
                moment,
                self.asset_store.assets(moment.state),
                self.entry_reader.step(head.tip),
                redo,
                self.entry_reader.step(redo[-1]) if redo else None,
                session_starts.running_session(self.reader, newest, face),
            )
        self._place.settled()  # what a failed save left may have been folded in
        return now

    def _assets_of(self, state: State) -> Assets:
        if asset_store.names(state) == asset_store.names(self.now.moment.state):
            return self.now.assets
        return self.asset_store.assets(state)

    def refresh(self) -> bool:
        """Read what another window wrote. Return whether anything changed.

        What a newer Outrider writes there may need that: then `warnings` says so, and everything
        stays as it was last read.
        """
        if self.last is not None or journal.stored_head(self.reader) == self.now.head.seq:
            return False
        try:
            self.now = self._load()
        except CannotOpen as newer:
            self.last = self.now.head.seq
            self.warnings = (*self.warnings, newer.message)
        return True

    def known(self, entry_id: str | None) -> Entry | None:
        """The entry already stored under this id, or None."""
        if entry_id is None:
            return None
        row = journal.row_of(self.reader, entry_id)
        return self.entry_reader.entry(row) if row else None

    # What is true now

    @property
    def state(self) -> State:
        """The state after the tip."""
        return self.now.moment.state

    @property
    def assets(self) -> Assets:
        """The ruleset and the maps that the state names."""
        return self.now.assets

    @property
    def head(self) -> int:
        """The newest seq, which the screen shows as saved."""
        return self.now.head.seq

    @property
    def tip(self) -> int:
        """The play entry whose outcome is current."""
        return self.now.head.tip

    @property
    def session(self) -> int:
        """The number of the running session, counting one that has begun but was not played in."""
        return self.now.running.counted

    @property
    def undo_title(self) -> Message | None:
        """What `undo` would undo, in words; None if there is nothing, or nothing is recorded."""
        step = self.now.step
        return step.title if step.before and not self.read_only else None

    @property
    def redo_title(self) -> Message | None:
        """What `redo` would redo, in words; None if there is nothing, or nothing is recorded."""
        step = self.now.redo_step
        if step is None or self.read_only:
            return None
        several = step.before > self.tip  # an undone turn is redone as a whole
        return turn(self.state) if several else step.title

    # Looking back

    def log(self, limit: int = 50, before: int | None = None) -> tuple[Entry, ...]:
        """The last `limit` rows (below seq `before`), newest last, undone ones marked."""
        end = self.head + 1 if before is None else min(before, self.head + 1)
        rows = journal.page(self.reader, limit, end)
        return self.entry_reader.marked(rows, self.tip)

    def untold(self, seq: int) -> Entry:
        """Row `seq` with one sentence, that it cannot be told, and without its events.

        Raises UnreadableText if there is no such row.
        """
        row = self.entry_reader.row(seq)
        told = (Message("Entry {seq} cannot be told: an error of Outrider's own.", seq=seq),)
        command, answers, _ = codec.load_body(row.body)
        return as_entry(row, command, answers, (), self.state, told)

    def notes(self) -> tuple[Entry, ...]:
        """All notes, oldest first; their event is a `Noted`."""
        rows = journal.aside(self.reader, "note", self.head)
        return tuple(self.entry_reader.entry(row) for row in rows)

    # Asking and recording

    def propose(
        self, command: Command, answers: Answers = NO_ANSWERS, *, after: Decided | None = None
    ) -> Decided | Needs:
        """Decide `command` as of now, or `after` another, without recording it. Raises Refusal."""
        now = self.now
        state = after.states[-1] if after is not None and after.states else now.moment.state
        return decide(command, state, now.assets, answers)

    def record(
        self,
        command: Command,
        answers: Answers = NO_ANSWERS,
        *,
        entry_id: str | None = None,
        decided: Decided | None = None,
        head: int = 0,
    ) -> Entry:
        """Decide `command`, record it as one row, and return the entry once it is durable.

        `entry_id` is a uuid4 made by the caller; if it is stored already, that entry is returned.
        `decided`, what `propose` returned while `head` was the newest row, is not decided again
        unless another row has come since. Raises Refusal if refused or if answers are missing,
        NotRecorded if it was not saved.
        """
        known = self.known(entry_id)
        if known is not None:
            return known
        if decided is None or head != self.head:
            found = self.propose(command, answers)
            if isinstance(found, Needs):
                raise _unanswered(found)
            decided = found
        return self.write_story(command, answers, decided, entry_id=entry_id)

    def perform(
        self,
        command: Command,
        ask: Ask,
        *,
        answers: Answers = NO_ANSWERS,
        entry_id: str | None = None,
    ) -> Entry | None:
        """Decide `command`, asking as often as needed, and record it; None if `ask` gave up.

        Errors and `entry_id` as in `record`.
        """
        known = self.known(entry_id)
        if known is not None:
            return known
        while isinstance(decided := self.propose(command, answers), Needs):
            more = ask(decided.questions)
            if more is None:
                return None
            if not any(question.key in more for question in decided.questions):
                raise _unanswered(decided)
            answers = {**answers, **more}
        return self.write_story(command, answers, decided, entry_id=entry_id)

    # Maps, rulesets and boards, stored in the transaction that names them

    def adopt_map(self, region: RegionMap, hex_km: Fraction, place: str) -> Entry:
        """Use `region` from now on. Raises as `record`."""
        stored = self.asset_store.learn_region(region)
        return self._adopt(AdoptMap(stored.sha256, hex_km, place), stored)

    def adopt_ruleset(self, rules: Ruleset) -> Entry:
        """Play by `rules` from now on. Raises as `record`."""
        stored = self.asset_store.learn_rules(rules)
        return self._adopt(AdoptRuleset(stored.sha256, rules.display_name()), stored)

    def prepare(self, command: Prepare, board: Board) -> Entry:
        """Prepare an encounter on `board`; `command.encounter.board` is filled in."""
        stored = self.asset_store.learn_board(board)
        encounter = replace(command.encounter, board=stored.sha256)
        return self._adopt(Prepare(encounter), stored)

    def redraw(self, encounter: str, board: Board) -> Entry:
        """Give an encounter another board. Raises as `record`."""
        stored = self.asset_store.learn_board(board)
        return self._adopt(Redraw(encounter, stored.sha256), stored)

    def _adopt(self, command: Command, stored: Blob) -> Entry:
        assets = self.asset_store.assets(self.state, command)
        decided = decide(command, self.state, assets, NO_ANSWERS)
        assert isinstance(decided, Decided), "adoption asks nothing"
        return self.write_story(command, NO_ANSWERS, decided, blobs=(stored,))

    # Undo and redo

    def undo(self) -> Entry:
        """Undo the last intent. Raises Refusal "nothing_to_undo"."""
        return self._undo(self.now.step.before, step=False)

    def undo_step(self) -> Entry:
        """Undo only the last entry of the last intent. Raises Refusal "nothing_to_undo"."""
        tip = self.tip and self.entry_reader.row(self.tip).parent
        return self._undo(tip, step=True)

    def undo_turn(self) -> Entry:
        """Undo to the beginning of the current turn, or of the turn before, as one row.

        Raises Refusal "no_fight", "no_turn".
        """
        fight_of(self.state)
        began = self.entry_reader.turn_began(self.tip)
        if not began:
            raise Refusal(
                "no_turn",
                "There is no earlier turn in this fight; press u to undo single entries.",
            )
        return self.write_mark(Undo(turn=True), began)

    def propose_over(self, answers: Answers) -> Decided | Needs:
        """Decide the last entry again, with these answers in place of its own.

        Raises Refusal "nothing_to_overrule" if it asked nothing, or that of the command.
        """
        entry, command = self._last()
        before = self.before(entry)
        return decide(command, before.moment.state, before.assets, {**entry.answers, **answers})

    def overrule(self, answers: Answers) -> Entry:
        """Undo the last entry and record it again with these answers, in one transaction.

        Both rows belong to its intent; typed points are recorded as overruled. Raises as
        `propose_over` and `record`.
        """
        decided = self.propose_over(answers)
        if isinstance(decided, Needs):
            raise _unanswered(decided)
        entry, command = self._last()
        answers = {**entry.answers, **answers}
        if isinstance(command, Points):
            command = retold(command, self.before(entry).moment.state, answers)
        return self.write_story(command, answers, decided, over=entry)

    def _last(self) -> tuple[Entry, Command]:
        reader = self.entry_reader
        entry = reader.entry(reader.row(self.tip))
        command = entry.command
        if isinstance(command, Mark) or not (entry.answers or isinstance(command, Points)):
            raise Refusal(
                "nothing_to_overrule",
                "The last entry asked for no roll or choice that could be overruled.",
            )
        return entry, command

    def redo(self) -> Entry:
        """Redo what was last undone. Raises Refusal "nothing_to_redo"."""
        if not self.now.redo:
            raise Refusal("nothing_to_redo", "There is nothing to redo.")
        return self.write_mark(Redo(), self.now.redo[-1])

    def _undo(self, tip: int, *, step: bool) -> Entry:
        if tip == 0:
            raise Refusal("nothing_to_undo", "There is nothing to undo.")
        return self.write_mark(Undo(step), tip)

    # Writing

    def stop_writing(self, why: Message) -> None:
        """Write nothing more to the file; `why` is added to the warnings."""
        self.warnings = (*self.warnings, why)
        if self._database is not None and self._writer is not None:
            self._writer.close()
            self._database = replace(self._database, writer=None)
            self.states.writer = None

    def write_story(
        self,
        command: Command,
        answers: Answers,
        decided: Decided,
        *,
        entry_id: str | None = None,
        blobs: Sequence[Blob] = (),
        over: Entry | None = None,
    ) -> Entry:
        """Append a decided command as one row. Raises NotRecorded if it was not saved.

        `over` is the entry at the tip that it replaces; a row before it undoes that, in the same
        transaction and intent.
        """
        if isinstance(command, WriteNote):
            return self.write_mark(
                command,
                self.now.head.tip,
                decided.events,
                answers=answers,
                entry_id=entry_id,
            )
        now = self.now if over is None else self.before(over)
        decided, burnt = self.asset_store.compact_board(now.assets, decided)
        state = decided.states[-1] if decided.states else now.moment.state
        told = tuple(map(narrate, decided.events, decided.states))
        assets = self._assets_of(state)
        intent = "" if over is None else over.intent
        goes_on = intent == now.step.intent or now.goes_on(command)
        head, first = now.head, tuple[StoredRow, ...]()
        if over is not None:
            undo = self.author.row(
                head, Undo(step=True), rules=self.now.moment.state.ruleset, tip=over.parent,
                running=now.running, intent=over.intent,
            )  # fmt: skip
            head, first = undo.head, (undo,)
        row = self.author.row(
            head, command, rules=now.moment.state.ruleset, running=now.running,
            intent=now.step.intent if goes_on else intent, entry_id=entry_id,
            answers=answers, events=decided.events, receipts=decided.receipts,
        )  # fmt: skip
        moment = now.moment.after(state, len(decided.events))
        running = now.running.after(row)
        if not self._append((*first, row), state, assets, running, (*blobs, *burnt)):
            return self._stored(row.id)
        step = StoryStep(
            row.intent,
            now.step.before if goes_on else row.parent,
            now.step.asked if goes_on else command,
            now.step.state if goes_on else now.moment.state,
            met(decided.events),
        )
        self.now = Head(row.head, moment, assets, step, (), None, running)
        if self.states.add(row.seq, moment):
            self._place.settled()
        entry = as_entry(row, command, answers, decided.events, state, told)
        self.entry_reader.remember(entry)
        return entry

    def before(self, entry: Entry) -> Head:
        """The head as it was before the entry at the tip."""
        moment = self.states.moment(entry.parent)
        step = self.entry_reader.step(entry.parent)
        assets = self._assets_of(moment.state)
        return Head(self.now.head, moment, assets, step, (), None, self.now.running)

    def write_mark(
        self,
        command: Recorded,
        tip: int,
        events: tuple[Event, ...] = (),
        *,
        answers: Answers | None = None,
        entry_id: str | None = None,
    ) -> Entry:
        """Append a row that is not a play entry; `tip` is in force after it."""
        now = self.now
        row = self.author.row(
            now.head, command, rules=now.moment.state.ruleset, tip=tip, running=now.running,
            answers=answers, events=events, entry_id=entry_id,
        )  # fmt: skip
        moment = self.states.moment(tip)
        assets = self._assets_of(moment.state)
        running = now.running.after(row, command)
        kept = isinstance(command, Kept)
        if not self._append((row,), moment.state, assets, running, kept=kept):
            return self._stored(row.id)
        redo, redo_step = now.redo, now.redo_step
        if row.kind in ("undo", "redo"):
            redo = (*redo, row.parent) if row.kind == "undo" else redo[:-1]
            redo_step = self.entry_reader.step(redo[-1]) if redo else None
        step = now.step if tip == now.head.tip else self.entry_reader.step(tip)
        self.now = Head(row.head, moment, assets, step, redo, redo_step, running)
        return self.entry_reader.entry(row)

    def _append(
        self,
        rows: tuple[StoredRow, ...],
        state: State,
        assets: Assets,
        running: RunningSession,
        blobs: Sequence[Blob] = (),
        *,
        kept: bool = False,
    ) -> bool:
        # False if they were stored but not by this; with `kept` this is no branch any more.
        if self._database is None:
            self._lost()
        if self._writer is None:
            raise NotRecorded(
                "read_only", "This campaign is open for reading only; nothing was recorded."
            )
        self.stay()
        branch_point = None if kept else self.branch_point
        row = rows[-1]
        schema = max(self.schema, schema_needed(rows, blobs))
        face = asset_store.face(state, assets, row.at, branch_point, running.number, schema=schema)
        raised = schema > self.schema
        try:
            journal.append(self._writer, rows, face, blobs, schema=schema if raised else None)
        except (journal.HeadMoved, IntegrityError) as error:
            if isinstance(error, IntegrityError) and journal.row_of(self.reader, row.id):
                return False
            self.now = self._load()
            raise NotRecorded(
                "moved_on",
                "The campaign was changed in another window. You see it as it is now; nothing was"
                   " recorded.",
            ) from None  # fmt: skip
        except StorageError as error:
            self._find_out(row.id, error)
            return False
        self.branch_point = branch_point
        self.schema = schema
        self._place.know(((row.seq, row.sum),))
        self._place.settled()
        if self.astray:
            raise self._gone_astray("unknown")
        if raised:
            database.fold(self._writer)  # for older programs, which look at the file's header alone
            self._place.settled()
        self._mark(row.head)
        return True

    def stay(self) -> None:
        """Raise NotRecorded "astray" if the path no longer refers to the open file."""
        if self.astray:
            raise self._gone_astray("no")

    def _gone_astray(self, outcome: Literal["no", "unknown"]) -> NotRecorded:
        return NotRecorded("astray", ASTRAY, outcome=outcome, name=self.path.name)

    def copy_to(self, making: Path, name: str) -> None:
        """Copy the campaign to the new file `making`, under the name `name`.

        This works even if the open file is no longer at its path. Raises CannotKeep if it is
        damaged, StorageError, NotRecorded.
        """
        database.copy(self.reader, making, str(uuid.uuid4()), name)
        with closing(database.connect(making, read_only=True)) as copied:
            newest = journal.stored_head(copied.reader)
            if newest < self.now.head.seq or damage.find_damage(copied.reader):
                raise CannotKeep(
                    "damaged",
                    "Not all of {name} can be read any more; no copy was made.",
                    name=self.path.name,
                )  # fmt: skip

    def _mark(self, head: ChainHead) -> None:
        if self.lock is not None:
            self.lock.mark(self.id, head.seq, head.sum)

    def _find_out(self, entry_id: str, error: Exception) -> None:
        # Return if the row is stored; raise NotRecorded if it is not, or if that is unknown. The
        # save itself is never repeated.
        if self.astray:
            raise self._gone_astray("unknown") from error
        reason = trouble_of(error, self.path) or str(error)
        self._drop()
        try:
            self._attach(database.connect(self.path, read_only=False))
            database.settle(self._database)
            row = journal.row_of(self.reader, entry_id)
            self.now = self._load()
        except (StorageError, UnreadableText) as second:
            self._drop()
            raise NotRecorded(
                "unknown_outcome",
                "Saving failed ({reason}), and the file cannot be read again. Open the campaign"
                   " again to see whether the last action was saved.",
                outcome="unknown", reason=reason,
            ) from second  # fmt: skip
        if row is None:
            raise NotRecorded(
                "not_saved", "Saving failed ({reason}). The last action was not recorded.",
                reason=reason,
            ) from error  # fmt: skip
        self.warnings = (
            *self.warnings,
            Message("Saving entry {seq} reported an error ({reason}), but it is stored.",
                    seq=row.seq, reason=reason),
        )  # fmt: skip

    def _stored(self, entry_id: str) -> Entry:
        entry = self.known(entry_id)
        if entry is None:
            self._lost()
        return entry

    def _lost(self) -> NoReturn:
        raise NotRecorded(
            "lost", "The file of this campaign can no longer be read; open it again.",
            outcome="unknown",
        )  # fmt: skip

    def _drop(self) -> None:
        if self._database is not None:
            if self._place.moved:  # SQLite would leave the newest entries where it was
                with suppress(StorageError):
                    database.settle(self._database)
            elif self.lock is not None and not self._place.holds():
                self._place.set_aside()
            self._database.close()
            self._place.tidy()
            self._database = None

    def close(self) -> Message | None:
        """Close the file and release the lock. Return a message if the disk failed.

        The lock file stays as a sign if the file was lost, does not hold all recorded rows, or
        holds them only together with its -wal.
        """
        lost = self._database is None
        failure = self._fold()
        self._drop()
        if self.lock is not None:
            if lost or failure or not self._place.keeps(self.now.head.seq, self.now.head.sum):
                self.lock.abandon()
            else:
                self.lock.release()
            self.lock = None
        return failure

    def _fold(self) -> Message | None:
        if self._writer is None or self._place.moved or not self._place.holds():
            return None  # what is at the path is not ours to write to
        error = database.fold(self._writer)
        self._place.settled()
        if error is None:
            return None
        return Message(UNFOLDED, name=self.path.name, wal=wal_of(self.path.resolve()).name,
                       reason=str(error))  # fmt: skip

    def __enter__(self) -> Campaign:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _unanswered(needs: Needs) -> Refusal:
    return Refusal(
        "needs_answers", "{count} rolls or choices are still missing.",
        count=len(needs.questions),
    )  # fmt: skip
