"""Rows of the journal as steps through the history."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal, TypeAlias

from core.values import Struct
from saves.store.entries import RowKind

Unit: TypeAlias = Literal["entry", "turn", "round", "fight", "day", "session"]
"""The length of a step."""


class Beat(Struct):
    """The place of one row in the story, for lists and the timeline.

    `day` (number since the epoch) and `hour` are the clock after it; `encounter` is the id of
    the encounter on the board then ("" on the road), `round` its round and `acting` the key of
    the slot that acts. `session` counts from 1. `undone`: a play entry that is not part of the
    current story. `text` is the row's sentences in the reader's language.
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
