"""The Journey screen: where the party goes, and how the day passes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.reactive import reactive

from core.values import replace
from tui.journey import atlas, orders
from tui.journey.enter import enter_action
from tui.journey.model import JourneyUI
from tui.journey.panes.region_map import ArrivalLine, MapLegend, RegionMapView
from tui.journey.panes.way_panes import ForcedTable, ItineraryPane, OwedList, TodayBar
from tui.kit.keymap import bindings
from tui.kit.latest import Latest
from tui.kit.lines_view import TitleLine, TitleRule
from tui.kit.phrases import Words
from tui.play import arranging
from tui.play.party_table import PartyTable
from tui.play.preferences import Preferences
from tui.play.screen import READ_ONLY, RECEIPTS, PlayScreen, foot
from tui.play.survey import JournalLog, survey_of
from tui.view import CampaignView


class JourneyScreen(PlayScreen):
    """The road: the map with its cursor, and panes about the way, today and the party."""

    CSS_PATH = ["../play/widgets.tcss", "screen.tcss", "../play/dialogs/previously.tcss"]
    TABLE: ClassVar[str] = "journey"
    WORDS = orders.WORDS
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("journey")]

    ui: reactive[JourneyUI] = reactive(JourneyUI(), repaint=False, always_update=True)
    hits: Sequence[str] = ()

    def __init__(self) -> None:
        super().__init__()
        self.surveys = Latest(self, survey_of, partial(atlas.take_survey, self))
        self.performer.sequel = orders.sequel(self)

    def compose(self) -> ComposeResult:
        yield TitleLine(id="title")
        with Horizontal(id="above"):
            with Vertical(id="land"):
                yield TitleRule(id="land-title")
                yield RegionMapView(id="map")
                yield ArrivalLine(id="cursor-line")
                yield MapLegend(id="legend")
                yield PartyTable(id="party")
            with Vertical(id="way"):
                yield TodayBar(id="today").data_bind(JourneyScreen.ui)
                yield ItineraryPane(id="plan").data_bind(JourneyScreen.ui)
                yield ForcedTable(id="forced").data_bind(JourneyScreen.ui)
                yield OwedList(id="owed").data_bind(JourneyScreen.ui)
                yield PartyTable(id="fellows")
        yield JournalLog(id="log")
        yield from foot()

    def prefer(self, now: Preferences) -> None:
        """Let hours run, too, if the GM wants it."""
        super().prefer(now)
        self.query_one(TodayBar).moves = now.settings.motion == "on"

    @property
    def map(self) -> RegionMapView:
        """The map."""
        return self.query_one(RegionMapView)

    def focus_pane(self) -> None:
        self.map.focus()

    # what it shows

    def show(self, view: CampaignView) -> None:
        """Show what is known at once, and compute the rest in workers."""
        self.performer.unconfirm()
        atlas.show_view(self, view)
        self.surveys.ask(self.as_shown)

    def turn_curtain(self, view: CampaignView) -> None:
        """Forget what was computed of what the others see."""
        self.ui = replace(self.ui, survey=None)
        self.query_one(ArrivalLine).forget()
        super().turn_curtain(view)

    def watch_ui(self, before: JourneyUI, now: JourneyUI) -> None:
        """Show what the screen remembers now."""
        atlas.show_memory(self, before, now)

    def on_region_map_view_cursor_moved(self) -> None:
        """Show the hex that the cursor has moved to."""
        atlas.show_moved(self)

    def ahead(self) -> tuple[Words | None, Words | None]:
        action = enter_action(self.as_shown, self.map.cursor, routes=atlas.routes_told(self))
        words, space = self.as_shown.named(action.words), action.space
        if self.view.read_only and action.step != "fight":
            return READ_ONLY if action.records else words, READ_ONLY
        return words, space or (self.ui.survey.space if self.ui.survey else None)

    def copied(self) -> str:
        return atlas.as_text(self)

    def action_legend(self) -> None:
        """Explain the signs that are on the map now."""
        atlas.explain_signs(self)

    def action_why(self) -> None:
        """Show the receipt of the pace, or of the row in the dice tray."""
        if not self.gm.veiled(RECEIPTS):
            atlas.show_why(self)

    # the cursor

    def here(self) -> str:
        """The hex under the cursor."""
        return self.map.cursor

    def go_there(self, place: str) -> None:
        """Move the cursor to a hex."""
        atlas.go_to(self, place)

    def action_now(self) -> None:
        """Go to the party's hex."""
        atlas.go_to(self, self.state.place)

    def action_back(self) -> None:
        """Go to the cursor's last place."""
        atlas.go_back(self)

    def action_next_thing(self) -> None:
        """Go to the next place."""
        atlas.go_round(self, 1)

    def action_previous_thing(self) -> None:
        """Go to the previous place."""
        atlas.go_round(self, -1)

    def action_search(self) -> None:
        """Search for a place by name."""
        self.run_worker(atlas.search(self))

    def action_jump(self) -> None:
        """Put letters on places, nights and members; the next key picks one."""
        atlas.offer_letters(self, self.ui.survey)

    def on_key(self, event: events.Key) -> None:
        """Jump to the letter pressed."""
        atlas.take_letter(self, event)

    def action_zoom_in(self) -> None:
        """Widen the map."""
        self.map.zoom(1)

    def action_zoom_out(self) -> None:
        """Narrow the map."""
        self.map.zoom(-1)

    def action_reach(self) -> None:
        """Cycle the rings: reach of today, of three days, none."""
        atlas.show_next_reach(self)

    def action_mark(self) -> None:
        """Toggle a waypoint at the hex under the cursor."""
        atlas.toggle_mark(self)

    def action_mark_all(self) -> None:
        """Forget all waypoints."""
        self.ui = replace(self.ui, via=())

    # the road

    def action_choose(self) -> None:
        """Do what the Ahead line says."""
        orders.choose(self)

    def on_region_map_view_hex_chosen(self) -> None:
        """Do the same for a click on the cursor."""
        orders.choose(self)

    def action_story(self) -> None:
        if not orders.go_on_with_pending(self):
            super().action_story()

    def action_march_hours(self) -> None:
        """March the number of hours typed before, or asked for."""
        self.run_worker(orders.march(self))

    def action_pace(self) -> None:
        """Walk, hustle, or force the march."""
        self.run_worker(orders.choose_pace(self))

    def action_encounter(self) -> None:
        """Open the list of encounters: prepare, begin, pause, chase, end; encounter checks."""
        self.run_worker(arranging.list_encounters(self))

    def action_remove(self) -> None:
        """Remove the waypoint under the cursor; else the plan, after Enter."""
        orders.remove(self)
