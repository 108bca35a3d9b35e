"""Why a number is what it is: its receipt as a tree, and as text to paste into a chat."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Static

from core.messages import N_, Message
from core.receipts import Receipt
from tui.modals.modal import Modal
from tui.phrases import say
from tui.widgets.receipt_tree import ReceiptTree


class Why(Modal[None]):
    """Shows receipts; `w` opens one more level, `y` copies, Esc closes."""

    CSS_PATH = "receipt.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter", "leave", "close", id="why-close"),
        Binding("w", "deeper", "deeper", id="why-deeper"),
        Binding("y", "copy", "copy", id="why-copy"),
    ]

    def __init__(self, receipts: tuple[Receipt, ...]) -> None:
        super().__init__()
        self._receipts = receipts

    def compose(self) -> ComposeResult:
        with VerticalScroll():
            yield ReceiptTree(id="tree")
        yield Static(say(Message(N_("w deeper   y copy   Esc close"))), id="keys", markup=False)

    def on_mount(self) -> None:
        self.query_one(ReceiptTree).show(self._receipts, depth=4)

    def action_deeper(self) -> None:
        """Open one more level."""
        self.query_one(ReceiptTree).deeper()

    def action_copy(self) -> None:
        """Copy the receipts as text."""
        self.app.copy_to_clipboard(self.query_one(ReceiptTree).as_text())

    def action_leave(self) -> None:
        """Close."""
        self.dismiss(None)
