"""What lasts on a member counts on the way: its pace, its checks, and until when."""

from __future__ import annotations

from fractions import Fraction

from core.calendars import Instant
from core.dice import Question
from core.play import queries
from core.play.facts.fight.turns.commands import SetCondition
from core.play.facts.road.commands import LongRun, March
from core.play.facts.state import State
from core.play.party.fellows import company
from core.play.union import Command, Needs, decide
from tests.builders import TAM, VALERIA, after, assets, party

PF1 = assets()


def questions(command: Command, state: State) -> tuple[Question, ...]:
    needs = decide(command, state, PF1, {})
    assert isinstance(needs, Needs)
    return needs.questions


def with_condition(name: str, state: State, hours: str = "") -> State:
    lasting = Fraction(hours) if hours else None
    return after(SetCondition(("tam",), name, hours=lasting), state)


def test_who_is_slowed_sets_the_pace_of_the_party() -> None:
    # Tam goes 9 m a round, 4.5 km/h; slow halves it
    state = with_condition("slowed", party(TAM, VALERIA))

    assert company(state, PF1).pace.km_h == Fraction(9, 4)
    assert queries.moving(state.members[0], state, PF1).km_h == Fraction(9, 4)
    assert after(March(), state).progress.into_km == 18


def test_the_pace_is_that_of_before_once_it_has_ended() -> None:
    # 3 hours at 2.25 km/h, then 5 at 4.5
    state = after(March(), with_condition("slowed", party(TAM), hours="3"))

    assert state.clock == Instant(0, Fraction(16))
    assert state.progress.into_km == Fraction(27, 4) + Fraction(45, 2)


def test_who_is_shaken_makes_its_check_of_a_forced_march_at_minus_2() -> None:
    fresh = questions(March(hours=Fraction(9)), party(TAM))[0]
    shaken = questions(March(hours=Fraction(9)), with_condition("shaken", party(TAM)))[0]

    assert shaken.modifier == fresh.modifier - 2
    assert shaken.dc == fresh.dc


def test_the_forecast_of_a_forced_march_has_the_check_of_now() -> None:
    fresh = queries.forced(party(TAM), PF1)[0].risk.members[0]
    shaken = queries.forced(with_condition("shaken", party(TAM)), PF1)[0].risk.members[0]

    assert fresh.p_fail is not None
    assert shaken.p_fail == fresh.p_fail + Fraction(1, 10)


def test_a_long_run_is_as_fast_and_as_hard_as_conditions_leave_it() -> None:
    run = LongRun("tam", 20)
    fresh = questions(run, party(TAM))[0]
    shaken = questions(run, with_condition("shaken", party(TAM)))[0]

    assert shaken.modifier == fresh.modifier - 2


def test_a_timer_in_words_of_the_gm_slows_nobody() -> None:
    state = with_condition("torch", party(TAM))

    assert company(state, PF1).pace.km_h == Fraction(9, 2)
