"""What is worked out in threads for the Encounter: the battle, the cursor's answer, a layer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

from core.play.facts.encounter import Encounter
from core.values import replace
from tui.encounter.host import FightHost
from tui.encounter.model import EncounterUI, cursor_query, with_battle, with_overlays_ended
from tui.encounter.overlays import ground_content, layer_request
from tui.encounter.panes.ground_panes import GroundPanes
from tui.encounter.present import layers
from tui.encounter.present.actor import find_acting, find_places, follow, passed
from tui.encounter.present.battle import Battle, battle, failed_battle
from tui.encounter.present.foresight import CursorPreview, CursorQuery, failed_preview, foresee
from tui.view import CampaignView
from tui.worker import Latest

GatherRequest: TypeAlias = tuple[CampaignView, Encounter, bool]
"""What is gathered: an encounter of a view, and whether players look on."""


def _gather(request: GatherRequest) -> Battle:
    return battle(*request)


def _gathers_same(one: GatherRequest, other: GatherRequest) -> bool:
    # Views and encounters are large: the very same ones, not equal ones.
    view, encounter, looked_on = one
    other_view, other_encounter, other_looked_on = other
    return view is other_view and encounter is other_encounter and looked_on == other_looked_on


def _asks_same(one: CursorQuery, other: CursorQuery) -> bool:
    # Of the same battle only: comparing two battles would take longer than working it out.
    return one.battle is other.battle and one == other


class FightAnswers:
    """Asks for a screen, each on a thread of its own, and gives it what was found."""

    def __init__(self, screen: FightHost) -> None:
        self._screen = screen
        self.battles = Latest(screen, _gather, self._take_battle, failed_battle, _gathers_same)
        self.previews = Latest(screen, foresee, self._take_preview, failed_preview, _asks_same)
        self.layers = Latest(screen, layers.layer, self._take_layer, layers.failed_layer)

    def follow(self, before: EncounterUI, now: EncounterUI) -> None:
        """Ask again about what the GM has chosen otherwise."""
        if _choices(before) != _choices(now):
            self.ask_about_cursor()
        if (before.layer, before.layer_of) != (now.layer, now.layer_of):
            self._ask_for_layer()

    def ask_about_cursor(self) -> None:
        """Query the cursor's square; an answer about another square is no longer wanted."""
        screen = self._screen
        query = cursor_query(screen.ui, screen.standpoint.battle, screen.grid.cursor)
        if query is not None:
            self.previews.ask(query)
            return
        self.previews.drop()
        if screen.ui.answer is not None:
            screen.remember(replace(screen.ui, answer=None))

    async def know_enter(self) -> None:
        """Wait until it is known what Enter would do at the cursor."""
        await self.previews.answered()

    def is_behind(self, key: str) -> bool:
        """Whether a key has to wait.

        All wait for the newest encounter and for what is said of a layer, w for the outlook at the
        cursor, and what follows an Enter that waits for what that does.
        """
        return any(self._waited_for(key))

    async def catch_up(self, key: str) -> None:
        """Wait until a key has not to wait any more."""
        while waited_for := next(self._waited_for(key), None):
            await waited_for.answered()

    def _waited_for(self, key: str) -> Iterator[Latest[Any, Any]]:
        screen = self._screen
        if self.battles.busy:
            yield self.battles
        if self.layers.busy and not screen.ui.layer_told:
            yield self.layers
        explains = screen.app.keys.action_of(key, "encounter") == "why"
        if self.previews.busy and (explains or screen.ui.enter_waits):
            yield self.previews

    def _ask_for_layer(self) -> None:
        request = layer_request(self._screen.ui)
        if request is not None:
            self.layers.ask(request)

    def _take_battle(self, _: GatherRequest, battle: Battle) -> None:
        # Follow the turn: the cursor goes to who acts now, and when the encounter begins to the
        # party. The board is drawn before what is on it.
        screen = self._screen
        if battle.view is not screen.app.view or not screen.is_attached:
            return
        if battle.trouble is not None:
            screen.gm.say_message(battle.trouble)
        before = screen.ui.gathered
        return_point = screen.ui.return_point
        grid = screen.grid
        ground = screen.query_one(GroundPanes)
        ground.shown = ground_content(ground.shown, battle, grid.look)
        if before is None or before.runs < battle.runs:
            grid.fit_again()
        ui = replace(with_battle(screen.ui, battle), return_point=None)
        ui = with_overlays_ended(ui, before)
        if passed(before, battle):
            places = find_places(battle)
            acts = battle.place(find_acting(ui, battle))
            grid.cursor = acts or next(iter(places), grid.cursor)
            grid.reveal(places)
        else:
            grid.cursor = follow(before, screen.ui, battle, ui, grid.cursor) or grid.cursor
        if return_point is not None:
            view, square = return_point
            if view is battle.view:
                grid.cursor = square
        screen.remember(ui)
        self.ask_about_cursor()
        self._ask_for_layer()

    def _take_preview(self, query: CursorQuery, preview: CursorPreview) -> None:
        # An Enter that waits for it is pressed then.
        screen = self._screen
        ui = screen.ui
        if query.battle is not ui.gathered or not screen.is_attached:
            return
        pressed = ui.enter_waits and query.to == screen.grid.cursor
        waits = ui.enter_waits and not pressed
        screen.remember(replace(ui, answer=preview, enter_waits=waits))
        if pressed:
            screen.action_choose()

    def _take_layer(self, wanted: layers.LayerRequest, choice: layers.LayerChoice) -> None:
        screen = self._screen
        ui = screen.ui
        if wanted.battle is ui.gathered and ui.layer == wanted.name and screen.is_attached:
            if not ui.layer_told:
                screen.gm.say_message(choice.words)
            screen.remember(replace(ui, laid=choice.layer, layer_told=True))


def _choices(ui: EncounterUI) -> tuple[object, ...]:
    # What the answer depends on, besides the square and the battle.
    return ui.shown_picks, ui.way, ui.height, ui.plan >= 0
