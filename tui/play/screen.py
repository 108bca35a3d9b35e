"""The base of the play screens: foot, typed numbers, ways to other screens."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, ClassVar

from textual import events, work
from textual.app import ComposeResult
from textual.screen import Screen

from core.messages import N_, Message, Refusal, Value
from core.play.state import State
from tui.kit.choose import Choice, Choose
from tui.kit.help import Help
from tui.kit.lines_view import Pane, TitleLine
from tui.kit.phrases import say
from tui.play.dice_tray import DiceTray
from tui.play.footer import AheadLine, KeysLine, NumberLine
from tui.play.survey import Survey, survey
from tui.play.typed import commandline
from tui.view import CampaignView

if TYPE_CHECKING:
    from tui.play.campaign_app import CampaignApp

RECEIPTS = N_("Receipts are for the GM only. Press F9 to open the curtain.")
"""What `w` says while players look on."""

FOLLOW = 2.0
"""Seconds between two looks of a window that only reads."""


LATER = {
    "go-rules": N_("There is no rules screen yet. Press w to see the rules behind a figure."),
}
"""Actions that keep their keys for later, and what they say until then."""


class CampaignScreen(Screen[None]):
    """A screen of the open campaign. Subclasses give its panes and what they show."""

    app: CampaignApp
    TABLE: ClassVar[str] = ""
    """The screen's name in the table of keys."""
    WORDS: ClassVar[tuple[str, ...]] = tuple(commandline.VERBS)

    _survey: Survey | None = None
    """What the last survey found."""

    # what subclasses give

    def panes(self) -> ComposeResult:
        """The widgets above the foot."""
        raise NotImplementedError

    def show(self, moment: CampaignView) -> None:
        """Show the campaign as it stands."""
        raise NotImplementedError

    def surveyed(self, moment: CampaignView, found: Survey) -> None:
        """Show a survey of the campaign's current state."""
        raise NotImplementedError

    def copied(self) -> str:
        """The text that `y` copies."""
        raise NotImplementedError

    def marked(self) -> tuple[str, ...]:
        """The ids of the members a group verb is for; empty when none is marked."""
        return ()

    def meant(self) -> tuple[str, ...]:
        """The ids of the creatures that points and conditions are for by default."""
        return self.marked()

    def examples(self) -> tuple[tuple[str, Message], ...]:
        """Example command lines for help and completion, each with its meaning."""
        return ()

    def focus_pane(self) -> None:
        """Focus the pane that takes the keys."""
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
        for pane in self.query(Pane):
            pane.look = self.app.preferences.look
        self.query_one(TitleLine).player_view = self.player_view
        self.query_one(KeysLine).show(self.app.keys.footer(self.TABLE))
        self.watch(self.app, "moment", self._moment_changed, init=False)
        self.watch(self.app, "player_view", self._player_view_changed, init=False)
        self.set_interval(FOLLOW, self._follow)
        self.focus_pane()

    def _follow(self) -> None:
        if self.is_current and self.moment.read_only:
            self.run_worker(self._look_again(), group="follow", exclusive=True)

    async def _look_again(self) -> None:
        moment = await self.app.worker.look()
        known = self.moment
        if (moment.head, moment.read_only) != (known.head, known.read_only):
            self.app.moment = moment

    @work(thread=True, exclusive=True, group="survey", description="survey")
    def survey(self, moment: CampaignView) -> None:
        """Compute what takes longer than a frame; results for an outdated state are dropped."""
        found = survey(moment.state, moment.assets)
        self.app.call_from_thread(self._take, moment, found)

    def _take(self, moment: CampaignView, found: Survey) -> None:
        if moment is self.app.moment:
            self._survey = found
            self.surveyed(moment, found)

    def _moment_changed(self, moment: CampaignView | None) -> None:
        if moment is not None and self.is_current:
            self.show(moment)

    def on_screen_resume(self) -> None:
        """Refresh: another screen may have changed what this one shows."""
        if self.app.moment is not None:
            self.show(self.app.moment)

    @property
    def player_view(self) -> bool:
        """Whether players look on."""
        return self.app.player_view

    def _player_view_changed(self, drawn: bool) -> None:
        self.say_sentence("")
        self.query_one(TitleLine).player_view = drawn
        if self.app.moment is not None:
            self.turn_curtain(self.app.moment)
        if self.is_current:
            hidden = N_("The curtain is drawn: secrets and DCs are hidden. F9 opens it.")
            self.say_message(hidden if drawn else N_("The curtain is open."))

    def turn_curtain(self, moment: CampaignView) -> None:
        """Show what players know, or everything again, even while another screen is in front.

        What a thread works out must not stay visible until then.
        """
        tray = self.query_one(DiceTray)
        tray.player_view, tray.secrets = (
            self.player_view,
            moment.secrets if self.player_view else frozenset(),
        )
        self.show(moment)

    @property
    def as_shown(self) -> CampaignView:
        """The campaign as the present onlookers may see it."""
        return self.moment.veiled if self.player_view else self.moment

    @property
    def moment(self) -> CampaignView:
        """The open campaign's current view."""
        moment = self.app.moment
        assert moment is not None, "this screen is shown only with a campaign"
        return moment

    @property
    def state(self) -> State:
        """The current state."""
        return self.moment.state

    # sentences

    def say_message(self, message: Message | str, /, **values: Value) -> None:
        """Show a message, or a template with its values, in the number line."""
        if isinstance(message, str):
            message = Message(message, **values)
        self.say_sentence(say(message))

    def say_sentence(self, sentence: str) -> None:
        """Show one sentence in the number line; "" clears it."""
        self.query_one(NumberLine).say(self.app.discreet(sentence))

    def refuse(self, message: Message | str, /, **values: Value) -> None:
        """Say why something was not done, and drop what was typed ahead for it."""
        self.say_message(message, **values)
        self.app.discard()

    @contextmanager
    def refusing(self) -> Iterator[None]:
        """Refuse with the message of a Refusal raised in the block."""
        try:
            yield
        except Refusal as refusal:
            self.refuse(refusal.message)

    async def choose(self, prompt: Message, choices: tuple[Choice, ...]) -> str | None:
        """Ask for one of `choices`; its id, or None for none. For workers only."""
        return await self.app.push_screen_wait(Choose(prompt, choices))

    def asks_more(self, event: events.Key) -> bool:
        """Whether the keys typed after `event` belong to it: a letter, a line, dice."""
        return False

    def means_another(self, event: events.Key) -> bool:
        """Whether a key after a refusal names another target."""
        return False

    # numbers

    def on_key(self, event: events.Key) -> None:
        """Collect digits as a number for the next key, or for Enter."""
        if self.query_one(DiceTray).display:
            return
        later = next((one for one in LATER if event.key in self.app.keys.keys(one)), "")
        if later:
            self.say_message(LATER[later])
        if self.query_one(NumberLine).take(event.key, event.character):
            event.stop()
            event.prevent_default()

    def stray_number(self) -> bool:
        """Whether a typed number has no use here; says so, and drops it."""
        number = self.count()
        if number:
            words = N_("That key takes no number, so {number} was dropped and nothing was done."
                       " Press it again to do what the Ahead line says.")  # fmt: skip
            self.refuse(words, number=number)
        return bool(number)

    def count(self) -> str:
        """Return the typed number, "" for none, and clear it."""
        return self.query_one(NumberLine).used()

    # the program

    def action_go_journey(self) -> None:
        """Go to the Journey."""
        self.app.switch_mode("journey")

    def action_go_party(self) -> None:
        """Go to the Party."""
        self.app.switch_mode("party")

    def action_go_encounter(self) -> None:
        """Go to the Encounter."""
        self.app.switch_mode("encounter")

    def action_go_sessions(self) -> None:
        """Go to the Sessions."""
        self.app.switch_mode("sessions")

    @work
    async def action_go(self) -> None:
        """Go to the screen of the next letter."""
        choices = (
            Choice("journey", "j", Message("Journey")),
            Choice("encounter", "e", Message("Encounter")),
            Choice("party", "p", Message("Party")),
            Choice("sessions", "s", Message("Sessions")),
            Choice("campaigns", "c", Message("Campaigns")),
        )
        mode = await self.choose(Message("go to"), choices)
        if mode is not None:
            self.app.switch_mode(mode)

    def action_help(self) -> None:
        """Show the keys of this screen."""
        self.app.push_screen(Help(self.app.keys, self.TABLE, self.WORDS, self.examples()))

    def action_copy(self) -> None:
        """Copy what is in focus to the clipboard."""
        self.app.copy_to_clipboard(self.copied())
        self.say_message("Copied.")

    def action_curtain(self) -> None:
        """Draw or open the curtain."""
        self.app.action_curtain()

    def veiled(
        self, words: str = N_("This page is for the GM only. Press F9 to open the curtain.")
    ) -> bool:
        """Whether players look on, so that a page for the GM stays shut; says so."""
        if self.player_view:
            self.say_message(words)
        return self.player_view

    def action_close(self) -> None:
        """Clear the number line; loses nothing."""
        self.count()
        self.say_sentence("")

    def action_next_pane(self) -> None:
        """Focus the next pane."""
        self.focus_next()

    def action_previous_pane(self) -> None:
        """Focus the previous pane."""
        self.focus_previous()

    def action_redraw(self) -> None:
        """Draw the screen again."""
        self.refresh(layout=True)

    def action_leave(self) -> None:
        """Leave Outrider; everything is saved."""
        self.app.exit()
