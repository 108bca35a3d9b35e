"""Metres on the local scale and long runs, at the table (T-050 to T-077, C-256)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from core.dice import Typed
from core.play.facts.road.commands import Explore, LongRun
from core.play.facts.road.events import Ran
from core.play.queries import doubt
from core.play.resolution import Needs
from core.play.union import decide
from core.values import replace
from tests.builders import HARSK, TAM, after, asked, assets, party, refusal_code, when
from tui.kit.phrases import say

HALE = replace(TAM, con_score=14, con_mod=None)
START = party(HALE)
PF1 = assets()
SIX_SECONDS = Fraction(1, 600)


def run_of(rounds: int, faces: tuple[int, ...] = ()) -> Ran:
    """The run of Tam, Constitution 14, with these faces on its checks."""
    answers = {f"run/0/8/tam/{n}": Typed(face) for n, face in enumerate(faces, 1)}
    decided = when(LongRun("tam", rounds), START, answers)
    (ran,) = (event for event in decided.events if isinstance(event, Ran))
    return ran


@pytest.mark.parametrize(
    ("conditions", "pace", "minutes"),
    [
        ((), "walk", Fraction(240, 90)),
        ((), "hustle", Fraction(240, 180)),
        (("difficult",), "walk", Fraction(240, 45)),
        (("difficult", "obstacle"), "walk", Fraction(480, 45)),
        (("difficult", "obstacle", "poor_visibility"), "walk", Fraction(240, 15)),
    ],
)
def test_t_050_to_t_057_metres_of_an_area_take_minutes(
    conditions: tuple[str, ...], pace: str, minutes: Fraction
) -> None:
    command = Explore(Fraction(240), "hustle" if pace == "hustle" else "walk", conditions)
    later = after(command, START)
    assert later.clock.hours_since(START.clock) * 60 == minutes
    assert later.travelled == START.travelled


def test_t_053_the_slowest_sets_the_local_pace_and_the_gm_sees_the_minutes_first() -> None:
    state = party(HARSK, HALE)
    command = Explore(Fraction(240), conditions=("difficult",))
    decided = when(command, state)
    told = doubt(decided.events, state, assets())
    assert told is not None
    assert say(told) == "240 m at a walk: 8 min. Enter lets them pass, Esc does not."
    assert {"T-051", "T-016", "T-053"} <= {
        part.rule for receipt in decided.receipts for part in receipt.walk()
    }


def test_t_058_nobody_crosses_impassable_ground() -> None:
    assert (
        refusal_code(Explore(Fraction(9), conditions=("impassable",)), START, PF1) == "impassable"
    )
    assert (
        refusal_code(Explore(Fraction(9), conditions=("mud",)), START, PF1) == "unknown_condition"
    )
    assert refusal_code(Explore(Fraction(0)), START, PF1) == "bad_distance"


def test_t_070_the_rounds_of_the_constitution_score_are_free() -> None:
    assert run_of(13) == Ran("tam", 13, Fraction(13 * 36), count=13)
    assert run_of(14) == Ran("tam", 14, Fraction(14 * 36), rests=10)


def test_t_075_each_check_says_the_chance_of_the_run_that_is_left() -> None:
    """Given Constitution 14 (+2), then 16 rounds are checks against 10 and 11: 13/20 and 12/20."""
    first = decide(LongRun("tam", 16), START, PF1, {})
    assert isinstance(first, Needs)
    (row,) = first.questions
    assert say(row.label) == "Tam runs on, round 15 of 16; 39 % for all of them"
    assert row.why is not None
    assert "T-075" in {part.rule for part in row.why.walk()}
    then = decide(LongRun("tam", 16), START, PF1, {row.key: Typed(15)})
    assert isinstance(then, Needs)
    (row,) = then.questions
    assert say(row.label) == "Tam runs on, round 16 of 16; 60 % for all of them"


def test_t_071_t_072_a_check_for_each_further_round_and_a_failure_ends_the_run() -> None:
    assert run_of(16, (8, 9)) == Ran("tam", 16, Fraction(16 * 36), rests=10)
    assert run_of(17, (8, 8)) == Ran("tam", 15, Fraction(15 * 36), rests=10)


def test_t_073_time_and_rest_are_on_the_clock() -> None:
    later = after(LongRun("tam", 14), START)
    assert later.clock.hours_since(START.clock) == 24 * SIX_SECONDS


def test_t_076_rounds_add_up_until_a_minute_has_passed() -> None:
    """Given 8 of 14 rounds, then 6 are free; after a minute 14 are."""
    tired = after(LongRun("tam", 8), START)
    rested = after(Explore(Fraction(90)), tired)
    assert asked(LongRun("tam", 6), tired) == []
    assert asked(LongRun("tam", 7), tired) == ["run/0/601/75/tam/1"]
    assert after(LongRun("tam", 13), rested).clock > rested.clock


def test_t_077_the_fatigued_and_unknown_do_not_run() -> None:
    worn = party(replace(HALE, hp=20, nonlethal=3, strain=3))
    unknown = party(replace(HALE, con_score=None))
    assert refusal_code(LongRun("tam", 3), worn, PF1) == "fatigued"
    assert refusal_code(LongRun("tam", 3), unknown, PF1) == "no_constitution"
    assert refusal_code(LongRun("tam", 0), START, PF1) == "bad_rounds"
    assert refusal_code(LongRun("tam", 3), START, assets("pf2")) == "no_run_pace"
