"""The content of a record: plain values with finished text, in which names are marked, in order."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Literal, Protocol, TypeAlias

from core.combat.board.drawing import DoorState
from core.combat.board.squares import Block, Square
from core.messages import Message, Value
from core.play.facts.state import Assets, State
from core.travel.regionmap import Hex
from core.values import Struct
from saves.history.history import Say

OPEN = "\ufdd0"
CLOSE = "\ufdd1"
"""Noncharacters that enclose names while a sentence is rendered."""
_GONE = str.maketrans("", "", OPEN + CLOSE)


class Name(Struct):
    """The name of a member of the party or of a place, within a sentence."""

    text: str


Text: TypeAlias = tuple[str | Name, ...]
"""A sentence: plain pieces and names."""


def plain(text: Text) -> str:
    """The sentence as it reads."""
    return "".join(piece if isinstance(piece, str) else piece.text for piece in text)


def join_texts(texts: list[Text], between: str = "; ") -> Text:
    """Several sentences as one."""
    pieces: list[str | Name] = []
    for number, text in enumerate(texts):
        pieces += [between, *text] if number else text
    return tuple(pieces)


def capitalise(text: Text) -> Text:
    """The sentence with a capital first letter."""
    first = text[0] if text else ""
    if isinstance(first, str):
        return (first[:1].upper() + first[1:], *text[1:])
    return text


class Phrase(Protocol):
    """Translates headings, labels and figures."""

    def __call__(self, template: str, /, **values: Value) -> str:
        """The sentence for a template and its values in the reader's language."""

    def __hash__(self) -> int: ...


Audience: TypeAlias = Literal["players", "gm"]
"""The readers of a record."""


class Teller(Struct, dict=True):
    """Says messages about one world to an audience.

    `places` are the names of hexes that may be said.
    `hexes` are all that the audience knows, whether they have a name or not.
    The hexes that are not in `places` are said by their numbers, whatever the map calls them.
    """

    say: Say
    assets: Assets
    places: Mapping[str, str]
    members: frozenset[str]
    hexes: frozenset[str]
    audience: Audience

    @cached_property
    def mapless(self) -> Assets:
        """The state without its map: names of hexes come only from `places`."""
        return Assets(self.assets.rules, boards=self.assets.boards)

    @cached_property
    def _names(self) -> frozenset[str]:
        return self.members | frozenset(self.places.values())

    def tell(self, message: Message, state: State) -> Text:
        """The sentence, with its names."""
        said = self.say(message.mapped(self._mark_value), state, self.mapless)
        if OPEN not in said:
            if said:
                return (said,)
            return ()
        pieces: list[str | Name] = []
        for part in said.split(OPEN):
            name, found, rest = part.partition(CLOSE)
            if not found:
                pieces.append(part)
                continue
            pieces += [Name(name), rest]
        return tuple(piece for piece in pieces if piece)

    def word(self, message: Message, state: State) -> str:
        """The sentence as it reads."""
        return plain(self.tell(message, state))

    def phrases(self, state: State) -> Phrase:
        """Says what is not a sentence of the log, such as headings and figures, in this state."""

        @lru_cache(maxsize=1024)  # most of it is said again and again
        def phrase(template: str, /, **values: Value) -> str:
            return self.word(Message(template, **values), state)

        return phrase

    def place(self, hex: str) -> Text:
        """The name of a hex, or its number."""
        if hex in self.places:
            return (Name(self.places[hex]),)
        if hex:
            return (hex,)
        return ()

    def _mark_value(self, value: Value) -> Value:
        match value:
            case str():
                text = self.places.get(value, value)
                if not text.isascii():
                    text = text.translate(_GONE)
                if text in self._names:
                    return f"{OPEN}{text}{CLOSE}"
                return text
            case Message():
                return value.mapped(self._mark_value)
            case tuple():
                return tuple(map(self._mark_value, value))
            case _:
                return value


Camp: TypeAlias = Literal["party", "foe", "neutral"]
Plight: TypeAlias = Literal["", "prone", "down", "dead"]


