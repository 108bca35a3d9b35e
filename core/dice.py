"""Questions to the dice and to the GM, and their answers, found by key and never by order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, TypeAlias

from core.messages import Message


@dataclass(frozen=True, slots=True)
class Question:
    """One roll, or one choice, that a command needs before it can be decided.

    `key` is stable ("march/day-3/hour-9/harsk"). `dice` is an expression ("d20", "1d6"), empty
    for a choice among `choices` (ids). A check succeeds when the dice plus `modifier` equal or
    beat `dc`; with `wanted`, when the face is one of those. `follows` is the key of the row in
    whose line this roll is shown as a further field. `chance` is the exact chance of success.
    """

    key: str
    label: Message
    who: str = ""
    dice: str = "d20"
    modifier: int = 0
    dc: int | None = None
    wanted: tuple[int, ...] = ()
    choices: tuple[str, ...] = ()
    follows: str = ""
    chance: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Rolled:
    """Dice that the program rolled, face by face."""

    faces: tuple[int, ...]
    kind: Literal["rolled"] = "rolled"


@dataclass(frozen=True, slots=True)
class Typed:
    """A roll made at the table: the die face (or the sum of the faces), or the total."""

    number: int
    total: bool = False
    kind: Literal["typed"] = "typed"


@dataclass(frozen=True, slots=True)
class Ruled:
    """The GM's word instead of dice: "pass", "fail" or "skip" (not asked), a choice or a number."""

    value: str
    reason: str = ""
    kind: Literal["ruled"] = "ruled"


Answer: TypeAlias = Rolled | Typed | Ruled
Answers: TypeAlias = Mapping[str, Answer]
