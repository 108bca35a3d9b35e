"""Days and luck are sums: of any two parts of a story they are what they are of the whole."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import dice
from core.calendars import Instant
from core.dice import mean, parse_dice, roll
from core.play.history.entry_facts import DayTotal, Facts, by_day, join_days
from core.play.history.luck import EXACT, DiceTally, chance, ledger, ledgers, lucky
from core.play.history.thrown_dice import Roll
from tests.thorough import examples

DICE = st.sampled_from(["d20", "d20", "d20", "d6", "2d6", "d12", "2d8-1d4", "d100"])


@st.composite
def throws(draw: st.DrawFn) -> Roll:
    name = draw(DICE)
    dice = parse_dice(name)
    shown = draw(st.integers(dice.least, dice.most))
    how = draw(st.sampled_from(["typed", "typed", "rolled"]))
    who = draw(st.sampled_from(["harsk", "tam", "wolf-1", ""]))
    return Roll(who, name, shown, how, low=draw(st.booleans()) and name != "d20")  # type: ignore[arg-type]


rolled = st.lists(throws(), max_size=20)
hours = st.fractions(0, 9, max_denominator=6)
stories = st.lists(
    st.builds(
        lambda day, km, hours, forced, fights, points: Facts(
            Instant(day, Fraction(9)),
            stints=(DayTotal(day - 1, km, hours, min(hours, forced)), DayTotal(day, km, hours)),
            fights=("wolves",) * fights,
            hurt=(("harsk", points), ("tam", 1)),
        ),
        st.integers(1, 5),
        hours,
        hours,
        hours,
        st.integers(0, 2),
        st.integers(0, 9),
    ),
    max_size=12,
)


@examples(12, 2_000)
@given(rolls=rolled)
def test_throws_that_are_counted_are_as_many_throws(rolls: list[Roll]) -> None:
    assert ledger("", Counter(rolls)) == ledger("", rolls)
    assert ledgers(Counter(rolls)) == ledgers(rolls)


@examples(6, 2_000)
@given(story=stories, at=st.integers(0, 12))
def test_the_days_of_a_story_split_anywhere_add_up(story: list[Facts], at: int) -> None:
    whole = by_day(story)
    parts = (*by_day(story[:at]), *by_day(story[at:]))
    assert join_days(parts) == whole
    assert sum(day.km for day in whole) == sum(s.km for f in story for s in f.stints)
    assert sum(day.damage for day in whole) == sum(n for f in story for _, n in f.hurt)
    assert [day.day for day in whole] == sorted({day.day for day in whole})


def test_a_day_in_which_only_the_end_of_a_march_falls_is_a_day() -> None:
    past = Facts(Instant(3, Fraction(0)), stints=(DayTotal(2, Fraction(9), Fraction(3)),))
    assert by_day([past]) == (DayTotal(2, Fraction(9), Fraction(3)), DayTotal(3))


def expected(dice: str) -> Fraction:
    return mean(roll(parse_dice(dice)))


@examples(20, 3_000)
@given(rolls=rolled, at=st.integers(0, 20))
def test_the_ledger_over_two_sessions_is_the_sum_of_both(rolls: list[Roll], at: int) -> None:
    both = ledger("harsk", rolls[:at]) + ledger("harsk", rolls[at:])
    whole = ledger("harsk", rolls)
    assert both == whole
    assert whole.rolls == len(rolls)
    assert whole.balance == sum((lucky(it) - expected(it.dice) for it in rolls), Fraction(0))


@examples(20, 3_000)
@given(rolls=rolled)
def test_only_typed_dice_are_luck(rolls: list[Roll]) -> None:
    typed = [roll for roll in rolls if roll.how == "typed"]
    assert ledgers(rolls) == ledgers(typed)
    assert sum(one.rolls for one in ledgers(rolls)) == len(typed)
    for one in ledgers(rolls):
        assert one == ledger(one.who, (roll for roll in typed if roll.who == one.who))


def test_a_ledger_tells_what_was_thrown() -> None:
    rolls = [
        Roll("harsk", "d20", 20, "typed"),
        Roll("harsk", "d20", 1, "typed"),
        Roll("harsk", "2d6", 12, "typed"),
        Roll("harsk", "d6", 6, "typed", low=True),
    ]
    found = ledger("harsk", rolls)
    assert (found.rolls, found.shown, found.expected) == (4, 34, Fraction(63, 2))
    assert (found.twenties, found.ones) == (1, 1)
    assert found.best == rolls[2], "a 12 of two dice is rarer than a 20 of one"
    assert found.worst == rolls[1]
    assert found.dice == (("2d6", 1), ("d20", 2), ("d6", 1))


@examples(15, 500)
@given(rolls=st.lists(throws().filter(lambda roll: roll.dice != "d100"), min_size=1, max_size=4))
def test_how_unusual_it_is_agrees_with_the_exact_distribution(rolls: list[Roll]) -> None:
    found = ledger("harsk", rolls)
    totals = dice.total(dice.roll(parse_dice(roll.dice)) for roll in rolls)
    middle = dice.mean(totals)
    apart = abs(found.balance)
    further = sum((p for value, p in totals.items() if value >= middle + apart), Fraction(0))
    assert chance(found) == (further if found.balance else 1)


@pytest.mark.parametrize("face", [3, 9, 10, 12])
def test_of_many_dice_the_curve_is_close_to_the_exact_chance(face: int) -> None:
    few = [Roll("harsk", "d20", face, "typed")] * (EXACT // 20)
    rest = [Roll("harsk", "d20", 10 + at % 2, "typed") for at in range(EXACT - len(few))]
    exact = ledger("harsk", few + rest)
    more = exact + ledger(
        "harsk", [Roll("harsk", "d20", 10, "typed"), Roll("harsk", "d20", 11, "typed")]
    )
    assert abs(chance(exact) - chance(more)) < Fraction(1, 100)


def test_nothing_thrown_and_the_average_itself_are_not_unusual() -> None:
    assert chance(DiceTally(who="harsk")) == 1
    assert chance(ledger("harsk", [Roll("harsk", "2d6", 7, "typed")])) == 1
