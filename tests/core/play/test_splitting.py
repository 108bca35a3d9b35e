"""Splitting a march anywhere gives the same state."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from core.calendars import Instant
from core.play.facts.endings import endings
from core.play.facts.fight.turns.events import ConditionBegan
from core.play.facts.fold import Event, evolve, evolve_all
from core.play.facts.road.commands import Wait
from core.play.facts.road.events import PlanSet, RoadEvent
from core.play.facts.state import Member, State
from core.play.resolution import Decided
from core.play.union import decide
from core.travel.stretches import Stretch
from core.values import replace
from tests.builders import (
    CHECKS,
    EVENTS,
    HARSK,
    HORSE,
    LEGS,
    PONY,
    TAM,
    VALERIA,
    WAGON,
    party,
)
from tests.core.play.split_marches import PF1, Faces, march
from tests.thorough import examples

RIDDEN: tuple[Member, ...] = (HARSK, VALERIA, replace(TAM, rides="horse"), HORSE, PONY)
DRAWN: tuple[Member, ...] = (VALERIA, replace(HORSE, pulls="wagon"), WAGON)
FORD = Stretch(Fraction(5), 1, terrain="forest", crosses="ford", crossing_hours=Fraction(3, 4))
LAKE = Stretch(Fraction(4), 2, mode="rowboat", boat="rowboat", water="lake")

BEFORE = (None, *(e for e in EVENTS if isinstance(e, RoadEvent | ConditionBegan)))
"""What may have happened before the march: every example of an event of the road; where it began
something that lasts, the clock is two hours before that ends."""

quarters = st.integers(1, 30).map(lambda n: Fraction(n, 4))
odd = st.fractions(Fraction(1, 60), Fraction(6), max_denominator=60)


def _begun(state: State, before: Event) -> State:
    after = evolve(state, before)
    if isinstance(before, PlanSet) or after.plan is None or after.pending is not None:
        return state
    moment = min((at for at, _ in endings(after)), default=None)
    return after if moment is None else replace(after, clock=moment.after(Fraction(-2)))


@examples(15, 2_000)
@given(
    first=odd | quarters,
    second=odd | quarters,
    hour=st.sampled_from([Fraction(8), Fraction(22), Fraction(61, 7)]),
    pace=st.sampled_from(["walk", "hustle"]),
    members=st.sampled_from([RIDDEN, DRAWN, (TAM,)]),
    legs=st.sampled_from([LEGS, (FORD, LAKE, replace(LEGS[3], leg=3))]),
    seed=st.integers(0, 1000),
    before=st.sampled_from(BEFORE),
)
def test_a_march_split_anywhere_gives_the_same_state(
    first: Fraction,
    second: Fraction,
    hour: Fraction,
    pace: str,
    members: tuple[Member, ...],
    legs: tuple[Stretch, ...],
    seed: int,
    before: Event | None,
) -> None:
    # architecture, "Time": T-086, T-109, Q-05
    hardy = tuple(replace(m, hp=None) for m in members)
    state = party(*hardy, legs=legs, pace=pace, schedule=CHECKS, clock=Instant(0, hour))
    state = state if before is None else _begun(state, before)
    faces = Faces(seed)
    whole = march(first + second, state, faces)
    split = march(second, march(first, state, faces), faces)
    assert split == whole


@examples(10, 1_000)
@given(cuts=st.lists(odd, min_size=1, max_size=6), seed=st.integers(0, 1000))
def test_any_number_of_pieces_gives_the_same_state(cuts: list[Fraction], seed: int) -> None:
    state = party(*(replace(m, hp=None) for m in RIDDEN), legs=LEGS, schedule=CHECKS)
    faces = Faces(seed)
    total = min(sum(cuts, Fraction(0)), Fraction(24))
    pieces = state
    left = total
    for cut in cuts:
        if left > 0:
            pieces = march(min(cut, left), pieces, faces)
            left -= cut
    assert pieces == march(total, state, faces)


@examples(10, 1_000)
@given(first=odd, second=odd)
def test_rest_split_anywhere_heals_the_same(first: Fraction, second: Fraction) -> None:
    # T-122: complete hours of unbroken rest, wherever a command ended
    state = party(replace(HARSK, nonlethal=100), replace(TAM, nonlethal=100))

    def rest(hours: Fraction, at: State) -> State:
        found = decide(Wait(hours), at, PF1, {})
        assert isinstance(found, Decided)
        return evolve_all(at, found.events)

    assert rest(second, rest(first, state)) == rest(first + second, state)
