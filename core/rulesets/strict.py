"""Strict mode: answers that rest on a house default are refused."""

from __future__ import annotations

from core.messages import Message, Refusal
from core.receipts import Receipt


def refuse_defaults(receipts: tuple[Receipt, ...]) -> None:
    """Raise Refusal("house_default") when any part of an answer is a house default (T-220).

    The message names the first such rule, its label and its source.
    """
    first = next((r for top in receipts for r in top.walk() if r.default), None)
    if first is None:
        return
    raise Refusal(
        "house_default",
        "Strict: {rule} ({label}) rests on a house default: {why}.",
        rule=first.rule,
        label=first.label,
        why=first.source or Message("the document is silent"),
    )
