"""What happened to turns, rounds and what lasts, in the encounter being played."""

from __future__ import annotations

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
from core.values import Tagged

T = TypeVar("T")


def _outward(
    found: Lasting | str, event: ConditionBegan | ConditionEnded, known: PlayerKnowledge
) -> object:
    name = found if isinstance(found, str) else found.name
    shows = known.of_party(event.who) or name in OUTWARD
    return public(found, event, known) if shows else UNSEEN


SeenOn: TypeAlias = Annotated[T, Disclosure(_outward, vital=True)]
"""A condition: of those who are not of the party players see the outward ones alone."""


class InitiativeSet(Tagged, tag="initiative_set"):
    """The whole order of initiative; who is surprised; whose turn it is stays as it was."""

    order: Involved[tuple[Slot, ...]]
    surprised: Mentioned[tuple[str, ...]] = ()


class RoundBegan(Tagged, tag="round_began"):
    """A round began; `hours` passed on the clock since the one before began.

    `passed` are the last slots of the round before, in which nobody could act.
    """

    round: Public[int]
    hours: Public[Fraction]
    surprise: Public[bool] = False
    passed: Secret[tuple[str, ...]] = ()


class RoundsPassed(Tagged, tag="rounds_passed"):
    """Rounds passed without anybody's turn (a parley): the turn goes on so many rounds later."""

    rounds: Public[int]
    hours: Public[Fraction]


class TurnBegan(Tagged, tag="turn_began"):
    """The turn of a slot began: nothing spent, opportunities are there again.

    `passed` are the slots before it in which nobody could act. `resumed`: it goes on with a turn
    that another's interrupted. `slot` "" = nobody at all can act.
    """

    slot: Turn[str]
    passed: Slots[tuple[str, ...]] = ()
    resumed: Public[bool] = False


class TurnOver(Tagged, tag="turn_over"):
    """The turn of a slot ended."""

    slot: Turn[str]


class Delayed(Tagged, tag="delayed"):
    """A creature waits, out of the order, until it acts."""

    who: Subject[str]


class Readied(Tagged, tag="readied"):
    """A creature has readied an action."""

    who: Subject[str]
    what: Secret[str]


class Interposed(Tagged, tag="interposed"):
    """One who delayed or had readied an action acts: the order from now on, and its slot in it."""

    who: Subject[str]
    order: Public[tuple[Slot, ...]]


class ActionsSpent(Tagged, tag="actions_spent"):
    """Actions of a creature's turn are used, or were given back."""

    who: Subject[str]
    actions: Public[tuple[str, ...]]
    back: Public[bool] = False


class ConditionBegan(Tagged, tag="condition_began"):
    """A condition or timer lies on a creature; one of the same name is replaced."""

    who: Subject[str]
    lasting: SeenOn[Lasting]


class ConditionEnded(Tagged, tag="condition_ended"):
    """A condition or timer ended: by itself (`expired`) or by the GM's word."""

    who: Subject[str]
    name: SeenOn[str]
    expired: Public[bool] = False


class Sank(Tagged, tag="sank"):
    """Wounds brought somebody to this: "staggered", "disabled", "unconscious" or "dying"."""

    who: Subject[str]
    health: Public[Literal["staggered", "disabled", "unconscious", "dying"]]


class Stabilised(Tagged, tag="stabilised"):
    """One who was dying is stable."""

    who: OwnSubject[str]


class Died(Tagged, tag="died"):
    """A creature is dead."""

    who: Subject[str]


class Revived(Tagged, tag="revived"):
    """One who was held to be dead is not."""

    who: Subject[str]


class Paused(Tagged, tag="paused"):
    """The encounter was left as it stands; the day has this many hours of its march left."""

    encounter: Public[str]
    hours_left: Public[Fraction] = Fraction(0)
    camped: Public[bool] = False


class ChaseSet(Tagged, tag="chase_set"):
    """A chase began, or stands so after a round (`hours` of the clock)."""

    chase: Involved[Chase]
    hours: Public[Fraction] = Fraction(0)


class RunDown(Tagged, tag="run_down"):
    """One who fled was caught `by` a pursuer, or with "" got away."""

    who: Subject[str]
    by: Subject[str] = ""


class ChaseEnded(Tagged, tag="chase_ended"):
    """The chase is over: who was caught, and in the GM's words what came of it."""

    outcome: Public[str]
    caught: Involved[tuple[str, ...]] = ()


TurnEvent: TypeAlias = (
    InitiativeSet | RoundBegan | RoundsPassed | TurnBegan | TurnOver | Delayed | Readied
    | Interposed | ActionsSpent | ConditionBegan | ConditionEnded | Sank | Stabilised | Died
    | Revived | Paused | ChaseSet | RunDown | ChaseEnded
)  # fmt: skip
