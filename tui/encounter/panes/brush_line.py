"""The line of the brushes, over the foot of the screen: keys that draw on the board until Esc.

Class "brushing" of the screen hides the Ahead line and the keys. The line takes all keys but
F-keys, ctrl, undo and help, and posts what would be drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from textual import events
from textual.message import Message as Posted
from textual.reactive import reactive

from core.combat.board.squares import Square
from core.messages import N_, Message
from core.play.facts.encounter import Zone
from core.values import Struct
from tui.board.grid_ground import EMPTY, SIGNS, GridSigns
from tui.encounter.present.brushes import SHAPES, Brush, BrushedBoard, Shape, Stroke, lit_now
from tui.kit.keys import FAR, Keymap
from tui.kit.lines_view import Line, Pane, fit, words
from tui.kit.phrases import phrase, say

PASSED = frozenset("uU?")
"""Keys of one character that stay the screen's: undo, redo, help."""
AIR = {"W": "wind", "G": "gravity"}


class BrushCanvas(Struct, kw_only=True):
    """What a brush moves over: the board and its cursor, the zones of light, the signs drawn."""

    board: BrushedBoard
    signs: GridSigns
    cursor: Square = Square(0, 0)
    zones: tuple[Zone, ...] = ()


class BrushLine(Pane, can_focus=True):
    """A brush, picked by its map character and moved over the grid.

    `Enter` sets a corner and a second one draws as far as the cursor; the far keys (H J K L) drag
    from where the cursor is; Space draws the square under it; `r` changes the shape; `b` picks
    another brush, Tab the next one; Esc drops the corner, then leaves. What would be drawn is
    shown on the grid all the time.
    """

    @dataclass
    class Drawn(Posted):
        """The GM drew a stroke on this board."""

        stroke: Stroke
        board: BrushedBoard

    @dataclass
    class Drafted(Posted):
        """Something else would be drawn now."""

        draft: dict[Square, str]

    @dataclass
    class Zoomed(Posted):
        """The GM wants wider squares (above 0) or narrower ones."""

        steps: int

    @dataclass
    class AirAsked(Posted):
        """The GM wants another "wind" or "gravity"."""

        what: str

    class Left(Posted):
        """The GM left the brushes."""

    canvas: reactive[BrushCanvas] = reactive(
        BrushCanvas(board=BrushedBoard(EMPTY, {}), signs=SIGNS["plain"]), repaint=False
    )

    def __init__(
        self,
        canvas: BrushCanvas,
        brushes: Iterable[Brush],
        keys: Keymap,
        steer: Callable[[str, int], object],
    ) -> None:
        """`steer` moves the cursor in a direction, so many squares; `canvas` follows at once."""
        super().__init__(id="brush")
        self.set_reactive(BrushLine.canvas, canvas)
        self.steer = steer
        self.brushes = tuple(brushes)
        self.keys = keys
        self.brush: Brush | None = None
        self.shape: Shape = "filled"
        self.corner: Square | None = None

    def watch_canvas(self) -> None:
        """Draft for another board or cursor."""
        self._redraft()

    def _redraft(self) -> None:
        self.post_message(self.Drafted(self._draft()))
        self.redraw()

    def _draft(self) -> dict[Square, str]:
        if self.brush is None:
            return {}
        canvas = self.canvas
        draft = self._stroke(self.brush).draft(canvas.board, canvas.signs)
        if self.brush.kind == "light":
            return lit_now(canvas.zones) | draft
        return draft

    def _stroke(self, brush: Brush) -> Stroke:
        at = self.canvas.cursor
        return Stroke(brush, self.shape, self.corner or at, at)

    # keys

    def check_consume_key(self, key: str, character: str | None) -> bool:
        """Whether a key is a brush, or leads one: no line opens with it."""
        return character is not None and character not in PASSED

    def on_key(self, event: events.Key) -> None:
        """Take every key that could be a brush or lead one; leave undo, help and F-keys."""
        character = event.character if event.is_printable else None
        if self._take(event.key, character):
            event.stop()
            event.prevent_default()
            self._redraft()

    def _take(self, key: str, char: str | None) -> bool:
        picked = next((brush for brush in self.brushes if brush.sign == char), None)
        if self.brush is None and picked is not None:
            self.brush = picked
            return True
        if self._led(key):
            return True
        match key:
            case "enter":
                self._enter()
            case "space":
                self.corner = None
                self._draw()
            case "escape" if self.corner is not None:
                self.corner = None
            case "escape":
                self.brush = None
                self.post_message(self.Left())
            case "tab" | "shift+tab":
                self._next(1 if key == "tab" else -1)
            case "b":
                self.brush = None
            case "r":
                shapes = tuple(SHAPES)
                self.shape = shapes[(shapes.index(self.shape) + 1) % len(shapes)]
            case "z" | "Z":
                self.post_message(self.Zoomed(1 if key == "z" else -1))
            case _ if picked is not None:
                self.brush = picked
            case _ if char in AIR:
                self.post_message(self.AirAsked(AIR[char]))
            case _:
                return char is not None and char not in PASSED
        return True

    def _led(self, key: str) -> bool:
        name, _, direction = self.keys.action_of(key, "encounter").partition("-")
        if name == "cursor":
            self.steer(direction, 1)
        elif name == "far":
            if self.brush is not None and self.corner is None:
                self.corner = self.canvas.cursor
            self.steer(direction, FAR)
        return name in ("cursor", "far")

    def _enter(self) -> None:
        if self.brush is not None and self.brush.kind != "door" and self.corner is None:
            self.corner = self.canvas.cursor
        elif self.brush is not None:
            self._draw()

    def _draw(self) -> None:
        if self.brush is not None:
            stroke = self._stroke(self.brush)
            self.post_message(self.Drawn(stroke, self.canvas.board))
        self.corner = None

    def _next(self, step: int) -> None:
        if self.brush is not None:
            place = self.brushes.index(self.brush)
        else:
            place = -1 if step > 0 else 0
        self.brush = self.brushes[(place + step) % len(self.brushes)]

    # what it says

    def lines(self, width: int) -> Sequence[Line]:
        """The brushes, or the picked one with its keys."""
        if self.brush is None:
            others = (("W", N_("wind")), ("G", N_("gravity")), ("Esc", N_("leaves")))
            keys = [(brush.sign, words(brush.label)) for brush in self.brushes]
            return packed([*keys, *((key, phrase(text)) for key, text in others)], width)
        if self.corner is None:
            keys_told = N_("Enter corner  Spc here  HJKL drag  r shape  b other  u undo  Esc")
        else:
            keys_told = N_("Enter draw  r shape  Esc no corner  b other brush")
        return (
            ((fit(f" {say(self._told(self.brush))}", width), "mark"),),
            ((fit(f" {phrase(keys_told)}", width), "dim"),),
        )

    def _told(self, brush: Brush) -> Message:
        stroke = self._stroke(brush)
        parts = {
            "sign": brush.sign,
            "brush": brush.label,
            "to": str(stroke.other),
            "shape": SHAPES[self.shape],
            "from": str(stroke.one),
        }
        if self.corner is None:
            return Message("brush {sign} {brush}, {shape}: at {to}", **parts)
        return Message(
            "brush {sign} {brush}, {shape}: {from} to {to}, {count:square|squares}",
            count=len(stroke.squares()),
            **parts,
        )


def packed(entries: Sequence[tuple[str, str]], width: int) -> list[Line]:
    """Keys with their words, packed into lines without breaking any of them."""
    lines = []
    line: list[tuple[str, str]] = []
    room = 0
    for key, label in entries:
        needs = cell_len(key) + cell_len(label) + 3
        if line and needs > room:
            lines.append(tuple(line))
            line = []
        if not line:
            room = width
        line += [(f" {key} ", "key"), (f"{label} ", "")]
        room -= needs
    return [*lines, tuple(line)]
