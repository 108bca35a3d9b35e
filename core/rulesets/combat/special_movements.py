"""Special speeds: climbing, swimming, burrowing, flying."""

from __future__ import annotations

from typing import Literal, TypeAlias

from core.rulesets.quantity_types import Count, TableRow

Running: TypeAlias = Literal["none", "straight"]


class Movement(TableRow):
    """The abilities of a special speed (C-019, C-129 to C-133, C-139 to C-142).

    `check`: when it still needs an Athletics check; `bonus` is added to such checks; `takes_10`: it
    may always take 10. `run`: how it may run; `small_step`: it may make the step of one square.
    `hurried` times the speed for a check at `hurried_penalty` (0 = not possible). `own_action` is
    the action that moves so ("" = the ordinary move), `actions` are further ones that the speed
    gives, `trained_actions` those for the trained in Acrobatics. `flat_footed` while so moving;
    burrowers: `leaves_tunnel`, `through_rock`; `breathes` in water. `rule` is the catalogue's.
    """

    rule: str
    check: Literal["never", "in_danger"] = "never"
    bonus: int = 0
    takes_10: bool = False
    run: Running = "none"
    small_step: bool = True
    hurried: Count = 0
    hurried_penalty: int = 0
    own_action: str = ""
    actions: tuple[str, ...] = ()
    trained_actions: tuple[str, ...] = ()
    flat_footed: bool = False
    leaves_tunnel: bool = False
    through_rock: bool = False
    breathes: bool = False
