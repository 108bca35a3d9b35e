"""The Encounter screen as the few parts see it that carry out, ask and answer for it."""

from __future__ import annotations

from typing import Protocol

from textual.worker import Worker, WorkType

from core.combat.board.squares import Square
from tui.board.battle_grid import BattleGrid
from tui.encounter.change import Standpoint
from tui.encounter.model import EncounterUI
from tui.encounter.present.battle import Battle
from tui.kit.searching import Cursored
from tui.play.command_line.command_line import PlayHost


class CursorAnswers(Protocol):
    """What answers about the cursor's square; `FightAnswers` does."""

    def ask_about_cursor(self) -> None: ...


class FightHost(PlayHost, Cursored[Square], Protocol):
    """The Encounter screen; `EncounterScreen` says what each member is. Keys are not given it."""

    @property
    def ui(self) -> EncounterUI: ...
    @property
    def grid(self) -> BattleGrid: ...
    @property
    def battle(self) -> Battle | None: ...
    @property
    def standpoint(self) -> Standpoint: ...
    @property
    def answers(self) -> CursorAnswers: ...

    def remember(self, ui: EncounterUI, /) -> None: ...
    def run_worker(
        self, work: WorkType[object], *, group: str = "", exclusive: bool = False
    ) -> Worker[object]: ...
    def action_choose(self) -> None: ...
