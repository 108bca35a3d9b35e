"""Boats, currents and drifting (T-180 to T-191)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from core.messages import Refusal
from core.rulesets.schema import Ruleset
from core.travel.boats import Voyage, afloat, boat_day
from saves.store.packaged_rulesets import packaged

SMALL = ("raft_or_barge", "keelboat", "rowboat")
SHIPS = ("sailing_ship", "warship", "longship", "galley")


@pytest.fixture
def pf1() -> Ruleset:
    return packaged("pf1")


@pytest.mark.parametrize("boat", SMALL)
@pytest.mark.parametrize(("current", "km"), [("4.5", "63"), ("3", "42")])
def test_t_186_a_day_downstream(boat: str, current: str, km: str, pf1: Ruleset) -> None:
    voyage = Voyage(
        boat, "river", "downstream", Fraction(current), drift_hours=Fraction(14), guide=True
    )
    day = boat_day(voyage, pf1)
    assert day.km_h == pf1.boats[boat].km_h + Fraction(current)
    assert day.drift_km == Fraction(km)
    assert day.km == day.km_h * 10 + Fraction(km)
    assert day.hours == 24


@pytest.mark.parametrize("boat", SMALL)
@pytest.mark.parametrize("current", ["0", "0.5", "9"])
def test_t_187_not_against_any_current(boat: str, current: str, pf1: Ruleset) -> None:
    with pytest.raises(Refusal) as refused:
        afloat(Voyage(boat, "river", "upstream", Fraction(current)), pf1)
    assert refused.value.code == "upstream"
    towed = afloat(Voyage(boat, "river", "upstream", Fraction(current), towed=True), pf1)
    assert [towed.km_h, towed.day_hours] == [pf1.boats[boat].km_h, 10]


@pytest.mark.parametrize("boat", SMALL)
@pytest.mark.parametrize("direction", ["none", "downstream", "upstream"])
def test_t_189_still_water_has_no_direction(boat: str, direction: str, pf1: Ruleset) -> None:
    found = afloat(Voyage(boat, "lake", direction, Fraction(3)), pf1)
    assert [found.km_h, found.drift_km_h] == [pf1.boats[boat].km_h, 0]


@pytest.mark.parametrize("boat", SMALL)
def test_t_183_small_craft_stay_inland(boat: str, pf1: Ruleset) -> None:
    with pytest.raises(Refusal) as refused:
        afloat(Voyage(boat, "sea"), pf1)
    assert refused.value.code == "inland_only"


@pytest.mark.parametrize("boat", SHIPS)
@pytest.mark.parametrize("direction", ["none", "downstream", "upstream"])
def test_q_51_ships_ignore_river_currents(boat: str, direction: str, pf1: Ruleset) -> None:
    found = afloat(Voyage(boat, "river", direction, Fraction(9)), pf1)
    assert [found.km_h, found.day_hours, found.drift_km_h] == [pf1.boats[boat].km_h, 24, 0]


@pytest.mark.parametrize(
    ("voyage", "reason"),
    [
        (Voyage("rowboat", "sea", propelled_hours=Fraction(30)), "inland_only"),
        (Voyage("sailing_ship", "sea", propulsion="oars", propelled_hours=Fraction(30)), "no_oars"),
        (Voyage("rowboat", "river", "upstream", propelled_hours=Fraction(11)), "too_many_hours"),
        (Voyage("rowboat", "river", "upstream", drift_hours=Fraction(1)), "upstream"),
        (Voyage("rowboat", "river", drift_hours=Fraction(1)), "drift_goes_downstream"),
        (Voyage("rowboat", "river", "downstream", drift_hours=Fraction(1)), "drift_needs_guide"),
        (Voyage("galley", "sea", drift_hours=Fraction(1), guide=True), "too_many_hours"),
    ],
)
def test_what_forbids_a_voyage_first(voyage: Voyage, reason: str, pf1: Ruleset) -> None:
    day = boat_day(voyage, pf1)
    assert (day.possible, day.reason) == (False, reason)


@pytest.mark.parametrize("km", ["0", "0.1", "52.5", "53", "115.5", "231", "300", "1000.5"])
def test_t_191_days_and_hours_add_up_to_the_distance(km: str, pf1: Ruleset) -> None:
    voyage = Voyage(
        "raft_or_barge",
        "river",
        "downstream",
        drift_hours=Fraction(14),
        guide=True,
        distance_km=Fraction(km),
    )
    day = boat_day(voyage, pf1)
    assert day.full_days is not None
    assert day.full_days * day.km + day.last_day_km == Fraction(km)
    assert day.last_day_km < day.km
    propelled = min(day.last_day_hours, Fraction(10))
    adrift = day.last_day_hours - propelled
    assert propelled * Fraction("5.25") + adrift * Fraction("4.5") == day.last_day_km


def test_a_boat_that_does_not_advance_never_arrives(pf1: Ruleset) -> None:
    voyage = Voyage("rowboat", "lake", propelled_hours=Fraction(0), distance_km=Fraction(5))
    day = boat_day(voyage, pf1)
    assert day.possible
    assert day.km == 0
    assert day.full_days is None
