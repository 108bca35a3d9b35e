"""What players may know."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from core.calendars import Instant
from core.play.road.events import EncounterRolled, PaceSet
from core.play.road.standing import mark_of
from core.play.state import Mark, Note
from core.play.table.events import HexesMarked, Noted, RulingMade
from core.play.view import for_players
from tests.builders import CHECKS, TAM, party
from tests.core.play.maps import at, region_world

NOW = Instant(0, Fraction(8))


def test_secret_notes_hexes_and_foreboding_are_left_out_of_the_state() -> None:
    state = party(
        TAM,
        notes=(Note(NOW, "a traitor"), Note(NOW, "the miller", shared=True)),
        marks=(Mark("0101", True, False), Mark("0102", True, True)),
        schedule=CHECKS,
        foretold=NOW,
    )
    seen, _ = for_players(state)
    assert [note.text for note in seen.notes] == ["the miller"]
    assert [mark.hex for mark in seen.marks] == ["0102"]
    assert seen.foretold is None
    assert seen.schedule is None
    assert seen.members == state.members


def test_secret_events_are_left_out_of_the_entries() -> None:
    secret = Noted(NOW, "a traitor")
    shared = replace(secret, shared=True)
    _, entries = for_players(
        party(TAM),
        [
            (secret,),
            (EncounterRolled(NOW, 1, True), PaceSet("walk")),
            (shared,),
            (HexesMarked(("0101",), True, False),),
            (RulingMade("nonlethal", "1", "tam", "he is a werewolf"),),
        ],
    )
    assert entries == (
        (PaceSet("walk"),),
        (shared,),
        (RulingMade("nonlethal", "1", "tam", ""),),
    )


def test_players_know_a_hex_by_the_map_or_by_the_story() -> None:
    under = region_world()
    state = at("0101", TAM)
    assert mark_of("0101", state, under).known
    assert not mark_of("0302", state, under).known
    told = replace(state, marks=(Mark("0302", False, True), Mark("0101", True, False)))
    assert mark_of("0302", told, under).known
    assert not mark_of("0101", told, under).known
    assert not mark_of("0909", state, under).known
