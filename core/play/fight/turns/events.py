"""What happened to turns, rounds and what lasts, in the encounter being played."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Literal, TypeAlias, TypeVar

from core.play.fight.encounter import Chase, Slot
from core.play.lasting import OUTWARD, Lasting
from core.secrecy import (
    UNSEEN,
    Disclosure,
    Involved,
    Mentioned,
    OwnSubject,
    PlayerKnowledge,
    Public,
    Secret,
    Slots,
    Subject,
    Turn,
    public,
)

T = TypeVar("T")


def _outward(
    found: Lasting | str, event: ConditionBegan | ConditionEnded, known: PlayerKnowledge
) -> object:
    name = found if isinstance(found, str) else found.name
    shows = known.of_party(event.who) or name in OUTWARD
    return public(found, event, known) if shows else UNSEEN


SeenOn: TypeAlias = Annotated[T, Disclosure(_outward, vital=True)]
"""A condition: of those who are not of the party players see the outward ones alone."""


@dataclass(frozen=True, slots=True)
class InitiativeSet:
    """The whole order of initiative; who is surprised; whose turn it is stays as it was."""

    order: Involved[tuple[Slot, ...]]
    surprised: Mentioned[tuple[str, ...]] = ()
    kind: Literal["initiative_set"] = "initiative_set"


@dataclass(frozen=True, slots=True)
class RoundBegan:
    """A round began; `hours` passed on the clock since the one before began.

    `passed` are the last slots of the round before, in which nobody could act.
    """

    round: Public[int]
    hours: Public[Fraction]
    surprise: Public[bool] = False
    passed: Secret[tuple[str, ...]] = ()
    kind: Literal["round_began"] = "round_began"


@dataclass(frozen=True, slots=True)
class RoundsPassed:
    """Rounds passed without anybody's turn (a parley): the turn goes on so many rounds later."""

    rounds: Public[int]
    hours: Public[Fraction]
    kind: Literal["rounds_passed"] = "rounds_passed"


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """The turn of a slot began: nothing spent, opportunities are there again.

    `passed` are the slots before it in which nobody could act. `resumed`: it goes on with a turn
    that another's interrupted. `slot` "" = nobody at all can act.
    """

    slot: Turn[str]
    passed: Slots[tuple[str, ...]] = ()
    resumed: Public[bool] = False
    kind: Literal["turn_began"] = "turn_began"


@dataclass(frozen=True, slots=True)
class TurnOver:
    """The turn of a slot ended."""

    slot: Turn[str]
    kind: Literal["turn_over"] = "turn_over"


@dataclass(frozen=True, slots=True)
class Delayed:
    """A creature waits, out of the order, until it acts."""

    who: Subject[str]
    kind: Literal["delayed"] = "delayed"


@dataclass(frozen=True, slots=True)
class Readied:
    """A creature has readied an action."""

    who: Subject[str]
    what: Secret[str]
    kind: Literal["readied"] = "readied"


@dataclass(frozen=True, slots=True)
class Interposed:
    """One who delayed or had readied an action acts: the order from now on, and its slot in it."""

    who: Subject[str]
    order: Public[tuple[Slot, ...]]
    kind: Literal["interposed"] = "interposed"


@dataclass(frozen=True, slots=True)
class ActionsSpent:
    """Actions of a creature's turn are used, or were given back."""

    who: Subject[str]
    actions: Public[tuple[str, ...]]
    back: Public[bool] = False
    kind: Literal["actions_spent"] = "actions_spent"


@dataclass(frozen=True, slots=True)
class ConditionBegan:
    """A condition or timer lies on a creature; one of the same name is replaced."""

    who: Subject[str]
    lasting: SeenOn[Lasting]
    kind: Literal["condition_began"] = "condition_began"


@dataclass(frozen=True, slots=True)
class ConditionEnded:
    """A condition or timer ended: by itself (`expired`) or by the GM's word."""

    who: Subject[str]
    name: SeenOn[str]
    expired: Public[bool] = False
    kind: Literal["condition_ended"] = "condition_ended"


@dataclass(frozen=True, slots=True)
class Sank:
    """Wounds brought somebody to this: "staggered", "disabled", "unconscious" or "dying"."""

    who: Subject[str]
    health: Public[Literal["staggered", "disabled", "unconscious", "dying"]]
    kind: Literal["sank"] = "sank"


@dataclass(frozen=True, slots=True)
class Stabilised:
    """One who was dying is stable."""

    who: OwnSubject[str]
    kind: Literal["stabilised"] = "stabilised"


@dataclass(frozen=True, slots=True)
class Died:
    """A creature is dead."""

    who: Subject[str]
    kind: Literal["died"] = "died"


@dataclass(frozen=True, slots=True)
class Revived:
    """One who was held to be dead is not."""

    who: Subject[str]
    kind: Literal["revived"] = "revived"


@dataclass(frozen=True, slots=True)
class Paused:
    """The encounter was left as it stands; the day has this many hours of its march left."""

    encounter: Public[str]
    hours_left: Public[Fraction] = Fraction(0)
    camped: Public[bool] = False
    kind: Literal["paused"] = "paused"


@dataclass(frozen=True, slots=True)
class ChaseSet:
    """A chase began, or stands so after a round (`hours` of the clock)."""

    chase: Involved[Chase]
    hours: Public[Fraction] = Fraction(0)
    kind: Literal["chase_set"] = "chase_set"


@dataclass(frozen=True, slots=True)
class RunDown:
    """One who fled was caught `by` a pursuer, or with "" got away."""

    who: Subject[str]
    by: Subject[str] = ""
    kind: Literal["run_down"] = "run_down"


@dataclass(frozen=True, slots=True)
class ChaseEnded:
    """The chase is over: who was caught, and in the GM's words what came of it."""

    outcome: Public[str]
    caught: Involved[tuple[str, ...]] = ()
    kind: Literal["chase_ended"] = "chase_ended"


TurnEvent: TypeAlias = (
    InitiativeSet | RoundBegan | RoundsPassed | TurnBegan | TurnOver | Delayed | Readied
    | Interposed | ActionsSpent | ConditionBegan | ConditionEnded | Sank | Stabilised | Died
    | Revived | Paused | ChaseSet | RunDown | ChaseEnded
)  # fmt: skip
