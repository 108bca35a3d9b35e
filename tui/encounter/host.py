"""The Encounter screen as the few parts see it that carry out, ask and answer for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from textual.worker import Worker, WorkType

from core.combat.board.squares import Square
from core.play.union import Command
from tui.board.battle_grid import BattleGrid
from tui.encounter.change import Change, Standpoint
from tui.encounter.model import EncounterUI
from tui.kit.searching import Cursored
from tui.play.command_line.command_line import CommandLine
from tui.play.key_press import KeyHost
from tui.play.performing.performer import Performer


class CursorAnswers(Protocol):
    """What answers about the cursor's square; `FightAnswers` does."""

    def ask_about_cursor(self) -> None: ...
    async def know_enter(self) -> None: ...


class FightHost(KeyHost[Standpoint, Change], Cursored[Square], Protocol):
    """The Encounter screen; `EncounterScreen` says what each member is. Keys are not given it."""

    performer: Performer
    command_line: CommandLine

    @property
    def ui(self) -> EncounterUI: ...
    @property
    def grid(self) -> BattleGrid: ...
    @property
    def answers(self) -> CursorAnswers: ...
    @property
    def is_attached(self) -> bool: ...

    def remember(self, ui: EncounterUI, /) -> None: ...
    def perform(self, command: Command, /) -> None: ...
    def show_ahead(self) -> None: ...
    def action_choose(self) -> None: ...
    def call_after_refresh(
        self, callback: Callable[..., object], /, *arguments: object
    ) -> object: ...
    def run_worker(
        self, work: WorkType[object], *, group: str = "", exclusive: bool = False
    ) -> Worker[object]: ...
