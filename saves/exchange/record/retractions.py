"""Deaths that the GM took back: players read neither the death nor the correction of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set

from core.play.fight.turns.events import Died, Revived
from core.play.fold import Event
from core.play.table.events import Amended, Healed, RulingMade
from core.values import replace
from saves.exchange.record.walk import RecordStep


def retracted(entries: Iterable[Sequence[Event]]) -> frozenset[int]:
    """Return which of these events are no longer part of the story, each by its `id()`.

    They are the deaths that the GM corrected in a later entry, by a ruling or an amendment, and
    what corrected them. An amendment that corrects somebody else too stays.
    """
    deaths: dict[str, int] = {}
    found: set[int] = set()
    for events in entries:
        revived = {event.who for event in events if isinstance(event, Revived)}
        alive = {who for event in events for who in _ruled_alive(event, revived)} & deaths.keys()
        found |= {deaths.pop(who) for who in alive}
        for event in events:
            match event:
                case Died(who):
                    deaths[who] = id(event)
                case Revived(who) if who not in alive:
                    deaths.pop(who, None)
                case _ if alive and _corrects_only(event, alive):
                    found.add(id(event))
                case _:
                    pass
    return frozenset(found)


def _ruled_alive(event: Event, revived: Set[str]) -> Set[str]:
    # By a ruling about the death, or by one about the wounds that it came from.
    match event:
        case RulingMade(target="damage" | "nonlethal", who=who) if who in revived:
            return {who}
        case RulingMade(target="dead", value="no", who=who):
            return {who}
        case Amended(corrections=corrections):
            return {one.who for one in corrections if one.target == "dead" and one.to == "no"}
        case _:
            return frozenset()


def _corrects_only(event: Event, alive: Set[str]) -> bool:
    match event:
        case Revived(who) | Healed(who) | RulingMade("dead" | "damage" | "nonlethal", _, who):
            return who in alive
        case Amended(corrections=corrections):
            return {one.who for one in corrections} <= alive
        case _:
            return False


def without(step: RecordStep, events: Set[int]) -> RecordStep:
    """Return the entry with nothing told of these events."""
    happenings = tuple(
        replace(one, sight=replace(one.sight, event=None)) if id(one.event) in events else one
        for one in step.happenings
    )
    return replace(step, happenings=happenings)
