"""Receipts: one figure a line, its parts below it, the rule's number at the right."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from textwrap import wrap

from rich.cells import cell_len

from core.messages import Message
from core.receipts import Receipt
from tui.kit.lines_view import Line, Pane, fit, text_of
from tui.kit.phrases import phrase, say
from tui.kit.trimmed import trimmed

WIDTH = 78
VALUE = 14
RULE = 16
LABEL = 16


class ReceiptTree(Pane):
    """Receipts to a depth; `deeper` opens one more level, then closes all but the first."""

    _receipts: tuple[Receipt, ...] = ()
    _depth = 2
    _system = ""

    def show(self, receipts: Iterable[Receipt], depth: int = 2, system: str = "") -> None:
        """Show `depth` levels of these receipts; `system` ("PF1") is in the title of a sheet."""
        self._receipts, self._depth, self._system = tuple(receipts), depth, system
        self.redraw()

    def deeper(self) -> None:
        """Open one more level; from the deepest go back to the top."""
        self._depth = self._depth + 1 if self._depth < self._most else 1
        self.redraw()

    def lines(self, width: int) -> Sequence[Line]:
        """A line for each figure; at the deepest level also its source."""
        return self._lines(min(width, WIDTH), self._depth)

    def as_text(self) -> str:
        """All levels as plain text, 78 columns wide."""
        return text_of(self._lines(WIDTH, self._most))

    @property
    def _most(self) -> int:
        return max((height(receipt) for receipt in self._receipts), default=1) + 1

    def _lines(self, width: int, depth: int) -> list[Line]:
        return [line for each in self._receipts for line in receipt_lines(each, width, depth)]


def receipt_lines(receipt: Receipt, width: int, depth: int, indent: int = 0) -> list[Line]:
    """The lines of a receipt: `depth` levels, and sources once all levels below are open."""
    value = say(receipt.value)
    wide = min(max(VALUE, cell_len(value) + 1), max(VALUE, width - RULE - LABEL))
    room = max(width - wide - RULE, LABEL)
    lead = "  " * indent
    label = say(receipt.label)
    *above, label = wrap(label, room, initial_indent=lead, subsequent_indent=f"{lead}  ") or [""]
    notes = receipt.rule
    if receipt.default:
        notes = f"{notes} {phrase('default')}"
    role = "mark" if indent == 0 else ""
    shown: list[Line] = [((line, role),) for line in above]
    shown.append(
        (
            (fit(label, room), role),
            (fit(trimmed(value, wide - 1), wide - 1, right=True) + " ", role),
            (fit(notes, RULE), "dim"),
        )
    )
    if depth > height(receipt) and receipt.source:
        where = Message("source: {source}", source=receipt.source)
        shown.append(((fit("  " * (indent + 1) + say(where), width), "dim"),))
    if depth > 1:
        for part in receipt.parts:
            shown += receipt_lines(part, width, depth - 1, indent + 1)
    return shown


def height(receipt: Receipt) -> int:
    """The number of levels of a receipt, 1 without parts."""
    return 1 + max(map(height, receipt.parts), default=0)
