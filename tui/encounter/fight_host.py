"""What the functions of the Encounter screen ask of it: they know this, and not the screen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from textual.widget import Widget

from core.combat.board.squares import Square
from core.play.fight.encounter import Encounter
from tui.encounter.model import EncounterUI
from tui.encounter.panes.battle_grid import BattleGrid
from tui.encounter.present.battle import Battle
from tui.encounter.present.foresight import CursorPreview, CursorQuery
from tui.encounter.present.layers import LayerChoice, LayerRequest
from tui.kit.searching import Cursored
from tui.play.command_line import PlayHost
from tui.view import CampaignView
from tui.worker import Latest


@dataclass
class FightAnswers:
    """What is worked out in threads: the encounter, what awaits at the cursor, a layer."""

    battles: Latest[tuple[CampaignView, Encounter, bool], Battle]
    previews: Latest[CursorQuery, CursorPreview]
    layers: Latest[LayerRequest, LayerChoice]


class FightHost(PlayHost, Cursored[Square], Protocol):
    """The Encounter screen as its parts see it; `EncounterScreen` says what each member is."""

    ui: EncounterUI
    answers: FightAnswers

    @property
    def grid(self) -> BattleGrid: ...
    @property
    def encounter(self) -> Encounter | None: ...
    @property
    def battle(self) -> Battle | None: ...

    def has_class(self, name: str, /) -> bool: ...
    def mount(self, widget: Widget, /, *, before: str) -> object: ...
    def focus_next(self) -> object: ...
    def focus_previous(self) -> object: ...
