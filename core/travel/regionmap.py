"""The region map: hexes with their words and names, ways and rivers; its file is kept whole.

The map keeps the lines of its file in order: unknown words,
colours, comments and drawing instructions are kept, so that an export is the same map again.
The words get their meaning from the ruleset and the GM: see `core.travel.lexicon`.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Set
from difflib import get_close_matches
from functools import cached_property, lru_cache
from itertools import groupby, pairwise
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from core.messages import Refusal
from core.values import Struct

SIDES = ("N", "NE", "SE", "S", "SW", "NW")
_EVEN = ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))
_ODD = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1))
_SHORT = re.compile(r"(-?\d\d)(-?\d\d)(\d\d)?")
_DOTTED = re.compile(r"(-?\d{1,5})\.(-?\d{1,5})(?:\.(\d{1,5}))?")
_GUESSES = (5, 0, 1, 2, 3, 4)
MOST_STEPS = 20_000
MOST_HEXES = 2_000_000
"""The most hexes of all paths of a map together."""


class Hex(NamedTuple):
    """Column, row and level of a hex."""

    x: int
    y: int
    z: int = 0


def parse_hex(text: str) -> Hex | None:
    """Return the hex that `text` names, "0304" or "120.4"; None when it is not a hex."""
    match = _SHORT.fullmatch(text) or _DOTTED.fullmatch(text)
    if match is None or not text.isascii():
        return None
    x, y, z = match.groups()
    return Hex(int(x), int(y), int(z or 0))


def half_row(at: Hex) -> int:
    """Return the half row where a hex begins: two for each row, even columns one lower."""
    return 2 * at.y + (1 - at.x % 2)


def name_hex(position: Hex) -> str:
    """Return the unique id of a hex: "0304", dotted where two digits are not enough."""
    if all(-99 <= n <= 99 for n in position):
        dot = ""
    else:
        dot = "."
    level = f"{dot}{position.z:02d}" if position.z else ""
    return f"{_two(position.x)}{dot}{_two(position.y)}{level}"


def canonical(text: str) -> str | None:
    """Return the id of the hex that `text` names; None when it is not a hex."""
    position = parse_hex(text)
    if position is None:
        return None
    return name_hex(position)


def step(position: Hex, side: int) -> Hex:
    """Return the neighbour of a hex over `side` (an index of SIDES)."""
    dx, dy = (_ODD if position.x % 2 else _EVEN)[side]
    return Hex(position.x + dx, position.y + dy, position.z)


def around(at: Hex) -> tuple[Hex, ...]:
    """Return the six neighbours of a hex in the order of SIDES."""
    return tuple(step(at, side) for side in range(6))


def side_of(position: Hex, neighbour: Hex) -> int | None:
    """Return the side (an index of SIDES) towards `neighbour`; None when it is not adjacent."""
    if neighbour.z != position.z:
        return None
    deltas = _ODD if position.x % 2 else _EVEN
    delta = (neighbour.x - position.x, neighbour.y - position.y)
    if delta in deltas:
        return deltas.index(delta)
    return None


def apart(a: Hex, b: Hex) -> int:
    """Return the steps between two hexes of one level."""
    ax = a.x
    ay = a.y - (ax + ax % 2) // 2
    bx = b.x
    by = b.y - (bx + bx % 2) // 2
    dx = ax - bx
    dy = ay - by
    return max(abs(dx), abs(dy), abs(dx + dy))


def line(start: Hex, goal: Hex) -> tuple[Hex, ...] | None:
    """Return the hexes from `start` to `goal`, both included, by text-mapper's greedy steps.

    Each step goes to the neighbour whose column and row are nearest to the goal's. None when
    the hexes lie on different levels or over 20,000 steps apart.
    """
    if start.z != goal.z or apart(start, goal) > MOST_STEPS:
        return None
    hexes = [start]
    while hexes[-1] != goal:
        if len(hexes) > 2 * MOST_STEPS:
            return None
        neighbours = around(hexes[-1])
        hexes.append(
            min(
                (neighbours[side] for side in _GUESSES),
                key=lambda at: (goal.x - at.x) ** 2 + (goal.y - at.y) ** 2,
            )
        )
    return tuple(hexes)


def _two(number: int) -> str:
    if number < 0:
        return f"-{-number:02d}"
    return f"{number:02d}"


UNEXPLORED = "unexplored"
SECRET = ("secret", "hidden")
LINK = "|"


class HexLabel(Struct):
    """A text of a hex: its size and transforms as written; `tag` of a `tag="text"`."""

    text: str
    size: str = ""
    transforms: str = ""
    tag: str = ""


class HexCell(Struct):
    """A hex of the map: `words` in drawing order, unknown ones kept, and its texts."""

    hex: str
    words: tuple[str, ...] = ()
    labels: tuple[HexLabel, ...] = ()

    @property
    def title(self) -> HexLabel | None:
        """The text that names the hex: `name="..."`, else the first plain one, else the first."""
        if not self.labels:  # as of nearly all hexes
            return None
        plain = [text for text in self.labels if not text.tag]
        named = [text for text in self.labels if text.tag == "name"]
        unmoved = [text for text in plain if not text.transforms]
        return next(iter((*named, *unmoved, *plain)), None)

    @property
    def label(self) -> str:
        """The hex's name without a link ("Whispering Cave|Hex-0204"); "" when it has none."""
        title = self.title
        if title is None:
            return ""
        return title.text.partition(LINK)[0].strip()

    @property
    def explored(self) -> bool:
        """Whether the map shows the hex as explored."""
        return UNEXPLORED not in self.words

    @property
    def known(self) -> bool:
        """Whether players may know its name and features from the start."""
        return self.explored and not any(word in self.words for word in SECRET)


