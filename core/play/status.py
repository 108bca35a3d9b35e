"""A member's status in words: wounds, fatigue, conditions and when they end."""

from __future__ import annotations

from core.messages import Message
from core.play import times
from core.play.facts.encounter import Lasting, Until
from core.play.facts.state import Assets, Member, State, fatigued
from core.play.fight.health import health
from core.play.fight.turns.narration import until_words


def status(member: Member, assets: Assets) -> tuple[Message, ...]:
    """Return the states of a member from wounds and fatigue; () when healthy."""
    found = health(member, assets.rules)
    words = () if found.slug == "ok" else (found.word,)
    if fatigued(member):
        return (*words, Message("fatigued"))
    return words


def condition(lasting: Lasting, assets: Assets) -> Message:
    """Return a condition by its name in the ruleset, or in the GM's words."""
    row = assets.rules.combat.conditions.get(lasting.row)
    if row is None:
        name = lasting.name
    else:
        name = row.name["en"]
    return Message("{name} {value}" if lasting.value else "{name}", name=name, value=lasting.value)


def until(until: Until, state: State) -> Message:
    """Return in words the moment at which something ends."""
    if until.kind == "clock" and until.at is not None:
        return Message("ends {when}", when=times.moment(until.at, state.calendar))
    return until_words(until, state)
