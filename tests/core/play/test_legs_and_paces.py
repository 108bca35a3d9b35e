"""Legs and paces that cannot be computed are refused when they are given, with the reason."""

from __future__ import annotations

from fractions import Fraction

import pytest

from core.messages import Message, Refusal
from core.play import queries
from core.play.facts.road.commands import (
    BeginEncounter,
    EndEncounter,
    Halt,
    March,
    SetLegs,
    SetPace,
    SetRoute,
    SetSchedule,
)
from core.play.facts.state import Member, Schedule, State
from core.play.facts.table.commands import Rule, SetPresent
from core.play.union import Command
from core.travel.movers import Mover
from core.travel.stretches import Progress, Stretch
from core.travel.tiring_travel import LAST_WORSE_HOUR, hustle_damage
from core.values import replace
from saves.store.packaged_rulesets import packaged
from tests.builders import HORSE, ROAD, ROWED, TAM, after, assets, party
from tests.core.play.maps import at, region_world

SF = assets("sf")
ROVER = Member(
    "rover",
    "Rover",
    "R",
    role="vehicle",
    mover=Mover(vehicle_class="light", vehicle_km_h=Fraction(40)),
)
AWAY = replace(ROVER, present=False)
WALKED = Stretch(Fraction(20), 1, terrain="plains")
HUSTLED = replace(WALKED, pace="hustle")
UPSTREAM = replace(ROWED, direction="upstream", drift_hours=Fraction(0))
BESIDE_THE_ROVER = party(TAM, ROVER, legs=())


def refusal(command: Command, state: State) -> Refusal:
    """Why the command is refused under Starfinder."""
    with pytest.raises(Refusal) as refused:
        after(command, state, under=SF)
    return refused.value


def test_legs_of_more_than_10_000_days_are_refused() -> None:
    # T-150: a digit too many
    legs = SetLegs((Stretch(Fraction(999_999), 1, terrain="plains", way="road"),))
    assert refusal(legs, party(TAM)).code == "too_long"


@pytest.mark.parametrize("km", [Fraction(10) ** 60, Fraction(10) ** 300])
def test_legs_without_end_are_refused_at_once(km: Fraction) -> None:
    assert refusal(SetLegs((Stretch(km, 1),)), party(TAM)).code == "too_long"


def test_a_hustled_leg_is_refused_beside_a_powered_vehicle_by_its_number() -> None:
    # T-206, Q-44
    found = refusal(SetLegs((WALKED, HUSTLED)), BESIDE_THE_ROVER)
    assert found.code == "vehicle_has_no_hustle"
    assert found.message.value("leg") == 2


def test_a_hustle_is_refused_beside_a_powered_vehicle() -> None:
    # T-206, Q-44
    assert refusal(SetPace("hustle"), BESIDE_THE_ROVER).code == "vehicle_has_no_hustle"
    assert after(SetPace("hustle"), party(TAM, AWAY), under=SF).pace == "hustle"


@pytest.mark.parametrize(
    ("leg", "code"),
    [
        (replace(WALKED, pace="sprint"), "unknown_pace"),
        (replace(WALKED, pace="run_x4"), "no_overland_run"),
        (replace(WALKED, terrain="cheese"), "unknown_terrain"),
        (replace(WALKED, way="tunnel"), "unknown_way"),
        (replace(WALKED, crossing_hours=Fraction(-1)), "bad_leg"),
        (replace(WALKED, km=Fraction(0)), "bad_leg"),
        (replace(ROWED, current_km_h=Fraction(-30)), "bad_leg"),
        (replace(ROWED, drift_hours=Fraction(-9)), "bad_leg"),
        (replace(ROWED, boat="ark"), "unknown_boat"),
        (replace(ROWED, water="fog"), "unknown_water"),
        (replace(ROWED, guide=False), "drift_needs_guide"),
        (UPSTREAM, "upstream"),
    ],
)
@pytest.mark.parametrize("members", [(TAM,), ()])
def test_a_leg_that_nobody_can_travel_is_refused_whoever_is_there(
    leg: Stretch, code: str, members: tuple[Member, ...]
) -> None:
    found = refusal(SetLegs((WALKED, leg)), party(*members))
    assert found.code == code
    assert found.message.value("leg") == 2


