"""What tires and what heals: runs, hustles, forced marches, rest, pursuits."""

from __future__ import annotations

from fractions import Fraction

import pytest

from core.messages import Refusal
from core.receipts import Receipt, rules_by_default
from core.rulesets.schema import Ruleset
from core.travel.day import Stint, day_distance, forced_toll, hustle_toll
from core.travel.movers import Mover
from core.travel.pace import local_pace
from core.travel.resolved_mover import resolve
from core.travel.running import (
    compared_speed,
    free_rounds_left,
    long_chase,
    refuse_run_by,
    run_endurance,
    short_chase,
    vehicle_chase,
)
from core.travel.tiring_travel import (
    effects,
    extra_hours,
    forced_check,
    forced_dc,
    rest,
    rest_nights,
    standing,
    weariness,
)
from saves.store.packaged_rulesets import packaged


@pytest.fixture
def pf1() -> Ruleset:
    return packaged("pf1")


def questions(*receipts: Receipt) -> set[str]:
    return {q for top in receipts for part in top.walk() for q in part.questions}


def code(excinfo: pytest.ExceptionInfo[Refusal]) -> str:
    return excinfo.value.code


def test_t_101_the_difficulty_rises_by_two(pf1: Ruleset) -> None:
    assert [forced_dc(hour, pf1) for hour in range(1, 5)] == [12, 14, 16, 18]


def test_t_105_a_certain_check_rests_on_q_43(pf1: Ruleset) -> None:
    assert questions(forced_check(0, 1, pf1).receipt) == set()
    assert forced_check(-1, 5, pf1).p_fail == 1
    assert questions(forced_check(-1, 5, pf1).receipt) == {"Q-43"}
    assert questions(forced_check(11, 1, pf1).receipt) == {"Q-43"}


def test_t_109_only_complete_hours_are_checked(pf1: Ruleset) -> None:
    toll = forced_toll(Fraction(11, 4), pf1, 2)
    assert toll.dcs == (12, 14)
    assert "Q-05" in questions(toll.receipt)
    assert "Q-05" not in questions(forced_toll(Fraction(2), pf1, 2).receipt)
    assert extra_hours(Fraction(21, 2), pf1) == Fraction(5, 2)
    assert extra_hours(Fraction(3), pf1) == 0


def test_t_106_the_mean_is_three_and_a_half_failures(pf1: Ruleset) -> None:
    for con_mod in range(-6, 12):
        toll = forced_toll(Fraction(6), pf1, con_mod)
        assert toll.expected_damage == Fraction(7, 2) * sum(toll.p_fail)
        assert toll.max_damage == 6 * sum(p > 0 for p in toll.p_fail)
        assert sum(toll.totals.values()) == 1


def test_t_167_a_ridden_mount_always_fails(pf1: Ruleset) -> None:
    toll = forced_toll(Fraction(3), pf1, subject="ridden_mount")
    assert (toll.dcs, toll.hours, toll.damage_kind) == ((), 3, "lethal")
    assert min(toll.totals) == 3


def test_t_126_hustling_until_one_drops(pf1: Ruleset) -> None:
    for hp, staggered, drops in ((0, 1, 2), (1, 2, 3), (7, 4, 5), (10, 0, 5), (15, 5, 6)):
        toll = hustle_toll(Fraction(1), pf1, hp=hp)
        assert (toll.staggered_after_hour, toll.unconscious_after_hour) == (staggered, drops)
    assert [standing(n, 5) for n in (4, 5, 6)] == ["up", "staggered", "unconscious"]


def test_q_04_matters_from_the_third_hour_of_sf(pf1: Ruleset) -> None:
    sf = packaged("sf")
    assert questions(hustle_toll(Fraction(2), sf).receipt) == set()
    assert questions(hustle_toll(Fraction(3), sf).receipt) == {"Q-04"}
    assert questions(hustle_toll(Fraction(3), pf1).receipt) == set()


def test_t_122_levels_and_complete_hours_heal(pf1: Ruleset) -> None:
    assert rest(15, 4, Fraction(3), pf1).remaining == 3
    assert rest(15, 4, Fraction(39, 10), pf1).remaining == 3
    assert rest(15, 4, Fraction(4), pf1).remaining == 0
    assert rest(15, 4, Fraction(0), pf1).to_clear == 4
    assert rest_nights(7, 2, 3, pf1).remaining == 1


def test_t_123_exhaustion_is_a_switch_that_is_off(pf1: Ruleset) -> None:
    assert weariness(True, True, pf1) == "fatigued"
    table = pf1.fatigue.model_copy(update={"exhaustion": True})
    switched = pf1.model_copy(update={"fatigue": table})
    assert weariness(True, True, switched) == "exhausted"
    assert effects("exhausted", switched).str_mod == -6
    assert weariness(False, True, switched) == "fresh"


