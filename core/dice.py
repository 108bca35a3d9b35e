"""Dice as a GM writes and throws them, and the exact chances of a d20: nothing is sampled.

Every chance is a Fraction.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache, reduce
from typing import Literal, TypeAlias

from core.messages import Chance, Message, Refusal
from core.receipts import Receipt
from core.values import Struct, Tagged

Says: TypeAlias = Literal["check", "attack", "critical", "choice"]
Armour: TypeAlias = Literal["AC", "EAC", "KAC"]
"""What an attack has to beat; where there are two, EAC is against energy and KAC the other."""


class Situation(Struct):
    """An occasion that the GM may say of a roll, by its word: "fear".

    `does` is what it counts, "bless +1 morale". `is_said`: it has been said, and counts.
    """

    word: str
    does: tuple[Message, ...]
    is_said: bool = False


class Question(Struct):
    """One roll that a command needs before it can be decided.

    `key` is stable ("march/day-3/hour-9/harsk"). `dice` is an expression ("d20", "1d6"). A check
    succeeds when the dice plus `modifier` equal or beat `dc`; with `wanted`, when the face is one
    of those. `follows` is the key of the row in whose line this roll is shown as a further field.
    With `naturals` the highest face always succeeds and a 1 never does. `miss_chance` is that of
    concealment, in per cent: a second roll decides it after a success. `opposed` is the chance of a
    check whose success the rolls of others decide. `guessed`: the modifier is not known. `says`
    picks the words for success ("HIT" for an attack); a "choice" is made, not rolled. `free`: a
    number that the dice cannot show is accepted as it was announced at the table. `armour` names
    the `dc` of an attack. `most` is the highest number of a choice. `times` is how often its dice
    are rolled where a charge multiplies the damage. `why` explains its figures. `situations` are
    what the GM may say of it.
    """

    key: str
    label: Message
    who: str = ""
    dice: str = "d20"
    modifier: int = 0
    dc: int | None = None
    wanted: tuple[int, ...] = ()
    follows: str = ""
    naturals: bool = False
    miss_chance: int = 0
    opposed: Fraction | None = None
    guessed: bool = False
    says: Says = "check"
    free: bool = False
    armour: Armour = "AC"
    times: int = 1
    most: int = 1
    why: Receipt | None = None
    situations: tuple[Situation, ...] = ()

    @property
    def check(self) -> bool:
        """Whether it succeeds or fails, and is no sum of points."""
        return bool(self.wanted) or self.dc is not None

    @property
    def needed(self) -> int | None:
        """The lowest face that succeeds: 1 or less = always, above the highest = never.

        None where there is nothing to beat, or where certain faces are wanted.
        """
        if self.dc is None or self.wanted:
            return None
        dice = parse_dice(self.dice)
        return lowest_face(
            self.dc, self.modifier + dice.plus, dice.bare.most, naturals=self.naturals
        )

    @property
    def chance(self) -> Fraction | None:
        """The chance that it succeeds and nothing makes it miss after that.

        None where that is not known: of points, of several dice, of a modifier that is `guessed`,
        of a choice.
        """
        if self.says == "choice":
            return None
        if self.opposed is not None:
            return self.opposed
        sides = parse_dice(self.dice).sides
        if len(sides) != 1 or self.guessed:
            return None
        if self.wanted:
            faces = [face for face in set(self.wanted) if 1 <= face <= sides[0]]
            return chance_of_faces(len(faces), sides[0], miss_chance=self.miss_chance)
        if self.needed is None:
            return None
        faces_that_succeed = count_from(self.needed, sides[0])
        return chance_of_faces(faces_that_succeed, sides[0], miss_chance=self.miss_chance)

    @property
    def receipt(self) -> Receipt | None:
        """What explains its chance; of one without a chance, or that follows another, `why`."""
        chance = self.chance
        if chance is None or self.follows:
            return self.why
        if self.why is not None and self.why.value == chance:
            return self.why
        parts = () if self.why is None else (self.why,)
        if self.needed is None:
            label = Message(
                "{what}: {faces} on the {dice}", what=self.label, faces=self.wanted, dice=self.dice
            )
            return Receipt(label, Chance(chance), parts=parts)
        if self.why is None and self.modifier:
            parts = (Receipt(Message("modifier"), f"{self.modifier:+d}"),)
        label = Message(
            "{what}: {needed} or more on the {dice}",
            what=self.label,
            needed=self.needed,
            dice=self.dice,
        )
        difficulty = Receipt(Message("to be met"), self.dc or 0)
        return Receipt(label, Chance(chance), parts=(*parts, difficulty))

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
    """The GM's word instead of dice: "pass", "fail" or "skip" (not asked), or a number.

    Of an attack roll "critical" as well: it hits, and critically.
    """

    value: str
    reason: str = ""


Answer: TypeAlias = Rolled | Typed | Ruled
Answers: TypeAlias = Mapping[str, Answer]


DICE = r"(?a)(?P<sign>[+-]?)(?:(?P<count>\d{0,3})d(?P<sides>\d{1,4}|%)|(?P<flat>\d{1,6}))"
START = r"(?a)\d*d[\d%]|\d+(?:[+-]|$)"
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
    return re.match(START, word.lower()) is not None


@lru_cache(maxsize=1024)
def parse_dice(text: str) -> Expression:
    """Return the dice of "d20", "2d6+3", "d%" or "4"; Refusal("bad_dice") for anything else."""
    compact = re.sub(r"\s*([+-])\s*", r"\1", text.strip().lower())
    groups = []
    plus = 0
    position = 0
    for term in re.finditer(DICE, compact):
        if term.start() != position or (position and not term["sign"]):
            break
        position = term.end()
        sign = -1 if term["sign"] == "-" else 1
        if term["flat"]:
            plus += sign * int(term["flat"])
        else:
            if term["sides"] == "%":
                sides = 100
            else:
                sides = int(term["sides"])
            groups.append((sign, int(term["count"] or 1), sides))
    dice = sum(count for _, count, _ in groups)
    nothing = any(count == 0 or sides == 0 for _, count, sides in groups)
    if not compact or position != len(compact) or nothing or dice > MOST_DICE:
        raise Refusal("bad_dice", "{dice} is not a roll; type d20, 2d6+3 or d%.", dice=text)
    return Expression(tuple(groups), plus)


Distribution: TypeAlias = Mapping[int, Fraction]
"""The chance of each total; the chances add up to 1."""

Ties: TypeAlias = Literal["pursuer", "reroll", "higher_modifier"]

FACES = 20
ZERO: Distribution = {0: Fraction(1)}


def die(faces: int) -> Distribution:
    """Return one fair die with `faces` faces."""
    return {face: Fraction(1, faces) for face in range(1, faces + 1)}


def convolve(first: Distribution, second: Distribution) -> Distribution:
    """Return the sum of two independent totals."""
    out: dict[int, Fraction] = {}
    for a, p in first.items():
        for b, q in second.items():
            out[a + b] = out.get(a + b, Fraction(0)) + p * q
    return out


def total(parts: Iterable[Distribution]) -> Distribution:
    """Return the sum of independent totals; 0 for certain when there are none."""
    return reduce(convolve, parts, ZERO)


def dice(count: int, faces: int) -> Distribution:
    """Return the sum of `count` fair dice with `faces` faces."""
    return total([die(faces)] * count)


def roll(expression: Expression) -> Distribution:
    """Return the total of an expression such as 2d6+3; it may be negative."""
    groups = (
        {sign * value: chance for value, chance in dice(count, faces).items()}
        for sign, count, faces in expression.groups
    )
    return convolve(total(groups), {expression.plus: Fraction(1)})


def sometimes(chance: Fraction, then: Distribution) -> Distribution:
    """Return 0 with probability 1 - `chance`, else `then` ("fail, then 1d6", T-106)."""
    out = {value: p * chance for value, p in then.items() if chance}
    if chance < 1:
        out[0] = out.get(0, Fraction(0)) + 1 - chance
    return out


def at_least(totals: Distribution, least: int) -> Fraction:
    """Return the chance of a total of `least` or more."""
    return sum((p for value, p in totals.items() if value >= least), Fraction(0))


def exactly(totals: Distribution, value: int) -> Fraction:
    """Return the chance of exactly this total."""
    return totals.get(value, Fraction(0))


def mean(totals: Distribution) -> Fraction:
    """Return the expected total."""
    return sum((value * p for value, p in totals.items()), Fraction(0))


def products(chances: Sequence[Fraction]) -> tuple[Fraction, ...]:
    """Return the chance that the first n all happen, for n = 1 to the last (T-075)."""
    out = []
    running = Fraction(1)
    for chance in chances:
        running *= chance
        out.append(running)
    return tuple(out)


def any_of(chances: Iterable[Fraction]) -> Fraction:
    """Return the chance that at least one of independent things happens (T-108)."""
    return 1 - reduce(lambda left, chance: left * (1 - chance), chances, Fraction(1))


class Opposed(Struct):
    """An opposed check: the quarry's chances, and that of a tie on the first roll."""

    p_escape: Fraction
    p_caught: Fraction
    p_first_roll_tie: Fraction


