"""Speeds, paces, loads and days of movers, rule by rule."""

from __future__ import annotations

from fractions import Fraction

import pytest

from core.casebook.run import REFUSED_UNDER, basis
from core.messages import Refusal
from core.rulesets.schema import Ruleset
from core.travel.movers import Bonus, Mover, loaded, net_speed, rate, reduced_m, resolve
from core.travel.stretches import ground
from core.travel.tiring_travel import hustle_damage, hustle_total
from saves.store.packaged_rulesets import PACKAGED, packaged
from tests.casebooks.running import worked

HALF = Fraction(1, 2)
REDUCED = (1, 2, 2, 3, 4, 4, 5, 6, 6, 7, 8, 8, 9, 10, 10, 11, 12, 12, 13, 14)


@pytest.fixture
def sf() -> Ruleset:
    return packaged("sf")


def code_of(excinfo: pytest.ExceptionInfo[Refusal]) -> str:
    return excinfo.value.code


def test_t_033_two_thirds_of_the_squares_rounded_up(pf1: Ruleset) -> None:
    square = Fraction(3, 2)
    assert [reduced_m(n * square, pf1) / square for n in range(1, 21)] == list(REDUCED)


def test_t_033_a_ruleset_may_round_down(pf1: Ruleset) -> None:
    other = pf1.mechanisms.model_copy(update={"reduction": "two_thirds_down"})
    rules = pf1.model_copy(update={"mechanisms": other})
    assert reduced_m(Fraction(15), rules) == 9


@pytest.mark.parametrize("race", ["human", "half_elf", "half_orc", "elf", "gnome", "halfling"])
def test_t_033_the_formula_reproduces_the_race_table(race: str, pf1: Ruleset) -> None:
    row = pf1.races[race]
    assert reduced_m(row.base_speed_m, pf1) == row.slowed_speed_m


@pytest.mark.parametrize("mount", ["light_horse", "heavy_horse", "pony", "riding_dog"])
def test_t_165_loaded_mounts_are_reduced_as_armour_reduces(mount: str, pf1: Ruleset) -> None:
    row = pf1.mounts[mount]
    assert reduced_m(row.km_h * 2, pf1) == row.loaded_km_h * 2


def test_t_036_armour_and_load_decide_about_the_barbarian_s_bonus(pf1: Ruleset) -> None:
    def speed(armor: str, load: str) -> Fraction:
        mover = Mover(race="half_orc", armor=armor, load=load, barbarian=True)
        return net_speed(mover, pf1).speed_m

    assert [speed(armor, "light") for armor in ("none", "light", "medium", "heavy")] == [
        12,
        12,
        9,
        6,
    ]
    assert [speed("none", load) for load in ("light", "medium", "heavy")] == [12, 9, 6]


def test_t_039_penalties_of_several_types_all_count(pf1: Ruleset) -> None:
    bonuses = (Bonus("curse", Fraction(-3)), Bonus("mud", Fraction(-3)))
    assert net_speed(Mover(race="human", bonuses=bonuses), pf1).speed_m == 3


def test_t_002_a_speed_is_a_whole_number_of_squares(pf1: Ruleset) -> None:
    with pytest.raises(Refusal) as refused:
        net_speed(Mover(base_speed_m=Fraction(10)), pf1)
    assert code_of(refused) == "uneven_speed"


def test_t_005_the_hour_is_half_the_metres(pf1: Ruleset) -> None:
    assert resolve(Mover(speed_m=Fraction(6)), pf1).km_h == 3
    other = pf1.mechanisms.model_copy(update={"hour": "sixty_minutes"})
    rules = pf1.model_copy(update={"mechanisms": other})
    assert resolve(Mover(speed_m=Fraction(6)), rules).km_h == Fraction(18, 5)


@pytest.mark.parametrize("name", PACKAGED)
def test_t_006_each_mover_has_its_day(name: str) -> None:
    rules = packaged(name)
    for mover in (
        Mover(speed_m=Fraction(9)),
        Mover(fly_speed_m=Fraction(9)),
        Mover(mount="pony"),
        Mover(vehicle="cart_or_wagon"),
    ):
        assert resolve(mover, rules).day_hours == 8


def test_t_200_t_201_vehicle_days(sf: Ruleset) -> None:
    def day(kind: str) -> Fraction:
        return resolve(Mover(vehicle_class=kind, vehicle_km_h=Fraction(20)), sf).day_hours

    assert [day("light"), day("large")] == [10, 24]


