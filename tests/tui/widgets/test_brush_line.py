"""The lines where a brush is picked and led: its keys, its strokes, what it shows."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult
from textual.pilot import Pilot

from saves.store.packaged_rulesets import packaged
from tests.themed import Themed
from tests.tui.widgets.drawn_screen import screen_text
from tests.tui.widgets.grids import field
from tui.board.battle_grid import BattleGrid
from tui.board.grid_ground import SIGNS
from tui.encounter.panes.brush_line import BrushCanvas, BrushLine
from tui.encounter.present.brushes import BrushedBoard, brushes
from tui.kit.keys import keymap

NAMED = {"tilde": "~", "number_sign": "#", "vertical_line": "|", "plus": "+", "colon": ":"}


class Host(Themed):
    """A grid with brushes over it, and what they say."""

    def __init__(self, preset: str = "outrider") -> None:
        super().__init__()
        self.preset = preset
        self.said: list[str] = []

    def compose(self) -> ComposeResult:
        self.grid = BattleGrid()
        yield self.grid
        keys = keymap({"preset": self.preset})
        kinds = brushes(packaged("pf1").combat.ground)
        yield BrushLine(self.canvas(), kinds, keys, self.grid.action_cursor)

    def canvas(self) -> BrushCanvas:
        grid = self.grid
        board = BrushedBoard(grid.field, grid.doors)
        return BrushCanvas(board=board, signs=SIGNS[grid.look.name], cursor=grid.cursor)

    def show_canvas(self) -> None:
        self.query_one(BrushLine).canvas = self.canvas()

    def on_mount(self) -> None:
        self.grid.set_board(field(*["." * 12] * 8))
        self.query_one(BrushLine).focus()
        self.watch(self.grid, "cursor", self.show_canvas)

    def on_brush_line_drafted(self, drafted: BrushLine.Drafted) -> None:
        self.grid.show(draft=drafted.draft)

    def on_brush_line_drawn(self, drawn: BrushLine.Drawn) -> None:
        one = drawn.stroke
        self.said.append(f"{one.brush.sign} {one.shape} {one.one} {one.other}")

    def on_brush_line_air_asked(self, asked: BrushLine.AirAsked) -> None:
        self.said.append(asked.what)

    def on_brush_line_left(self) -> None:
        self.said.append("left")

    def action_undo(self) -> None:
        self.said.append("undo")


async def press(pilot: Pilot[None], *keys: str) -> None:
    """Press keys, quicker than one by one through the whole app."""
    for key in keys:
        char = NAMED.get(key, key if len(key) == 1 else None)
        event = events.Key(key, char)
        pilot.app.query_one(BrushLine).on_key(event)
    await pilot.pause()


async def test_a_brush_is_picked_by_its_sign_led_and_put_away() -> None:
    app = Host()
    app.bind("u", "undo")
    async with app.run_test(size=(80, 16)) as pilot:
        assert "~ deep water" in " ".join(screen_text(app))
        assert "Esc leaves" in " ".join(screen_text(app))
        await press(pilot, "l", "j", "tilde")
        assert "brush ~ deep water, filled: at B2" in " ".join(screen_text(app))
        assert screen_text(app)[2] == " 2  . ~~. . . . . . . . . ."
        await press(pilot, "enter", "right", "J", "up")
        assert "filled: B2 to C6, 10 squares" in " ".join(screen_text(app))
        assert screen_text(app)[5] == " 5  . ~~~~. . . . . . . . ."
        await press(pilot, "r", "enter")
        assert app.said == ["~ outline B2 C6"]
        await press(pilot, "L", "enter")
        assert app.said[1:] == ["~ outline C6 H6"]
        await press(pilot, "number_sign", "r", "space")
        await pilot.press("u")
        assert app.said[2:] == ["# line H6 H6", "undo"]
        await press(pilot, "vertical_line", "home", "space", "plus", "enter", "a", "q")
        assert app.said[4:] == ["| line G5 G5", "+ line G5 G5"]
        await press(pilot, "b", "D", "enter", "escape", "b", "W", "G", "tab")
        assert app.said[6:] == ["wind", "gravity"]
        assert "brush . open ground" in " ".join(screen_text(app))
        await press(pilot, "escape")
        assert app.said[8:] == ["left"]
        assert all(len(line) <= 80 for line in screen_text(app))


async def test_a_brush_is_led_by_the_keys_in_force() -> None:
    app = Host("roguelike")
    async with app.run_test(size=(80, 14)) as pilot:
        await press(pilot, "n", "n", "colon", "n", "space")
        assert app.said == [": filled D4 D4"]
