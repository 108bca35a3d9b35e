"""The Journey's map and panes."""

from __future__ import annotations

from collections.abc import Hashable
from contextlib import suppress
from typing import TYPE_CHECKING

from textual import on, work
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical

from core.messages import N_, Message, Refusal
from core.play import queries
from core.play.road.paths import RoutesRequest
from core.receipts import Receipt
from core.travel.lexicon import lexicon
from tui.journey.panes.chart import chart_of
from tui.journey.panes.forced_table import ForcedTable
from tui.journey.panes.itinerary_pane import ItineraryPane
from tui.journey.panes.owed_list import OwedList
from tui.journey.panes.region_map import RegionMapView
from tui.journey.panes.today_bar import TodayBar
from tui.journey.present import looks
from tui.kit.lines_view import LinesView, TitleLine, TitleRule
from tui.kit.phrases import Words
from tui.kit.receipt import Why
from tui.play import journal_log, titles
from tui.play.journal_log import JournalLog
from tui.play.party_table import PartyTable
from tui.play.screen import RECEIPTS, PlayScreen
from tui.play.survey import Survey
from tui.play.tray_dice import brief
from tui.view import CampaignView

if TYPE_CHECKING:
    from core.travel.regionmap import RegionMap
    from core.travel.route import Routes

DAYS_OF_REACH = 3