class HexPicture(Struct):
    """A hex of the map: its terrain row or water ("" = no word for it), its name or ""."""

    at: Hex
    terrain: str
    label: str = ""


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

    kind: Literal["wall", "low", "veil"] | DoorState
    one: Square
    other: Square


Grounds: TypeAlias = tuple[tuple[str, tuple[Square, ...]], ...]
"""Squares by the role of their ground."""


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
    grounds: Grounds
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


class RecordLine(Struct):
    """What happened at one moment of the world: `at` is the hour ("" = as the line before).

    `secret` is what players are not told. `note`: a note of the GM's, in the GM's words. `why`
    are the receipts behind it in short.
    """

    text: Text
    at: str = ""
    secret: bool = False
    note: bool = False
    why: tuple[Text, ...] = ()


class TurnRecord(Struct):
    """The lines of one creature's (or group's) turn; `who` is () outside of turns."""

    who: Text
    lines: tuple[RecordLine, ...]


class Round(Struct):
    """A round of a fight; `title` is () before the first. `board` is that at its end, if drawn."""

    title: Text
    turns: tuple[TurnRecord, ...]
    board: BoardPicture | None = None


class Fight(Struct, kw_only=True):
    """An encounter that was played, on a board or told; `key` is unique in the record.

    `foes` are the kinds of creatures met, with their number ("Wolf a" is a Wolf). `first` is the
    board as it began, `last` as it was left. `over`: it has come to an end.
    """

    key: str
    name: str
    place: Text
    at: str
    foes: tuple[tuple[str, int], ...]
    party: tuple[str, ...]
    rounds: tuple[Round, ...]
    first: BoardPicture | None = None
    last: BoardPicture | None = None
    over: bool = True


class DayRecord(Struct, kw_only=True):
    """A day of the world: what happened, in order; `start` and `end` are where the party was.

    `km` and `hours` are what was travelled, "" for nothing; `far` is the same way for a bar.
    """

    number: int
    date: str
    start: Text
    end: Text
    km: str
    hours: str
    far: Fraction
    passages: tuple[tuple[RecordLine, ...] | Fight, ...]

    @property
    def fights(self) -> tuple[Fight, ...]:
        """The fights that began on this day."""
        return tuple(one for one in self.passages if isinstance(one, Fight))


class LuckRecord(Struct, kw_only=True):
    """The dice of somebody: what they showed in sum, against what dice show on average.

    `balance` is the difference with its sign, `twenties` and `ones` the natural ones of a d20.
    `chance` is how likely so much luck (or bad luck) is. `spread` is the difference in standard
    deviations, for the bar alone.
    """

    who: str
    throws: int
    shown: int
    expected: str
    balance: str
    twenties: int
    ones: int
    chance: str
    spread: float


class DamageRow(Struct):
    """The points of damage that somebody dealt and took."""

    who: str
    dealt: str
    taken: str


class Part(Struct):
    """One session. `facts` are its figures, name and value, ready to be read.

    `first` and `last` are its days as calendars of notes write them: year, month, day. `hexes`
    are where it began and ended. `notes` are the GM's on the
    session as a whole, `open` the questions among the notes of its moments.
    """

    key: str
    title: str
    real_date: str
    span: str
    summary: str
    facts: tuple[tuple[str, str], ...]
    first: str
    last: str
    hexes: tuple[str, str]
    notes: str
    days: tuple[DayRecord, ...]
    rulings: tuple[RecordLine, ...]
    open: tuple[RecordLine, ...]
    region: Region | None = None
    journey: JourneyChart | None = None


class Record(Struct):
    """A campaign, or some of its sessions, told for one audience.

    `km` is how far the party went in them in all; `party` are the names of its members,
    `previously` the page that the next session begins with, `damage` who dealt and took how much
    (for the GM: players do not know what foes took). `region` and `journey` are there of
    several sessions together.
    """

    campaign: str
    title: str
    audience: Audience
    calendar: str
    km: str
    party: tuple[str, ...]
    parts: tuple[Part, ...]
    previously: tuple[Text, ...]
    luck: tuple[LuckRecord, ...] = ()
    damage: tuple[DamageRow, ...] = ()
    region: Region | None = None
    journey: JourneyChart | None = None
