"""A receipt as a tree for people: one figure a line, its rule at the right, 78 columns."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from core.messages import N_, Message
from core.receipts import Receipt, rules_by_default
from tui.phrases import say

WIDTH = 78
RULE = 8
"""Columns at the right for "C-176 *"."""
INDENT = 2
VALUE = 18
"""A value longer than that follows its label."""
MOST = 60
"""No more lines of one receipt are shown."""


def tree(receipts: Sequence[Receipt]) -> list[str]:
    """The lines of receipts, each total first and what it rests on below it."""
    lines = [line for receipt in receipts for line in _lines(receipt, 0)]
    if len(lines) > MOST:
        left = len(lines) - MOST
        told = say(Message(N_("({lines:line|lines} more; --json shows all)"), lines=left))
        lines = [*lines[:MOST], told]
    return lines + _notes(receipts)


def _lines(receipt: Receipt, depth: int) -> Iterator[str]:
    yield from _node(receipt, depth)
    for part in receipt.parts:
        yield from _lines(part, depth + 1)


def _node(receipt: Receipt, depth: int) -> Iterator[str]:
    """One figure: its value, its label, its rule; a star where a house default decided."""
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
    told = Message(N_("* house default: {rules}"), rules=rules)
    return textwrap.wrap(say(told), WIDTH, subsequent_indent="  ")
