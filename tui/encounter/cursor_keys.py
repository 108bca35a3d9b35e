"""Where the keys lead that only move the cursor: a pure function and a line of `LEADS` for each.

The screen needs no method for such a key: its line in `tui/kit/actions.py` says `leads=True`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from core.messages import Refusal
from core.values import replace
from tui.encounter.change import Change, Jump, Standpoint
from tui.encounter.present.actor import find_acting, find_group_after
from tui.kit.searching import round_to


def after(standpoint: Standpoint, ids: tuple[str, ...], step: int = 1) -> str:
    """The next (1) or previous (-1) of some creatures, from the one under the cursor."""
    return round_to(ids, standpoint.actor.under or None, step)


def acting(standpoint: Standpoint) -> str:
    """The acting creature; again: the next of its group, which acts then."""
    battle = standpoint.board
    acting = find_acting(standpoint.ui, battle)
    if not acting:
        raise Refusal("nobody", "It is nobody's turn yet. Press i to roll initiative.")
    under = standpoint.actor.under
    following = find_group_after(battle, under)
    if under in (acting, *following):
        return next(iter(following), acting)
    return acting


def in_order(step: int, standpoint: Standpoint) -> str:
    """The next (1) or previous (-1) creature in the turn order."""
    if not standpoint.board.on_board:
        raise Refusal("nobody", "Nobody is on the board yet.")
    return after(standpoint, standpoint.board.on_board, step)


NOW = "now"
LEADS: Mapping[str, Callable[[Standpoint], str]] = {
    NOW: acting,
    "next-thing": partial(in_order, 1),
    "previous-thing": partial(in_order, -1),
}
"""The id of the creature that each of these actions leads to; a Refusal where there is none."""


def lead(standpoint: Standpoint, action: str) -> Change:
    """Go to the creature that a key of `LEADS` leads to, or say why there is none."""
    try:
        who = LEADS[action](standpoint)
        jump = Jump(standpoint.board.place(who), who=who)
        if action == NOW:
            return replace(standpoint.ui, chosen=who), jump
        return jump
    except Refusal as refusal:
        return refusal.message
