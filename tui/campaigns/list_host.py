"""What the parts of the first screen ask of it: they know this, and not the screen itself."""

from __future__ import annotations

from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from textual.suggester import Suggester
from textual.worker import WorkType

from core.messages import Message, Value
from tui.campaigns.campaign_list import CampaignList
from tui.campaigns.model import CampaignsUI
from tui.kit.searching import Cursored

if TYPE_CHECKING:
    from tui.play.campaign_app import CampaignApp


class ListHost(Cursored[str], Protocol):
    """The first screen as its parts see it; `CampaignsScreen` says what each member is."""

    ui: CampaignsUI

    @property
    def app(self) -> CampaignApp: ...
    @property
    def list(self) -> CampaignList: ...
    def list_campaigns(self, choose: Path | None = None) -> None: ...
    def say_sentence(self, sentence: str, /) -> None: ...
    def say_message(self, message: Message | str, /, **values: Value) -> None: ...
    def refusing(self) -> AbstractContextManager[None]: ...
    async def line(
        self, prompt: Message, start: str = "", suggester: Suggester | None = None
    ) -> str: ...
    def run_worker(
        self, work: WorkType[object], *, group: str = "", exclusive: bool = False
    ) -> object: ...
