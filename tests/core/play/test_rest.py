"""Nights, days of staying, waiting: what resets and what heals."""

from __future__ import annotations

from fractions import Fraction

import pytest

from core.calendars import Instant
from core.messages import Refusal
from core.play.facts.encounter import Lasting
from core.play.facts.fight.turns.commands import ClearCondition
from core.play.facts.road.commands import (
    BeginEncounter,
    Camp,
    EndEncounter,
    March,
    PassBy,
    Stay,
    Wait,
)
from core.play.facts.road.events import CampMade, TimePassed
from core.play.facts.state import fatigued
from core.play.facts.table.commands import Heal
from core.play.facts.table.events import FatigueEnded, Healed
from core.values import replace
from tests.builders import (
    HARSK,
    HORSE,
    NIGHT_CHECKS,
    TAM,
    after,
    asked,
    assets,
    damage,
    member,
    party,
    refusal_code,
    when,
)

EVENING = Instant(0, Fraction(17))
MORNING = Instant(1, Fraction(8))


def test_a_night_ends_the_counts_of_the_day_and_not_the_damage() -> None:
    # T-085, T-110, Q-06
    tired = replace(TAM, marched=Fraction(9), hustled=Fraction(2), nonlethal=100)
    state = after(Camp(), party(tired, clock=EVENING, travelled=Fraction(9)))
    assert state.clock == MORNING
    assert state.travelled == 0
    assert member(state, "tam").marched == 0
    assert member(state, "tam").hustled == 0
    assert member(state, "tam").nonlethal == 100 - 2 * 15


def test_a_short_night_resets_nothing_until_it_is_slept_out() -> None:
    # eight hours; a nap is not enough
    tired = replace(TAM, marched=Fraction(9), hustled=Fraction(2))
    late = party(tired, clock=Instant(1, Fraction(1)), travelled=Fraction(9))
    state = after(Camp(until=Fraction(8)), late)
    assert state.clock == MORNING
    assert state.travelled == 9
    assert member(state, "tam").marched == 9
    slept_out = after(Camp(), state)
    assert slept_out.clock == Instant(1, Fraction(9))
    assert slept_out.travelled == 0


def test_a_camp_made_late_lasts_for_a_whole_night() -> None:
    state = after(Camp(), party(TAM, clock=Instant(1, Fraction(1)), travelled=Fraction(9)))
    assert state.clock == Instant(1, Fraction(9))
    assert state.travelled == 0


def test_nonlethal_damage_heals_by_level_and_complete_hour_of_rest() -> None:
    # T-122: 15 points, level 4, 3 h: 3 left
    hurt = replace(HARSK, nonlethal=15, strain=15)
    state = after(Wait(Fraction(3)), party(hurt))
    assert damage(state, "harsk") == (0, 3)
    state = after(Wait(Fraction(59, 60)), state)
    assert damage(state, "harsk") == (0, 3)
    state = after(Wait(Fraction(1, 60)), state)
    assert damage(state, "harsk") == (0, 0)


def test_waiting_without_rest_heals_nothing_and_breaks_the_rest() -> None:
    hurt = replace(HARSK, nonlethal=15, rested=Fraction(1, 2))
    state = after(Wait(Fraction(2), resting=False), party(hurt))
    assert damage(state, "harsk") == (0, 15)
    assert member(state, "harsk").rested == 0


def test_travel_breaks_the_rest() -> None:
    # T-122: an hour of rest is an hour not spent travelling
    half = Wait(Fraction(1, 2))
    state = after(half, party(replace(HARSK, nonlethal=15)))
    state = after(half, after(March(Fraction(1, 4)), state))
    assert damage(state, "harsk") == (0, 15)


def test_fatigue_ends_when_the_damage_that_caused_it_is_gone() -> None:
    # T-121
    state = party(replace(HARSK, nonlethal=3, strain=3))
    assert fatigued(member(after(Heal(("harsk",), (2,), nonlethal=True), state), "harsk"))
    assert not fatigued(member(after(Heal(("harsk",), (3,), nonlethal=True), state), "harsk"))


