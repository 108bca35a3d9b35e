"""The content of a record: plain values with finished text, in reading order."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal, Protocol, TypeAlias

from core.messages import Value
from core.values import Struct
from saves.exchange.record.pictures import BoardPicture, JourneyChart, Region
from saves.exchange.record.text import Text

Audience: TypeAlias = Literal["players", "gm"]
"""The readers of a record."""


class Word(Protocol):
    """Translates headings and labels."""

    def __call__(self, template: str, /, **values: Value) -> str:
        """The sentence for a template and its values in the reader's language."""


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


class Foes(Struct):
    """The number of creatures of a kind that were met."""

    name: str
    count: int


class Fight(Struct):
    """An encounter that was played, on a board or told; `key` is unique in the record.

    `first` is the board as it began, `last` as it was left. `over`: it has come to an end.
    """

    key: str
    name: str
    place: Text
    at: str
    foes: tuple[Foes, ...]
    party: tuple[str, ...]
    rounds: tuple[Round, ...]
    first: BoardPicture | None = None
    last: BoardPicture | None = None
    over: bool = True


class DayRecord(Struct):
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


class LuckRecord(Struct):
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


class Part(Struct):
    """One session. `facts` are its figures, name and value, ready to be read.

    `first` and `last` are its days as calendars of notes write them: year, month, day. `hexes`
    are where it began and ended. `notes` are the GM's on the
    session as a whole, `open` the questions among the notes of its moments.
    """

    key: str
    number: int
    title: str
    real_date: str
    span: str
    summary: str
    facts: tuple[tuple[str, str], ...]
    first: str
    last: str
    hexes: tuple[str, str]
    km: str
    notes: str
    days: tuple[DayRecord, ...]
    rulings: tuple[RecordLine, ...]
    open: tuple[RecordLine, ...]
    region: Region | None = None
    journey: JourneyChart | None = None


class Record(Struct):
    """A campaign, or some of its sessions, told for one audience.

    `km` is how far the party went in them in all; `party` are the names of its members,
    `previously` the page that the next session begins with. `region` and `journey` are there of
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
    region: Region | None = None
    journey: JourneyChart | None = None
