"""The Journey screen: where the party goes, what the GM orders there, and how the day passes."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Sequence
from contextlib import suppress
from functools import partial

from textual import events, work
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.reactive import reactive

from core.messages import Message, Refusal
from core.play import queries
from core.play.facts.road.commands import (
    BeginEncounter,
    DropPlan,
    March,
    SetLegs,
    SetPace,
    SetRoute,
)
from core.play.road.way_ahead import RoutesRequest
from core.play.road.way_reasons import explain_way
from core.play.union import Assets, Command
from core.receipts import Receipt
from core.travel.regionmap import RegionMap
from core.travel.route import Routes
from core.values import replace
from tui.journey.dialogs import ImportMap, LegsEditor
from tui.journey.model import (
    JourneyUI,
    RoadAction,
    enter_action,
    is_march_refused,
    leg_paces,
    pace_choices,
    pending_action,
    stranded_choices,
    stranded_commands,
    with_mark_toggled,
    with_next_reach,
    with_state,
)
from tui.journey.panes.region_map import (
    ArrivalLine,
    CursorQuestion,
    MapLegend,
    RegionMapView,
    labelled,
    land_title,
    named_places,
    place_hits,
    rings,
    sign_meanings,
)
from tui.journey.panes.way_panes import ForcedTable, ItineraryPane, OwedList, TodayBar
from tui.kit.failures import saying_failures
from tui.kit.help import Legend
from tui.kit.keys import bindings
from tui.kit.lines_view import TitleLine
from tui.kit.plain_panes import TitleRule
from tui.kit.receipt import NO_FIGURE, Why
from tui.kit.searching import round_to, take_hits
from tui.kit.text_line import WordSuggester
from tui.play import first_line
from tui.play.application.preferences import Preferences
from tui.play.command_line.command_line import PLAY
from tui.play.command_line.leg_lines import legs
from tui.play.command_line.typed_line import hours, screen_word, table, text, title
from tui.play.dice.dice_tray import DiceTray
from tui.play.encounters import encounter_actions
from tui.play.foot_lines import AheadWords
from tui.play.log import log_lines
from tui.play.log.journal_log import JournalLog
from tui.play.performing.performer import READ_ONLY, Sequel
from tui.play.readings import Answered
from tui.play.road.failed_survey import failed_survey
from tui.play.road.party_table import PartyTable
from tui.play.road.survey import Survey, survey_of
from tui.play.screen import RECEIPTS, PlayScreen, foot
from tui.view import CampaignView
from tui.worker import Latest

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


def routes_told(
    routes: Routes | None, view: CampaignView, cursor: str, *, player_view: bool
) -> Routes | None:
    """The routes; None while players look on and the cursor is on a hex they do not know."""
    if queries.mark_of(cursor, view.state, view.assets).known or not player_view:
        return routes
    return None


@work(group="routes", exclusive=True, description="routes")
async def find_routes(screen: JourneyScreen, routes_request: RoutesRequest, assets: Assets) -> None:
    """Compute the routes in a thread, and keep them unless the state has changed since."""
    found: Routes | None = None
    why: Message | None = None
    with saying_failures(screen):
        try:
            found = await to_thread(queries.routes, routes_request, assets)
        except Refusal as refusal:
            why = refusal.message
        if screen.app.view is not None and routes_request == screen.ui.asked:
            screen.ui = replace(screen.ui, routes=found, no_routes=why)


def receipts(view: CampaignView, found: Survey | None) -> tuple[Receipt, ...]:
    """The receipts of the pace and of the way ahead and, that apart, of the last entry."""
    own = found.why if found else ()
    with suppress(Refusal):
        own = (*own, *explain_way(view.state, view.assets))
    last = next((e for e in reversed(view.entries) if not e.undone), None)
    shown = {part for receipt in own for part in receipt.walk()}
    return (*own, *(r for r in (last.receipts if last else ()) if r not in shown))


def find_place(region: RegionMap | None, text: str) -> str:
    """The hex of this number or name, or of the only name that has this in it."""
    if region is None:
        raise Refusal("no_map", "There is no map to search.")
    try:
        return region.find(text)
    except Refusal as refusal:
        hits = place_hits(region, text)
        if refusal.code != "unknown_place" or len(hits) != 1:
            raise
        return hits[0]


async def find(screen: JourneyScreen, text: str) -> None:
    """Go to the hex of this number or name."""
    with screen.gm.refusing():
        screen.go_there(find_place(screen.as_shown.region, text))


async def edit_legs(screen: JourneyScreen, text: str) -> None:
    """Set the legs typed, or edit the way ahead as a list of legs."""
    rules = screen.view.assets.rules
    if text:
        with screen.gm.refusing():
            screen.perform(SetLegs(legs(text, rules)))
        return
    plan = screen.state.plan
    before = plan.stretches if plan and not plan.goal else ()
    refuse = partial(queries.refuse_legs, state=screen.state, assets=screen.view.assets)
    paces = leg_paces(screen.state, screen.view.assets)
    stretches = await screen.app.push_screen_wait(LegsEditor(before, rules, refuse, paces))
    if stretches:
        screen.perform(SetLegs(stretches))
    elif stretches is not None and before:
        screen.perform(DropPlan())


async def import_map(screen: JourneyScreen, file: str) -> None:
    """Import a map: a text-mapper file."""
    chosen = await screen.app.push_screen_wait(ImportMap(screen.view.assets.rules, file))
    if chosen is not None:
        with screen.gm.refusing():
            screen.app.view = await screen.app.worker.write(
                lambda campaign: campaign.adopt_map(*chosen)
            )


class JourneyScreen(PlayScreen):
    """The road: the map with its cursor, and panes about the way, today and the party."""

    CSS_PATH = ["../play/widgets.tcss", "screen.tcss", "../play/log/previously.tcss"]
    TABLE = "journey"
    WORDS = PLAY | table(
        (
            screen_word("find Fort Wyll", "goes to a hex or place", find, text),
            screen_word("legs", "chooses the way as a list of legs", edit_legs, text),
            screen_word("import", "imports a map", import_map, text),
            screen_word(
                "prepare Ambush",
                "prepares an encounter; asks for its board",
                encounter_actions.prepare_named,
                title,
            ),
        ),
    )
    BINDINGS = [*bindings("journey")]

    ui = reactive(JourneyUI(), repaint=False, always_update=True)
    hits: Sequence[str] = ()

    def __init__(self) -> None:
        super().__init__()
        self.surveys = Latest(self, survey_of, self.take_survey, failed_survey)
        self.readings.add(Answered(self, self.surveys, ("jump", "why", "copy")))
        self.performer.sequel = RoadSequel(self)

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

    def draw(self, view: CampaignView) -> None:
        """Show what is known at once, and compute the rest in workers."""
        self.performer.unconfirm()
        for secret in (ForcedTable, OwedList):
            self.query_one(secret).display = not self.player_view
        told = not self.player_view or view.veiled.state.plan == view.state.plan
        self.query_one(ItineraryPane).display = told
        session = first_line.session(view, narrow=self.size.width < log_lines.WIDE)
        self.query_one(TitleLine).shown = first_line.title(self.as_shown, session)
        lines = log_lines.log(view, self.player_view, self.size.width)
        self.query_one(JournalLog).shown = lines
        map_ = self.map
        shown_view = self.as_shown
        self.set_class(shown_view.region is None, "no-map")
        charted = shown_view.state.region, shown_view.state.rules_key
        other = shown_view.region is not None and self.ui.charted != charted
        along = other or map_.cursor == map_.overlay.place  # on another map, and where it goes
        map_.show_view(shown_view)
        if along:
            map_.cursor = shown_view.state.place
        self._show_reach()
        routes_request = None
        with suppress(Refusal):
            routes_request = queries.routes_request(view.state, view.assets)
        self.ui = with_state(self.ui, view.state, routes_request)
        if routes_request is not None and self.ui.routes is None:
            find_routes(self, routes_request, view.assets)
        self.surveys.ask(self.as_shown)

    def take_survey(self, view: CampaignView, survey: Survey) -> None:
        """Show what was computed of the present state."""
        if self.app.view is None or view is not self.as_shown or not self.is_attached:
            return
        for pane in self.query(PartyTable):
            pane.show(survey.party)
        nights = survey.nights if self.query_one(ItineraryPane).display else ()
        self.map.show(nights={n.place: i for i, n in enumerate(nights, 1) if n.place})
        self.ui = replace(self.ui, survey=survey)

    def turn_curtain(self, view: CampaignView) -> None:
        """Forget what was computed of what the others see."""
        self.ui = replace(self.ui, survey=None)
        self.query_one(ArrivalLine).forget()
        super().turn_curtain(view)

    def watch_ui(self, before: JourneyUI, now: JourneyUI) -> None:
        """Show what the screen remembers: waypoints, routes, and the rings of reach."""
        with saying_failures(self):
            if now.routes is not before.routes or now.reach != before.reach:
                self._show_reach()
            if now.via != before.via:
                self.map.show(via=now.via)
            self._show_cursor()

    def _show_reach(self) -> None:
        ui = self.ui
        region = self.as_shown.region
        found = {} if ui.routes is None else rings(ui.routes, ui.reach)
        cells = {} if region is None else region.cells
        self.map.show(reach={hex: day for hex, day in found.items() if hex in cells})

    def _show_cursor(self) -> None:
        view = self.as_shown
        cursor = self.map.cursor
        if view.region is not None:
            self.query_one(TitleRule).show(*land_title(view, cursor))
            routes = routes_told(self.ui.routes, view, cursor, player_view=self.player_view)
            asked = CursorQuestion(view, cursor, routes, self.ui.via)
            self.query_one(ArrivalLine).arrivals.ask(asked)
        self.show_ahead()

    def on_region_map_view_cursor_moved(self) -> None:
        """Drop what waited for Enter, and show the hex that the cursor has moved to."""
        self.performer.unconfirm()
        with saying_failures(self):
            self._show_cursor()

    def _routes_told(self) -> Routes | None:
        view = self.as_shown
        return routes_told(self.ui.routes, view, self.map.cursor, player_view=self.player_view)

    def ahead(self) -> AheadWords:
        shown_view = self.as_shown
        routes = self._routes_told()
        action = enter_action(
            shown_view, self.map.cursor, routes=routes, no_routes=self.ui.no_routes
        )
        words = shown_view.named(action.words)
        if self.view.read_only and action.step != "fight":
            return AheadWords(READ_ONLY if action.records else words, READ_ONLY)
        space = action.space or (self.ui.survey.space if self.ui.survey else None)
        return AheadWords(words, space, brief=action.brief)

    def copied(self) -> str:
        panes = [self.query_one(pane) for pane in (TodayBar, ItineraryPane, ForcedTable)]
        return "\n".join(pane.as_text() for pane in panes if pane.display)

    def action_legend(self) -> None:
        """Explain the signs that are on the map now."""
        map_ = self.map
        seen = map_.signs_seen(), map_.hexes_on_screen()
        signs = sign_meanings(self.as_shown, map_.look, *seen)
        self.app.push_screen(Legend(signs, map_.style_of))

    def action_why(self) -> None:
        """Show the receipt of the pace, or of the row in the dice tray."""
        if self.gm.veiled(RECEIPTS):
            return
        survey = self.ui.survey
        asked = self.performer.dice_receipts()
        shown = receipts(self.view, survey) if asked is None else asked
        if shown:
            self.app.push_screen(Why(shown))
        elif asked is None and survey is not None and survey.trouble is not None:
            self.gm.say_message(survey.trouble)
        else:
            self.gm.say_message(NO_FIGURE)

    # the cursor

    def here(self) -> str:
        """The hex under the cursor."""
        return self.map.cursor

    def go_there(self, place: str) -> None:
        """Jump to a hex; Backspace comes back."""
        here = self.map.cursor
        if place and place != here:
            self.performer.unconfirm()
            self.map.cursor = place
            self.ui = replace(self.ui, trail=(*self.ui.trail, here))

    def action_now(self) -> None:
        """Go to the party's hex."""
        self.go_there(self.state.place)

    def action_back(self) -> None:
        """Go to the hex that the last jump left."""
        if self.ui.trail:
            self.performer.unconfirm()
            *before, self.map.cursor = self.ui.trail
            self.ui = replace(self.ui, trail=tuple(before))

    def action_thing(self, step: int) -> None:
        """Go to the next named place or waypoint, or the one before."""
        places = named_places(self.as_shown, self.ui.via)
        if places:
            self.go_there(round_to(places, self.map.cursor, step))
        else:
            self.gm.say_message("No place is named on this map.")

    @work
    async def action_search(self) -> None:
        """Ask for a place and go to the first that has this in its name."""
        region = self.as_shown.region
        if region is None:
            self.gm.say_message("There is no map to search.")
            return
        names = tuple(region.names.values())
        typed = await self.gm.line(
            Message("/ place or hex"), suggester=WordSuggester(lambda: names)
        )
        if typed and not take_hits(self, place_hits(region, typed)):
            self.gm.say_message("No place on the map has '{text}' in its name.", text=typed)

    def action_jump(self) -> None:
        """Put letters on places, nights and boats; the next key picks one, or a member."""
        shown_view = self.as_shown
        state = self.state
        known = self.ui.survey if shown_view.state.plan == state.plan else None
        places = labelled(shown_view, known, self.map.hexes_on_screen())
        tokens = {m.token: state.place for m in state.travellers if m.token}
        free = (letter for letter in LETTERS if letter not in tokens)
        labels = dict(zip(free, places, strict=False))
        self.map.show(letters={hex: letter for letter, hex in labels.items()})
        self.ui = replace(self.ui, labels={**labels, **tokens})
        self.gm.say_message("jump: press a letter on the map, or a member's")

    def on_key(self, event: events.Key) -> None:
        """Jump to the hex of this letter while letters are offered; any key ends that."""
        labels = self.ui.labels
        if not labels or self.query_one(DiceTray).display:
            return
        self.ui = replace(self.ui, labels={})
        self.map.show(letters={})
        self.gm.say_sentence("")
        self.go_there(labels.get(event.character or "", ""))
        event.stop()
        event.prevent_default()

    def action_zoom(self, step: int) -> None:
        """Widen the map, or narrow it."""
        self.map.zoom(step)

    def action_reach(self) -> None:
        """Cycle the rings: reach of today, of three days, none."""
        self.ui = ui = with_next_reach(self.ui)
        if not ui.reach:
            self.gm.say_sentence("")
        elif ui.routes is None:
            self.gm.say_message("Still working out the routes ...")
        else:
            self.gm.say_message(
                "1 = reached today" if ui.reach == 1 else "1 2 3 = reached that day"
            )

    def action_mark(self) -> None:
        """Toggle a waypoint at the hex under the cursor."""
        self.ui = with_mark_toggled(self.ui, self.map.cursor)

    def action_mark_all(self) -> None:
        """Forget all waypoints."""
        self.ui = replace(self.ui, via=())

    # the road

    def action_choose(self) -> None:
        """Do what the Ahead line says."""
        if not self.gm.stray_number() and not self.performer.confirmed():
            routes = self._routes_told()
            no_routes = self.ui.no_routes
            take(self, enter_action(self.view, self.map.cursor, self.ui.via, routes, no_routes))

    def on_region_map_view_hex_chosen(self) -> None:
        """Do what Enter does."""
        with saying_failures(self):
            self.action_choose()

    def action_story(self) -> None:
        """Take the step that is pending, unless dice come first; else go on."""
        if self.performer.is_pressed_again():
            return
        action = pending_action(self.state)
        owed = self.performer.due() is not None
        if not owed and is_march_refused(self.state, self.view.assets):
            self.perform(March())  # which asks what becomes of who cannot walk
        elif action is None or owed:
            self.performer.go_on()
        else:
            take(self, action)

    @work
    async def action_march_hours(self) -> None:
        """March the number of hours typed before, or asked for."""
        typed = self.gm.count() or await self.gm.line(
            Message("march how many hours? (2, 1.5, 1h30)"), check=hours
        )
        if typed:
            with self.gm.refusing():
                self.perform(March(hours(typed)))

    @work
    async def action_pace(self) -> None:
        """Walk, hustle, or force the march."""
        match await self.gm.choose(*pace_choices(self.state, self.view.assets)):
            case "walk" | "hustle" | "run_and_rest" as pace:
                self.perform(SetPace(pace))
            case "force":
                with self.gm.refusing():
                    self.perform(queries.forced_march(self.state, self.view.assets))

    def action_encounter(self) -> None:
        """Open the list of encounters: prepare, begin, pause, chase, end; encounter checks."""
        self.run_worker(encounter_actions.list_encounters(self))

    def action_remove(self) -> None:
        """Remove the waypoint under the cursor; else the plan, after Enter."""
        if self.map.cursor in self.ui.via:
            self.ui = with_mark_toggled(self.ui, self.map.cursor)
        elif self.state.plan is not None:
            self.performer.confirm(DropPlan())