class MapPath(Struct, kw_only=True):
    """A line of the map: the `points` written and the `hexes` they join, neighbour by neighbour.

    `kind` is its word (road, river); a river is written from source to mouth (M-4). It may
    leave the map. `side` and `start` place its `label`; `extra` is the rest of its line.
    """

    points: tuple[str, ...]
    kind: str
    hexes: tuple[str, ...]
    label: str = ""
    side: str = ""
    start: str = ""
    extra: str = ""

    @property
    def steps(self) -> tuple[tuple[str, str], ...]:
        """The pairs of neighbours that it joins, in its order."""
        return tuple(zip(self.hexes, self.hexes[1:], strict=False))


MapLine: TypeAlias = HexCell | MapPath | str


class RegionMap(Struct, dict=True):
    """A map of hexes, immutable; its scale is the caller's. The last line for a hex wins."""

    lines: tuple[MapLine, ...] = ()

    def __hash__(self) -> int:
        """Return a hash that is computed once."""
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash(self.lines)

    @cached_property
    def cells(self) -> Mapping[str, HexCell]:
        """The hexes by id, in the order of the file."""
        return MappingProxyType(
            {cell.hex: cell for cell in self.lines if isinstance(cell, HexCell)}
        )

    @cached_property
    def names(self) -> Mapping[str, str]:
        """The names of the hexes that have one, in the order of the file."""
        return MappingProxyType({id_: cell.label for id_, cell in self.cells.items() if cell.label})

    @cached_property
    def known(self) -> frozenset[str]:
        """The hexes that players may know from the start."""
        return frozenset(cell.hex for cell in self.cells.values() if cell.known)

    @cached_property
    def paths(self) -> tuple[MapPath, ...]:
        """The paths, in the order of the file."""
        return tuple(path for path in self.lines if isinstance(path, MapPath))

    @cached_property
    def spots(self) -> Mapping[str, Hex]:
        """Column, row and level of each hex of the map."""
        found = {id_: parse_hex(id_) for id_ in self.cells}
        return MappingProxyType({id_: at for id_, at in found.items() if at is not None})

    def veiled(self, known: Set[str]) -> RegionMap:
        """Return the map with all hexes but the `known` blank."""
        return _veil(self, frozenset(known))

    def neighbours(self, hex_id: str) -> tuple[str, ...]:
        """Return the ids of the six neighbours, N NE SE S SW NW, on the map or not."""
        position = parse_hex(hex_id)
        if position is None:
            return ()
        return tuple(name_hex(n) for n in around(position))

    def find(self, text: str, *, off_map: bool = False) -> str:
        """Return the id of the hex that `text` names: a hex, or a place by name whatever its case.

        Accents may be left out where that is not ambiguous. With `off_map` a hex beyond the
        map is found too. Raises Refusal off_map, ambiguous_place (`hexes` lists them all) and
        unknown_place (`meant` is the nearest name, or "").
        """
        hex_id = canonical(text.strip())
        if hex_id is not None:
            if off_map or hex_id in self.cells:
                return hex_id
            raise Refusal("off_map", "{hex} is not on the map.", hex=hex_id)
        for alike in (_folded, _bare):
            wanted = alike(text)
            hex_ids = tuple(h for h, name in self.names.items() if alike(name) == wanted)
            if len(hex_ids) == 1:
                return hex_ids[0]
            if hex_ids:
                raise Refusal(
                    "ambiguous_place",
                    "{place} names several hexes: {hexes}. Give the hex.",
                    place=text,
                    hexes=hex_ids,
                )
        names = {_bare(name): name for name in self.names.values()}
        meant = get_close_matches(_bare(text), list(names), n=1)
        raise Refusal(
            "unknown_place",
            "No place on the map is called {place}; did you mean {meant}?"
            if meant
            else "No place on the map is called {place}.",
            place=text,
            meant=names[meant[0]] if meant else "",
        )


