"""What tires and what heals: runs, hustles, forced marches, rest, pursuits."""

from __future__ import annotations

from fractions import Fraction

import pytest

from core.casebook.exertion_cases import effects, weariness
from core.receipts import Receipt, rules_by_default
from core.rulesets.schema import Ruleset
from core.travel.tiring_travel import forced_check, forced_dc
from saves.store.packaged_rulesets import packaged
from tests.casebooks.running import worked

MIXED = [{"pace": "hustle", "hours": 1}, {"pace": "walk", "hours": 8}]


def questions(*receipts: Receipt) -> set[str]:
    return {q for top in receipts for part in top.walk() for q in part.questions}


def test_t_101_the_difficulty_rises_by_two(pf1: Ruleset) -> None:
    assert [forced_dc(hour, pf1) for hour in range(1, 5)] == [12, 14, 16, 18]


def test_t_105_a_certain_check_rests_on_q_43(pf1: Ruleset) -> None:
    assert questions(forced_check(0, 1, pf1).receipt) == set()
    assert forced_check(-1, 5, pf1).p_fail == 1
    assert questions(forced_check(-1, 5, pf1).receipt) == {"Q-43"}
    assert questions(forced_check(11, 1, pf1).receipt) == {"Q-43"}


def test_t_109_only_complete_hours_are_checked(pf1: Ruleset) -> None:
    toll = worked("forced_march", pf1, extra_hours="11/4", con_mod=2)
    assert toll.values["dcs"] == [12, 14]
    assert "Q-05" in questions(*toll.why)
    assert "Q-05" not in questions(*worked("forced_march", pf1, extra_hours=2, con_mod=2).why)
    for hours, extra in (("21/2", "2.5"), (3, "0")):
        found = worked("day_distance", pf1, speed_m=9, hours=hours)
        assert found.values["extra_hours"] == extra


def test_t_106_the_mean_is_three_and_a_half_failures(pf1: Ruleset) -> None:
    for con_mod in range(-6, 12):
        toll = worked("forced_march", pf1, extra_hours=6, con_mod=con_mod, at_least=[0]).values
        chances = [Fraction(p) for p in toll["p_fail"]]
        assert Fraction(toll["expected_damage"]) == Fraction(7, 2) * sum(chances)
        assert toll["max_damage"] == 6 * sum(p > 0 for p in chances)
        assert toll["p_at_least"] == ["1"]


def test_t_167_a_ridden_mount_always_fails(pf1: Ruleset) -> None:
    toll = worked("forced_march", pf1, extra_hours=3, subject="ridden_mount", at_least=[3, 4])
    assert "dcs" not in toll.values
    assert (toll.values["auto_failed_checks"], toll.values["damage_kind"]) == (3, "lethal")
    assert toll.values["p_at_least"] == ["1", "215/216"]


def test_t_126_hustling_until_one_drops(pf1: Ruleset) -> None:
    for hp, staggered, drops in ((0, 1, 2), (1, 2, 3), (7, 4, 5), (10, 0, 5), (15, 5, 6)):
        toll = worked("hustle_damage", pf1, hours=1, hp=hp).values
        assert (toll["staggered_after_hour"], toll["unconscious_after_hour"]) == (staggered, drops)


def test_q_04_matters_from_the_third_hour_of_sf(pf1: Ruleset) -> None:
    sf = packaged("sf")
    for rules, hours, asked in ((sf, 2, set()), (sf, 3, {"Q-04"}), (pf1, 3, set())):
        assert questions(*worked("hustle_damage", rules, hours=hours).why) == asked


def test_t_122_levels_and_complete_hours_heal(pf1: Ruleset) -> None:
    for hours, left in ((3, 3), ("39/10", 3), (4, 0), (0, 15)):
        found = worked("fatigue", pf1, damage=15, level=4, rest_hours=hours).values
        assert (found["remaining"], found["hours_to_clear"]) == (left, 4)
    lethal = worked("fatigue", pf1, damage=7, level=2, nights=3, damage_kind="lethal")
    assert lethal.values["remaining"] == 1


def test_t_123_exhaustion_is_a_switch_that_is_off(pf1: Ruleset) -> None:
    assert weariness(True, True, pf1) == "fatigued"
    switched = pf1.with_switches({"exhaustion": True})
    assert weariness(True, True, switched) == "exhausted"
    assert effects("exhausted", switched)["str_mod"] == -6
    assert weariness(False, True, switched) == "fresh"


def test_t_124_the_fatigued_walk_and_hustle(pf1: Ruleset) -> None:
    found = effects("fatigued", pf1)
    assert [found[f"can_{how}"] for how in ("walk", "hustle", "run", "charge")] == [
        True,
        True,
        False,
        False,
    ]


@pytest.mark.parametrize(
    ("con", "five", "most"),
    [(6, "189/40000", 9), (12, "297/10000", 12), (18, "9009/80000", 15), (20, "819/5000", 16)],
)
def test_t_075_the_table_of_long_runs(con: int, five: str, most: int, pf1: Ruleset) -> None:
    found = worked("run_endurance", pf1, con_score=con, speed_m=9, extra_rounds=5).values
    assert (found["p_complete"], found["max_extra_rounds"]) == (five, most)


def test_t_213_unequal_speeds_are_left_out_of_account(pf1: Ruleset) -> None:
    long = {"mode": "long", "quarry_mod": 1, "pursuer_mod": 3}
    plain = worked("pursuit", pf1, **long)
    known = worked("pursuit", pf1, **long, quarry_speed_m=9, pursuer_speed_m=6)
    assert plain.values["p_escape"] == known.values["p_escape"] == "153/400"
    assert questions(*known.why) - questions(*plain.why) == {"Q-27"}


def test_t_054_each_condition_doubles_again(pf1: Ruleset) -> None:
    costs = [
        worked("local_pace", pf1, speed_m=12, conditions=conditions).values["cost"]
        for conditions in (
            [],
            ["difficult"],
            ["difficult", "obstacle"],
            ["difficult", "obstacle", "poor_visibility"],
        )
    ]
    assert costs == [1, 2, 4, 8]


def test_t_057_flags_the_least_only_where_it_decides(pf1: Ruleset) -> None:
    three = ["difficult", "obstacle", "poor_visibility"]
    for speed, asked in ((12, set()), (9, {"Q-39"})):
        found = worked("local_pace", pf1, speed_m=speed, conditions=three)
        assert (found.values["m_per_minute"], questions(*found.why)) == ("15", asked)


def test_a_plain_day_in_pf1_rests_on_no_default(pf1: Ruleset) -> None:
    plain = worked("day_distance", pf1, speed_m=9, terrain="forest", way="road")
    assert rules_by_default(plain.why) == ()
    forced = worked("day_distance", pf1, speed_m=9, segments=MIXED)
    assert rules_by_default(forced.why) == ("T-089", "T-111")


def test_a_ruleset_that_settles_a_question_is_no_default_there(pf1: Ruleset) -> None:
    settled = pf1.model_copy(update={"settles": ("Q-07", "Q-08")})
    found = worked("day_distance", settled, speed_m=9, segments=MIXED)
    assert rules_by_default(found.why) == ()
