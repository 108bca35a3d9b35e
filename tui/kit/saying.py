"""Sentences about any moment, with named hexes and rounded distances."""

from __future__ import annotations

from core.messages import Message, Value
from core.play.state import State
from core.play.union import Assets
from core.quantities import Kilometres
from core.travel.regionmap import RegionMap
from tui.kit.phrases import say
from tui.kit.units import Roughly


def said(message: Message, state: State, assets: Assets) -> str:
    """`message` as a sentence about `state`; `saves` calls it to make text."""
    return say(named(message, assets.region(state)))


def named(message: Message, region: RegionMap | None) -> Message:
    """`message` with hexes by their names and distances rounded."""
    cells = {} if region is None else region.cells

    def called(value: Value) -> Value:
        match value:
            case str():
                cell = cells.get(value)
                return value if cell is None else cell.label or value
            case Message():
                return value.mapped(called)
            case int() | tuple():
                return value
            case Kilometres():
                return Roughly(value)
            case _:
                return value

    return message.mapped(called)
