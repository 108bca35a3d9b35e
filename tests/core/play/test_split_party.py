"""A split party: who is away is somewhere, and its time is counted when it is met again.

On the map of `tests/core/play/maps.py` Mill (0101) and Fort Wyll (0303) are 36 km of road apart.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

import pytest

from core.calendars import Instant
from core.messages import Refusal
from core.play.facts.encounter import Lasting
from core.play.facts.road.commands import Camp, March, Ride, SetLegs, SetRoute, Stay, Wait
from core.play.facts.state import Absence, State
from core.play.facts.table.commands import SetPresent
from core.play.history import previously
from core.play.resolution import Needs
from core.play.road.reunion import find_way_back
from core.play.union import Assets, decide
from core.travel.stretches import Stretch
from core.values import replace
from tests.builders import HARSK, HORSE, TAM, VALERIA, after, assets, member, party, refusal_code
from tests.core.play.maps import at, region_world
from tui.journey.screen import JourneyScreen
from tui.kit.phrases import say
from tui.play.command_line.typed_line import Shown, parse
from tui.play.performing.coming_back import back_choices, back_command

WORLD = region_world()
HURT = replace(TAM, damage=10)
"""Level 2: each night heals 2 of its 10 points."""


def gone(state: State, days: int = 0) -> State:
    """The party at Fort Wyll after Tam was left in Mill, and so many days later."""
    left = after(SetPresent("tam", False), state, under=WORLD)
    routed = after(SetRoute("0303"), left, under=WORLD)
    there = routed
    while there.plan is not None:
        there = after(Camp() if there.travelled >= 8 else March(), there, under=WORLD)
    return there if not days else after(Stay(days), there, under=WORLD)


def test_who_goes_away_is_where_the_party_is_or_where_the_gm_says() -> None:
    state = at("0101", HARSK, TAM)
    here = after(SetPresent("tam", False), state, under=WORLD)
    assert member(here, "tam").absence == Absence(state.clock, "0101")
    there = after(SetPresent("tam", False, place="Fort Wyll"), state, under=WORLD)
    assert member(there, "tam").absence == Absence(state.clock, "0303")
    inn = after(SetPresent("tam", False, place="the old inn"), state, under=WORLD)
    assert member(inn, "tam").absence == Absence(state.clock, "0101", "the old inn")
    moved = after(SetPresent("tam", False, place="Fort Wyll"), inn, under=WORLD)
    assert member(moved, "tam").absence == Absence(state.clock, "0303")


def test_several_go_away_and_come_back_by_one_line() -> None:
    state = at("0101", HARSK, TAM, VALERIA)
    line = parse("away tam valeria at Fort Wyll", JourneyScreen.WORDS, state, Shown(""))
    assert line == SetPresent("tam", False, ("valeria",), place="Fort Wyll")
    away = after(line, state, under=WORLD)
    assert {one.id for one in away.travellers} == {"harsk"}
    back = parse("back tam valeria now", JourneyScreen.WORDS, away, Shown(""))
    assert back == SetPresent("tam", True, ("valeria",), how="now")
    assert after(back, away, under=WORLD) == state


@pytest.mark.parametrize(
    ("line", "how", "due"),
    [
        ("back tam", "", None),
        ("back tam now", "now", None),
        ("back tam way", "way", None),
        ("back tam due 3 18:30", "way", Instant(2, Fraction(37, 2))),
        ("back tam due 3", "way", Instant(2, Fraction(12))),
    ],
)
def test_how_and_when_is_typed(
    line: str, how: Literal["", "now", "way"], due: Instant | None
) -> None:
    state = at("0101", HARSK, TAM)
    command = parse(line, JourneyScreen.WORDS, state, Shown(""))
    assert command == SetPresent("tam", True, how=how, due=due)


def test_who_never_left_the_others_place_is_back_without_a_question() -> None:
    state = after(SetPresent("tam", False), at("0101", HARSK, TAM), under=WORLD)
    assert after(SetPresent("tam", True), state, under=WORLD) == at("0101", HARSK, TAM)


def test_who_is_far_away_is_asked_how_and_when() -> None:
    """Given Tam in Mill and the party 36 km away, less than a day later, then it is asked."""
    there = gone(at("0101", HARSK, TAM))
    back = SetPresent("tam", True)
    assert refusal_code(back, there, WORLD) == "far_away"
    way = find_way_back((member(there, "tam"),), there, WORLD)
    assert way is not None
    assert way.km == 36
    asked = back_choices(back, there, WORLD)
    assert asked is not None
    assert [choice.id for choice in asked[1]] == ["way", "now", "0101"]
    assert back_command("way", back) == replace(back, how="way")
    assert back_command("now", back) == replace(back, how="now")
    assert back_command("0101", back) == SetRoute("0101")


def test_a_way_back_that_nobody_knows_is_not_offered() -> None:
    """Given a party without a map, Tam comes now or when the GM says: not by the way."""
    legs = (Stretch(Fraction(12), 1, terrain="plains", way="road"),)
    left = after(SetPresent("tam", False, place="Oakham"), after(SetLegs(legs), party(HARSK, TAM)))
    there = after(March(), left)
    back = SetPresent("tam", True)
    with pytest.raises(Refusal) as refused:
        decide(back, there, assets(), {})
    assert say(refused.value.message) == (
        "Tam is 12 km away, at Oakham. Type :back Tam now, or :back Tam due 17 noon."
    )
    asked = back_choices(back, there, assets())
    assert asked is not None
    assert [(choice.letter, choice.id) for choice in asked[1]] == [("1", "now")]


def test_who_sets_out_now_is_due_after_the_way_and_then_comes_unasked() -> None:
    """Given Tam (30 ft) told to follow as Harsk (20 ft) has just left, then he is due that day."""
    state = at("0101", HARSK, TAM)
    left = after(SetPresent("tam", False, place="Fort Wyll"), state, under=WORLD)
    told = after(SetPresent("tam", True, how="way"), left, under=WORLD)
    absence = member(told, "tam").absence
    assert absence is not None
    assert absence.due is not None
    way = absence.due.hours_since(state.clock)
    assert 0 < way < 24
    assert refusal_code(SetPresent("tam", True), told, WORLD) == "far_away"
    later = after(Wait(way), told, under=WORLD)
    assert "due" in shown(later, WORLD)
    assert member(after(SetPresent("tam", True), later, under=WORLD), "tam").present


def test_a_day_that_the_gm_names_is_kept() -> None:
    there = gone(at("0101", HARSK, TAM))
    due = there.clock.after(Fraction(50))
    told = after(SetPresent("tam", True, how="way", due=due), there, under=WORLD)
    absence = member(told, "tam").absence
    assert absence is not None
    assert absence.due == due
    assert not member(told, "tam").present


def test_the_clock_of_who_was_away_comes_up_when_they_meet() -> None:
    """Given Tam (level 2, hurt by 10) left for 100 hours, then four nights heal 8, and none before.

    The party needs a day and 4 hours to Fort Wyll at 24 km a day, and stays there for 3 days.
    """
    there = gone(at("0101", HARSK, HURT), days=3)
    assert int(there.clock.hours_since(Instant(0, Fraction(8)))) == 100
    assert member(there, "tam").damage == 10
    back = after(SetPresent("tam", True, how="now"), there, under=WORLD)
    assert member(back, "tam").damage == 2
    assert member(back, "tam").absence is None


def test_the_dying_left_behind_are_rolled_for_when_they_are_met() -> None:
    there = gone(at("0101", HARSK, replace(TAM, damage=17)))
    asked = decide(SetPresent("tam", True, how="now"), there, WORLD, {})
    assert isinstance(asked, Needs)
    assert [question.who for question in asked.questions] == ["tam"]


def test_who_was_exhausted_and_rested_long_enough_is_fatigued() -> None:
    tired = replace(TAM, lasting=(Lasting("exhausted"),))
    world = assets("pf1", {"marches_exhaust": True})
    state = after(SetPresent("tam", False), party(HARSK, tired), under=world)
    later = after(Wait(Fraction(3)), state, under=world)
    back = after(SetPresent("tam", True), later, under=world)
    assert [one.name for one in member(back, "tam").lasting] == ["fatigued"]


def test_without_a_map_the_way_is_what_the_party_has_gone() -> None:
    state = after(SetPresent("tam", False), party(HARSK, TAM))
    gone_on = after(March(Fraction(4)), state)
    absence = member(gone_on, "tam").absence
    assert absence is not None
    assert absence.party_km == gone_on.progress.into_km
    assert refusal_code(SetPresent("tam", True), gone_on, assets()) == "far_away"
    assert refusal_code(SetPresent("tam", True, how="way"), gone_on, assets()) == "no_way_back"
    assert member(after(SetPresent("tam", True, how="now"), gone_on), "tam").present


def test_who_was_away_in_a_campaign_of_before_is_nowhere_and_comes_unasked() -> None:
    state = party(HARSK, replace(HURT, present=False))
    later = after(March(Fraction(4)), state)
    assert member(later, "tam").absence is None
    slept = after(Stay(1), later)
    assert member(slept, "tam").damage < 10
    assert member(after(SetPresent("tam", True), slept), "tam").present


def test_a_horse_goes_away_alone_and_its_rider_walks() -> None:
    state = after(Ride("tam", "horse"), at("0101", HARSK, TAM, HORSE), under=WORLD)
    away = after(SetPresent("horse", False), state, under=WORLD)
    assert member(away, "tam").rides == ""
    assert {one.id for one in away.travellers} == {"harsk", "tam"}
    both = after(SetPresent("horse", True), away, under=WORLD)
    assert member(both, "tam").rides == ""


def test_the_page_previously_says_where_who_is_away() -> None:
    there = gone(at("0101", HARSK, TAM))
    assert "Tam (at Mill, since" in shown(there, WORLD)


def shown(state: State, world: Assets) -> str:
    """The page Previously as text."""
    return "\n".join(say(line) for line in previously.page(state, world))


def test_a_hex_that_is_not_on_the_map_is_refused() -> None:
    with pytest.raises(Refusal, match="off_map"):
        decide(SetPresent("tam", False, place="9999"), at("0101", HARSK, TAM), WORLD, {})
