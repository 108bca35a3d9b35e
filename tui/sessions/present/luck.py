"""The luck of the dice as bars: left of the line for less than the average."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from core.messages import N_, half_up
from core.play.history.luck import chance
from tui.kit.glyphs import Look
from tui.kit.lines_view import Line, columns, rule, trimmed, wrapped
from tui.kit.phrases import phrase
from tui.sessions.present.charts import SIGNS, BarSigns

if TYPE_CHECKING:
    from core.play.history.luck import DiceTally
    from core.play.history.thrown_dice import Roll
    from saves.history.statistics import PlayerLuck, Statistics

NAME, ROLLS, BALANCE, RARE, NATURAL = 12, 6, 8, 12, 4
EXTREME = 11
WIDE = 100
USUAL = Fraction(1, 4)
"""A chance of this or more is nothing to remark on."""
RAREST = 99_999


def luck_lines(found: Statistics, width: int, look: Look) -> list[Line]:
    """The luck ledger: a line for each player character, then the others, apart."""
    title = phrase("luck of the dice")
    shown = [rule(width, title, phrase("rolled at the table and typed"))]
    if not found.luck:
        shown.append(((phrase("No player's dice were typed yet."), "dim"),))
    else:
        half = _half(width)
        shown.append(((_head(width, half), "dim"),))
        most = max(abs(one.ledger.balance) for one in found.luck)
        shown += [_row(one, most, half, width, look) for one in found.luck]
        about = phrase(
            "Right of the line: better than average. 1 in 20: one of twenty fair players would"
            " be this far off or further. Dice that hurt the thrower count the other way"
            " round."
        )
        shown += wrapped(about, width, "dim")
    return [*shown, *_others(found, width)]


def _half(width: int) -> int:
    taken = NAME + ROLLS + BALANCE + RARE + 2 * NATURAL + (2 * EXTREME if width >= WIDE else 0)
    return max(3, (width - taken - 3) // 2)


def _head(width: int, half: int) -> str:
    cells = [
        (phrase("player"), NAME), (phrase("rolls"), -ROLLS), (phrase("luck"), -BALANCE),
        ("", 2 * half + 3), (phrase("chance"), RARE), (phrase("20s"), -NATURAL),
        (phrase("1s"), -NATURAL),
    ]  # fmt: skip
    if width >= WIDE:
        cells += [(phrase("best"), -EXTREME), (phrase("worst"), -EXTREME)]
    return columns(*cells).rstrip()


def _row(one: PlayerLuck, most: Fraction, half: int, width: int, look: Look) -> Line:
    ledger = one.ledger
    left, right = beside(ledger.balance, most, half)
    signs: BarSigns = SIGNS[look.name]
    start = columns(
        (trimmed(one.name, NAME - 1), NAME), (str(ledger.rolls), -ROLLS),
        (balance(ledger), -BALANCE),
    )  # fmt: skip
    end = columns(
        (rarity(ledger), RARE), (str(ledger.twenties), -NATURAL), (str(ledger.ones), -NATURAL)
    )
    if width >= WIDE:
        end += columns((_thrown(ledger.best), -EXTREME), (_thrown(ledger.worst), -EXTREME))
    return (
        (f"{start} {' ' * (half - left)}", ""),
        (signs.way * left, "bad"),
        (look.upright, ""),
        (signs.way * right, "good"),
        (f"{' ' * (half - right)} {end}", ""),
    )


def beside(balance: Fraction, most: Fraction, half: int) -> tuple[int, int]:
    """The columns left and right of the line; `most` points of luck fill `half` columns."""
    if not balance:
        return 0, 0
    long = max(1, half_up(abs(balance) / most * half))
    return (long, 0) if balance < 0 else (0, long)


def balance(ledger: DiceTally) -> str:
    """The distance of the dice from their average: "-23", "+4.5"."""
    return phrase("{number:+}", number=ledger.balance)


def rarity(ledger: DiceTally) -> str:
    """The rarity of such luck: "as usual", "1 in 40"."""
    found = chance(ledger)
    if found >= USUAL:
        return phrase("as usual")
    if found * RAREST < 1:
        return phrase("1 in {most}+", most=RAREST)
    return phrase("1 in {number}", number=half_up(1 / found))


def _thrown(roll: Roll | None) -> str:
    if roll is None:
        return ""
    return phrase("{shown} on {dice}", shown=roll.shown, dice=roll.dice)


def _others(found: Statistics, width: int) -> Iterator[Line]:
    typed = N_("Foes, animals, encounter checks, typed: {luck} over {rolls:roll|rolls}, {chance}.")
    thrown = N_("Rolled by the program, for anyone: {luck} over {rolls:roll|rolls}, {chance}.")
    for ledger, template in ((found.table, typed), (found.program, thrown)):
        if ledger.rolls:
            told = phrase(template, luck=balance(ledger), rolls=ledger.rolls, chance=rarity(ledger))
            yield from wrapped(told, width)
