"""What one entry adds to a campaign's history: where it stands in time, and what it counts for."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from core.calendars import Instant


@dataclass(frozen=True, slots=True)
class Roll:
    """One throw of the dice: who threw, which dice ("d20", "2d6"), and what they showed.

    `shown` is the sum of the faces, without what is added to it. `how` tells whether it was
    thrown at the table and typed, or thrown by the program.
    """

    who: str
    dice: str
    shown: int
    how: Literal["typed", "rolled"]


@dataclass(frozen=True, slots=True)
class Facts:
    """One play entry as the history counts it.

    `clock` is the instant after it. `encounter` is the id of the encounter that is on the board
    then ("" on the road), `round` its round (0 before the first) and `acting` the key of the
    slot that acts. `place` is the party's hex. `km` and `hours` are what was travelled in it,
    `forced` the hours of those beyond the ordinary day (T-101). `fights` are the names of
    encounters that began in it, `hurt` the damage that each member took (id, points, nonlethal
    counted too), `rolls` the dice thrown in it. `about` are the ids of all creatures it is
    about, `ruled` how many of its answers and events are the GM's own word.
    """

    clock: Instant
    encounter: str = ""
    round: int = 0
    acting: str = ""
    place: str = ""
    km: Fraction = Fraction(0)
    hours: Fraction = Fraction(0)
    forced: Fraction = Fraction(0)
    fights: tuple[str, ...] = ()
    hurt: tuple[tuple[str, int], ...] = ()
    rolls: tuple[Roll, ...] = ()
    about: tuple[str, ...] = ()
    ruled: int = 0
