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
from tui.encounter.panes.brush_line import BrushLine
from tui.encounter.present.brushes import brushes
from tui.kit.keys import keymap

SIGNS = {"tilde": "~", "number_sign": "#", "vertical_line": "|", "plus": "+", "colon": ":"}


class Host(Themed):
    """A grid with brushes over it, and what they say."""

    def __init__(self, preset: str = "outrider") -> None:
        super().__init__()
        self.preset = preset
        self.said: list[str] = []

    def compose(self) -> ComposeResult:
        grid = BattleGrid()
        yield grid
        keys = keymap({"preset": self.preset})
        yield BrushLine(grid, brushes(packaged("pf1").combat.ground), keys)

    def on_mount(self) -> None:
        self.query_one(BattleGrid).set_board(field(*["." * 12] * 8))
        self.query_one(BrushLine).focus()

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
        char = SIGNS.get(key, key if len(key) == 1 else None)
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
