"""Receipts of one who is halted where it may not stop (C-157 to C-159)."""

from __future__ import annotations

from core.combat.board.distance import measure
from core.combat.board.squares import Square
from core.combat.movement.going import Going
from core.combat.movement.reasons import end_reason
from core.combat.movement.why.stopping import stop_receipt
from core.messages import N_, Message
from core.quantities import Squares
from core.receipts import Receipt

RULES = {"nearest": "C-157", "last_legal": "C-158", "gm": "C-159"}
"""The rule by the mechanism of the system."""


def halted_receipt(
    going: Going, at: Square, last: Square | None, options: tuple[Square, ...]
) -> Receipt:
    """Why a mover that is halted at an anchor ends in one of `options`."""
    parts = [stop_receipt(going, at, end_reason(going, at))]
    if last is not None:
        parts.append(_away(going, N_("back to {square}, the last lawful place"), at, last))
        if last not in options:
            nearer = N_("{square} is nearer")
            parts += [_away(going, nearer, at, square) for square in options]
    if len(options) > 1:
        parts.append(going.cite("C-007", Message(N_("equally near")), Message(N_("roll a die"))))
    rule = RULES[going.scene.combat.mechanisms.stopped]
    label = Message(N_("halted at {square}"), square=str(at))
    if not options:
        gm = Message(N_("the GM decides who is moved out or falls prone"))
        parts.append(going.cite("C-070", label, gm))
        return going.cite(rule, label, gm, *parts)
    names = tuple(str(square) for square in options)
    return going.cite(rule, label, names, *parts, asks=("QC-32",) if last is not None else ())


def _away(going: Going, template: str, at: Square, square: Square) -> Receipt:
    away = Squares(measure(square.x - at.x, square.y - at.y))
    return going.cite("G-2", Message(template, square=str(square)), away)
