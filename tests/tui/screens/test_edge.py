"""What nobody expected: kept in a file, said in one sentence, the saved campaign safe."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.worker import WorkerFailed

from saves.library import library
from tests.demos import week as demo
from tests.saves.verifying import verify
from tests.tui.screens.conftest import Opens
from tui.app import OutriderApp
from tui.kit.phrases import say
from tui.play.unexpected import keep_traceback


async def test_a_mistake_of_ours_ends_the_app_and_keeps_the_campaign(
    table: Opens, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a mistake while performing, then the app ends, a log is there, the journal is whole."""

    def broken(*_: object, **__: object) -> object:
        raise ZeroDivisionError("a mistake")

    apps: list[OutriderApp] = []

    async def camp() -> None:
        async with table(demo) as drive:
            apps.append(drive.app)
            monkeypatch.setattr("saves.campaign.campaign.Campaign.record", broken)
            await drive.press("s", "enter")
            await drive.until(lambda: drive.app.farewell, "the end")

    with pytest.raises(Exception, match="ZeroDivisionError"):
        await camp()
    (app,) = apps
    assert app.farewell is not None
    assert "outrider.log" in say(app.farewell)
    assert "a mistake" in (home / "outrider.log").read_text(encoding="utf-8")
    with library.open("The Long Marches") as campaign:
        assert verify(campaign.path) == ()


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
