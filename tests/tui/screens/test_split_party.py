"""A split party by keys: somebody is left, and over a distance it is asked who comes back how."""

from __future__ import annotations

import pytest

from tests.demos import week as demo
from tests.tui.screens.conftest import Opens

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")


async def test_who_comes_back_over_a_distance_is_asked_how(table: Opens) -> None:
    """Given Tam at Fort Wyll, 48 km away, when :back tam and 2, then he is here; u undoes it."""
    async with table(demo) as drive:
        await drive.enter(":away tam at Fort Wyll")
        await drive.saved()
        tam = drive.state.member("tam")
        assert tam is not None
        assert tam.absence is not None

        await drive.enter(":back tam")
        await drive.shows("Tam: 48 km away")
        await drive.shows("set out now")
        await drive.press("2")
        await drive.saved()
        back = drive.state.member("tam")
        assert back is not None
        assert back.present
        await drive.press("u")
        await drive.saved()
        assert drive.state.member("tam") == tam