class AtlasScreen(PlayScreen):
    """The map with its cursor, and the panes about the road. Slow work runs in workers."""

    def __init__(self) -> None:
        super().__init__()
        self._routes: Routes | None = None
        self._asked: RoutesRequest | None = None
        self._charted: tuple[Hashable, RegionMap] | None = None
        self._via: list[str] = []
        self._reach = 0

    def panes(self) -> ComposeResult:
        yield TitleLine(id="title")
        with Horizontal(id="above"):
            with Vertical(id="land"):
                yield TitleRule(id="land-title")
                yield RegionMapView(id="map")
                yield LinesView(id="cursor-line")
                yield LinesView(id="legend")
                yield PartyTable(id="party")
            with Vertical(id="way"):
                yield TodayBar(id="today")
                yield ItineraryPane(id="plan")
                yield ForcedTable(id="forced")
                yield OwedList(id="owed")
        yield JournalLog(id="log")

    def on_mount(self) -> None:
        """Draw the map with the signs of the settings."""
        self.map.look = self.app.preferences.look

    @property
    def map(self) -> RegionMapView:
        """The map."""
        return self.query_one(RegionMapView)

    def focus_pane(self) -> None:
        self.map.focus()

    # what it shows

    def show(self, moment: CampaignView) -> None:
        """Show what is known at once, and compute the rest in workers."""
        self._confirm = None
        for secret in (ForcedTable, OwedList):
            self.query_one(secret).display = not self.player_view
        told = not self.player_view or moment.veiled.state.plan == moment.state.plan
        self.query_one(ItineraryPane).display = told
        self.query_one("#legend", LinesView).show(looks.legend(self.map.look))
        session = titles.session(moment, narrow=self.size.width < journal_log.WIDE)
        self.query_one(TitleLine).show(*titles.title(moment, session))
        self.query_one(JournalLog).show(*journal_log.log(moment, self.player_view, self.size.width))
        self._show_map()
        self._show_reach()
        self.survey(moment)
        self._find_routes(moment)
        self.show_ahead()

    def surveyed(self, moment: CampaignView, found: Survey) -> None:
        self.query_one(TodayBar).show(found.today, found.trouble)
        self.query_one(ItineraryPane).show(found.plan, moment.region is not None)
        self.query_one(ForcedTable).show(found.forced, found.tokens, found.drop)
        words = N_("check in camp {roll}")
        in_camp = (Message(words, roll=brief(q).label) for q in found.in_camp)
        self.query_one(OwedList).show((*(q.label for q in found.owed), *in_camp))
        self.query_one(PartyTable).show(found.party)
        nights = found.nights if self.query_one(ItineraryPane).display else ()
        self.map.show(nights={n.place: i for i, n in enumerate(nights, 1) if n.place})
        self.show_ahead()

    def _show_map(self) -> None:
        region, state = self.as_shown.region, self.as_shown.state
        self.set_class(region is None, "no-map")
        key = (state.region, state.ruleset)
        if region is not None and (key, region) != self._charted:
            other = self._charted is None or self._charted[0] != key
            self._charted = key, region
            self.map.set_chart(chart_of(region, lexicon(self.moment.assets.rules)))
            if other:
                self.map.cursor = state.place
                self._via.clear()
        elif self.map.cursor == self.map.overlay.place:
            self.map.cursor = state.place
        self.map.show(
            place=state.place,
            goal=state.plan.goal if state.plan else "",
            route=looks.way(state),
            nights={},
            boats=[boat.at for boat in state.boats if boat.at],
            explored={mark.hex: mark.explored for mark in state.marks},
        )
        self._show_cursor()

    @work(thread=True, exclusive=True, group="routes", description="routes")
    def _find_routes(self, moment: CampaignView) -> None:
        asked = _request(moment)
        if asked == self._asked and self._routes is not None:
            return
        try:
            found = None if asked is None else queries.routes(asked, moment.assets)
        except Refusal:
            found = None
        self.app.call_from_thread(self._show_routes, asked, found)

    def _show_routes(self, asked: RoutesRequest | None, found: Routes | None) -> None:
        if self.app.moment is None or _request(self.moment) != asked:
            return
        self._routes, self._asked = found, asked
        self._show_cursor()
        self.show_ahead()
        self._show_reach()

    @on(RegionMapView.CursorMoved)
    def cursor_moved(self) -> None:
        self._confirm = None
        self._show_cursor()
        self.show_ahead()

    def _show_cursor(self) -> None:
        moment, cursor = self.as_shown, self.map.cursor
        if moment.region is None:
            return
        left, right = looks.land_title(moment, cursor)
        self.query_one("#land-title", TitleRule).show(left, right)
        told = queries.mark_of(cursor, moment.state, moment.assets).known or not self.player_view
        routes = self._known_routes() if told else None
        lines = looks.cursor(moment, cursor, routes, self._via)
        self.query_one("#cursor-line", LinesView).show(lines)

    def _known_routes(self) -> Routes | None:
        return self._routes if self._asked == _request(self.moment) else None

    def ahead(self) -> tuple[Words | None, Words | None]:
        moment = self.as_shown
        pending = looks.waits_for(moment.state)
        if pending is not None:
            return pending
        hex = self.map.cursor
        enter = queries.ahead_enter(moment.state, moment.assets, hex)
        routes = self._known_routes()
        if hex != moment.state.place and routes is not None and routes.arrival(hex) is None:
            enter = Message("nothing: no route leads there")
        return journal_log.named(enter, moment), self._survey.space if self._survey else None

    def copied(self) -> str:
        """Today and the itinerary as text."""
        panes = [self.query_one(pane) for pane in (TodayBar, ItineraryPane, ForcedTable)]
        return "\n".join(pane.as_text() for pane in panes if pane.display)

    def _show_reach(self) -> None:
        if self._routes is None or not self._reach:
            self.map.show(reach={})
            return
        days = 1 if self._reach == 1 else DAYS_OF_REACH
        region, rings = self.as_shown.region, looks.rings(self._routes, days)
        shown = {} if region is None else region.cells
        self.map.show(reach={hex: day for hex, day in rings.items() if hex in shown})

    def action_why(self) -> None:
        """Show the receipt of the pace, or of the row in the dice tray."""
        if self.veiled(RECEIPTS):
            return
        receipts = self.dice_receipts() or self.receipts()
        if receipts:
            self.app.push_screen(Why(receipts))
        else:
            trouble = self._survey.trouble if self._survey else None
            self.say_message(trouble or Message("There is no figure here to explain."))

    def receipts(self) -> tuple[Receipt, ...]:
        """The receipts of the figures on this screen."""
        own: tuple[Receipt, ...] = self._survey.why if self._survey else ()
        last = next((e for e in reversed(self.moment.entries) if not e.undone), None)
        shown = {part for receipt in own for part in receipt.walk()}
        return (*own, *(r for r in (last.receipts if last else ()) if r not in shown))


def _request(moment: CampaignView) -> RoutesRequest | None:
    with suppress(Refusal):
        return queries.routes_request(moment.state, moment.assets)
    return None
