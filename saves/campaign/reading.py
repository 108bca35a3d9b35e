"""What a campaign tells: what is true now, and what was. `Campaign` adds acting to it."""

from __future__ import annotations

from pathlib import Path

from core.messages import Message
from core.play.state import State
from core.play.union import World
from core.rulesets.schema import Ruleset
from core.travel.regionmap import RegionMap
from saves.campaign.campaign_store import ASTRAY, CampaignStore
from saves.store import journal
from saves.store.branch_point import BranchPoint
from saves.store.entries import Entry
from saves.store.entry_reader import turn


class Reading:
    """An open campaign, as far as it is read.

    `state`, `world`, `rules`, `region`, `head`, `tip`, `session`, `warnings`, `read_only`, the
    titles, `can_undo` and `can_redo` may be used from any thread; what they tell changes only
    after COMMIT returned.
    """

    def __init__(self, ledger: CampaignStore) -> None:
        """Stand before an open store."""
        self.store = ledger

    @property
    def path(self) -> Path:
        """The campaign's file."""
        return self.store.path

    @property
    def warnings(self) -> tuple[Message, ...]:
        """What the GM should know: why it is read-only, damage, a save that failed at first."""
        return self.store.warnings

    @property
    def read_only(self) -> bool:
        """Whether nothing can be recorded."""
        return not self.store.writable

    @property
    def astray(self) -> Message | None:
        """Why nothing more is recorded: its path does not refer to the open file any more."""
        return Message(ASTRAY, name=self.path.name) if self.store.astray else None

    # What is true now

    @property
    def state(self) -> State:
        """The state after the tip."""
        return self.store.now.moment.state

    @property
    def world(self) -> World:
        """The ruleset and the maps that the state names."""
        return self.store.now.world

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
        return self.store.name

    @property
    def birth(self) -> BranchPoint | None:
        """What the campaign was born from, while it only tries something; None for any other."""
        return self.store.birth

    @property
    def head(self) -> int:
        """The newest seq: what the screen shows as saved."""
        return self.store.now.head.seq

    @property
    def tip(self) -> int:
        """The play entry whose outcome is current."""
        return self.store.now.head.tip

    @property
    def session(self) -> int:
        """The number of the session that goes on; one begun and not yet played in counts."""
        return self.store.now.evening.counted

    @property
    def can_undo(self) -> bool:
        """Whether `undo` would find something."""
        return self.store.now.step.before != 0 and not self.read_only

    @property
    def can_redo(self) -> bool:
        """Whether `redo` would find something."""
        return bool(self.store.now.redo) and not self.read_only

    @property
    def undo_title(self) -> Message | None:
        """What `undo` would take back, in words, or None."""
        return self.store.now.step.title if self.can_undo else None

    @property
    def redo_title(self) -> Message | None:
        """What `redo` would bring back, in words, or None."""
        step = self.store.now.redo_step
        if step is None or not self.can_redo:
            return None
        several = step.before > self.tip  # a turn was taken back: it comes back as one
        return turn(self.state) if several else step.title

    # Looking back

    def log(self, limit: int = 50, before: int | None = None) -> tuple[Entry, ...]:
        """The last `limit` rows (with seq below `before`), newest last, undone ones marked."""
        end = self.head + 1 if before is None else min(before, self.head + 1)
        rows = journal.page(self.store.reader, limit, end)
        return self.store.chronicle.marked(rows, self.tip)

    def entry(self, seq: int) -> Entry | None:
        """The row `seq`, or None."""
        row = journal.row(self.store.reader, seq) if seq <= self.head else None
        return self.store.chronicle.marked([row], self.tip)[0] if row else None

    def notes(self) -> tuple[Entry, ...]:
        """All notes, oldest first; their event is a `Noted`."""
        rows = journal.aside(self.store.reader, "note", self.head)
        return tuple(self.store.chronicle.entry(row) for row in rows)

    def state_at(self, seq: int) -> State:
        """The state as it was after row `seq` (0: before the first)."""
        row = journal.row(self.store.reader, min(seq, self.head))
        return self.store.past.moment(row.tip if row else 0).state

    def refresh(self) -> bool:
        """Take in what another window wrote; whether anything changed."""
        return self.store.refresh()
