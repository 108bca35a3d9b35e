"""Questions to the dice and to the GM, and their answers, found by key and never by order."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Literal, TypeAlias

from core.messages import Message, Refusal
from core.values import Struct, Tagged

Says: TypeAlias = Literal["check", "attack", "critical"]


class Question(Struct):
    """One roll, or one choice, that a command needs before it can be decided.

    `key` is stable ("march/day-3/hour-9/harsk"). `dice` is an expression ("d20", "1d6"), empty
    for a choice among `choices` (ids). A check succeeds when the dice plus `modifier` equal or
    beat `dc`; with `wanted`, when the face is one of those. `follows` is the key of the row in
    whose line this roll is shown as a further field. `chance` is the exact chance of success.
    With `naturals` the highest face always succeeds and a 1 never does. `says` picks
    the words for success ("HIT" for an attack). `free`: a number that the dice cannot show is
    accepted as it was announced at the table.
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
    naturals: bool = False
    says: Says = "check"
    free: bool = False

    def succeeds(self, face: int) -> bool | None:
        """Whether this succeeds; None when there is nothing to beat.

        `face` is what the die shows (the sum of several), without what is added to it.
        """
        if self.wanted:
            return face in self.wanted
        if self.dc is None:
            return None
        dice = parse_dice(self.dice)
        highest = dice.most - dice.plus
        if self.naturals and face in (1, highest):
            return face == highest
        return face + dice.plus + self.modifier >= self.dc


class Rolled(Tagged, tag="rolled"):
    """Dice that the program rolled, face by face."""

    faces: tuple[int, ...]


class Typed(Tagged, tag="typed"):
    """A roll made at the table: the die face (or the sum of the faces), or the total."""

    number: int
    total: bool = False


class Ruled(Tagged, tag="ruled"):
    """The GM's word instead of dice: "pass", "fail" or "skip" (not asked), a choice or a number.

    Of an attack roll "critical" as well: it hits, and critically.
    """

    value: str
    reason: str = ""


Answer: TypeAlias = Rolled | Typed | Ruled
Answers: TypeAlias = Mapping[str, Answer]


DICE = re.compile(
    r"(?P<sign>[+-]?)(?:(?P<count>\d{0,3})d(?P<sides>\d{1,4}|%)|(?P<flat>\d{1,6}))", re.ASCII
)
START = re.compile(r"\d*d[\d%]|\d+(?:[+-]|$)", re.ASCII)
"""The beginning of a word that is meant as a roll; a signed number is added to one."""
MOST_DICE = 200
MOST_TOLD = 1_000_000
"""The largest number that may be announced at the table beyond what the dice show."""


class Expression(Struct):
    """Dice to roll and a number to add: "2d6+3" is ((1, 2, 6),) and 3.

    `groups` are (sign, number of dice, sides); a die is 1 to its number of sides. As text it is
    written in full, "1d20".
    """

    groups: tuple[tuple[int, int, int], ...] = ()
    plus: int = 0

    def __str__(self) -> str:
        terms = [f"{'-' if sign < 0 else '+'}{n}d{sides}" for sign, n, sides in self.groups]
        if self.plus or not terms:
            terms.append(f"{self.plus:+d}")
        return "".join(terms).removeprefix("+")

    @property
    def bare(self) -> Expression:
        """The dice without the number that is added."""
        return Expression(self.groups)

    def times(self, number: int) -> Expression:
        """Everything `number` times over: three times 1d6+1 is 3d6+3."""
        groups = tuple((sign, number * count, sides) for sign, count, sides in self.groups)
        return Expression(groups, number * self.plus)

    @property
    def sides(self) -> tuple[int, ...]:
        """The sides of each die in the order of its face in an answer."""
        return tuple(sides for _, count, sides in self.groups for _ in range(count))

    @property
    def least(self) -> int:
        """The smallest possible total."""
        return self.plus + sum(n if sign > 0 else -n * sides for sign, n, sides in self.groups)

    @property
    def most(self) -> int:
        """The largest possible total."""
        return self.plus + sum(n * sides if sign > 0 else -n for sign, n, sides in self.groups)

    def total(self, faces: tuple[int, ...]) -> int:
        """Return the total of these faces; ValueError unless each die shows one of its faces."""
        if len(faces) != len(self.sides):
            raise ValueError(f"{len(self.sides)} dice, {len(faces)} faces")
        signs = (sign for sign, count, _ in self.groups for _ in range(count))
        for face, sides in zip(faces, self.sides, strict=True):
            if not 1 <= face <= sides:
                raise ValueError(f"no face {face} on a d{sides}")
        return self.plus + sum(sign * face for sign, face in zip(signs, faces, strict=True))


def looks_like_dice(word: str) -> bool:
    """Whether a word is meant as a roll ("2d6+3", "d%", "4"); `parse_dice` may still refuse it."""
    return START.match(word.lower()) is not None


@lru_cache(maxsize=1024)
def parse_dice(text: str) -> Expression:
    """Return the dice of "d20", "2d6+3", "d%" or "4"; Refusal("bad_dice") for anything else."""
    compact = re.sub(r"\s*([+-])\s*", r"\1", text.strip().lower())
    groups: list[tuple[int, int, int]] = []
    plus, at = 0, 0
    for term in DICE.finditer(compact):
        if term.start() != at or (at and not term["sign"]):
            break
        at = term.end()
        sign = -1 if term["sign"] == "-" else 1
        if term["flat"]:
            plus += sign * int(term["flat"])
        else:
            sides = 100 if term["sides"] == "%" else int(term["sides"])
            groups.append((sign, int(term["count"] or 1), sides))
    dice = sum(count for _, count, _ in groups)
    nothing = any(count == 0 or sides == 0 for _, count, sides in groups)
    if not compact or at != len(compact) or nothing or dice > MOST_DICE:
        raise Refusal("bad_dice", "{dice} is not a roll; type d20, 2d6+3 or d%.", dice=text)
    return Expression(tuple(groups), plus)
