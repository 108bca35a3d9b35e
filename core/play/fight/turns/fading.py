"""Conditions whose value counts down by itself, turn by turn of who has them (house default)."""

from __future__ import annotations

from collections.abc import Collection

from core.play.fight.turns.events import ConditionBegan, ConditionEnded
from core.play.fight.turns.until import lying
from core.play.lasting import Lasting
from core.play.tale import Tale
from core.values import replace


def fade(tale: Tale, number: int, whose: Collection[str] | None = None) -> None:
    """Let the values fall that fall as a turn of round `number` ends, of `whose` or of everybody.

    The ruleset names the conditions (`combat.turn.fading`). Once a round at most, however often a
    turn of that round ends; without `whose` those only that have begun to fade and whose rounds
    are past. What has a moment of its own by the GM's word is left alone.
    """
    names = tale.world.rules.combat.turn.fading
    for being, lasting in tuple(lying(tale.state)) if names else ():
        if lasting.name not in names or not lasting.value or lasting.until.kind != "removed":
            continue
        if whose is None:
            late = number + 1 - lasting.until.round if lasting.until.round else 0
        else:
            late = int(being.id in whose and lasting.until.round <= number)
        if late > 0:
            _falls(tale, being.id, lasting, late, number + 1)


def _falls(tale: Tale, who: str, lasting: Lasting, by: int, after: int) -> None:
    value = lasting.value - by
    if value <= 0:
        tale.happen(ConditionEnded(who, lasting.name, expired=True))
        return
    until = replace(lasting.until, round=after)
    tale.happen(ConditionBegan(who, replace(lasting, until=until, value=value)))
