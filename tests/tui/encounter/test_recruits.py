"""Creatures that join an encounter: where they are put."""

from __future__ import annotations

import pytest

from core.combat.board.squares import parse_square
from core.play.facts.fight.setup.commands import AddFoes
from core.play.facts.fight.setup.events import FoesAdded
from core.play.union import Decided, decide
from core.values import replace
from saves.library.dice import DiceRoller
from tests.fights import fight_world
from tests.tui.encounter.skirmish import FIGHT, standing
from tui.encounter.recruits import add
from tui.play.command_line.areas import Adding

PREPARED = replace(FIGHT, status="prepared", round=0, order=(), acting="")


@pytest.mark.parametrize(("cursor", "at", "first"), [("A1", "", "A1"), ("A1", "M3", "M3")])
def test_creatures_come_to_the_cursor_unless_another_square_is_typed(
    cursor: str, at: str, first: str
) -> None:
    """Given wolves far from the cursor, then three more are around it, not beside the others."""
    there = standing(cursor, PREPARED)
    command = add(there, Adding(3, "wolf", at=at), DiceRoller(1).roll)
    assert isinstance(command, AddFoes)
    decided = decide(command, there.state, fight_world(), {})
    assert isinstance(decided, Decided)
    added = next(event for event in decided.events if isinstance(event, FoesAdded))
    places = [parse_square(figure.at) for figure in added.figures]
    assert str(places[0]) == first
    assert all(place.away(places[0]) <= 1 for place in places)
