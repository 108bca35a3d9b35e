"""The JSON of an answer: the keys of its kind and the receipt, never localized."""

from __future__ import annotations

from typing import Any

from core.messages import N_, Message
from core.receipts import Receipt
from tui.verbs.ask_answer import Asked
from tui.verbs.plan_json import receipts_json


def as_json(asked: Asked) -> dict[str, Any]:
    """The answer of `outrider ask --json`: what the kind's `expect` may name, and `receipt`."""
    return {**asked.answer.values, **_more(asked), "receipt": receipt_json(asked.receipts)}


def _more(asked: Asked) -> dict[str, Any]:
    if not asked.every:
        return {}
    costs = {str(square): cost for square, cost in asked.costs.items()}
    return {"squares": list(costs), "costs": costs}


def receipt_json(receipts: tuple[Receipt, ...]) -> dict[str, Any]:
    """One tree: the only receipt, or one above several."""
    if len(receipts) == 1:
        (only,) = receipts
    else:
        only = Receipt(Message(N_("figures of this answer")), len(receipts), parts=receipts)
    (tree,) = receipts_json((only,), questions=True)
    return tree
