"""The Sessions screen as the few parts see it that carry out, read and answer for it."""

from __future__ import annotations

from typing import Protocol

from textual.worker import Worker, WorkType

from core.play.union import Command
from saves.history.sessions import Session
from tui.play.key_press import KeyHost
from tui.play.performing.performer import Performer
from tui.sessions.change import PastChange, PastQuestions, PastStandpoint
from tui.sessions.model import SessionsUI
from tui.sessions.present.visits import Wish
from tui.view import CampaignView


class PastReading(PastQuestions, Protocol):
    """What reads the past for the screen; `PastReader` does."""

    def wish(self, wish: Wish, /) -> None: ...
    def list_session(self, session: Session, seq: int, /) -> None: ...


class PastHost(KeyHost[PastStandpoint, PastChange], Protocol):
    """The Sessions screen; `SessionsScreen` says what each member is. Keys are not given it."""

    performer: Performer

    @property
    def ui(self) -> SessionsUI: ...
    @property
    def reader(self) -> PastReading: ...
    @property
    def view(self) -> CampaignView: ...
    @property
    def player_view(self) -> bool: ...
    @property
    def is_attached(self) -> bool: ...

    def remember(self, ui: SessionsUI, /) -> None: ...
    def perform(self, command: Command, /) -> None: ...
    def focus_pane(self) -> None: ...
    def run_worker(
        self, work: WorkType[object], *, group: str = "", exclusive: bool = False
    ) -> Worker[object]: ...
