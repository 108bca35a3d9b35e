"""The receipts of a number as a tree, and as text to paste into a chat."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll

from core.messages import Message
from core.receipts import Receipt
from tui.kit.modal import Modal, label
from tui.kit.receipt_sheet import ReceiptSheet
from tui.kit.receipt_tree import ReceiptTree

GRID = ("C-", "A-", "G-")
"""Rules of the combat grid and of areas begin so."""


class Why(Modal[None]):
    """Receipts; `w` opens one more level, `y` copies, Esc closes.

    Those of the combat grid are a sheet, number first, with `system` in the title.
    """

    CSS_PATH = "receipt.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "leave", "close", id="why-close"),
        Binding("w", "deeper", "deeper", id="why-deeper"),
        Binding("y", "copy", "copy", id="why-copy"),
    ]

    def __init__(self, receipts: tuple[Receipt, ...], system: str = "") -> None:
        super().__init__()
        self._receipts = receipts
        self._system = system

    @property
    def sheet(self) -> ReceiptTree:
        """The pane that shows them."""
        return self.query_one(ReceiptTree)

    @property
    def _fight(self) -> bool:
        return any(receipt.rule.startswith(GRID) for receipt in self._receipts)

    def compose(self) -> ComposeResult:
        with VerticalScroll():
            yield ReceiptSheet(id="tree") if self._fight else ReceiptTree(id="tree")
        yield label(Message("w deeper   y copy   Esc close"), id="keys")

    def on_mount(self) -> None:
        depth = 3 if self._fight else 4
        self.sheet.show(self._receipts, depth, self._system)

    def action_deeper(self) -> None:
        """Open one more level."""
        self.sheet.deeper()

    def action_copy(self) -> None:
        """Copy the receipts as text."""
        self.copy(self.sheet.as_text())
