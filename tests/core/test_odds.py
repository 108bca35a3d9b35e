"""Exact chances, checked against counting every throw of the dice."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.dice import (
    Ties,
    any_of,
    at_least,
    chance_of_success,
    convolve,
    dice,
    die,
    exactly,
    is_certain,
    mean,
    modifier,
    opposed,
    p_fail,
    parse_dice,
    products,
    roll,
    sometimes,
    total,
)
from tests.each import each

D20 = range(1, 21)


def counted(quarry: int, pursuers: list[int], ties: Ties) -> Fraction:
    """The chance to escape, by counting all rolls of one quarry and two pursuers at most."""
    won = lost = again = 0
    for rolls in product(D20, repeat=1 + len(pursuers)):
        mine = rolls[0] + quarry
        best = max(roll + mod for roll, mod in zip(rolls[1:], pursuers, strict=True))
        tied = max((m for roll, m in zip(rolls[1:], pursuers, strict=True) if roll + m == best))
        if mine > best:
            won += 1
        elif mine < best or ties == "pursuer":
            lost += 1
        elif ties == "reroll" or tied == quarry:
            again += 1
        elif tied < quarry:
            won += 1
        else:
            lost += 1
    return Fraction(won, won + lost)


@pytest.mark.parametrize(("score", "expected"), [(15, 2), (9, -1), (10, 0), (1, -5), (20, 5)])
def test_t_008_the_modifier_is_rounded_down(score: int, expected: int) -> None:
    assert modifier(score) == expected


@each("dc", range(-3, 45))
def test_t_008_a_check_succeeds_when_it_equals_or_beats_the_dc(dc: int) -> None:
    for mod in (-5, 0, 3):
        beats = sum(1 for roll in D20 if roll + mod >= dc)
        assert chance_of_success(dc, mod) == Fraction(beats, 20)
        assert p_fail(dc, mod) == 1 - chance_of_success(dc, mod)
        assert is_certain(dc, mod) == (beats in (0, 20))


@given(st.integers(1, 4), st.integers(1, 8))
def test_dice_add_up_as_counted(count: int, faces: int) -> None:
    throws = [sum(throw) for throw in product(range(1, faces + 1), repeat=count)]
    found = dice(count, faces)
    assert found == {t: Fraction(throws.count(t), len(throws)) for t in set(throws)}
    assert sum(found.values()) == 1
    assert mean(found) == Fraction(sum(throws), len(throws))


def test_an_expression_has_the_odds_of_its_dice() -> None:
    found = roll(parse_dice("2d4-1d6+3"))
    throws = [a + b - c + 3 for a, b, c in product(range(1, 5), range(1, 5), range(1, 7))]
    assert found == {t: Fraction(throws.count(t), len(throws)) for t in set(throws)}


def test_t_106_the_distribution_is_the_sum_of_fail_then_1d6() -> None:
    hour = sometimes(Fraction(9, 20), die(6))
    assert hour[0] == Fraction(11, 20)
    assert hour[6] == Fraction(9, 120)
    both = convolve(hour, sometimes(Fraction(11, 20), die(6)))
    assert sum(both.values()) == 1
    assert at_least(both, 1) == 1 - Fraction(11, 20) * Fraction(9, 20)
    assert exactly(both, 12) == Fraction(9, 120) * Fraction(11, 120)
    assert total([]) == {0: 1}


def test_a_certain_failure_leaves_no_chance_of_nothing() -> None:
    assert 0 not in sometimes(Fraction(1), die(6))
    assert sometimes(Fraction(0), die(6)) == {0: 1}


def test_t_108_the_party_s_chance_is_one_minus_the_product() -> None:
    assert any_of([Fraction(7, 10), Fraction(337, 400), Fraction(22, 25)]) == Fraction(
        99433, 100000
    )
    assert any_of([]) == 0


def test_t_075_products_run_on() -> None:
    assert products([Fraction(1, 2), Fraction(2, 5)]) == (Fraction(1, 2), Fraction(1, 5))


@pytest.mark.parametrize("ties", ["pursuer", "reroll", "higher_modifier"])
@pytest.mark.parametrize(
    ("quarry", "pursuers"),
    [(0, [0]), (3, [1]), (-4, [2]), (12, [0]), (1, [0, 1]), (2, [2, 5]), (0, [0, 0]), (-2, [3, 1])],
)
def test_t_214_t_216_opposed_checks_as_counted(
    quarry: int, pursuers: list[int], ties: Ties
) -> None:
    found = opposed(quarry, pursuers, ties)
    assert found.p_escape == counted(quarry, pursuers, ties)
    assert found.p_caught == 1 - found.p_escape


@each("lead", range(-20, 21))
def test_t_215_the_closed_form(lead: int) -> None:
    short = 20 - abs(lead)
    wins = 400 - short * (short + 1) // 2 if lead >= 0 else short * (short - 1) // 2
    found = opposed(lead, [0])
    assert found.p_escape == Fraction(wins, 400)
    assert found.p_first_roll_tie == Fraction(short, 400)
