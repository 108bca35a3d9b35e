"""The manner of a movement: action, mode, budget, the GM's rulings."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

from core.values import Struct

Action: TypeAlias = Literal["move", "run", "charge", "five_foot_step", "step", "withdraw", "forced"]
GridMode: TypeAlias = Literal["walk", "fly", "swim", "incorporeal"]
GRID_MODES: tuple[GridMode, ...] = get_args(GridMode)


class Manner(Struct):
    """A movement's circumstances (section 3 of the catalogue); squares unless stated.

    `budget` is what may be spent (None = no limit). `diagonals_before` were made earlier this
    turn (C-024), or in this very movement where it `goes_on` after a halt (C-023);
    `extra_doublings` come from poor visibility and the like (C-046).
    `tumble` is True when the acrobatic check beat everybody, or the ids that it beat (C-063,
    C-117). `full_round` allows minimum movement (C-154), `next_move_action` another move action
    that leaves at once (C-069); without `ends_here` no stopping square is judged. `climbs`: it
    climbs where others walk, and so may be above the ground.
    """

    action: Action = "move"
    mode: GridMode = "walk"
    budget: int | None = None
    diagonals_before: int = 0
    goes_on: bool = False
    extra_doublings: int = 0
    tumble: bool | frozenset[str] = False
    squeeze: bool = False
    full_round: bool = False
    next_move_action: bool = False
    ends_here: bool = True
    climbs: bool = False

    def tumbles_past(self, id: str) -> bool:
        """Whether the acrobatic check beat this creature."""
        return self.tumble if isinstance(self.tumble, bool) else id in self.tumble
