"""What is typed in one burst after ":" or "/" goes into the line that they open."""

from __future__ import annotations

import pytest
from textual import events
from textual.widgets import Input

from tests.demos import week as demo
from tests.tui.screens.conftest import Opens


@pytest.mark.parametrize("opener", ["colon", "slash"])
async def test_a_burst_of_keys_lands_in_the_line(table: Opens, opener: str) -> None:
    """Given the Journey, when an opener and "stay s" come at once, then nothing else happens."""
    async with table(demo) as drive:
        head = drive.moment.head
        drive.app.post_message(events.Key(opener, {"colon": ":", "slash": "/"}[opener]))
        for character in "stays":
            drive.app.post_message(events.Key(character, character))
        await drive.opened("TextLine")
        await drive.until(lambda: drive.app.screen.query_one(Input).value, "the line")
        await drive.pilot.pause()

        assert drive.app.screen.query_one(Input).value == "stays"
        assert drive.moment.head == head
