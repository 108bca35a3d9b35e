"""The story of an open campaign as it stands: its newest state and entries. Private to saves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.messages import Message
from core.play.facts.road.commands import BeginEncounter, PassBy
from core.play.facts.state import Fighting, Met, State
from core.play.union import Assets, Command
from core.values import Struct
from saves.store import asset_store, codec, journal, session_starts
from saves.store.asset_store import AssetStore
from saves.store.entries import BranchPoint, Entry
from saves.store.entry_reader import EntryReader, StoryStep, as_entry, turn
from saves.store.models import ChainHead
from saves.store.refusals import CannotOpen
from saves.store.releases import FIRST_SCHEMA
from saves.store.schema_number import NEEDS
from saves.store.session_starts import RunningSession
from saves.store.state_history import Snapshot, StateHistory

if TYPE_CHECKING:
    from saves.store.backend import Opened


class Head(Struct, kw_only=True):
    """Everything that changes with a row, replaced as one value after COMMIT."""

    head: ChainHead
    snapshot: Snapshot
    assets: Assets
    step: StoryStep
    redo: tuple[int, ...] = ()
    redo_step: StoryStep | None = None
    running: RunningSession

    @property
    def state(self) -> State:
        """The state after the tip."""
        return self.snapshot.state

    def goes_on(self, command: Command) -> bool:
        """Whether `command` belongs to the intent of the entry at the tip.

        It does if it answers the encounter that entry met. While a move waits for attacks of
        opportunity, every command belongs to it, typed wounds included, so that undo takes all
        of them back with their cause.
        """
        match self.state.pending:
            case Met():
                return self.step.meets and isinstance(command, BeginEncounter | PassBy)
            case Fighting(waiting=waiting):
                return waiting is not None
        return False


class CampaignStory:
    """The head of an open campaign, what another window adds to it, and the entries up to it."""

    def __init__(self, opened: Opened) -> None:
        """Read the head. Raises UnreadableText, CannotOpen, and what the connections raise."""
        self.opened = opened
        self.last = opened.last
        """The newest row that can be read, None if all can."""
        self.branch_point: BranchPoint | None = None
        """Where this what-if branch left its campaign; None for an ordinary campaign."""
        self.schema = FIRST_SCHEMA
        """The campaign's schema number, which only an entry raises."""
        self.attach()
        self.now = self._read_head()

    def attach(self) -> None:
        """Read from the connection of `opened`, which may be another than before."""
        reader = self.opened.reader
        self.states = StateHistory(reader, self.opened.writer)
        self.entry_reader = EntryReader(reader, self.states)
        self.asset_store = AssetStore(reader)

    def reload(self) -> None:
        """Read the head anew. Raises as when it was first read."""
        self.now = self._read_head()

    def _read_head(self) -> Head:
        opened = self.opened
        reader = opened.reader
        with opened.snapshot():
            opened.refuse_newer(for_play=not opened.read_only)
            self.schema = opened.schema
            if self.last is None:
                newest = journal.stored_head(reader)
                face = journal.stored_face(reader)
            else:
                newest = self.last
                face = ""
            head = journal.head_at(reader, newest)
            snapshot = self.states.moment(head.tip, keep=True)
            redo = tuple(journal.undone_intents(reader, newest))
            self.branch_point = self.entry_reader.branch_point(newest)
            return Head(
                head=head,
                snapshot=snapshot,
                assets=self.asset_store.assets(snapshot.state),
                step=self.entry_reader.step(head.tip),
                redo=redo,
                redo_step=self.entry_reader.step(redo[-1]) if redo else None,
                running=session_starts.running_session(reader, newest, face),
            )

    def refresh(self) -> bool:
        """Read what another window wrote. Return whether anything changed.

        What a newer Outrider writes there may need that: then its warnings say so, and
        everything stays as it was last read.
        """
        newest = self.now.head.seq
        if self.last is not None or journal.stored_head(self.opened.reader) == newest:
            return False
        try:
            self.reload()
        except CannotOpen as newer:
            self.last = newest
            self.opened.warn(newer.message)
        return True

    def assets_of(self, state: State) -> Assets:
        """The ruleset and the maps that `state` names."""
        if asset_store.names(state) == asset_store.names(self.now.state):
            return self.now.assets
        return self.asset_store.assets(state)

    def before(self, entry: Entry) -> Head:
        """The head as it was before the entry at the tip."""
        snapshot = self.states.moment(entry.parent)
        return Head(
            head=self.now.head,
            snapshot=snapshot,
            assets=self.assets_of(snapshot.state),
            step=self.entry_reader.step(entry.parent),
            running=self.now.running,
        )

    @property
    def has_older_timers(self) -> bool:
        """Whether an Outrider before this one began all that lasts on anybody.

        What this one begins raises the campaign's schema number.
        """
        return self.schema < NEEDS["condition_began"]

    # What may be undone and redone

    @property
    def undo_title(self) -> Message | None:
        """What `undo` would undo, in words; None if there is nothing, or nothing is recorded."""
        step = self.now.step
        if step.before == 0 or self.opened.read_only:
            return None
        return step.title

    @property
    def redo_title(self) -> Message | None:
        """What `redo` would redo, in words; None if there is nothing, or nothing is recorded."""
        step = self.now.redo_step
        if step is None or self.opened.read_only:
            return None
        is_turn = step.before > self.now.head.tip  # an undone turn is redone as a whole
        if is_turn:
            return turn(self.now.state)
        return step.title

    @property
    def tip_author(self) -> str:
        """Who made the entry that `undo` takes back, as they sign their entries; "" for nobody."""
        tip = self.now.head.tip
        if tip == 0:
            return ""
        return self.entry_reader.row(tip).who

    # Looking back

    def known(self, entry_id: str | None) -> Entry | None:
        """The entry already stored under this id, or None."""
        if entry_id is None:
            return None
        row = journal.row_of(self.opened.reader, entry_id)
        if row is None:
            return None
        return self.entry_reader.entry(row)

    def log(self, limit: int = 50, before: int | None = None) -> tuple[Entry, ...]:
        """The last `limit` rows (below seq `before`), newest last, undone ones marked."""
        end = self.now.head.seq + 1
        if before is not None:
            end = min(before, end)
        rows = journal.page(self.opened.reader, limit, end)
        return self.entry_reader.marked(rows, self.now.head.tip)

    def untold(self, seq: int) -> Entry:
        """Row `seq` with one sentence, that it cannot be told, and without its events.

        Raises UnreadableText if there is no such row.
        """
        row = self.entry_reader.row(seq)
        sentence = Message("Entry {seq} cannot be told: an error of Outrider's own.", seq=seq)
        command, answers, _ = codec.load_body(row.body)
        return as_entry(row, command, answers, (), self.now.state, (sentence,))

    def notes(self) -> tuple[Entry, ...]:
        """All notes, oldest first; their event is a `Noted`."""
        rows = journal.aside(self.opened.reader, "note", self.now.head.seq)
        return tuple(self.entry_reader.entry(row) for row in rows)
