"""The signs that the screens draw with: 7-bit ASCII, or lines and shades of width one.

A sign is always two columns wide on the map. No emoji, no variation selectors, nothing whose
width a terminal may judge otherwise than the grid does.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from core.travel.map_signs import GROUND_SIGNS
from core.values import Struct

LookName = Literal["plain", "lines"]

PARTY = "@@"
UNEXPLORED = "??"
ROUTE = "**"


class Look(Struct):
    """One way of drawing: the signs of the map and of bars.

    `ground` maps terrain rows of the rulesets to signs; `water`, `way`, `river` are two columns
    wide, `place`, `crossing`, `goal` and `boat` one; `done` and `left` fill the hours bar, `bar`
    has the halves of a column of a bar of hit points (see `health_bar`). `road` and `track` (of
    the route) have a sign for the sides that a line goes to from its cell: 1 is north, 2 east,
    4 south, 8 west.
    """

    name: LookName
    upright: str
    done: str
    left: str
    way: str
    river: str
    water: str
    place: str
    crossing: str
    goal: str
    boat: str
    ground: Mapping[str, str]
    road: str
    track: str
    bar: Mapping[str, str] = {}

    def terrain(self, row: str) -> str:
        """The sign of terrain row `row`; a row that has none is shown by its first letters."""
        return self.ground.get(row) or row[:2].ljust(2) or "  "

    def night(self, number: int) -> str:
        """The sign of the `number`-th night on the way."""
        return f"*{number}" if number < 10 else str(number)[-2:]

    def waypoint(self, number: int) -> str:
        """The sign of the `number`-th waypoint of the next route."""
        return f"+{number}" if number < 10 else str(number)[-2:]


_GROUND = {row: 2 * sign for row, sign in GROUND_SIGNS.items()} | {"hills": "()", "": "  "}

_SHADED = {
    **_GROUND,
    "mountains": "▲▲",
    "forest": "♠♠",
    "deep_forest": "♣♣",
    "jungle": "♣♣",
    "hills": "∩∩",
    "plains": "··",
    "swamp": "▒▒",
    "moor": "░·",
    "desert": "░░",
    "sandy_desert": "░░",
    "urban": "▓▓",
    "water": "≈≈",
    "lake": "≈≈",
    "sea": "≈≈",
    "river": "≈≈",
}

PLAIN = Look(
    name="plain",
    upright="|",
    done="=",
    left=".",
    way="==",
    river="{}",
    water="~~",
    place="o",
    crossing="H",
    goal="X",
    boat="b",
    ground=_GROUND,
    road="=|==||===|======",
    track="*" * 16,
)
LINES = Look(
    name="lines",
    upright="│",
    done="█",
    left="░",
    way="══",
    river="~~",
    water="≈≈",
    place="■",
    crossing="╪",
    goal="◊",
    boat="▪",
    ground=_SHADED,
    road="·│─╰││╭├─╯─┴╮┤┬┼",
    track="•┃━┗┃┃┏┣━┛━┻┓┫┳╋",
    bar={"##": "━", "#-": "╾", "--": "─", "# ": "╸", "- ": "╴"},
)
LOOKS: Mapping[LookName, Look] = {"plain": PLAIN, "lines": LINES}
