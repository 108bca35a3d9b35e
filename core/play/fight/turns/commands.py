"""What the GM asks for about turns and what lasts; they are of the encounter being played."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, TypeAlias


@dataclass(frozen=True, slots=True)
class RollInitiative:
    """Initiative for all who have none yet, each group once; with `who` for these anew.

    `surprised` do not act in the surprise round, which is played when somebody is surprised and
    somebody is not.
    """

    who: tuple[str, ...] = ()
    surprised: tuple[str, ...] = ()
    kind: Literal["roll_initiative"] = "roll_initiative"


@dataclass(frozen=True, slots=True)
class EndTurn:
    """The turn is over: what ends then ends, the next in order acts, rounds move the clock."""

    kind: Literal["end_turn"] = "end_turn"


@dataclass(frozen=True, slots=True)
class Delay:
    """A creature (or the group of the slot) that has not acted yet this turn waits."""

    who: str
    kind: Literal["delay"] = "delay"


@dataclass(frozen=True, slots=True)
class Ready:
    """A creature uses its action to ready one for later, in the GM's words; its turn ends."""

    who: str
    what: str
    kind: Literal["ready"] = "ready"


@dataclass(frozen=True, slots=True)
class ActNow:
    """One who delays or has readied an action acts now, before the rest of the order."""

    who: str
    kind: Literal["act_now"] = "act_now"


@dataclass(frozen=True, slots=True)
class Spend:
    """Count these actions as used (see `Spent.actions`), or give them back."""

    who: str
    actions: tuple[str, ...]
    back: bool = False
    kind: Literal["spend"] = "spend"


@dataclass(frozen=True, slots=True)
class SetCondition:
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
    kind: Literal["set_condition"] = "set_condition"


@dataclass(frozen=True, slots=True)
class ClearCondition:
    """Take a condition or timer away from creatures."""

    who: tuple[str, ...]
    name: str
    kind: Literal["clear_condition"] = "clear_condition"


@dataclass(frozen=True, slots=True)
class Stabilise:
    """Somebody sees to one who is dying: it is stable."""

    who: str
    kind: Literal["stabilise"] = "stabilise"


@dataclass(frozen=True, slots=True)
class Pause:
    """Leave the encounter as it stands; it can be taken up again."""

    kind: Literal["pause"] = "pause"


@dataclass(frozen=True, slots=True)
class StartChase:
    """Some flee and some follow, off the board; `lead` in squares between them."""

    quarry: tuple[str, ...]
    pursuers: tuple[str, ...]
    lead: int
    kind: Literal["start_chase"] = "start_chase"


@dataclass(frozen=True, slots=True)
class ChaseRound:
    """The chase goes on for a round."""

    kind: Literal["chase_round"] = "chase_round"


@dataclass(frozen=True, slots=True)
class EndChase:
    """The chase is over, in the GM's words."""

    outcome: str = ""
    kind: Literal["end_chase"] = "end_chase"


TurnCommand: TypeAlias = (
    RollInitiative | EndTurn | Delay | Ready | ActNow | Spend | SetCondition | ClearCondition
    | Stabilise | Pause | StartChase | ChaseRound | EndChase
)  # fmt: skip
