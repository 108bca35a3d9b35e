"""Where the keys lead that only move the cursor: a pure function and a line of `LEADS` for each.

The screen needs no method for such a key: its line in `tui/kit/actions.py` says `leads=True`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from core.combat.board.squares import Square
from core.messages import Refusal
from core.values import Struct
from tui.encounter.model import EncounterUI, movers
from tui.encounter.present.battle import Battle
from tui.kit.searching import round_to


class Standpoint(Struct):
    """What such a key goes by. What `battle` does not say is not told to the onlookers either."""

    battle: Battle
    cursor: Square
    ui: EncounterUI = EncounterUI()

    @property
    def by(self) -> tuple[str, ...]:
        """The marked, else the acting creature. Refusal "nobody" when there is none."""
        found = movers(self.ui, self.battle)
        if not found:
            raise Refusal("nobody", "It is nobody's turn. Press v to mark somebody.")
        return found

    def after(self, ids: tuple[str, ...], step: int = 1) -> str:
        """The next (1) or previous (-1) of some creatures, from the one under the cursor."""
        there = self.battle.under(self.cursor)
        return round_to(ids, next((who for who in there if who in ids), None), step)


def acting(at: Standpoint) -> str:
    """The acting creature; again: the next of its group."""
    if not at.battle.acting:
        raise Refusal("nobody", "It is nobody's turn yet. Press i to roll initiative.")
    return at.after(at.battle.acting)


def in_order(step: int, at: Standpoint) -> str:
    """The next (1) or previous (-1) creature in the turn order."""
    if not at.battle.on_board:
        raise Refusal("nobody", "Nobody is on the board yet.")
    return at.after(at.battle.on_board, step)


LEADS: Mapping[str, Callable[[Standpoint], str]] = {
    "now": acting,
    "next-thing": partial(in_order, 1),
    "previous-thing": partial(in_order, -1),
}
"""The id of the creature that each of these actions leads to; a Refusal where there is none."""
