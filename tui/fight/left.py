"""What is left of a turn: "standard, swift; no 1.5 m step", or "2 actions"."""

from __future__ import annotations

from core.messages import N_, Message
from core.play.fight.turns.turn_preview import ActionsLeft
from tui import lengths
from tui.phrases import phrase, say


def left_words(left: ActionsLeft) -> tuple[str, str]:
    """What is left of a turn, in full and in short for 80 columns."""
    if left.actions:
        actions = phrase(N_("{count:action|actions}"), count=left.actions)
        return _with_squares(actions, left), actions
    parts = _actions(left)
    length = lengths.metres(1)
    if not parts and not left.step and not left.swift:
        nothing = phrase(N_("nothing"))
        return _with_squares(nothing, left), nothing
    brief = ", ".join(_actions(left, N_("standard/move"))) or phrase(N_("no action"))
    full = ", ".join([*parts, phrase(N_("swift"))] if left.swift else parts)
    step = Message(N_("{length} step"), length=length)
    short = Message(N_("{length} step"), length=length)
    if not left.step:
        step = Message(N_("no {length} step"), length=length)
        short = Message(N_("{length} no"), length=length)
    full = f"{full}; {say(step)}" if full else say(step)
    return _with_squares(full, left), f"{brief}, {say(short)}"


def _actions(left: ActionsLeft, either: str = N_("standard or move")) -> list[str]:
    if left.full:
        return [phrase(N_("full round"))]
    if left.standard and left.move:  # without a full round only one of them is left
        return [phrase(either)]
    if left.standard or left.move:
        return [phrase(N_("standard") if left.standard else N_("move"))]
    return []


def _with_squares(text: str, left: ActionsLeft) -> str:
    if not left.squares:
        return text
    squares = lengths.used(left.squares, None)
    return phrase(N_("{text}; {squares} of this move"), text=text, squares=squares)
