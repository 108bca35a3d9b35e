"""Whether an invisible creature that has attacked is seen now: the GM is asked (open rules).

An invisibility that ends with an attack and one that does not are the same condition here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from core.dice import Question
from core.messages import Message
from core.play.facts.encounter import Lasting
from core.play.facts.fight.blows.events import AreaStruck, CoupStruck, Struck
from core.play.facts.fight.combatants import Being, find, name_combatant
from core.play.facts.fight.turns.events import ConditionEnded
from core.play.facts.fold import Event
from core.play.fight.health import open_rules
from core.play.resolution import Resolution
from core.rulesets.schema import Ruleset

SEEN = "seen"
"""Begins the keys of the question."""
COIN = "d1"
"""The die of a choice: a program that rolls it lets the creature be seen."""
IS_SEEN = (1,)
"""The answer that ends the condition; 0 lets it last."""


def ask_who_is_seen(resolution: Resolution) -> None:
    """Ask of each invisible creature that has just attacked whether it is seen now.

    Nobody is asked of those whose sheets say that they are always invisible, nor where conditions
    are those of the documents alone.
    """
    fight = resolution.state.fight
    if fight is None or not resolution.rules.has_open_conditions:
        return
    for creature_id in dict.fromkeys(_find_attackers(resolution.events)):
        being = find(resolution.state, creature_id)
        if being is None or being.dead:
            continue
        for lasting in _hiding_conditions(being, resolution.rules):
            _ask(resolution, being, lasting, fight.round)


def _find_attackers(events: Iterable[Event]) -> Iterator[str]:
    for event in events:
        match event:
            case Struck(by=by, outcome=outcome) if outcome != "impossible":
                yield by
            case CoupStruck(by=by) | AreaStruck(by=by) if by:
                yield by
            case _:
                pass


def _hiding_conditions(being: Being, rules: Ruleset) -> tuple[Lasting, ...]:
    rows = rules.combat.rows
    return tuple(
        one for one in being.lasting if one.row in rows and "unseen" in rows[one.row].effects
    )


def _ask(resolution: Resolution, being: Being, lasting: Lasting, round_number: int) -> None:
    who = name_combatant(resolution.state, being.id)
    word = lasting.name.replace("_", " ")
    question = Question(
        f"{SEEN}/r{round_number}/{being.id}/{lasting.name}",
        Message("{who} has attacked: 1 is seen now, 0 stays {word}", who=who, word=word),
        being.id,
        dice=COIN,
        wanted=IS_SEEN,
        free=True,
        says="choice",
    )
    outcome = resolution.ask(question)
    if outcome is None or not outcome.success:
        return
    resolution.emit(ConditionEnded(being.id, lasting.name))
    label = Message("{who} has attacked and is seen: no longer", who=who)
    resolution.explain(open_rules(resolution.rules, label, Message("{word}", word=word)))
