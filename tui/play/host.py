"""What the parts of a play screen ask of it: they know this, and not the screen itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Protocol, TypeVar

from textual.widget import Widget
from textual.worker import WorkType

from core.play.state import State
from core.play.union import Command
from tui.play.conversation import Conversation
from tui.view import CampaignView

if TYPE_CHECKING:
    from tui.play.campaign_app import CampaignApp

W = TypeVar("W", bound=Widget)


class PartHost(Protocol):
    """A screen of the open campaign as its objects see it; `PlayScreen` describes the members."""

    TABLE: ClassVar[str]
    gm: Conversation

    @property
    def app(self) -> CampaignApp: ...
    @property
    def view(self) -> CampaignView: ...
    @property
    def as_shown(self) -> CampaignView: ...
    @property
    def state(self) -> State: ...
    @property
    def player_view(self) -> bool: ...
    def query_one(self, kind: type[W], /) -> W: ...
    def add_class(self, name: str, /) -> object: ...
    def remove_class(self, name: str, /) -> object: ...
    def set_focus(self, widget: Widget | None, /) -> None: ...
    def focus_pane(self) -> None: ...
    def show(self, view: CampaignView, /) -> None: ...
    def show_ahead(self) -> None: ...
    def perform(self, command: Command, /) -> None: ...
    def run_worker(
        self, work: WorkType[object], *, group: str = "", exclusive: bool = False
    ) -> object: ...
