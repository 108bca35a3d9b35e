"""Queries on the board of a past moment: distances and layers."""

from __future__ import annotations

from textual import on

from core.combat.board.squares import Square
from core.messages import N_
from tui.encounter.panes.battle_grid import BattleGrid
from tui.encounter.panes.grid_rows import NO_LAYER
from tui.encounter.present import cards, layers
from tui.encounter.present.battle import Battle
from tui.kit.latest import Latest
from tui.kit.phrases import say
from tui.sessions.panes.replay_scene import ReplayScene
from tui.sessions.present.visits import Visit
from tui.sessions.replaying import ReplayingScreen


class SeeingScreen(ReplayingScreen):
    """One layer at a time, kept from moment to moment; the ruler ends with its moment."""

    def __init__(self) -> None:
        super().__init__()
        self._layer = ""
        self._layer_told = True
        self._measured: Square | None = None
        self._layers = Latest(self, layers.layer, self._take_layer)

    @property
    def board(self) -> BattleGrid:
        """The grid of the moment that is shown."""
        return self.query_one(ReplayScene).grid

    @property
    def battle(self) -> Battle | None:
        """The encounter shown on its board; None on the road."""
        picture = None if self.visit is None else self.visit.picture
        return None if picture is None else picture.board(self.player_view)

    def show_visit(self, visit: Visit) -> None:
        """Compute the layer again and drop the measurement."""
        super().show_visit(visit)
        if self._measured is not None:
            self._measured = None
            self.board.show(ruler={})
        if self._layer:
            self._draw_layer()

    # keys

    def action_layer(self) -> None:
        """Show the next layer: of the creature under the cursor, else of the acting one."""
        if self.on_board():
            at = layers.ORDER.index(self._layer)
            self._layer = layers.ORDER[(at + 1) % len(layers.ORDER)]
            self._layer_told = False
            self._draw_layer()

    def action_measure(self) -> None:
        """Measure from the cursor, which the arrows now move; again: stop."""
        if self._measured is not None:
            self._measured = None
            self.board.show(ruler={})
            self.say_sentence("")
            self.focus_pane()
        elif self.on_board():
            self._measured = self.board.cursor
            self.board.focus()
            words = N_("measuring from {square}: arrows move the cursor, M ends it")
            self.say_message(words, square=str(self._measured))

    def on_board(self) -> bool:
        """Whether a board is shown, and to the GM; says so if not."""
        if self.player_view:
            self.say_message("This is for the GM only. Press F9 to open the curtain.")
        elif self.battle is None:
            self.say_message("There is no board here. Press ; or , to go to a fight.")
        return self.battle is not None and not self.player_view

    @on(BattleGrid.CursorMoved)
    def _looked_at(self, event: BattleGrid.CursorMoved) -> None:
        found = self.battle
        if found is None:
            return
        if self._measured is not None:
            squares, words = layers.ruler(found, self._measured, event.square)
            self.board.show(ruler=squares)
            self.say_message(words)
            return
        there = cards.under(
            found.moment, event.square, player_view=self.player_view, encounter=found.encounter
        )
        if there is not None:
            told = "; ".join(map(say, (*there.who, there.ground)))
            self.say_message("{square}: {what}", square=there.at, what=told)

    # layers

    def _draw_layer(self) -> None:
        found = self.battle
        if found is None or self.player_view:
            self.board.show(layer=NO_LAYER)
            return
        under = found.under(self.board.cursor) if self.board.has_focus else ()
        who = next(iter((*under, *found.acting)), "")
        self._layers.ask(layers.LayerRequest(found, self._layer, who))

    def _take_layer(self, wanted: layers.LayerRequest, found: layers.LayerChoice) -> None:
        if wanted.battle is not self.battle or wanted.name != self._layer or not self.is_attached:
            return
        self.board.show(layer=found.layer)
        if not self._layer_told:
            self._layer_told = True
            self.say_message(found.words)
