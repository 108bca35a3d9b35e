"""An open campaign: the only way for screens to read and change one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from fractions import Fraction
from pathlib import Path
from typing import TypeAlias

from core.combat.board.drawing import Board
from core.dice import Answer, Answers, Question
from core.messages import Message, Refusal
from core.play.fight.blows.points import Points, retold
from core.play.fight.combatants import fight_of
from core.play.fight.setup.commands import Prepare, Redraw
from core.play.state import State
from core.play.table.commands import AdoptMap, AdoptRuleset, FoundCampaign
from core.play.union import Assets, Command, Decided, Needs, decide
from core.rulesets.schema import Ruleset
from core.travel.regionmap import RegionMap
from core.values import replace
from saves.campaign.campaign_store import ASTRAY, CampaignStore
from saves.campaign.opening import open_file
from saves.campaign.row_author import RowAuthor, utc_now
from saves.store import asset_store, database, journal, new_file
from saves.store.damage import legible
from saves.store.database import DAMAGED
from saves.store.entries import BranchPoint, Entry, Mark, Redo, Undo
from saves.store.entry_reader import turn
from saves.store.journal import Blob
from saves.store.refusals import UnreadableText
from saves.store.session_starts import GAP

Ask: TypeAlias = Callable[[tuple[Question, ...]], Mapping[str, Answer] | None]
"""Rolls or asks for all questions at once; None gives up."""

NO_ANSWERS: Answers = {}


class Campaign:
    """One open campaign. It is synchronous and belongs to the thread that opened it.

    `propose`, `state`, `assets`, `head`, `tip`, `session`, `warnings`, `read_only`, the titles,
    `can_undo` and `can_redo` may be used from any thread; their values change only after COMMIT.
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
        _found(path, command, ruleset, RowAuthor(clock))
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
            return cls(CampaignStore(path, opened, author))
        except BaseException:
            opened.abandon()
            raise

    def __init__(self, store: CampaignStore) -> None:
        self.store = store

    @property
    def path(self) -> Path:
        """The campaign's file."""
        return self.store.path

    @property
    def warnings(self) -> tuple[Message, ...]:
        """What the GM should know: why it is read-only, damage, a save that had to be repeated."""
        return self.store.warnings

    @property
    def read_only(self) -> bool:
        """Whether nothing can be recorded."""
        return not self.store.writable

    @property
    def astray(self) -> Message | None:
        """Why nothing more is recorded if the path lost the open file, else None."""
        return Message(ASTRAY, name=self.path.name) if self.store.astray else None

    # What is true now

    @property
    def state(self) -> State:
        """The state after the tip."""
        return self.store.now.moment.state

    @property
    def assets(self) -> Assets:
        """The ruleset and the maps that the state names."""
        return self.store.now.assets

    @property
    def name(self) -> str:
        """The campaign's name in the library, as it was when it was opened."""
        return self.store.name

    @property
    def branch_point(self) -> BranchPoint | None:
        """Where this what-if branch left its campaign; None for an ordinary campaign."""
        return self.store.branch_point

    @property
    def head(self) -> int:
        """The newest seq, which the screen shows as saved."""
        return self.store.now.head.seq

    @property
    def tip(self) -> int:
        """The play entry whose outcome is current."""
        return self.store.now.head.tip

    @property
    def session(self) -> int:
        """The number of the running session, counting one that has begun but was not played in."""
        return self.store.now.running.counted

    @property
    def can_undo(self) -> bool:
        """Whether there is something to undo."""
        return self.store.now.step.before != 0 and not self.read_only

    @property
    def can_redo(self) -> bool:
        """Whether there is something to redo."""
        return bool(self.store.now.redo) and not self.read_only

    @property
    def undo_title(self) -> Message | None:
        """What `undo` would undo, in words, or None."""
        return self.store.now.step.title if self.can_undo else None

    @property
    def redo_title(self) -> Message | None:
        """What `redo` would redo, in words, or None."""
        step = self.store.now.redo_step
        if step is None or not self.can_redo:
            return None
        several = step.before > self.tip  # an undone turn is redone as a whole
        return turn(self.state) if several else step.title

    # Looking back

    def log(self, limit: int = 50, before: int | None = None) -> tuple[Entry, ...]:
        """The last `limit` rows (below seq `before`), newest last, undone ones marked."""
        end = self.head + 1 if before is None else min(before, self.head + 1)
        rows = journal.page(self.store.reader, limit, end)
        return self.store.entry_reader.marked(rows, self.tip)

    def notes(self) -> tuple[Entry, ...]:
        """All notes, oldest first; their event is a `Noted`."""
        rows = journal.aside(self.store.reader, "note", self.head)
        return tuple(self.store.entry_reader.entry(row) for row in rows)

    def refresh(self) -> bool:
        """Read what another window wrote. Return whether anything changed."""
        return self.store.refresh()

    # Asking and recording

    def propose(
        self, command: Command, answers: Answers = NO_ANSWERS, *, after: Decided | None = None
    ) -> Decided | Needs:
        """Decide `command` as of now, or `after` another, without recording it. Raises Refusal."""
        now = self.store.now
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
        known = self.store.known(entry_id)
        if known is not None:
            return known
        if decided is None or head != self.head:
            found = self.propose(command, answers)
            if isinstance(found, Needs):
                raise _unanswered(found)
            decided = found
        return self.store.write_story(command, answers, decided, entry_id=entry_id)

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
        known = self.store.known(entry_id)
        if known is not None:
            return known
        while isinstance(decided := self.propose(command, answers), Needs):
            more = ask(decided.questions)
            if more is None:
                return None
            if not any(question.key in more for question in decided.questions):
                raise _unanswered(decided)
            answers = {**answers, **more}
        return self.store.write_story(command, answers, decided, entry_id=entry_id)

    # Maps, rulesets and boards, stored in the transaction that names them

    def adopt_map(self, region: RegionMap, hex_km: Fraction, place: str) -> Entry:
        """Use `region` from now on. Raises as `record`."""
        stored = self.store.asset_store.learn_region(region)
        assets = self.store.asset_store.assets(self.state, stored.sha256)
        return self._adopt(AdoptMap(stored.sha256, hex_km, place), assets, stored)

    def adopt_ruleset(self, rules: Ruleset) -> Entry:
        """Play by `rules` from now on. Raises as `record`."""
        stored = self.store.asset_store.learn_rules(rules)
        return self._adopt(AdoptRuleset(stored.sha256, rules.display_name()), self.assets, stored)

    def prepare(self, command: Prepare, board: Board) -> Entry:
        """Prepare an encounter on `board`; `command.encounter.board` is filled in."""
        stored = self.store.asset_store.learn_board(board)
        encounter = replace(command.encounter, board=stored.sha256)
        return self._adopt(Prepare(encounter), self._with(stored), stored)

    def redraw(self, encounter: str, board: Board) -> Entry:
        """Give an encounter another board. Raises as `record`."""
        stored = self.store.asset_store.learn_board(board)
        return self._adopt(Redraw(encounter, stored.sha256), self._with(stored), stored)

    def _with(self, stored: Blob) -> Assets:
        return self.store.asset_store.assets(self.state, boards=(stored.sha256,))

    def _adopt(self, command: Command, assets: Assets, stored: Blob) -> Entry:
        decided = decide(command, self.state, assets, NO_ANSWERS)
        assert isinstance(decided, Decided), "adoption asks nothing"
        return self.store.write_story(command, NO_ANSWERS, decided, blobs=(stored,))

    # Undo and redo

    def undo(self) -> Entry:
        """Undo the last intent. Raises Refusal "nothing_to_undo"."""
        return self._undo(self.store.now.step.before, step=False)

    def undo_step(self) -> Entry:
        """Undo only the last entry of the last intent. Raises Refusal "nothing_to_undo"."""
        tip = self.tip and self.store.entry_reader.row(self.tip).parent
        return self._undo(tip, step=True)

    def undo_turn(self) -> Entry:
        """Undo to the beginning of the current turn, or of the turn before, as one row.

        Raises Refusal "no_fight", "no_turn".
        """
        fight_of(self.state)
        began = self.store.entry_reader.turn_began(self.tip)
        if not began:
            raise Refusal(
                "no_turn",
                "There is no earlier turn in this fight; press u to undo single entries.",
            )
        return self.store.write_mark("undo", Undo(turn=True), began)

    def propose_over(self, answers: Answers) -> Decided | Needs:
        """Decide the last entry again, with these answers in place of its own.

        Raises Refusal "nothing_to_overrule" if it asked nothing, or that of the command.
        """
        entry, command = self._last()
        before = self.store.before(entry)
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
            command = retold(command, self.store.before(entry).moment.state, answers)
        return self.store.write_story(command, answers, decided, over=entry)

    def _last(self) -> tuple[Entry, Command]:
        reader = self.store.entry_reader
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
        if not self.store.now.redo:
            raise Refusal("nothing_to_redo", "There is nothing to redo.")
        return self.store.write_mark("redo", Redo(), self.store.now.redo[-1])

    def _undo(self, tip: int, *, step: bool) -> Entry:
        if tip == 0:
            raise Refusal("nothing_to_undo", "There is nothing to undo.")
        return self.store.write_mark("undo", Undo(step), tip)

    def close(self) -> None:
        """Close the file and release the lock. Closing twice does nothing."""
        self.store.close()

    def __enter__(self) -> Campaign:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _unanswered(needs: Needs) -> Refusal:
    return Refusal(
        "needs_answers", "{count} rolls or choices are still missing.",
        count=len(needs.questions),
    )  # fmt: skip


def _found(path: Path, command: FoundCampaign, ruleset: Ruleset, author: RowAuthor) -> None:
    stored = asset_store.ruleset_blob(ruleset)
    command = replace(command, ruleset=stored.sha256)
    decided = decide(command, State(), Assets(ruleset), {})
    assert isinstance(decided, Decided), "founding asks nothing"
    state = decided.states[-1]
    draft = author.draft(
        "play", command, rules=stored.sha256, tip=None,
        events=decided.events, receipts=decided.receipts,
    )  # fmt: skip
    face = asset_store.face(state, Assets(ruleset), draft.at, sessions=1)

    def write(making: Path) -> None:
        database.build(making)
        new_file.begin(making, command.name, draft, face, (stored,))

    new_file.whole(path, write)
