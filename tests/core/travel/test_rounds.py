"""Flight and pursuit round by round, as the tactical catalogue has them (C-253 to C-256)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from core.travel.running import short_chase
from saves.store.packaged_rulesets import packaged
from tests.casebooks.running import worked

D20 = ("pf1", "dnd35", "sf")


@pytest.mark.parametrize("system", D20)
@pytest.mark.parametrize(("quarry", "pursuer", "escapes"), [(9, 12, 0), (12, 9, 1)])
def test_c_253_the_faster_side_has_its_way(
    system: str, quarry: int, pursuer: int, escapes: int
) -> None:
    found = short_chase(Fraction(quarry), Fraction(pursuer), 9, [-9], packaged(system))

    assert found.method == "speed"
    assert [found.p_escape, found.p_caught] == [escapes, 1 - escapes]


@pytest.mark.parametrize("system", D20)
def test_c_254_at_the_same_speed_dexterity_decides_and_a_tie_is_caught(system: str) -> None:
    """190 of 400 pairs of rolls are wins of the quarry, 20 are ties."""
    found = short_chase(Fraction(9), Fraction(9), 2, [2], packaged(system))

    assert found.method == "opposed_dex"
    assert (found.p_escape, found.p_caught) == (Fraction(190, 400), Fraction(210, 400))
    assert found.p_first_roll_tie == Fraction(20, 400)


@pytest.mark.parametrize("system", D20)
def test_c_255_all_day_constitution_decides(system: str) -> None:
    found = worked("pursuit", packaged(system), mode="long", quarry_mod=2, pursuer_mod=2)
    assert found.values["method"] == "opposed_con"


@pytest.mark.parametrize("system", D20)
def test_c_256_a_run_lasts_as_many_rounds_as_constitution_then_checks_then_a_minute(
    system: str,
) -> None:
    found = worked("run_endurance", packaged(system), con_score=14, speed_m=9, extra_rounds=3)

    expected = {"free_rounds": 14, "dcs": [10, 11, 12], "rest_rounds": 10, "rest_max_m": "90"}
    assert {key: found.values[key] for key in expected} == expected
