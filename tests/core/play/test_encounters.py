"""Encounter checks on a schedule, and the encounters that stop the day at their hour."""

from __future__ import annotations

from fractions import Fraction

import pytest

from core.calendars import Instant
from core.dice import Answer, Ruled
from core.messages import Refusal
from core.play.facts.fold import evolve_all
from core.play.facts.road.commands import (
    BeginEncounter,
    Camp,
    EndEncounter,
    Halt,
    March,
    PassBy,
    SetDeadline,
    SetPace,
    SetSchedule,
    Wait,
)
from core.play.facts.road.events import EncounterMet, EncounterRolled
from core.play.facts.state import Fighting, Met, Schedule
from core.play.facts.table.commands import CallCheck, Heal, Hurt, Leave, Rule, WriteNote
from core.play.union import Command
from core.values import replace
from tests.builders import CHECKS, TAM, after, asked, party, perform, when

MORNING = "encounter/day-0/h-8"
NOON = "encounter/day-0/h-12"
QUIET = {MORNING: 7, NOON: 11}
AMBUSH = {**QUIET, MORNING: 1, f"{MORNING}/when": 202}


def test_one_check_a_block_is_owed_and_asked_in_one_tray() -> None:
    assert asked(March(), party(TAM, schedule=CHECKS)) == [MORNING, NOON]


def test_a_block_is_rolled_for_once_however_the_march_is_cut() -> None:
    state = after(March(Fraction(2)), party(TAM, schedule=CHECKS), {MORNING: 7})
    assert asked(March(Fraction(2)), state) == []
    assert asked(March(Fraction(5, 2)), state) == [NOON]


def test_a_block_that_a_pause_entered_is_owed_by_the_march_that_goes_on_in_it() -> None:
    state = after(March(Fraction(3)), party(TAM, schedule=CHECKS), {MORNING: 7})
    state = after(Wait(Fraction(2)), state)
    assert asked(March(Fraction(1)), state) == [NOON]


def test_a_quiet_day_goes_to_its_end() -> None:
    state = after(March(), party(TAM, schedule=CHECKS), QUIET)
    assert state.travelled == 8


def test_a_yes_asks_when() -> None:
    state = party(TAM, schedule=CHECKS)
    assert asked(March(), state, {**QUIET, MORNING: 1}) == [f"{MORNING}/when"]


def test_encounter_checks_may_be_percentile() -> None:
    percent = Schedule("d%", Fraction(4), (1, 2, 3))
    assert after(SetSchedule(percent), party(TAM)).schedule == percent


def test_an_encounter_stops_the_day_at_its_hour_with_what_is_left_of_it() -> None:
    decided = when(March(), party(TAM, schedule=CHECKS), AMBUSH)
    at = Instant(0, Fraction(8) + Fraction(202, 60))
    left = 8 - Fraction(202, 60)
    assert decided.events[0] == EncounterRolled(
        Instant(0, Fraction(8)), 1, True, until=Instant(0, Fraction(12)), comes=at
    )
    assert decided.events[-1] == EncounterMet(at, left)
    state = after(March(), party(TAM, schedule=CHECKS), AMBUSH)
    assert state.clock == at
    assert state.pending == Met(at, left)


def test_the_gm_may_rule_that_something_comes_and_when() -> None:
    answers: dict[str, int | Answer] = {
        **QUIET,
        MORNING: Ruled("pass"),
        f"{MORNING}/when": Ruled("60"),
    }
    state = after(March(), party(TAM, schedule=CHECKS), answers)
    assert state.clock == Instant(0, Fraction(9))


def test_what_is_foretold_for_later_is_met_by_the_command_that_gets_there() -> None:
    short = after(March(Fraction(2)), party(TAM, schedule=CHECKS), AMBUSH)
    assert short.pending is None
    at = Instant(0, Fraction(8) + Fraction(202, 60))
    for command in (March(), Wait(Fraction(6)), Camp()):
        assert after(command, short, QUIET).clock == at


@pytest.mark.parametrize(("march", "left"), [(March(), 4), (March(Fraction(4)), 0)])
def test_what_comes_in_the_last_minute_of_a_block_is_met_at_its_end(
    march: March, left: int
) -> None:
    last_minute = {**QUIET, MORNING: 1, f"{MORNING}/when": 240}
    state = after(march, party(TAM, schedule=CHECKS), last_minute)
    assert state.clock == Instant(0, Fraction(12))
    assert state.pending == Met(Instant(0, Fraction(12)), Fraction(left))


def test_what_comes_as_camp_is_broken_is_met_as_the_march_begins() -> None:
    state = after(March(), party(TAM, schedule=replace(CHECKS, nights=True)), QUIET)
    last = "encounter/day-1/h-4"
    night = {f"encounter/day-0/h-{hour}": 9 for hour in (16, 20)}
    answers = {**night, "encounter/day-1/h-0": 9, last: 1, f"{last}/when": 240}
    state = after(Camp(), state, answers)
    assert state.pending is None
    state = after(March(), state, {"encounter/day-1/h-8": 9})
    assert state.clock == Instant(1, Fraction(8))
    assert isinstance(state.pending, Met)


