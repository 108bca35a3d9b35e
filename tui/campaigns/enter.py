"""What Enter means on the first screen."""

from __future__ import annotations

from typing import Literal

from core.values import Struct
from tui.campaigns.model import CampaignsUI


class RowAction(Struct):
    """What Enter does: opens the demo, asks for a new campaign, imports, bins, or opens `row`."""

    do: Literal["demo", "new", "import", "bin", "open"]
    row: str = ""


def enter_action(ui: CampaignsUI, row: str) -> RowAction:
    """What Enter does on this row of the list: a door's name, or a campaign's path."""
    match row:
        case "demo" | "new" | "import":
            return RowAction(row)
        case "map":
            return RowAction("new")
    return RowAction("open" if ui.binning is None or str(ui.binning.path) != row else "bin", row)
