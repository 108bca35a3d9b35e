"""Vehicles on the road: wagons need an animal, powered vehicles somebody who drives them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from core.messages import Refusal
from core.play.facts.road.commands import March, Ride
from core.play.facts.state import Boat, Member, State
from core.play.facts.table.commands import EditMember, PlaceBoat, SetPresent
from core.play.union import Assets, narrate
from core.travel.movers import Mover
from core.values import replace
from saves.store.packaged_rulesets import packaged
from tests.builders import (
    HARSK,
    HORSE,
    PONY,
    ROAD,
    TAM,
    WAGON,
    after,
    assets,
    member,
    party,
    refusal_code,
    when,
)
from tui.journey.screen import JourneyScreen
from tui.kit.phrases import say
from tui.play.command_line.typed_line import Shown, parse

AN_HOUR = March(Fraction(1))
ROVER = Member(
    "rover",
    "Rover",
    "R",
    "vehicle",
    Mover(vehicle_class="light", vehicle_km_h=Fraction(30)),
)
SF = Assets(packaged("sf"))
DRAWN = replace(HORSE, pulls="wagon")


def test_a_wagon_stands_until_an_animal_draws_it_or_it_is_left() -> None:
    state = party(TAM, HORSE, WAGON)
    assert refusal_code(AN_HOUR, state, assets()) == "no_team"
    harnessed = after(EditMember(replace(HORSE, pulls="wagon")), state)
    assert after(AN_HOUR, harnessed).travelled == 1
    left = after(SetPresent("wagon", False), state)
    assert after(AN_HOUR, left).travelled == 1


@pytest.mark.parametrize(
    "animal",
    [
        replace(DRAWN, present=False),
        replace(DRAWN, hp=4, damage=9, stable=True),
        replace(DRAWN, dead=True),
    ],
    ids=["away", "down", "dead"],
)
def test_an_animal_that_is_away_or_down_draws_nothing(animal: Member) -> None:
    state = party(TAM, animal, WAGON)
    assert refusal_code(AN_HOUR, state, assets()) in ("no_team", "cannot_walk")


def test_an_empty_rover_does_not_come_along_by_itself() -> None:
    state = party(TAM, ROVER)
    assert refusal_code(AN_HOUR, state, SF) == "no_pilot"
    assert after(AN_HOUR, after(Ride("tam", "rover"), state, under=SF), under=SF).travelled == 1


def test_nobody_who_is_out_drives() -> None:
    out = replace(TAM, rides="rover", damage=20, stable=True)
    assert refusal_code(AN_HOUR, party(out, ROVER), SF) == "no_pilot"


def test_an_animal_is_carried_in_a_wagon_and_tires_not() -> None:
    state = after(Ride("pony", "wagon"), party(TAM, PONY, DRAWN, WAGON))
    later = after(AN_HOUR, state)
    assert member(later, "pony").marched == 0
    assert member(later, "tam").marched == 1
    for rider, carrier in (("horse", "wagon"), ("pony", "horse"), ("wagon", "wagon")):
        assert refusal_code(Ride(rider, carrier), state, assets()) in ("no_rider", "rides_itself")


@pytest.mark.parametrize(
    ("line", "pulls"), [("harness horse wagon", "wagon"), ("harness horse", "")]
)
def test_an_animal_is_harnessed_by_a_word(line: str, pulls: str) -> None:
    animal = replace(HORSE, pulls="" if pulls else "wagon")
    state: State = party(TAM, animal, WAGON)
    command = parse(line, JourneyScreen.WORDS, state, Shown(""))
    assert command == EditMember(replace(animal, pulls=pulls))


def test_t_201_who_is_driven_day_and_night_sleeps_in_turns_and_heals() -> None:
    """Given Tam (level 2, hurt by 9) in a large rover for 24 hours, then a night heals 2."""
    large = replace(ROVER, mover=replace(ROVER.mover, vehicle_class="large"))
    hurt = replace(TAM, rides="rover", damage=9, nonlethal=3)
    decided = when(
        March(Fraction(24)), party(hurt, large, legs=(replace(ROAD, km=Fraction(2000)),)), under=SF
    )
    later = decided.states[-1]
    assert (member(later, "tam").damage, member(later, "tam").nonlethal) == (7, 0)
    told = [say(narrate(event, later)) for event in decided.events]
    assert "a night's sleep in turns aboard; a new day begins" in told
    assert not any("0 h of rest" in line for line in told)


def test_a_boat_that_was_taken_is_moored_by_a_word() -> None:
    boat = Boat("heron", "Heron", "rowboat", "0101", taken=True)
    state = replace(party(TAM), boats=(boat,))
    command = parse("boat heron moor", JourneyScreen.WORDS, state, Shown(""))
    assert command == PlaceBoat(replace(boat, taken=False))


def test_the_only_boat_of_a_kind_is_called_by_the_kind() -> None:
    """Given one keelboat and two rowboats, then `:boat keelboat take` is clear, rowboat not."""
    boats = (
        Boat("keelboat-1", "Keelboat", "keelboat", "0101"),
        Boat("rowboat-1", "Rowboat", "rowboat", "0101"),
        Boat("rowboat-2", "Rowboat", "rowboat", "0101"),
    )
    state = replace(party(TAM), boats=boats)
    command = parse("boat keelboat take", JourneyScreen.WORDS, state, Shown(""))
    assert command == PlaceBoat(replace(boats[0], taken=True))
    with pytest.raises(Refusal, match="ambiguous_word"):
        parse("boat rowboat take", JourneyScreen.WORDS, state, Shown(""))


def test_a_vehicle_has_room_for_so_many() -> None:
    seat = replace(ROVER, mover=replace(ROVER.mover, places=1))
    state = after(Ride("tam", "rover"), party(TAM, HARSK, seat), under=SF)
    assert refusal_code(Ride("harsk", "rover"), state, SF) == "no_room"
    assert after(Ride("tam", "rover"), state, under=SF) == state


def test_a_vehicle_goes_with_its_whole_crew_only() -> None:
    crewed = replace(ROVER, mover=replace(ROVER.mover, crew=2))
    one = party(replace(TAM, rides="rover"), crewed)
    assert refusal_code(AN_HOUR, one, SF) == "no_pilot"
    two = party(*one.members, replace(HARSK, mover=TAM.mover, rides="rover"))
    assert after(AN_HOUR, two, under=SF).travelled == 1
    out = party(
        *one.members, replace(HARSK, mover=TAM.mover, rides="rover", damage=50, stable=True)
    )
    assert refusal_code(AN_HOUR, out, SF) == "no_pilot"
