"""Keys that only move the cursor: whom each leads to, by its key and behind the curtain."""

from __future__ import annotations

import pytest

from core.combat.board.squares import parse_square
from core.messages import Refusal
from core.play.facts.encounter import Encounter
from core.values import replace
from saves.demo import NAME
from tests.demos import the_ambush
from tests.story.fighting import at_table
from tests.tui.encounter.skirmish import FIGHT, changed, gathered, placed, state_of
from tui.encounter.attacks import whom
from tui.encounter.change import Standpoint
from tui.encounter.cursor_keys import LEADS
from tui.encounter.present.battle import Battle
from tui.kit.actions import ACTIONS
from tui.kit.keys import keymap
from tui.kit.phrases import say

WOLVES_TURN = replace(FIGHT, acting="wolves")


def standpoint(battle: Battle, at: str, *, player_view: bool = False) -> Standpoint:
    """What a key goes by with the cursor on a square."""
    return Standpoint(
        view=battle.view, battle=battle, cursor=parse_square(at), player_view=player_view
    )


def leads(action: str, at: str, fight: Encounter = FIGHT, *, player_view: bool = False) -> str:
    """Whom a key leads to with the cursor on a square; the code of a refusal."""
    battle = gathered(state_of(fight), player_view)
    try:
        return LEADS[action](standpoint(battle, at, player_view=player_view))
    except Refusal as refusal:
        return refusal.code


def test_now_leads_to_who_acts_and_again_to_the_next_of_its_group() -> None:
    assert leads("now", "A1") == "harsk"
    assert [leads("now", at, WOLVES_TURN) for at in ("A1", "D7", "H7", "J7")] == [
        "wolf-1",
        "wolf-2",
        "wolf-3",
        "wolf-1",
    ]
    assert leads("now", "H7", WOLVES_TURN, player_view=True) == "wolf-1"
    assert leads("now", "A1", replace(FIGHT, acting="")) == "nobody"


def test_next_and_previous_lead_through_the_turn_order() -> None:
    assert (leads("next-thing", "C7"), leads("previous-thing", "C7")) == ("wolf-1", "ogre")
    assert leads("next-thing", "H7", player_view=True) == "valeria"
    nowhere = placed(FIGHT, **{one.id.replace("-", "_"): "" for one in FIGHT.figures})
    assert leads("next-thing", "C7", nowhere) == "nobody"


# what such keys may ask of the battle


def test_foes_are_those_of_the_other_side_who_are_seen_and_on_their_feet() -> None:
    battle = gathered(state_of(FIGHT))
    veiled = gathered(state_of(FIGHT), player_view=True)
    assert battle.foes(("harsk",)) == ("wolf-1", "wolf-2", "wolf-3", "ogre")
    assert veiled.foes(("harsk",)) == ("wolf-1", "wolf-2", "ogre")
    dead = replace(FIGHT, foes=(replace(FIGHT.foes[0], dead=True), *FIGHT.foes[1:]))
    assert gathered(state_of(dead)).foes(("tam",)) == ("wolf-2", "wolf-3", "ogre")
    assert battle.foes(("ogre",)) == ("harsk", "valeria", "tam")


def test_in_reach_is_who_can_be_attacked_from_where_one_is() -> None:
    battle = gathered(state_of(FIGHT))
    assert (battle.reaches("harsk", "wolf-1"), battle.reaches("harsk", "wolf-2")) == (True, False)
    bow = gathered(state_of(changed(FIGHT, "harsk", weapon=1)))
    assert bow.reaches("harsk", "wolf-2")
    away = gathered(state_of(placed(FIGHT, wolf_1="")))
    assert not away.reaches("harsk", "wolf-1")
    assert not away.reaches("wolf-1", "harsk")


def test_players_are_not_told_whom_a_foe_reaches() -> None:
    battle = gathered(state_of(FIGHT))
    veiled = gathered(state_of(FIGHT), player_view=True)
    assert (battle.reaches("wolf-1", "harsk"), veiled.reaches("wolf-1", "harsk")) == (True, False)
    assert veiled.reaches("harsk", "wolf-1")


@pytest.mark.parametrize(
    ("by", "veiled", "said"),
    [
        (("harsk",), False, "Harsk: attack whom? Press a letter; from here: a"),
        (("tam",), False, "Tam: attack whom? Press a letter; from here: a b c d"),
        (("harsk", "tam"), False, "H T: attack whom? Press a letter"),
        (("wolf-1",), True, "Wolf: attack whom? Press a letter"),
    ],
)
def test_an_attack_on_nobody_tells_whom_one_attacker_reaches(
    by: tuple[str, ...], veiled: bool, said: str
) -> None:
    assert say(whom(gathered(state_of(FIGHT), veiled), by)) == said


# on the screen


def test_every_key_that_only_leads_has_its_function() -> None:
    here = (one.id for one in ACTIONS if "encounter" in one.on and one.on["encounter"].leads)
    assert {*here} == {*LEADS}


@pytest.mark.filterwarnings("ignore::ResourceWarning")
async def test_each_key_puts_the_cursor_on_somebody_who_is_seen() -> None:
    """Given the demo's ambush, when one of these keys is pressed, then the cursor is on somebody.

    The same when players look on; only then a key may say instead that it tells nothing.
    """
    the_ambush()
    async with at_table(NAME) as table:
        await table.shows("HARSK to act")
        for veiled in (False, True):
            for action in LEADS:
                table.screen.go_there(parse_square("A1"))
                await table.press(keymap().keys(action)[0])
                await table.settled()
                battle = table.screen.battle
                assert battle is not None
                there = battle.under(table.screen.grid.cursor)
                assert there or (veiled and "curtain" in table.text()), action
            await table.press("f9")
            await table.settled()
