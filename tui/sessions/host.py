"""The Sessions screen as the few parts see it that carry out, read and answer for it."""

from __future__ import annotations

from typing import Protocol

from textual.worker import Worker, WorkType

from saves.history.sessions import Session
from tui.play.command_line.command_line import PlayHost
from tui.sessions.change import PastQuestions, PastStandpoint
from tui.sessions.model import SessionsUI
from tui.sessions.present.visits import Wish


class PastReading(PastQuestions, Protocol):
    """What reads the past for the screen; `PastReader` does."""

    def wish(self, wish: Wish, /) -> None: ...
    def list_session(self, session: Session, seq: int, /) -> None: ...


class PastHost(PlayHost, Protocol):
    """The Sessions screen; `SessionsScreen` says what each member is. Keys are not given it."""

    @property
    def reader(self) -> PastReading: ...
    @property
    def ui(self) -> SessionsUI: ...
    @property
    def standpoint(self) -> PastStandpoint: ...

    def remember(self, ui: SessionsUI, /) -> None: ...
    def run_worker(
        self, work: WorkType[object], *, group: str = "", exclusive: bool = False
    ) -> Worker[object]: ...
