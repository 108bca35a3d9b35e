"""Resolve: what the dying and the stable pay at their turn, where a system has it (open rules)."""

from __future__ import annotations

from core.dice import Question
from core.messages import Message
from core.play.facts.fight.turns.events import Died, Stabilised
from core.play.facts.state import RESOLVE, STAMINA, Counter, Member, counter_of
from core.play.facts.table.events import Counted, Healed
from core.play.fight.health import open_rules
from core.play.resolution import Resolution
from core.rulesets.combat_schema import Dying

STAY = 1
"""The Resolve that a stable creature pays to rise, and one who goes on dying loses."""
PAYS = (1,)
"""The answer of who pays; 0 is that of who does not."""
COIN = "d1"
"""The die of a choice: a program that rolls it pays."""


def resolve_left(member: Member) -> int:
    """Return the Resolve that a member has; 0 where it has none."""
    resolve = counter_of(member, RESOLVE)
    if resolve is None:
        return 0
    return resolve.now


def price_of_stability(resolve: Counter, dying: Dying) -> int:
    """Return the Resolve that it costs to be stable: a part of the maximum, within bounds."""
    part = resolve.most // dying.stable_part
    return min(max(part, dying.stable_least), dying.stable_most)


def pay_to_live(resolution: Resolution, member: Member, key: str) -> None:
    """Let a dying member pay to be stable at its turn, or lose a point; without any it dies.

    `key` is that of the question. Who cannot pay enough is not asked.
    """
    resolve = counter_of(member, RESOLVE)
    if resolve is None or not resolve.now:
        _die_without(resolution, member, key)
        return
    price = price_of_stability(resolve, resolution.rules.combat.dying)
    if resolve.now < price:
        _lose(resolution, member, resolve.now)
        return
    label = Message(
        "1 pays {price} of {now} Resolve, 0 loses 1",
        price=price,
        now=resolve.now,
    )
    pays = _choose(resolution, member, key, label)
    if pays is None:
        return
    if not pays:
        _lose(resolution, member, resolve.now)
        return
    resolution.emit(Counted(member.id, RESOLVE, resolve.now - price), Stabilised(member.id))
    paid = Message("{who} pays Resolve to be stable", who=member.name)
    resolution.explain(open_rules(resolution.rules, paid, price))


def pay_to_rise(resolution: Resolution, member: Member, key: str) -> None:
    """Let a stable member pay a point at its turn to rise with 1 hit point."""
    left = resolve_left(member)
    if left < STAY:
        return
    label = Message("1 pays 1 of {now} Resolve to rise, 0 lies still", now=left)
    if not _choose(resolution, member, key, label):
        return
    resolution.emit(Counted(member.id, RESOLVE, left - STAY), Healed(member.id, lethal=1))
    rises = Message("{who} stays in the fight: hit points", who=member.name)
    resolution.explain(open_rules(resolution.rules, rises, 1))


def give_back(resolution: Resolution, member: Member) -> None:
    """Give a member all its Stamina and Resolve after a night, where the system has them."""
    if not resolution.rules.combat.dying.has_resolve:
        return
    for name in (STAMINA, RESOLVE):
        pool = counter_of(member, name)
        if pool is not None and pool.now < pool.most:
            resolution.emit(Counted(member.id, name, pool.most))
            label = Message("a night gives {who} back: {name}", who=member.name, name=name)
            resolution.explain(open_rules(resolution.rules, label, pool.most))


def _die_without(resolution: Resolution, member: Member, key: str) -> None:
    label = Message("no Resolve: 1 dies, 0 one more round")
    if _choose(resolution, member, key, label):
        resolution.emit(Died(member.id))
        dies = Message("{who} has no Resolve left to lose", who=member.name)
        resolution.explain(open_rules(resolution.rules, dies, Message("dead")))


def _lose(resolution: Resolution, member: Member, now: int) -> None:
    resolution.emit(Counted(member.id, RESOLVE, now - STAY))
    loses = Message("{who} is dying and loses Resolve", who=member.name)
    resolution.explain(open_rules(resolution.rules, loses, STAY))


def _choose(resolution: Resolution, member: Member, key: str, label: Message) -> bool | None:
    # True, False, or None while it is asked; a row that is skipped is not paid.
    question = Question(key, label, member.id, dice=COIN, wanted=PAYS, free=True, says="choice")
    outcome = resolution.ask(question)
    if outcome is None:
        return None
    return bool(outcome.success)
