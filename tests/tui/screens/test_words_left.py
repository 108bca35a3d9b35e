"""What is begun and left by Esc or by the curtain is not done."""

from __future__ import annotations

import pytest

from core.play.facts.fight.setup.commands import Hide
from saves.demo import NAME
from saves.library import library
from tests.demos import the_ambush
from tests.story.fighting import at_table

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")


async def test_esc_at_the_question_why_puts_nobody_anywhere() -> None:
    """Given a place by the GM's word, when its reason is left, then nothing is another."""
    the_ambush()
    async with at_table(NAME) as table:
        battle = table.screen.battle
        head = table.view.head
        await table.press("colon")
        await table.opened("TextLine")
        await table.line("D5")
        await table.keys("o p")
        await table.shows("may be left empty")
        await table.keys("Esc")
        await table.rested()
        assert (table.view.head, table.at("harsk")) == (head, ["D9"])
        assert table.screen.battle is battle
        await table.keys("o p")
        await table.shows("may be left empty")
        await table.keys("RET", 1)
        assert table.at("harsk") == ["D5"]


async def test_the_curtain_takes_the_letters_off_that_a_key_waits_for() -> None:
    """Given letters to jump to, when F9 is pressed, then the letter of one hidden leads nowhere."""
    the_ambush()
    with library.open(NAME) as campaign:
        fight = campaign.state.fight
        assert fight is not None
        campaign.record(Hide(fight.id, ("wolf-1",)))
    async with at_table(NAME) as table:
        cursor = table.screen.grid.cursor
        await table.keys("f")
        await table.press("f9")
        await table.keys("a")
        await table.rested()
        assert table.screen.grid.cursor == cursor
