"""Creatures that come into a fight under way: their initiative is asked as they come."""

from __future__ import annotations

import pytest

from saves.demo import NAME
from tests.demos import the_ambush
from tests.story.fighting import at_table

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")


async def test_initiative_of_a_latecomer_is_asked_by_name_or_it_is_shown_as_not_rolled() -> None:
    """Given two goblins added in round 3, then one roll is asked; passed over, the lines say so.

    While players look on, the tray does not name those that come hidden.
    """
    the_ambush()
    async with at_table(NAME, (120, 40)) as table:
        await table.shows("HARSK to act")
        await table.type("::add 2 goblin at k9")  # as over a refused line, which has its colon
        await table.shows("2 Goblin:")
        await table.press("enter")
        await table.asked()
        await table.shows("j Goblin j")
        await table.tray("/")
        await table.shows("not rolled: Goblin j-k")
        await table.shows("not rolled")
        await table.keys("i")
        await table.tray("14")
        slot = table.fight.slot_of("goblin-2")
        assert slot is not None
        assert slot.total == 20
        await table.until(lambda: "not rolled" not in table.text(), "still not rolled")
        await table.press("f9")
        await table.line(":add hawk hidden at k9")
        await table.asked()
        assert "Hawk" not in table.text()
        await table.press("escape")
