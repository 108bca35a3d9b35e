"""Several commands in turn, as the end of a fight has them."""

from __future__ import annotations

import pytest

from core.play.table.commands import WriteNote
from saves.demo.story import NAME
from tests.demos import the_ambush
from tests.story.fighting import at_table

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")


async def test_all_of_several_commands_are_performed_in_turn() -> None:
    """Given three notes to write, when they are performed together, then all three are saved."""
    the_ambush()
    async with at_table(NAME) as table:
        table.screen.performer.perform(*(WriteNote(text) for text in ("one", "two", "three")))
        await table.settled()
        commands = [entry.command for entry in table.view.entries[-3:]]
        assert commands == [WriteNote("one"), WriteNote("two"), WriteNote("three")]