@pytest.mark.parametrize(
    "members", [(), (replace(HORSE, mover=replace(HORSE.mover, load_kg=Fraction(10) ** 6)),)]
)
def test_legs_are_taken_while_the_party_itself_has_no_pace(members: tuple[Member, ...]) -> None:
    legs = SetLegs((WALKED, HUSTLED))
    assert after(legs, party(*members, legs=()), under=SF).plan is not None


def test_legs_stand_when_the_vehicle_comes_back_and_walking_is_always_allowed() -> None:
    # given a hustled leg and a hustle, set while the rover was away
    state = after(SetLegs((WALKED, HUSTLED)), party(TAM, AWAY), under=SF)
    state = after(SetPace("hustle"), state, under=SF)
    # when it comes back
    back = after(SetPresent("rover", True), state, under=SF)
    # then the legs stand, the way is refused in words, and the pace can be a walk again
    assert back.plan == state.plan
    assert isinstance(queries.next_action(back, SF), Message)
    walking = after(SetPace("walk"), back, under=SF)
    walking = after(SetPresent("rover", False), walking, under=SF)
    assert after(March(Fraction(1)), walking, under=SF).travelled == 1


@pytest.mark.nightly
def test_a_walk_that_makes_the_plan_endless_is_refused() -> None:
    # T-087: at a hustle it takes half as long
    legs = (Stretch(Fraction(400_000), 1, terrain="plains", way="highway"),)
    state = party(TAM, legs=legs, pace="hustle")
    assert queries.plan_ahead(state, SF) is not None
    assert refusal(SetPace("walk"), state).code == "too_long"


def test_a_route_without_end_is_refused() -> None:
    state = replace(at("0101", TAM), hex_km=Fraction(10) ** 9)
    with pytest.raises(Refusal, match="too_long"):
        after(SetRoute("0303"), state, under=region_world())


@pytest.mark.parametrize("target", ["hours_used", "marched", "hustled"])
@pytest.mark.parametrize("value", ["25", "1e99", "1e999"])
def test_a_ruling_gives_a_day_no_more_than_24_hours(target: str, value: str) -> None:
    ruling = Rule(target, value, reason="so be it")  # type: ignore[arg-type]
    assert refusal(ruling, party(TAM)).code == "bad_ruling"


def test_a_ruling_gives_no_speed_beyond_all_bounds() -> None:
    assert refusal(Rule("speed", "1e999", "tam"), party(TAM)).code == "bad_ruling"


def test_hours_of_hustle_that_an_old_ruling_counted_are_computed() -> None:
    # T-083: the damage doubles each hour
    rules = packaged("pf1")
    most = hustle_damage(LAST_WORSE_HOUR, rules)
    assert hustle_damage(10**99, rules) == most
    state = party(replace(TAM, hustled=Fraction(10) ** 99), legs=(ROAD,))
    assert isinstance(queries.hustle_cost(state, assets()), Message)


def test_encounter_checks_are_at_least_a_quarter_of_an_hour_apart() -> None:
    every = SetSchedule(Schedule("d12", Fraction(1, 100_000)))
    assert refusal(every, party(TAM)).code == "bad_schedule"


@pytest.mark.parametrize("value", ["999999999 0", f"{10**60} 8", f"-{10**60} 8"])
def test_a_ruling_moves_the_clock_by_no_more_than_100_000_days(value: str) -> None:
    assert refusal(Rule("clock", value), party(TAM)).code == "bad_ruling"
    assert after(Rule("clock", "99999 8"), party(TAM)).clock.day == 99_999


@pytest.mark.parametrize("minutes", [-1, 10**9, 10**60])
def test_a_halt_and_an_encounter_last_no_longer_than_a_year(minutes: int) -> None:
    fighting = after(BeginEncounter("Wolves"), party(TAM))
    assert refusal(EndEncounter(minutes), fighting).code == "bad_minutes"
    assert refusal(Halt(name="ford", minutes=minutes), party(TAM)).code == "bad_minutes"


def test_what_lies_behind_makes_no_way_endless() -> None:
    endless = Stretch(Fraction(999_999), 1, terrain="plains", way="road")
    almost_there = Progress(0, Fraction(999_990))

    found = queries.plan_ahead(party(TAM, legs=(endless,), progress=almost_there), assets())

    assert found is not None
    assert found.total_km == 9
