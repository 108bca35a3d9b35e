"""Receipts of a fight: the total first, one modifier a line, the rule's number at the right.

A number is at the left with its words beside it; any other value is a sentence.
"""

from __future__ import annotations

from fractions import Fraction
from textwrap import wrap

from rich.cells import cell_len

from core.messages import Message, Value
from core.quantities import Chance
from core.receipts import Receipt, rules_by_default
from tui.kit.lines_view import Line, fit, rule
from tui.kit.phrases import phrase, say
from tui.kit.receipt_tree import ReceiptTree, height
from tui.kit.trimmed import sentence, trimmed

RULE = 8
NUMBER = 6
HEAD = 9
TO_HIT, AGAINST = "to hit", "against"
"""The two sums of an attack: what is added to the die, and what it has to reach."""
FACES = 20
PLAIN_SOURCES = ("", "sheet", "001", "002", "003", "004", "000", "house default (printed)")
"""Sources that need no line of their own: the sheet, a whole document, what "*" says."""


class ReceiptSheet(ReceiptTree):
    """A `ReceiptTree` of titles, parts, calculations by hand and house defaults."""

    def _lines(self, width: int, depth: int) -> list[Line]:
        shown: list[Line] = []
        for receipt in self._receipts:
            if shown:
                shown.append((("", ""),))
            title = Message("why: {label}, {value}", label=receipt.label, value=receipt.value)
            first, *below = _title(say(title), width - len(self._system) - 10)
            shown.append(rule(self.look, width, first, self._system))
            shown += [((f"   {line}", "mark"),) for line in below]
            shown += sheet_lines(receipt, width, depth)
        return shown


def _title(text: str, width: int) -> list[str]:
    return wrap(text, max(20, width)) or [""]


def sheet_lines(receipt: Receipt, width: int, depth: int) -> list[Line]:
    """The parts of a receipt to a depth, the calculation by hand, and house defaults."""
    shown: list[Line] = []
    if depth > 1:
        for part in receipt.parts:
            shown += _part(part, width, depth - 1)
    for line in by_hand(receipt):
        shown.append(((trimmed(f"  {line}", width), "mark"),))
    shown += [((line, "dim"),) for line in _foot(receipt, width)]
    return shown


def _part(part: Receipt, width: int, depth: int) -> list[Line]:
    label = say(part.label)
    if _is_number(part.value) and cell_len(label) < HEAD:
        sign = part.label.template == TO_HIT
        number = _number(part.value, signed=sign)
        head = f"  {fit(label, HEAD)}{fit(number, NUMBER - 1)}"
        shown: list[Line] = [((head, "mark"), _note(part, width - cell_len(head)))]
        if depth > 1:
            for at, one in enumerate(part.parts):
                shown += figure(one, width, depth - 1, HEAD, signed=sign or at > 0)
        return shown
    return figure(part, width, depth, 0)


def figure(
    receipt: Receipt, width: int, depth: int, indent: int = 0, *, signed: bool = False
) -> list[Line]:
    """One figure: its number, words and rule, with its parts below."""
    lead = " " * (indent + 2)
    label = say(receipt.label)
    if _is_number(receipt.value):
        lead += fit(_number(receipt.value, signed=signed), NUMBER - 1)
        text = label
    else:
        text = phrase("{label}: {value}", label=label, value=receipt.value)
    room = width - RULE - 2
    *above, last = sentence(text, room, lead) or [lead]
    shown: list[Line] = [((line, ""),) for line in above]
    if cell_len(receipt.rule) > RULE:
        shown += [((last, ""),), _alone(receipt, width)]
    else:
        shown.append(((fit(last, width - RULE), ""), _note(receipt, RULE)))
    if depth > height(receipt) and receipt.source not in PLAIN_SOURCES:
        where = phrase("source: {source}", source=receipt.source)
        shown += [((line, "dim"),) for line in sentence(where, room, " " * (indent + 4))]
    if depth > 1:
        for part in receipt.parts:
            shown += figure(part, width, depth - 1, indent + 2)
    return shown


def _alone(receipt: Receipt, width: int) -> Line:
    return ((fit(receipt.rule, width, right=True), "dim"),)


def _note(receipt: Receipt, width: int) -> tuple[str, str]:
    note = phrase("sheet") if receipt.source == "sheet" else receipt.rule
    note = f"{note}*" if receipt.default and cell_len(note) < RULE else note
    return fit(note, width, right=True), "dim"


def _is_number(value: Value) -> bool:
    return isinstance(value, int | Fraction) and cell_len(say(value)) < NUMBER


def _number(value: Value, *, signed: bool) -> str:
    if signed and isinstance(value, int):
        return f"{value:+d}"
    return say(value)


def by_hand(receipt: Receipt) -> list[str]:
    """The odds of an attack worked by hand; empty for other receipts."""
    sums = {part.label.template: part.value for part in receipt.parts}
    bonus, against = sums.get(TO_HIT), sums.get(AGAINST)
    needed = receipt.label.value("needed")
    if not (isinstance(bonus, int) and isinstance(against, int) and isinstance(needed, int)):
        return []
    faces = FACES + 1 - needed
    first = Message(
        "by hand  {against} - {bonus} = {rest}: a {needed} or more is {faces} faces of 20",
        against=against, bonus=bonus, rest=against - bonus, needed=needed, faces=faces,
    )  # fmt: skip
    lines = [say(first)]
    if isinstance(receipt.value, Chance):
        odds = Message("odds     {faces}/20 = {chance}", faces=faces, chance=receipt.value)
        if receipt.value != Fraction(faces, FACES):
            odds = Message("odds     {faces}/20 x {rest} = {chance}", faces=faces,
                           rest=Chance(receipt.value / Fraction(faces, FACES)),
                           chance=receipt.value)  # fmt: skip
        lines.append(say(odds))
    return lines


def _foot(receipt: Receipt, width: int) -> list[str]:
    defaults = rules_by_default((receipt,))
    text = phrase("default: none")
    if defaults:
        text = phrase("* house default: {rules}", rules=defaults)
    source = ""
    if receipt.source:
        source = phrase("[source {source}]", source=receipt.source)
    lines = sentence(text, width, "  ")
    if source and cell_len(lines[-1]) + cell_len(source) + 2 <= width:
        lines[-1] = fit(lines[-1], width - cell_len(source)) + source
    elif source:
        lines += sentence(source, width, "  ")
    return lines
