"""The players' page (or the GM's) of a session, to be read out, copied, or saved as a file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Literal

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll

from core.messages import N_, Message, Refusal
from saves.exchange.exporting import ExportRequest, text
from saves.exchange.findings import UnreadableFile
from saves.exchange.writing import inner
from tui.kit.modal import Modal, label

if TYPE_CHECKING:
    from tui.play.campaign_app import CampaignApp

After = Literal["save"]


class Recap(Modal[After | None]):
    """A record in Markdown; `y` copies it, E asks to save it as a file.

    `campaign` is the campaign's file.
    """

    app: CampaignApp
    CSS_PATH = "recap.tcss"
    AUTO_FOCUS = "VerticalScroll"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "leave", "close", id="recap-close"),
        Binding("y", "copy", "copy", id="recap-copy"),
        Binding("E", "save", "save", id="recap-save"),
    ]

    def __init__(self, campaign: Path, wanted: ExportRequest) -> None:
        super().__init__()
        self._campaign = campaign
        self._wanted = wanted
        self._text = ""

    def compose(self) -> ComposeResult:
        head = (
            N_("For the players: no secrets") if self._wanted.audience == "players"
            else N_("For you alone: everything")
        )  # fmt: skip
        with Vertical():
            yield label(Message(head), id="head")
            with VerticalScroll():
                yield label(Message("Looking back ..."), id="page")
            yield label(Message("y copy   E save as a file   Up Down read   Esc close"), id="keys")

    def on_mount(self) -> None:
        self._read()

    @work
    async def _read(self) -> None:
        wanted = self._wanted
        try:
            found = await self.app.history.ask(self._campaign, lambda look: text(look, wanted))
        except (Refusal, UnreadableFile) as refused:
            self.write("page", refused.message)
            return
        self._text = inner(found)
        self.write("page", self._text)

    def action_copy(self) -> None:
        """Copy the page as Markdown."""
        self.copy(self._text)

    def action_save(self) -> None:
        """Close, to save it as a file."""
        self.dismiss("save")