@lru_cache(maxsize=2)
def _veil(region: RegionMap, known: Set[str]) -> RegionMap:
    lines = list[MapLine]()
    for one in region.lines:
        match one:
            case HexCell(hex):
                lines.append(one if hex in known else HexCell(hex, (UNEXPLORED,)))
            case MapPath(kind=kind, hexes=way):
                runs = (tuple(run) for here, run in groupby(way, known.__contains__) if here)
                lines += (
                    MapPath(points=hexes, kind=kind, hexes=hexes)
                    for hexes in runs
                    if len(hexes) > 1
                )
            case _:
                pass
    return RegionMap(tuple(lines))


def fewest_hexes(points: Iterable[str]) -> int | None:
    """Return how many hexes `fill` gives at least; None when that is impossible.

    It takes as long as there are points, however far they are apart.
    """
    hexes = 1
    for one, other in pairwise(map(parse_hex, points)):
        if one is None or other is None or one.z != other.z:
            return None
        hexes += apart(one, other)
    return hexes


def fill(points: Iterable[str]) -> tuple[str, ...] | None:
    """Return the hexes along `points` (ids), gaps filled greedily; None when that is impossible."""
    hexes: list[Hex] = []
    for position in map(parse_hex, points):
        if position is None:
            return None
        way = line(hexes.pop() if hexes else position, position)
        if way is None:
            return None
        hexes.extend(way)
    return tuple(name_hex(at) for at in hexes)


def to_json(region: RegionMap) -> str:
    """Return the map as canonical JSON text, the same for equal maps."""
    rows: list[object] = []
    for entry in region.lines:
        if isinstance(entry, str):
            rows.append(entry)
        elif isinstance(entry, HexCell):
            texts = [[t.text, t.size, t.transforms, t.tag] for t in entry.labels]
            rows.append({"hex": entry.hex, "labels": texts, "words": list(entry.words)})
        else:
            rows.append(
                {
                    "extra": entry.extra,
                    "kind": entry.kind,
                    "label": entry.label,
                    "path": list(entry.points),
                    "side": entry.side,
                    "start": entry.start,
                }
            )
    return json.dumps(
        {"lines": rows, "v": 1}, ensure_ascii=False, sort_keys=True, separators=(",", ":")
    )


def from_json(text: str) -> RegionMap:
    """Return the map that `to_json` wrote. Raises ValueError for anything else."""
    data = json.loads(text)
    if not isinstance(data, dict) or data.get("v") != 1:
        raise ValueError("no region map of version 1")
    try:
        return RegionMap(tuple(_lines(data["lines"])))
    except (KeyError, TypeError) as error:
        raise ValueError("no region map") from error


def _lines(rows: Iterable[object]) -> Iterator[MapLine]:
    hexes = 0
    for row in rows:
        part = _line(row)
        hexes += len(part.hexes) if isinstance(part, MapPath) else 0
        if hexes > MOST_HEXES:
            raise ValueError("the paths are too long")
        yield part


def _line(row: object) -> MapLine:
    if isinstance(row, str):
        return row
    if not isinstance(row, dict):
        raise TypeError(row)
    if "hex" in row:
        return HexCell(row["hex"], tuple(row["words"]), tuple(HexLabel(*t) for t in row["labels"]))
    points = tuple(row["path"])
    hexes = fill(points)
    if hexes is None:
        raise ValueError("no path")
    return MapPath(
        points=points,
        kind=row["kind"],
        hexes=hexes,
        label=row["label"],
        side=row["side"],
        start=row["start"],
        extra=row["extra"],
    )


def _folded(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", text).casefold().split())


def _bare(text: str) -> str:
    apart = unicodedata.normalize("NFD", _folded(text))
    return "".join(letter for letter in apart if not unicodedata.combining(letter))
