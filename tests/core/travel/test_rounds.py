"""Flight and pursuit round by round, as the tactical catalogue has them (C-253 to C-256)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from core.messages import Refusal
from core.travel.running import long_chase, run_endurance, short_chase, vehicle_chase
from saves.store.packaged_rulesets import packaged

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
    assert long_chase(2, [2], packaged(system)).method == "opposed_con"


def test_c_255_chases_of_vehicles_have_rules_of_their_own() -> None:
    with pytest.raises(Refusal, match="not_covered"):
        vehicle_chase()


@pytest.mark.parametrize("system", D20)
def test_c_256_a_run_lasts_as_many_rounds_as_constitution_then_checks_then_a_minute(
    system: str,
) -> None:
    found = run_endurance(14, Fraction(9), packaged(system), extra_rounds=3)

    assert found.free_rounds == 14
    assert found.dcs == (10, 11, 12)
    assert found.rest_rounds == 10
    assert found.rest_max_m == 90
