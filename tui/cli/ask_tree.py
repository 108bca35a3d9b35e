"""A receipt as a tree: one figure a line, its rule at the right, 78 columns."""

from __future__ import annotations

import textwrap
from collections import deque
from collections.abc import Iterable, Iterator, Sequence

from core.messages import Message
from core.receipts import Receipt, rules_by_default
from tui.kit.phrases import say

WIDTH = 78
RULE = 8
"""Columns at the right for "C-176 *"."""
INDENT = 2
VALUE = 18
"""A value longer than that follows its label."""
LITTLE = 2
"""So few lines are not left out."""


def tree(receipts: Sequence[Receipt], room: int | None = None) -> list[str]:
    """The lines of receipts, each total first and its parts below it.

    With `room` for so many lines, inner parts that do not fit are left out, and
    counted in the last line.
    """
    every = _lines(receipts, 0, None)
    if room is None or len(every) <= room + LITTLE:
        return every + _notes(receipts)
    shown = _lines(receipts, 0, _opened(receipts, room))[:room]
    left = Message("({lines} more lines: --why)", lines=len(every) - len(shown))
    return [*shown, say(left), *_notes(receipts)]


def _lines(receipts: Iterable[Receipt], depth: int, opened: set[int] | None) -> list[str]:
    lines: list[str] = []
    for receipt in receipts:
        lines += _node(receipt, depth)
        if opened is None or id(receipt) in opened:
            lines += _lines(receipt.parts, depth + 1, opened)
    return lines


def _opened(receipts: Sequence[Receipt], room: int) -> set[int]:
    opened: set[int] = set()
    left = room - len(_lines(receipts, 0, opened))
    waiting = deque((receipt, 1) for receipt in receipts)
    while waiting:
        receipt, depth = waiting.popleft()
        needed = len(_lines(receipt.parts, depth, opened))
        if needed <= left:
            left -= needed
            opened.add(id(receipt))
            waiting.extend((part, depth + 1) for part in receipt.parts)
    return opened


def _node(receipt: Receipt, depth: int) -> Iterator[str]:
    before = " " * (INDENT * depth)
    value, label = say(receipt.value), say(receipt.label)
    text = f"{value}  {label}" if len(value) <= VALUE else f"{label}: {value}"
    if not value:
        text = label
    rule = f"{receipt.rule}{' *' if receipt.default else ''}"
    hang = " " * min(len(before) + (len(value) + 2 if len(value) <= VALUE else INDENT), WIDTH // 3)
    wrapped = textwrap.wrap(
        text, WIDTH - RULE, initial_indent=before, subsequent_indent=hang, break_on_hyphens=False,
    ) or [before]  # fmt: skip
    yield f"{wrapped[0]:<{WIDTH - RULE}} {rule}".rstrip()
    yield from wrapped[1:]


def _notes(receipts: Sequence[Receipt]) -> list[str]:
    rules = rules_by_default(tuple(receipts))
    if not rules:
        return []
    told = Message("* house default: {rules}", rules=rules)
    return textwrap.wrap(say(told), WIDTH, subsequent_indent="  ")