def test_lethal_wounds_do_not_keep_up_a_fatigue_of_nonlethal_damage() -> None:
    # T-121: only the damage that caused it counts
    state = party(replace(HARSK, nonlethal=4, strain=4, damage=10))
    healed = after(Heal(("harsk",), (4,), nonlethal=True), state)
    assert not fatigued(member(healed, "harsk"))


def test_a_mount_heals_a_point_for_each_hit_die_a_night_and_is_fatigued_till_then() -> None:
    # T-168: 7 lethal points, 2 HD, 2 nights: 3 left
    horse = replace(HORSE, level=2, damage=7, strain_lethal=7)
    state = after(Camp(), after(Camp(), party(horse, clock=EVENING)))
    assert damage(state, "horse") == (3, 0)
    assert fatigued(member(state, "horse"))
    state = after(Stay(2), state)
    assert damage(state, "horse") == (0, 0)
    assert not fatigued(member(state, "horse"))


def test_days_of_staying_heal_every_night() -> None:
    state = after(Stay(3), party(replace(HORSE, damage=12), clock=EVENING))
    assert damage(state, "horse") == (3, 0)
    assert state.clock == Instant(3, Fraction(17))
    assert state.travelled == 0


def test_those_away_for_now_rest_too() -> None:
    state = after(Stay(1), party(TAM, replace(HARSK, nonlethal=9, present=False)))
    assert damage(state, "harsk") == (0, 0)


def test_a_camp_is_one_line_of_rest() -> None:
    decided = when(Camp(("tam",)), party(replace(TAM, nonlethal=1), clock=EVENING))
    assert decided.events == (
        CampMade("", ("tam",)),
        TimePassed(Fraction(15), resting=True, slept=True),
        Healed("tam", nonlethal=1, by_rest=True),
    )


def test_watches_are_kept_from_night_to_night() -> None:
    state = after(Camp(("tam", "harsk")), party(TAM, HARSK, clock=EVENING))
    decided = when(Camp(), after(March(), state))
    assert decided.events[0] == CampMade("", ("tam", "harsk"))


def test_night_checks_are_all_asked_at_once() -> None:
    state = party(TAM, clock=EVENING, schedule=NIGHT_CHECKS)
    assert asked(Camp(), state) == [
        "encounter/day-0/h-16",
        "encounter/day-0/h-20",
        "encounter/day-1/h-0",
        "encounter/day-1/h-4",
    ]


NIGHT = {
    "encounter/day-0/h-16": 2,
    "encounter/day-0/h-20": 1,
    "encounter/day-0/h-20/when": 60,
    "encounter/day-1/h-0": 2,
    "encounter/day-1/h-4": 2,
}


def test_a_broken_night_goes_on_with_the_hours_left() -> None:
    tired = replace(TAM, marched=Fraction(9))
    state = party(tired, clock=EVENING, schedule=NIGHT_CHECKS, travelled=Fraction(9))
    state = after(Camp(), state, NIGHT)
    assert state.clock == Instant(0, Fraction(21))
    assert state.pending is not None
    assert state.pending.camped
    assert state.pending.hours_left == 11
    state = after(EndEncounter(10), after(BeginEncounter("wolves"), state))
    assert state.resume == 11
    assert state.travelled == 9
    state = after(Camp(), state, {**NIGHT, "encounter/day-1/h-8": 2})
    assert state.clock == Instant(1, Fraction(49, 6))
    assert state.travelled == 0


def test_a_fight_at_night_breaks_the_rest_of_those_who_were_there() -> None:
    state = party(replace(TAM, nonlethal=40), clock=EVENING, schedule=NIGHT_CHECKS)
    state = after(Camp(), state, {**NIGHT, "encounter/day-0/h-20/when": 30})
    assert member(state, "tam").rested == Fraction(7, 2)
    passed = after(PassBy(), state)
    assert member(passed, "tam").rested == Fraction(7, 2)
    fought = after(EndEncounter(10), after(BeginEncounter("wolves"), state))
    assert member(fought, "tam").rested == 0


