"""The Journey screen: where the party goes, and how the day passes."""

from __future__ import annotations

from typing import ClassVar

from textual import on, work
from textual.binding import BindingType

from core.messages import Message, Refusal
from core.play import queries
from core.play.road.commands import (
    BeginEncounter,
    DropPlan,
    March,
    SetLegs,
    SetPace,
    SetRoute,
)
from core.play.state import Fighting, Met
from core.play.union import Command
from core.travel.stretches import Stretch
from tui.journey.browsing import BrowsingScreen
from tui.journey.dialogs.import_map import ImportMap
from tui.journey.dialogs.legs import LegsEditor
from tui.journey.panes.region_map import RegionMapView
from tui.kit.choose import Choice
from tui.kit.keymap import bindings
from tui.play import arranging
from tui.play.typed import reading
from tui.play.typed.commandline import Go


class JourneyScreen(BrowsingScreen):
    """The road: routes, legs, hours, pace, encounters."""

    CSS_PATH = ["../play/widgets.tcss", "screen.tcss", "../play/dialogs/previously_page.tcss"]
    TABLE: ClassVar[str] = "journey"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("journey")]

    def action_choose(self) -> None:
        """Do what the Ahead line says."""
        if self.stray_number() or self.confirmed():
            return
        if self.go_on_with_pending():
            return
        try:
            command = queries.enter(self.state, self.moment.assets, self.map.cursor)
        except Refusal as refusal:
            self.refuse(refusal.message)
            return
        match command:
            case None:
                self.say_message(
                    queries.ahead_enter(self.state, self.moment.assets, self.map.cursor)
                )
            case SetRoute(to):
                via = tuple(hex for hex in self._via if hex != to)
                self._via = []
                self.perform(SetRoute(to, via))
            case _:
                self.perform(command)

    @on(RegionMapView.HexChosen)
    def _hex_chosen(self) -> None:
        self.action_choose()

    def action_story(self) -> None:
        if self.due() is not None or not self.go_on_with_pending():
            super().action_story()

    def go_on_with_pending(self) -> bool:
        """Begin a met encounter or end the one being played; False if none is pending."""
        match self.state.pending:
            case Met():
                self.begin_encounter()
            case Fighting(encounter=encounter) if encounter:
                self.action_go_encounter()
            case Fighting():
                self.run_worker(arranging.end_told(self))
            case None:
                return False
        return True

    def afterwards(self, command: Command) -> Command | None:
        """Show an encounter with a board once it has begun."""
        if isinstance(command, BeginEncounter) and self.state.fight is not None:
            self.call_after_refresh(self.action_go_encounter)
        return super().afterwards(command)

    @work
    async def action_march_hours(self) -> None:
        """March the number of hours typed before, or asked for."""
        typed = self.count() or await self.line(
            Message("march how many hours? (2, 1.5, 1h30)"), check=reading.hours
        )
        if typed:
            with self.refusing():
                self.perform(March(reading.hours(typed)))

    @work
    async def action_pace(self) -> None:
        """Walk, hustle, or force the march."""
        choices = (
            Choice("walk", "w", Message("walk")),
            Choice("hustle", "h", Message("hustle: twice as fast, and it hurts")),
            Choice("force", "f", Message("force the march: one more hour after the day's end")),
        )
        picked = await self.choose(Message("how do we move?"), choices)
        match picked:
            case "walk":
                self.perform(SetPace("walk"))
            case "hustle":
                self.perform(SetPace("hustle"))
            case "force":
                with self.refusing():
                    left = queries.today(self.state, self.moment.assets).left
                    self.perform(March(left + 1))

    @work
    async def begin_encounter(self) -> None:
        """Begin a prepared encounter, pass by the one met, or tell one by name."""
        if self.state.encounters:
            await arranging.list_encounters(self)
            return
        name = await self.line(Message("what did the party meet? a name for the log"))
        if name:
            self.perform(BeginEncounter(name))

    def action_encounter(self) -> None:
        """Open the list of encounters: prepare, begin, pause, chase, end; encounter checks."""
        self.run_worker(arranging.list_encounters(self))

    @work
    async def edit_legs(self, text: str) -> None:
        """Edit the way ahead as a list of legs."""
        rules = self.moment.assets.rules
        if text:
            with self.refusing():
                self.perform(SetLegs(reading.legs(text, rules)))
            return
        plan = self.state.plan
        before = plan.stretches if plan and not plan.goal else ()
        legs: tuple[Stretch, ...] | None = await self.app.push_screen_wait(
            LegsEditor(before, rules)
        )
        if legs:
            self.perform(SetLegs(legs))
        elif legs is not None and before:
            self.perform(DropPlan())

    def action_remove(self) -> None:
        """Remove the waypoint under the cursor; else the plan, after Enter."""
        if self.map.cursor in self._via:
            self._via.remove(self.map.cursor)
            self._show_cursor()
        elif self.state.plan is not None:
            self.confirm(DropPlan())

    def go(self, go: Go) -> None:
        match go.action:
            case "cursor":
                self._find(go.argument)
            case "find":
                self._find(go.argument)
            case "legs":
                self.edit_legs(go.argument)
            case "import_map":
                self.import_map(go.argument)
            case "prepare":
                self.run_worker(arranging.prepare_named(self, go.argument))
            case _:
                super().go(go)

    def _find(self, text: str) -> None:
        region = self.as_shown.region
        with self.refusing():
            if region is None:
                raise Refusal("no_map", "There is no map to search.")
            self._go(region.find(text))

    @work
    async def import_map(self, file: str) -> None:
        """Import a map: a text-mapper file."""
        chosen = await self.app.push_screen_wait(ImportMap(self.moment.assets.rules, file))
        if chosen is not None:
            with self.refusing():
                self.app.moment = await self.app.worker.adopt_map(
                    chosen.region, chosen.hex_km, chosen.place
                )
