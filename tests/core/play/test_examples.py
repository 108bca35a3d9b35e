"""Every command and event has an example, is told in words, and leaves a frozen state."""

from __future__ import annotations

import string
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from fractions import Fraction
from typing import get_args

import pytest

from core.messages import Message
from core.play.fight.commands import FightCommand
from core.play.fight.events import FightEvent
from core.play.fold import Event, evolve
from core.play.road.commands import RoadCommand
from core.play.road.events import RoadEvent
from core.play.story import tell, title
from core.play.table.commands import TableCommand
from core.play.table.events import TableEvent
from core.play.union import Command
from tests.builders import COMMANDS, EVENTS, HARSK, PONY, STATE, TAM, party

TRAVEL_EVENTS = [e for e in EVENTS if not isinstance(e, FightEvent)]
TRAVEL_COMMANDS = [c for c in COMMANDS if not isinstance(c, FightCommand)]


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
    """Fail when a field of the template has no value, or a value no field."""
    names = {name for _, name, _, _ in string.Formatter().parse(message.template) if name}
    assert names == {name for name, _ in message.values}
    for _, value in message.values:
        if isinstance(value, Message):
            complete(value)


@pytest.mark.parametrize(
    "event", [e for e in EVENTS if not isinstance(e, FightEvent)], ids=lambda e: e.kind
)
def test_every_event_is_told_with_all_its_values(event: Event) -> None:
    state = evolve(party(HARSK, TAM, PONY), event)
    complete(tell(event, state))


@pytest.mark.parametrize(
    "command", [c for c in COMMANDS if not isinstance(c, FightCommand)], ids=lambda c: c.kind
)
def test_every_command_has_a_title_with_all_its_values(command: Command) -> None:
    complete(title(command, party(HARSK, TAM, PONY)))


FROZEN = (str, int, Fraction, bool, type(None))


def parts(value: object) -> Iterator[object]:
    yield value
    if isinstance(value, tuple):
        for item in value:
            yield from parts(item)
    elif is_dataclass(value):
        for field in fields(value):
            yield from parts(getattr(value, field.name))


def test_a_state_is_frozen_through_and_through() -> None:
    for part in parts(STATE):
        params = getattr(type(part), "__dataclass_params__", None)
        frozen_class = params is not None and params.frozen
        assert frozen_class or isinstance(part, (*FROZEN, tuple)), part
    hash(STATE)
