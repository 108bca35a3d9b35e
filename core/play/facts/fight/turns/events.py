"""Events of turns, rounds, conditions and chases in the encounter being played."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Literal, TypeAlias, TypeVar

from core.effects.effect import Effect
from core.effects.workings import ConfusedAct
from core.play.facts.encounter import OUTWARD, Chase, Drift, Lasting, Slot
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
    Withheld,
    public,
)
from core.values import Tagged

T = TypeVar("T")


def _outward(
    found: Lasting | str, event: ConditionBegan | ConditionEnded, known: PlayerKnowledge
) -> object:
    if isinstance(found, str):
        name = found
    else:
        name = found.name
    shows = known.of_party(event.who) or name in OUTWARD
    if shows:
        return public(found, event, known)
    return UNSEEN


SeenOn: TypeAlias = Annotated[T, Disclosure(_outward, vital=True)]
"""A condition; of creatures outside the party players see only the outward ones."""


class InitiativeSet(Tagged, tag="initiative_set"):
    """The whole order of initiative, and who is surprised; the acting slot stays."""

    order: Involved[tuple[Slot, ...]]
    surprised: Mentioned[tuple[str, ...]] = ()


class RoundBegan(Tagged, tag="round_began"):
    """A round began; `hours` passed on the clock since the one before began.

    `passed` are the last slots of the round before that had nobody to act.
    """

    round: Public[int]
    hours: Public[Fraction]
    surprise: Public[bool] = False
    passed: Secret[tuple[str, ...]] = ()


class RoundsPassed(Tagged, tag="rounds_passed"):
    """Rounds passed without turns (a parley); the same turn goes on that many rounds later."""

    rounds: Public[int]
    hours: Public[Fraction]


class TurnBegan(Tagged, tag="turn_began"):
    """The turn of a slot began, with all its actions and opportunities.

    `passed` are the slots before it that had nobody to act. `resumed`: it continues a turn that
    was interrupted. `slot` "" = nobody can act.
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
    """A creature has readied an action; `over`: it had too few actions left, the GM allowed it."""

    who: Subject[str]
    what: Secret[str]
    over: Public[bool] = False


class ReadyTaken(Tagged, tag="ready_taken"):
    """A creature takes its readied action as its reaction; its place in the order stays.

    `over`: it had used its reaction already, the GM allowed it.
    """

    who: Subject[str]
    over: Public[bool] = False


class Interposed(Tagged, tag="interposed"):
    """A creature that delayed or had readied an action acts; `order` holds from now on."""

    who: Subject[str]
    order: Public[tuple[Slot, ...]]


class PutBefore(Tagged, tag="put_before"):
    """A creature that dropped acts from now on just before another; `order` holds from now on."""

    who: Subject[str]
    other: Mentioned[str]
    order: Public[tuple[Slot, ...]]


class SetAdrift(Tagged, tag="set_adrift"):
    """A creature that pushed off in zero gravity drifts on from now."""

    who: Subject[str]
    drift: Public[Drift]


class Drifted(Tagged, tag="drifted"):
    """A creature drifted along `path` (anchors, the first where it was) as its turn began.

    `elevation` is its height at the end. `stops`: something is in its way, or there is gravity.
    """

    who: Subject[str]
    path: Public[tuple[str, ...]]
    elevation: Public[int] = 0
    stops: Public[bool] = False


class ActionsSpent(Tagged, tag="actions_spent"):
    """Actions of a creature's turn were used, or given back (`back`)."""

    who: Subject[str]
    actions: Public[tuple[str, ...]]
    back: Public[bool] = False


class EffectLearned(Tagged, tag="effect_learned"):
    """The campaign has an effect with figures from now on, by its key.

    Its figures are these whatever becomes of the library that it is from.
    """

    key: Withheld[str]
    effect: Withheld[Effect]


class ConditionBegan(Tagged, tag="condition_began"):
    """A creature has a condition or timer; one of the same name is replaced."""

    who: Subject[str]
    lasting: SeenOn[Lasting]


class ConditionEnded(Tagged, tag="condition_ended"):
    """A condition or timer ended by itself (`expired`), or the GM removed it."""

    who: Subject[str]
    name: SeenOn[str]
    expired: Public[bool] = False


class Sank(Tagged, tag="sank"):
    """Wounds made a creature "staggered", "disabled", "unconscious" or "dying"."""

    who: Subject[str]
    health: Public[Literal["staggered", "disabled", "unconscious", "dying"]]


class Stabilised(Tagged, tag="stabilised"):
    """A dying creature became stable."""

    who: OwnSubject[str]


class Picked(Tagged, tag="picked"):
    """A die that showed `face` picked one of several creatures, counted in their order."""

    who: Subject[str]
    among: Mentioned[tuple[str, ...]]
    face: Public[int]


class ConfusedActed(Tagged, tag="confused_acted"):
    """A die that showed `face` decided what a confused creature does in its turn."""

    who: Subject[str]
    face: Public[int]
    does: Public[ConfusedAct]


class Died(Tagged, tag="died"):
    """A creature is dead."""

    who: Subject[str]


class Revived(Tagged, tag="revived"):
    """A creature that counted as dead is alive."""

    who: Subject[str]


class Paused(Tagged, tag="paused"):
    """The encounter was paused; the day has `hours_left` hours of march left.

    `uncounted` as in `EncounterEnded`.
    """

    encounter: Public[str]
    hours_left: Public[Fraction] = Fraction(0)
    camped: Public[bool] = False
    uncounted: Public[Fraction] = Fraction(0)


class ChaseSet(Tagged, tag="chase_set"):
    """A chase began, or went on for a round.

    `hours` are those that passed on the clock with the round; none where the chase goes on
    (`goes_on`) in the turn of one of its runners, in a round of the fight.
    """

    chase: Involved[Chase]
    hours: Public[Fraction] = Fraction(0)
    goes_on: Public[bool] = False


class RunDown(Tagged, tag="run_down"):
    """A quarry was caught `by` a pursuer ("" = got away).

    `at` and `elevation` are where the pursuer, or its mount, stands then: beside the quarry ("" =
    where it stood).
    """

    who: Subject[str]
    by: Subject[str] = ""
    at: Public[str] = ""
    elevation: Public[int] = 0


class ChaseEnded(Tagged, tag="chase_ended"):
    """The chase ended: who was `caught`, and the `outcome` in the GM's words."""

    outcome: Public[str]
    caught: Involved[tuple[str, ...]] = ()


TurnEvent: TypeAlias = (
    InitiativeSet
    | EffectLearned
    | RoundBegan
    | RoundsPassed
    | TurnBegan
    | TurnOver
    | Delayed
    | Readied
    | ReadyTaken
    | Interposed
    | PutBefore
    | ActionsSpent
    | ConditionBegan
    | ConditionEnded
    | Sank
    | Stabilised
    | Picked
    | ConfusedActed
    | Died
    | Revived
    | Paused
    | ChaseSet
    | RunDown
    | ChaseEnded
    | SetAdrift
    | Drifted
)
