"""What nobody expected: kept in a file, said in one sentence, the saved campaign safe."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.worker import WorkerFailed

from core.messages import Message
from saves.campaign.campaign import Campaign
from saves.library import library
from saves.store.sqlite.file_place import file_of
from tests.demos import week as demo
from tests.saves.verifying import verify
from tests.tui.screens.conftest import Opens
from tui.kit.phrases import say
from tui.play.application.unexpected import keep_traceback
from tui.view import CampaignView
from tui.worker import CampaignWorker

pytestmark = pytest.mark.mistakes


async def test_a_mistake_of_ours_while_performing_is_said_and_keeps_the_campaign(
    table: Opens, home: Path
) -> None:
    """Given a mistake while performing, then it is said and logged, and the next key is performed.

    Nothing is recorded, and the journal is whole.
    """

    def broken(*_: object, **__: object) -> object:
        raise ZeroDivisionError("a mistake")

    async with table(demo) as drive:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("saves.campaign.campaign.Campaign.record", broken)
            await drive.press("s", "enter")
            await drive.says("Outrider cannot do this")
        assert "a mistake" in (home / "outrider.log").read_text(encoding="utf-8")
        assert drive.app.farewell is None
        await drive.press("s", "enter")
        await drive.saved()
    with library.open("The Long Marches") as campaign:
        assert verify(file_of(campaign.place)) == ()


async def test_a_mistake_after_it_was_saved_shows_what_was_saved(table: Opens) -> None:
    """Given a mistake behind COMMIT, then the entry is shown, and u takes back that one."""
    undo = Campaign.undo

    def broken(campaign: Campaign) -> object:
        undo(campaign)
        raise ZeroDivisionError("a mistake")

    async with table(demo) as drive:
        head = drive.view.head
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Campaign, "undo", broken)
            await drive.press("u")
            await drive.says("Outrider cannot do this")
            await drive.until(lambda: drive.view.head == head + 1, "what was saved is shown")
        await drive.press("U")
        await drive.until(lambda: drive.view.head == head + 2, "U")


async def test_a_mistake_while_opening_is_said_on_the_list(table: Opens) -> None:
    """Given a mistake while a campaign is opened, then the list says so, and another opens."""

    async def broken(_: CampaignWorker) -> CampaignView:
        raise ZeroDivisionError("a mistake")

    async with table() as drive:
        drive.app.enter(broken, Message("Opening ..."))
        await drive.says("Outrider cannot do this")
        assert drive.app.farewell is None
        drive.app.enter(demo, Message("Opening ..."))
        await drive.greeted()
        await drive.shows("ARRIVE")


def test_the_log_keeps_the_own_traceback_of_a_worker(home: Path) -> None:
    """Given a worker that failed, then the log tells where in it, and not that a worker failed."""

    def the_place() -> None:
        raise ZeroDivisionError("a mistake")

    try:
        the_place()
    except ZeroDivisionError as error:
        keep_traceback(WorkerFailed(error))
    log = (home / "outrider.log").read_text(encoding="utf-8")
    assert "in the_place" in log
    assert "WorkerFailed" not in log


def test_a_log_that_cannot_be_written_is_no_second_mistake(home: Path) -> None:
    """Given a home that is a file, then the sentence names the mistake."""
    home.parent.mkdir()
    home.write_text("in the way", encoding="utf-8")
    assert "ZeroDivisionError" in say(keep_traceback(ZeroDivisionError()))
