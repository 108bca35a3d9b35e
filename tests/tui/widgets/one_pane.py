"""An app with one pane."""

from __future__ import annotations

from textual.app import ComposeResult

from tests.themed import Themed
from tui.kit.lines_view import (
    Pane,
)
from tui.play.road.party_table import Roster


class Host(Themed):
    """Shows one pane."""

    def __init__(self, pane: Pane) -> None:
        super().__init__()
        self.pane = pane
        self.said: list[str] = []

    def compose(self) -> ComposeResult:
        yield self.pane

    def on_roster_row_moved(self, event: Roster.RowMoved) -> None:
        self.said.append(event.id)
