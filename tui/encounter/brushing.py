"""Drawing on an encounter's board: terrain, walls, doors, light, wind, gravity."""

from __future__ import annotations

from typing import cast

from textual import on, work

from core.combat.board.drawing import Light
from core.combat.board.scene import GRAVITIES
from core.combat.board.squares import DIRECTIONS
from core.messages import N_, Message, Refusal
from core.play.fight.encounter import Encounter, Zone
from core.play.fight.setup.commands import Paint, SetAir
from tui.encounter.panes.battle_grid import BattleGrid
from tui.encounter.panes.brush_line import BrushLine
from tui.encounter.present.brushes import BrushedBoard, brushes, edits, lit, squares
from tui.play.screen import PlayScreen


class BrushingScreen(PlayScreen):
    """What `b` does. A screen that has it gives `grid` and `encounter`; nothing else is needed.

    `class EncounterScreen(..., BrushingScreen)`: `action_brush` puts a `BrushLine` over the foot
    (class "brushing" hides the Ahead line and the keys), which takes all keys but F-keys, ctrl,
    undo and help until Esc. Each stroke is one `Paint` (light: one `SetAir`) through `perform`,
    so `u` takes back one stroke. The grid's `draft` shows what would be drawn. While `brushing`
    is true a click on the grid must not move anybody.
    """

    @property
    def grid(self) -> BattleGrid:
        """The grid that is drawn on."""
        raise NotImplementedError

    @property
    def encounter(self) -> Encounter | None:
        """The encounter whose board is drawn on."""
        raise NotImplementedError

    @property
    def brushing(self) -> bool:
        """Whether a brush is in use."""
        return self.has_class("brushing")

    def action_brush(self) -> None:
        """Open the brushes, until Esc."""
        if self.brushing:
            return
        if self.encounter is None or not self.grid.field.width:
            self.refuse(N_("There is no board to draw on."))
            return
        found = brushes(self.moment.assets.rules.combat.ground)
        line = BrushLine(self.grid, found, self.app.keys, self._zones)
        self.add_class("brushing")
        self.grid.can_focus = False  # a click moves the cursor and leaves the keys to the brush
        self.mount(line, before="#ahead")
        line.focus()
        line.watch(self.app, "moment", line.show_draft, init=False)

    def _zones(self) -> tuple[Zone, ...]:
        return () if self.encounter is None else self.encounter.zones

    @on(BrushLine.Left)
    def put_brushes_away(self) -> None:
        """Close the brushes; what was drawn stays."""
        self.query(BrushLine).remove()
        self.remove_class("brushing")
        self.grid.show(draft={})
        self.grid.can_focus = True
        self.focus_pane()
        self.show(self.moment)

    @on(BrushLine.Stroke)
    def draw(self, stroke: BrushLine.Stroke) -> None:
        """Draw one stroke, as one command."""
        encounter, brush = self.encounter, stroke.brush
        if encounter is None:
            return
        there = squares(stroke.shape, stroke.one, stroke.other)
        if brush.kind == "light":
            light = cast("Light", brush.what)
            zones = lit(encounter.zones, there, light, encounter.light, self.grid.field)
            self._air(encounter, zones=zones)
            return
        drawn = edits(brush, stroke.shape, stroke.one, stroke.other, self._canvas)
        if drawn:
            self.perform(Paint(encounter.id, drawn))
        else:
            self.say_message("There is nothing to draw at the edge of the map.")

    @on(BrushLine.AirAsked)
    @work
    async def _ask_air(self, asked: BrushLine.AirAsked) -> None:
        prompt = Message("wind blows to: N NE E SE S SW W NW, or none")
        if asked.what == "gravity":
            prompt = Message("gravity: normal, low, zero, high")
        typed = await self.line(prompt, check=_wind if asked.what == "wind" else _gravity)
        encounter = self.encounter
        if typed and encounter is not None:
            if asked.what == "wind":
                self._air(encounter, wind=_wind(typed))
            else:
                self._air(encounter, gravity=_gravity(typed))

    @property
    def _canvas(self) -> BrushedBoard:
        return BrushedBoard(self.grid.field, self.grid.doors)

    def _air(
        self, encounter: Encounter, *, wind: str | None = None, gravity: str = "",
        zones: tuple[Zone, ...] | None = None,
    ) -> None:  # fmt: skip
        self.perform(
            SetAir(
                encounter.id,
                encounter.light,
                encounter.wind if wind is None else wind,
                gravity or encounter.gravity,
                encounter.zones if zones is None else zones,
            )
        )


def _wind(text: str) -> str:
    word = text.strip().upper()
    if word in ("", "NONE", "0", "-"):
        return ""
    if word not in DIRECTIONS:
        raise Refusal(
            "unknown_wind",
            "'{word}' is not a direction. Write N or SW, for example.",
            word=text,
        )
    return word


def _gravity(text: str) -> str:
    word = text.strip().lower()
    found = [name for name in GRAVITIES if word and name.startswith(word)]
    if len(found) != 1:
        raise Refusal("unknown_gravity", "'{word}' is not one of {choices}.", word=text,
                      choices=GRAVITIES)  # fmt: skip
    return found[0]
