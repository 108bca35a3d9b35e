"""A command, its dice and the row that is saved: from a key to the rules, or in a copy."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import ClassVar, Protocol

from textual.geometry import Size
from textual.timer import Timer
from textual.widget import Widget
from textual.worker import WorkType

from core.dice import Answer, Question, Rolled, Ruled
from core.messages import N_, Message, Refusal
from core.play import queries
from core.play.facts.encounter import Foe
from core.play.facts.fight.combatants import everyone
from core.play.facts.fight.moves.commands import AnswerStrikes
from core.play.facts.fight.setup.commands import AddFoes
from core.play.facts.road.commands import Camp
from core.play.facts.state import State
from core.play.facts.table.commands import SetPresent
from core.play.resolution import Needs, key_of_situation
from core.play.road.reunion import FAR_AWAY
from core.play.union import Command, Decided, describe
from core.receipts import Receipt
from core.values import Struct, replace
from saves.campaign import marks
from saves.campaign.campaign import Campaign
from saves.store.backend import Place
from tui.kit.failures import saying_failures
from tui.kit.keys import DECIDING
from tui.kit.lines_view import words as spoken
from tui.kit.modal import Choice
from tui.kit.phrases import phrase, say
from tui.play.conversation import SILENCE, Conversation, SpokenHost
from tui.play.dice.dice_tray import NO_MOVE, DiceTray, is_for_rows
from tui.play.dice.tray_model import (
    HalfTyped,
    Tray,
    brief,
    dying_title,
    match_questions,
    turn_title,
)
from tui.play.foot_lines import AheadLine, NumberLine
from tui.play.log import log_lines
from tui.play.performing.coming_back import back_choices, back_command
from tui.view import CampaignView
from tui.worker import Deed, Overtaken, Step

REACTION = 0.2
"""Seconds in which nobody has read what is shown now: a key pressed again meant what was before."""
SLOW = 0.25
"""Seconds after which a command that is still worked on is said to be."""
DOUBTFUL = "doubtful"
BUSY = N_("Finish the dice first, or press Esc to put them away.")
KEPT = Message("Put away with what was typed. Press Space to be asked again.")
NOTHING_ROLLED = Message("Cancelled; nothing was rolled. Press Space to be asked again.")
"""What is said of dice that are put away."""
ASKED_AGAIN = Message(
    "Somebody else has changed the campaign, and these dice with it. What you typed is kept."
)
CHANGED = Message("The campaign has changed, and these dice with it. What you typed is kept.")
"""The same, where it was changed from another screen of this window."""
READ_ONLY = Message("nothing: this campaign is open for reading only")
"""What is said of a key that would record something, in a window that cannot."""


def newcomers(command: Command) -> tuple[Foe, ...]:
    """The creatures that the command brings: dice are asked of them before they are there."""
    if isinstance(command, AddFoes):
        return command.foes
    return ()


class PartHost(SpokenHost, Protocol):
    """A screen of the open campaign as its objects see it; `PlayScreen` describes the members."""

    TABLE: ClassVar[str]
    gm: Conversation

    @property
    def view(self) -> CampaignView: ...
    @property
    def as_shown(self) -> CampaignView: ...
    @property
    def state(self) -> State: ...
    @property
    def player_view(self) -> bool: ...
    @property
    def size(self) -> Size: ...
    @property
    def is_attached(self) -> bool: ...
    def set_class(self, add: bool, name: str, /) -> object: ...
    def set_timer(self, delay: float, callback: Callable[[], object], /) -> Timer: ...
    def set_focus(self, widget: Widget | None, /) -> None: ...
    def focus_pane(self) -> None: ...
    def show(self, view: CampaignView, /) -> None: ...
    def call_after_refresh(
        self, callback: Callable[..., object], /, *arguments: object
    ) -> object: ...
    def show_ahead(self) -> None: ...
    def action_camp(self) -> None: ...
    def perform(self, command: Command, /) -> None: ...
    def run_worker(
        self, work: WorkType[object], *, group: str = "", exclusive: bool = False
    ) -> object: ...


@dataclass
class Owed:
    """A command whose dice were put away: `answers` so far, and `typed`, not submitted yet.

    `tip` is the story's last entry at that time, `rows` the keys of the questions. `sure`: it was
    confirmed, and no doubt stops it. `overtaken` says that somebody has written after it was
    decided, the GM if not `by_others`: it is shown again before it is recorded. `half_typed` is
    then the number begun, and `shown` are the questions as they were when all that was typed.
    `answered` are the questions of `answers`, which are shown with those that are still open.
    """

    command: Command
    answers: dict[str, Answer] = field(default_factory=dict)
    typed: dict[str, Answer] = field(default_factory=dict)
    tip: int = 0
    rows: frozenset[str] = frozenset()
    sure: bool = False
    overtaken: Message | None = None
    by_others: bool = True
    half_typed: HalfTyped | None = None
    shown: tuple[Question, ...] = ()
    answered: tuple[Question, ...] = ()

    @property
    def holds_something(self) -> bool:
        """Whether any of the dice were typed, or part of a number."""
        return bool(self.answers or self.typed or self.half_typed is not None)

    def name_typed(self, questions: tuple[Question, ...]) -> None:
        """Keep what was typed for these questions, which may have had other keys then."""
        keys = match_questions(self.shown, questions)
        self.typed |= {keys[key]: answer for key, answer in self.typed.items() if key in keys}
        half_typed = self.half_typed
        if half_typed is not None and half_typed.key in keys:
            self.half_typed = replace(half_typed, key=keys[half_typed.key])


@dataclass
class AskedDice:
    """The dice of a command that are being asked, and the entry after which they are as shown.

    `before` is what was decided before the command, to be recorded with it; None: nothing.
    """

    owed: Owed
    head: int
    before: Deed | None = None
    questions: dict[str, Question] = field(default_factory=dict)

    def are_the_same(self, view: CampaignView) -> bool:
        """Whether the same dice are asked as the campaign is now."""
        state = view.state
        if self.before is not None:
            again = queries.decided(self.before.command, state, view.assets, self.before.answers)
            decided = self.before.decided
            if again is None or decided is None or not again.comes_to_the_same(decided):
                return False
            state = again.states[-1]
        return queries.asks_the_same(
            self.owed.command, state, view.assets, self.owed.answers, self.questions
        )


class TrayWords(Struct):
    """What the dice tray says beside the dice of a command.

    `remark` is what the GM allows with it, beside the title; None: nothing unusual. `aims` has the
    letter and the text shown instead of a name, by the keys of rows that need more than a name.
    `others` are the letters that mean another creature while nothing has been typed, `choices`
    those that turn the row asked while nothing is typed in that row. `has_words`:
    the command has a line of words, which "*" opens. `esc` says what Esc does while strikes are
    asked.
    """

    remark: Message | None = None
    aims: Mapping[str, tuple[str, str]] = {}
    others: frozenset[str] = frozenset()
    choices: frozenset[str] = frozenset()
    has_words: bool = False
    esc: Message = NO_MOVE


class Sequel:
    """What a screen adds to a command that is performed: nothing, unless it has more to say.

    The methods are called in this order, but for the last two, which are called instead of those
    before them: `refuse` where the command is refused, `put_away` where its dice are.
    """

    def begin(self, command: Command) -> None:
        """Take note of a command that is performed now."""

    def due_with(self, decided: Decided) -> Command | None:
        """Return the command to answer before the decided one, and to record with it."""
        return None

    def tray_words(self, held: Decided | None, command: Command) -> TrayWords:
        """Return what the tray says of its dice; `held` was decided and waits for them."""
        return TrayWords()

    def turn_to(self, letter: str, command: Command) -> Command | None:
        """Return what is performed instead of a command when a letter of `others` was typed."""
        return None

    def has_line_of(self, command: Command) -> bool:
        """Whether the command has a line of words, which `reword` asks for again."""
        return False

    async def reword(self, command: Command) -> Command | None:
        """Ask for the words of the command again; return the one to perform instead, if any."""
        return None

    def follow(self, command: Command, *, more: bool) -> Command | None:
        """Return the command that follows the recorded one, before anything else.

        `more`: another one follows it in any case.
        """
        return None

    async def refuse(self, command: Command, refusal: Refusal) -> Message:
        """Return why it was refused and, if known, what to do instead."""
        return refusal.message

    def put_away(self, held: Decided | None, command: Command) -> Message | None:
        """Return what was cancelled with the dice, so that they are not owed; None: they are."""
        return None


class Performer:
    """Performs the commands of a screen, one at a time: the single way from a screen to the rules.

    `owed` are the dice that were put away last, `confirming` is the command that the next Enter
    performs, `held` what was decided and waits for what follows from it before it is recorded,
    `refused` the last command, if it was refused. `times_hindered` counts those that other dice
    hindered.
    """

    def __init__(self, screen: PartHost) -> None:
        self._screen = screen
        self.sequel = Sequel()
        self._put_by: list[Owed] = []
        """All the dice that are owed: a second tray only while those before have to wait."""
        self.confirming: Command | None = None
        self.held: Decided | None = None
        self.refused: Command | None = None
        self.times_hindered = 0
        self.busy = False
        self.is_slow = False
        """Whether a command is worked on for so long that this is said."""
        self._slowness: Timer | None = None
        self._elsewhere: dict[Place | None, list[Owed]] = {}
        self._asking: asyncio.Future[Mapping[str, Answer] | None] | None = None
        self._asked: AskedDice | None = None
        self._shown: dict[str, Question] = {}
        self._typed: dict[str, Answer] = {}
        self._rolls_for: Command | None = None
        self._next: list[Command] = []
        self._opening: Callable[[], object | None] | None = None
        """What is opened once all of them are recorded."""
        self._instead: Owed | None = None
        self._overtaken: Owed | None = None
        self._typed_behind = 0
        """The keys typed behind the Enter of dice that somebody has overtaken."""
        self._pressed = 0.0

    @property
    def tray(self) -> DiceTray:
        """The dice tray of the screen."""
        return self._screen.query_one(DiceTray)

    # what waits

    def confirm(self, command: Command) -> None:
        """Perform `command` on the next Enter; any other key drops it."""
        if self._only_reads():
            return
        self.confirming = command
        self._screen.show_ahead()

    def unconfirm(self) -> bool:
        """Drop the command that waits for Enter; whether there was one."""
        command = self.confirming
        self.confirming = None
        if command is not None:
            self._screen.show_ahead()
        return command is not None

    def confirmed(self) -> bool:
        """Whether Enter had a command to confirm; performs it."""
        command = self.confirming
        self.confirming = None
        if command is not None and not self.hindered():
            self._begin(Owed(command, sure=True))
        return command is not None

    @property
    def owed(self) -> Owed | None:
        """The dice that were put away last and are still asked for."""
        if not self._put_by:
            return None
        return self._put_by[-1]

    def due(self) -> Owed | None:
        """The dice that Space asks for; None while they wait for something pending."""
        for owed in reversed(self._put_by):
            if not queries.has_to_wait(owed.command, self._screen.state):
                return owed
        return None

    def owed_last(self) -> Owed | None:
        """The owed dice that undo drops first: those put away after the story's last entry."""
        owed = self.owed
        if owed is not None and owed.tip == self._screen.view.tip:
            return owed
        return None

    def change_campaign(self, before: Place | None, now: Place | None) -> None:
        """Keep owed dice with their own campaign."""
        self._elsewhere[before] = self._put_by
        self._put_by = self._elsewhere.pop(now, [])
        self.confirming = None

    def follow(self, view: CampaignView) -> None:
        """Forget owed dice that the story no longer asks for; ask those again that have changed."""
        self._follow_asked(view)
        asked = [
            owed
            for owed in self._put_by
            if queries.still_asks(owed.command, view.state, view.assets, owed.answers, owed.rows)
        ]
        if asked != self._put_by:
            self._put_by = asked
            self._screen.gm.say_message("The dice that were owed are not asked for any more.")

    def _follow_asked(self, view: CampaignView) -> None:
        asked = self._asked
        asking = self._asking
        if asked is None or asking is None or asking.done() or asked.head == view.head:
            return
        asked.head = view.head
        if not asked.are_the_same(view):
            first = asked.before or Deed(asked.owed.command, {})
            self.tray.suspend()
            by_others = bool(view.undo_of)
            told = ASKED_AGAIN if by_others else CHANGED
            asking.set_exception(Overtaken(told, (first,), by_others=by_others))

    # performing

    def is_pressed_again(self) -> bool:
        """Whether the key that goes on was pressed again before anybody read what it would do now.

        Says so. It is held down, or meant what it has done already.
        """
        app = self._screen.app
        known_at = max(self._pressed, app.repeated_at, self._screen.query_one(AheadLine).shown_at)
        self._pressed = app.typed_at
        story = app.keys.keys("story")
        again = {app.key_before, app.key} <= {*story} and app.typed_at - known_at < REACTION
        if again:
            app.say_repeated()
        return again

    def go_on(self) -> None:
        """Go on with the story: dice that are owed, else what comes next."""
        screen = self._screen
        owed = self.due()
        if screen.gm.stray_number():
            return
        if owed is not None:
            self.run(owed)
            self._go_on_once()
            return
        with screen.gm.refusing():
            command = queries.space(screen.state, screen.view.assets)
            if command is None:
                screen.gm.say_message(queries.next_action(screen.state, screen.view.assets))
            elif isinstance(command, Camp):
                screen.action_camp()
            else:
                self.perform(command)
        self._go_on_once()

    def _go_on_once(self) -> None:
        # Pressed again before this is done, the key was meant for this.
        if self.busy:
            app = self._screen.app
            app.hold_once(DECIDING, app.keys.keys("story"))

    def perform(
        self, *commands: Command, opening: Callable[[], object | None] | None = None
    ) -> None:
        """Perform commands, if any, in turn, until one is refused or its dice are put away.

        `opening` opens a dialog once all are recorded, and returns None where it does not: keys
        typed meanwhile are for that dialog.
        """
        if not commands:
            return
        if self.hindered():
            return
        first, *self._next = commands
        self._opening = opening
        self._begin(Owed(first))

    def go_to(self, mode: str) -> None:
        """Go to another screen once this one is drawn; keys typed meanwhile are for that one."""
        if self.busy:
            self._opening = partial(self._go, mode)
        else:
            self._screen.app.hold(DECIDING)
            self._go(mode)

    def _go(self, mode: str) -> bool:
        self._screen.call_after_refresh(self._arrive, mode)
        return True

    def _arrive(self, mode: str) -> None:
        self._screen.app.action_go_to(mode)
        self._screen.app.let_go()

    async def done(self) -> None:
        """Wait until no command is being performed."""
        workers = self._screen.app.workers
        while busy := [one for one in workers if one.group == "perform" and not one.is_finished]:
            await workers.wait_for_complete(busy)

    def hindered(self) -> bool:
        """Whether another command is being performed, or nothing can be recorded; says so."""
        if self.busy:
            self.times_hindered += 1
            self._screen.gm.refuse(BUSY)
            return True
        return self._only_reads()

    def _only_reads(self) -> bool:
        # Whether nothing can be recorded; says so.
        if self._screen.view.read_only:
            self._screen.gm.say_message("{words}", words=READ_ONLY)
        return self._screen.view.read_only

    def _begin(self, owed: Owed) -> None:
        self.sequel.begin(owed.command)
        due = self.due()
        if due is not None and due.command == owed.command:
            self.run(due)
        else:
            self.run(owed)

    def run(self, owed: Owed) -> None:
        """Perform a command with the answers that it has already."""
        if not self.hindered():
            self.busy = True
            self._begin_work()
            self._screen.app.hold(DECIDING)
            self._screen.run_worker(self._carry_out(owed), group="perform")

    def _begin_work(self) -> None:
        self._slowness = self._screen.set_timer(SLOW, self._say_slow)

    def _say_slow(self) -> None:
        self.is_slow = True
        self._screen.show_ahead()

    def _rest(self) -> None:
        # Done, or the GM's turn.
        if self._slowness is not None:
            self._slowness.stop()
        if self.is_slow:
            self.is_slow = False
            self._screen.show_ahead()

    async def _carry_out(self, owed: Owed) -> None:
        screen = self._screen
        if owed in self._put_by:
            self._put_by.remove(owed)
        screen.gm.say_message(owed.overtaken or SILENCE)
        then = None
        self.refused = None
        self._overtaken = None
        self._typed_behind = 0
        self._shown = {question.key: question for question in owed.answered}
        doubtful = False
        try:
            with saying_failures(screen, doing=True) as failed:
                then, doubtful = await self._try(owed)
        finally:
            self.busy = False
            self._rest()
            self.held = None
            self._asked = None
        line = screen.query_one(NumberLine)
        if spoken(line.told).startswith(phrase(BUSY)):  # with the keys that were dropped, too
            line.say("")
        if owed.overtaken is not None and self.refused is None:
            screen.query_one(NumberLine).unsay(say(owed.overtaken))
        screen.gm.count()  # digits that were meant for something before are gone
        self.close_tray()
        screen.show(screen.view)
        if doubtful:
            self.confirm(owed.command)
        if self._overtaken is not None:
            self._forget_next()
            self.run(self._drop_behind(self._overtaken))
        elif then is not None:
            self._begin(then)
        elif self.refused is not None or failed.message is not None:
            self._forget_next()
            screen.app.discard()
        elif not self._opens():
            screen.app.let_go()

    async def _try(self, owed: Owed) -> tuple[Owed | None, bool]:
        # What to perform next, and whether the command of `owed` was refused in doubt.
        try:
            if await self._record(owed):
                self._say_unused()
                return self._next_after(owed.command), False
            return self._put_away(owed), False
        except Overtaken as overtaken:
            self._overtaken = self._owe_again(owed, overtaken)
            return None, False
        except Refusal as refusal:
            self._forget_next()
            if self.tray.display:
                self._put_by_last(self._owing(owed.command, {}, self.tray.answers))
            screen = self._screen
            screen.gm.say_message(await self.sequel.refuse(owed.command, refusal))
            if refusal.code == FAR_AWAY and isinstance(owed.command, SetPresent):
                await self._ask_way_back(owed.command)
            self.refused = owed.command
            return None, refusal.code == DOUBTFUL

    async def _ask_way_back(self, command: SetPresent) -> None:
        # How and when those come back who are far away; the answer is performed next.
        screen = self._screen
        if screen.view.read_only:
            return
        view = screen.view
        asked = await asyncio.to_thread(back_choices, command, view.state, view.assets)
        if asked is None:
            return
        picked = await screen.gm.choose(*asked)
        if picked is not None:
            screen.call_after_refresh(self.perform, back_command(picked, command))

    def _drop_behind(self, again: Owed) -> Owed:
        # Without the Enter that was typed for the dice before, and what was typed behind it. Who
        # has changed the dice knew for which ones Enter was typed.
        if again.overtaken is None or not again.by_others:
            return again
        dropped = self._typed_behind + self._screen.app.drop_held("enter", is_for_rows)
        if dropped:
            again.overtaken = Message(
                "{changed} From Enter on {count:key was|keys were} dropped.",
                changed=again.overtaken,
                count=dropped,
            )
        return again

    def _say_unused(self) -> None:
        # What was typed ahead for dice that were not asked is not lost without a word.
        if self.tray.display and self.tray.tray.unused:
            self._screen.gm.say_message(
                "Nothing more was asked: {numbers} not used.", numbers=self.tray.tray.unused
            )

    def _forget_next(self) -> None:
        self._next.clear()
        self._opening = None

    def _opens(self) -> bool:
        # Whether the dialog that follows is being opened, which takes the keys that are held.
        opening = self._opening
        self._opening = None
        return opening is not None and opening() is not None

    def _owe_again(self, owed: Owed, overtaken: Overtaken) -> Owed:
        # The command as it is decided by now, with the dice that were typed for it.
        typed = dict(owed.typed)
        half_typed = None
        if self.tray.display:
            typed |= self.tray.answers
            half_typed = self.tray.tray.half_typed
        return Owed(
            overtaken.left[0].command,
            typed=typed,
            overtaken=overtaken.message,
            by_others=overtaken.by_others,
            half_typed=half_typed,
            shown=tuple(self._shown.values()),
        )

    def _next_after(self, command: Command) -> Owed | None:
        then = self.sequel.follow(command, more=bool(self._next))
        if then is None and self._next:
            then = self._next.pop(0)
        if then is None:
            return None
        return Owed(then)

    def _put_away(self, owed: Owed) -> Owed | None:
        then = self._instead
        self._instead = None
        if then is not None:
            return then
        self._forget_next()
        cancelled = self.sequel.put_away(self.held, owed.command)
        if cancelled is None:
            put_away = self._owing(owed.command, owed.answers, self._typed)
            self._put_by_last(put_away)
            cancelled = KEPT if put_away.holds_something else NOTHING_ROLLED
        self._screen.gm.say_message(cancelled)
        return None

    async def _record(self, owed: Owed) -> bool:
        # What must be answered before a command is recorded is recorded with it, or neither is.
        app = self._screen.app
        decided = await self._decided(owed)
        if decided is None:
            return False
        if owed.overtaken is not None and not self.tray.display:
            raise Refusal(DOUBTFUL, "{overtaken}", overtaken=owed.overtaken)
        if not owed.sure:
            view = self._screen.view
            doubt = queries.doubt(decided.events, view.state, view.assets)
            if doubt is not None:
                raise Refusal(DOUBTFUL, "{doubt}", doubt=doubt)
        deeds = [Deed(owed.command, owed.answers, decided)]
        self.held = decided
        then = self._due_with(decided, owed)
        while then is not None:
            also = await self._decided(then, deeds[0])
            if also is not None:
                deeds.append(Deed(then.command, then.answers, also))
                break
            then = self._take_turned(then.command)
            if then is None:
                return False
        try:
            app.view = await app.worker.record(*deeds)
        except Refusal as refusal:
            app.view = await app.worker.look()
            if isinstance(refusal, Overtaken):
                # was typed behind Enter, and is not for these dice again
                self._typed_behind = len(self.tray.left_over())
            raise
        return True

    def _due_with(self, decided: Decided, owed: Owed) -> Owed | None:
        # The command that is recorded with another, with what was typed for it.
        due = self.sequel.due_with(decided)
        if due is None:
            return None
        return Owed(due, {}, owed.typed, half_typed=owed.half_typed, shown=owed.shown)

    def _take_turned(self, command: Command) -> Owed | None:
        # The command of the same kind that a letter has made of one whose dice were asked.
        turned = self._instead
        if turned is None or type(turned.command) is not type(command):
            return None
        self._instead = None
        self.close_tray()
        return turned

    async def _decided(self, owed: Owed, before: Deed | None = None) -> Decided | None:
        propose = self._screen.app.worker.propose
        after = None
        if before is not None:
            after = before.decided
        asked = AskedDice(owed, self._screen.view.head, before)
        self._asked = asked
        asked.questions |= {question.key: question for question in owed.answered}
        while isinstance(outcome := await propose(owed.command, owed.answers, after), Needs):
            questions = {question.key: question for question in outcome.questions}
            asked.questions |= questions
            self._shown |= questions
            owed.name_typed(outcome.questions)
            answers = await self.ask(owed, outcome.questions)
            if answers is None:
                return None
            owed.answers.update(answers)
        return outcome

    def _owing(
        self, command: Command, answers: dict[str, Answer], typed: dict[str, Answer]
    ) -> Owed:
        # What is owed of a command now, with the number begun in its tray.
        tray = self.tray.tray
        return Owed(
            command,
            answers,
            typed,
            tip=self._screen.view.tip,
            rows=frozenset(one.question.key for one in tray.fields()),
            half_typed=tray.half_typed,
            answered=tuple(one for one in self._shown.values() if one.key in answers),
        )

    def _put_by_last(self, owed: Owed) -> None:
        self._put_by = [other for other in self._put_by if other.command != owed.command]
        self._put_by.append(owed)

    def _make_way(self) -> None:
        # For other dice than those that are due: what was typed there is not lost for them.
        due = self.due()
        if due is None:
            return
        screen = self._screen
        if due.holds_something:
            self.refuse_while_owed()
        self._put_by.remove(due)
        name = describe(due.command, screen.state)
        screen.gm.say_message("The dice of {command} are owed no more.", command=name)

    def refuse_while_owed(self) -> None:
        """Refuse what would drop dice that are due and were typed in part.

        Refusal "owed" names them, and the keys that ask for them or drop them.
        """
        due = self.due()
        if due is None or not due.holds_something:
            return
        screen = self._screen
        name = describe(due.command, screen.state)
        words = N_("First the dice of {command}: {story} asks for them.")
        if due is self.owed_last():
            words = N_("First the dice of {command}: {story} asks for them, {undo} drops them.")
        keys = screen.app.keys
        raise Refusal(
            "owed", words, command=name, story=keys.first("story"), undo=keys.first("undo")
        )

    def asked_before(self, command: Command) -> Message | None:
        """Say whose dice are asked before those of a command; None where nothing is in its way."""
        due = self.due()
        if due is None or not due.holds_something or due.command == command:
            return None
        return Message("first the dice of {owed}", owed=describe(due.command, self._screen.state))

    async def write(self, act: Callable[[Campaign], object]) -> bool:
        """Wait until something else is written, and show it; False if it was refused."""
        with self._screen.gm.refusing():
            self._screen.app.view = await self._screen.app.worker.write(act)
            return True
        return False

    # dice

    async def ask(self, owed: Owed, questions: tuple[Question, ...]) -> Mapping[str, Answer] | None:
        """Ask for dice of `owed` in the tray, but for what it rolls itself; None: put away."""
        rolled: dict[str, Answer] = {
            question.key: self._screen.app.worker.dice.roll(question)
            for question in questions
            if isinstance(owed.answers.get(question.follows), Rolled)
        }
        rows = tuple(brief(one) for one in questions if one.key not in rolled)
        if not rows:
            return rolled
        app = self._screen.app
        if not self.tray.display:
            self._make_way()
        self._asking = asyncio.get_running_loop().create_future()
        if self.tray.display:
            # keys that were typed ahead may answer at once
            self.tray.ask_more(rows, owed.typed, owed.half_typed)
            app.let_go()
        else:
            self._open_tray(owed, (*map(brief, owed.answered), *rows))
        self._rest()
        self._follow_asked(self._screen.view)  # somebody may have written meanwhile
        app.trays_open += 1
        try:
            answers = await self._asking
        finally:
            app.trays_open -= 1
        if answers is None:
            return None
        self._begin_work()
        return {**answers, **rolled}

    def _open_tray(self, owed: Owed, questions: tuple[Question, ...]) -> None:
        screen = self._screen
        app = screen.app
        tray = self.tray
        self._rolls_for = owed.command
        beings = (*everyone(screen.state), *newcomers(owed.command))
        names = {one.id: one.name for one in beings}
        dying = dying_title(questions, screen.view.assets.rules, names)
        happening = turn_title(questions, names)
        title = dying or happening or describe(owed.command, screen.state)
        words = self.sequel.tray_words(self.held, owed.command)
        if words.remark is not None:
            title = Message("{title}, {remark}", title=title, remark=words.remark)
        self.veil_tray()
        tray.answered = self.answer
        tray.turned = self.turn_to
        tray.worded = self.reword
        called = {one.id: (one.token, one.name) for one in beings}
        called |= words.aims
        tray.load(
            title,
            Tray(questions, called, app.worker.dice.roll, call=app.preferences.call),
            {**owed.answers, **owed.typed},
            words.others,
            words.choices,
            prefix=app.keys.first("attack"),
            half_typed=owed.half_typed,
            has_words=words.has_words,
            esc=words.esc,
        )
        tray.display = True
        screen.set_class(True, "asking")
        screen.show_ahead()
        screen.set_focus(tray)  # at once: keys that were held are for it
        app.let_go()

    def veil_tray(self) -> None:
        """Hide in the tray what players must not see while they look on."""
        screen = self._screen
        self.tray.player_view = screen.player_view
        secrets = screen.view.secrets if screen.player_view else frozenset()
        if screen.player_view and isinstance(self._rolls_for, AddFoes) and self._rolls_for.hidden:
            secrets |= {foe.name for foe in newcomers(self._rolls_for)}
        self.tray.secrets = secrets

    def close_tray(self) -> None:
        """Put the dice tray away; what was typed beyond its rows goes to the screen."""
        if self.tray.display:
            self.tray.display = False
            self._screen.set_class(False, "asking")
            self._screen.focus_pane()
            self._screen.app.hold(DECIDING, self.tray.left_over())

    def answer(self, answers: dict[str, Answer], taken: bool) -> None:
        """Give the answers of the tray to who waits for them; else it was put away with them."""
        self._screen.app.hold(DECIDING)
        if not taken:
            self._typed = answers
        if self._asking is not None and not self._asking.done():
            self._asking.set_result(answers if taken else None)

    def turn_to(self, letter: str) -> None:
        """Put the dice away for those of the creature whose letter was typed.

        Strikes of which one is turned are asked on, with all that was typed.
        """
        turned = None if self._rolls_for is None else self.sequel.turn_to(letter, self._rolls_for)
        typed = self.tray.answers
        if isinstance(turned, AnswerStrikes):
            self._instead = Owed(turned, typed=typed, shown=tuple(self._shown.values()))
            self.answer(typed, False)
            return
        self._instead = None if turned is None else Owed(turned)
        asked = self._asked
        if asked is not None and asked.before is None:
            owed = self._owing(asked.owed.command, asked.owed.answers, typed)
            if owed.holds_something:
                self._put_by_last(owed)  # typed before they were put away, for who was meant then
        self.answer(typed, False)

    def reword(self) -> None:
        """Open the line of words of the command whose dice are asked."""
        command = self._rolls_for
        if command is not None:
            self._screen.run_worker(self._reword(command))

    async def _reword(self, command: Command) -> None:
        question = self.tray.tray.situated
        if question is not None and not self.sequel.has_line_of(command):
            await self._situate(command, question)
            return
        then = await self.sequel.reword(command)
        asking = self._asking is not None and not self._asking.done()
        if then is None or then == command or not asking or self._rolls_for is not command:
            return
        self._instead = Owed(
            then,
            typed=self.tray.answers,
            half_typed=self.tray.tray.half_typed,
            shown=tuple(self._shown.values()),
        )
        self.answer(self.tray.answers, False)

    async def _situate(self, command: Command, question: Question) -> None:
        # Ask what a roll is about; then the dice are asked again, with what that counts.
        from tui.play.dice.situation_line import (  # not before the first paint
            read_situations,
            situation_line,
        )

        said = " ".join(one.word for one in question.situations if one.is_said)
        words = await self._screen.app.push_screen_wait(situation_line(question, said))
        asked = self._asked
        asking = self._asking is not None and not self._asking.done()
        if words is None or asked is None or not asking or self._rolls_for is not command:
            return
        key = key_of_situation(question.key)
        answers = {one: answer for one, answer in asked.owed.answers.items() if one != key}
        if words.split():
            answers[key] = Ruled(" ".join(read_situations(question, words)))
        owed = self._owing(command, answers, self.tray.answers)
        owed.shown = tuple(self._shown.values())
        self._instead = owed
        self.answer(self.tray.answers, False)

    def dice_receipts(self) -> tuple[Receipt, ...] | None:
        """What explains the current row of the tray, if anything; None: no dice are asked for."""
        if not self.tray.display:
            return None
        why = self.tray.tray.why
        return () if why is None else (why,)

    # back and forth

    def step(self, step: Step) -> None:
        """Undo or redo; undo first drops the owed dice of the last entry."""
        self._screen.run_worker(self._step(step), group="perform")

    async def _step(self, step: Step) -> None:
        screen = self._screen
        if self.hindered():
            return
        owed = self.owed_last()
        if step in ("undo", "undo_step") and owed is not None:
            self._put_by.remove(owed)
            screen.gm.say_message("The dice that were put away are no longer owed.")
            screen.show(screen.view)
            return
        confirmed = screen.view.others_tip
        if step != "redo" and confirmed and not await self._undoes_others():
            return

        def take(campaign: Campaign) -> None:
            if step != "redo":
                campaign.refuse_unseen(confirmed)
            getattr(campaign, step)()

        if await self.write(take):
            screen.gm.say_sentence("")

    async def _undoes_others(self) -> bool:
        # Whether the GM undoes what somebody else has done.
        view = self._screen.view
        asked = Message("The last entry is by {who}. Undo it?", who=view.undo_of)
        entry = Message("the newest entry")
        if view.undo_title is not None:
            entry = view.named(view.undo_title)
        if self._screen.player_view:
            entry = log_lines.seen_last(view)
        choices = (
            Choice("undo", "u", Message("Undo: {entry}", entry=entry)),
            Choice("leave", "l", Message("Leave it")),
        )
        return await self._screen.gm.choose(asked, choices) == "undo"

    def begin_session(self, title: str) -> None:
        """Begin another session with what is played next."""
        self._screen.run_worker(self._begin_session(title), group="perform")

    async def _begin_session(self, title: str) -> None:
        screen = self._screen
        if not self.hindered() and await self.write(
            lambda campaign: marks.begin_session(campaign, title)
        ):
            screen.gm.say_message("Session {number} begins.", number=screen.view.session)
