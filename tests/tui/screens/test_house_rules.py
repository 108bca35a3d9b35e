"""`:house` by keys: a switch is flipped and taken back, also while players look on."""

from __future__ import annotations

import pytest

from tests.demos import week as demo
from tests.tui.screens.conftest import Opens

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")


async def test_a_switch_is_flipped_and_taken_back_on_the_page(table: Opens) -> None:
    """Given the page, when Enter flips a switch and u is pressed, then it is as before."""
    async with table(demo) as drive:
        await drive.enter(":house weight")
        await drive.opened("HouseRules")
        await drive.shows("> Weightless")
        await drive.press("escape")
        await drive.enter(":house exhaustion")
        await drive.opened("HouseRules")
        await drive.press("enter")
        await drive.saved()
        assert drive.view.assets.rules.switch("exhaustion")
        await drive.shows("house rule; else off")
        await drive.press("u")
        await drive.saved()
        assert not drive.view.assets.rules.switch("exhaustion")
        await drive.press("u")
        await drive.says("The last action was no house rule")
        await drive.press("f9")
        await drive.opened("HouseRules")
        await drive.press("r")
        await drive.opened("TextLine")
        await drive.enter("a hard winter")
        await drive.saved()
        await drive.press("escape")
        await drive.shows("house rule: Exhaustion is on")
        assert "hard winter" not in drive.text()