def test_breaking_camp_after_a_long_enough_night_begins_a_new_day() -> None:
    late = {
        **NIGHT,
        "encounter/day-0/h-20": 2,
        "encounter/day-1/h-4": 1,
        "encounter/day-1/h-4/when": 60,
    }
    tired = replace(HORSE, marched=Fraction(9), damage=9)
    state = party(TAM, tired, clock=EVENING, schedule=NIGHT_CHECKS, travelled=Fraction(9))
    state = after(PassBy(), after(Camp(), state, late))
    assert state.clock == Instant(1, Fraction(5))
    marched = after(March(Fraction(1)), state)
    assert marched.travelled == 1
    assert member(marched, "horse").marched == 1
    assert damage(marched, "horse") == (6, 0)


def test_breaking_camp_after_a_short_night_does_not() -> None:
    tired = replace(TAM, marched=Fraction(6))
    state = party(tired, clock=EVENING, schedule=NIGHT_CHECKS, travelled=Fraction(6))
    state = after(PassBy(), after(Camp(), state, NIGHT))
    marched = after(March(Fraction(1)), state, {"encounter/day-1/h-0": 2})
    assert marched.travelled == 7
    assert after(March(), state, {"encounter/day-1/h-0": 2}).travelled == 8


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (Camp(until=Fraction(24)), "bad_hour"),
        (Camp(("nobody",)), "unknown_member"),
        (Wait(Fraction(0)), "bad_hours"),
        (Stay(0), "bad_days"),
        (Stay(366), "bad_days"),
    ],
)
def test_nonsense_is_refused(command: Camp | Wait | Stay, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        when(command, party(TAM))
    assert refused.value.code == code


# Nights of the playtest


@pytest.mark.parametrize(("con_mod", "healed"), [(3, 12), (1, 4), (0, 4), (-1, 4), (None, 4)])
def test_t_168_a_night_of_the_playtest_heals_constitution_times_level(
    con_mod: int | None, healed: int
) -> None:
    hurt = replace(HARSK, mover=TAM.mover, damage=30, con_mod=con_mod)
    decided = when(Camp(), party(hurt, clock=EVENING), under=assets("pf2"))
    assert member(decided.states[-1], "harsk").damage == 30 - healed
    receipt = next(one for one in decided.receipts if one.rule == "T-168")
    assert [part.value for part in receipt.parts] == [4, max(1, con_mod or 0)]
    assert receipt.parts[1].source == "open rules, Pathfinder Playtest: Resting"


@pytest.mark.parametrize("ruleset", ["pf1", "dnd35", "sf"])
def test_t_168_a_night_of_the_others_heals_the_level(ruleset: str) -> None:
    hurt = replace(HARSK, mover=TAM.mover, damage=30, con_mod=3)
    decided = when(Camp(), party(hurt, clock=EVENING), under=assets(ruleset))
    assert member(decided.states[-1], "harsk").damage == 26
    receipt = next(one for one in decided.receipts if one.rule == "T-168")
    assert [part.value for part in receipt.parts] == [4]


def test_t_121_the_gm_ends_the_fatigue_of_a_march() -> None:
    """Given fatigue that no condition tells of, when it is cleared, then its damage stays."""
    tired = replace(TAM, nonlethal=4, strain=4)
    state = after(ClearCondition(("tam",), "fatigued"), party(tired))
    assert not fatigued(member(state, "tam"))
    assert member(state, "tam").nonlethal == 4
    assert refusal_code(ClearCondition(("tam",), "fatigued"), state, assets()) == "no_condition"


def test_t_121_only_the_fatigue_of_the_weary_ends_and_only_by_its_own_name() -> None:
    """Given Tam weary of a march and shaken, and Harsk fresh."""
    shaken = replace(TAM, nonlethal=4, strain=4, lasting=(Lasting("shaken"),))
    state = party(shaken, HARSK)
    assert fatigued(member(after(ClearCondition(("tam",), "shaken"), state), "tam"))
    found = when(ClearCondition(("tam", "harsk"), "fatigued"), state)
    assert found.events == (FatigueEnded("tam"),)
