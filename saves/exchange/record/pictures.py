"""The content of a record's pictures as plain values."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal, TypeAlias

from core.combat.board.plan import DoorState
from core.combat.board.squares import Block, Square
from core.travel.hexes import Hex
from core.values import Struct

Camp: TypeAlias = Literal["party", "foe", "neutral"]
Plight: TypeAlias = Literal["", "prone", "down", "dead"]


class HexPicture(Struct):
    """A hex of the map: its terrain row or water ("" = no word for it), its name or ""."""

    at: Hex
    terrain: str
    label: str = ""
    place: bool = False


class Strand(Struct):
    """A road or river, as far as it is known: neighbouring hexes."""

    kind: Literal["way", "river"]
    hexes: tuple[Hex, ...]


class Trail(Struct):
    """The route of a day: neighbouring hexes, and its label."""

    name: str
    hexes: tuple[Hex, ...]


class NightMark(Struct):
    """A hex where the party slept, and the numbers of the nights, from 1."""

    at: Hex
    numbers: tuple[int, ...]


class Region(Struct):
    """The region as far as it may be shown, and the party's way through it.

    `start` and `end` are where the way begins and ends, `fights` the hexes where it came to
    one. `terrains` are the rows that occur, each with what it is called.
    """

    title: str
    hexes: tuple[HexPicture, ...]
    strands: tuple[Strand, ...]
    trails: tuple[Trail, ...]
    nights: tuple[NightMark, ...]
    fights: tuple[Hex, ...]
    start: Hex | None
    end: Hex | None
    terrains: tuple[tuple[str, str], ...]
    hex_side: str


class PictureToken(Struct):
    """A creature on the board: its letter, the squares of its space, how it is.

    `inside` is what the GM sees of it besides (its hit points), `secret`: players do not see it.
    """

    sign: str
    name: str
    space: Block
    camp: Camp
    plight: Plight = ""
    height: int = 0
    inside: str = ""
    secret: bool = False


class WalkLine(Struct):
    """How somebody moved: the centres of its space in half-squares, first to last.

    `side` is that of its space in squares.
    """

    camp: Camp
    points: tuple[tuple[int, int], ...]
    side: int


class Wall(Struct):
    """A wall or door between two adjacent squares, upper or left first."""

    kind: Literal["wall", "low"] | DoorState
    one: Square
    other: Square


class BoardPicture(Struct):
    """A board at one moment: the part from `left`, `top`, so many squares wide and high.

    `grounds` are squares by the role of their ground ("open" ones are left out), `unseen` the
    squares that are not shown; `legend` are the roles that occur, each with its name.
    """

    title: str
    left: int
    top: int
    width: int
    height: int
    grounds: tuple[tuple[str, tuple[Square, ...]], ...]
    unseen: tuple[Square, ...]
    walls: tuple[Wall, ...]
    tokens: tuple[PictureToken, ...]
    walks: tuple[WalkLine, ...]
    legend: tuple[tuple[str, str], ...]
    scale: str


class ChartLeg(Struct):
    """A segment of the journey's line: hours since its beginning, km from its start."""

    begins: Fraction
    ends: Fraction
    km_from: Fraction
    km_to: Fraction
    forced: bool = False


class JourneyStop(Struct):
    """A night, or a fight by its name, on the journey."""

    kind: Literal["night", "fight"]
    hours: Fraction
    km: Fraction
    name: str
    number: int = 0


class DayBar(Struct):
    """A day of the journey: when it begins (hours since its beginning), how far it went.

    `km` is for the bar, `forced_km` how much of it was forced; `told` is how far in words.
    """

    begins: Fraction
    date: str
    km: Fraction
    forced_km: Fraction
    told: str


class AxisTick(Struct):
    """A tick of an axis, with its text."""

    at: Fraction
    label: str


class JourneyChart(Struct):
    """The way as km over days: one line, and a bar for each day.

    `hours` and `km` are how long the axes are, `ended` the hours that had passed in the end;
    `told` is the whole way in words. `ticks` are those of the kilometres, `bar_ticks` of the
    kilometres of a day, of which the most are `day_km`.
    """

    title: str
    legs: tuple[ChartLeg, ...]
    stops: tuple[JourneyStop, ...]
    days: tuple[DayBar, ...]
    hours: Fraction
    ended: Fraction
    km: Fraction
    told: str
    day_km: Fraction
    ticks: tuple[AxisTick, ...]
    bar_ticks: tuple[AxisTick, ...]
