"""Verbs shared by the play screens: time, notes, checks, points, mounts, commands."""

from __future__ import annotations

from collections.abc import Callable

from textual import work
from textual.suggester import Suggester

from core.messages import N_, Message, Refusal
from core.play import queries
from core.play.fight.combatants import find, named
from core.play.fight.encounter import Encounter
from core.play.members import conditions, name_of
from core.play.road.commands import Camp, DropPlan, Ride, Wait
from core.play.state import Member
from core.play.table.commands import CallCheck, WriteNote
from core.play.union import Command
from tui.kit.choose import Choice
from tui.kit.text_line import TextLine, WordSuggester
from tui.play import reckoning
from tui.play.dialogs.conditions import Conditions
from tui.play.dice_tray import DiceTray
from tui.play.exporting import ExportingScreen
from tui.play.performing import PerformingScreen
from tui.play.typed import commandline, reading
from tui.play.typed.commandline import Go, Parsed, Shown
from tui.play.typed.picking import Picking
from tui.play.typed.road import ENCOUNTER_CHECKS

NONE = "none"
"""Who watches where nobody does."""


class TableScreen(ExportingScreen, PerformingScreen):
    """The GM's actions at the table on any screen, mostly by a line of text."""

    def action_camp(self) -> None:
        """Make camp with last night's watches; ask for them where they matter."""
        if queries.asks_who_watches(self.state):
            self.app.hold()
            self._camp()
        else:
            self.perform(Camp(self.state.watches))

    @work
    async def _camp(self) -> None:
        state = self.state
        try:
            camp = queries.ahead_camp(state, self.moment.assets)
        except Refusal as refusal:
            self.say_message(refusal.message)
            return
        prompt = Message("{camp}. Who watches, in order? (letters; none)", camp=camp)
        tokens = (state.member(who) for who in queries.keepers(state))
        start = " ".join(m.token.lower() or m.name for m in tokens if m) or NONE

        def read(text: str) -> Parsed:
            return self.read_line(f"camp {text.strip() or NONE}")

        typed = await self.app.push_screen_wait(TextLine(prompt, start, read, replace=True))
        if typed is not None:
            self.do(read(typed))

    def go_on(self, command: Command) -> None:
        if isinstance(command, Camp) and queries.asks_who_watches(self.state):
            self.action_camp()
        else:
            super().go_on(command)

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
        """A line from the GM, "" when cancelled; blocks, so call it from a worker."""
        typed = await self.app.push_screen_wait(
            TextLine(prompt, start, check, suggester, replace=replace, preview=preview)
        )
        return (typed or "").strip()

    @work
    async def action_pass_time(self) -> None:
        """Let time pass without travel: minutes, hours with h."""
        typed = self.count() or await self.line(
            Message("time passes: 20 (minutes), 2h, 1d; busy = no rest"), check=_duration
        )
        if typed:
            words = typed.split()
            self.perform(Wait(reading.hours(words[0], "min"), "busy" not in words))

    @work
    async def action_note(self) -> None:
        """Write a note at this moment."""
        text = await self.line(Message("note at this moment, for the GM alone"))
        if text:
            self.perform(WriteNote(text))

    @work
    async def action_checks(self) -> None:
        """Call a check from the marked, or from the whole party."""
        marked = self.marked()

        def read(text: str) -> Parsed:
            return self.read_line(f"check {text}")

        prompt = Message("check: name, DC, modifier, who (swim 10 +2)")
        typed = await self.line(prompt, "", read)
        if not typed:
            return
        command = read(typed)
        said = any(being.id in typed.lower().split() for being in self.rollers())
        if isinstance(command, CallCheck) and marked and not said:
            command = CallCheck(command.name, command.dc, marked, command.modifiers)
        self.do(command)

    @work
    async def action_hurt(self) -> None:
        """Damage the marked or the named."""
        await self._points("-")

    @work
    async def action_heal(self) -> None:
        """Heal the marked or the named."""
        await self._points("+")

    async def _points(self, sign: str) -> None:
        state, marked, shown = self.state, self.meant(), self.shown_encounter()
        if shown is not None and any(find(state, who) is None for who in marked):
            words = N_("{encounter} has not begun. Press e to begin it; then its creatures can "
                       "be hurt and healed.")  # fmt: skip
            self.refuse(words, encounter=shown.name)
            return
        prompt = N_("damage: 7, 7n nonlethal, 28/2; then who (7n h v)")
        if sign == "+":
            prompt = N_("healing: 5, 5n nonlethal only; then who (5 h v)")
        names = ", ".join(named(state, who) for who in marked)
        message = Message("{prompt}  {names}", prompt=Message(prompt), names=names)

        def read(text: str) -> Command:
            return reading.points(text, sign, state, marked)

        def preview(text: str) -> Message | None:
            return reckoning.points(text, sign, self.as_shown, marked)

        typed = await self.line(message, sign, read, preview=preview)
        if typed.strip("+-"):
            self.perform(read(typed))

    @work
    async def action_conditions(self) -> None:
        """Set a condition or timer: on the marked, those under the cursor, or one picked."""
        who = self.meant() or await self._somebody()
        if not who:
            return
        self.app.hold()
        moment, shown = self.as_shown, self.shown_encounter()
        entries = () if self.player_view else moment.entries
        if shown is not None:
            shown = moment.state.encounter(shown.id)
        picking = Picking.of(moment.state, moment.assets, who, entries, shown)
        command = await self.app.push_screen_wait(Conditions(picking))
        if command is not None:
            self.perform(command)

    def shown_encounter(self) -> Encounter | None:
        """The encounter whose board is shown here."""
        return None

    async def _somebody(self) -> tuple[str, ...]:
        question = Message("whose conditions?")
        who = await self.choose(question, self._choices(lambda m: True))
        return () if who is None else (who,)

    @work
    async def action_mounts(self) -> None:
        """Mount, board, or dismount: who, then what."""
        riders = self._choices(lambda m: m.role == "character")
        question = Message("who mounts or dismounts?")
        who = await self.choose(question, riders)
        if who is None:
            return
        taken = {m.rides for m in self.state.members if m.id != who}
        mounts = self._choices(lambda m: m.role != "character" and m.id not in taken)
        on_foot = Choice("", "0", Message("on foot"))
        mount = await self.choose(
            Message("what does {who} ride?", who=name_of(self.state, who)),
            (*mounts, on_foot),
        )
        if mount is not None:
            self.perform(Ride(who, mount))

    def _choices(self, wanted: Callable[[Member], bool]) -> tuple[Choice, ...]:
        return tuple(
            Choice(
                m.id,
                m.token,
                Message("{name}  {state}", name=m.name, state=conditions(m)),
            )
            for m in self.state.members
            if wanted(m)
        )

    # the command line

    def action_palette(self) -> None:
        """Open the command line."""
        self.action_command_line("")

    @work
    async def action_command_line(self, start: str) -> None:
        """Open the command line with a word in it."""
        await self._command_line(start)

    @work
    async def action_overrule(self) -> None:
        """Overrule the row of the dice tray in focus, or one figure of the state."""
        tray = self.query_one(DiceTray)
        if tray.display:
            await self.overrule_tray(tray)
        else:
            await self._command_line("rule ")

    async def overrule_tray(self, tray: DiceTray) -> None:
        """Ask for a ruling on the row of the tray in focus."""
        prompt = Message("your ruling: pass, fail, skip or a number; then why")
        typed = await self.line(prompt, check=reading.ruling)
        word, _, reason = typed.partition(" ")
        if word:
            tray.overrule(word, reason)

    async def _command_line(self, start: str) -> None:
        read = self.read_line
        suggester = WordSuggester(self.words, lambda: (line for line, _ in self.examples()))
        typed = await self.line(Message(":"), start, read, suggester)
        if typed:
            self.do(read(typed))

    def read_line(self, text: str) -> Parsed:
        """The meaning of a line of text here; Refusals of `commandline.parse`."""
        return commandline.parse(text, self.state, self.shown())

    def shown(self) -> Shown:
        """The encounter that words about encounters mean here."""
        return commandline.Shown(conditions=tuple(self.moment.assets.rules.combat.conditions))

    def words(self) -> tuple[str, ...]:
        """The words the command line completes."""
        shown = self.as_shown.state
        foes = () if shown.fight is None else shown.fight.foes
        return (*self.WORDS, *(one.name for one in shown.members), *(one.name for one in foes))

    def examples(self) -> tuple[tuple[str, Message], ...]:
        watches = [m.token.lower() for m in self.state.travellers if m.role == "character"]
        checks = N_("a d12 every 4 hours, 1 meets something; nights: in camp too")
        found = (
            (ENCOUNTER_CHECKS, Message(checks)),
            (" ".join(("camp", *watches)), Message("who watches, in order; none: nobody")),
        )
        return tuple(one for one in found if one[0].split()[0] in self.WORDS)

    def do(self, parsed: Parsed) -> None:
        """Perform a command of the story, or run an action of the screen."""
        if isinstance(parsed, Go):
            self.go(parsed)
        else:
            self.perform(parsed)

    def go(self, go: Go) -> None:
        """Run an action by name."""
        match go.action:
            case "keep":
                self.keep_trial(go.argument)
            case "drop" if self.moment.birth is not None:
                self.leave_trial()
            case "drop":
                self.perform(DropPlan())
            case "session":
                self.begin_session(go.argument)
            case "undo":
                self.step("undo")
            case "redo":
                self.step("redo")
            case "undo_step":
                self.step("undo_step")
            case "undo_turn":
                self.step("undo_turn")
            case "recap":
                self.recap(go.argument)
            case "export":
                self.export()
            case "help":
                self.action_help()
            case "leave":
                self.action_leave()
            case _:
                self.refuse(N_("Do that on the Journey screen (F2)."))


def _duration(text: str) -> object:
    return reading.hours((text.split() or [""])[0], "min")
