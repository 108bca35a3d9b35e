"""What the GM asks for about turns and what lasts; they are of the encounter being played."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal, TypeAlias

from core.values import Tagged


class RollInitiative(Tagged, tag="roll_initiative"):
    """Initiative for all who have none yet, each group once; with `who` for these anew.

    `surprised` do not act in the surprise round, which is played when somebody is surprised and
    somebody is not.
    """

    who: tuple[str, ...] = ()
    surprised: tuple[str, ...] = ()


class EndTurn(Tagged, tag="end_turn"):
    """The turn is over: what ends then ends, the next in order acts, rounds move the clock."""


class Delay(Tagged, tag="delay"):
    """A creature (or the group of the slot) that has not acted yet this turn waits."""

    who: str


class Ready(Tagged, tag="ready"):
    """A creature uses its action to ready one for later, in the GM's words; its turn ends."""

    who: str
    what: str


class ActNow(Tagged, tag="act_now"):
    """One who delays or has readied an action acts now, before the rest of the order."""

    who: str


class Spend(Tagged, tag="spend"):
    """Count these actions as used (see `Spent.actions`), or give them back."""

    who: str
    actions: tuple[str, ...]
    back: bool = False


class SetCondition(Tagged, tag="set_condition"):
    """Put a condition or timer on creatures until it ends.

    Exactly one of these says when: `rounds` (counted to the start of the acting creature's turn,
    or of its own), `of` (until the turn of that creature begins, or with `edge` "end" ends),
    `hours` on the clock; none of them = until it is taken away.
    """

    who: tuple[str, ...]
    name: str
    rounds: int | None = None
    of: str = ""
    edge: Literal["start", "end"] = "start"
    hours: Fraction | None = None
    value: int = 0
    source: str = ""


class ClearCondition(Tagged, tag="clear_condition"):
    """Take a condition or timer away from creatures."""

    who: tuple[str, ...]
    name: str


class Stabilise(Tagged, tag="stabilise"):
    """Somebody sees to one who is dying: it is stable."""

    who: str


class Pause(Tagged, tag="pause"):
    """Leave the encounter as it stands; it can be taken up again."""


class StartChase(Tagged, tag="start_chase"):
    """Some flee and some follow, off the board; `lead` in squares between them."""

    quarry: tuple[str, ...]
    pursuers: tuple[str, ...]
    lead: int


class ChaseRound(Tagged, tag="chase_round"):
    """The chase goes on for a round."""


class EndChase(Tagged, tag="end_chase"):
    """The chase is over, in the GM's words."""

    outcome: str = ""


TurnCommand: TypeAlias = (
    RollInitiative | EndTurn | Delay | Ready | ActNow | Spend | SetCondition | ClearCondition
    | Stabilise | Pause | StartChase | ChaseRound | EndChase
)  # fmt: skip
