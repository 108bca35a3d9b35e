"""The campaign in numbers, drawn: bars of kilometres, hours forced in them, luck about a line."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.calendars import PLAIN
from core.play.history.entry_facts import DayTotal
from core.play.history.luck import DiceTally
from core.values import replace
from saves.history.statistics import DamageLedger, DamageShare, Statistics
from tests.thorough import examples
from tests.tui.replay.found_facts import FOUND, threw
from tui.kit.lines_view import text_of
from tui.kit.looks import LINES
from tui.kit.looks import PLAIN as ASCII
from tui.sessions.dialogs.charts_page import (
    bar,
    beside,
    damage_lines,
    day_lines,
    heights,
    luck_lines,
    rarity,
    share_lines,
)

NOTHING = Statistics(PLAIN, (), (), DiceTally(who=""), DiceTally(who=""))


def test_a_bar_a_day_at_eighty_columns_in_plain_signs() -> None:
    assert (
        text_of(day_lines(FOUND, 74, ASCII))
        == """\
on the way                                    131 km in 8 days, 1 h forced
 7 Thaw --=@     14 Thaw
          !
= on the way   # of it forced   ! an hour was forced
    1212
  7 Thaw   24 km ===========
  8 Thaw   24 km ===========               1 fight, 7 damage
  9 Thaw   27 km ===========#              forced 1 h, 4 damage
 10 Thaw   56 km =========================
                 3 days without travel
 14 Thaw       -"""
    )


def test_damage_dealt_and_taken_in_plain_signs() -> None:
    damage = DamageLedger(
        members=(DamageShare("Harsk", 40, 12), DamageShare("Tam", 1, 0)),
        others=DamageShare("", 12, 41),
        nobody=3,
        unknown=9,
    )

    assert (
        text_of(share_lines(replace(FOUND, damage=damage), 60, ASCII))
        == """\
damage                                       dealt and taken
               dealt                  taken
Harsk             40 ===============    12 ====
Tam                1 =                   0
all others        12 ====               41 ===============
3 points that nobody dealt: falls, marches, the ground.
9 points unknown: entries of before do not say by whom."""
    )


def test_nobody_hurt_is_said() -> None:
    assert text_of(share_lines(NOTHING, 60, ASCII)).endswith("Nobody was hurt.")


def test_players_are_not_told_what_was_dealt_to_whom_they_do_not_see() -> None:
    hit = DamageLedger((DamageShare("Harsk", 90807, 2),), DamageShare("", 2, 90807))
    counted = replace(FOUND, damage=hit)
    assert share_lines(counted.for_players(), 60, ASCII) == []


def test_numbers_of_a_damaged_journal_begin_with_what_they_leave_out() -> None:
    """Given numbers up to the damage, then a sentence above them says so; else there is none."""
    assert damage_lines(FOUND, 74) == []
    assert (
        text_of(damage_lines(replace(FOUND, damaged_from=30), 74))
        == """\
The journal is damaged from entry 30 on. Nothing from there on is counted
here.
"""
    )


def test_the_luck_ledger_at_eighty_columns() -> None:
    assert (
        text_of(luck_lines(FOUND, 74, ASCII))
        == """\
luck of the dice                             rolled at the table and typed
player       rolls    luck                           chance       20s  1s
Harsk            4     -32 ============|             1 in 762       0   1
Valeria..        3   +13.5             |=====        1 in 15        1   0
Right of the line: better than average. 1 in 20: one of twenty fair
players would be this far off or further. Dice that hurt the thrower count
the other way round.
Foes, animals, encounter checks, typed: -10 over 2 rolls, 1 in 7."""
    )


def test_the_luck_ledger_in_wide_windows_tells_the_best_and_the_worst() -> None:
    assert (
        text_of(luck_lines(FOUND, 100, LINES))
        == """\
