"""One row of the journal as a step of the look back, and what one can step by."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal, TypeAlias

from core.values import Struct
from saves.store.entries import RowKind

Unit: TypeAlias = Literal["entry", "turn", "round", "fight", "day", "session"]
"""What a step is as long as: one row, or as far as the next turn, round, fight, day, session."""


class Beat(Struct):
    """Where one row stands in the story: enough for lists and the line of time.

    `day` (number since the epoch) and `hour` are the clock after it; `encounter` is the id of
    the encounter on the board then ("" on the road), `round` its round and `acting` the key of
    the slot that acts. `session` counts from 1. `undone`: a play entry that is not part of the
    current story. `text` is what the row tells, as the reader's sentences side by side.
    """

    seq: int
    kind: RowKind
    session: int
    day: int
    hour: Fraction
    encounter: str = ""
    round: int = 0
    acting: str = ""
    undone: bool = False
    text: str = ""