def test_exactly_one_way_to_move(pf1: Ruleset) -> None:
    for mover in (Mover(), Mover(speed_m=Fraction(9), mount="pony")):
        with pytest.raises(Refusal) as refused:
            resolve(mover, pf1)
        assert code_of(refused) == "one_mover"


@pytest.mark.parametrize("way", ["highway", "road", "trail", "trackless"])
def test_t_132_t_137_a_trail_is_a_road_to_walkers_and_no_way_to_vehicles(
    way: str, pf1: Ruleset
) -> None:
    row = pf1.terrain["hills"]
    walker, vehicle = (ground(pf1, "hills", way, vehicle=v).multiplier for v in (False, True))
    columns = {
        "highway": (row.highway, row.highway),
        "road": (row.road, row.road),
        "trail": (row.road, row.trackless),
        "trackless": (row.trackless, row.trackless),
    }
    assert (walker, vehicle) == columns[way]


def test_t_137_the_whole_party_loses_the_trail(pf1: Ruleset) -> None:
    walker = resolve(Mover(speed_m=Fraction(9)), pf1)
    assert rate(walker, pf1, "forest", "trail").multiplier == 1
    assert rate(walker, pf1, "forest", "trail", with_vehicle=True).multiplier == HALF


def test_t_142_the_air_has_no_terrain(pf1: Ruleset) -> None:
    flyer = resolve(Mover(fly_speed_m=Fraction(18)), pf1)
    assert rate(flyer, pf1, "jungle", "trackless", "hustle").km_h == 18


def test_t_139_a_typo_is_no_row_of_another_table(pf1: Ruleset) -> None:
    with pytest.raises(Refusal) as refused:
        ground(pf1, "forrest", "road")
    message = refused.value.message
    assert (message.value("suggestion"), message.value("meant")) == ("", "forest")


@pytest.mark.parametrize("pace", ["run", "run_x4", "run_x3"])
def test_t_088_nobody_runs_overland(pace: str, pf1: Ruleset) -> None:
    walker = resolve(Mover(speed_m=Fraction(9)), pf1)
    with pytest.raises(Refusal) as refused:
        rate(walker, pf1, pace=pace)
    assert code_of(refused) == "no_overland_run"


def test_t_083_each_hour_doubles(pf1: Ruleset) -> None:
    assert [hustle_damage(hour, pf1) for hour in range(1, 9)] == [0, 1, 2, 4, 8, 16, 32, 64]
    assert hustle_total(Fraction(19, 2), pf1) == 255


def test_q_04_a_ruleset_may_double_the_total(pf1: Ruleset) -> None:
    other = pf1.mechanisms.model_copy(update={"hustle": "total_doubles"})
    rules = pf1.model_copy(update={"mechanisms": other})
    assert [hustle_total(Fraction(n), rules) for n in range(1, 6)] == [0, 1, 2, 4, 8]


@pytest.mark.parametrize(
    ("load", "category"),
    [
        ("87", "unloaded"),
        ("87.49", "unloaded"),
        ("87.5", "loaded"),
        ("262.5", "loaded"),
        ("262.51", "overloaded"),
    ],
)
def test_t_163_both_ends_of_the_range_are_loaded(load: str, category: str, pf1: Ruleset) -> None:
    assert loaded("light_horse", Fraction(load), pf1).category == category


def test_t_007_splitting_a_day_changes_nothing(pf1: Ruleset) -> None:
    whole, split = (
        worked(
            "day_distance",
            pf1,
            speed_m=9,
            terrain="hills",
            way="road",
            segments=[{"pace": "hustle", "hours": hours}] * times,
        ).values
        for hours, times in (("7/2", 1), ("7/6", 3))
    )
    for key in ("km", "hustle_damage"):
        assert whole[key] == split[key]


def test_t_003_game_equivalents(pf1: Ruleset) -> None:
    cart = worked("mount_table", pf1, vehicle="cart_or_wagon").values
    assert Fraction(cart["miles_per_day"]) == Fraction(cart["km_per_day"]) * 2 / 3
    load = worked("load", pf1, mount="light_horse", load_kg="262.5").values
    assert load["total_lb"] == "525"


@pytest.mark.parametrize("name", PACKAGED)
def test_every_refusal_has_a_rule_in_every_system(name: str) -> None:
    for code in REFUSED_UNDER:
        found = basis(Refusal(code, "because"), packaged(name))
        assert found is not None
        assert found.rule.startswith(("T-", "C-", "K-"))
    assert basis(Refusal("something_else", "because"), packaged(name)) is None
