"""Layers over the grid: reach, threat, cover, light, height."""

from __future__ import annotations

from tui.encounter.board import BoardScreen
from tui.encounter.panes.grid_rows import NO_LAYER
from tui.encounter.present import layers
from tui.encounter.present.battle import Battle
from tui.kit.latest import Latest
from tui.view import CampaignView


class LayingScreen(BoardScreen):
    """Shows one layer at a time for one creature, and keeps it current."""

    def __init__(self) -> None:
        super().__init__()
        self._layer = ""
        self._layer_of = ""
        self._told = False
        self._layers = Latest(self, layers.layer, self._take_layer)

    def action_layer(self) -> None:
        """Show the next layer."""
        at = layers.ORDER.index(self._layer) if self._layer in layers.ORDER else 0
        self._layer = layers.ORDER[(at + 1) % len(layers.ORDER)]
        self._choose_layer()

    def action_reach(self) -> None:
        """Cycle for the creature under the cursor: its reach, what it threatens, nothing."""
        steps = {"": "move", "move": "threat", "threat": ""}
        self._layer = steps.get(self._layer, "move")
        self._choose_layer()

    def turn_curtain(self, moment: CampaignView) -> None:
        """Choose the layer again: it may belong to a hidden creature."""
        self._layer = self._layer_of = ""
        super().turn_curtain(moment)

    def _choose_layer(self) -> None:
        self._layer_of, self._told = self.layered(), False
        self.draw_layer()

    def turned(self, before: Battle | None, now: Battle) -> None:
        """Keep the layer with its creature; on the next turn, with the acting one."""
        super().turned(before, now)
        if not self._layer:
            return
        passed = before is not None and before.acting != now.acting
        if passed or now.encounter.figure(self._layer_of) is None:
            self._layer_of = next(iter(now.acting), "") or self.layered()
        self.draw_layer()

    def layered(self) -> str:
        """The creature whose layer is drawn: the one under the cursor, else the acting one."""
        return next(iter(self.under()), "") or next(iter(self.movers()), "")

    def movers(self) -> tuple[str, ...]:
        """The ids of the creatures that the keys move."""
        raise NotImplementedError

    def draw_layer(self) -> None:
        """Draw the chosen layer, once it is computed."""
        found = self.battle
        if found is None or not self._layer:
            self.grid.show(layer=NO_LAYER)
            if not self._told:
                self.say_sentence("")
            return
        self._layers.ask(layers.LayerRequest(found, self._layer, self._layer_of))

    def _take_layer(self, wanted: layers.LayerRequest, found: layers.LayerChoice) -> None:
        if wanted.battle is self._battle and self._layer == wanted.name and self.is_attached:
            self.grid.show(layer=found.layer)
            if not self._told:
                self.say_message(found.words)
            self._told = True
