"""Labels: what the list shows of a campaign that is not open, as any back end stores it."""

from __future__ import annotations

import re
from fractions import Fraction

import msgspec

from core.calendars import Date
from core.messages import Message
from core.values import Struct
from saves.store.entries import BranchPoint
from saves.store.releases import release_of

MOST_LETTERS = 255
"""Letters of an id or a name from which on a label is forged: we write names of at most 80."""
LONGEST_PLACE = 200
"""Letters of a place or of rules in the list; more is left out."""
EXACT_HOUR = re.compile(r"[0-9]{1,200}(/[1-9][0-9]{0,199})?")
"""An hour as `str(Fraction)` writes it; anything else may take for ever to be read as one."""


class Moment(msgspec.Struct, frozen=True):
    """A moment of a face, as stored."""

    year: int
    month: str
    day: int
    hour: str

    @property
    def date(self) -> Date:
        """The day."""
        return Date(self.year, self.month, self.day)

    @property
    def exact_hour(self) -> Fraction:
        """The hour of the day."""
        return Fraction(self.hour)


class Birth(Moment, frozen=True):
    """The branch point of a face, as stored."""

    campaign: str
    name: str
    seq: int


class Face(Moment, frozen=True, kw_only=True):
    """What the list shows of a campaign, as stored. Keys of a newer program are ignored."""

    ruleset: str
    place: str
    at: str
    sessions: int = 0
    born_from: Birth | None = None

    @property
    def branch_point(self) -> BranchPoint | None:
        """Where a what-if branch leaves its campaign; None for a campaign of its own."""
        born = self.born_from
        if born is None:
            return None
        name = born.name[:MOST_LETTERS]
        return BranchPoint(born.campaign, name, born.seq, born.date, born.exact_hour)


class Label(Struct):
    """A campaign's label as stored; `damage` is the known damage, or None."""

    id: str
    name: str
    entries: int
    face: Face
    damage: Message | None = None


def read_face(text: str) -> Face:
    """The face in this JSON. Raises ValueError if it is not what we write."""
    # msgspec reports a field of another type as a ValidationError, which is a ValueError.
    face = msgspec.json.decode(text, type=Face)
    if len(face.at) > MOST_LETTERS or len(face.month) > MOST_LETTERS:
        raise ValueError("a time of the label is out of its range")
    for moment in (face, face.born_from):
        if moment is not None and not EXACT_HOUR.fullmatch(moment.hour):
            raise ValueError("the hour of the label is not a number")
    return face


def read_label(campaign: object, name: object, head: object, face: object) -> Label:
    """The label in these columns, without damage. Raises ValueError if it is not what we write."""
    if not (isinstance(campaign, str) and isinstance(name, str) and isinstance(face, str)):
        raise ValueError("a column of the label has another type")
    if not isinstance(head, int):
        raise ValueError("a column of the label has another type")
    if len(campaign) > MOST_LETTERS or len(name) > MOST_LETTERS or head < 0:
        raise ValueError("a column of the label is out of its range")
    return Label(campaign, name, head, read_face(face))


class _Needs(msgspec.Struct, frozen=True):
    needs: str = ""


def release_needed(face: str) -> str | None:
    """The Outrider that a campaign's face says it needs; None if it does not."""
    try:
        return release_of(msgspec.json.decode(face, type=_Needs).needs)
    except ValueError:
        return None
