"""An open campaign: the only way for screens to read and change one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias

from core.combat.board.drawing import Board
from core.dice import Answer, Answers, Question
from core.messages import Message, Refusal
from core.play.facts.fight.combatants import fight_of
from core.play.facts.fight.setup.commands import Prepare, Redraw
from core.play.facts.state import State
from core.play.facts.table.commands import AdoptMap, AdoptRuleset, FoundCampaign
from core.play.fight.blows.points import Points, retold
from core.play.union import Assets, Command, Decided, Needs, decide
from core.rulesets.schema import Ruleset
from core.travel.regionmap import RegionMap
from core.values import replace
from saves.campaign.campaign_story import CampaignStory
from saves.campaign.recorder import Recorder, moved_on, write_first
from saves.campaign.row_author import RowAuthor, signature, utc_now
from saves.store import asset_store
from saves.store.entries import Entry, Mark, Redo, Undo
from saves.store.failures import Lost, StorageError
from saves.store.journal import Blob
from saves.store.models import ChainHead
from saves.store.places import backend_of, legible, translating
from saves.store.refusals import MOVED_ON, NotRecorded, UnreadableText
from saves.store.schema_number import schema_needed
from saves.store.session_starts import GAP

if TYPE_CHECKING:
    from saves.store.backend import Opened, Place, Unlisted

Ask: TypeAlias = Callable[[tuple[Question, ...]], Mapping[str, Answer] | None]
"""Rolls or asks for all questions at once; None gives up."""

NO_ANSWERS: Answers = {}
RACES = 2
"""How often somebody else may be faster before one stands in line."""


class Campaign:
    """One open campaign. It is synchronous and belongs to the thread that opened it.

    What is done with it is here: decide, record, undo. `story` has its newest state and its
    entries, `opened` is what its back end holds of it, `recorder` appends the rows.

    `propose`, `state`, `assets`, `head`, `tip`, `session`, `warnings`, `read_only` and the
    titles of `story` may be used from any thread; their values change only after COMMIT.
    """

    @classmethod
    def create(
        cls,
        place: Place,
        command: FoundCampaign,
        *,
        ruleset: Ruleset,
        clock: Callable[[], datetime] = utc_now,
        session_gap: Fraction = GAP,
    ) -> Campaign:
        """Create a campaign at a free place; `command.ruleset` is filled in from `ruleset`.

        It appears whole, with its first entry, or not at all. Raises CannotKeep if the place is
        taken, Refusal if the rules refuse the command. `session_gap` as in `open`.
        """
        backend_of(place).create(
            place, lambda unlisted: cls.found(unlisted, command, ruleset=ruleset, clock=clock)
        )
        return cls.open(place, clock=clock, session_gap=session_gap)

    @staticmethod
    def found(
        unlisted: Unlisted,
        command: FoundCampaign,
        *,
        ruleset: Ruleset,
        clock: Callable[[], datetime] = utc_now,
    ) -> None:
        """Write the first entry of a campaign in the making. Raises Refusal."""
        stored = asset_store.ruleset_blob(ruleset)
        command = replace(command, ruleset=stored.sha256)
        decided = decide(command, State(), Assets(ruleset), {})
        assert isinstance(decided, Decided), "founding asks nothing"
        state = decided.states[-1]
        row = RowAuthor(clock, who=signature(unlisted.who)).row(
            ChainHead(),
            command,
            rules=stored.sha256,
            events=decided.events,
            receipts=decided.receipts,
        )
        schema = schema_needed((row,), (stored,))
        face = asset_store.face(state, Assets(ruleset), row.at, sessions=1, schema=schema)
        write_first(unlisted, command.name, row, face, (stored,), schema=schema)

    @classmethod
    def open(
        cls,
        place: Place,
        *,
        read_only: bool = False,
        clock: Callable[[], datetime] = utc_now,
        session_gap: Fraction = GAP,
    ) -> Campaign:
        """Open a campaign; read-only if asked, open in another window, or damaged.

        `warnings` says why it is read-only. A play entry more than `session_gap` hours after the
        last one begins a new session (0: only the GM begins one). Raises CannotOpen if there is
        no campaign at the place.
        """
        author = RowAuthor(clock, session_gap)
        with legible(place):
            try:
                with translating(place):
                    return cls._opened(place, author, read_only=read_only, whole=False)
            except Lost:
                raise  # nothing is known of the campaign, least of all that it is damaged
            except (StorageError, UnreadableText):
                pass  # damage further back: the rows before it can be read
            return cls._opened(place, author, read_only=True, whole=True)

    @classmethod
    def _opened(cls, place: Place, author: RowAuthor, *, read_only: bool, whole: bool) -> Campaign:
        opened = backend_of(place).open(place, read_only=read_only, whole=whole)
        try:
            return cls(opened, author)
        except BaseException:
            opened.close()
            raise

    def __init__(self, opened: Opened, author: RowAuthor) -> None:
        """Take over what was opened. Raises UnreadableText, and what its connections raise."""
        self.place = opened.place
        """Where the campaign is stored."""
        self.opened = opened
        self.story = CampaignStory(opened)
        self.recorder = Recorder(opened, self.story, replace(author, who=signature(opened.who)))
        opened.begin(self.story.now.head)

    # What is true now

    @property
    def name(self) -> str:
        """The campaign's name in the library, as it was when it was opened."""
        return self.opened.name

    @property
    def read_only(self) -> bool:
        """Whether nothing can be recorded."""
        return self.opened.read_only

    @property
    def warnings(self) -> tuple[Message, ...]:
        """What the GM should know: why it is read-only, damage, a save that had to be repeated."""
        return self.opened.warnings

    @property
    def state(self) -> State:
        """The state after the tip."""
        return self.story.now.state

    @property
    def assets(self) -> Assets:
        """The ruleset and the maps that the state names."""
        return self.story.now.assets

    @property
    def head(self) -> int:
        """The newest seq, which the screen shows as saved."""
        return self.story.now.head.seq

    @property
    def tip(self) -> int:
        """The play entry whose outcome is current."""
        return self.story.now.head.tip

    @property
    def session(self) -> int:
        """The number of the running session, counting one that has begun but was not played in."""
        return self.story.now.running.counted

    @property
    def who(self) -> str:
        """The name that entries are signed with here; "" for none."""
        return self.recorder.author.who

    def sign_as(self, name: str) -> None:
        """Sign entries with another name from now on; "": with the user's, if there is one."""
        who = name or self.opened.who
        self.recorder.author = replace(self.recorder.author, who=who)

    # Asking and recording

    def propose(
        self, command: Command, answers: Answers = NO_ANSWERS, *, after: Decided | None = None
    ) -> Decided | Needs:
        """Decide `command` as of now, or `after` another, without recording it. Raises Refusal."""
        now = self.story.now
        state = now.state
        if after is not None and after.states:
            state = after.states[-1]
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
        NotRecorded if it was not saved: "moved_on" if somebody else has written meanwhile, and the
        command comes to something else by now.
        """
        known = self.story.known(entry_id)
        if known is not None:
            return known
        if decided is not None and head != self.head and self.opened.shared:
            decided = self._decide_again(command, answers, decided)
        elif decided is None or head != self.head:
            proposed = self.propose(command, answers)
            if isinstance(proposed, Needs):
                raise _unanswered(proposed)
            decided = proposed
        return self._write(command, answers, decided, entry_id)

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
        known = self.story.known(entry_id)
        if known is not None:
            return known
        decided = self.propose(command, answers)
        while isinstance(decided, Needs):
            more = ask(decided.questions)
            if more is None:
                return None
            if not any(question.key in more for question in decided.questions):
                raise _unanswered(decided)
            answers = {**answers, **more}
            decided = self.propose(command, answers)
        return self._write(command, answers, decided, entry_id)

    def _write(
        self, command: Command, answers: Answers, decided: Decided, entry_id: str | None
    ) -> Entry:
        # A command is decided again if somebody was faster, and recorded if it comes to the same.
        # The faster one may be this very entry, whose answer was lost.
        head = self.head

        def write() -> Entry:
            if self.head == head:
                return self.recorder.write_story(command, answers, decided, entry_id=entry_id)
            known = self.story.known(entry_id)
            if known is not None:
                return known
            again = self._decide_again(command, answers, decided)
            return self.recorder.write_story(command, answers, again, entry_id=entry_id)

        return self.insist(write)

    def insist(self, write: Callable[[], Entry]) -> Entry:
        """Call `write` again where others write too and were faster, and return its entry.

        Who was too slow several times stands in line.
        """
        for _ in range(RACES):
            try:
                return write()
            except NotRecorded as refusal:
                if refusal.code != MOVED_ON or not self.opened.shared:
                    raise
        with self.recorder.in_line():
            self.story.reload()
            return write()

    def _decide_again(self, command: Command, answers: Answers, before: Decided) -> Decided:
        # Raises NotRecorded if it does not come to the same as before.
        again = self.propose(command, answers)
        if isinstance(again, Needs) or not again.comes_to_the_same(before):
            raise moved_on(is_shared=True)
        return again

    # Maps, rulesets and boards, stored in the transaction that names them

    def adopt_map(self, region: RegionMap, hex_km: Fraction, place: str) -> Entry:
        """Use `region` from now on. Raises as `record`."""
        stored = self.story.asset_store.learn_region(region)
        return self._adopt(AdoptMap(stored.sha256, hex_km, place), stored)

    def adopt_ruleset(self, rules: Ruleset) -> Entry:
        """Play by `rules` from now on. Raises as `record`."""
        stored = self.story.asset_store.learn_rules(rules)
        return self._adopt(AdoptRuleset(stored.sha256, rules.display_name()), stored)

    def prepare(self, command: Prepare, board: Board) -> Entry:
        """Prepare an encounter on `board`; `command.encounter.board` is filled in."""
        stored = self.story.asset_store.learn_board(board)
        encounter = replace(command.encounter, board=stored.sha256)
        return self._adopt(replace(command, encounter=encounter), stored)

    def redraw(self, encounter: str, board: Board) -> Entry:
        """Give an encounter another board. Raises as `record`."""
        stored = self.story.asset_store.learn_board(board)
        return self._adopt(Redraw(encounter, stored.sha256), stored)

    def _adopt(self, command: Command, stored: Blob) -> Entry:
        assets = self.story.asset_store.assets(self.state, command)
        decided = decide(command, self.state, assets, NO_ANSWERS)
        assert isinstance(decided, Decided), "adoption asks nothing"
        return self.recorder.write_story(command, NO_ANSWERS, decided, blobs=(stored,))

    # Undo and redo

    def refuse_unseen(self, confirmed: int = 0) -> None:
        """Raise NotRecorded if undo would take back what somebody else has written meanwhile.

        `confirmed` is the entry of somebody else that the GM wants to undo, 0 for none.
        """
        if not self.opened.shared or self.tip == confirmed:
            return
        is_others = self.story.tip_author not in ("", self.who)
        if confirmed or is_others:
            raise moved_on(is_shared=True)

    def undo(self) -> Entry:
        """Undo the last intent. Raises Refusal "nothing_to_undo"."""
        return self._undo(self.story.now.step.before, step=False)

    def undo_step(self) -> Entry:
        """Undo only the last entry of the last intent. Raises Refusal "nothing_to_undo"."""
        tip = 0
        if self.tip != 0:
            tip = self.story.entry_reader.row(self.tip).parent
        return self._undo(tip, step=True)

    def undo_turn(self) -> Entry:
        """Undo to the beginning of the current turn, or of the turn before, as one row.

        Raises Refusal "no_fight", "no_turn".
        """
        fight_of(self.state)
        began = self.story.entry_reader.turn_began(self.tip)
        if not began:
            raise Refusal(
                "no_turn",
                "There is no earlier turn in this fight; press u to undo single entries.",
            )
        return self.recorder.write_mark(Undo(turn=True), began)

    def propose_over(self, answers: Answers) -> Decided | Needs:
        """Decide the last entry again, with these answers in place of its own.

        Raises Refusal "nothing_to_overrule" if it asked nothing, or that of the command.
        """
        entry, command = self._last()
        before = self.story.before(entry)
        return decide(command, before.state, before.assets, {**entry.answers, **answers})

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
            command = retold(command, self.story.before(entry).state, answers)
        return self.recorder.write_story(command, answers, decided, over=entry)

    def _last(self) -> tuple[Entry, Command]:
        entry_reader = self.story.entry_reader
        entry = entry_reader.entry(entry_reader.row(self.tip))
        command = entry.command
        if isinstance(command, Mark) or not (entry.answers or isinstance(command, Points)):
            raise Refusal(
                "nothing_to_overrule",
                "The last entry asked for no roll or choice that could be overruled.",
            )
        return entry, command

    def redo(self) -> Entry:
        """Redo what was last undone. Raises Refusal "nothing_to_redo"."""
        if not self.story.now.redo:
            raise Refusal("nothing_to_redo", "There is nothing to redo.")
        return self.recorder.write_mark(Redo(), self.story.now.redo[-1])

    def _undo(self, tip: int, *, step: bool) -> Entry:
        if tip == 0:
            raise Refusal("nothing_to_undo", "There is nothing to undo.")
        return self.recorder.write_mark(Undo(step), tip)

    # Following other windows, and the end

    def refresh(self) -> bool:
        """Read what another window wrote. Return whether anything changed."""
        return self.story.refresh()

    def stop_writing(self, why: Message) -> None:
        """Write nothing more; `why` is added to the warnings."""
        self.opened.stop_writing(why)
        self.story.states.writer = None

    def close(self) -> Message | None:
        """Close the campaign and release its lock. Return a message if the disk failed."""
        return self.opened.finish(self.story.now.head)

    def __enter__(self) -> Campaign:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _unanswered(needs: Needs) -> Refusal:
    return Refusal(
        "needs_answers",
        "{count} rolls or choices are still missing.",
        count=len(needs.questions),
    )
