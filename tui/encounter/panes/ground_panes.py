"""The board of an encounter, or the ladder of its chase; and the legend."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static

from tui.encounter.panes.battle_grid import BattleGrid
from tui.encounter.panes.chase_ladder import ChaseLadder
from tui.encounter.present import sights
from tui.encounter.present.battle import Battle
from tui.kit.lines_view import LinesView
from tui.kit.phrases import phrase


class GroundPanes(Vertical):
    """The grid with its legend; a chase is shown in place of both."""

    _charted: object = None

    def compose(self) -> ComposeResult:
        none = Static(
            phrase("No encounter is shown. e prepares one: a name, a board, its creatures; the next"
                   " e begins it."), id="none", markup=False,
        )  # fmt: skip
        none.display = False
        yield none
        yield BattleGrid(fits=True, id="grid")
        yield ChaseLadder(id="chase")
        yield LinesView(id="legend")

    def explain(self, empty: bool) -> None:
        """Say how an encounter comes here, while there is none."""
        self.query_one("#none").display = empty

    def draw_board(self, found: Battle) -> None:
        """Draw the board of an encounter, unless it is drawn already."""
        grid = self.query_one(BattleGrid)
        key = (found.encounter.board, found.encounter.edits, grid.look)
        if found.scene is not None and key != self._charted:
            self._charted = key
            grid.set_board(found.scene.field, found.doors)
            self.query_one("#legend", LinesView).show(sights.legend(grid.look))
