"""The terminal application: its screens, by the names of their modes."""

from __future__ import annotations

from typing import Any, ClassVar

from textual.screen import Screen
from textual.types import CSSPathType

from tui.campaigns.screen import CampaignsScreen
from tui.play.campaign_app import CampaignApp


def journey() -> Screen[Any]:
    """The Journey screen; imported when it is first shown."""
    from tui.journey.screen import JourneyScreen

    return JourneyScreen()


def encounter() -> Screen[Any]:
    """The Encounter screen; imported when it is first shown."""
    from tui.encounter.screen import EncounterScreen

    return EncounterScreen()


def party() -> Screen[Any]:
    """The Party screen; imported when it is first shown."""
    from tui.party.screen import PartyScreen

    return PartyScreen()


def sessions() -> Screen[Any]:
    """The Sessions screen; imported when it is first shown."""
    from tui.sessions.screen import SessionsScreen

    return SessionsScreen()


def settings() -> Screen[Any]:
    """The Settings screen; imported when it is first shown."""
    from tui.settings.screen import SettingsScreen

    return SettingsScreen()


class OutriderApp(CampaignApp):
    """Paints the first screen, and creates the others on demand."""

    CSS_PATH: ClassVar[CSSPathType | None] = ["app.tcss", "campaigns/screen.tcss"]
    """With that of the first screen: all are read at once."""
    MODES = {
        "journey": journey,
        "encounter": encounter,
        "party": party,
        "sessions": sessions,
        "settings": settings,
    }
    DEFAULT_MODE = "campaigns"

    def get_default_screen(self) -> Screen[Any]:
        """Return the first screen; a mode would be laid out and painted twice before it is seen."""
        return CampaignsScreen()

    def on_mount(self) -> None:
        """Make the first screen a mode like the others, to come back to."""
        self.add_mode(self.DEFAULT_MODE, CampaignsScreen)