def test_what_comes_in_the_last_minute_of_a_block_of_the_night_is_met_then() -> None:
    state = after(March(), party(TAM, schedule=replace(CHECKS, nights=True)), QUIET)
    evening = "encounter/day-0/h-16"
    answers = {evening: 1, f"{evening}/when": 240, "encounter/day-0/h-20": 9}
    state = after(Camp(), state, answers)
    assert state.clock == Instant(0, Fraction(20))
    assert isinstance(state.pending, Met)


def test_the_day_goes_on_with_the_hours_left() -> None:
    state = after(March(), party(TAM, schedule=CHECKS), AMBUSH)
    state = after(BeginEncounter("Ambush"), state)
    assert isinstance(state.pending, Fighting)
    state = after(EndEncounter(10), state)
    assert state.pending is None
    assert state.clock == Instant(0, Fraction(8) + Fraction(212, 60))
    assert state.travelled == Fraction(202, 60)
    late = {NOON: 2, "encounter/day-0/h-16": 2}  # the ten minutes push its end past 16:00
    state = after(March(), state, late)
    assert state.travelled == 8
    assert state.resume == 0


def test_passing_by_goes_on_too() -> None:
    state = after(March(), party(TAM, schedule=CHECKS), AMBUSH)
    state = after(March(), after(PassBy(), state), {NOON: 2})
    assert state.clock == Instant(0, Fraction(16))


def test_forced_hours_that_an_encounter_cut_go_on_as_forced_hours() -> None:
    state = after(March(), party(TAM, schedule=CHECKS), QUIET)
    key = "encounter/day-0/h-16"
    answers = {key: 1, f"{key}/when": 90, **{f"march/day-0/hour-{n}/tam": 20 for n in (9, 10, 11)}}
    state = after(March(Fraction(3)), state, answers)
    assert state.travelled == Fraction(19, 2)
    state = after(March(), after(PassBy(), state), answers)
    assert state.travelled == 11


def test_hours_left_shrink_by_what_is_marched_of_them() -> None:
    state = after(PassBy(), after(March(), party(TAM, schedule=CHECKS), AMBUSH))
    state = after(March(Fraction(1)), state, {NOON: 2})
    assert state.resume == 8 - Fraction(202, 60) - 1


def test_an_encounter_of_the_gms_own_keeps_the_hours_left() -> None:
    state = after(March(Fraction(3)), party(TAM))
    state = after(EndEncounter(30), after(BeginEncounter("Toll"), state))
    assert state.clock == Instant(0, Fraction(23, 2))
    assert after(March(), state).travelled == 8


REFUSED: tuple[Command, ...] = (March(), Camp(), SetPace("hustle"), Leave("tam"), Halt(name="ford"))
ALLOWED: tuple[Command, ...] = (
    WriteNote("x"),
    Rule("nonlethal", "1", "tam"),
    Hurt(("tam",), (1,)),
    Heal(("tam",), (1,)),
    SetDeadline(3),
)


@pytest.mark.parametrize("command", REFUSED, ids=lambda c: c.kind)
@pytest.mark.parametrize("fighting", [False, True])
def test_while_something_is_pending_the_rest_waits(command: Command, fighting: bool) -> None:
    state = after(March(), party(TAM, schedule=CHECKS), AMBUSH)
    state = after(BeginEncounter("Ambush"), state) if fighting else state
    with pytest.raises(Refusal) as refused:
        when(command, state)
    assert refused.value.code == "pending"


@pytest.mark.parametrize("command", ALLOWED, ids=lambda c: c.kind)
def test_notes_rulings_wounds_and_the_deadline_never_wait(command: Command) -> None:
    state = after(March(), party(TAM, schedule=CHECKS), AMBUSH)
    assert when(command, state).events
    assert asked(CallCheck("Perception", 18, ("tam",)), state)


def test_an_encounter_that_is_not_there_can_neither_end_nor_be_passed_by() -> None:
    for command, code in ((EndEncounter(1), "no_encounter"), (PassBy(), "nothing_met")):
        with pytest.raises(Refusal) as refused:
            when(command, party(TAM))
        assert refused.value.code == code


def test_a_fight_cannot_be_passed_by() -> None:
    state = after(BeginEncounter("Ambush"), party(TAM))
    with pytest.raises(Refusal):
        when(PassBy(), state)


@pytest.mark.parametrize(
    "schedule",
    [
        Schedule("d12", Fraction(5)),
        Schedule("d12", Fraction(0)),
        Schedule("d12", Fraction(4), (13,)),
        Schedule("3"),
        Schedule("twelve"),
    ],
)
def test_a_schedule_that_makes_no_sense_is_refused(schedule: Schedule) -> None:
    with pytest.raises(Refusal):
        when(SetSchedule(schedule), party(TAM))


def test_no_schedule_asks_nothing() -> None:
    state = after(SetSchedule(None), party(TAM, schedule=CHECKS))
    assert asked(March(), state) == []


def test_undone_and_marched_again_asks_for_the_same_dice() -> None:
    state = party(TAM, schedule=CHECKS)
    first = when(March(), state, AMBUSH)
    assert evolve_all(state, first.events) == after(March(), state, AMBUSH)
    assert asked(March(), state) == [MORNING, NOON]


def test_several_wanted_faces_and_other_dice() -> None:
    state = party(TAM, schedule=replace(CHECKS, dice="d6", wanted=(1, 2)))
    assert perform(March(), state, face=2).pending is not None
    assert perform(March(), state, face=3).pending is None
