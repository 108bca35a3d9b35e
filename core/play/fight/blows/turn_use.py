"""What an attack uses of its turn, and whether it is one too many.

An attack too many can be made all the same: the GM sees a remark.
"""

from __future__ import annotations

from core.play.facts.encounter import Figure
from core.play.facts.fight.blows.commands import MakeAttack
from core.play.fight.blows.attack_sequence import FULL, PlannedBlow, counts_attacks
from core.play.fight.turns.budget import ActionsLeft
from core.play.fight.turns.move_budget import CHARGE, FULL_ROUND
from core.play.fight.turns.moving_on import SPRING
from core.rulesets.schema import Ruleset
from core.values import Struct

STANDARD = "standard"
MOVE = "move"
WITH_THEIR_ATTACK = (CHARGE, SPRING)
"""Movements of a whole round that include one attack."""


class BlowInTurn(Struct, kw_only=True):
    """An attack in the turn of `figure`, with `nth` attacks before it.

    `blow` is its place in a full attack (None = it has none), `charged`: the attacker, or who
    carries it, has charged. `used` are the words of the actions of the attacker so far (those of
    `actions_of_pair`). `stays`: the attacker has one melee attack, because its mount moved.
    """

    figure: Figure
    command: MakeAttack
    nth: int
    blow: PlannedBlow | None
    charged: bool
    used: tuple[str, ...]
    stays: bool

    @property
    def before(self) -> int:
        """The attacks of the same command before it."""
        return self.nth - self.figure.spent.attacks

    @property
    def is_included(self) -> bool:
        """Whether a movement of the whole round includes it."""
        return any(action in self.used for action in WITH_THEIR_ATTACK)


class TurnUse(Struct):
    """The words of `Spent.actions` that an attack uses, and whether it is one too many.

    `makes_full`: the turn is a full attack by it.
    """

    spends: tuple[str, ...] = ()
    is_short: bool = False
    makes_full: bool = False


TOO_MANY = TurnUse(is_short=True)


def turn_use(attack: BlowInTurn, have: ActionsLeft, rules: Ruleset) -> TurnUse:
    """Return what an attack uses of the turn, of which this is left. An opportunity uses none."""
    if attack.command.opportunity:
        return TurnUse()
    if rules.combat.blows.repeated == "penalty":
        return TurnUse(("strike",), have.actions <= attack.before)
    if not counts_attacks(rules):
        return _use_uncounted(attack, have)
    if attack.nth and (attack.charged or attack.is_included):
        return TOO_MANY
    if attack.is_included:
        return TurnUse()
    if rules.combat.strikes.attacks == "count":
        return _use_of_a_count(attack, have)
    return _use_of_a_sheet(attack, have, becomes_full=rules.combat.strikes.becomes_full)


def _use_of_a_sheet(attack: BlowInTurn, have: ActionsLeft, *, becomes_full: bool) -> TurnUse:
    can_be_full = _can_be_full(attack, have, becomes_full=becomes_full)
    if not attack.nth:
        if can_be_full:
            return TurnUse((FULL_ROUND,), makes_full=True)
        return TurnUse((STANDARD,), not have.standard)
    if attack.blow is None:
        return TOO_MANY
    if FULL in attack.figure.spent.words:
        return TurnUse(makes_full=True)
    if not can_be_full:
        return TOO_MANY
    if attack.before:  # the first of this command pays for all
        return TurnUse(makes_full=True)
    return TurnUse((MOVE,), makes_full=True)


def _can_be_full(attack: BlowInTurn, have: ActionsLeft, *, becomes_full: bool) -> bool:
    if attack.stays:
        return False
    if attack.figure.spent.attacks:
        return becomes_full and have.move
    return attack.command.full and have.full


def _use_of_a_count(attack: BlowInTurn, have: ActionsLeft) -> TurnUse:
    # A full attack is chosen before its first attack.
    begun = FULL in attack.figure.spent.words
    if not attack.command.full and not begun:
        if attack.nth:
            return TOO_MANY
        return TurnUse((STANDARD,), not have.standard)
    if attack.blow is None:
        return TOO_MANY
    if begun:
        return TurnUse(makes_full=True)
    if attack.figure.spent.attacks:  # a single attack does not become a full one
        return TOO_MANY
    spends = () if attack.nth else (FULL_ROUND,)
    return TurnUse(spends, not have.full, makes_full=True)


def _use_uncounted(attack: BlowInTurn, have: ActionsLeft) -> TurnUse:
    spends = _spends_uncounted(attack)
    return TurnUse(spends, _is_short_uncounted(attack, have, spends))


def _spends_uncounted(attack: BlowInTurn) -> tuple[str, ...]:
    # The first attack of a turn is a standard action, and one more makes it a full attack, which
    # takes the move action too; a charge includes its attack.
    used = attack.used
    if attack.before or attack.is_included or FULL_ROUND in used:
        return ()
    if not attack.nth:
        return (FULL_ROUND if attack.command.full else STANDARD,)
    if attack.nth == 1 and MOVE not in used:
        return (MOVE,)
    return ()


def _is_short_uncounted(attack: BlowInTurn, have: ActionsLeft, spends: tuple[str, ...]) -> bool:
    # A charge holds one attack; a second attack takes the move action, further ones nothing more.
    used = attack.used
    earlier = attack.figure.spent.attacks
    if attack.before or earlier > 1 or (FULL_ROUND in used and earlier):
        return False
    if attack.is_included:
        return earlier > 0
    if earlier:
        return not have.move
    bought = {STANDARD: have.standard, FULL_ROUND: have.full}
    return not all(bought[word] for word in spends or (STANDARD,))
