"""Drawing on an encounter's board: a stroke of a brush, another wind, another gravity."""

from __future__ import annotations

from typing import cast

from core.combat.board.drawing import Light
from core.combat.board.scene import GRAVITIES
from core.messages import Message
from core.play.facts.fight.setup.commands import Paint
from core.values import replace
from tui.encounter.change import Change, Standpoint
from tui.encounter.present.brushes import BrushedBoard, Stroke, lit
from tui.play.command_line.board_words import air, wind
from tui.play.command_line.typed_line import one_of
from tui.play.dialogs.dialog import LineDialog


def draw(standpoint: Standpoint, stroke: Stroke, canvas: BrushedBoard) -> Change:
    """Draw one stroke, as one command."""
    encounter = standpoint.encounter
    if encounter is None:
        return ()
    if stroke.brush.kind == "light":
        light = cast("Light", stroke.brush.what)
        zones = lit(encounter.zones, stroke.squares(), light, encounter.light, canvas.field)
        return replace(air(encounter), zones=zones)
    edits = stroke.edits(canvas)
    if not edits:
        return Message("There is nothing to draw at the edge of the map.")
    return Paint(encounter.id, edits)


def ask_air(standpoint: Standpoint, what: str) -> Change:
    """Ask for the "wind" or the "gravity"."""
    if what == "wind":
        return ask_wind(standpoint)
    return ask_gravity(standpoint)


def ask_wind(standpoint: Standpoint) -> Change:
    """Ask for the wind."""

    def blow(now: Standpoint, typed: str) -> Change:
        if now.encounter is None:
            return ()
        return replace(air(now.encounter), wind=wind(typed))

    prompt = Message("wind blows to: N NE E SE S SW W NW, or none")
    return LineDialog(prompt=prompt, check=wind, then=blow)


def ask_gravity(standpoint: Standpoint) -> Change:
    """Ask for the gravity."""

    def read(typed: str) -> str:
        return one_of(typed.strip(), GRAVITIES, "unknown_gravity")

    def weigh(now: Standpoint, typed: str) -> Change:
        if now.encounter is None:
            return ()
        return replace(air(now.encounter), gravity=read(typed))

    prompt = Message("gravity: normal, low, zero, high")
    return LineDialog(prompt=prompt, check=read, then=weigh)
