"""The writing of rows: what is decided is appended, and the story goes on. Private to saves."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from core.dice import Answers
from core.messages import Message, Template
from core.play.facts.state import State
from core.play.facts.table.commands import WriteNote
from core.play.union import Assets, Command, Decided, Event, narrate
from saves.campaign.campaign_story import CampaignStory, Head
from saves.campaign.row_author import RowAuthor
from saves.store import asset_store, journal
from saves.store.entries import Entry, Kept, Recorded, Undo
from saves.store.entry_reader import StoryStep, as_entry, met
from saves.store.failures import Clash, StorageError
from saves.store.journal import Blob
from saves.store.models import StoredRow
from saves.store.places import translating
from saves.store.refusals import MOVED_ON, NotRecorded, UnreadableText
from saves.store.schema_number import schema_needed
from saves.store.session_starts import RunningSession

if TYPE_CHECKING:
    from saves.store.backend import Opened, Unlisted


def write_first(
    unlisted: Unlisted,
    name: str,
    row: StoredRow,
    face: str,
    blobs: Sequence[Blob] = (),
    *,
    schema: int,
) -> None:
    """Call a campaign in the making `name`, with this number, and append its first own row."""
    begin_campaign(unlisted, name, row.seq - 1, face)
    append_first(unlisted, row, face, blobs, schema=schema)


def begin_campaign(unlisted: Unlisted, name: str, head: int, face: str) -> None:
    """Store a campaign in the making with this name; its rows up to `head` may be copied then."""
    with unlisted.writing() as writer:
        journal.put_campaign(writer, str(uuid.uuid4()), name, head, face)


def append_first(
    unlisted: Unlisted, row: StoredRow, face: str, blobs: Sequence[Blob] = (), *, schema: int
) -> None:
    """Append the first own row of a campaign in the making, with its schema number."""
    with unlisted.writing() as writer:
        journal.append(writer, (row,), face, blobs, schema=schema)


FILE_GONE: Template = (
    "Saving failed ({reason}), and the file cannot be read again. Open the campaign again to see"
    " whether the last action was saved."
)
SERVER_GONE: Template = (
    "Saving failed ({reason}), and the server cannot be asked. Open the campaign again when it is"
    " there to see whether the last action was saved."
)


def moved_on(*, is_shared: bool) -> NotRecorded:
    """The refusal of what was decided before somebody else wrote, or another window."""
    if is_shared:
        return NotRecorded(
            MOVED_ON,
            "Somebody else has changed the campaign meanwhile. You see it as it is now; nothing was"
            " recorded.",
        )
    return NotRecorded(
        MOVED_ON,
        "The campaign was changed in another window. You see it as it is now; nothing was"
        " recorded.",
    )


def _not_saved(error: StorageError) -> NotRecorded:
    return NotRecorded(
        "not_saved",
        "Saving failed ({reason}). The last action was not recorded.",
        reason=error.reason,
    )


class Recorder:
    """Appends rows to an open campaign, and finds out what became of failed saves.

    The story changes only after COMMIT.
    """

    def __init__(self, opened: Opened, story: CampaignStory, author: RowAuthor) -> None:
        self.opened = opened
        self.story = story
        self.author = author

    @contextmanager
    def in_line(self) -> Iterator[None]:
        """Nobody else writes until the next row is stored. Raises NotRecorded."""
        try:
            with translating(self.opened.place), self.opened.line():
                yield
        except StorageError as error:
            raise _not_saved(error) from error

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
        story = self.story
        if isinstance(command, WriteNote):
            return self.write_mark(
                command,
                story.now.head.tip,
                decided.events,
                answers=answers,
                entry_id=entry_id,
            )
        now = story.now
        head = now.head
        intent = ""
        rows: list[StoredRow] = []
        if over is not None:
            undoing = self._undoing_row(over)
            rows.append(undoing)
            head = undoing.head
            now = story.before(over)
            intent = over.intent
        decided, burnt = story.asset_store.compact_board(now.assets, decided)
        state = now.state
        if decided.states:
            state = decided.states[-1]
        sentences = tuple(map(narrate, decided.events, decided.states))
        assets = story.assets_of(state)
        goes_on = intent == now.step.intent or now.goes_on(command)
        if goes_on:
            intent = now.step.intent
        row = self.author.row(
            head,
            command,
            rules=now.state.ruleset,
            running=now.running,
            intent=intent,
            entry_id=entry_id,
            answers=answers,
            events=decided.events,
            receipts=decided.receipts,
        )
        rows.append(row)
        snapshot = now.snapshot.after(state, len(decided.events))
        running = now.running.after(row)
        if not self._append(rows, state, assets, running, (*blobs, *burnt)):
            return self._stored(row.id)
        meets = met(decided.events)
        if goes_on:
            step = StoryStep(row.intent, now.step.before, now.step.asked, now.step.state, meets)
        else:
            step = StoryStep(row.intent, row.parent, command, now.state, meets)
        story.now = Head(
            head=row.head, snapshot=snapshot, assets=assets, step=step, running=running
        )
        if story.states.add(row.seq, snapshot):
            self.opened.note_written()
        entry = as_entry(row, command, answers, decided.events, state, sentences)
        story.entry_reader.remember(entry)
        return entry

    def _undoing_row(self, over: Entry) -> StoredRow:
        now = self.story.now
        return self.author.row(
            now.head,
            Undo(step=True),
            rules=now.state.ruleset,
            tip=over.parent,
            running=now.running,
            intent=over.intent,
        )

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
        story = self.story
        now = story.now
        row = self.author.row(
            now.head,
            command,
            rules=now.state.ruleset,
            tip=tip,
            running=now.running,
            answers=answers,
            events=events,
            entry_id=entry_id,
        )
        snapshot = story.states.moment(tip)
        assets = story.assets_of(snapshot.state)
        running = now.running.after(row, command)
        is_kept = isinstance(command, Kept)
        if not self._append((row,), snapshot.state, assets, running, kept=is_kept):
            return self._stored(row.id)
        redo = now.redo
        redo_step = now.redo_step
        if row.kind in ("undo", "redo"):
            redo = (*redo, row.parent) if row.kind == "undo" else redo[:-1]
            redo_step = story.entry_reader.step(redo[-1]) if redo else None
        story.now = Head(
            head=row.head,
            snapshot=snapshot,
            assets=assets,
            step=now.step if tip == now.head.tip else story.entry_reader.step(tip),
            redo=redo,
            redo_step=redo_step,
            running=running,
        )
        return story.entry_reader.entry(row)

    def _append(
        self,
        rows: Sequence[StoredRow],
        state: State,
        assets: Assets,
        running: RunningSession,
        blobs: Sequence[Blob] = (),
        *,
        kept: bool = False,
    ) -> bool:
        # False if they were stored but not by this; with `kept` this is no branch any more.
        opened = self.opened
        story = self.story
        reader = opened.reader  # refuses where the file was lost
        writer = opened.writer
        if writer is None:
            raise NotRecorded(
                "read_only", "This campaign is open for reading only; nothing was recorded."
            )
        opened.refuse_astray()
        if kept:
            branch_point = None
        else:
            branch_point = story.branch_point
        row = rows[-1]
        schema = max(story.schema, schema_needed(rows, blobs))
        is_raised = schema > story.schema
        face = asset_store.face(state, assets, row.at, branch_point, running.number, schema=schema)
        try:
            with translating(opened.place):
                journal.append(writer, rows, face, blobs, schema=schema if is_raised else None)
        except (journal.HeadMoved, Clash) as error:
            if isinstance(error, Clash) and journal.row_of(reader, row.id):
                return False
            story.reload()
            opened.refuse_astray()
            raise moved_on(is_shared=opened.shared) from None
        except StorageError as error:
            self._refuse_unsaved(row.id, error)
            return False
        story.branch_point = branch_point
        story.schema = schema
        opened.note_recorded(row.head, raised=is_raised)
        return True

    def _refuse_unsaved(self, entry_id: str, error: StorageError) -> None:
        # Raise NotRecorded unless the row is stored in spite of the error. The save itself is never
        # repeated.
        opened = self.opened
        if opened.astray:
            raise opened.astray_refusal("unknown") from error
        row = self._read_again(entry_id, error.reason)
        if row is None:
            raise _not_saved(error) from error
        opened.note_recorded(self.story.now.head)
        opened.warn(
            Message(
                "Saving entry {seq} reported an error ({reason}), but it is stored.",
                seq=row.seq,
                reason=error.reason,
            )
        )

    def _read_again(self, entry_id: str, reason: Message | str) -> StoredRow | None:
        # The row by a new connection, None if it is not stored. Raise NotRecorded if that cannot be
        # known.
        opened = self.opened
        if opened.shared:
            gone = SERVER_GONE
        else:
            gone = FILE_GONE
        opened.drop()
        try:
            with translating(opened.place):
                opened.reopen()
                self.story.attach()
                row = journal.row_of(opened.reader, entry_id)
                self.story.reload()
        except (StorageError, UnreadableText) as error:
            opened.drop()
            raise NotRecorded("unknown_outcome", gone, outcome="unknown", reason=reason) from error
        return row

    def _stored(self, entry_id: str) -> Entry:
        entry = self.story.known(entry_id)
        if entry is None:
            self.opened.refuse_lost()
        return entry
