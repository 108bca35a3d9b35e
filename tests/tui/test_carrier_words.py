"""Mounts are ridden and vehicles boarded: what asks and tells of them says which."""

from __future__ import annotations

import pytest

from core.play.facts.state import Member, State
from core.play.queries import today
from core.travel.movers import Mover
from core.values import replace
from tests.builders import HARSK, PONY, TAM, assets, party
from tui.kit.phrases import say
from tui.play.road.survey import transport
from tui.play.table.table_actions import ask_carrier, ask_rider

ROVER = Member("rover", "Rover", "R", "vehicle", Mover(vehicle="cart_or_wagon"))


@pytest.mark.parametrize(
    ("carriers", "boats", "asked", "what"),
    [
        ((PONY,), False, "who mounts or dismounts?", "what does Tam ride?"),
        ((ROVER,), False, "who boards or gets off?", "what does Tam board?"),
        ((PONY, ROVER), False, "who mounts, boards or gets off?", "what does Tam ride or board?"),
        ((PONY,), True, "who mounts or dismounts? or which boat?", "what does Tam ride?"),
    ],
)
def test_who_rides_is_asked_in_the_words_of_what_there_is(
    carriers: tuple[Member, ...], boats: bool, asked: str, what: str
) -> None:
    assert say(ask_rider(State(members=(TAM, *carriers)), boats)) == asked
    assert say(ask_carrier("Tam", carriers)) == what


@pytest.mark.parametrize(
    ("tam", "harsk", "told"),
    [
        ("", "", "on foot"),
        ("pony", "", "1 ride, 1 walk"),
        ("rover", "rover", "aboard Rover"),
        ("pony", "rover", "mounted and aboard Rover"),
    ],
)
def test_a_party_in_vehicles_is_not_in_the_saddle(tam: str, harsk: str, told: str) -> None:
    riders = (replace(TAM, rides=tam), replace(HARSK, rides=harsk))
    state = party(*riders, PONY, ROVER)
    assert say(transport(today(state, assets()), state)) == told
