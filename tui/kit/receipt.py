"""Receipts: as a modal, as a tree, and as the sheet of a fight's figures."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll

from core.dice import chance_of_faces, chance_of_not, count_from, lowest_face
from core.effects.stacking import NOT_COUNTED
from core.messages import Chance, Message, Value
from core.receipts import Receipt, rules_by_default
from tui.kit.lines_view import Line, Pane, fit, lined, rule, sentence, text_of, trimmed, wrapped
from tui.kit.modal import Modal, label
from tui.kit.phrases import phrase, say

WIDTH = 78
VALUE = 11
NOTES = 13
LABEL = 16


class ReceiptTree(Pane):
    """Receipts to a depth; `deeper` opens one more level, then closes all but the first."""

    _receipts: tuple[Receipt, ...] = ()
    _depth = 2
    _system = ""

    def show(self, receipts: Iterable[Receipt], depth: int = 2, system: str = "") -> None:
        """Show `depth` levels of these receipts; `system` ("PF1") is in the title of a sheet."""
        self._receipts = tuple(receipts)
        self._depth = depth
        self._system = system
        self.redraw()

    def deeper(self) -> None:
        """Open one more level; from the deepest go back to the top."""
        if self._depth < self._most:
            self._depth += 1
        else:
            self._depth = 1
        self.redraw()

    def lines(self, width: int) -> Sequence[Line]:
        """A line for each figure; at the deepest level also its source."""
        return self._lines(min(width, WIDTH), self._depth)

    def as_text(self) -> str:
        """All levels as plain text, 78 columns wide."""
        return text_of(self._lines(WIDTH, self._most))

    @property
    def _most(self) -> int:
        return max(map(height, self._receipts), default=1) + 1

    def _lines(self, width: int, depth: int) -> list[Line]:
        return [line for each in self._receipts for line in receipt_lines(each, width, depth)]


def receipt_lines(receipt: Receipt, width: int, depth: int, indent: int = 0) -> list[Line]:
    """The lines of a receipt: `depth` levels, and sources once all levels below are open."""
    value = trimmed(say(receipt.value), max(VALUE, width - NOTES - LABEL) - 1)
    room = max(width - NOTES - cell_len(value) - 1, LABEL)
    lead = "  " * indent
    label = say(receipt.label)
    *above, label = sentence(label, room - 1, lead, f"{lead}  ") or [""]
    notes = receipt.rule
    if receipt.default:
        notes = f"{notes} {phrase('default')}"
    role = "mark" if indent == 0 else ""
    if receipt.label.template in NOT_COUNTED:
        role = "undone"
    lines = lined(above, role)
    lines.append(
        (
            (fit(label, room), role),
            (f"{value} ", role),
            (fit(notes, NOTES), "dim"),
        )
    )
    if depth > height(receipt) and receipt.source:
        where = phrase("source: {source}", source=receipt.source)
        lines += wrapped(where, width, "dim", f"{lead}  ")
    if depth > 1:
        for part in receipt.parts:
            lines += receipt_lines(part, width, depth - 1, indent + 1)
    return lines


def height(receipt: Receipt) -> int:
    """The number of levels of a receipt, 1 without parts."""
    return 1 + max(map(height, receipt.parts), default=0)


RULE = 8
NUMBER = 6
HEAD = 9
TO_HIT = "to hit"
AGAINST = "against"
"""The two sums of an attack: what is added to the die, and what it has to reach."""
MISSES = ("a hit misses by concealment", "a hit misses, by the GM's word")
"""The miss chance of an attack."""
PLAIN_SOURCES = ("", "sheet", "001", "002", "003", "004", "000", "house default (printed)")
"""Sources that need no line of their own: the sheet, a whole document, what "*" says."""


class ReceiptSheet(ReceiptTree):
    """A `ReceiptTree` of titles, parts, calculations by hand and house defaults."""

    def _lines(self, width: int, depth: int) -> list[Line]:
        lines: list[Line] = []
        for receipt in self._receipts:
            if lines:
                lines.append((("", ""),))
            title = phrase("why: {label}, {value}", label=receipt.label, value=receipt.value)
            first, *below = sentence(title, max(20, width - len(self._system) - 10)) or [""]
            lines.append(rule(width, first, self._system))
            lines += [((f"   {line}", "mark"),) for line in below]
            for part in receipt.parts if depth > 1 else ():
                lines += _part(part, width, depth - 1)
            lines += [((trimmed(f"  {line}", width), "mark"),) for line in by_hand(receipt)]
            lines += lined(_foot(receipt, width), "dim")
        return lines


def _part(part: Receipt, width: int, depth: int) -> list[Line]:
    label = say(part.label)
    if _is_number(part.value) and cell_len(label) < HEAD:
        sign = part.label.template == TO_HIT
        number = _number(part.value, signed=sign)
        head = f"  {fit(label, HEAD)}{fit(number, NUMBER - 1)}"
        lines: list[Line] = [((head, "mark"), _note(part, width - cell_len(head)))]
        if depth > 1:
            for at, one in enumerate(part.parts):
                lines += figure(one, width, depth - 1, HEAD, signed=sign or at > 0)
        return lines
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
    role = "undone" if receipt.label.template in NOT_COUNTED else ""
    lines = lined(above, role)
    if cell_len(receipt.rule) > RULE:
        lines += [((last, role),), ((fit(receipt.rule, width, right=True), "dim"),)]
    else:
        blank = " " * max(0, width - RULE - cell_len(last))
        lines.append(((last, role), (blank, ""), _note(receipt, RULE)))
    if depth > height(receipt) and receipt.source not in PLAIN_SOURCES:
        where = phrase("source: {source}", source=receipt.source)
        lines += wrapped(where, room, "dim", " " * (indent + 4))
    if depth > 1:
        for part in receipt.parts:
            lines += figure(part, width, depth - 1, indent + 2)
    return lines


def _note(receipt: Receipt, width: int) -> tuple[str, str]:
    if receipt.source == "sheet":
        note = phrase("sheet")
    else:
        note = receipt.rule
    if receipt.default and cell_len(note) < RULE:
        note = f"{note}*"
    return fit(note, width, right=True), "dim"


def _is_number(value: Value) -> bool:
    return isinstance(value, int | Fraction) and cell_len(say(value)) < NUMBER - 1


def _number(value: Value, *, signed: bool) -> str:
    if signed and isinstance(value, int):
        return f"{value:+d}"
    return say(value)


def by_hand(receipt: Receipt) -> list[str]:
    """The odds of an attack worked by hand; empty for other receipts."""
    sums = {part.label.template: part.value for part in receipt.parts}
    bonus = sums.get(TO_HIT)
    against = sums.get(AGAINST)
    needed = receipt.label.value("needed")
    if not (isinstance(bonus, int) and isinstance(against, int) and isinstance(needed, int)):
        return []
    faces = count_from(needed)
    first = phrase(
        "by hand  {against} - {bonus} = {rest}: {needed:a} or more is {faces} faces of 20",
        against=against,
        bonus=bonus,
        rest=lowest_face(against, bonus),
        needed=needed,
        faces=faces,
    )
    lines = [first]
    if isinstance(receipt.value, Chance):
        odds: dict[str, Value] = {"faces": faces, "chance": receipt.value}
        if receipt.value == chance_of_faces(faces):
            lines.append(phrase("odds     {faces}/20 = {chance}", **odds))
        else:
            rest = Chance(chance_of_not(_miss_chance(receipt)))
            lines.append(phrase("odds     {faces}/20 x {rest} = {chance}", rest=rest, **odds))
    return lines


def _miss_chance(receipt: Receipt) -> Fraction:
    # That of the receipt of an attack.
    for part in receipt.parts:
        if part.label.template in MISSES and isinstance(part.value, Chance):
            return part.value
    return Fraction(0)


def _foot(receipt: Receipt, width: int) -> list[str]:
    defaults = rules_by_default((receipt,))
    named = phrase("* house default: {rules}", rules=defaults)
    if receipt.source:
        source = phrase("[source {source}]", source=receipt.source)
    else:
        source = ""
    lines = sentence(named if defaults else phrase("default: none"), width, "  ")
    if source and cell_len(lines[-1]) + cell_len(source) + 2 <= width:
        lines[-1] = fit(lines[-1], width - cell_len(source)) + source
    elif source:
        lines += sentence(source, width, "  ")
    return lines


NO_FIGURE = Message("There is no figure here to explain.")
"""What `w` says where nothing has a receipt."""
GRID = ("C-", "A-", "G-")
"""Rules of the combat grid and of areas begin so."""


class Why(Modal[None]):
    """Receipts; `w` opens one more level, `y` copies, Esc closes.

    Those of the combat grid are a sheet, number first, with `system` in the title.
    """

    YIELDS = "numbers"
    CSS_PATH = "receipt.tcss"
    BINDINGS = [
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
