"""The end of the day by keys: Space offers the camp, its watches and its dice."""

from __future__ import annotations

import pytest

from tests.demos import week as demo
from tests.story.driving import Driver, front
from tests.tui.screens.conftest import Opens
from tui.kit.help import Help

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")


async def told(drive: Driver, text: str) -> None:
    """Type a line after a colon, and wait until it is recorded."""
    await drive.enter(f":{text}")
    await drive.saved()


async def marched(drive: Driver) -> None:
    """March the day by five keys."""
    before = drive.pressed
    await drive.press("space")
    await drive.asked()
    await drive.enter("7 9")
    await drive.saved()
    assert drive.pressed - before == 5
    await drive.rested()


async def test_without_checks_at_night_and_watches_space_camps_and_asks_nothing(
    table: Opens,
) -> None:
    """Given the demo's watches given up, when the day is over, then one Space is the night."""
    async with table(demo, size=(120, 40)) as drive:
        await told(drive, "camp none")
        assert drive.state.watches == ()
        await marched(drive)
        await drive.shows("Space would: camp until 08:00, no encounter checks; t 1: a forced")
        await drive.press("space")
        await drive.saved()
        assert drive.state.clock.hour == 8
        assert drive.state.travelled == 0
        await drive.shows("Space would: march")


async def test_the_dice_of_the_night_are_asked_in_one_tray(table: Opens) -> None:
    """Given checks at night, when Space ends the day, then watches and dice are asked in turn."""
    async with table(demo, size=(120, 40)) as drive:
        await told(drive, "encounter d12 4h 1 nights")
        await drive.shows("check in camp 20:00-00:00 H M")
        await marched(drive)
        await drive.shows("camp until 08:00, asks 4 rolls, watches H M V")
        await drive.press("space")
        await drive.opened("TextLine")
        await drive.shows("Who watches, in order?")
        await drive.press("escape")
        await drive.opened("JourneyScreen")
        assert drive.state.camped is None, "the camp is offered, not forced"
        await drive.rested()

        await drive.press("space")
        await drive.opened("TextLine")
        await drive.enter("s t")
        await drive.asked()
        await drive.shows("16:00-20:00 S ")
        await drive.shows("20:00-00:00 S ")
        await drive.shows("00:00-04:00 T ")
        await drive.enter("5 6 7 8")
        await drive.saved()
        assert drive.state.watches == ("sorrel", "tam")
        assert drive.state.clock.hour == 8
        await drive.shows("watches Sorrel, Tam")


@pytest.mark.nightly
async def test_the_camp_of_last_night_is_made_again_by_enter(table: Opens) -> None:
    """Given s at noon, then last night's watches stand there; a stranger is asked for again."""
    async with table(demo) as drive:
        await drive.press("s")
        await drive.opened("TextLine")
        await drive.enter("q")
        await drive.shows("camp until")
        await drive.press("escape")
        await drive.opened("JourneyScreen")
        await drive.press("s")
        await drive.opened("TextLine")
        await drive.press("enter")
        await drive.saved()
        assert drive.state.watches == ("harsk", "mirelle", "valeria")


@pytest.mark.nightly
async def test_no_camp_is_made_in_an_encounter(table: Opens) -> None:
    """Given watches and an encounter that goes on, when s, then a sentence says what is first."""
    async with table(demo) as drive:
        await told(drive, "begin wolves")
        await drive.press("s")
        await drive.shows("wolves is being played")


@pytest.mark.nightly
async def test_the_command_line_completes_checks_at_night_and_watches(table: Opens) -> None:
    """Given the word and a space, then Tab writes the rest of it."""
    async with table(demo) as drive:
        for typed, whole in (
            ("encounter ", "encounter d12 4h 1 nights"),
            ("camp ", "camp v h m s t"),
            ("pace h", "pace hustle"),
            ("light ", "light bright"),
        ):
            await drive.press("colon")
            await drive.opened("TextLine")
            await drive.type(typed)
            await drive.shows(whole)
            await drive.press("escape")
            await drive.opened("JourneyScreen")
        await drive.press("question_mark")
        await drive.opened("Help")
        help = front(drive.app, Help)
        told = "\n".join(str(page) for page in help.pages())
        for line in (":encounter d12 4h 1 nights", ":camp v h m s t", ":legs "):
            assert f"\n{line}" in told
