"""Conditions and effects of travellers: what they do to the pace and the checks of a journey."""

from __future__ import annotations

from fractions import Fraction

import pytest

from core.effects.listed_effects import ListedEffect, read_listed_effect
from core.files import FileError
from core.messages import Refusal
from core.travel.company import Traveller, assemble
from core.travel.forecast import toilers
from core.travel.journey import parse_journey
from core.travel.journey_plan import JourneyPlan, plan
from core.travel.movers import Mover
from core.travel.travellers_now import TravelEffect
from saves.library.effect_library import lay_effects
from saves.store.packaged_rulesets import packaged

PF1 = packaged("pf1")
ADA = Traveller("Ada", Mover(speed_m=Fraction(9)), 2, 12, con_score=14)
JOURNEY = """
ruleset = "pf1"
party = [{ name = "Ada", speed_m = 9, con_score = 14, effects = [EFFECTS] }]
legs = [{ km = 90, terrain = "plains", way = "road" }]
"""


def with_effects(*effects: TravelEffect) -> Traveller:
    return Traveller("Ada", ADA.mover, 2, 12, effects=effects, con_score=14)


def planned(*effects: str) -> JourneyPlan:
    listed = ", ".join(f'"{effect}"' for effect in effects)
    journey = parse_journey(JOURNEY.replace("EFFECTS", listed))
    names = [effect.row for effect in journey.party[0].effects]
    return plan(journey, lay_effects(PF1, names))


def labels_of(answer: JourneyPlan) -> set[str]:
    """The effects that its receipts name."""
    return {
        str(dict(part.label.values).get("effect", ""))
        for receipt in answer.receipts
        for part in receipt.walk()
    }


@pytest.mark.parametrize(
    ("text", "listed"),
    [
        ("shaken", ListedEffect("shaken")),
        ("frightened=2 5", ListedEffect("frightened", 2, rounds=5)),
        ("bull's strength 30m", ListedEffect("bull's strength", hours=Fraction(1, 2))),
        ("mage armor 2h", ListedEffect("mage armor", hours=Fraction(2))),
        ("slowed 2d", ListedEffect("slowed", hours=Fraction(48))),
        ("flat-footed 1r", ListedEffect("flat-footed", rounds=1)),
    ],
)
def test_an_effect_is_listed_with_its_value_and_how_long_it_lasts(
    text: str, listed: ListedEffect
) -> None:
    assert read_listed_effect(text) == listed


@pytest.mark.parametrize(
    ("text", "code"),
    [("5", "bad_effect"), ("shaken = x", "bad_effect"), ("slow 0", "bad_duration")],
)
def test_what_is_no_effect_is_refused(text: str, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        read_listed_effect(text)
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("row", "km_h"), [("slowed", Fraction(9, 4)), ("entangled", Fraction(9, 4)), ("hasted", 9)]
)
def test_a_condition_that_slows_slows_the_march(row: str, km_h: Fraction) -> None:
    assert assemble([with_effects(TravelEffect(row))], PF1).pace.km_h == km_h


def test_the_exhausted_go_at_half_pace_by_the_switch_alone() -> None:
    # T-123: the catalogue has it, whatever the condition is
    exhausted = Traveller("Ada", ADA.mover, exhausted=True, effects=(TravelEffect("exhausted"),))
    strict = PF1.with_switches({"marches_exhaust": True})

    assert assemble([exhausted], PF1).pace.km_h == Fraction(9, 2)
    assert assemble([exhausted], strict).pace.km_h == Fraction(9, 4)


def test_checks_of_the_march_are_those_of_now() -> None:
    # shaken: -2 on checks; bear's endurance: +2 by Constitution
    (shaken,) = toilers(assemble([with_effects(TravelEffect("shaken"))], PF1))
    enduring = lay_effects(PF1, ["bear's endurance"])
    (bear,) = toilers(assemble([with_effects(TravelEffect("bear's endurance"))], enduring))

    assert (shaken.con_mod, shaken.check) == (2, -2)
    assert (bear.con_mod, bear.check) == (2, 2)


def test_a_wagon_is_not_slowed_by_what_befalls_it() -> None:
    wagon = Traveller("Wagon", Mover(vehicle="cart_or_wagon"))
    slowed = Traveller("Wagon", wagon.mover, effects=(TravelEffect("slowed"),))

    assert assemble([slowed], PF1).pace.km_h == assemble([wagon], PF1).pace.km_h


def test_a_journey_is_slower_for_as_long_as_the_effect_lasts() -> None:
    days = planned("slowed 1d").itinerary.days
    ever = planned("slowed").itinerary.days

    assert [day.km for day in days] == [18, 36, 36]
    assert [day.km for day in ever] == [18, 18, 18, 18, 18]


def test_an_effect_that_ends_in_the_middle_of_a_day_slows_no_more_from_then_on() -> None:
    # 4 hours at 2.25 km/h, then 4 at 4.5
    assert planned("slowed 4h").itinerary.days[0].km == 9 + 18


def test_an_effect_of_the_library_counts_on_the_way_and_its_receipt_names_it() -> None:
    # longstrider: +10 ft, 2 squares of 1.5 m: 12 m a round
    answer = planned("longstrider")

    assert answer.itinerary.pace_km_h == 6
    assert "longstrider" in labels_of(answer)


def test_the_receipt_of_a_check_names_what_lowers_it() -> None:
    journey = parse_journey("hours_per_day = 10" + JOURNEY.replace("EFFECTS", '"sickened"'))

    assert "sickened" in labels_of(plan(journey, PF1))


def test_an_effect_that_nobody_knows_is_named_by_its_key() -> None:
    with pytest.raises(FileError) as wrong:
        planned("shaken", "shakn")

    assert wrong.value.key == "party[1].effects[2]"
    assert dict(wrong.value.message.values)["meant"] == "shaken"
