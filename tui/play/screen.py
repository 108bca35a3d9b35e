"""The base of the play screens: what every screen of an open campaign has."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import events, work
from textual.app import ComposeResult
from textual.screen import Screen

from core.messages import N_, Message
from core.play.facts.encounter import Encounter
from core.play.facts.state import State
from core.play.union import Command, describe
from tui.kit.failures import Catch, saying_failures
from tui.kit.help import Help
from tui.kit.keys import Keymap
from tui.kit.lines_view import Pane, TitleLine, words
from tui.kit.modal import Choice, Modal
from tui.kit.painted_view import PaintedView
from tui.kit.phrases import Words
from tui.kit.searching import Cursored, go_to_hit
from tui.play.command_line.command_line import PLAY, CommandLine
from tui.play.command_line.typed_line import TypedWord
from tui.play.conversation import Conversation, KeysLine
from tui.play.dice.dice_tray import DiceTray
from tui.play.foot_lines import AheadLine, AheadWords, NumberLine
from tui.play.log import log_lines
from tui.play.performing.branching import Branching
from tui.play.performing.performer import Performer
from tui.play.readings import Readings
from tui.play.records import Records
from tui.play.table import table_actions
from tui.view import CampaignView

if TYPE_CHECKING:
    from tui.play.application.campaign_app import CampaignApp
    from tui.play.application.preferences import Preferences

MODES = (
    ("journey", "j", N_("Journey")),
    ("encounter", "e", N_("Encounter")),
    ("party", "p", N_("Party")),
    ("sessions", "s", N_("Sessions")),
    ("campaigns", "c", N_("Campaigns")),
    ("settings", "o", N_("Settings")),
)
"""The screens that `g` goes to, each by its letter."""

WIDTHS = [(0, "-narrow"), (110, "-wide")]
"""From how many columns on a screen has which class."""

NOTHING_OPEN = {
    "journey": N_("Nothing is open that {close} would close; {encounter} goes to the encounter."),
    "encounter": N_("Nothing is open that {close} would close; {journey} goes to the journey."),
}
"""What Esc says on the screens that it does not leave."""

RECEIPTS = N_("Receipts are for the GM only. Press F9 to open the curtain.")
"""What `w` says while players look on."""


def foot() -> ComposeResult:
    """Yield what every play screen has below its panes."""
    tray = DiceTray(id="tray")
    tray.display = False
    yield tray
    yield AheadLine(id="ahead")
    yield NumberLine(id="number")
    yield KeysLine(id="keys")


class PlayScreen(Screen[None]):
    """A screen of the open campaign. Subclasses give its panes and what they show."""

    app: CampaignApp
    HORIZONTAL_BREAKPOINTS = WIDTHS
    TABLE: ClassVar[str] = ""
    """The screen's name in the table of keys."""
    WORDS: ClassVar[dict[str, TypedWord]] = PLAY
    """The words of its `:` line."""

    def __init__(self) -> None:
        super().__init__()
        self.gm = Conversation(
            self, lambda text: self.query_one(NumberLine).say(self.app.discreet(text))
        )
        self.performer: Performer = Performer(self)
        self.branching: Branching = Branching(self, self.performer)
        self.command_line: CommandLine = CommandLine(self)
        self.records: Records = Records(self)
        self.readings = Readings(self)

    # what a screen may add to

    def draw(self, view: CampaignView) -> None:
        """Draw the campaign as it stands."""
        self.show_ahead()

    def ahead(self) -> AheadWords:
        """What Enter and Space would do when no question is open."""
        return AheadWords()

    def copied(self) -> str:
        """Return the text that `y` copies."""
        return ""

    def focus_pane(self) -> None:
        """Focus the pane that takes the keys."""
        self.set_focus(None)

    def marked(self) -> tuple[str, ...]:
        """The ids of the members a group verb is for; empty when none is marked."""
        return ()

    def meant(self) -> tuple[str, ...]:
        """The ids of the creatures that points and conditions are for by default."""
        return self.marked()

    @property
    def encounter(self) -> Encounter | None:
        """The encounter whose board is shown here."""
        return None

    # layout

    def on_compose(self) -> None:
        """Take the class of its width before there are panes: else they would be styled twice."""
        width = self.app.size.width
        fitting = [name for least, name in WIDTHS if width >= least]
        self.add_class(fitting[-1])

    def on_mount(self) -> None:
        """Follow the campaign."""
        self.query_one(TitleLine).player_view = self.player_view
        self.watch(self.app, "preferences", self.prefer)
        self.watch(self.query_one(DiceTray), "taken_back", self._watch_taken_back, init=False)
        self.watch(self.app, "view", self._watch_view, init=False)
        self.watch(self.app, "player_view", self._watch_player_view, init=False)
        self.focus_pane()

    def prefer(self, now: Preferences) -> None:
        """Draw with the GM's signs, units and keys."""
        for pane in self.query(Pane):
            pane.look = now.look
            pane.redraw()
        for view in self.query(PaintedView):
            view.look = now.look
        self.query_one(KeysLine).show(now.keys.footer(self.TABLE))

    def show(self, view: CampaignView) -> None:
        """Show the campaign as it stands, or say that it cannot be shown."""
        with saying_failures(self) as catch:
            self.draw(view)
        if catch.message is not None:
            self.query_one(AheadLine).shown = AheadWords(catch.message)
        hide_stale(self, catch)

    def _watch_view(self, view: CampaignView | None) -> None:
        if view is not None and self.is_current:
            self._catch_up(view)
            self.show(view)

    def _watch_taken_back(self) -> None:
        if self.query_one(DiceTray).display:
            self.show_ahead()

    def _catch_up(self, view: CampaignView) -> None:
        with saying_failures(self):
            self.branching.follow(view)
            self.performer.follow(view)

    def on_screen_suspend(self) -> None:
        """Expect changes when this comes back; a dialog in front has the keys until then."""
        self.readings.front.leave()
        if self.app.view is not None:
            self.show_ahead()

    def on_screen_resume(self, event: events.ScreenResume) -> None:
        """Refresh: another screen may have changed what this one shows, or the campaign."""
        was_behind = self.readings.front.reach(event)
        if self.app.view is not None:
            self.show_ahead()
        if was_behind and self.app.view is not None:
            self._catch_up(self.app.view)
            self.show(self.app.view)

    @property
    def player_view(self) -> bool:
        """Whether players look on."""
        return self.app.player_view

    def _watch_player_view(self, drawn: bool) -> None:
        self.gm.say_sentence("")
        self.query_one(TitleLine).player_view = drawn
        with saying_failures(self) as catch:
            if self.app.view is not None:
                self._catch_up(self.app.view)
                self.turn_curtain(self.app.view)
        if catch.message is not None:
            hide_stale(self, catch)
        elif self.is_current and not self.has_class("covered"):
            self.gm.say_message(
                "The curtain is drawn: no secrets or DCs, but the whole board. F9 opens it."
                if drawn
                else "The curtain is open."
            )

    def turn_curtain(self, view: CampaignView) -> None:
        """Show what players know, or everything again, even while another screen is in front.

        What a thread works out must not stay visible until then, and no line typed before is in
        `:` again: it may name a secret.
        """
        self.performer.refused = None
        self.command_line.forget()
        self.performer.veil_tray()
        self.show(view)

    @property
    def as_shown(self) -> CampaignView:
        """The campaign as the present onlookers may see it."""
        if self.player_view:
            return self.view.veiled
        return self.view

    @property
    def view(self) -> CampaignView:
        """The open campaign's current view."""
        view = self.app.view
        assert view is not None, "this screen is shown only with a campaign"
        return view

    @property
    def state(self) -> State:
        """The current state."""
        return self.view.state

    # keys

    def on_key(self, event: events.Key) -> None:
        """Collect digits as a number for the next key, or for Enter."""
        if self.query_one(DiceTray).display:
            return
        if event.key in self.app.keys.keys("go-rules"):
            self.gm.say_message(
                "There is no rules screen yet. Press w to see the rules behind a figure."
            )
        if self.query_one(NumberLine).take(event.key, event.character):
            event.stop()
            event.prevent_default()

    def on_paste(self) -> None:
        """Say that a paste found no line to go to."""
        self.gm.say_message("A paste needs a line: open one with : or q, then paste again.")

    def action_hit(self, step: int) -> None:
        """Go to the next hit of the search, or the one before."""
        if isinstance(self, Cursored):
            go_to_hit(self, step)

    # the Ahead line

    def show_ahead(self) -> None:
        """Show what Enter and Space would do, and what u and U would undo and redo."""
        with saying_failures(self) as catch:
            self.query_one(AheadLine).shown = ahead_words(self)
        if catch.message is not None:
            self.query_one(AheadLine).shown = AheadWords(catch.message)

    # performing

    def perform(self, command: Command) -> None:
        """Perform `command`, asking for its dice: the single way from a screen to the rules."""
        self.performer.perform(command)

    # the story

    def action_story(self) -> None:
        """Go on with the story, once for a key pressed again at once."""
        if not self.performer.is_pressed_again():
            self.performer.go_on()

    def action_undo(self) -> None:
        """Undo the last intent."""
        self.performer.step("undo")

    def action_redo(self) -> None:
        """Redo what was undone."""
        self.performer.step("redo")

    def action_what_if(self) -> None:
        """Open a what-if from here."""
        self.branching.begin()

    def action_close(self) -> None:
        """Close what is open, else leave the what-if, else say that nothing is open."""
        if not self.branching.close():
            self.branching.hint(nothing_open(self.app.keys, self.TABLE))

    def action_export(self) -> None:
        """Export the session, or all of the campaign, as a file."""
        self.records.export()

    # at the table

    def action_camp(self) -> None:
        """Make camp."""
        table_actions.camp(self)

    def action_pass_time(self) -> None:
        """Let time pass without travel."""
        self.run_worker(table_actions.pass_time(self))

    def action_note(self) -> None:
        """Write a note at this moment."""
        self.run_worker(table_actions.write_note(self))

    def action_checks(self) -> None:
        """Call a check."""
        self.run_worker(table_actions.call_check(self))

    def action_hurt(self) -> None:
        """Damage the marked or the named."""
        self.run_worker(table_actions.change_points(self, "-"))

    def action_heal(self) -> None:
        """Heal the marked or the named."""
        self.run_worker(table_actions.change_points(self, "+"))

    def action_conditions(self) -> None:
        """Set a condition or timer."""
        self.run_worker(table_actions.set_condition(self))

    def action_mounts(self) -> None:
        """Mount, board, or dismount."""
        self.run_worker(table_actions.ride(self))

    def action_overrule(self) -> None:
        """Overrule the row of the dice tray in focus, or one figure of the state."""
        self.run_worker(table_actions.overrule(self))

    # the command line

    def action_palette(self) -> None:
        """Open the command line."""
        self.action_command_line("")

    def action_command_line(self, start: str) -> None:
        """Open the command line with a word in it."""
        self.command_line.open(start)

    # the program

    @work
    async def action_go(self) -> None:
        """Go to the screen of the next letter."""
        choices = tuple(Choice(mode, key, Message(title)) for mode, key, title in MODES)
        mode = await self.gm.choose(Message("go to"), choices)
        if mode is not None:
            self.app.action_go_to(mode)

    def action_help(self) -> None:
        """Show the keys of this screen."""
        self.app.push_screen(Help(self.app.keys, self.TABLE, self.command_line.examples()))

    def action_copy(self) -> None:
        """Copy what is shown to the clipboard."""
        self.app.copy_to_clipboard(self.copied())
        self.gm.say_message("Copied.")

    def action_pane(self, step: int) -> None:
        """Focus the next pane, or the one before."""
        (self.focus_next if step > 0 else self.focus_previous)()


