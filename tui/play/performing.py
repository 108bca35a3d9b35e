"""From a key to the rules and back: commands with their dice, undo and redo."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from textual import on, work

from core.dice import Answer, Question, Rolled
from core.messages import N_, Message, Refusal
from core.play import queries
from core.play.fight.combatants import Being
from core.play.narration import describe
from core.play.table import called_checks
from core.play.table.commands import CallCheck
from core.play.union import Command, Decided
from core.receipts import Receipt
from saves.campaign import marks
from tui.kit.lines_view import words
from tui.kit.phrases import Words, phrase
from tui.kit.typeahead import DECIDING
from tui.play import journal_log
from tui.play.dice_tray import DiceTray
from tui.play.footer import AheadLine, NumberLine
from tui.play.tray_dice import brief
from tui.play.trying import TryingScreen
from tui.worker import Step

if TYPE_CHECKING:
    from tui.play.campaign_app import Ask
    from tui.view import CampaignView

HELD_KEY = 0.15
"""Seconds between two Space events below which the second is a held key, not a wish."""

BUSY = N_("Finish the dice first, or press Esc to put them away.")


@dataclass
class Owed:
    """A command whose dice were put away: `answers` so far, and `typed`, not submitted yet.

    `tip` is the story's last entry at that time, `rows` the keys of the questions.
    """

    command: Command
    answers: dict[str, Answer] = field(default_factory=dict)
    typed: dict[str, Answer] = field(default_factory=dict)
    tip: int = 0
    rows: frozenset[str] = frozenset()


class PerformingScreen(TryingScreen):
    """Performs commands, one at a time; subclasses define Enter and Space."""

    def __init__(self) -> None:
        super().__init__()
        self._owed: Owed | None = None
        self._elsewhere: dict[Path | None, Owed | None] = {}
        self._confirm: Command | None = None
        self._asking: asyncio.Future[Mapping[str, Answer] | None] | None = None
        self._typed: dict[str, Answer] = {}
        self._rolls_for: Command | None = None
        self._performing = False
        self._next: list[Command] = []
        self._space_at = 0.0

    # the Ahead line

    def ahead(self) -> tuple[Words | None, Words | None]:
        """What Enter and Space would do when no question is open."""
        raise NotImplementedError

    def confirm(self, command: Command) -> None:
        """Perform `command` on the next Enter; any other key drops it."""
        self._confirm = command
        self.show_ahead()

    def confirmed(self) -> bool:
        """Whether Enter had a command to confirm; performs it."""
        command, self._confirm = self._confirm, None
        if command is not None:
            self.perform(command)
        return command is not None

    def show_ahead(self) -> None:
        """Show what Enter and Space would do, and what u would undo."""
        line = self.query_one(AheadLine)
        if self.query_one(DiceTray).display:
            taken = Message("take the dice, once every row has its own")
            line.show(taken, Message("next empty row"), Message("the last die typed"))
            return
        enter, space = map(self.discreet, self.ahead())
        if self._confirm is not None:
            command = queries.would(self._confirm, self.state)
            enter = self.discreet(Message("{command}?", command=command))
        if self.due() is not None:
            space = Message("ask for the dice that are owed")
        line.show(enter, space, *map(self.discreet, self.titles()))

    def titles(self) -> tuple[Message | None, Message | None]:
        """What u would undo, and what U would redo, with places by name."""
        moment = self.moment
        found = (moment.undo_title, moment.redo_title)
        undo, redo = (None if t is None else journal_log.named(t, moment) for t in found)
        if self.player_view:
            undo = undo and journal_log.seen_last(moment)
            redo = redo and Message("what was undone")
        if self._owed is not None and self._owed.tip == moment.tip:
            owed = describe(self._owed.command, self.state)
            undo = Message("the dice of: {command}", command=owed)
        return undo, redo

    def due(self) -> Owed | None:
        """The dice that Space asks for; None while they wait for something pending."""
        owed = self._owed
        if owed is None or queries.has_to_wait(owed.command, self.state):
            return None
        return owed

    def discreet(self, told: Words | None) -> Words | None:
        """What would be done, hidden if it is for the GM only."""
        return told and self.app.discreet(words(told))

    # other campaigns

    def other_campaign(self, before: Path | None, now: Path | None) -> None:
        """Keep owed dice with their own campaign."""
        super().other_campaign(before, now)
        self._elsewhere[before] = self._owed
        self._owed, self._confirm = self._elsewhere.pop(now, None), None

    def _follow_campaign(self, moment: CampaignView) -> None:
        super()._follow_campaign(moment)
        owed = self._owed
        if owed is not None and not queries.still_asks(
            owed.command, moment.state, moment.assets, owed.answers, owed.rows
        ):
            self._owed = None

    def unfinished(self) -> Message | None:
        """Refuse while dice are being asked for."""
        return Message(BUSY) if self._performing else super().unfinished()

    def put_away(self) -> bool:
        """Drop the command that waits for confirmation."""
        if self._confirm is None:
            return super().put_away()
        self._confirm = None
        self.show_ahead()
        return True

    # performing

    def perform(self, command: Command) -> None:
        """Perform `command`, asking for its dice: the single way from a screen to the rules."""
        self._run(Owed(command))

    def perform_all(self, commands: Iterable[Command]) -> None:
        """Perform several in turn, until one is refused or its dice are put away."""
        self._next = list(commands)
        if self._next:
            self.perform(self._next.pop(0))

    def _run(self, owed: Owed) -> None:
        if self._performing:
            self.say_message(BUSY)
            return
        self._performing = True
        self.app.hold(DECIDING)
        self.run_worker(self._perform(owed), group="perform")

    async def _perform(self, owed: Owed) -> None:
        kept = None if owed is self._owed else self._owed
        self._owed = kept
        self.say_sentence("")
        then: Command | None = None
        refused = False
        try:
            asks = (self._ask(owed), owed.answers, partial(self._following, owed))
            if await self.app.perform(owed.command, *asks):
                then = self.afterwards(owed.command)
            else:
                then = self.instead()
                if then is None:
                    self._next.clear()
                    self.say_message(self.left(owed))
        except Refusal as refusal:
            self._next.clear()
            self._keep_typed(owed.command)
            self.say_message(self.refused(owed.command, refusal))
            refused = True
        finally:
            self._performing = False
        self.query_one(NumberLine).unsay(phrase(BUSY))
        self.count()  # digits that were meant for something before are gone
        self._close_tray()
        self.show(self.moment)
        if then is not None:
            self.perform(then)
        elif refused:
            self.app.discard()
        else:
            self.app.let_go()

    def instead(self) -> Command | None:
        """The command to perform when the dice of another were put away; None = nothing."""
        return None

    def afterwards(self, command: Command) -> Command | None:
        """The command to perform right after `command`; None = nothing."""
        return self._next.pop(0) if self._next else None

    def follows(self, decided: Decided) -> Command | None:
        """The command to answer before the decided one is recorded, and to record with it."""
        return None

    def _following(
        self, owed: Owed, decided: Decided
    ) -> tuple[Command, Ask, dict[str, Answer]] | None:
        then = self.follows(decided)
        if then is None:
            return None
        asked = Owed(then, {}, owed.typed)
        return then, self._ask(asked), asked.answers

    def left(self, owed: Owed) -> Message:
        """Keep the dice of a command owed, and return the message about it."""
        self._owed = self._owing(owed.command, owed.answers, self._typed)
        return Message("Cancelled; nothing was rolled. Press Space to be asked again.")

    def refused(self, command: Command, refusal: Refusal) -> Message:
        """Why a command was refused and, if known, what to do instead."""
        return refusal.message

    def _keep_typed(self, command: Command) -> None:
        tray = self.query_one(DiceTray)
        if tray.display:
            self._owed = self._owing(command, {}, tray.answers)

    def _owing(
        self, command: Command, answers: dict[str, Answer], typed: dict[str, Answer]
    ) -> Owed:
        tray = self.query_one(DiceTray)
        rows = frozenset((*tray.answers, *tray.owed))
        return Owed(command, answers, typed, self.moment.tip, rows)

    # dice

    def _ask(self, owed: Owed) -> Ask:
        async def ask_tray(questions: tuple[Question, ...]) -> Mapping[str, Answer] | None:
            tray = self.query_one(DiceTray)
            rolled = self._rolled_on(owed, questions)
            questions = tuple(one for one in questions if one.key not in rolled)
            if not questions:
                return rolled
            rows = tuple(brief(question) for question in questions)
            if tray.display:
                tray.ask_more(rows)
                self.app.let_go()
            else:
                self._open_tray(owed, rows)
            self._asking = asyncio.get_running_loop().create_future()
            told = await self._asking
            return None if told is None else {**told, **rolled}

        return ask_tray

    def _rolled_on(self, owed: Owed, questions: tuple[Question, ...]) -> dict[str, Answer]:
        return {
            question.key: self.app.worker.dice.roll(question)
            for question in questions
            if question.dice and isinstance(owed.answers.get(question.follows), Rolled)
        }

    def _open_tray(self, owed: Owed, questions: tuple[Question, ...]) -> None:
        members = {one.id: (one.token, one.name) for one in self.rollers()} | self.aims()
        self._rolls_for = owed.command
        tray = self.query_one(DiceTray)
        tray.load(
            describe(owed.command, self.state),
            questions,
            members,
            self.app.worker.dice.roll,
            call=self.app.preferences.call,
            answers=owed.typed,
            others=self.others(),
        )
        tray.display = True
        self.add_class("asking")
        self.show_ahead()
        self.set_focus(tray)  # at once: keys that were held are for it
        self.app.let_go()

    def dice_receipts(self) -> tuple[Receipt, ...]:
        """The receipts of the modifiers in the tray, for checks that were called."""
        asked = self._rolls_for
        if not self.query_one(DiceTray).display or not isinstance(asked, CallCheck):
            return ()
        return called_checks.receipts(asked, self.state, self.moment.assets)

    def rollers(self) -> tuple[Being, ...]:
        """All creatures that the rows of the tray may name: in a fight those on its board."""
        fight = self.state.fight
        return (*self.state.members, *(() if fight is None else fight.foes))

    def others(self) -> frozenset[str]:
        """The letters that mean another creature while nothing has been typed into the tray."""
        return frozenset()

    def aims(self) -> dict[str, tuple[str, str]]:
        """The letter and the text shown instead of a name, for rows that need more than a name."""
        return {}

    def _close_tray(self) -> None:
        tray = self.query_one(DiceTray)
        if tray.display:
            tray.display = False
            self.remove_class("asking")
            self.focus_pane()
            self.app.hold(DECIDING, tray.left_over())

    @on(DiceTray.Submitted)
    def _submitted(self, event: DiceTray.Submitted) -> None:
        self.app.hold(DECIDING)
        self._answer(event.answers)

    @on(DiceTray.Other)
    def _other(self, event: DiceTray.Other) -> None:
        self.app.hold(DECIDING)
        self.turn_to(event.letter)
        self._answer(None)

    def turn_to(self, letter: str) -> None:
        """Called when another creature's letter was typed first: the dice are for it now."""

    @on(DiceTray.PutAway)
    def _put_away(self, event: DiceTray.PutAway) -> None:
        self.app.hold(DECIDING)
        self._typed = event.answers
        self._answer(None)

    def _answer(self, answers: Mapping[str, Answer] | None) -> None:
        if self._asking is not None and not self._asking.done():
            self._asking.set_result(answers)

    # the story

    def action_story(self) -> None:
        """Go on with the story (Space). A held key counts once."""
        now = asyncio.get_running_loop().time()
        held = now - self._space_at < HELD_KEY
        self._space_at = now
        if held or self.stray_number():
            return
        owed = self.due()
        if owed is not None:
            self._run(owed)
            return
        with self.refusing():
            command = queries.space(self.state, self.moment.assets)
            if command is None:
                self.say_message(queries.next_action(self.state, self.moment.assets))
            else:
                self.go_on(command)

    def go_on(self, command: Command) -> None:
        """Do what Space does now."""
        self.perform(command)

    def action_undo(self) -> None:
        """Undo the last intent."""
        self.step("undo")

    def action_redo(self) -> None:
        """Redo what was undone."""
        self.step("redo")

    @work(group="perform")
    async def begin_session(self, title: str) -> None:
        """Begin another session with what is played next."""
        if self._performing:
            self.say_message(BUSY)
            return
        try:
            self.app.moment = moment = await self.app.worker.mark(
                lambda campaign: marks.begin_session(campaign, title)
            )
        except Refusal as refusal:
            self.refuse(refusal.message)
            return
        self.say_message("Session {number} begins.", number=moment.session)

    @work(group="perform")
    async def step(self, step: Step) -> None:
        """Undo or redo; undo first drops the owed dice of the last entry."""
        if self._performing:
            self.say_message(BUSY)
            return
        last = self._owed is not None and self._owed.tip == self.moment.tip
        if last and step in ("undo", "undo_step"):
            self._owed = None
            self.say_message("The dice that were put away are no longer owed.")
            self.show(self.moment)
            return
        with self.refusing():
            await self.app.step(step)
            self.say_sentence("")