def take(screen: JourneyScreen, action: RoadAction) -> None:
    """Set the route, take the step, or say why there is none."""
    match action:
        case RoadAction(step="meet"):
            screen.run_worker(meet(screen))
        case RoadAction(step="fight"):
            screen.app.action_go_to("encounter")
        case RoadAction(step="end"):
            screen.run_worker(encounter_actions.end_told(screen))
        case RoadAction(step="legs"):
            screen.run_worker(edit_legs(screen, ""))
        case RoadAction(route=SetRoute() as route):
            screen.ui = replace(screen.ui, via=())
            screen.perform(route)
        case _:
            screen.gm.say_message(action.words)


async def meet(screen: JourneyScreen) -> None:
    """Begin a prepared encounter, pass by the one met, or tell one by name."""
    if screen.state.encounters:
        await encounter_actions.list_encounters(screen)
        return
    name = await screen.gm.line(Message("what did the party meet? a name for the log"))
    if name:
        screen.perform(BeginEncounter(name))


class RoadSequel(Sequel):
    """What the road adds to a command: an encounter with a board is shown once it has begun."""

    def __init__(self, screen: JourneyScreen) -> None:
        self._screen = screen

    def follow(self, command: Command, *, more: bool) -> Command | None:
        screen = self._screen
        if isinstance(command, BeginEncounter) and screen.state.fight is not None:
            screen.performer.go_to("encounter")
        return None

    async def refuse(self, command: Command, refusal: Refusal) -> Message:
        """Ask what becomes of a member who cannot walk; then the march goes on."""
        screen = self._screen
        asked = None
        if refusal.code == "cannot_walk" and not screen.view.read_only:
            asked = stranded_choices(screen.state, screen.view.assets)
        if asked is None:
            return refusal.message
        member, prompt, choices = asked
        picked = await screen.gm.choose(prompt, choices)
        if picked is not None:
            commands = stranded_commands(member, picked, command)
            screen.call_after_refresh(screen.performer.perform, *commands)
        return refusal.message
