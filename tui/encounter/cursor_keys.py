"""Where the keys lead that only move the cursor: a pure function and a line of `LEADS` for each.

The screen needs no method for such a key: its line in `tui/kit/actions.py` says `leads=True`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from core.messages import Refusal
from tui.encounter.change import Change, Jump, Standpoint
from tui.kit.searching import round_to


def after(standpoint: Standpoint, ids: tuple[str, ...], step: int = 1) -> str:
    """The next (1) or previous (-1) of some creatures, from the one under the cursor."""
    return round_to(ids, next((who for who in standpoint.under if who in ids), None), step)


def acting(standpoint: Standpoint) -> str:
    """The acting creature; again: the next of its group."""
    if not standpoint.board.acting:
        raise Refusal("nobody", "It is nobody's turn yet. Press i to roll initiative.")
    return after(standpoint, standpoint.board.acting)


def in_order(step: int, standpoint: Standpoint) -> str:
    """The next (1) or previous (-1) creature in the turn order."""
    if not standpoint.board.on_board:
        raise Refusal("nobody", "Nobody is on the board yet.")
    return after(standpoint, standpoint.board.on_board, step)


LEADS: Mapping[str, Callable[[Standpoint], str]] = {
    "now": acting,
    "next-thing": partial(in_order, 1),
    "previous-thing": partial(in_order, -1),
}
"""The id of the creature that each of these actions leads to; a Refusal where there is none."""


def lead(standpoint: Standpoint, action: str) -> Change:
    """Go to the creature that a key of `LEADS` leads to, or say why there is none."""
    try:
        who = LEADS[action](standpoint)
        return Jump(standpoint.board.place(who), who=who)
    except Refusal as refusal:
        return refusal.message
