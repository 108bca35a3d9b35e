"""Drawing on an encounter's board: terrain, walls, doors, light, wind, gravity.

`b` puts a `BrushLine` over the foot (class "brushing" hides the Ahead line and the keys), which
takes all keys but F-keys, ctrl, undo and help until Esc. A stroke runs from one corner to another
and becomes edits of the board (one `Paint`) or zones of light (one `SetAir`), so `u` takes back
one stroke. The grid's `draft` shows what would be drawn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias, cast

from rich.cells import cell_len
from textual import events, work
from textual.message import Message as Posted

from core.combat.board.drawing import (
    DOOR_EDITS,
    DRAWN_DOORS,
    BoardEdit,
    DoorState,
    Light,
    edge_name,
    runs,
    squares_of,
)
from core.combat.board.drawing import lit as squares_by_light
from core.combat.board.scene import GRAVITIES
from core.combat.board.squares import Battlefield, Square, parse_edge
from core.messages import N_, Message
from core.play.facts.encounter import Zone
from core.play.facts.fight.setup.commands import Paint
from core.rulesets.combat_schema import Ground
from core.values import Struct, replace
from tui.board.battle_grid import BattleGrid
from tui.board.grid_ground import SIGNS, GridSigns
from tui.encounter.model import FightHost
from tui.encounter.present.layers import line
from tui.kit.keys import FAR, Keymap
from tui.kit.lines_view import Line, Pane, fit, words
from tui.kit.phrases import phrase, say
from tui.play.command_line.typed_line import one_of
from tui.play.command_line.vocabulary import air, wind

Shape: TypeAlias = Literal["filled", "outline", "line"]
SHAPES: Mapping[Shape, Message] = {
    "filled": Message("filled"),
    "outline": Message("outline"),
    "line": Message("line"),
}
Kind: TypeAlias = Literal["ground", "wall", "low", "door", "eraser", "light"]
NEXT_DOOR: Mapping[DoorState, DoorState] = {
    "closed": "locked", "locked": "open", "open": "closed",
}  # fmt: skip
OPEN_GROUND = "open"
USUAL = ".#:%~^o=&"
"""The order in which the signs of the ground are offered, those of a system's own after them."""


class Brush(Struct):
    """One brush: the sign that picks it, what it draws, and its name.

    `what` is a kind of ground or a light; `sides` the sides of a square where a wall may go
    ("" = as the stroke runs: beside a column, below a row, round anything larger).
    """

    sign: str
    kind: Kind
    what: str
    label: Message | str
    sides: str = ""


BORDERS = (
    Brush("|", "wall", "wall", Message("wall on a border")),
    Brush("_", "wall", "wall", Message("wall below"), "below"),
    Brush(",", "low", "low", Message("low wall on a border")),
    Brush("!", "low", "low", Message("low wall on the right"), "right"),
    Brush("+", "door", "door", Message("door: shut, locked, open")),
)
ERASER = Brush("x", "eraser", "nothing", Message("eraser"))
LIGHTS = (
    Brush("D", "light", "dark", Message("darkness")),
    Brush("I", "light", "dim", Message("dim light")),
    Brush("B", "light", "bright", Message("bright light")),
)


def brushes(ground: Mapping[str, Ground]) -> tuple[Brush, ...]:
    """The brushes of a ruleset: each kind of ground by its sign, then borders, eraser, light."""
    kinds = (
        Brush(kind.sign, "ground", slug, kind.shown().lower())
        for slug, kind in sorted(ground.items(), key=lambda row: _rank(row[1].sign))
    )
    return (*kinds, *BORDERS, ERASER, *LIGHTS)


def _rank(sign: str) -> int:
    return USUAL.find(sign) % (len(USUAL) + 1)


class BrushedBoard(Struct):
    """The board as it is when a stroke is made."""

    field: Battlefield
    doors: Mapping[str, DoorState]


