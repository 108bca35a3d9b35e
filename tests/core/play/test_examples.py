"""Every command and event has an example, is told in words, and leaves a frozen state."""

from __future__ import annotations

import string
from itertools import accumulate
from typing import get_args

from core.messages import Message
from core.play.facts.fight.blows.events import CoverTaken
from core.play.facts.fold import Event, FightEvent, evolve
from core.play.facts.road.commands import RoadCommand
from core.play.facts.road.events import EncounterBegun, RoadEvent
from core.play.facts.table.commands import TableCommand
from core.play.facts.table.events import TableEvent
from core.play.union import Command, FightCommand, describe, narrate
from tests.builders import COMMANDS, EVENTS, HARSK, PONY, STATE, TAM, party
from tests.core.play.frozen_states import frozen
from tests.each import each
from tests.fights import FIGHT, FIGHT_STORY

STATES = (party(HARSK, TAM, PONY), FIGHT)
"""On the road, and in the middle of a fight."""
MOMENTS = (
    *accumulate(EVENTS, evolve, initial=STATE),
    *accumulate((e for e in EVENTS if not isinstance(e, FightEvent)), evolve, initial=STATES[0]),
    *accumulate(FIGHT_STORY, evolve, initial=evolve(FIGHT, CoverTaken("harsk"))),
)
"""States before and after each event, on the road and in a fight."""
ONLY_TOLD = {
    "checked": "what follows from a check has events of its own",
    "run_down": "who is caught leaves the chase with the `ChaseSet` of the same command",
    "picked": "a die of the GM's that only says whom",
    "confused_acted": "the die only says what the GM lets it do",
    "moved_locally": "the minutes pass with the `TimePassed` of the same command",
    "river_crossed": "a march that goes on has events of its own",
}
"""Events that change nothing, and why."""


def test_every_command_has_an_example() -> None:
    kinds = (RoadCommand, TableCommand, FightCommand)
    assert {type(c) for c in COMMANDS} == {kind for union in kinds for kind in get_args(union)}


def test_every_event_has_an_example() -> None:
    kinds = (RoadEvent, TableEvent, FightEvent)
    assert {type(e) for e in EVENTS} == {kind for union in kinds for kind in get_args(union)}


def test_kinds_are_unique() -> None:
    for examples in (COMMANDS, EVENTS):
        kinds = [example.kind for example in examples]
        assert len(set(kinds)) == len(kinds)


def complete(message: Message) -> None:
    """Fail when a field of the template has no value."""
    names = {name for _, name, _, _ in string.Formatter().parse(message.template) if name}
    assert names <= {name for name, _ in message.values}
    for _, value in message.values:
        if isinstance(value, Message):
            complete(value)


@each("event", EVENTS)
def test_every_event_changes_the_state(event: Event) -> None:
    """Given any event, then `evolve` makes something of it in some state, or it stands above."""
    changes = any(evolve(state, event) != state for state in MOMENTS)
    assert changes is (event.kind not in ONLY_TOLD)


@each("event", EVENTS)
def test_every_event_is_told_with_all_its_values(event: Event) -> None:
    for state in STATES:
        complete(narrate(event, evolve(state, event)))


@each("command", COMMANDS)
def test_every_command_has_a_title_with_all_its_values(command: Command) -> None:
    for state in STATES:
        complete(describe(command, state))


def test_a_fight_is_told_from_beginning_to_end_and_leaves_a_frozen_state() -> None:
    """Given events of every kind of a fight in turn, then each is told and the rest hashes."""
    begun = EncounterBegun("Ambush at the ford", encounter="ambush")
    state = party(*FIGHT.members)
    for event in (*FIGHT_STORY[:2], begun, *FIGHT_STORY[2:]):
        state = evolve(state, event)
        complete(narrate(event, state))
    assert [encounter.id for encounter in state.encounters] == ["ambush"]
    assert state.pending is None
    frozen(state)


def test_a_state_is_frozen_through_and_through() -> None:
    frozen(STATE)
