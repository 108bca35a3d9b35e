"""Journeys that are played at random: what a GM may do, and the state after it."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import strategies as st

from core.dice import Answer, Ruled, Typed
from core.messages import Refusal
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
from core.play.union import Command, decide, narrate
from core.values import replace
from tests.builders import (
    COMMANDS,
    LEGS,
    NIGHT_CHECKS,
    VALERIA,
)
from tests.core.play.maps import REGION, region_world

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
