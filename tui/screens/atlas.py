"""The Journey's map and panes: what they show, and how the GM looks about."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING

from textual import events, on, work
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical

from core.messages import N_, Message, Refusal
from core.play import ask
from core.play.union import Command
from core.receipts import Receipt
from core.travel.lexicon import lexicon
from tui import telling
from tui.completion import WordSuggester
from tui.modals.receipt import Why
from tui.moment import Moment
from tui.screens import looks
from tui.screens.table import TableScreen
from tui.survey import Survey, survey
from tui.widgets.chart import chart_of
from tui.widgets.dice_tray import DiceTray
from tui.widgets.foot import AheadLine
from tui.widgets.forced_table import ForcedTable
from tui.widgets.itinerary_pane import ItineraryPane
from tui.widgets.journal_log import JournalLog
from tui.widgets.lines_view import LinesView, TitleRule
from tui.widgets.owed_list import OwedList
from tui.widgets.party_table import PartyTable
from tui.widgets.region_map import RegionMapView
from tui.widgets.title_line import TitleLine
from tui.widgets.today_bar import TodayBar

if TYPE_CHECKING:
    from core.travel.route import Routes

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
DAYS_OF_REACH = 3


class AtlasScreen(TableScreen):
    """The map with its cursor, and the panes about the road. What is slow runs in workers."""

    def __init__(self) -> None:
        super().__init__()
        self._survey: Survey | None = None
        self._routes: Routes | None = None
        self._routes_key: Hashable = None
        self._charted: Hashable = None
        self._via: list[str] = []
        self._reach = 0
        self._trail: list[str] = []
        self._hits: list[str] = []
        self._labels: dict[str, str] = {}
        self._confirm: Command | None = None

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

    @property
    def map(self) -> RegionMapView:
        """The map."""
        return self.query_one(RegionMapView)

    def focus_pane(self) -> None:
        self.map.focus()

    # what it shows

    def show(self, moment: Moment) -> None:
        """Show what is known at once, and ask for the rest in workers."""
        self._confirm = None
        for secret in (ForcedTable, OwedList):
            self.query_one(secret).display = not self.curtain
        self.query_one("#legend", LinesView).show(looks.legend(self.map.look))
        self.query_one(TitleLine).show(*looks.title(moment))
        self.query_one(JournalLog).show(*telling.log(moment, self.curtain, self.size.width))
        self._show_map(moment)
        self._look(moment)
        self._find_routes(moment)
        self._show_ahead()

    @work(thread=True, exclusive=True, group="survey", description="survey")
    def _look(self, moment: Moment) -> None:
        found = survey(moment.state, moment.world)
        self.app.call_from_thread(self._show_survey, moment, found)

    def _show_survey(self, moment: Moment, found: Survey) -> None:
        if moment is not self.app.moment:
            return
        self._survey = found
        self.query_one(TodayBar).show(found.today, found.trouble)
        self.query_one(ItineraryPane).show(found.plan)
        self.query_one(ForcedTable).show(found.forced, found.tokens, found.drop)
        self.query_one(OwedList).show(tuple(q.label for q in found.owed))
        self.query_one(PartyTable).show(found.party)
        self.map.show(nights={n.place: i for i, n in enumerate(found.nights, 1) if n.place})
        self._show_ahead()

    def _show_map(self, moment: Moment) -> None:
        region, state = moment.region, moment.state
        self.set_class(region is None, "no-map")
        key = (state.region, state.ruleset)
        if region is not None and key != self._charted:
            self._charted = key
            self.map.set_chart(chart_of(region, lexicon(moment.world.rules)))
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
    def _find_routes(self, moment: Moment) -> None:
        key = ask.routes_key(moment.state)
        if key == self._routes_key and self._routes is not None:
            return
        try:
            found = ask.routes(moment.state, moment.world)
        except Refusal:
            found = None
        self.app.call_from_thread(self._show_routes, moment, key, found)

    def _show_routes(self, moment: Moment, key: Hashable, found: Routes | None) -> None:
        if self.app.moment is None or ask.routes_key(self.state) != key:
            return
        self._routes, self._routes_key = found, key
        self._show_cursor()
        self._show_reach()

    @on(RegionMapView.CursorMoved)
    def _cursor_moved(self) -> None:
        self._confirm = None
        self._show_cursor()
        self._show_ahead()

    def _show_cursor(self) -> None:
        moment = self.moment
        if moment.region is None:
            return
        left, right = looks.land_title(moment, self.map.cursor)
        self.query_one("#land-title", TitleRule).show(left, right)
        routes = self._routes if self._routes_key == ask.routes_key(moment.state) else None
        lines = looks.cursor(moment, self.map.cursor, routes, self._via)
        self.query_one("#cursor-line", LinesView).show(lines)

    def _show_ahead(self) -> None:
        """What Enter and Space would do, and what u would take back."""
        moment = self.moment
        ahead = self.query_one(AheadLine)
        if self._confirm is not None:
            enter = Message(N_("{command}?"), command=ask.would(self._confirm, moment.state))
        else:
            enter = ask.ahead_enter(moment.state, moment.world, self.map.cursor)
        space = self._survey.space if self._survey else None
        pending = looks.waits_for(moment.state)
        if pending is not None:
            enter, space = pending
        if self._owed is not None:
            space = Message(N_("ask for the dice that are owed"))
        enter = None if enter is None else telling.named(enter, moment)
        ahead.show(enter, space, *self.titles())

    def copied(self) -> str:
        """Today and the way ahead, as text."""
        panes = (TodayBar, ItineraryPane, ForcedTable)
        return "\n".join(self.query_one(pane).as_text() for pane in panes)

    # looking about

    def _go(self, hex: str) -> None:
        """Move the cursor to `hex`, and remember where it was."""
        if hex and hex != self.map.cursor:
            self._trail.append(self.map.cursor)
            self.map.cursor = hex
            self._cursor_moved()

    def action_now(self) -> None:
        """The party's hex."""
        self._go(self.state.place)

    def action_back(self) -> None:
        """The last place of the cursor."""
        if self._trail:
            self.map.cursor = self._trail.pop()
            self._cursor_moved()

    def action_zoom_in(self) -> None:
        """A wider map."""
        self.map.zoom(1)

    def action_zoom_out(self) -> None:
        """A narrower map."""
        self.map.zoom(-1)

    def action_mark(self) -> None:
        """Make the hex under the cursor a waypoint, or no longer."""
        if self.map.cursor in self._via:
            self._via.remove(self.map.cursor)
        else:
            self._via.append(self.map.cursor)
        self._show_cursor()

    def action_mark_all(self) -> None:
        """Forget all waypoints."""
        self._via.clear()
        self._show_cursor()

    def action_next_thing(self) -> None:
        """The next place."""
        self._step_place(1)

    def action_previous_thing(self) -> None:
        """The place before."""
        self._step_place(-1)

    def _step_place(self, step: int) -> None:
        places = looks.places(self.moment, self._via)
        if not places:
            self.say_message(Message(N_("The map names no places.")))
            return
        here = self.map.cursor
        index = places.index(here) + step if here in places else 0
        self._go(places[index % len(places)])

    @work
    async def action_search(self) -> None:
        """Search for a place by name."""
        region = self.moment.region
        if region is None:
            self.say_message(Message(N_("There is no map to search.")))
            return
        names = tuple(name for name, _ in region.places())
        typed = await self.line(
            Message(N_("/ place or hex")), suggester=WordSuggester(lambda: names)
        )
        if not typed:
            return
        self._hits = looks.hits(region, typed)
        if self._hits:
            self._go(self._hits[0])
        else:
            self.say_message(Message(N_("No place of the map has {text} in its name."), text=typed))

    def action_next_hit(self) -> None:
        """The next hit of the search."""
        self._step_hit(1)

    def action_previous_hit(self) -> None:
        """The hit before."""
        self._step_hit(-1)

    def _step_hit(self, step: int) -> None:
        if self._hits:
            here = self.map.cursor
            index = self._hits.index(here) + step if here in self._hits else 0
            self._go(self._hits[index % len(self._hits)])

    def action_jump(self) -> None:
        """Put letters on places, nights and members; the next key picks one."""
        places = looks.labelled(self.moment, self._survey, self.map.hexes_on_screen())
        tokens = {m.token: self.state.place for m in self.state.travellers if m.token}
        free = (letter for letter in LETTERS if letter not in tokens)
        self._labels = {letter: hex for hex, letter in zip(places, free, strict=False)}
        self.map.show(letters={hex: letter for letter, hex in self._labels.items()})
        self._labels = {**self._labels, **tokens}
        self.say_message(Message(N_("jump: press a letter on the map, or a member's")))

    def on_key(self, event: events.Key) -> None:
        if self._labels and not self.query_one(DiceTray).display:
            hex = self._labels.get(event.character or "")
            self._labels = {}
            self.map.show(letters={})
            self.say_sentence("")
            if hex:
                self._go(hex)
            event.stop()
            event.prevent_default()
            return
        super().on_key(event)

    def action_reach(self) -> None:
        """Rings: where the party can be tonight; again: in three days; again: none."""
        self._reach = (self._reach + 1) % 3
        if self._reach and self._routes is None:
            self.say_message(Message(N_("Still working out the ways ...")))
        self._show_reach()

    def _show_reach(self) -> None:
        if self._routes is None or not self._reach:
            self.map.show(reach={})
            return
        days = 1 if self._reach == 1 else DAYS_OF_REACH
        self.map.show(reach=looks.rings(self._routes, days))
        words = N_("1 = reached today") if days == 1 else N_("1 2 3 = reached on that day")
        self.say_message(Message(words))

    def action_why(self) -> None:
        """The receipt of the pace, or of the row in the dice tray."""
        receipts = self.receipts()
        if receipts:
            self.app.push_screen(Why(receipts))
        else:
            trouble = self._survey.trouble if self._survey else None
            self.say_message(trouble or Message(N_("There is no figure here to explain.")))

    def receipts(self) -> tuple[Receipt, ...]:
        """Why the figures on this screen are what they are."""
        own: tuple[Receipt, ...] = self._survey.why if self._survey else ()
        last = next((e for e in reversed(self.moment.entries) if not e.undone), None)
        shown = {part for receipt in own for part in receipt.walk()}
        return (*own, *(r for r in (last.receipts if last else ()) if r not in shown))