def nothing_open(keys: Keymap, table: str) -> Message:
    """Say that Esc has nothing to close on a screen, and which key leads elsewhere."""
    return Message(
        NOTHING_OPEN[table],
        close=keys.first("close"),
        journey=keys.first("go-journey"),
        encounter=keys.first("go-encounter"),
    )


def hide_stale(screen: PlayScreen, catch: Catch) -> None:
    """Hide what could not be drawn while players look on: it is what it was before the curtain."""
    hidden = screen.has_class("covered")
    screen.set_class(screen.player_view and catch.message is not None, "covered")
    if hidden and not screen.has_class("covered") and screen.focused is None:
        screen.focus_pane()


def ahead_words(screen: PlayScreen) -> AheadWords:
    """What Enter and Space would do, and what u and U would undo and redo.

    Nothing beneath a dialog, whose keys they are then.
    """
    if isinstance(screen.app.screen, Modal):
        return AheadWords(silent=True)
    if screen.performer.is_slow:
        return AheadWords(
            Message("not yet: the last key is still worked on"), Message("not yet"), None, None
        )
    tray = screen.query_one(DiceTray)
    if tray.display:
        taken = Message("take the dice, once every row has its own")
        return AheadWords(taken, Message("next empty row"), tray.taken_back)
    ahead = screen.ahead()
    enter = ahead.enter
    space = ahead.space
    brief = ahead.brief
    confirming = screen.performer.confirming
    if confirming is not None:
        enter = Message("{command}?", command=describe(confirming, screen.state))
        brief = None
    owed = screen.performer.owed_last()
    due = screen.performer.due()
    if due is not None and due is owed:
        undo_key = screen.app.keys.first("undo")
        space = Message("ask for what is owed; {key} drops it", key=undo_key)
    elif due is not None:
        space = Message("ask for what is owed")
    view = screen.view
    found = (view.undo_title, view.redo_title)
    undo, redo = (None if title is None else view.named(title) for title in found)
    if screen.player_view:
        undo = undo and log_lines.seen_last(view)
        redo = redo and Message("what was undone")
    if owed is not None:
        undo = Message("the dice of: {command}", command=describe(owed.command, view.state))
    return AheadWords(
        enter=_discreetly(screen, enter),
        space=_discreetly(screen, space),
        undo=_discreetly(screen, undo),
        redo=_discreetly(screen, redo),
        brief=_discreetly(screen, brief),
    )


def _discreetly(screen: PlayScreen, told: Words | None) -> str | None:
    if told is None:
        return None
    return screen.app.discreet(words(told))
