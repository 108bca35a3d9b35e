"""What the parts of the first screen ask of it: they know this, and not the screen itself."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from textual.worker import WorkType

from tui.campaigns.campaign_list import CampaignList
from tui.kit.searching import Cursored
from tui.play.conversation import Conversation, SpokenHost

if TYPE_CHECKING:
    from saves.library.library import Shelf


class ListHost(SpokenHost, Cursored[str], Protocol):
    """The first screen as its parts see it; `CampaignsScreen` says what each member is."""

    binning: Shelf | None

    @property
    def gm(self) -> Conversation: ...
    @property
    def list(self) -> CampaignList: ...
    def list_campaigns(self, choose: Path | None = None) -> None: ...
    def run_worker(
        self, work: WorkType[object], *, group: str = "", exclusive: bool = False
    ) -> object: ...
