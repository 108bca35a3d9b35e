"""Game equivalents of the metric figures: feet, squares, miles, pounds (T-002, T-003, Q-03).

Feet are never converted into miles: a game mile is 1500 m, and 5280 ft at 0.3 m are not.
"""

from __future__ import annotations

from fractions import Fraction

from core.rulesets.schema import Ruleset

M_IN_A_FOOT = Fraction(3, 10)
KM_IN_A_MILE = Fraction(3, 2)
KG_IN_A_POUND = Fraction(1, 2)


def feet(metres: Fraction) -> Fraction:
    """Return feet, 0.3 m each (T-002)."""
    return metres / M_IN_A_FOOT


def squares(metres: Fraction, rules: Ruleset) -> Fraction:
    """Return squares, 1.5 m each (T-002)."""
    return metres / rules.speeds.square_m


def miles(km: Fraction) -> Fraction:
    """Return game miles, 1.5 km each (T-003)."""
    return km / KM_IN_A_MILE


def pounds(kg: Fraction) -> Fraction:
    """Return game pounds, 0.5 kg each (T-003)."""
    return kg / KG_IN_A_POUND