class Stroke(Struct):
    """What a brush draws from one corner to the other."""

    brush: Brush
    shape: Shape
    one: Square
    other: Square

    def squares(self) -> tuple[Square, ...]:
        """Its squares, in reading order."""
        left, right = sorted((self.one.x, self.other.x))
        top, bottom = sorted((self.one.y, self.other.y))
        if self.shape == "line":
            return line(self.one, self.other)
        every = (Square(x, y) for y in range(top, bottom + 1) for x in range(left, right + 1))
        if self.shape == "filled":
            return tuple(every)
        return tuple(at for at in every if at.x in (left, right) or at.y in (top, bottom))

    def edits(self, canvas: BrushedBoard) -> tuple[BoardEdit, ...]:
        """Its changes of the board; () when there are none."""
        there = [at for at in self.squares() if canvas.field.holds(at)]
        where, found = runs(canvas.field, canvas.field.bits(there)), [("", "")]
        match self.brush.kind:
            case "ground":
                found = [(where, self.brush.what)]
            case "eraser":
                sides = (side for at in there for side in _sides(at, canvas.field).items())
                bare = dict.fromkeys(edge for edge, on in sides if on or edge in canvas.doors)
                found = [(where, OPEN_GROUND), (" ".join(bare), "nothing")]
            case "wall" | "low":
                found = [(" ".join(self._borders(canvas.field)), self.brush.what)]
            case "door":
                edge = _doorway(self.other, canvas)
                state = canvas.doors.get(edge)
                found = [(edge, DOOR_EDITS[NEXT_DOOR[state] if state else "closed"])]
        return tuple(BoardEdit(at, what) for at, what in found if at)

    def _borders(self, field: Battlefield) -> tuple[str, ...]:
        # The borders that walls run along, by name, none at the map's edge: of a column on its
        # right, of a row (or one square of a low wall) below, of a larger stroke all round.
        one, other, sides = self.one, self.other, self.brush.sides
        stroke = replace(self, shape="filled").squares()
        if not sides and one.x != other.x and one.y != other.y:
            count = Counter(name for at in stroke for name in _sides(at, field))
            return tuple(name for name, times in count.items() if times == 1)
        if not sides:
            across = one.x != other.x or (one.y == other.y and self.brush.kind == "low")
            sides = "below" if across else "right"
        step = (1, 0) if sides == "right" else (0, 1)
        return tuple(name for at in stroke if (name := _edge(at, at.by(*step), field)))

    def draft(self, canvas: BrushedBoard, signs: GridSigns) -> dict[Square, str]:
        """How it will look: both columns of a square, or the second alone."""
        there = [at for at in self.squares() if canvas.field.holds(at)]
        match self.brush.kind:
            case "ground":
                return dict.fromkeys(there, signs.pair(self.brush.sign))
            case "eraser":
                return dict.fromkeys(there, f"{self.brush.sign} ")
            case "light":
                return dict.fromkeys(there, LIT[self.brush.what])
            case _:
                return _borders(self.edits(canvas), signs)


def _edge(one: Square, other: Square, field: Battlefield) -> str:
    return edge_name(f"{one}/{other}") if field.holds(one) and field.holds(other) else ""


def _sides(at: Square, field: Battlefield) -> dict[str, bool]:
    found = {}
    right, below = field.wall_east | field.low_east, field.wall_south | field.low_south
    for one, other, bits in (
        (at, at.by(1, 0), right), (at, at.by(0, 1), below),
        (at.by(-1, 0), at, right), (at.by(0, -1), at, below),
    ):  # fmt: skip
        if name := _edge(one, other, field):
            found[name] = bool(bits & field.bit(one))
    return found


def _doorway(at: Square, canvas: BrushedBoard) -> str:
    sides = _sides(at, canvas.field)
    doors, walls = (e for e in sides if e in canvas.doors), (e for e in sides if sides[e])
    return next(iter((*doors, *walls, *sides)), "")


def lit(
    zones: tuple[Zone, ...], stroke: Iterable[Square], light: Light, board: Light,
    field: Battlefield,
) -> tuple[Zone, ...]:  # fmt: skip
    """The zones of light with these squares lit; squares lit like the board need none."""
    drawn = [(zone.where, zone.light) for zone in zones]
    drawn.append((runs(field, field.bits(stroke)), light))
    by_light = squares_by_light(field, board, drawn)
    return tuple(Zone(runs(field, bits), kind) for kind, bits in by_light if kind != board)


# how a stroke will look


LIT = {"dark": ";", "dim": ",", "bright": "*"}
"""What the second column shows of a light that is being drawn."""


