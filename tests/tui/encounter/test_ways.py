"""How the next mover moves: the height or depth at which it ends."""

from __future__ import annotations

import pytest

from core.creatures import Sheet
from core.messages import Message
from core.play.facts.state import State
from core.values import replace
from tests.fights import HARSK, TAM, VALERIA
from tests.tui.encounter.skirmish import FIGHT, standing, state_of
from tui.encounter.model import EncounterUI
from tui.encounter.ways import climb
from tui.kit.phrases import say

TAMS_TURN = replace(FIGHT, acting="tam")


def with_speeds(*speeds: tuple[str, int]) -> State:
    mover = replace(TAM, sheet=Sheet(ac=14, speeds=(("walk", 6), *speeds)))
    return replace(state_of(TAMS_TURN), members=(HARSK, VALERIA, mover))


@pytest.mark.parametrize(
    ("speeds", "way", "keys", "height"),
    [
        ((("burrow", 4),), "burrow", "<<", -2),
        ((("burrow", 4),), "burrow", "<<>", -1),
        ((("swim", 4),), "swim", "<", -1),
        ((("incorporeal", 4),), "glide", "<", -1),
        ((("fly", 4),), "walk", ">>", 2),
    ],
)
def test_lower_and_higher_set_the_height_at_which_a_movement_ends(
    speeds: tuple[tuple[str, int], ...], way: str, keys: str, height: int
) -> None:
    ui = EncounterUI(way=way)
    for key in keys:
        change = climb(standing("E10", ui=ui, state=with_speeds(*speeds)), 1 if key == ">" else -1)
        assert isinstance(change, tuple)
        _, changed = change
        assert isinstance(changed, EncounterUI)
        ui = changed
    assert ui.height == height


@pytest.mark.parametrize(
    ("speeds", "way", "step", "says"),
    [
        (
            (("burrow", 4),),
            "burrow",
            1,
            "Tam cannot rise above water or earth that way: fly or climb (p).",
        ),
        ((), "walk", -1, "Only who burrows, swims or glides goes below the ground: p g, p m, p i."),
        (
            (("fly", 4),),
            "fly",
            -1,
            "Only who burrows, swims or glides goes below the ground: p g, p m, p i.",
        ),
    ],
)
def test_a_height_that_the_mode_does_not_reach_is_refused_in_words(
    speeds: tuple[tuple[str, int], ...], way: str, step: int, says: str
) -> None:
    ui = EncounterUI(way=way)
    change = climb(standing("E10", ui=ui, state=with_speeds(*speeds)), step)
    assert isinstance(change, Message)
    assert say(change) == says
