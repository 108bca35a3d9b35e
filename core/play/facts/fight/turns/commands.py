"""Commands for turns, conditions and chases in the encounter being played."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal, TypeAlias

from core.effects.effect import Effect
from core.values import Tagged


class RollInitiative(Tagged, tag="roll_initiative"):
    """Roll initiative for all who have none yet, each group once; those in `who` roll again.

    `surprised` do not act in the surprise round, which is played when some are surprised and
    others are not.
    """

    who: tuple[str, ...] = ()
    surprised: tuple[str, ...] = ()


class EndTurn(Tagged, tag="end_turn"):
    """End the turn and the conditions that end with it; the next in order acts."""


class Delay(Tagged, tag="delay"):
    """Let a creature, or its group, that has not acted yet this turn wait."""

    who: str


class Ready(Tagged, tag="ready"):
    """Let a creature ready an action, in the GM's words; its turn ends."""

    who: str
    what: str


class ActNow(Tagged, tag="act_now"):
    """Let a creature that delays or has readied an action act now."""

    who: str


class Spend(Tagged, tag="spend"):
    """Count these actions as used (see `Spent.actions`), or give them back."""

    who: str
    actions: tuple[str, ...]
    back: bool = False


class SetCondition(Tagged, tag="set_condition"):
    """Put a condition or timer on creatures until it ends.

    At most one of these sets the end: `rounds` (counted to the start of the acting creature's turn,
    or of its own), `of` (until the turn of that creature begins, or with `edge` "end" ends),
    `hours` on the clock; none of them = until it is removed. `effect` are the figures of one that
    is no condition (None = a condition, or a timer). `keeps`: each has a timer of this name, which
    ends as before and has these figures from now on.
    """

    who: tuple[str, ...]
    name: str
    rounds: int | None = None
    of: str = ""
    edge: Literal["start", "end"] = "start"
    hours: Fraction | None = None
    value: int = 0
    source: str = ""
    effect: Effect | None = None
    keeps: bool = False


class DamageAbility(Tagged, tag="damage_ability"):
    """Take `points` of an ability score of creatures, or give them back below 0.

    `ability` is "str", "dex", "con", "int", "wis" or "cha"; `drain`: no day heals it.
    """

    who: tuple[str, ...]
    ability: str
    points: int
    drain: bool = False


class ClearCondition(Tagged, tag="clear_condition"):
    """Remove a condition or timer from creatures."""

    who: tuple[str, ...]
    name: str


class Stabilise(Tagged, tag="stabilise"):
    """Make a dying creature stable."""

    who: str


class PickOne(Tagged, tag="pick_one"):
    """Let a die pick one of several creatures: of equally near targets, say (C-007)."""

    who: tuple[str, ...]


class Pause(Tagged, tag="pause"):
    """Pause the encounter; it can be resumed."""


class StartChase(Tagged, tag="start_chase"):
    """Begin a chase off the board, `lead` squares apart; `ties` as in `ChaseAllDay`."""

    quarry: tuple[str, ...]
    pursuers: tuple[str, ...]
    lead: int
    ties: Literal["", "pursuer", "reroll", "higher_modifier"] = ""


class ChaseAllDay(Tagged, tag="chase_all_day"):
    """Settle a chase that lasts all day by opposed Constitution checks (T-213).

    `ties` "" = as the ruleset has it (T-214).
    """

    quarry: tuple[str, ...]
    pursuers: tuple[str, ...]
    ties: Literal["", "pursuer", "reroll", "higher_modifier"] = ""


class ChaseRound(Tagged, tag="chase_round"):
    """Run the chase for one round."""


class EndChase(Tagged, tag="end_chase"):
    """End the chase, with the GM's words for its outcome."""

    outcome: str = ""


TurnCommand: TypeAlias = (
    RollInitiative
    | EndTurn
    | Delay
    | Ready
    | ActNow
    | Spend
    | SetCondition
    | DamageAbility
    | ClearCondition
    | Stabilise
    | PickOne
    | Pause
    | StartChase
    | ChaseAllDay
    | ChaseRound
    | EndChase
)
