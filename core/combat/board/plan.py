"""A board: the drawn map of an encounter, as it is written and kept."""

from __future__ import annotations

from typing import Literal, TypeAlias

from core.values import Struct

DoorState: TypeAlias = Literal["closed", "open", "locked"]


class Door(Struct):
    """A door on a border ("B2/C2"); unless it is open it is a wall there."""

    edge: str
    state: DoorState = "closed"


class Board(Struct):
    """A drawn map: rows of signs, walls and low walls on borders, doors, signs of its own.

    `legend` gives those signs, each with its kinds of ground. Boards are immutable and stored by
    the sha256 of their text; later drawing is a `BoardEdit` on top.
    """

    rows: tuple[str, ...]
    edge_walls: tuple[str, ...] = ()
    edge_low: tuple[str, ...] = ()
    doors: tuple[Door, ...] = ()
    legend: tuple[tuple[str, tuple[str, ...]], ...] = ()


class BoardEdit(Struct):
    """A change of a board.

    `where` is squares as runs ("B2:5 C4": five squares from B2 to the right, and C4) with `what`
    the slug of a kind of ground; or one or more borders ("B2/C2 B3/C3") with `what` one of "wall",
    "low", "door", "open_door", "locked_door" and "nothing".
    """

    where: str
    what: str
