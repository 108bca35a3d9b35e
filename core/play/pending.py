"""What the story waits for: nothing else is decided until it is answered or dropped."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, TypeAlias

from core.calendars import Instant


@dataclass(frozen=True, slots=True)
class Met:
    """An encounter check said yes: the day stopped here; begin the encounter or pass it by.

    `hours_left` is what was left of the march (or of the night, with `camped`) in hours.
    """

    at: Instant
    hours_left: Fraction
    camped: bool = False
    kind: Literal["met"] = "met"


@dataclass(frozen=True, slots=True)
class Fighting:
    """An encounter is being played; it ends with its minutes, then the day goes on."""

    name: str
    began: Instant
    hours_left: Fraction
    camped: bool = False
    kind: Literal["fighting"] = "fighting"


Pending: TypeAlias = Met | Fighting
