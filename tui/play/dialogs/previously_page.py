"""The page shown when a campaign opens."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical

from core.messages import Message
from tui.kit.modal import Modal, label
from tui.kit.phrases import phrase, say
from tui.play.dialogs import previously
from tui.view import CampaignView

SCREENS = ("f2", "f3", "f4", "f5", "f6")


class Previously(Modal[None]):
    """The end of the last session; `y` copies it, and any other key closes it.

    A key that goes to a screen goes there at once.
    """

    CSS_PATH = "previously_page.tcss"

    def __init__(self, view: CampaignView, player_view: bool = False) -> None:
        super().__init__()
        self._view = view
        self._curtain = player_view

    def compose(self) -> ComposeResult:
        with Vertical():
            yield label(self._head(), id="head")
            yield label(self._page(), id="page")
            keys = Message("y copies it, any other key goes on")
            yield label(keys, id="keys")

    def _head(self) -> str:
        return phrase("Previously in {name}", name=self._view.called)

    def _page(self) -> str:
        return "\n".join(say(line) for line in previously.page(self._view, self._curtain))

    def on_key(self, event: events.Key) -> None:
        """Copy or close; only a key that goes to a screen does more."""
        event.stop()
        event.prevent_default()
        if event.key == "y":
            self.app.copy_to_clipboard(f"{self._head()}\n{self._page()}\n")
            said = Message("Copied. Any key goes on.")
            self.write("keys", said)
            return
        self.dismiss(None)
        if event.key in SCREENS:
            self.app.call_later(self.app.simulate_key, event.key)

    def on_click(self) -> None:
        """Close."""
        self.dismiss(None)