luck of the dice                                                       rolled at the table and typed
player       rolls    luck                               chance       20s  1s       best      worst
Harsk            4     -32 ██████████████│               1 in 762       0   1   4 on d20   1 on d20
Valeria..        3   +13.5               │██████         1 in 15        1   0  20 on d20  11 on d20
Right of the line: better than average. 1 in 20: one of twenty fair players would be this far off or
further. Dice that hurt the thrower count the other way round.
Foes, animals, encounter checks, typed: -10 over 2 rolls, 1 in 7."""
    )


def test_the_line_of_all_days_in_wide_windows() -> None:
    first = text_of(day_lines(FOUND, 100, LINES)).splitlines()[:5]
    assert (
        "\n".join(first)
        == """\
on the way                                                              131 km in 8 days, 1 h forced
 7 Thaw ▃▃▄█     14 Thaw
          !
█ on the way   ▒ of it forced   ! an hour was forced
    1212"""
    )


def test_three_hundred_days_fit_into_one_line() -> None:
    days = tuple(
        DayTotal(number, Fraction(10 + number % 3), Fraction(8), Fraction(number == 200))
        for number in range(100, 400)
    )
    shown = text_of(
        day_lines(Statistics(PLAIN, days, (), DiceTally(who=""), DiceTally(who="")), 74, ASCII)
    )
    assert all(len(line) <= 74 for line in shown.splitlines())
    above, marks, legend = shown.splitlines()[1:4]
    assert above.count("@") == 50
    assert marks.strip() == "!"
    assert legend.endswith("! an hour was forced   6 days in a column")
    assert "    1213" in shown.splitlines(), "the year is told where it changes"


def test_of_nothing_there_is_nothing_to_draw() -> None:
    assert "Nothing has happened yet." in text_of(day_lines(NOTHING, 74, ASCII))
    assert "No player's dice were typed yet." in text_of(luck_lines(NOTHING, 74, ASCII))


@examples(8, 1_000)
@given(
    days=st.lists(
        st.builds(
            DayTotal,
            st.integers(0, 400),
            st.fractions(0, 60, max_denominator=4),
            st.just(Fraction(9)),
            st.sampled_from([Fraction(0), Fraction(1, 9), Fraction(9)]),
        ),
        min_size=1,
        max_size=9,
        unique_by=lambda day: day.day,
    ).map(lambda days: sorted(days, key=lambda day: day.day)),
    width=st.integers(66, 130),
)
def test_whatever_the_days_every_line_fits_and_bars_keep_their_measure(
    days: list[DayTotal], width: int
) -> None:
    found = Statistics(PLAIN, tuple(days), FOUND.luck, FOUND.table, FOUND.program)
    for line in (*day_lines(found, width, ASCII), *luck_lines(found, width, ASCII)):
        assert len("".join(text for text, _ in line).rstrip()) <= width
    most = max(day.km for day in days)
    for day in days:
        way, forced = bar(day, most, 20)
        assert 0 <= way + forced <= 20
        assert (forced > 0) == (day.forced > 0)
        assert (way + forced > 0) == (day.km > 0 or day.forced > 0)
    assert len(heights(days, 30)) <= 30
    assert any(forced for _, forced in heights(days, 30)) == any(day.forced for day in days)


@pytest.mark.parametrize(
    ("balance", "columns"),
    [
        (Fraction(-23), (10, 0)),
        (Fraction(1, 2), (0, 1)),
        (Fraction(0), (0, 0)),
        (Fraction(12), (0, 5)),
    ],
)
def test_a_bar_of_luck_is_left_or_right_of_the_line(
    balance: Fraction, columns: tuple[int, int]
) -> None:
    assert beside(balance, Fraction(23), 10) == columns


@pytest.mark.parametrize(
    ("faces", "told"),
    [((11, 10), "as usual"), ((1, 1), "1 in 400"), ((20,) * 9, "1 in 99999+"), ((), "as usual")],
)
def test_how_rare_so_much_luck_is_is_told_in_words(faces: tuple[int, ...], told: str) -> None:
    assert rarity(threw("harsk", *faces)) == told
