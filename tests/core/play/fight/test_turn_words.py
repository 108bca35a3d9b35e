"""A turn in words: a group acts together, a creature alone."""

from __future__ import annotations

from fractions import Fraction

import pytest

from core.play.facts.encounter import Slot
from core.play.facts.fight.turns.events import TurnBegan
from core.play.facts.state import State
from core.play.fight.turns.narration import narrate_turns
from core.values import replace
from tests.core.play.fight.boards import HERO, OPEN, WOLF, fight
from tui.kit.phrases import say

PACK = tuple(replace(WOLF, id=f"wolf-{sign}", token=sign) for sign in "abc")


def pack_of(*, dead: int) -> State:
    """A fight of a hero and a pack in one slot, of which so many are dead."""
    wolves = [replace(one, dead=number < dead) for number, one in enumerate(PACK)]
    places = {one.id: f"{column}2" for one, column in zip(wolves, "CEG", strict=True)}
    state, _ = fight(OPEN, HERO, *wolves, at={"hero": "A1", **places})
    assert state.fight is not None
    pack = Slot("pack", tuple(one.id for one in PACK), Fraction(12))
    running = replace(state.fight, order=(state.fight.order[0], pack))
    return replace(state, encounters=(running,))


@pytest.mark.parametrize(
    ("slot", "dead", "resumed", "words"),
    [
        ("hero", 0, False, "Hero acts"),
        ("pack", 0, False, "Wolf a-c act"),
        ("pack", 1, True, "Wolf b-c go on"),
        ("pack", 2, False, "Wolf acts"),
    ],
)
def test_who_begins_a_turn_is_one_or_several(
    slot: str, dead: int, resumed: bool, words: str
) -> None:
    event = TurnBegan(slot, resumed=resumed)
    assert say(narrate_turns(event, pack_of(dead=dead))) == words
