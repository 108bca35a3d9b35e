"""A die of the GM's picks one of several creatures (C-007)."""

from __future__ import annotations

import pytest

from core.play.facts.fight.turns.commands import PickOne
from core.play.facts.fight.turns.events import Picked
from core.play.union import narrate
from tests.builders import refusal_code
from tests.core.play.fight.boards import HERO, OGRE, OPEN, WOLF, fight, told
from tui.kit.phrases import say

AT = {"hero": "C3", "wolf": "D3", "ogre": "F5"}


@pytest.mark.parametrize(("face", "who"), [(1, "wolf"), (2, "hero"), (3, "ogre")])
def test_c_007_the_die_counts_them_in_the_order_named(face: int, who: str) -> None:
    state, assets = fight(OPEN, HERO, WOLF, OGRE, at=AT)
    command = PickOne(("wolf", "hero", "ogre"))
    (picked,) = told(command, state, assets, {"any/brawl/round-1/wolf-hero-ogre": face})
    assert picked == Picked(who, command.who, face)
    assert say(narrate(picked, state)).startswith(f"the die shows {face} of 3: ")


@pytest.mark.parametrize(
    ("who", "code"),
    [(("wolf",), "too_few"), (("wolf", "wolf"), "twice"), (("wolf", "elf"), "unknown_creature")],
)
def test_a_die_needs_two_creatures_to_pick_from(who: tuple[str, ...], code: str) -> None:
    state, assets = fight(OPEN, HERO, WOLF, OGRE, at=AT)
    assert refusal_code(PickOne(who), state, assets) == code