def test_t_124_the_fatigued_walk_and_hustle(pf1: Ruleset) -> None:
    found = effects("fatigued", pf1)
    assert (found.can_walk, found.can_hustle, found.can_run, found.can_charge) == (
        True, True, False, False,
    )  # fmt: skip


def test_t_076_rounds_add_up_until_a_whole_rest(pf1: Ruleset) -> None:
    assert free_rounds_left(12, 8, 3, pf1) == 4
    assert free_rounds_left(12, 8, 10, pf1) == 12
    assert free_rounds_left(12, 15, 0, pf1) == 0


def test_t_077_the_fatigued_do_not_run(pf1: Ruleset) -> None:
    assert free_rounds_left(12, 0, 10, pf1, fatigued=True) == 0


@pytest.mark.parametrize(
    ("con", "five", "most"),
    [(6, "189/40000", 9), (12, "297/10000", 12), (18, "9009/80000", 15), (20, "819/5000", 16)],
)
def test_t_075_the_table_of_long_runs(con: int, five: str, most: int, pf1: Ruleset) -> None:
    found = run_endurance(con, Fraction(9), pf1, extra_rounds=5)
    assert found.p_complete == Fraction(five)
    assert found.max_extra_rounds == most


def test_t_023_who_runs_in_sf() -> None:
    sf = packaged("sf")
    refuse_run_by("swim", sf)
    refuse_run_by("land", sf)
    for movement, straight in (("climb", True), ("burrow", True), ("swim", False)):
        with pytest.raises(Refusal) as refused:
            refuse_run_by(movement, sf, straight=straight)
        assert code(refused) == "no_run_by"
    with pytest.raises(Refusal) as refused:
        refuse_run_by("climb", packaged("pf1"))
    assert code(refused) == "not_covered"


def test_t_217_runs_are_compared_with_their_multipliers(pf1: Ruleset) -> None:
    elf, halfling = Fraction(6), Fraction(6)
    assert compared_speed(elf, pf1, "hustle") == compared_speed(halfling, pf1, "hustle") == 12
    assert compared_speed(elf, pf1, "run", 3) == 18
    assert compared_speed(halfling, pf1, "run", 4) == 24
    assert short_chase(Fraction(18), Fraction(24), 9, [0], pf1).p_escape == 0


def test_t_213_unequal_speeds_are_left_out_of_account(pf1: Ruleset) -> None:
    plain = long_chase(1, [3], pf1)
    known = long_chase(1, [3], pf1, speeds_differ=True)
    assert plain.p_escape == known.p_escape == Fraction(153, 400)
    assert questions(known.receipt) - questions(plain.receipt) == {"Q-27"}


def test_t_205_vehicle_chases_are_not_covered() -> None:
    with pytest.raises(Refusal) as refused:
        vehicle_chase()
    assert code(refused) == "not_covered"


def test_t_054_each_condition_doubles_again(pf1: Ruleset) -> None:
    costs = [
        local_pace(Fraction(12), pf1, conditions=conditions).cost
        for conditions in (
            (),
            ("difficult",),
            ("difficult", "obstacle"),
            ("difficult", "obstacle", "poor_visibility"),
        )
    ]
    assert costs == [1, 2, 4, 8]


def test_t_057_flags_the_least_only_where_it_decides(pf1: Ruleset) -> None:
    three = ("difficult", "obstacle", "poor_visibility")
    fast = local_pace(Fraction(12), pf1, conditions=three)
    slow = local_pace(Fraction(9), pf1, conditions=three)
    assert [fast.m_per_minute, slow.m_per_minute] == [15, 15]
    assert (questions(fast.receipt), questions(slow.receipt)) == (set(), {"Q-39"})


def test_a_plain_day_in_pf1_rests_on_no_default(pf1: Ruleset) -> None:
    walker = resolve(Mover(speed_m=Fraction(9)), pf1)
    plain = day_distance(walker, [Stint("walk", None, "forest", "road")], pf1)
    assert rules_by_default((plain.receipt,)) == ()
    mixed = [Stint("hustle", Fraction(1)), Stint("walk", Fraction(8))]
    forced = day_distance(walker, mixed, pf1)
    assert rules_by_default((forced.receipt,)) == ("T-089", "T-111")


def test_a_ruleset_that_settles_a_question_is_no_default_there(pf1: Ruleset) -> None:
    settled = pf1.model_copy(update={"settles": ("Q-07", "Q-08")})
    walker = resolve(Mover(speed_m=Fraction(9)), settled)
    mixed = [Stint("hustle", Fraction(1)), Stint("walk", Fraction(8))]
    assert rules_by_default((day_distance(walker, mixed, settled).receipt,)) == ()