def _borders(drawn: Iterable[BoardEdit], signs: GridSigns) -> dict[Square, str]:
    found: dict[Square, tuple[bool, bool]] = {}
    table, door = signs.walls, ""
    for edit in drawn:
        if edit.what == "low":
            table = signs.low
        elif edit.what in DRAWN_DOORS:
            door = signs.doors[DRAWN_DOORS[edit.what]]
        for name in edit.where.split():
            one, other = parse_edge(name)
            right, below = found.get(one, (False, False))
            found[one] = (right or one.y == other.y, below or one.x == other.x)
    return {at: door or table[sides] for at, sides in found.items()}


def lit_now(zones: Iterable[Zone]) -> dict[Square, str]:
    """The display of the present zones of light."""
    return {square: LIT[zone.light] for zone in zones for square in squares_of(zone.where)}


PASSED = frozenset("uU?")
"""Keys of one character that stay the screen's: undo, redo, help."""
AIR = {"W": "wind", "G": "gravity"}


class BrushLine(Pane, can_focus=True):
    """A brush, picked by its map character and moved over the grid.

    `Enter` sets a corner and a second one draws as far as the cursor; the far keys (H J K L) drag
    from where the cursor is; Space draws the square under it; `r` changes the shape; `b` picks
    another brush, Tab the next one; Esc drops the corner, then leaves. What would be drawn is
    shown on the grid all the time.
    """

    @dataclass
    class Drawn(Posted):
        """The GM drew a stroke."""

        stroke: Stroke

    @dataclass
    class AirAsked(Posted):
        """The GM wants another "wind" or "gravity"."""

        what: str

    class Left(Posted):
        """The GM left the brushes."""

    def __init__(
        self,
        grid: BattleGrid,
        brushes: Iterable[Brush],
        keys: Keymap,
        zones: Callable[[], Iterable[Zone]] = tuple,
    ) -> None:
        super().__init__(id="brush")
        self.zones = zones
        self.grid = grid
        self.brushes = tuple(brushes)
        self.keys = keys
        self.brush: Brush | None = None
        self.shape: Shape = "filled"
        self.corner: Square | None = None

    def on_mount(self) -> None:
        """Follow the cursor."""
        self.look = self.grid.look
        self.watch(self.grid, "cursor", self.show_draft)

    def show_draft(self) -> None:
        """Show the current draft on the grid."""
        shown: dict[Square, str] = {}
        if self.brush is not None:
            if self.brush.kind == "light":
                shown |= lit_now(self.zones())
            canvas = BrushedBoard(self.grid.field, self.grid.doors)
            signs = SIGNS[self.grid.look.name]
            shown |= self._stroke(self.brush).draft(canvas, signs)
        self.grid.show(draft=shown)
        self.redraw()

    def _stroke(self, brush: Brush) -> Stroke:
        at = self.grid.cursor
        return Stroke(brush, self.shape, self.corner or at, at)

    # keys

    def check_consume_key(self, key: str, character: str | None) -> bool:
        """Whether a key is a brush, or leads one: no line opens with it."""
        return character is not None and character not in PASSED

    def on_key(self, event: events.Key) -> None:
        """Take every key that could be a brush or lead one; leave undo, help and F-keys."""
        if self._take(event.key, event.character if event.is_printable else None):
            event.stop()
            event.prevent_default()
            self.show_draft()

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
                self.grid.zoom(1 if key == "z" else -1)
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
            self.grid.action_cursor(direction)
        elif name == "far":
            if self.brush is not None and self.corner is None:
                self.corner = self.grid.cursor
            self.grid.action_cursor(direction, FAR)
        return name in ("cursor", "far")

    def _enter(self) -> None:
        if self.brush is not None and self.brush.kind != "door" and self.corner is None:
            self.corner = self.grid.cursor
        elif self.brush is not None:
            self._draw()

    def _draw(self) -> None:
        if self.brush is not None:
            self.post_message(self.Drawn(self._stroke(self.brush)))
        self.corner = None

    def _next(self, step: int) -> None:
        place = -1 if step > 0 else 0
        if self.brush is not None:
            place = self.brushes.index(self.brush)
        self.brush = self.brushes[(place + step) % len(self.brushes)]

    # what it says

    def lines(self, width: int) -> Sequence[Line]:
        """The brushes, or the picked one with its keys."""
        if self.brush is None:
            others = (("W", N_("wind")), ("G", N_("gravity")), ("Esc", N_("leaves")))
            keys = [(brush.sign, words(brush.label)) for brush in self.brushes]
            return packed([*keys, *((key, phrase(text)) for key, text in others)], width)
        keys_told = N_("Enter draw  r shape  Esc no corner  b other brush")
        if self.corner is None:
            keys_told = N_("Enter corner  Spc here  HJKL drag  r shape  b other  u undo  Esc")
        return (
            ((fit(f" {say(self._told(self.brush))}", width), "mark"),),
            ((fit(f" {phrase(keys_told)}", width), "dim"),),
        )

    def _told(self, brush: Brush) -> Message:
        stroke = self._stroke(brush)
        parts = {
            "sign": brush.sign, "brush": brush.label, "to": str(stroke.other),
            "shape": SHAPES[self.shape], "from": str(stroke.one),
        }  # fmt: skip
        if self.corner is None:
            return Message("brush {sign} {brush}, {shape}: at {to}", **parts)
        return Message("brush {sign} {brush}, {shape}: {from} to {to}, {count:square|squares}",
                       count=len(stroke.squares()), **parts)  # fmt: skip


