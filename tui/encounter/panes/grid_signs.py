"""The signs of the battle grid in each look, and their legend."""

from __future__ import annotations

from collections.abc import Mapping

from core.combat.board.drawing import DoorState
from core.values import Struct
from tui.kit.looks import LookName

OPEN = "."

ROLES: Mapping[str, str] = {
    ".": "open", ":": "rough", "%": "rough", "^": "hazard", "~": "water", "o": "low",
    "=": "low", "&": "fog", "#": "wall",
}  # fmt: skip
"""The role of each sign of the ground; ground of several kinds is of role "own"."""


class GridSigns(Struct):
    """How one look draws: the ground by its signs, walls on borders, doors, bodies.

    Ground of several kinds that has no sign of its own (a thicket has) has those of its kinds.
    `walls` and `low` are by (on the right, below); a body has corners `above` and `below`, `sides`
    between them.
    """

    ground: Mapping[str, str]
    walls: Mapping[tuple[bool, bool], str]
    low: Mapping[tuple[bool, bool], str]
    mixed: str
    doors: Mapping[DoorState, str]
    above: str
    sides: str
    below: str

    def ends(self, line: int, last: int) -> str:
        """Both ends of a body's frame on one of its lines, the first is 0."""
        return self.above if not line else self.below if line == last else self.sides

    def pair(self, kinds: str) -> str:
        """The two columns of a square of ground, by the signs of its kinds."""
        if kinds == OPEN:
            return f"{OPEN} "
        drawn = self.ground.get(kinds) or "".join(self.ground.get(kind, kind) for kind in kinds)
        return (drawn * 2)[:2]


_PLAIN = GridSigns(
    ground={"o": "("},
    walls={(True, False): "|", (False, True): "_", (True, True): "]"},
    low={(True, False): "!", (False, True): ",", (True, True): ";"},
    mixed="]",
    doors={"closed": "+", "locked": "$", "open": "'"},
    above="[]",
    sides="[]",
    below="[]",
)
_LINES = GridSigns(
    ground={
        ":": "░",
        "%": "▒",
        "^": "▲",
        "~": "≈",
        "o": "▫",
        "=": "≡",
        "&": "▓",
        "#": "█",
        ":&": "♣",
    },
    walls={(True, False): "│", (False, True): "─", (True, True): "┘"},
    low={(True, False): "¦", (False, True): ",", (True, True): ";"},
    mixed="┘",
    doors={"closed": "▯", "locked": "▮", "open": "'"},
    above="┌┐",
    sides="││",
    below="└┘",
)
SIGNS: Mapping[LookName, GridSigns] = {"plain": _PLAIN, "lines": _LINES}
