"""Boats, currents and drifting (T-180 to T-191)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from core.messages import KmPerHour, Refusal
from core.rulesets.schema import Ruleset
from core.travel.stretches import Voyage, afloat, current
from saves.store.packaged_rulesets import packaged
from tests.casebooks.running import worked
from tui.kit.phrases import say

SMALL = ("raft_or_barge", "keelboat", "rowboat")
SHIPS = ("sailing_ship", "warship", "longship", "galley")


@pytest.mark.parametrize("boat", SMALL)
@pytest.mark.parametrize(("current", "km"), [("4.5", "63"), ("3", "42")])
def test_t_186_a_day_downstream(boat: str, current: str, km: str, pf1: Ruleset) -> None:
    day = worked(
        "boat_day",
        pf1,
        boat=boat,
        water="river",
        direction="downstream",
        current_km_h=current,
        drift_hours=14,
        guide=True,
    ).values
    km_h = pf1.boats[boat].km_h + Fraction(current)
    assert Fraction(day["km_per_h"]) == km_h
    assert [Fraction(day[key]) for key in ("drift_km", "km", "hours")] == [
        Fraction(km),
        km_h * 10 + Fraction(km),
        24,
    ]


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
    ("boat", "water", "voyage", "reason"),
    [
        ("rowboat", "sea", {"propelled_hours": 30}, "inland_only"),
        ("sailing_ship", "sea", {"propulsion": "oars", "propelled_hours": 30}, "no_oars"),
        ("rowboat", "river", {"direction": "upstream", "propelled_hours": 11}, "too_many_hours"),
        ("rowboat", "river", {"direction": "upstream", "drift_hours": 1}, "upstream"),
        ("rowboat", "river", {"drift_hours": 1}, "drift_goes_downstream"),
        ("rowboat", "river", {"direction": "downstream", "drift_hours": 1}, "drift_needs_guide"),
        ("galley", "sea", {"drift_hours": 1, "guide": True}, "too_many_hours"),
    ],
)
def test_what_forbids_a_voyage_first(
    boat: str, water: str, voyage: dict[str, object], reason: str, pf1: Ruleset
) -> None:
    day = worked("boat_day", pf1, boat=boat, water=water, **voyage).values
    assert day == {"possible": False, "reason": reason}


@pytest.mark.parametrize("km", ["0", "0.1", "52.5", "53", "115.5", "231", "300", "1000.5"])
def test_t_191_days_and_hours_add_up_to_the_distance(km: str, pf1: Ruleset) -> None:
    day = worked(
        "boat_day",
        pf1,
        boat="raft_or_barge",
        water="river",
        direction="downstream",
        drift_hours=14,
        guide=True,
        distance_km=km,
    ).values
    whole, last, hours = (Fraction(day[key]) for key in ("km", "last_day_km", "last_day_hours"))
    assert day["full_days"] * whole + last == Fraction(km)
    assert last < whole
    propelled = min(hours, Fraction(10))
    assert propelled * Fraction("5.25") + (hours - propelled) * Fraction("4.5") == last


def test_a_boat_that_does_not_advance_never_arrives(pf1: Ruleset) -> None:
    day = worked(
        "boat_day", pf1, boat="rowboat", water="lake", propelled_hours=0, distance_km=5
    ).values
    assert (day["possible"], day["km"]) == (True, "0")
    assert "full_days" not in day


def test_t_185_the_receipt_of_the_usual_current_names_what_is_printed_too() -> None:
    """Given 5 km/h in print, and 63 km in 14 hours, then both stand in the receipt."""
    _, receipt = current(Voyage("keelboat", "river", "downstream"), packaged("pf1"))
    assert receipt.value == KmPerHour(Fraction("4.5"))
    assert say(receipt.label).endswith("5 km/h is printed beside it")
    _, entered = current(Voyage("keelboat", "river", "downstream", Fraction(3)), packaged("pf1"))
    assert say(entered.label) == "current, as entered"
