"""What a GM does in the demo's story, and the dice that are called to it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from core.combat.board.plan import Board
from core.dice import Answer, Typed
from core.play.fight.encounter import Encounter
from core.play.union import Command
from core.values import Struct


class DemoStep(Struct):
    """A command that asked for something, with the answers by the key of their question."""

    command: Command
    answers: Mapping[str, Answer]


class Back(Struct):
    """The GM took the last thing back."""


class EncounterPrepared(Struct):
    """The GM prepared an encounter on this board."""

    encounter: Encounter
    board: Board


class NewSession(Struct):
    """Friends met again, so many days before the demo is made; a deed took about so many minutes.

    They come long enough after the evening before, so that another session begins by itself.
    """

    ago: int
    minutes: int


class Title(Struct):
    """The GM gave the evening a title."""

    title: str


Deed: TypeAlias = Command | DemoStep | Back | EncounterPrepared | NewSession | Title


def typed(prefix: str, **numbers: int) -> dict[str, Answer]:
    """Dice typed at the table, by the end of their key; `_` in a name stands for `/` or `-`."""
    return {f"{prefix}/{_key(name)}": Typed(n) for name, n in numbers.items()}


def totals(prefix: str, **numbers: int) -> dict[str, Answer]:
    """Totals that the players called instead of the face of their die."""
    return {f"{prefix}/{_key(name)}": Typed(n, total=True) for name, n in numbers.items()}


def _key(name: str) -> str:
    return name.replace("__", "/").replace("_", "-")
