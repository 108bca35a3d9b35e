"""The base of the play screens: what every screen of an open campaign has."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar

from textual import events, work
from textual.app import ComposeResult
from textual.screen import Screen
from textual.suggester import Suggester

from core.messages import N_, Message, Refusal, Value
from core.play import queries
from core.play.fight.combatants import Being
from core.play.fight.encounter import Encounter
from core.play.narration import describe
from core.play.road.commands import Camp, DropPlan
from core.play.state import State
from core.play.union import Command, Decided
from tui.kit.choose import Choice, Choose
from tui.kit.help import Help
from tui.kit.lines_view import Pane, TitleLine, words
from tui.kit.phrases import Words, say
from tui.kit.searching import Cursored, go_to_hit
from tui.kit.text_line import TextLine
from tui.play import journal_log, table
from tui.play.branching import Branching
from tui.play.command_line import CommandLine
from tui.play.dice_tray import DiceTray
from tui.play.footer import AheadLine, KeysLine, NumberLine
from tui.play.performer import BUSY, Owed, Performer
from tui.play.records import Records
from tui.play.typed import commandline
from tui.play.typed.commandline import Go, Parsed, Shown
from tui.view import CampaignView
from tui.worker import Step

if TYPE_CHECKING:
    from tui.play.campaign_app import CampaignApp

RECEIPTS = N_("Receipts are for the GM only. Press F9 to open the curtain.")
"""What `w` says while players look on."""

FOLLOW = 2.0
"""Seconds between two looks of a window that only reads."""

HELD_KEY = 0.15
"""Seconds between two Space events below which the second is a held key, not a wish."""

LATER = {
    "go-rules": N_("There is no rules screen yet. Press w to see the rules behind a figure."),
}
"""Actions that keep their keys for later, and what they say until then."""


class PlayScreen(Screen[None]):
    """A screen of the open campaign. Subclasses give its panes and what they show."""

    app: CampaignApp
    TABLE: ClassVar[str] = ""
    """The screen's name in the table of keys."""
    WORDS: ClassVar[tuple[str, ...]] = tuple(commandline.VERBS)

    def __init__(self) -> None:
        super().__init__()
        self.performer: Performer = Performer(self)
        self.branching: Branching = Branching(self)
        self.command_line: CommandLine = CommandLine(self)
        self.records: Records = Records(self)
        self._space_at = 0.0

    # what subclasses give

    def panes(self) -> ComposeResult:
        """The widgets above the foot."""
        raise NotImplementedError

    def show(self, moment: CampaignView) -> None:
        """Show the campaign as it stands."""
        raise NotImplementedError

    def copied(self) -> str:
        """The text that `y` copies."""
        raise NotImplementedError

    def ahead(self) -> tuple[Words | None, Words | None]:
        """What Enter and Space would do when no question is open."""
        raise NotImplementedError

    def marked(self) -> tuple[str, ...]:
        """The ids of the members a group verb is for; empty when none is marked."""
        return ()

    def meant(self) -> tuple[str, ...]:
        """The ids of the creatures that points and conditions are for by default."""
        return self.marked()

    def shown_encounter(self) -> Encounter | None:
        """The encounter whose board is shown here."""
        return None

    def told_session(self) -> int | None:
        """The number of the session that a record is of; None: the one played last."""
        return None

    def focus_pane(self) -> None:
        """Focus the pane that takes the keys."""
        self.set_focus(None)

    def tried_from(self) -> int:
        """The row after which x branches: the newest."""
        return self.moment.head

    def unfinished(self) -> Message | None:
        """Why the campaign cannot be switched now; None when it can."""
        return Message(BUSY) if self.performer.busy else None

    def put_away(self) -> bool:
        """Close what is open on this screen; whether anything was."""
        if self.performer.confirming is None:
            return False
        self.performer.confirming = None
        self.show_ahead()
        return True

    def other_campaign(self, before: Path | None, now: Path | None) -> None:
        """Called when a campaign other than the last one shown is open."""
        self.performer.change_campaign(before, now)

    def perched(self, cursor: object) -> None:
        """Move the cursor back to where it was when the what-if began."""
        if isinstance(self, Cursored) and cursor is not None:
            self.go_there(cursor)

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

    def _moment_changed(self, moment: CampaignView | None) -> None:
        if moment is not None and self.is_current:
            self._catch_up(moment)
            self.show(moment)

    def _catch_up(self, moment: CampaignView) -> None:
        self.branching.follow(moment)
        self.performer.follow(moment)

    def on_screen_resume(self) -> None:
        """Refresh: another screen may have changed what this one shows, or the campaign."""
        if self.app.moment is not None:
            self._catch_up(self.app.moment)
            self.show(self.app.moment)

    @property
    def player_view(self) -> bool:
        """Whether players look on."""
        return self.app.player_view

    def _player_view_changed(self, drawn: bool) -> None:
        self.say_sentence("")
        self.query_one(TitleLine).player_view = drawn
        if self.app.moment is not None:
            self._catch_up(self.app.moment)
            self.turn_curtain(self.app.moment)
        if self.is_current:
            hidden = N_("The curtain is drawn: secrets and DCs are hidden. F9 opens it.")
            self.say_message(hidden if drawn else N_("The curtain is open."))

    def turn_curtain(self, moment: CampaignView) -> None:
        """Show what players know, or everything again, even while another screen is in front.

        What a thread works out must not stay visible until then.
        """
        tray = self.query_one(DiceTray)
        tray.player_view = self.player_view
        tray.secrets = moment.secrets if self.player_view else frozenset()
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

    def rollers(self) -> tuple[Being, ...]:
        """All creatures that the rows of the tray may name: in a fight those on its board."""
        fight = self.state.fight
        return (*self.state.members, *(() if fight is None else fight.foes))

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

    def veiled(
        self, words: str = N_("This page is for the GM only. Press F9 to open the curtain.")
    ) -> bool:
        """Whether players look on, so that a page for the GM stays shut; says so."""
        if self.player_view:
            self.say_message(words)
        return self.player_view

    # asking the GM; for workers only

    async def choose(self, prompt: Message, choices: tuple[Choice, ...]) -> str | None:
        """Ask for one of `choices`; its id, or None for none."""
        return await self.app.push_screen_wait(Choose(prompt, choices))

    async def line(
        self,
        prompt: Message,
        start: str = "",
        check: Callable[[str], object] | None = None,
        suggester: Suggester | None = None,
        *,
        replace: bool = False,
        preview: Callable[[str], Message | None] | None = None,
    ) -> str:
        """Ask for a line; "" when cancelled."""
        typed = await self.app.push_screen_wait(
            TextLine(prompt, start, check, suggester, replace=replace, preview=preview)
        )
        return (typed or "").strip()

    # the keys typed next

    def asks_more(self, event: events.Key) -> bool:
        """Whether the keys typed after `event` belong to it: a letter, a line, dice."""
        return False

    def means_another(self, event: events.Key) -> bool:
        """Whether a key after a refusal names another target."""
        return False

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

    def action_next_hit(self) -> None:
        """Go to the next hit of the search."""
        if isinstance(self, Cursored):
            go_to_hit(self, 1)

    def action_previous_hit(self) -> None:
        """Go to the hit before."""
        if isinstance(self, Cursored):
            go_to_hit(self, -1)

    # the Ahead line

    def show_ahead(self) -> None:
        """Show what Enter and Space would do, and what u would undo."""
        line = self.query_one(AheadLine)
        if self.query_one(DiceTray).display:
            taken = Message("take the dice, once every row has its own")
            line.show(taken, Message("next empty row"), Message("the last die typed"))
            return
        enter, space = self.ahead()
        confirming = self.performer.confirming
        if confirming is not None:
            command = queries.would(confirming, self.state)
            enter = Message("{command}?", command=command)
        if self.performer.due() is not None:
            space = Message("ask for the dice that are owed")
        shown = (enter, space, *self._titles())
        line.show(*(one and self.app.discreet(words(one)) for one in shown))

    def _titles(self) -> tuple[Message | None, Message | None]:
        moment, owed = self.moment, self.performer.owed_last()
        found = (moment.undo_title, moment.redo_title)
        undo, redo = (None if t is None else journal_log.named(t, moment) for t in found)
        if self.player_view:
            undo = undo and journal_log.seen_last(moment)
            redo = redo and Message("what was undone")
        if owed is not None:
            undo = Message("the dice of: {command}", command=describe(owed.command, self.state))
        return undo, redo

    # performing

    def perform(self, command: Command) -> None:
        """Perform `command`, asking for its dice: the single way from a screen to the rules."""
        self.performer.perform(command)

    def follows(self, decided: Decided) -> Command | None:
        """The command to answer before the decided one is recorded, and to record with it."""
        return None

    def afterwards(self, command: Command) -> Command | None:
        """The command to perform right after `command`; None = nothing."""
        return self.performer.next_command()

    def instead(self) -> Command | None:
        """The command to perform when the dice of another were put away; None = nothing."""
        return None

    def left(self, owed: Owed) -> Message:
        """Keep the dice of a command owed, and return the message about it."""
        return self.performer.put_away(owed)

    def refused(self, command: Command, refusal: Refusal) -> Message:
        """Why a command was refused and, if known, what to do instead."""
        return refusal.message

    def others(self) -> frozenset[str]:
        """The letters that mean another creature while nothing has been typed into the tray."""
        return frozenset()

    def aims(self) -> dict[str, tuple[str, str]]:
        """The letter and the text shown instead of a name, for rows that need more than a name."""
        return {}

    def turn_to(self, letter: str) -> None:
        """Called when another creature's letter was typed first: the dice are for it now."""

    def on_dice_tray_submitted(self, event: DiceTray.Submitted) -> None:
        """Go on with the answers of the tray."""
        self.performer.answer(event.answers)

    def on_dice_tray_other(self, event: DiceTray.Other) -> None:
        """Turn to another creature instead."""
        self.turn_to(event.letter)
        self.performer.answer(None)

    def on_dice_tray_put_away(self, event: DiceTray.PutAway) -> None:
        """Keep what was typed."""
        self.performer.answer(None, event.answers)

    def step(self, step: Step) -> None:
        """Undo or redo; undo first drops the owed dice of the last entry."""
        self.run_worker(self.performer.step(step), group="perform")

    # the story

    def action_story(self) -> None:
        """Go on with the story (Space). A held key counts once."""
        now = asyncio.get_running_loop().time()
        held = now - self._space_at < HELD_KEY
        self._space_at = now
        if held or self.stray_number():
            return
        owed = self.performer.due()
        if owed is not None:
            self.performer.run(owed)
            return
        with self.refusing():
            command = queries.space(self.state, self.moment.assets)
            if command is None:
                self.say_message(queries.next_action(self.state, self.moment.assets))
            elif isinstance(command, Camp):
                self.action_camp()
            else:
                self.perform(command)

    def action_undo(self) -> None:
        """Undo the last intent."""
        self.step("undo")

    def action_redo(self) -> None:
        """Redo what was undone."""
        self.step("redo")

    def action_what_if(self) -> None:
        """Open a what-if from here."""
        self.branching.begin()

    def action_close(self) -> None:
        """Close what is open, else leave the what-if; loses nothing."""
        self.branching.close()

    def action_export(self) -> None:
        """Export the session, or all of the campaign, as a file."""
        self.records.export()

    # at the table

    def action_camp(self) -> None:
        """Make camp."""
        table.camp(self)

    def action_pass_time(self) -> None:
        """Let time pass without travel."""
        self.run_worker(table.pass_time(self))

    def action_note(self) -> None:
        """Write a note at this moment."""
        self.run_worker(table.write_note(self))

    def action_checks(self) -> None:
        """Call a check."""
        self.run_worker(table.call_check(self))

    def action_hurt(self) -> None:
        """Damage the marked or the named."""
        self.run_worker(table.change_points(self, "-"))

    def action_heal(self) -> None:
        """Heal the marked or the named."""
        self.run_worker(table.change_points(self, "+"))

    def action_conditions(self) -> None:
        """Set a condition or timer."""
        self.run_worker(table.set_condition(self))

    def action_mounts(self) -> None:
        """Mount, board, or dismount."""
        self.run_worker(table.ride(self))

    def action_overrule(self) -> None:
        """Overrule the row of the dice tray in focus, or one figure of the state."""
        self.run_worker(table.overrule(self))

    # the command line

    def action_palette(self) -> None:
        """Open the command line."""
        self.action_command_line("")

    def action_command_line(self, start: str) -> None:
        """Open the command line with a word in it."""
        self.run_worker(self.command_line.open(start))

    def read_line(self, text: str) -> Parsed:
        """The meaning of a line of text here; Refusals of `commandline.parse`."""
        return commandline.parse(text, self.state, self.shown())

    def shown(self) -> Shown:
        """The encounter that words about encounters mean here."""
        found, rules = self.shown_encounter(), self.moment.assets.rules
        return Shown("" if found is None else found.id, tuple(rules.combat.conditions))

    def words(self) -> tuple[str, ...]:
        """The words that the command line completes here."""
        return self.command_line.words()

    def examples(self) -> tuple[tuple[str, Message], ...]:
        """Example command lines for help and completion, each with its meaning."""
        return self.command_line.examples()

    def go(self, go: Go) -> None:
        """Do an action of the command line, or say where it is known."""
        doing = ACTIONS.get(go.action)
        if doing is None:
            self.refuse("Do that on the Journey screen (F2).")
        else:
            doing(self, go.argument)

    def do(self, parsed: Parsed) -> None:
        """Perform a command of the story, or do an action of the screen."""
        if isinstance(parsed, Go):
            self.go(parsed)
        else:
            self.perform(parsed)

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


def _drop(screen: PlayScreen, _: str) -> None:
    if screen.moment.birth is not None:
        screen.branching.leave()
    else:
        screen.perform(DropPlan())


ACTIONS: Mapping[str, Callable[[PlayScreen, str], object]] = MappingProxyType(
    {
        "keep": lambda screen, name: screen.run_worker(
            screen.branching.keep(name), group="perform"
        ),
        "drop": _drop,
        "session": lambda screen, title: screen.run_worker(
            screen.performer.begin_session(title), group="perform"
        ),
        "undo": lambda screen, _: screen.step("undo"),
        "redo": lambda screen, _: screen.step("redo"),
        "undo_step": lambda screen, _: screen.step("undo_step"),
        "undo_turn": lambda screen, _: screen.step("undo_turn"),
        "recap": lambda screen, audience: screen.records.recap(audience),
        "export": lambda screen, _: screen.records.export(),
        "help": lambda screen, _: screen.action_help(),
        "leave": lambda screen, _: screen.action_leave(),
    }
)
"""The actions that a line may mean on every screen."""
