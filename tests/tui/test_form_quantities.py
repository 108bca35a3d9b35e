"""The lines of a member's form understand quantities in either system, with and without a unit."""

from __future__ import annotations

from fractions import Fraction

import pytest

from core.creatures import Sheet
from core.messages import Refusal
from core.play.facts.state import Member
from core.quantities import Units
from core.travel.movers import Mover
from saves.store.packaged_rulesets import packaged
from tui.kit.phrases import say, set_units
from tui.party.form_lines import form_lines, read_sheet, write_sheet

ROVER = Mover(vehicle_class="light", vehicle_km_h=Fraction(40), flying=True, places=4, crew=2)
ANN = Member("ann", "Ann", "A", mover=Mover(base_speed_m=Fraction(9)), con_score=14, hp=20)
DOG = Member("dog", "Dog", "D", role="mount", mover=Mover(mount="pony"))
RULES = packaged("pf1")
BOTH: tuple[Units, Units] = ("metric", "imperial")


def read(member: Member, **values: str) -> Member:
    return read_sheet(write_sheet(member, RULES) | values, member, RULES)


@pytest.mark.parametrize("units", BOTH)
@pytest.mark.parametrize(
    ("line", "text", "metres"),
    [("moves", "30 ft", 9), ("moves", "9 m", 9), ("moves", "9m", 9), ("moves", "6 sq", 9)],
)
def test_a_speed_with_a_unit_is_the_same_in_both(
    units: Units, line: str, text: str, metres: int
) -> None:
    set_units(units)
    assert read(ANN, **{line: text}).mover.base_speed_m == metres
    assert read(ANN, **{line: f"fly {text}"}).mover.fly_speed_m == metres


@pytest.mark.parametrize(("units", "metres", "kg"), [("metric", 30, 80), ("imperial", 9, 40)])
def test_a_number_without_a_unit_is_in_that_of_the_hint(units: Units, metres: int, kg: int) -> None:
    set_units(units)
    assert read(ANN, moves="30").mover.base_speed_m == metres
    assert read(ANN, weight="80").weight_kg == kg
    assert read(DOG, load="80").mover.load_kg == kg
    hint = form_lines(ANN, RULES)["weight"][1]
    assert say(hint).startswith({"metric": "kg", "imperial": "lb"}[units])


def test_a_mount_with_its_own_speed_keeps_its_load() -> None:
    dog = read(DOG, moves="50 ft", load="40 kg")
    assert dog.mover == Mover(speed_m=Fraction(15), load_kg=Fraction(40))
    assert write_sheet(dog, RULES)["load"] == "40"


@pytest.mark.parametrize("units", BOTH)
def test_weights_loads_and_paces_take_either_unit(units: Units) -> None:
    set_units(units)
    assert read(ANN, weight="120 lb").weight_kg == read(ANN, weight="60 kg").weight_kg == 60
    assert read(DOG, load="80 lb").mover.load_kg == read(DOG, load="40kg").mover.load_kg == 40
    for pace in ("30 km/h", "20 mph", "20 mph flying"):
        assert read(DOG, moves=f"light {pace}").mover.vehicle_km_h == 30


@pytest.mark.parametrize("units", BOTH)
@pytest.mark.parametrize(
    "member",
    [
        Member("a", "A", "A", mover=Mover(base_speed_m=Fraction(10)), weight_kg=Fraction(81)),
        Member("b", "B", "B", role="mount", mover=Mover(mount="pony", load_kg=Fraction(41))),
        Member("c", "C", "C", role="mount", mover=Mover(fly_speed_m=Fraction(20))),
        Member(
            "d",
            "D",
            "D",
            role="vehicle",
            mover=ROVER,
        ),
    ],
)
def test_what_the_form_writes_is_read_back_exactly(units: Units, member: Member) -> None:
    set_units(units)
    again = read(member)
    assert (again.mover, again.weight_kg) == (member.mover, member.weight_kg)


@pytest.mark.parametrize("units", BOTH)
def test_squares_of_a_fight_take_lengths_of_whole_squares(units: Units) -> None:
    """Given 6, 30 ft or 9 m, then they are six squares; 10 m are none that are whole."""
    set_units(units)
    member = read(ANN, speeds="walk 30 ft, fly 9 m, swim 6")
    assert (member.sheet or Sheet()).speeds == (("walk", 6), ("fly", 6), ("swim", 6))
    with pytest.raises(Refusal):
        read(ANN, speeds="fly 10 m")


@pytest.mark.parametrize("units", BOTH)
@pytest.mark.parametrize(
    "text", ["reach 2 space 3", "reach 10 ft space 4.5 m", "reach 3m space 15ft"]
)
def test_reach_and_space_are_squares_or_lengths(units: Units, text: str) -> None:
    set_units(units)
    sheet = read(ANN, size=f"L {text}").sheet
    assert sheet is not None
    assert (sheet.size, sheet.reach, sheet.space) == ("L", 2, 3)


def test_a_space_wider_than_a_board_may_be_is_refused() -> None:
    with pytest.raises(Refusal):
        read(ANN, size="L space 100")
