"""The page that greets when a campaign opens."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from core.messages import N_, Message
from tui import previously
from tui.modals.modal import Modal
from tui.moment import Moment
from tui.phrases import say


class Previously(Modal[None]):
    """Shows where we stopped; any key closes it."""

    CSS_PATH = "previously.tcss"

    def __init__(self, moment: Moment) -> None:
        super().__init__()
        self._moment = moment

    def compose(self) -> ComposeResult:
        with Vertical():
            head = Message(N_("Previously in {name}"), name=self._moment.called)
            yield Static(say(head), id="head", markup=False)
            lines = "\n".join(say(line) for line in previously.page(self._moment))
            yield Static(Content(lines), id="page")
            yield Static(say(Message(N_("any key goes on"))), id="keys", markup=False)

    def on_key(self, event: events.Key) -> None:
        """Close; the key does nothing else."""
        event.stop()
        event.prevent_default()
        self.dismiss(None)

    def on_click(self) -> None:
        """Close."""
        self.dismiss(None)
