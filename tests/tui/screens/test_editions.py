"""A newer edition by keys: offered on the screen that opens, shown, taken and undone."""

from __future__ import annotations

import pytest

from core.rulesets.folder_keys import HEAD
from saves import paths
from tests.golden.older_editions import unpack
from tests.story.driving import Driver
from tests.tui.screens.conftest import Opens
from tui.view import CampaignView
from tui.worker import CampaignWorker

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")

PAGES = 20
"""The most pages that are turned."""
OWN = 'id = "saltmarch"\nname = { en = "Saltmarch" }\nextends = "pf1"\n[march]\nbase_dc = 13\n'


async def saltmarch(worker: CampaignWorker) -> CampaignView:
    """An app that opens an old campaign, whose ruleset the GM has changed since."""
    paths.campaigns().mkdir(parents=True)
    folder = paths.rulesets() / "saltmarch"
    folder.mkdir(parents=True)
    (folder / HEAD).write_text(OWN, encoding="utf-8")
    unpack("saltmarch", paths.campaigns())
    return await worker.open("saltmarch")


async def test_a_mistake_in_the_folder_is_said_when_its_campaign_opens(table: Opens) -> None:
    """Given a folder with a mistake, when a campaign opens, then it says where, and plays on."""

    async def broken(worker: CampaignWorker) -> CampaignView:
        view = await saltmarch(worker)
        bad = OWN.replace("base_dc = 13", "base_dc = -13")
        (paths.rulesets() / "saltmarch" / HEAD).write_text(bad, encoding="utf-8")
        return view

    async with table(broken) as drive:
        await drive.says("march.base_dc: must not be negative")
        assert drive.view.assets.rules.march.base_dc == 10


async def turn_to(drive: Driver, text: str) -> None:
    """Turn a page until the text is on it."""
    for _ in range(PAGES):
        if text in drive.text():
            return
        await drive.press("pagedown")
    await drive.shows(text)


async def test_an_edition_is_offered_shown_taken_and_undone(table: Opens) -> None:
    """Given a folder that was changed since, when it is taken and undone, then it is as before."""
    async with table(saltmarch) as drive:
        await drive.says(":edition shows what it changes")
        assert drive.view.assets.rules.march.base_dc == 10
        await drive.enter(":edition")
        await drive.opened("EditionPage")
        await turn_to(drive, "march, base dc: 10, now 13")
        await drive.press("escape")
        await drive.enter(":edition")
        await drive.opened("EditionPage")
        await drive.press("enter")
        await drive.saved()
        assert drive.view.assets.rules.march.base_dc == 13
        await drive.opened("JourneyScreen")
        await drive.enter(":edition")
        await drive.says("this campaign has the newest edition")
        await drive.press("u")
        await drive.saved()
        assert drive.view.assets.rules.march.base_dc == 10
        await drive.press("x")
        await drive.until(lambda: drive.view.birth is not None, "a what-if")
        await drive.enter(":edition")
        await drive.says("A what-if keeps the rules of its campaign")
