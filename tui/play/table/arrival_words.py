"""What arrives of damage, in words: "12 fire>2 (resist fire 10)"."""

from __future__ import annotations

from collections.abc import Iterator

from core.combat.attack.arriving import Arrival
from core.messages import Message
from core.play.fight.defending import name_part
from core.rulesets.damage_schema import DamageRules


def describe_arrival(arrival: Arrival, rules: DamageRules) -> Iterator[Message]:
    """Yield what became of each part of a blow that something has changed, and what else it did."""
    for part in arrival.parts:
        if part.steps:
            yield Message(
                "{dealt}>{arrives} ({why})",
                dealt=name_part(part.dealt.amount, part.dealt.kinds, rules),
                arrives=part.arrives,
                why=tuple(step.label for step in part.steps),
            )
    if arrival.spared:
        yield Message("{points} nonlethal", points=arrival.spared)
    if arrival.stops:
        yield Message("regeneration stops")
