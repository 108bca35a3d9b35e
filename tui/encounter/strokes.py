"""Drawing on an encounter's board: terrain, walls, doors, light, wind, gravity.

`b` puts a `BrushLine` over the foot (class "brushing" hides the Ahead line and the keys), which
takes all keys but F-keys, ctrl, undo and help until Esc. Each stroke is one `Paint` (light: one
`SetAir`), so `u` takes back one stroke. The grid's `draft` shows what would be drawn.
"""

from __future__ import annotations

from typing import cast

from textual import work

from core.combat.board.drawing import Light
from core.combat.board.scene import GRAVITIES
from core.messages import Message
from core.play.fight.setup.commands import Paint
from core.values import replace
from tui.encounter.model import FightHost
from tui.encounter.panes.brush_line import BrushLine
from tui.encounter.present.brushes import BrushedBoard, brushes, edits, lit, squares
from tui.play.typed.line import one_of
from tui.play.typed.vocabulary import air, wind


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


def draw(screen: FightHost, stroke: BrushLine.Stroke) -> None:
    """Draw one stroke, as one command."""
    encounter, brush, grid = screen.encounter, stroke.brush, screen.grid
    if encounter is None:
        return
    if brush.kind == "light":
        there = squares(stroke.shape, stroke.one, stroke.other)
        light = cast("Light", brush.what)
        zones = lit(encounter.zones, there, light, encounter.light, grid.field)
        screen.perform(replace(air(encounter), zones=zones))
        return
    canvas = BrushedBoard(grid.field, grid.doors)
    drawn = edits(brush, stroke.shape, stroke.one, stroke.other, canvas)
    if drawn:
        screen.perform(Paint(encounter.id, drawn))
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