def opposed(quarry: int, pursuers: Sequence[int], ties: Ties = "pursuer") -> Opposed:
    """Return the chances of d20 + `quarry` against every pursuer's d20 + modifier (T-211 to T-216).

    On a tie with the best pursuer: "pursuer" catches; "reroll" has all roll again until one
    wins; "higher_modifier" lets the higher modifier of those who tied win, and rolls again when
    these are equal (T-214).
    """
    wins = tied = tied_won = tied_again = Fraction(0)
    for face in range(1, FACES + 1):
        score = face + quarry
        chance = Fraction(1, FACES)
        beaten = _all_below(score, pursuers)
        wins += chance * beaten
        tied += chance * (_all_below(score + 1, pursuers) - beaten)
        lower = _highest_tied(score, pursuers, quarry - 1)
        tied_won += chance * lower
        tied_again += chance * (_highest_tied(score, pursuers, quarry) - lower)
    if ties == "reroll":
        escape = wins / (1 - tied)
    elif ties == "higher_modifier":
        escape = (wins + tied_won) / (1 - tied_again)
    else:
        escape = wins
    return Opposed(escape, 1 - escape, tied)


def _all_below(score: int, modifiers: Iterable[int]) -> Fraction:
    return reduce(lambda left, modifier: left * p_fail(score, modifier), modifiers, Fraction(1))


