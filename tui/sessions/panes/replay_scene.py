"""A moment of the history, drawn by the map and the battle grid."""

from __future__ import annotations

from collections.abc import Hashable, Mapping

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.reactive import reactive

from core.combat.board.squares import Square
from core.values import Struct
from tui.board.battle_grid import BattleGrid
from tui.board.grid_things import NO_LAYER, Layer
from tui.encounter.present.battle import Battle, seen
from tui.encounter.present.states import tokens
from tui.journey.panes.region_map import RegionMapView
from tui.kit.plain_panes import TitleRule
from tui.sessions.present.scene import WALKED, Picture


class SceneContent(Struct):
    """The picture of a moment, what is laid over its board, and whether players look on.

    Behind the curtain only what players may see is drawn. `ruler` has what was counted at each
    square.
    """

    picture: Picture | None = None
    player_view: bool = False
    layer: Layer = NO_LAYER
    ruler: Mapping[Square, int] = {}


class ReplayScene(Vertical):
    """The picture of a moment: the board of its encounter, else the region map.

    What just happened is marked: on the map the hexes gone through, on the grid the way of who
    moved, a line from each attacker to its target, and a sign on each changed creature.
    """

    shown: reactive[SceneContent] = reactive(SceneContent(), repaint=False)
    _boarded: Hashable = None

    def compose(self) -> ComposeResult:
        yield TitleRule(id="scene-title")
        yield RegionMapView(id="scene-map")
        yield BattleGrid(fits=True, id="scene-grid")

    def on_mount(self) -> None:
        """Nothing is drawn before the first picture."""
        self.grid.display = self.map.display = False

    @property
    def grid(self) -> BattleGrid:
        """The grid of fights."""
        return self.query_one(BattleGrid)

    @property
    def map(self) -> RegionMapView:
        """The map of the road."""
        return self.query_one(RegionMapView)

    def watch_shown(self, before: SceneContent, now: SceneContent) -> None:
        """Draw another moment, or what is laid over its board."""
        if (before.picture, before.player_view) != (now.picture, now.player_view):
            self._draw(before.picture)
        self.grid.show(layer=now.layer, ruler=now.ruler)

    def zoom(self, steps: int) -> None:
        """Wider (`steps` above 0) or narrower."""
        if self.grid.display:
            self.grid.zoom(steps)
        else:
            self.map.zoom(steps)

    def as_text(self) -> str:
        """The picture as plain text; of the map its title alone."""
        lines = [self.query_one(TitleRule).as_text()]
        if self.grid.display:
            lines.append(self.grid.as_text())
        return "\n".join(lines)

    # drawing

    def _draw(self, before: Picture | None) -> None:
        picture = self.shown.picture
        if picture is None:
            self.query_one(TitleRule).show("")
            self.grid.display = self.map.display = False
            return
        player_view = self.shown.player_view
        self.query_one(TitleRule).show(*picture.title(player_view))
        battle = picture.board(player_view)
        self.grid.display = battle is not None
        self.map.display = battle is None and picture.view.region is not None
        if battle is not None:
            self._show_board(picture, battle)
        elif self.map.display:
            self._show_map(picture, moved=before is None or before.view is not picture.view)

    def _show_board(self, picture: Picture, battle: Battle) -> None:
        assert battle.scene is not None
        encounter = battle.encounter
        grid = self.grid
        if self.shown.player_view:
            trace = picture.seen
        else:
            trace = picture.trace
        here = seen(picture.view, self.shown.player_view, encounter)
        board = (encounter.board, encounter.edits, picture.view.state.rules_key)
        if board != self._boarded:
            self._boarded = board
            grid.set_board(battle.scene.field, battle.doors)
        focus = trace.focus
        if focus is None and not self.shown.player_view:
            acting = (battle.place(who) for who in battle.acting)
            focus = next((square for square in acting if square is not None), None)
        if focus is not None:
            grid.cursor = focus
        grid.show(
            tokens=() if here is None else tokens(here),
            path=trace.path,
            ghosts=trace.starts,
            lines=tuple(trace.lines),
            marks=trace.marks,
        )

    def _show_map(self, picture: Picture, *, moved: bool) -> None:
        if self.shown.player_view:
            view = picture.view.veiled
        else:
            view = picture.view
        map_ = self.map
        # a place that players knew then may be hidden from them since
        reach = dict.fromkeys(picture.walked, WALKED)
        map_.show_view(view, reach=reach, named=not self.shown.player_view)
        if moved:
            map_.cursor = view.state.place
