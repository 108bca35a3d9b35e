"""What the map widget draws of a region: hexes by column and row, and the lines between them.

Hexes are flat-topped and lie in columns; even columns lie half a hex lower, so a hex has
neighbours N, NE, SE, S, SW and NW and none due east. A chart is made once for each map and
ruleset (it may be made in a worker) and never changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal, TypeAlias

XY: TypeAlias = tuple[int, int]
Side = Literal["N", "NE", "SE", "S", "SW", "NW"]
Kind = Literal["way", "river", "both"]

_ODD: Mapping[Side, XY] = MappingProxyType(
    {"N": (0, -1), "NE": (1, -1), "SE": (1, 0), "S": (0, 1), "SW": (-1, 0), "NW": (-1, -1)}
)
_EVEN: Mapping[Side, XY] = MappingProxyType(
    {"N": (0, -1), "NE": (1, 0), "SE": (1, 1), "S": (0, 1), "SW": (-1, 1), "NW": (-1, 0)}
)
_HALF: Mapping[Side, Side] = MappingProxyType({"N": "S", "NW": "SE", "SW": "NE"})


def step(at: XY, side: Side) -> XY:
    """The neighbour of `at` on `side`."""
    dx, dy = (_ODD if at[0] % 2 else _EVEN)[side]
    return at[0] + dx, at[1] + dy


def line_of(at: XY) -> int:
    """The half row on which a hex begins: two for each row, even columns one lower."""
    return 2 * at[1] + (at[0] % 2 == 0)


def link(a: XY, b: XY) -> tuple[XY, Side] | None:
    """The one name of the border between neighbours: a hex and its side SE, S or NE.

    None when `a` and `b` are no neighbours.
    """
    for side, back in _HALF.items():
        if step(a, side) == b:
            return b, back
        if step(b, side) == a:
            return a, back
    return None


@dataclass(frozen=True, slots=True)
class Spot:
    """A hex of the chart: its terrain row, the name written by it, a place or a crossing there."""

    row: str
    label: str = ""
    place: bool = False
    crossing: bool = False


@dataclass(frozen=True)
class Chart:
    """The hexes of a region and what joins them. `ids` names each hex as the region does."""

    spots: Mapping[XY, Spot]
    links: Mapping[tuple[XY, Side], Kind]
    ids: Mapping[XY, str]
    at: Mapping[str, XY] = field(init=False)
    left: int = field(init=False)
    top: int = field(init=False)
    columns: int = field(init=False)
    rows: int = field(init=False)

    def __post_init__(self) -> None:
        xs = [x for x, _ in self.spots] or [0]
        ys = [y for _, y in self.spots] or [0]
        set_ = object.__setattr__
        set_(self, "left", min(xs))
        set_(self, "top", min(ys))
        set_(self, "columns", max(xs) - min(xs) + 1)
        set_(self, "rows", max(ys) - min(ys) + 1)
        set_(self, "at", MappingProxyType({id_: xy for xy, id_ in self.ids.items()}))

    def holds(self, at: XY) -> bool:
        """Whether `at` lies in the rectangle of the chart, explored or not."""
        x, y = at[0] - self.left, at[1] - self.top
        return 0 <= x < self.columns and 0 <= y < self.rows

    def id_of(self, at: XY) -> str:
        """The id of the hex at `at`, also of one that the region does not describe."""
        return self.ids.get(at) or hex_id(at)

    def xy_of(self, hex_: str) -> XY | None:
        """Where the hex with this id lies; None when the id is no hex of the chart."""
        found = self.at.get(hex_)
        if found is not None:
            return found
        xy = read_id(hex_)
        return xy if xy is not None and self.holds(xy) else None


def hex_id(at: XY) -> str:
    """The id of a hex as text-mapper writes it: "0304", or dotted beyond two digits."""
    x, y = at
    if max(abs(x), abs(y)) > 99:
        return f"{_padded(x, 3)}.{_padded(y, 3)}"
    return _padded(x, 2) + _padded(y, 2)


def _padded(number: int, digits: int) -> str:
    return ("-" if number < 0 else "") + str(abs(number)).rjust(digits, "0")


def read_id(text: str) -> XY | None:
    """The column and row in a hex id; None when it is none."""
    if "." in text:
        left, _, right = text.partition(".")
    else:
        cut = 3 if text.startswith("-") else 2
        left, right = text[:cut], text[cut:]
    try:
        return int(left), int(right)
    except ValueError:
        return None


def links_of(
    ways: Iterable[tuple[XY, XY]], rivers: Iterable[tuple[XY, XY]]
) -> dict[tuple[XY, Side], Kind]:
    """The lines between hexes from pairs of neighbours; pairs that are none are left out."""
    found: dict[tuple[XY, Side], Kind] = {}
    for a, b in ways:
        name = link(a, b)
        if name is not None:
            found[name] = "way"
    for a, b in rivers:
        name = link(a, b)
        if name is not None:
            found[name] = "both" if found.get(name) in ("way", "both") else "river"
    return found
