"""What Enter means on the first screen: values alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from saves.library.library import Shelf
from tui.campaigns.enter import RowAction, enter_action
from tui.campaigns.model import CampaignsUI

WINTER = Shelf("Winter", Path("winter.outrider"))


@pytest.mark.parametrize(
    ("row", "action"),
    [
        ("demo", RowAction("demo")),
        ("new", RowAction("new")),
        ("map", RowAction("new")),
        ("import", RowAction("import")),
        ("winter.outrider", RowAction("open", "winter.outrider")),
    ],
)
def test_enter_takes_the_door_or_opens_the_campaign(row: str, action: RowAction) -> None:
    assert enter_action(CampaignsUI(), row) == action


def test_enter_moves_to_the_bin_only_the_campaign_that_it_asks_about() -> None:
    ui = CampaignsUI(WINTER)
    assert enter_action(ui, "winter.outrider") == RowAction("bin", "winter.outrider")
    assert enter_action(ui, "summer.outrider") == RowAction("open", "summer.outrider")
    assert enter_action(ui, "demo") == RowAction("demo")
