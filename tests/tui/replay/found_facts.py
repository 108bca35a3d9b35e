"""Facts to draw charts of."""

from __future__ import annotations

from fractions import Fraction

from core.calendars import PLAIN
from core.play.history.entry_facts import DayTotal
from core.play.history.luck import DiceTally, ledger
from core.play.history.thrown_dice import Roll
from saves.history.statistics import PlayerLuck, Statistics

DAYS = (
    DayTotal(66, Fraction(24), Fraction(8)),
    DayTotal(67, Fraction(24), Fraction(8), fights=1, damage=7),
    DayTotal(68, Fraction(27), Fraction(9), Fraction(1), damage=4),
    DayTotal(69, Fraction(225, 4), Fraction(10)),
    DayTotal(73, Fraction(0)),
)


def threw(who: str, *faces: int, dice: str = "d20") -> DiceTally:
    return ledger(who, (Roll(who, dice, face, "typed") for face in faces))


FOUND = Statistics(
    PLAIN,
    DAYS,
    (
        PlayerLuck("Harsk", threw("harsk", 2, 1, 4, 3)),
        PlayerLuck(
            "Valeria the Very Bold", threw("valeria", 20, 11) + threw("valeria", 8, dice="d8")
        ),
    ),
    threw("", 1, 10),
    DiceTally(who=""),
)
