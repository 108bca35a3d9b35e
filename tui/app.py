"""The terminal application: its screens, by the names of their modes."""

from __future__ import annotations

from functools import partial
from importlib import import_module
from typing import Any, ClassVar

from textual.screen import Screen
from textual.types import CSSPathType

from tui.campaigns.screen import CampaignsScreen
from tui.play.application.campaign_app import CampaignApp


def open_screen(mode: str) -> Screen[Any]:
    """Make the screen of a mode: the class `XScreen` of `tui/x/screen.py`, imported only then."""
    made: Screen[Any] = getattr(import_module(f"tui.{mode}.screen"), f"{mode.title()}Screen")()
    return made


class OutriderApp(CampaignApp):
    """Paints the first screen, and creates the others on demand."""

    CSS_PATH: ClassVar[CSSPathType | None] = ["app.tcss", "campaigns/screen.tcss"]
    """With that of the first screen: all are read at once."""
    MODES = {
        mode: partial(open_screen, mode)
        for mode in ("journey", "encounter", "party", "sessions", "settings")
    }
    DEFAULT_MODE = "campaigns"

    def get_default_screen(self) -> Screen[Any]:
        """Return the first screen; a mode would be laid out and painted twice before it is seen."""
        return CampaignsScreen()

    def on_mount(self) -> None:
        """Make the first screen a mode like the others, to come back to."""
        self.add_mode(self.DEFAULT_MODE, CampaignsScreen)
