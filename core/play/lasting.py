"""Conditions and timers of a creature, and the moment at which they end."""

from __future__ import annotations

from typing import Literal

from core.calendars import Instant
from core.secrecy import Mentioned, Public, Secret
from core.values import Struct

PRONE, UNCONSCIOUS, DYING = "prone", "unconscious", "dying"
OUTWARD = frozenset({PRONE, UNCONSCIOUS})
"""The conditions that players see on any creature, besides death."""


class Until(Struct):
    """The moment at which something ends.

    "removed": when the GM takes it away; where its value counts down by itself, `round` is the
    first in which it does so next. "clock": at `at`. "turn_start" and "turn_end": when the
    turn of `who` begins or ends in round `round` of the encounter that is being played; when
    that is over they become "clock", six seconds for each round that was left.
    """

    kind: Public[Literal["removed", "clock", "turn_start", "turn_end"]] = "removed"
    at: Public[Instant | None] = None
    who: Mentioned[str] = ""
    round: Public[int] = 0


REMOVED = Until()


class Lasting(Struct):
    """A condition (a row of conditions.toml) or a timer in the GM's words ("torch", "bless").

    `value` is that of conditions which have one (frightened 2, dying 1; 0 = none), `source` its
    cause, in words or as an id.
    """

    name: Public[str]
    until: Public[Until] = REMOVED
    value: Public[int] = 0
    source: Secret[str] = ""
