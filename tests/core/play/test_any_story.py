"""Whatever the GM does: a refusal in words, or a state that makes sense."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from core.dice import Answer, Ruled, Typed
from core.messages import Refusal
from core.play import queries
from core.play.facts.fold import evolve_all
from core.play.facts.road.commands import (
    BeginEncounter,
    Camp,
    DropPlan,
    EndEncounter,
    Halt,
    HaltCheck,
    March,
    PassBy,
    Ride,
    SetLegs,
    SetPace,
    SetRoute,
    SetSchedule,
    Stay,
    Wait,
)
from core.play.facts.state import State
from core.play.facts.table.commands import Heal, Hurt, Join, Leave, Rule, SetPresent
from core.play.resolution import Decided
from core.play.union import Command, decide, describe, narrate
from core.values import replace
from tests.builders import (
    COMMANDS,
    HARSK,
    HORSE,
    LEGS,
    NIGHT_CHECKS,
    PONY,
    TAM,
    VALERIA,
    WAGON,
    after,
)
from tests.core.play.maps import REGION, at, region_world
from tests.thorough import examples

WORLD = region_world()
PEOPLE = ("harsk", "tam", "valeria", "horse", "pony", "wagon")
LONE = replace(VALERIA, weight_kg=Fraction(70))
people = st.sampled_from(PEOPLE)
hexes = st.sampled_from(sorted(REGION.cells))
hours = st.fractions(Fraction(1, 12), Fraction(12), max_denominator=12)

commands: st.SearchStrategy[Command] = st.one_of(
    st.builds(SetRoute, hexes),
    st.just(SetLegs(LEGS)),
    st.just(DropPlan()),
    st.builds(SetPace, st.sampled_from(["walk", "hustle"])),
    st.just(SetSchedule(NIGHT_CHECKS)),
    st.just(March()),
    st.just(March()),
    st.builds(March, hours),
    st.builds(March, st.none(), hexes),
    st.builds(Camp, st.just(()), st.none() | st.sampled_from([Fraction(5), Fraction(8)])),
    st.builds(Wait, hours, st.booleans()),
    st.builds(Stay, st.integers(1, 2)),
    st.builds(Ride, people, st.sampled_from(["", *PEOPLE])),
    st.just(
        Halt(
            name="ford",
            minutes=10,
            check="swim",
            dc=12,
            checks=(HaltCheck("tam"), HaltCheck("harsk")),
            damage="1d6",
        )
    ),
    st.just(BeginEncounter("wolves")),
    st.just(PassBy()),
    st.just(EndEncounter(10)),
    st.just(Join(LONE)),
    st.builds(Leave, st.just("valeria")),
    st.builds(SetPresent, people, st.booleans()),
    st.builds(Hurt, st.tuples(people), st.tuples(st.integers(0, 6)), st.booleans()),
    st.builds(Heal, st.tuples(people), st.tuples(st.integers(0, 9)), st.booleans()),
    st.builds(Rule, st.just("strain"), st.sampled_from(["0", "1", "3"]), people),
    st.builds(Rule, st.just("place"), hexes),
    st.sampled_from(COMMANDS),
)
"""What is likely on the road, and whatever else there is."""


def step(command: Command, state: State, faces: st.DataObject) -> State:
    """The state after the command, its dice drawn; unchanged when it is refused."""
    answers: dict[str, Answer] = {}
    while True:
        try:
            found = decide(command, state, WORLD, answers)
        except Refusal:
            return state
        if isinstance(found, Decided):
            for event in found.events:
                state = evolve_all(state, (event,))
                assert narrate(event, state)
            return state
        assert found.questions
        for question in found.questions:
            assert question.key not in answers
            sides = int(question.dice.partition("d")[2])
            ruled = question.dc is not None and faces.draw(st.integers(0, 9)) == 0
            face = faces.draw(st.integers(1, sides))
            answers[question.key] = Ruled("skip") if ruled else Typed(face)


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
    queries.owed(state, WORLD)
    command = queries.space(state, WORLD)
    if command is not None:
        decide(command, state, WORLD, {})


@examples(35, 2_000)
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


@examples(50, 1_000)
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
