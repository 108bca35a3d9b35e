"""Encounters as a whole, for Journey and Encounter: prepare, begin, pause and end."""

from __future__ import annotations

from collections.abc import Awaitable

from textual import work

from core.combat.board.encounter_file import EncounterFile
from core.messages import Message, Refusal
from core.play.road.commands import EndEncounter
from core.play.state import Fighting
from tui.play.dialogs.draw_board import DrawBoard
from tui.play.dialogs.encounter_list import Encounters
from tui.play.dialogs.ending import EndEncounterDialog
from tui.play.dialogs.preparing import DrawnEncounter, Redrawn, drawn, from_file
from tui.play.table import TableScreen
from tui.play.typed import reading
from tui.play.typed.road import ENCOUNTER_CHECKS
from tui.view import CampaignView


class ArrangingScreen(TableScreen):
    """The list of encounters and the actions on them."""

    def pointed_at(self) -> str:
        """The id of the encounter the list points at first; "" = the list decides."""
        return ""

    def prepared(self, encounter: str) -> None:
        """Called when an encounter has just been prepared."""

    @work
    async def action_encounter(self) -> None:
        """Open the list of encounters: prepare, begin, pause, chase, end; encounter checks."""
        await self.list_encounters()

    async def list_encounters(self) -> None:
        """Show the list and carry out the choice made there."""
        wish = await self.app.push_screen_wait(
            Encounters(self.as_shown, self.pointed_at(), self.player_view)
        )
        match wish:
            case None:
                return
            case DrawnEncounter():
                await self.keep(wish)
            case Redrawn():
                await self.written(self.app.worker.redraw(wish.encounter, wish.board))
            case "end":
                await self.end_fight()
            case "chase":
                await self.start_chase()
            case "checks":
                await self._command_line(ENCOUNTER_CHECKS)
            case _:
                self.perform(wish)

    async def keep(self, wish: DrawnEncounter) -> None:
        """Save a prepared encounter with its board."""
        if await self.written(self.app.worker.prepare(wish.command, wish.board)):
            self.prepared(wish.command.encounter.id)
            name = wish.command.encounter.name
            self.say_message("{encounter} is prepared.", encounter=name)

    async def written(self, writing: Awaitable[CampaignView]) -> bool:
        """Wait for a write of the desk and show it; False if it was refused."""
        try:
            self.app.moment = await writing
        except Refusal as refusal:
            self.refuse(refusal.message)
            return False
        return True

    async def end_fight(self) -> None:
        """End the fight, after showing what goes back to the road."""
        if self.state.fight is not None:
            self.app.hold()
            commands = await self.app.push_screen_wait(EndEncounterDialog(self.state))
            self.perform_all(commands or ())
        elif isinstance(self.state.pending, Fighting):
            await self.end_told()

    async def end_told(self) -> None:
        """End an encounter told without a board, asking how long it took."""
        prompt = Message("how many minutes did the encounter take?")
        typed = self.count() or await self.line(prompt, "10", reading.minutes, replace=True)
        if typed:
            with self.refusing():
                self.perform(EndEncounter(reading.minutes(typed)))

    async def start_chase(self) -> None:
        """Begin a chase; only the Encounter screen can say who flees."""
        self.app.switch_mode("encounter")

    # by name

    @work
    async def prepare_named(self, name: str) -> None:
        """Prepare an encounter of this name, asking for its board."""
        if self.veiled():
            return
        board = await self.app.push_screen_wait(DrawBoard(self.state, self.moment.assets))
        if board is None:
            return
        try:
            if isinstance(board, EncounterFile):
                made = from_file(name, board, self.state)
            else:
                made = drawn(name, board, self.state)
        except Refusal as refusal:
            self.refuse(refusal.message)
            return
        await self.keep(made)
