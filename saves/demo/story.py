"""What happened in the demo campaign so far: commands, and the dice that the players called."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType

from core.dice import Answer, Typed
from core.play.union import Command

NAME = "The Long Marches"
FIRST_DAY = 66
"""7 Thaw 1212 of the plain reckoning."""
HEX_KM = Fraction(12)
START = "0311"


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that the GM did, with the answers by key."""

    command: Command
    answers: Mapping[str, Answer] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True)
class Back:
    """The GM took the last thing back."""


@dataclass(frozen=True, slots=True)
class Forward:
    """The GM had the last undone thing again."""


def typed(**faces: int) -> Mapping[str, Answer]:
    """Answers that were typed at the table, by key."""
    return MappingProxyType({key: Typed(face) for key, face in faces.items()})


STORY: tuple[Step | Back | Forward, ...] = ()
