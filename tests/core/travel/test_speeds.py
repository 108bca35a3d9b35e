"""Speeds by race, class and modifiers, as the tactical catalogue has them (C-010 to C-012)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from core.travel.movers import Bonus, Mover, net_speed
from saves.store.packaged_rulesets import packaged

DND35 = packaged("dnd35")


def modified(*bonuses: tuple[str, str], armor: str = "none", barbarian: bool = False) -> Fraction:
    """The speed in metres of a human with these bonuses, in dnd35."""
    given = tuple(Bonus(kind, Fraction(m)) for kind, m in bonuses)
    return net_speed(
        Mover(race="human", bonuses=given, armor=armor, barbarian=barbarian), DND35
    ).speed_m


@pytest.mark.parametrize(
    ("races", "light", "medium"),
    [
        (("human", "half_elf", "half_orc", "elf"), (9, 6), (6, 4)),
        (("dwarf",), (6, 4), (6, 4)),
        (("gnome", "halfling"), (6, 4), (Fraction(9, 2), 3)),
    ],
)
def test_c_010_base_speeds(
    races: tuple[str, ...], light: tuple[int, int], medium: tuple[Fraction, int]
) -> None:
    for race in races:
        for armor, printed in (
            ("none", light),
            ("light", light),
            ("medium", medium),
            ("heavy", medium),
        ):
            found = net_speed(Mover(race=race, armor=armor), DND35)
            assert (found.speed_m, found.squares) == printed, (race, armor)


def test_c_011_bonuses_count_before_armour() -> None:
    assert modified(("magic", "9"), armor="medium") == 12


def test_c_011_of_one_type_the_largest_bonus_and_the_worst_penalty_count() -> None:
    assert modified(("enhancement", "3"), ("enhancement", "6")) == 15
    assert modified(("curse", "-1.5"), ("curse", "-3")) == 6
    assert modified(("enhancement", "3"), ("enhancement", "-3"), ("enhancement", "-1.5")) == 9
    assert modified(("curse", "-1.5"), ("mud", "-1.5")) == 6


@pytest.mark.parametrize(("penalties", "default"), [((-3,), False), ((-1, -3), True)])
def test_c_011_only_a_choice_among_penalties_is_a_house_default(
    penalties: tuple[int, ...], default: bool
) -> None:
    bonuses = tuple(Bonus("curse", Fraction(metres)) for metres in penalties)

    receipt = net_speed(Mover(race="human", bonuses=bonuses), DND35).receipt

    parts = [part for part in receipt.walk() if part.rule == "C-011"]
    assert [(part.value, part.default) for part in parts] == [(-3, default)]


def test_c_012_a_barbarian_is_faster_but_in_heavy_armour() -> None:
    assert modified(barbarian=True) == 12
    assert modified(barbarian=True, armor="medium") == 9
    assert modified(barbarian=True, armor="heavy") == 6


def test_c_012_a_monk_is_faster_without_any_armour() -> None:
    assert modified(("monk", "3")) == 12
    assert modified(("monk", "3"), armor="light") == 9
