"""What players may know."""

from __future__ import annotations

from fractions import Fraction

from core.calendars import Instant
from core.play.facts.fold import Event
from core.play.facts.road.events import EncounterRolled, PaceSet, PlanSet, Travelled
from core.play.facts.state import (
    AT_THE_START,
    Boat,
    HexMark,
    Note,
    Plan,
    State,
    known_hexes,
    mark_of,
)
from core.play.facts.table.events import BoatPlaced, Damaged, HexesMarked, Noted, RulingMade
from core.play.view import for_players
from core.travel.stretches import Stretch
from core.values import replace
from tests.builders import CHECKS, TAM, party
from tests.core.play.maps import at, region_world

NOW = Instant(0, Fraction(8))


def test_secret_notes_hexes_and_foreboding_are_left_out_of_the_state() -> None:
    state = party(
        TAM,
        notes=(Note(NOW, "a traitor"), Note(NOW, "the miller", shared=True)),
        marks=(HexMark("0101", True, False), HexMark("0102", True, True)),
        schedule=CHECKS,
        foretold=NOW,
    )
    seen, _ = for_players(state)
    assert [note.text for note in seen.notes] == ["the miller"]
    assert [mark.hex for mark in seen.marks if mark.known] == ["0102"]
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
    told = replace(state, marks=(HexMark("0101", True, False), HexMark("0302", False, True)))
    assert mark_of("0302", told, under).known
    assert not mark_of("0101", told, under).known
    assert not mark_of("0909", state, under).known
    assert "0302" in known_hexes(told, under)
    assert not {"0101", "0909"} & known_hexes(told, under)


def test_a_hex_that_the_story_made_unknown_is_unknown_to_players_whatever_the_map_says() -> None:
    """Given a hex that the map shows, marked unknown, then players' state says so, and no more."""
    under = region_world()
    hidden = replace(
        at("0101", TAM), marks=(HexMark("0101", True, True), HexMark("0301", True, False))
    )
    seen, _ = for_players(hidden, known=known_hexes(hidden, under))
    assert mark_of("0301", seen, under) == HexMark("0301", False, False)
    assert mark_of("0101", seen, under) == HexMark("0101", True, True)
    assert known_hexes(seen, under) == known_hexes(hidden, under)


def on_the_way(goal: str) -> State:
    """On the way from 0101 to `goal` by way of 0302, a boat lying there."""
    way = tuple(
        Stretch(Fraction(6), n, "forest", start=one, end=other, inside=inside)
        for n, (one, other, inside) in enumerate(
            (("0101", "0302", "0101"), ("0101", "0302", "0302"), ("0302", goal, goal)), 1
        )
    )
    boats = (Boat("tarn", "Secret of the tarn", "rowboat", "0302"), Boat("b", "B", "rowboat"))
    return replace(at("0101", TAM), plan=Plan(way, goal, ("0302",)), boats=boats)


def test_a_way_to_an_unknown_hex_is_the_gm_s_own() -> None:
    state = on_the_way("0302")
    chosen = PlanSet(state.plan or Plan(()))
    seen, entries = for_players(state, [(chosen, PaceSet("walk"))], known=frozenset({"0101"}))
    assert (seen.plan, seen.progress) == (None, AT_THE_START)
    assert entries == ((PaceSet("walk"),),)


def test_a_way_to_a_known_hex_names_no_unknown_one_on_it() -> None:
    """Given a way through a hex that players do not know, then it is neither named nor told of."""
    state = on_the_way("0303")
    chosen = PlanSet(state.plan or Plan(()))
    seen, entries = for_players(state, [(chosen,)], known=frozenset({"0101", "0303"}))
    assert seen.plan is not None
    assert (seen.plan.goal, seen.plan.via) == ("0303", ())
    assert entries == ((PlanSet(seen.plan),),)
    assert "0302" not in repr(seen.plan)
    assert [stretch.terrain for stretch in seen.plan.stretches] == ["forest", "", "forest"]
    whole, _ = for_players(state, known=frozenset({"0101", "0302", "0303"}))
    assert whole == state


def test_boats_and_hexes_entered_are_told_of_where_players_know_the_hex() -> None:
    state = on_the_way("0303")
    here = Boat("b", "B", "rowboat", "0101")
    there = state.boats[0]
    march = Travelled(
        Fraction(1), Fraction(3), "land", "walk", AT_THE_START, "0101", entered=("0101", "0302")
    )
    entries: list[tuple[Event, ...]] = [(BoatPlaced(there),), (BoatPlaced(here),), (march,)]
    seen, told = for_players(state, entries, known=frozenset({"0303"}))
    assert [boat.id for boat in seen.boats] == ["b"]
    assert told == ((BoatPlaced(here),), (replace(march, entered=("0101",)),))


def test_damage_is_told_without_the_gm_s_words_for_its_cause() -> None:
    state = party(TAM)
    _, told = for_players(
        state,
        [(Damaged(who="tam", amount=2, cause="the traitor"),), (Damaged(who="tam", amount=3),)],
    )
    assert told == ((Damaged(who="tam", amount=2),), (Damaged(who="tam", amount=3),))
