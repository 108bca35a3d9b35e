"""The cost of forced marches and hustles, one line for each hour."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from functools import reduce
from typing import TypeAlias

from core.messages import N_, Message
from core.play.fight.combatants import named
from core.play.road.events import Strained
from core.play.table.events import FORCED_MARCH, Checked
from saves.exchange.record.document import Audience
from saves.exchange.record.eyes import Sight

Check: TypeAlias = tuple[Sight, Checked]
Strain: TypeAlias = tuple[Sight, Strained]


def kind(sight: Sight) -> Hashable | None:
    """The hour of exertion that an event belongs to, or None."""
    match sight.event:
        case Checked(who=who, name=name, dc=int(), success=bool()) if name == FORCED_MARCH:
            member = sight.after.member(who)  # what it has marched is no secret
            return None if member is None else ("forced_march", int(member.marched), sight.secret)
        case Strained(cause=cause, hour=hour):
            return (cause, hour, sight.secret)
        case _:
            return None


def tell_toll(sights: Sequence[Sight], audience: Audience) -> Message:
    """The line of one hour's checks and damage (all of one `kind`); only the GM sees the DC."""
    checks = [(sight, sight.event) for sight in sights if isinstance(sight.event, Checked)]
    strains = [(sight, sight.event) for sight in sights if isinstance(sight.event, Strained)]
    hour = _hour(sights[0])
    if strains and strains[0][1].cause == "hustle":
        return Message("hustle, hour {hour}: {what}", hour=hour,
                       what=_listed(_strained(strains)))  # fmt: skip
    what = _listed([*_checked(checks, strains), *_strained(_driven(checks, strains))])
    if audience == "gm" and checks:
        return Message("forced march, hour {hour}, against {dc}: {what}",
                       hour=hour, dc=checks[0][1].dc or 0, what=what)  # fmt: skip
    return Message("forced march, hour {hour}: {what}", hour=hour, what=what)


def _hour(sight: Sight) -> int:
    if isinstance(sight.event, Strained):
        return sight.event.hour
    assert isinstance(sight.event, Checked)
    member = sight.after.member(sight.event.who)
    return int(member.marched) if member is not None else 0


def _listed(parts: Iterable[Message]) -> Message:
    return reduce(lambda one, other: Message("{one}; {other}", one=one, other=other), parts)


def _driven(checks: Sequence[Check], strains: Sequence[Strain]) -> list[Strain]:
    tried = {check.who for _, check in checks}
    return [(sight, strain) for sight, strain in strains if strain.who not in tried]


def _checked(checks: Sequence[Check], strains: Sequence[Strain]) -> Iterable[Message]:
    passed = tuple(_total(sight, check) for sight, check in checks if check.success)
    if passed:
        yield Message(N_("{who} passes") if len(passed) == 1 else N_("{who} pass"), who=passed)
    cost = {strain.who: strain for _, strain in strains}
    for sight, check in checks:
        if check.success:
            continue
        who, strain = _total(sight, check), cost.get(check.who)
        if strain is None:
            yield Message("{who} fails", who=who)
        else:
            template = N_("{who} fails, {amount} nonlethal")
            if strain.lethal:
                template = N_("{who} fails, {amount} damage")
            yield Message(template, who=who, amount=strain.amount)


def _total(sight: Sight, check: Checked) -> Message:
    who = named(sight.state, check.who)
    if check.how == "ruled":
        if check.reason:
            return Message("{who} (by ruling: {reason})", who=who, reason=check.reason)
        return Message("{who} (by ruling)", who=who)
    if check.reason:
        return Message("{who} {total} ({reason})", who=who, total=check.total,
                       reason=check.reason)  # fmt: skip
    return Message("{who} {total}", who=who, total=check.total)


def _strained(strains: Iterable[Strain]) -> Iterable[Message]:
    costs: dict[tuple[int, bool], list[str]] = {}
    several = list(strains)
    for _, strain in several:
        who = named(several[0][0].state, strain.who)  # names stay as they are for an hour
        costs.setdefault((strain.amount, strain.lethal), []).append(who)
    for (amount, lethal), many in costs.items():
        template = {
            (False, False): N_("{who} {amount} nonlethal"),
            (False, True): N_("{who} {amount} nonlethal each"),
            (True, False): N_("{who} {amount} damage"),
            (True, True): N_("{who} {amount} damage each"),
        }[lethal, len(many) > 1]
        yield Message(template, who=tuple(many), amount=amount)
