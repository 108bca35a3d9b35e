"""The Party screen: where the cursor goes, and what is shown of the member under it."""

from __future__ import annotations

import pytest

from tests.demos import week as demo
from tests.tui.screens.conftest import Opens

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")


async def test_a_letter_jumps_to_a_member_and_backspace_shows_the_one_before(table: Opens) -> None:
    """Given f, his letter and Backspace, then Enter edits Harsk, and then the first again."""
    async with table(demo) as drive:
        first, harsk = drive.state.members[0].name, drive.state.member("harsk")
        assert harsk is not None
        await drive.press("f3")
        await drive.shows(f"Enter: edit {first}")
        await drive.press("f", harsk.token)
        await drive.shows("Enter: edit Harsk")
        await drive.press("backspace")
        await drive.shows(f"Enter: edit {first}")


async def test_a_search_goes_to_the_member_and_enter_edits(table: Opens) -> None:
    """Given / and a part of a name, then the cursor is there, and Enter opens the sheet."""
    async with table(demo) as drive:
        await drive.press("f3")
        await drive.opened("PartyScreen")
        await drive.press("slash")
        await drive.opened("TextLine")
        await drive.enter("arsk")
        await drive.shows("Enter: edit Harsk")
        await drive.press("enter")
        await drive.opened("MemberForm")
        await drive.shows("Edit Harsk")
