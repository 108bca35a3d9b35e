"""The lines of events in a record: those of the log, for the GM with details.

The checks and damage of an hour of forced march or hustle are one line.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import reduce
from typing import TypeAlias

from core.messages import N_, Chance, Message
from core.play.fight.blows.events import Struck, TakenInHand
from core.play.fight.combatants import grouped, named
from core.play.fight.moves.events import MoveHalted, OpportunityTaken, StrikesAnswered
from core.play.fight.setup.events import (
    AirSet,
    CreaturesPlaced,
    CreaturesRemoved,
    Mustered,
    Prepared,
)
from core.play.fight.turns.events import (
    ActionsSpent,
    ConditionBegan,
    Interposed,
    Readied,
    RoundBegan,
    TurnBegan,
    TurnOver,
)
from core.play.fight.turns.narration import spoken, until_words
from core.play.fold import Event
from core.play.lasting import Lasting
from core.play.road.events import EncounterBegun, EncounterMet, Strained, Travelled
from core.play.state import State
from core.play.table.events import FORCED_MARCH, Amended, Checked, Damaged, HexesMarked, RulingMade
from core.play.table.narration import check_name, narrate_correction, target_name
from core.play.union import narrate
from core.receipts import Receipt
from core.values import replace
from saves.exchange.record.document import Audience
from saves.exchange.record.walk import Happening, Sight

Exertion: TypeAlias = tuple[str, int, bool]
"""The cause of what an hour costs, its number, and whether only the GM may know it."""


def _exertion(sight: Sight) -> Exertion | None:
    """The hour of exertion that an event belongs to, or None."""
    match sight.event:
        case Checked(who=who, name=name, dc=int(), success=bool()) if name == FORCED_MARCH:
            member = sight.after.member(who)  # what it has marched is no secret
            return None if member is None else ("forced_march", int(member.marched), sight.secret)
        case Strained(cause=cause, hour=hour):
            return (cause, hour, sight.secret)
        case _:
            return None


def _tell_toll(exertion: Exertion, sights: Sequence[Sight], audience: Audience) -> Message:
    """The line of one hour's checks and damage; only the GM sees the DC."""
    cause, hour, _ = exertion
    state = sights[0].state  # names stay as they are for an hour
    checks = [sight.event for sight in sights if isinstance(sight.event, Checked)]
    strains = [sight.event for sight in sights if isinstance(sight.event, Strained)]
    if cause == "hustle":
        return Message("hustle, hour {hour}: {what}", hour=hour,
                       what=_listed(_strained(strains, state)))  # fmt: skip
    tried = {check.who for check in checks}
    driven = [strain for strain in strains if strain.who not in tried]
    what = _listed([*_checked(checks, strains, state), *_strained(driven, state)])
    if audience == "gm" and checks:
        return Message("forced march, hour {hour}, against {dc}: {what}",
                       hour=hour, dc=checks[0].dc or 0, what=what)  # fmt: skip
    return Message("forced march, hour {hour}: {what}", hour=hour, what=what)


def _listed(parts: Iterable[Message]) -> Message:
    return reduce(lambda one, other: Message("{one}; {other}", one=one, other=other), parts)


def _checked(
    checks: Iterable[Checked], strains: Iterable[Strained], state: State
) -> Iterable[Message]:
    passed = tuple(_total(check, state) for check in checks if check.success)
    if passed:
        yield Message("{who} passes" if len(passed) == 1 else "{who} pass", who=passed)
    cost = {strain.who: strain for strain in strains}
    for check in checks:
        if check.success:
            continue
        who, strain = _total(check, state), cost.get(check.who)
        if strain is None:
            yield Message("{who} fails", who=who)
        else:
            yield Message(
                "{who} fails, {amount} damage"
                if strain.lethal
                else "{who} fails, {amount} nonlethal",
                who=who,
                amount=strain.amount,
            )


def _total(check: Checked, state: State) -> Message:
    who = named(state, check.who)
    if check.how == "ruled":
        if check.reason:
            return Message("{who} (by ruling: {reason})", who=who, reason=check.reason)
        return Message("{who} (by ruling)", who=who)
    if check.reason:
        return Message("{who} {total} ({reason})", who=who, total=check.total,
                       reason=check.reason)  # fmt: skip
    return Message("{who} {total}", who=who, total=check.total)


def _strained(strains: Iterable[Strained], state: State) -> Iterable[Message]:
    costs: dict[tuple[int, bool], list[str]] = {}
    for strain in strains:
        costs.setdefault((strain.amount, strain.lethal), []).append(named(state, strain.who))
    for (amount, lethal), many in costs.items():
        template = {
            (False, False): N_("{who} {amount} nonlethal"),
            (False, True): N_("{who} {amount} nonlethal each"),
            (True, False): N_("{who} {amount} damage"),
            (True, True): N_("{who} {amount} damage each"),
        }[lethal, len(many) > 1]
        yield Message(template, who=tuple(many), amount=amount)


FRAME = (TurnBegan, TurnOver, RoundBegan, EncounterBegun)
"""Events that headings already report."""
BOOKKEEPING = (
    ActionsSpent, MoveHalted, StrikesAnswered, OpportunityTaken, TakenInHand, Mustered,
    CreaturesPlaced, CreaturesRemoved, EncounterMet, AirSet,
)  # fmt: skip
"""Events that only the GM reads."""
ALIKE = (Checked, Strained, ConditionBegan)
"""Events that are told as one when they are alike."""


def message(sight: Sight, audience: Audience) -> Message | None:
    """The line of an event for an audience, or None."""
    event = sight.event
    if event is None or type(event) in FRAME:
        return None
    if audience == "gm":
        return _whole(event, sight)
    if type(event) in BOOKKEEPING:
        return None
    return _public(event, sight)


