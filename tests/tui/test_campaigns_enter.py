"""What Enter means on the first screen: values alone."""

from __future__ import annotations

from pathlib import Path
from types import CoroutineType, SimpleNamespace
from typing import Any, cast

import pytest

from core.messages import Message
from saves.library.library import Shelf
from saves.store.sqlite.file_place import FilePlace
from tui.campaigns.screen import CampaignsScreen, row_of, take

WINTER = Shelf(name="Winter", stored=FilePlace(Path("winter.outrider")), id="w")
SUMMER = Shelf(name="Summer", stored=FilePlace(Path("summer.outrider")), id="s")
SHELVES = {row_of(shelf): shelf for shelf in (WINTER, SUMMER)}


@pytest.mark.parametrize(
    ("row", "binning", "done"),
    [
        ("demo", None, "Opening the demo"),
        ("new", None, "NewCampaignScreen"),
        ("map", None, "NewCampaignScreen"),
        ("import", None, "import_campaign"),
        (row_of(WINTER), None, "Opening ..."),
        (row_of(WINTER), WINTER, "move_to_bin"),
        (row_of(SUMMER), WINTER, "Opening ..."),
        ("demo", WINTER, "Opening the demo"),
    ],
)
def test_enter_takes_the_door_opens_the_campaign_or_bins_the_one_it_asked_about(
    row: str, binning: Shelf | None, done: str
) -> None:
    did = []

    def work(coroutine: CoroutineType[Any, Any, None], **_: object) -> None:
        coroutine.close()
        did.append(coroutine.__name__)

    def enter(_: object, waiting: Message) -> None:
        did.append(waiting.template)

    app = SimpleNamespace(enter=enter, push_screen=lambda screen: did.append(type(screen).__name__))
    listed = SimpleNamespace(shelf_of=SHELVES.get)
    screen = SimpleNamespace(app=app, binning=binning, run_worker=work, list=listed)
    take(cast("CampaignsScreen", screen), row)
    assert [told[: len(done)] for told in did] == [done]
    assert screen.binning is None
