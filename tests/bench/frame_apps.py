"""The programs of B7: a minimal one, and the battle grid on boards of some size.

`python -m tests.bench.frame_apps bare`, or a board's width and height and the columns of a square.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterable
from itertools import cycle
from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.app import App, ComposeResult
from textual.widgets import Static

from core.travel.regionmap import Hex, name_hex, step
from core.values import replace
from tests.bench.grids import middle, rough, scene_of
from tests.themed import Themed
from tui.kit.theming import DARK, packaged

if TYPE_CHECKING:
    from core.combat.board.scene import Scene
    from tui.board.grid_things import Layer

READY = "READY"
LAYERS = 6
SEEN = 20
"""Rows and columns on each side of the middle that the screen shows of any board."""
BUDGETS = (12, 24, 999)
SIDE = 60
GROUNDS = ("plains", "forest", "hills", "mountains", "swamp", "lake")
NAMES = ("",) * 30 + ("Oarsend",)


class Bare(App[None]):
    """One small Static that changes with each key."""

    def compose(self) -> ComposeResult:
        yield Static(READY)

    def on_key(self, event: events.Key) -> None:
        self.query_one(Static).update(event.key)


class Board(Themed):
    """The battle grid on a rough board; `o` changes the layer over all of it."""

    CSS_PATH: ClassVar[str] = "../../tui/play/widgets.tcss"

    def __init__(self, width: int, height: int, wide: int) -> None:
        super().__init__()
        self._wide = wide
        for theme in packaged():
            self.register_theme(theme)
        self.theme = DARK
        self._size_of_board = width, height

    def compose(self) -> ComposeResult:
        from tui.board.battle_grid import BattleGrid

        yield BattleGrid()
        yield Static(READY)

    def on_mount(self) -> None:
        from core.combat.board.squares import Square
        from tui.board.battle_grid import BattleGrid
        from tui.board.grid_things import Token

        width, height = self._size_of_board
        grid = self.query_one(BattleGrid)
        chance = random.Random(7)
        rows = rough(width, height)
        scene = scene_of(rows, middle(rows))
        grid.wide = self._wide
        grid.set_board(scene.field)
        grid.show(
            tokens=tuple(
                Token(sign, sign, Square(chance.randrange(width), chance.randrange(height)))
                for sign in "abcdefghHMSTV"
            )
        )
        grid.cursor = scene.creatures[0].at
        self._layers = cycle([reached(scene, chance) for _ in range(LAYERS)])
        grid.show(layer=next(self._layers))
        grid.focus()

    def on_key(self, event: events.Key) -> None:
        from tui.board.battle_grid import BattleGrid

        if event.key == "o":
            self.query_one(BattleGrid).show(layer=next(self._layers))


def rings(spots: Iterable[Hex], middle: int) -> dict[str, str]:
    """The day on which each hex is reached, around one in the middle."""
    return {
        name_hex(at): str(min(9, 1 + max(abs(at.x - middle), abs(at.y - 50)) // 4)) for at in spots
    }


class Land(Themed):
    """The region map with hexes of this width; `o` changes the rings over all of it."""

    CSS_PATH: ClassVar[str] = "../../tui/play/widgets.tcss"

    def __init__(self, wide: int) -> None:
        super().__init__()
        for theme in packaged():
            self.register_theme(theme)
        self.theme = DARK
        self._wide = wide

    def compose(self) -> ComposeResult:
        from tui.journey.panes.region_map import RegionMapView

        yield RegionMapView()
        yield Static(READY)

    def on_mount(self) -> None:
        from tui.journey.panes.region_map import RegionMapView
        from tui.journey.region_chart import Border, Chart, ChartHex, Kind, border

        view = self.query_one(RegionMapView)
        chance = random.Random(7)
        spots = {
            Hex(x, y): ChartHex(GROUNDS[(x // 6 + y // 4) % len(GROUNDS)], chance.choice(NAMES))
            for x in range(1, SIDE + 1)
            for y in range(1, SIDE + 1)
        }
        links: dict[Border, Kind] = {}
        for at in spots:
            name = border(at, step(at, chance.randrange(6)))
            if name is not None and at.y % 2:
                links[name] = "way"
        view.set_chart(Chart(spots, links))
        view.wide, view.cursor = self._wide, name_hex(Hex(SIDE // 2, SIDE // 2))
        self._rings = cycle([rings(spots, chance.randrange(40, 60)) for _ in range(LAYERS)])
        view.show(reach=next(self._rings))
        view.focus()

    def on_key(self, event: events.Key) -> None:
        from tui.journey.panes.region_map import RegionMapView

        if event.key == "o":
            self.query_one(RegionMapView).show(reach=next(self._rings))


def reached(scene: Scene, chance: random.Random) -> Layer:
    """The reach of a creature: in one move, in two, then everywhere."""
    from core.combat.board.scene import Manner
    from core.combat.search.reach import reachable
    from core.messages import Message
    from tui.board.grid_things import Layer

    field = scene.field
    mover = scene.creatures[0]
    top = max(0, field.height // 2 - SEEN)
    rows = ((1 << 2 * SEEN * field.stride) - 1) << (top * field.stride)
    middle = mover.at.x
    there = [
        at for at in field.squares(field.every & ~field.solid & rows) if abs(at.x - middle) <= SEEN
    ]
    mover = replace(mover, at=chance.choice(there))
    alone = replace(scene, creatures=(mover,))
    far = [reachable(alone, mover, Manner(budget=budget)).reached for budget in BUDGETS]
    return Layer("move", tuple(zip("124", far, strict=True)), Message("1 one move, 2 two, 4 run"))


def main(words: list[str]) -> None:
    app: App[None]
    match words:
        case ["bare"]:
            app = Bare()
        case ["land", wide]:
            app = Land(int(wide))
        case _:
            app = Board(*map(int, words))
    app.run()


if __name__ == "__main__":
    main(sys.argv[1:])
