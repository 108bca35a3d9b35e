"""Exact distributions and chances of a d20: nothing is sampled, every chance is a Fraction."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from typing import Literal, TypeAlias

from core.dice import Expression
from core.values import Struct

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
    out: list[Fraction] = []
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


def p_fail(dc: int, modifier: int) -> Fraction:
    """Return the chance that d20 + `modifier` stays below `dc`, kept between 0 and 1 (T-008).

    A natural 20 or 1 has no special effect on an ability check (Q-43).
    """
    return min(Fraction(1), max(Fraction(0), Fraction(dc - 1 - modifier, FACES)))


def p_success(dc: int, modifier: int) -> Fraction:
    """Return the chance that d20 + `modifier` equals or beats `dc` (T-008)."""
    return 1 - p_fail(dc, modifier)


def lowest_face(dc: int, modifier: int) -> int:
    """Return the lowest face with which d20 + `modifier` meets `dc` where naturals decide.

    A natural 20 always does and a natural 1 never.
    """
    return min(20, max(2, dc - modifier))


def p_natural(dc: int, modifier: int) -> Fraction:
    """Return the chance that d20 + `modifier` meets `dc` where naturals decide (`lowest_face`)."""
    return Fraction(21 - lowest_face(dc, modifier), 20)


def is_certain(dc: int, modifier: int) -> bool:
    """Whether the check cannot fail or cannot succeed, which rests on Q-43."""
    return p_fail(dc, modifier) in (0, 1)
