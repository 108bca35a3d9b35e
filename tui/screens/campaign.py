"""What Journey and Party have in common: the foot, the dice tray, and one way to the rules."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

from textual import events, on, work
from textual.app import ComposeResult
from textual.reactive import reactive
from textual.screen import Screen

from core.dice import Answer, Question
from core.messages import N_, Message, Refusal
from core.play import ask
from core.play.state import State
from core.play.story import title
from core.play.union import Command
from tui import commandline, telling
from tui.desk import Step
from tui.modals.choose import Choice, Choose
from tui.modals.help import Help
from tui.moment import Moment
from tui.phrases import say
from tui.tray_words import brief
from tui.widgets.dice_tray import DiceTray
from tui.widgets.foot import AheadLine, KeysLine, NumberLine
from tui.widgets.lines_view import Pane
from tui.widgets.region_map import RegionMapView

if TYPE_CHECKING:
    from tui.app import Ask, OutriderApp

HELD_KEY = 0.15
"""Seconds between two Space events below which the second is a held key, not a wish."""

FOLLOW = 2.0
"""Seconds between two looks of a window that only reads."""

BUSY = N_("Finish the dice first, or put them away with Esc.")


@dataclass
class Owed:
    """A command whose dice were put away: `answers` so far, and what the tray held unsubmitted."""

    command: Command
    answers: dict[str, Answer] = field(default_factory=dict)
    typed: dict[str, Answer] = field(default_factory=dict)


class CampaignScreen(Screen[None]):
    """A screen of the open campaign. Subclasses give its panes and say what they show."""

    app: OutriderApp
    TABLE: ClassVar[str] = ""
    """The screen's name in the table of keys."""
    WORDS: ClassVar[tuple[str, ...]] = tuple(commandline.VERBS)

    curtain: reactive[bool] = reactive(False)

    def __init__(self) -> None:
        super().__init__()
        self._owed: Owed | None = None
        self._asking: asyncio.Future[Mapping[str, Answer] | None] | None = None
        self._typed: dict[str, Answer] = {}
        self._performing = False
        self._space_at = 0.0

    # what subclasses give

    def panes(self) -> ComposeResult:
        """The widgets above the foot."""
        raise NotImplementedError

    def show(self, moment: Moment) -> None:
        """Show the campaign as it stands."""
        raise NotImplementedError

    def copied(self) -> str:
        """The text that `y` copies."""
        raise NotImplementedError

    def marked(self) -> tuple[str, ...]:
        """The ids of the members that a group verb is for; empty when nobody is marked."""
        return ()

    def focus_pane(self) -> None:
        """Give focus to the pane that takes the keys."""
        self.set_focus(None)

    # layout

    def compose(self) -> ComposeResult:
        yield from self.panes()
        tray = DiceTray(id="tray")
        tray.display = False
        yield tray
        yield AheadLine(id="ahead")
        yield NumberLine(id="number")
        yield KeysLine(id="keys")

    def on_mount(self) -> None:
        """Follow the campaign."""
        for pane in (*self.query(Pane), *self.query(RegionMapView)):
            pane.look = self.app.preferences.look
        self.query_one(KeysLine).show(self.app.keys.footer(self.TABLE))
        self.watch(self.app, "moment", self._moment_changed, init=False)
        self.set_interval(FOLLOW, self._follow)
        self.focus_pane()

    def _follow(self) -> None:
        """A window that only reads follows what the other one writes."""
        if self.is_current and self.moment.read_only:
            self.run_worker(self._look_again(), group="follow", exclusive=True)

    async def _look_again(self) -> None:
        moment = await self.app.desk.look()
        if moment.head != self.moment.head:
            self.app.moment = moment

    def _moment_changed(self, moment: Moment | None) -> None:
        if moment is not None and self.is_current:
            self.show(moment)

    def on_screen_resume(self) -> None:
        """Another screen may have changed what this one shows."""
        if self.app.moment is not None:
            self.show(self.app.moment)

    @property
    def moment(self) -> Moment:
        """The open campaign as it stands."""
        moment = self.app.moment
        assert moment is not None, "this screen is shown only with a campaign"
        return moment

    @property
    def state(self) -> State:
        """The state as it stands."""
        return self.moment.state

    def titles(self) -> tuple[Message | None, Message | None]:
        """What u would take back, and what U would do again, with places by their names."""
        moment = self.moment
        found = (moment.undo_title, moment.redo_title)
        undo, redo = (None if t is None else telling.named(t, moment) for t in found)
        if self._owed is not None:
            owed = title(self._owed.command, self.state)
            undo = Message(N_("the dice of: {command}"), command=owed)
        return undo, redo

    # performing

    def perform(self, command: Command) -> None:
        """The single way from this screen to the rules: perform `command`, asking for its dice."""
        self._run(Owed(command))

    def _run(self, owed: Owed) -> None:
        if self._performing:
            self.say_message(Message(BUSY))
            return
        self._performing = True
        self.run_worker(self._perform(owed), group="perform")

    async def _perform(self, owed: Owed) -> None:
        kept = None if owed is self._owed else self._owed
        self._owed = kept
        self.say_sentence("")
        try:
            if not await self.app.perform(owed.command, self._ask(owed), owed.answers):
                self._owed = Owed(owed.command, owed.answers, self._typed)
                self.say_message(Message(N_("Put away, nothing was rolled: Space asks again.")))
        except Refusal as refusal:
            self._keep_typed(owed.command)
            self.say_message(refusal.message)
        finally:
            self._performing = False
        self._close_tray()
        self.show(self.moment)

    def _keep_typed(self, command: Command) -> None:
        """After a refusal with the tray open: what was typed is asked for again, to be mended."""
        tray = self.query_one(DiceTray)
        if tray.display:
            self._owed = Owed(command, {}, tray.answers)

    def say_message(self, message: Message) -> None:
        """Say why something was not done, or what was."""
        self.say_sentence(say(message))

    def say_sentence(self, sentence: str) -> None:
        """Show one sentence in the number line; "" clears it."""
        self.query_one(NumberLine).say(sentence)

    # dice

    def _ask(self, owed: Owed) -> Ask:
        async def ask_tray(questions: tuple[Question, ...]) -> Mapping[str, Answer] | None:
            tray = self.query_one(DiceTray)
            rows = tuple(brief(question) for question in questions)
            if tray.display:
                tray.ask_more(rows)
            else:
                self._open_tray(owed, rows)
            self._asking = asyncio.get_running_loop().create_future()
            return await self._asking

        return ask_tray

    def _open_tray(self, owed: Owed, questions: tuple[Question, ...]) -> None:
        members = {m.id: (m.token, m.name) for m in self.state.members}
        tray = self.query_one(DiceTray)
        tray.curtain = self.curtain
        tray.load(
            title(owed.command, self.state),
            questions,
            members,
            self.app.desk.dice.roll,
            call=self.app.preferences.call,
            answers=owed.typed,
        )
        tray.display = True
        self.add_class("asking")
        tray.focus()

    def _close_tray(self) -> None:
        tray = self.query_one(DiceTray)
        if tray.display:
            tray.display = False
            self.remove_class("asking")
            self.focus_pane()

    @on(DiceTray.Submitted)
    def _submitted(self, event: DiceTray.Submitted) -> None:
        self._answer(event.answers)

    @on(DiceTray.PutAway)
    def _put_away(self, event: DiceTray.PutAway) -> None:
        self._typed = event.answers
        self._answer(None)

    def _answer(self, answers: Mapping[str, Answer] | None) -> None:
        if self._asking is not None and not self._asking.done():
            self._asking.set_result(answers)

    # numbers

    def on_key(self, event: events.Key) -> None:
        """Digits are a number, for the next key or for the line's own Enter."""
        if self.query_one(DiceTray).display:
            return
        if self.query_one(NumberLine).take(event.key, event.character):
            event.stop()
            event.prevent_default()

    def count(self) -> str:
        """The number that was typed, "" for none; it is used up."""
        return self.query_one(NumberLine).used()

    # the story

    def action_story(self) -> None:
        """Space: the story goes on. A held key is one wish."""
        now = time.monotonic()
        held = now - self._space_at < HELD_KEY
        self._space_at = now
        if held:
            return
        if self._owed is not None:
            self._run(self._owed)
            return
        try:
            command = ask.space(self.state, self.moment.world)
            if command is None:
                self.say_message(ask.ahead_space(self.state, self.moment.world))
            else:
                self.perform(command)
        except Refusal as refusal:
            self.say_message(refusal.message)

    def action_undo(self) -> None:
        """Take back the last intent."""
        self.step("undo")

    def action_redo(self) -> None:
        """Do again what was taken back."""
        self.step("redo")

    @work(group="perform")
    async def step(self, step: Step) -> None:
        """Undo or redo; dice that are owed are the last thing that was asked, and go first."""
        if self._performing:
            self.say_message(Message(BUSY))
            return
        if self._owed is not None:
            self._owed = None
            self.say_message(Message(N_("The dice that were put away are no longer owed.")))
            self.show(self.moment)
            return
        try:
            await self.app.step(step)
            self.say_sentence("")
        except Refusal as refusal:
            self.say_message(refusal.message)

    # the program

    def action_go_journey(self) -> None:
        """The Journey screen."""
        self.app.switch_mode("journey")

    def action_go_party(self) -> None:
        """The Party screen."""
        self.app.switch_mode("party")

    @work
    async def action_go(self) -> None:
        """G and a letter: go to a screen."""
        choices = (
            Choice("journey", "j", Message(N_("Journey"))),
            Choice("party", "p", Message(N_("Party"))),
            Choice("campaigns", "c", Message(N_("Campaigns"))),
        )
        mode = await self.app.push_screen_wait(Choose(Message(N_("go to")), choices))
        if mode is not None:
            self.app.switch_mode(mode)

    def action_help(self) -> None:
        """The keys of this screen."""
        self.app.push_screen(Help(self.app.keys, self.TABLE, self.WORDS))

    def action_copy(self) -> None:
        """Copy what is in focus to the clipboard."""
        self.app.copy_to_clipboard(self.copied())
        self.say_message(Message(N_("Copied.")))

    def action_curtain(self) -> None:
        """Hide what players must not see, or show it again."""
        self.curtain = not self.curtain
        self.query_one(DiceTray).curtain = self.curtain
        self.show(self.moment)
        hidden = N_("The curtain is drawn: secrets and DCs are hidden. F9 opens it.")
        self.say_message(Message(hidden if self.curtain else N_("The curtain is open.")))

    def action_close(self) -> None:
        """Esc: clear the number line; loses nothing."""
        self.count()
        self.say_sentence("")

    def action_next_pane(self) -> None:
        """Focus on the next pane."""
        self.focus_next()

    def action_previous_pane(self) -> None:
        """Focus on the pane before."""
        self.focus_previous()

    def action_redraw(self) -> None:
        """Draw the screen again."""
        self.refresh(layout=True)

    def action_leave(self) -> None:
        """Leave; all is saved."""
        self.app.exit()
