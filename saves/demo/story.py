"""The demo campaign so far, as `story.json` tells it: evenings, commands, dice that were called."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import msgspec

from core.combat.board.drawing import Board
from core.play.union import Command
from core.values import Struct
from saves.store import codec
from saves.store.entries import NameSession, Undo

NAME = "The Long Marches"
FIRST_DAY = 66
"""7 Thaw 1212 of the plain reckoning."""


class Pack(Struct):
    """Creatures of a kind at these squares; `group` shares its initiative."""

    kind: str
    at: tuple[str, ...]
    group: str = ""
    hidden: bool = False


class DemoStep(Struct):
    """A command or mark, with the dice typed for it, by the key of their question.

    `totals` are what players called instead of the face of their die; `creatures` and `board` are
    those of an encounter to prepare.
    """

    command: Command | NameSession | Undo
    dice: Mapping[str, int] = msgspec.field(default_factory=dict)
    totals: Mapping[str, int] = msgspec.field(default_factory=dict)
    creatures: tuple[Pack, ...] = ()
    board: Board | None = None


class Evening(Struct):
    """Friends met, so many days before the demo is made; a deed took about so many minutes.

    They come long enough after the evening before, so that another session begins by itself.
    """

    ago: int
    minutes: int
    deeds: tuple[DemoStep, ...]


@cache
def story() -> tuple[Evening, ...]:
    """All of it: four evenings of a week on the road, and the ambush of the eighth day."""
    text = files("saves.demo").joinpath("story.json").read_bytes()
    return codec.read(tuple[Evening, ...], text)