def turns(event: Event) -> bool:
    """Whether another creature's turn begins with this event."""
    return type(event) in (TurnBegan, RoundBegan, Interposed)


def marched(happenings: tuple[Happening, ...]) -> tuple[Happening, ...]:
    """The events of an entry, with equal hours of travel joined at the first."""
    marches = [one.event for one in happenings if isinstance(one.event, Travelled)]
    if len(marches) < 2 or len({(event.mode, event.pace) for event in marches}) > 1:
        return happenings
    whole = replace(
        marches[-1],
        hours=sum((event.hours for event in marches), Fraction(0)),
        km=sum((event.km for event in marches), Fraction(0)),
    )
    found: list[Happening] = []
    for one in happenings:
        if not isinstance(one.event, Travelled):
            found.append(one)
        elif one.event is marches[0]:
            found.append(replace(one, sight=replace(one.sight, event=whole)))
    return tuple(found)


def messages(happenings: tuple[Happening, ...], audience: Audience) -> tuple[Message | None, ...]:
    """What is told of each event of an entry; checks and conditions that are alike are one.

    So is what an hour of a forced march or of a hustle costs. It stands where the first of them
    stood; the others have None, as what is not told at all.
    """
    alike: dict[Hashable, list[int]] = {}
    if not any(turns(one.event) for one in happenings):
        for number, one in enumerate(happenings):
            kind = type(one.event) in ALIKE and (_exertion(one.sight) or _kind(one.sight))
            if kind:
                alike.setdefault(kind, []).append(number)
    together = {
        many[0]: many
        for many in alike.values()
        if len(many) > 1 or _exertion(happenings[many[0]].sight)
    }
    silent = {number for many in together.values() for number in many[1:]}
    return tuple(
        None
        if number in silent
        else _together([happenings[n].sight for n in together[number]], audience)
        if number in together
        else message(one.sight, audience)
        for number, one in enumerate(happenings)
    )


def _kind(sight: Sight) -> Hashable | None:
    match sight.event:
        case Checked(name=name, dc=int(dc), how="rolled" | "typed", reason=""):
            return ("check", name, dc, sight.secret)
        case ConditionBegan(_, lasting):
            return ("condition", lasting, sight.secret)
        case _:
            return None


def _together(sights: list[Sight], audience: Audience) -> Message:
    exertion = _exertion(sights[0])
    if exertion is not None:
        return _tell_toll(exertion, sights, audience)
    first, state = sights[0].event, sights[0].state
    events = [sight.event for sight in sights]
    if isinstance(first, Checked):
        who = tuple(_verdict(event, state) for event in events if isinstance(event, Checked))
        if audience == "players":
            return Message("{check}: {who}", check=check_name(first.name), who=who)
        return Message("{check} against {dc}: {who}", check=check_name(first.name),
                       dc=first.dc or 0, who=who)  # fmt: skip
    assert isinstance(first, ConditionBegan)
    lasting = first.lasting
    names = tuple(named(state, event.who) for event in events if isinstance(event, ConditionBegan))
    told = Message("{who}: {condition} {until}", who=names, condition=spoken(lasting.name),
                   until=until_words(lasting.until, state))  # fmt: skip
    return _sourced(told, lasting, state)


def _verdict(check: Checked, state: State) -> Message:
    verdict = Message("passes") if check.success else Message("fails")
    return Message("{who} {total} {verdict}", who=named(state, check.who),
                   total=check.total, verdict=verdict)  # fmt: skip


def _public(event: Event, sight: Sight) -> Message:
    match event:
        case RulingMade(target, value, who):
            shown = value or Message("off the board")
            if not who:
                return Message("ruling: {target} is {value}",
                               target=target_name(target), value=shown)  # fmt: skip
            return Message(
                "ruling: {who}, {target} is {value}",
                who=named(sight.state, who), target=target_name(target), value=shown,
            )  # fmt: skip
        case Amended(corrections=corrections):
            changes = tuple(narrate_correction(one, sight.state) for one in corrections)
            return Message("set right: {changes}", changes=changes)
        case Checked(dc=int()) if event.how != "ruled":
            return Message(
                "{check}: {who}", check=check_name(event.name), who=_verdict(event, sight.state),
            )  # fmt: skip
        case Readied(who):
            return Message("{who} readies an action", who=named(sight.state, who))
        case _:
            return narrate(event, sight.state)


def _whole(event: Event, sight: Sight) -> Message:
    told = narrate(event, sight.state)
    match event:
        case Damaged(cause=cause) if cause:
            return Message("{told}, by {cause}", told=told, cause=named(sight.state, cause))
        case ConditionBegan(_, lasting):
            return _sourced(told, lasting, sight.state)
        case Checked(reason=reason) | Struck(reason=reason) if reason:
            return Message("{told} ({reason})", told=told, reason=reason)
        case Prepared(encounter) if encounter.foes:
            return Message("{told}: {names}", told=told, names=grouped(encounter.foes))
        case HexesMarked(hexes):
            return Message("{told}: {names}", told=told, names=hexes)
        case _:
            return told


def _sourced(told: Message, lasting: Lasting, state: State) -> Message:
    if not lasting.source:
        return told
    return Message("{told}, by {cause}", told=told, cause=named(state, lasting.source))


def why(receipts: Iterable[Receipt]) -> Iterator[Message]:
    """Receipts in short: the chances, and the rules used."""
    rules: set[str] = set()
    for receipt in receipts:
        rules |= {each.rule for each in (receipt, *receipt.parts) if each.rule}
        if isinstance(receipt.value, Chance):
            yield Message("{what}: {value}", what=receipt.label, value=receipt.value)
    if rules:
        yield Message("rules {rules}", rules=tuple(sorted(rules)))
