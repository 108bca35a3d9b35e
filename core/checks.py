"""Checks of a d20 against a difficulty: modifiers, and exact chances."""

from __future__ import annotations

from fractions import Fraction

from core.odds import below


def modifier(score: int) -> int:
    """Return the modifier of an ability score: (score - 10) / 2, rounded down (T-008)."""
    return (score - 10) // 2


def p_fail(dc: int, modifier: int) -> Fraction:
    """Return the chance that d20 + `modifier` stays below `dc`, kept between 0 and 1 (T-008).

    A natural 20 or 1 has no special effect on an ability check (Q-43).
    """
    return below(dc, modifier)


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