def packed(entries: Sequence[tuple[str, str]], width: int) -> list[Line]:
    """Keys with their words, packed into lines without breaking any of them."""
    found = []
    line: list[tuple[str, str]] = []
    room = 0
    for key, label in entries:
        needs = cell_len(key) + cell_len(label) + 3
        if line and needs > room:
            found.append(tuple(line))
            line = []
        if not line:
            room = width
        line += [(f" {key} ", "key"), (f"{label} ", "")]
        room -= needs
    return [*found, tuple(line)]


def open_brushes(screen: FightHost) -> None:
    """Open the brushes, until Esc."""
    grid, app = screen.grid, screen.app
    if screen.has_class("brushing"):
        return
    if screen.encounter is None or not grid.field.width:
        screen.gm.refuse("There is no board to draw on.")
        return

    line = BrushLine(
        grid, brushes(screen.view.assets.rules.combat.ground), app.keys,
        lambda: screen.encounter.zones if screen.encounter else (),
    )  # fmt: skip
    screen.set_class(True, "brushing")
    grid.can_focus = False  # a click moves the cursor and leaves the keys to the brush
    screen.mount(line, before="#ahead")
    line.focus()
    line.watch(app, "view", line.show_draft, init=False)


def put_brushes_away(screen: FightHost) -> None:
    """Close the brushes; what was drawn stays."""
    screen.query_one(BrushLine).remove()
    screen.set_class(False, "brushing")
    screen.grid.show(draft={})
    screen.grid.can_focus = True
    screen.focus_pane()
    screen.show(screen.view)


def draw(screen: FightHost, drawn: BrushLine.Drawn) -> None:
    """Draw one stroke, as one command."""
    encounter, stroke, grid = screen.encounter, drawn.stroke, screen.grid
    if encounter is None:
        return
    if stroke.brush.kind == "light":
        light = cast("Light", stroke.brush.what)
        zones = lit(encounter.zones, stroke.squares(), light, encounter.light, grid.field)
        screen.perform(replace(air(encounter), zones=zones))
    elif edits := stroke.edits(BrushedBoard(grid.field, grid.doors)):
        screen.perform(Paint(encounter.id, edits))
    else:
        screen.gm.say_message("There is nothing to draw at the edge of the map.")


@work
async def ask_air(screen: FightHost, asked: BrushLine.AirAsked) -> None:
    """Ask for the wind or the gravity."""
    winds = asked.what == "wind"
    prompt = Message("gravity: normal, low, zero, high")
    if winds:
        prompt = Message("wind blows to: N NE E SE S SW W NW, or none")

    def read(text: str) -> str:
        return wind(text) if winds else one_of(text.strip(), GRAVITIES, "unknown_gravity")

    typed = await screen.gm.line(prompt, check=read)
    if typed and screen.encounter is not None:
        now = air(screen.encounter)
        screen.perform(
            replace(now, wind=read(typed)) if winds else replace(now, gravity=read(typed))
        )
