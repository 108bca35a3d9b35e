"""What is left of a turn: "standard, swift; no 1.5 m step", or "2 actions"."""

from __future__ import annotations

from core.messages import N_
from core.play.fight.turns.budget import ActionsLeft
from tui.kit import lengths
from tui.kit.phrases import phrase


def left_words(left: ActionsLeft) -> tuple[str, str]:
    """What is left of a turn, in full and in short for 80 columns."""
    if left.actions:
        actions = phrase("{count:action|actions}", count=left.actions)
        return _with_squares(actions, left), actions
    parts = _actions(left)
    if left.limited and parts:  # staggered, say, or in a surprise round
        parts = [phrase("only {action}", action=parts[0])]
    length = lengths.metres(1)
    if not parts and not left.step and not left.swift:
        nothing = phrase("nothing")
        return _with_squares(nothing, left), nothing
    brief = ", ".join(_actions(left, N_("standard/move"))) or phrase("no action")
    full = ", ".join([*parts, phrase("swift")] if left.swift else parts)
    step = short = phrase("{length} step", length=length)
    if not left.step:
        step = phrase("no {length} step", length=length)
        short = phrase("{length} no", length=length)
    return _with_squares(f"{full}; {step}" if full else step, left), f"{brief}, {short}"


def _actions(left: ActionsLeft, either: str = N_("standard or move")) -> list[str]:
    if left.full:
        return [phrase("full round")]
    if left.standard and left.move:  # without a full round only one of them is left
        return [phrase(either)]
    if left.standard or left.move:
        return [phrase("standard" if left.standard else "move")]
    return []


def _with_squares(text: str, left: ActionsLeft) -> str:
    if not left.squares:
        return text
    squares = lengths.used(left.squares, None)
    return phrase("{text}; {squares} of this move", text=text, squares=squares)
