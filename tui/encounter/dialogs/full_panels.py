"""The panels beside the board in full, where a window has no room for all their lines."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll

from core.messages import Message
from tui.encounter.panes.creature_panel import CreaturePanel
from tui.encounter.panes.threat_panel import ThreatPanel
from tui.encounter.present.foresight import CursorPreview
from tui.kit.modal import Modal, label


class FullPanels(Modal[None]):
    """What is known of the cursor's square and who is there; Enter, `w` and Esc close it."""

    CSS_PATH = "full_panels.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,w", "leave", "close", id="full-close"),
    ]

    def __init__(self, seen: CursorPreview) -> None:
        super().__init__()
        self._seen = seen

    def compose(self) -> ComposeResult:
        with VerticalScroll():
            yield ThreatPanel()
            yield CreaturePanel()
        yield label(Message("Esc close"), id="keys")

    def on_mount(self) -> None:
        self.query_one(ThreatPanel).show(self._seen.rows)
        self.query_one(CreaturePanel).show(self._seen.under, self._seen.card)
