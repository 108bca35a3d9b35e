"""What cannot be computed of the way is a sentence in the pane that asked."""

from __future__ import annotations

from fractions import Fraction

import pytest

from core.messages import Message
from core.play.facts.state import Member, State
from core.travel.movers import Mover
from core.travel.stretches import Stretch
from core.values import replace
from tests.builders import HARSK, HORSE, TAM, VALERIA, WAGON, assets, party
from tui.kit.phrases import say
from tui.play.road.survey import survey

PF1 = assets("pf1")
SF = assets("sf")
ROVER = Member(
    "rover",
    "Rover",
    "R",
    role="vehicle",
    mover=Mover(vehicle_class="light", vehicle_km_h=Fraction(40)),
)
WALKED = Stretch(Fraction(20), 1, terrain="plains")
HUSTLED = Stretch(Fraction(20), 2, terrain="plains", pace="hustle")
ENDLESS = Stretch(Fraction(999_999), 1, terrain="plains", way="road")
NO_BOAT = Stretch(Fraction(9), 2, mode="ark", boat="ark", water="lake")


@pytest.mark.parametrize(
    "state",
    [
        party(TAM, legs=(ENDLESS,)),
        party(TAM, ROVER, legs=(WALKED, HUSTLED)),
        party(TAM, legs=(WALKED, replace(HUSTLED, pace="sprint"))),
        party(TAM, legs=(WALKED, replace(HUSTLED, terrain="cheese"))),
        party(TAM, legs=(WALKED, NO_BOAT)),
    ],
    ids=["endless", "vehicle", "pace", "terrain", "boat"],
)
def test_a_plan_that_cannot_be_worked_out_says_why_and_today_is_still_told(state: State) -> None:
    # when an old campaign holds a plan that is refused today
    found = survey(state, SF)
    # then the pane of the plan says why, and the others tell what they know
    assert isinstance(found.trouble, Message)
    assert found.has_plan
    assert found.plan is None
    assert found.today is not None
    assert found.space is not None
    assert found.party


def test_a_pace_that_cannot_be_worked_out_is_no_missing_route() -> None:
    # given a hustle beside a vehicle that has none
    found = survey(party(TAM, ROVER, legs=(WALKED,), pace="hustle"), SF)
    # then it is said of the plan, too
    assert found.trouble is not None
    assert found.has_plan


def test_without_a_plan_nothing_is_wrong_with_it() -> None:
    found = survey(party(TAM, plan=None), SF)
    assert found.trouble is None
    assert not found.has_plan


def test_what_is_left_of_a_day_aboard_is_not_said_to_be_walked() -> None:
    """Given a rowboat on a lake, then the hours left are told without a pace of feet."""
    rowed = Stretch(Fraction(9), 1, mode="b", boat="rowboat", water="lake", direction="none")
    today = survey(party(TAM, legs=(rowed,)), PF1).today
    assert today is not None
    assert say(today.verb) == "10 h left"


def test_t_101_who_rode_part_of_the_day_rolls_against_his_own_hours() -> None:
    """Given a horse that marched 10 hours and its driver who walked 8, then his next is DC 12."""
    horse = replace(HORSE, marched=Fraction(10))
    tam = replace(TAM, marched=Fraction(8))
    found = survey(party(tam, replace(horse, pulls="wagon"), WAGON, travelled=Fraction(10)), PF1)
    assert [row.dcs for row in found.forced] == [(12,), (14,), (16,), (18,)]


def test_t_101_walkers_of_other_hours_roll_against_other_dcs() -> None:
    tired = replace(HARSK, marched=Fraction(10))
    fresh = replace(TAM, marched=Fraction(8))
    found = survey(party(tired, fresh, travelled=Fraction(10)), PF1)
    assert found.forced[0].dcs == (12, 16)


@pytest.mark.parametrize("damage", [33, 31], ids=["dying", "disabled"])
def test_no_way_is_planned_that_space_refuses_for_who_cannot_walk(damage: int) -> None:
    """Given Valeria down and on foot, then the pane of the way says so, and no arrival."""
    down = replace(VALERIA, damage=damage)
    found = survey(party(down, TAM, legs=(WALKED,)), PF1)
    assert found.plan is None
    assert found.trouble is not None
    assert "Valeria cannot go on" in say(found.trouble)
    assert found.space is not None
    assert say(found.space) == "ask what becomes of Valeria"
    carried = replace(down, rides="horse", stable=True)
    assert survey(party(carried, TAM, HORSE, legs=(WALKED,)), PF1).plan is not None
