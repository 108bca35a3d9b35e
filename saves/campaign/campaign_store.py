"""The open file of a campaign, its head, and how rows are added to it. Private to saves."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Literal, NoReturn

from core.dice import Answers
from core.messages import Message, Template
from core.play.road.commands import BeginEncounter, PassBy
from core.play.state import Fighting, Met, State
from core.play.table.commands import WriteNote
from core.play.union import Assets, Command, Decided, Event, narrate
from core.values import Struct, replace
from saves.campaign.opening import Opened
from saves.campaign.row_author import RowAuthor
from saves.store import asset_store, damage, database, journal, session_starts
from saves.store.asset_store import AssetStore
from saves.store.database import Connection, IntegrityError, StorageError
from saves.store.entries import BranchPoint, Entry, Kept, Recorded, RowKind, Undo
from saves.store.entry_reader import EntryReader, StoryStep, as_entry, met
from saves.store.file_identity import CampaignFiles
from saves.store.journal import Blob, ChainHead, RowDraft, StoredRow
from saves.store.refusals import CannotKeep, NotRecorded, UnreadableText
from saves.store.session_starts import RunningSession
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


ASTRAY: Template = (
    "{name} was moved, renamed, deleted or replaced while it was open: nothing more is recorded in"
    " it."
)


class CampaignStore:
    """The open file of one campaign, and its head."""

    def __init__(self, path: Path, opened: Opened, author: RowAuthor) -> None:
        """Take over the opened file. Raises UnreadableText, StorageError."""
        self.path = path
        self.author = author
        self.lock = opened.lock
        self.warnings = opened.warnings
        self.last = opened.last
        self.branch_point: BranchPoint | None = None
        self._attach(opened.database)
        self.now = self._load()
        self._mark(self.now.head)

    def _attach(self, opened: database.Database) -> None:
        self._database: database.Database | None = opened
        self.states = StateHistory(opened.reader, opened.writer)
        self.entry_reader = EntryReader(opened.reader, self.states)
        self.asset_store = AssetStore(opened.reader)
        self.name = journal.stored_name(opened.reader)
        self.id = journal.stored_id(opened.reader)
        self._place = CampaignFiles(self.path)

    @property
    def reader(self) -> Connection:
        """The connection to read from. Raises NotRecorded if the file was lost."""
        if self._database is None:
            self._lost()
        return self._database.reader

    @property
    def writable(self) -> bool:
        """Whether rows can be appended."""
        return self._database is not None and self._database.writer is not None and not self.astray

    @property
    def astray(self) -> bool:
        """Whether the path no longer refers to the file that is written to."""
        open_to_write = self._database is not None and self._database.writer is not None
        return open_to_write and not self._place.holds()

    def _load(self) -> Head:
        if self.writable:
            self._place.know(journal.sums(self.reader, self._place.base))
        with database.snapshot(self.reader):
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
        self._place.settled()  # checkpoints may have been stored
        return now

    def _assets_of(self, state: State) -> Assets:
        if asset_store.names(state) == asset_store.names(self.now.moment.state):
            return self.now.assets
        return self.asset_store.assets(state)

    def refresh(self) -> bool:
        """Read what another window wrote. Return whether anything changed."""
        if self.last is not None or journal.stored_head(self.reader) == self.now.head.seq:
            return False
        self.now = self._load()
        return True

    def known(self, entry_id: str | None) -> Entry | None:
        """The entry already stored under this id, or None."""
        if entry_id is None:
            return None
        row = journal.row_of(self.reader, entry_id)
        return self.entry_reader.entry(row) if row else None

    # Writing

    def stop_writing(self, why: Message) -> None:
        """Write nothing more to the file; `why` is added to the warnings."""
        self.warnings = (*self.warnings, why)
        if self._database is not None and self._database.writer is not None:
            self._database.writer.close()
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
                "note",
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
        draft = self.author.draft(
            "play", command, rules=now.moment.state.ruleset, tip=None, running=now.running,
            intent=now.step.intent if goes_on else intent, entry_id=entry_id,
            answers=answers, events=decided.events, receipts=decided.receipts,
        )  # fmt: skip
        moment = now.moment.after(state, len(decided.events))
        first = None
        if over is not None:
            first = self.author.draft(
                "undo", Undo(step=True), rules=self.now.moment.state.ruleset, tip=over.parent,
                running=self.now.running, intent=over.intent,
            )  # fmt: skip
        running = now.running.after(draft)
        row = self._append(draft, state, assets, running, (*blobs, *burnt), first=first)
        if row is None:
            return self._stored(draft.id)
        step = StoryStep(
            row.intent,
            now.step.before if goes_on else row.parent,
            now.step.asked if goes_on else command,
            now.step.state if goes_on else now.moment.state,
            met(decided.events),
        )
        self.now = Head(row.head, moment, assets, step, (), None, running)
        self.states.add(row.seq, moment)
        if moment.due:  # a checkpoint was stored
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
        kind: RowKind,
        command: Recorded,
        tip: int,
        events: tuple[Event, ...] = (),
        *,
        answers: Answers | None = None,
        entry_id: str | None = None,
    ) -> Entry:
        """Append a row that is not a play entry; `tip` is in force after it."""
        now = self.now
        draft = self.author.draft(
            kind, command, rules=now.moment.state.ruleset, tip=tip, running=now.running,
            answers=answers, events=events, entry_id=entry_id,
        )  # fmt: skip
        moment = self.states.moment(tip)
        assets = self._assets_of(moment.state)
        running = now.running.after(draft, command)
        kept = isinstance(command, Kept)
        row = self._append(draft, moment.state, assets, running, kept=kept)
        if row is None:
            return self._stored(draft.id)
        redo, redo_step = now.redo, now.redo_step
        if kind in ("undo", "redo"):
            redo = (*redo, row.parent) if kind == "undo" else redo[:-1]
            redo_step = self.entry_reader.step(redo[-1]) if redo else None
        step = now.step if tip == now.head.tip else self.entry_reader.step(tip)
        self.now = Head(row.head, moment, assets, step, redo, redo_step, running)
        return self.entry_reader.entry(row)

    def _append(
        self,
        draft: RowDraft,
        state: State,
        assets: Assets,
        running: RunningSession,
        blobs: Sequence[Blob] = (),
        *,
        first: RowDraft | None = None,
        kept: bool = False,
    ) -> StoredRow | None:
        # `first` is a row that goes before it; with `kept` this is no branch any more.
        if self._database is None:
            self._lost()
        if self._database.writer is None:
            raise NotRecorded(
                "read_only", "This campaign is open for reading only; nothing was recorded."
            )
        self.stay()
        branch_point = None if kept else self.branch_point
        face = asset_store.face(state, assets, draft.at, branch_point, running.number)
        try:
            row = journal.append(
                self._database.writer, draft, self.now.head, face, blobs, first=first
            )
        except journal.HeadMoved:
            self.now = self._load()
            self._moved()
        except IntegrityError:
            if journal.row_of(self.reader, draft.id) is None:
                self.now = self._load()
                self._moved()
            return None
        except StorageError as error:
            self._find_out(draft.id, error)
            return None
        self.branch_point = branch_point
        self._place.know(((row.seq, row.sum),))
        self._place.settled()
        if self.astray:
            raise self._gone_astray("unknown")
        self._mark(row.head)
        return row

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

    def _moved(self) -> NoReturn:
        raise NotRecorded(
            "moved_on",
            "The campaign was changed in another window. You see it as it is now; nothing was"
               " recorded.",
        )  # fmt: skip

    def _find_out(self, entry_id: str, error: Exception) -> None:
        # Return if the row is stored; raise NotRecorded if it is not, or if that is unknown. The
        # save itself is never repeated.
        if self.astray:
            raise self._gone_astray("unknown") from error
        reason = str(error)
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

    def close(self) -> None:
        """Close the file and release the lock.

        The lock file stays as a sign if the file was lost or does not hold all recorded rows.
        """
        lost = self._database is None
        self._drop()
        if self.lock is not None:
            if lost or not self._place.keeps(self.now.head.seq, self.now.head.sum):
                self.lock.abandon()
            else:
                self.lock.release()
            self.lock = None
