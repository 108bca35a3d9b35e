"""Whatever the GM does: a refusal in words, or a state that makes sense."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from core.dice import Answer, Typed
from core.messages import Refusal
from core.play import queries
from core.play.facts.fold import evolve_all
from core.play.facts.road.commands import (
    March,
    SetRoute,
)
from core.play.facts.state import State
from core.play.resolution import Decided
from core.play.union import Command, decide, describe
from core.values import replace
from tests.builders import (
    HARSK,
    HORSE,
    PONY,
    TAM,
    VALERIA,
    WAGON,
    after,
)
from tests.core.play.maps import at
from tests.core.play.random_journeys import WORLD, commands, hours, step
from tests.thorough import examples


def sensible(state: State) -> None:
    """Fail when the state cannot be."""
    assert 0 <= state.clock.hour < 24
    assert state.travelled >= 0
    assert state.resume >= 0
    ids = [m.id for m in state.members]
    tokens = [m.token.lower() for m in state.members if m.token]
    assert len(set(ids)) == len(ids)
    assert len(set(tokens)) == len(tokens)
    assert not set(ids) & set(state.departed)
    for member in state.members:
        assert 0 <= member.strain <= member.nonlethal
        assert 0 <= member.strain_lethal <= member.damage
        assert member.marched >= 0
        assert member.hustled <= state.travelled
        assert not member.rides or state.member(member.rides) is not None
    if state.plan is not None:
        assert state.progress.stretch < len(state.plan.stretches)
        assert state.progress.into_km <= state.plan.stretches[state.progress.stretch].km


def screens(state: State) -> None:
    """Ask all that a screen asks; only refusals may be raised."""
    for answer in (
        queries.today,
        queries.plan_ahead,
        queries.latest_start,
    ):
        with suppress(Refusal):
            answer(state, WORLD)
    with suppress(Refusal):
        queries.forced(state, WORLD)
    assert queries.next_action(state, WORLD).template
    assert queries.ahead_enter(state, WORLD, "0303").template
    queries.owed(queries.march_on(state, WORLD))
    command = queries.space(state, WORLD)
    if command is not None:
        decide(command, state, WORLD, {})


@examples(20, 2_000)
@given(story=st.lists(commands, min_size=1, max_size=14), faces=st.data())
def test_any_story_is_refused_in_words_or_makes_sense(
    story: list[Command], faces: st.DataObject
) -> None:
    state = at("0101", HARSK, TAM, VALERIA, HORSE, PONY, replace(WAGON, present=False), boat="0101")
    state = after(SetRoute("0303"), state, under=WORLD)
    for command in story:
        assert describe(command, state)
        state = step(command, state, faces)
        sensible(state)
    screens(state)


@examples(25, 1_000)
@given(
    goal=st.sampled_from(["0103", "0303", "0301", "0203"]),
    first=hours,
    second=hours,
    boat=st.sampled_from(["", "0101", "0102"]),
)
def test_a_march_on_the_map_split_anywhere_gives_the_same_state(
    goal: str, first: Fraction, second: Fraction, boat: str
) -> None:
    state = at("0101", replace(TAM, hp=None), boat=boat)
    state = after(SetRoute(goal), state, under=WORLD)

    def go(state: State, length: Fraction) -> State:
        answers: dict[str, Answer] = {}
        while state.plan is not None:
            try:
                found = decide(March(length), state, WORLD, answers)
            except Refusal:
                return state
            if isinstance(found, Decided):
                return evolve_all(state, found.events)
            answers |= {q.key: Typed(20) for q in found.questions}
        return state

    if first + second <= 10:
        assert go(go(state, first), second) == go(state, first + second)
