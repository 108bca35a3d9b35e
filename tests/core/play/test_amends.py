"""Amendments: what an overruled entry of the past would have led to is set right now."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.play.facts.encounter import Foe, Lasting
from core.play.facts.fold import evolve_all
from core.play.facts.state import State
from core.play.facts.table.commands import Amend, Correction, Heal, Hurt
from core.play.facts.table.events import Amended
from core.play.history.entry_facts import about, is_ruling
from core.play.resolution import Decided
from core.play.union import decide, describe, narrate
from core.play.view import for_players
from core.values import replace
from tests.builders import member
from tests.core.play.fight.brawls import HERO, WOLF, brawl, happens, refused, under
from tests.fights import FIGHT
from tests.thorough import examples
from tui.kit.phrases import say

STATE = brawl(replace(HERO, damage=9, nonlethal=6, strain=4), WOLF, hero="C4", wolf="D4")


def amended(*corrections: Correction, state: State = STATE) -> State:
    return evolve_all(state, happens(Amend(12, "hit", corrections), state))


def wolf(state: State) -> Foe:
    assert state.fight is not None
    found = state.fight.foe("wolf")
    assert found is not None
    return found


def test_damage_of_the_past_is_dealt_on_top_of_what_came_later() -> None:
    """Given 9 damage since, when 6 of an older hit are added, then it is 15; 4 fewer, then 5."""
    more = amended(Correction("hero", "damage", 6)).member("hero")
    less = amended(Correction("hero", "damage", -4)).member("hero")
    assert more is not None
    assert less is not None
    assert (more.damage, less.damage) == (15, 5)


def test_no_more_is_taken_away_than_there_is() -> None:
    (event,) = happens(Amend(12, "miss", (Correction("hero", "damage", -30),)), STATE)
    assert isinstance(event, Amended)
    assert event.corrections == (Correction("hero", "damage", -9),)


def test_where_hit_points_do_not_go_below_zero_no_more_is_dealt() -> None:
    """Given a system of degrees of dying, when 50 are added to 9 of 38, then 29 are.

    It is dying 1 then and lies, as play would have left it.
    """
    (event,) = happens(Amend(12, "hit", (Correction("hero", "damage", 50),)), STATE, ruleset="pf2")
    assert isinstance(event, Amended)
    assert event.corrections == (
        Correction("hero", "damage", 29),
        Correction("hero", "condition", to="dying", lasting=Lasting("dying", value=1)),
        Correction("hero", "condition", to="prone", lasting=Lasting("prone")),
    )


@given(st.integers(-9, 9), st.integers(-6, 9), st.integers(-4, 9), st.permutations((0, 1, 2)))
@examples(30, 500)
def test_what_tires_is_set_right_in_any_order(
    damage: int, nonlethal: int, strain: int, order: list[int]
) -> None:
    """Given corrections that leave no more strain than damage, then each comes to its own."""
    wanted = (9 + damage, 6 + nonlethal, min(4 + strain, 6 + nonlethal))
    parts = (
        Correction("hero", "damage", damage),
        Correction("hero", "nonlethal", nonlethal),
        Correction("hero", "strain", wanted[2] - 4),
    )
    if not any(one.by for one in parts):
        return
    hero = member(amended(*(parts[at] for at in order)), "hero")
    assert (hero.damage, hero.nonlethal, hero.strain) == wanted


def test_states_conditions_and_places_are_set() -> None:
    lying = Lasting("prone")
    state = amended(
        Correction("wolf", "dead", to="yes"),
        Correction("wolf", "condition", to="prone", lasting=lying),
        Correction("wolf", "position", to="e5"),
        Correction("wolf", "elevation", to="2"),
        Correction("wolf", "temporary", 3),
    )
    found = wolf(state)
    fight = state.fight
    assert fight is not None
    figure = fight.figure("wolf")
    assert figure is not None
    assert (found.dead, found.lasting, found.temporary) == (True, (lying,), 3)
    assert (figure.at, figure.elevation) == ("E5", 2)
    undone = amended(
        Correction("wolf", "dead", to="no"),
        Correction("wolf", "condition", to="prone"),
        Correction("wolf", "position", to=""),
        state=state,
    )
    assert (wolf(undone).dead, wolf(undone).lasting) == (False, ())
    assert undone.fight is not None
    assert undone.fight.figures[1].at == ""


@pytest.mark.parametrize(
    ("code", "corrections"),
    [
        ("nothing_to_amend", ()),
        ("nothing_to_amend", (Correction("wolf", "damage", -3),)),
        ("unknown_creature", (Correction("nobody", "damage", 3),)),
        ("bad_ruling", (Correction("hero", "damage", 10**9),)),
        ("bad_ruling", (Correction("hero", "dead", to="perhaps"),)),
        ("bad_ruling", (Correction("hero", "elevation", to="high"),)),
        ("off_the_map", (Correction("hero", "position", to="Z99"),)),
    ],
)
def test_what_cannot_be_set_right_is_refused(
    code: str, corrections: tuple[Correction, ...]
) -> None:
    assert refused(Amend(12, "hit", corrections), STATE) == code


def test_the_receipt_names_the_overruled_entry() -> None:
    decided = decide(
        Amend(12, "flanked: hit", (Correction("wolf", "damage", 6),)), STATE, under(), {}
    )
    assert isinstance(decided, Decided)
    (receipt,) = decided.receipts
    assert say(receipt.label) == "entry 12 overruled"
    assert receipt.value == "flanked: hit"
    assert [say(part.label) for part in receipt.parts] == ["Wolf 6 damage more"]


def test_an_amendment_is_told_in_one_line() -> None:
    command = Amend(
        12,
        "flanked: hit",
        (Correction("wolf", "damage", 6), Correction("wolf", "dead", to="yes")),
        "Tam stood behind it",
    )
    (event,) = happens(command, STATE)
    assert say(narrate(event, STATE)) == (
        "entry 12 overruled, flanked: hit (Tam stood behind it): Wolf 6 damage more, Wolf is dead"
    )
    assert say(describe(command, STATE)) == "overrule entry 12"
    assert about((event,), STATE.fight) == ("wolf",)
    assert is_ruling(event)


def test_players_see_what_was_set_right_of_the_party_and_never_why() -> None:
    mine = Correction("harsk", "damage", 6)
    theirs = Correction("ogre", "damage", 6)
    lying = Correction("harsk", "condition", to="shaken", lasting=Lasting("shaken", source="a spy"))
    _, entries = for_players(
        FIGHT,
        [
            (Amended(12, "the spy struck", (mine, theirs, lying), "he is a spy"),),
            (Amended(13, "the spy missed", (theirs,), "he is a spy"),),
        ],
    )
    shown = replace(lying, lasting=Lasting("shaken"))
    assert entries == ((Amended(12, "", (mine, shown)),),)
    assert "entry 12 overruled: Harsk 6 damage more" in say(narrate(entries[0][0], FIGHT))


def test_what_came_later_stays() -> None:
    """Given a hit and a healing after the missed blow, then only the blow is added."""
    state = evolve_all(STATE, happens(Hurt(("wolf",), (3,)), STATE))
    assert wolf(amended(Correction("wolf", "damage", 6), state=state)).damage == 9
    healed = evolve_all(state, happens(Heal(("wolf",), (2,)), state))
    assert wolf(amended(Correction("wolf", "damage", 6), state=healed)).damage == 7
