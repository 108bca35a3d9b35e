"""Who sets the pace, who makes checks, who is carried (T-137, T-153, T-154, T-169, T-170)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from core.messages import Refusal
from core.travel.company import Company, Traveller, assemble, lead_the_riderless
from core.travel.movers import Mover
from core.travel.stretches import Stretch
from saves.store.packaged_rulesets import packaged

PF1 = packaged("pf1")
SF = packaged("sf")
ADA = Traveller("Ada", Mover(speed_m=Fraction(9)))
DWARF = Traveller("Bram", Mover(race="dwarf", armor="heavy"))
PONY = Traveller("Pony", Mover(mount="pony", load_kg=Fraction(60)))
WAGON = Traveller("Wagon", Mover(vehicle="cart_or_wagon"))
ROVER = Traveller("Rover", Mover(vehicle_class="light", vehicle_km_h=Fraction(30)))
CRAWLER = Traveller("Crawler", Mover(vehicle_class="large", vehicle_km_h=Fraction(30)))


def names(fellows: tuple[object, ...]) -> list[str]:
    return [getattr(fellow, "name", "") for fellow in fellows]


def riding(traveller: Traveller, mount: str) -> Traveller:
    return Traveller(traveller.name, traveller.mover, rides=mount)


def company(*travellers: Traveller) -> Company:
    return assemble(lead_the_riderless(travellers), PF1)


def test_the_slowest_sets_the_pace_and_of_equals_the_first_listed() -> None:
    assert company(ADA, DWARF, PONY).slowest.name == "Bram"
    twin = Traveller("Ben", ADA.mover)
    assert company(twin, ADA).slowest.name == "Ben"


def test_the_slowest_differs_from_leg_to_leg() -> None:
    slow = Traveller("Slow", Mover(fly_speed_m=Fraction(7)))
    party = company(slow, ADA)
    assert party.slowest.name == "Slow"
    jungle = Stretch(Fraction(1), 1, terrain="jungle", way="trackless")
    assert party.pace_setter(jungle, PF1).name == "Ada"
    assert party.rate_on(jungle, PF1).km_h == Fraction(9, 8)


def test_the_shortest_ordinary_day_binds_the_party() -> None:
    assert assemble((ADA, ROVER), SF).day_hours == 8
    assert assemble((CRAWLER, ROVER), SF).day_hours == 10
    assert assemble((CRAWLER, riding(ADA, "Crawler")), SF).day_hours == 24


def test_a_rider_neither_sets_the_pace_nor_checks() -> None:
    party = company(riding(DWARF, "Pony"), PONY)
    assert party.pace.km_h == 6
    assert names(party.walkers) == []
    assert names(party.driven) == ["Pony"]


def test_a_mount_that_nobody_rides_is_led_when_others_ride() -> None:
    second = Traveller("Second", Mover(mount="pony"))
    party = company(riding(DWARF, "Pony"), PONY, second)
    assert names(party.walkers) == ["Second"]


def test_without_riders_a_mount_is_the_mounted_traveller() -> None:
    assert names(company(ADA, PONY).driven) == ["Pony"]


def test_who_is_ridden_fails_its_checks_whatever_it_is() -> None:
    griffon = Traveller("Griffon", Mover(fly_speed_m=Fraction(24)))
    assert names(company(griffon, riding(ADA, "Griffon")).driven) == ["Griffon"]


def test_animals_that_draw_a_wagon_do_not_set_the_pace() -> None:
    laden = Mover(base_speed_m=Fraction(3))
    ox = Traveller("Ox", laden, draft=True)
    assert company(WAGON, ox).slowest.name == "Wagon"
    assert names(company(WAGON, ox).driven) == ["Wagon", "Ox"]


@pytest.mark.parametrize(
    ("party", "km_h"), [((ADA,), Fraction(9, 2)), ((ADA, WAGON), Fraction(3, 2))]
)
def test_a_vehicle_in_the_party_makes_trails_trackless_for_all(
    party: tuple[Traveller, ...], km_h: Fraction
) -> None:
    trail = Stretch(Fraction(1), 1, terrain="forest", way="trail")
    assert company(*party).rate_on(trail, PF1).km_h == km_h


def test_a_flying_vehicle_leaves_trails_to_walkers() -> None:
    skimmer = Traveller(
        "Skimmer", Mover(vehicle_class="light", vehicle_km_h=Fraction(60), flying=True)
    )
    trail = Stretch(Fraction(1), 1, terrain="forest", way="trail")
    assert assemble((ADA, skimmer), SF).rate_on(trail, SF).km_h == Fraction(9, 2)


@pytest.mark.parametrize(
    ("party", "code"),
    [
        ((), "nobody"),
        ((riding(ADA, "Nag"),), "unknown_mount"),
        ((riding(ADA, "Bram"), riding(DWARF, "Ada")), "rides_round"),
    ],
)
def test_impossible_companies_are_refused(party: tuple[Traveller, ...], code: str) -> None:
    with pytest.raises(Refusal) as refused:
        assemble(party, PF1)
    assert refused.value.code == code