def _highest_tied(score: int, modifiers: Sequence[int], most: int) -> Fraction:
    may_reach = [modifier for modifier in modifiers if modifier <= most]
    must_not = [modifier for modifier in modifiers if modifier > most]
    none = _all_below(score, modifiers)
    return _all_below(score + 1, may_reach) * _all_below(score, must_not) - none


def modifier(score: int) -> int:
    """Return the modifier of an ability score: (score - 10) / 2, rounded down (T-008)."""
    return (score - 10) // 2


def usual_score(modifier: int) -> int:
    """Return the lowest ability score with a modifier (T-008)."""
    return 10 + 2 * modifier


HUNDRED = 100
"""A chance in per cent is one in a hundred faces."""


def chance_of_faces(faces: int, sides: int = FACES, *, miss_chance: int = 0) -> Fraction:
    """Return the chance that a die shows one of `faces` of its sides, and does not miss after that.

    Every chance of one die is computed here and nowhere else. `miss_chance` is that of concealment,
    in per cent.
    """
    return Fraction(faces * (HUNDRED - miss_chance), sides * HUNDRED)


def chance_of_percent(percent: int) -> Fraction:
    """Return what is given in per cent as a chance."""
    return chance_of_faces(percent, HUNDRED)


def chance_of_not(chance: Fraction) -> Fraction:
    """Return the chance that something does not happen."""
    return 1 - chance


def lowest_face(dc: int, modifier: int, sides: int = FACES, *, naturals: bool = False) -> int:
    """Return the lowest face with which a die + `modifier` meets `dc`.

    1 or less: every face does. More than its `sides`: none does. With `naturals` the highest face
    always does and a 1 never.
    """
    face = dc - modifier
    if naturals:
        return min(sides, max(2, face))
    return face


def count_from(lowest: int, sides: int = FACES) -> int:
    """Return how many faces of a die are `lowest` or higher."""
    return min(sides, max(0, sides + 1 - lowest))


def chance_of_success(
    dc: int, modifier: int, *, naturals: bool = False, miss_chance: int = 0
) -> Fraction:
    """Return the chance that d20 + `modifier` equals or beats `dc` (T-008).

    A natural 20 or 1 has no special effect on an ability check (Q-43); with `naturals` they decide
    (`lowest_face`). `miss_chance` is that of concealment, in per cent.
    """
    faces = count_from(lowest_face(dc, modifier, naturals=naturals))
    return chance_of_faces(faces, miss_chance=miss_chance)


def p_fail(dc: int, modifier: int) -> Fraction:
    """Return the chance that d20 + `modifier` stays below `dc` (T-008)."""
    return chance_of_not(chance_of_success(dc, modifier))


def is_certain(dc: int, modifier: int) -> bool:
    """Whether the check cannot fail or cannot succeed, which rests on Q-43."""
    return p_fail(dc, modifier) in (0, 1)
