"""Receipts: small trees that explain a number, built where the number is computed."""

from __future__ import annotations

from collections.abc import Iterator

from core.messages import Message, Refusal, Value
from core.values import Struct


class Receipt(Struct):
    """One figure and what it rests on.

    `rule` is the catalogue's id ("T-134") or "M-1" for Outrider's own map rules; `source` names
    the document and table row; `default` says that a house default decided where the system's
    document is silent; `questions` are the catalogues' open questions it rests on: "Q-21" in
    that of travel, "QC-13" in the tactical one.
    """

    label: Message
    value: Value
    rule: str = ""
    source: str = ""
    default: bool = False
    questions: tuple[str, ...] = ()
    parts: tuple[Receipt, ...] = ()

    def walk(self) -> Iterator[Receipt]:
        """Return the receipt itself and all below it, depth first."""
        yield self
        for part in self.parts:
            yield from part.walk()


def rules_by_default(receipts: tuple[Receipt, ...]) -> tuple[str, ...]:
    """Return the ids of the rules that answered by house default anywhere in `receipts`, sorted."""
    return tuple(sorted({r.rule for top in receipts for r in top.walk() if r.default}))


def refuse_defaults(receipts: tuple[Receipt, ...]) -> None:
    """Raise Refusal("house_default") when any part of an answer is a house default (T-220, strict).

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
