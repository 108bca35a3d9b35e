"""The Encounter screen: a fight on its grid."""

from __future__ import annotations

from typing import ClassVar

from textual import on, work
from textual.binding import BindingType

from core.messages import N_, Refusal
from core.play.fight.encounter import Encounter
from core.play.fight.setup.commands import RemoveCreatures
from core.play.road.commands import EndEncounter
from core.play.union import Command
from tui.encounter.chasing import ChasingScreen
from tui.encounter.dialogs.add_creatures import AddCreatures
from tui.encounter.panes.battle_grid import BattleGrid
from tui.encounter.present.recruiting import enlist, library
from tui.kit.keymap import bindings
from tui.play.arranging import list_encounters, prepare_named
from tui.play.typed.areas import adding
from tui.play.typed.commandline import Go


class EncounterScreen(ChasingScreen):
    """The encounter as a whole: begin, pause, chase, end; creatures added and removed."""

    CSS_PATH = ["../play/widgets.tcss", "screen.tcss"]
    TABLE: ClassVar[str] = "encounter"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("encounter")]

    @on(BattleGrid.SquareChosen)
    def _square_chosen(self) -> None:
        if not self.brushing:
            self.action_choose()

    def action_march_hours(self) -> None:
        """Refuse: hours belong to the road."""
        self.count()
        self.refuse(N_("In a fight time passes with T."))

    # the encounter menu

    def action_encounter(self) -> None:
        """Open the list of encounters: prepare, begin, pause, chase, end; encounter checks."""
        self.run_worker(
            list_encounters(self, self._looked_at, self.look_at, chase=self.start_chase)
        )

    def afterwards(self, command: Command) -> Command | None:
        """Go back to the road once the encounter is over."""
        then = super().afterwards(command)
        if isinstance(command, EndEncounter) and then is None:
            self.call_after_refresh(self.action_go_journey)
        return then

    # who is in it

    def action_remove(self) -> None:
        """Remove the marked creatures, or the one under the cursor, after Enter."""
        encounter, who = self.encounter, self.meant()
        if encounter is None or not who:
            self.refuse(N_("Nobody is marked or under the cursor."))
            return
        self.confirm(RemoveCreatures(encounter.id, who))

    def shown_encounter(self) -> Encounter | None:
        return self.encounter

    @work
    async def add(self, text: str) -> None:
        """Add creatures of the bestiary to the encounter shown."""
        encounter = self.encounter
        if encounter is None:
            self.refuse(N_("No encounter is shown. Press e to prepare one."))
            return
        here, roll = library(self.moment.assets.rules), self.app.worker.dice.roll
        try:
            if text:
                self.perform(enlist(adding(text), here, self.state, encounter, roll))
                return
        except Refusal as refusal:
            self.refuse(refusal.message)
            return
        if self.veiled():
            return
        self.app.hold()
        command = await self.app.push_screen_wait(
            AddCreatures(here, self.state, encounter, roll, str(self.grid.cursor))
        )
        if command is not None:
            self.perform(command)

    # the command line

    def go(self, go: Go) -> None:
        match go.action:
            case "cursor" | "find":
                self.find(go.argument)
            case "chase":
                self.chase()
            case "add":
                self.add(go.argument)
            case "prepare":
                self.run_worker(prepare_named(self, go.argument, self.look_at))
            case _:
                super().go(go)
