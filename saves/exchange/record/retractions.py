"""Deaths that the GM took back: players read neither the death nor the correction of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from typing import TypeAlias

from core.play.facts.fight.turns.events import Died, Revived
from core.play.facts.fold import Event
from core.play.facts.state import State
from core.play.facts.table.commands import Correction
from core.play.facts.table.events import Amended, Damaged, Healed, RulingMade
from core.play.union import evolve_all
from core.values import Struct, replace
from saves.exchange.record.walk import Happening, RecordStep
from saves.history.history import History
from saves.store import codec, journal

MENTIONS = ('"died"', '"revived"', '"ruling_made"', '"amended"')
"""Text in the body of every entry that has to do with deaths taken back."""

EventPlace: TypeAlias = tuple[int, int]
"""An entry, and the place of an event among those of the entry."""


class Retraction(Struct):
    """A death in entry `died` that entry `corrected` took back; `cure` is what it did to `who`."""

    who: str
    died: int
    corrected: int
    cure: tuple[Event, ...]

    @property
    def wound(self) -> tuple[int, int] | None:
        """The entry that an amendment overruled, and how many points more it dealt than now."""
        for event in self.cure:
            if isinstance(event, Amended):
                by = sum(one.by for one in event.corrections if one.target == "damage")
                return event.entry, -by
        return None


class Retractions(Struct):
    """The deaths that were taken back, and the events that are no longer part of the story."""

    deaths: tuple[Retraction, ...] = ()
    events: frozenset[EventPlace] = frozenset()

    def without(self, step: RecordStep) -> RecordStep:
        """Return the entry with nothing told of these events, and the wounds as corrected."""
        happenings = tuple(
            _retell(one, None) if (step.seq, place) in self.events else one
            for place, one in enumerate(step.happenings)
        )
        for death in self.deaths:
            if death.wound is not None and death.wound[0] == step.seq:
                happenings = _with_less(happenings, death.who, death.wound[1])
        return replace(step, happenings=happenings)

    def lived(self, step: RecordStep) -> RecordStep:
        """Return the entry with nobody dead, in any of its states, whose death was taken back."""
        if not any(death.died <= step.seq <= death.corrected for death in self.deaths):
            return step
        return replace(
            step,
            before=self.alive(step.before, step.seq - 1),
            states=tuple(self.alive(state, step.seq) for state in step.states),
        )

    def alive(self, state: State, seq: int) -> State:
        """Return the state after entry `seq` with nobody dead whose death was taken back later."""
        for death in self.deaths:
            if death.died <= seq < death.corrected:
                state = evolve_all(state, death.cure)
        return state


def _retell(happening: Happening, event: Event | None) -> Happening:
    return replace(happening, sight=replace(happening.sight, event=event))


def _with_less(
    happenings: tuple[Happening, ...], creature_id: str, points: int
) -> tuple[Happening, ...]:
    # The last wound of `who` told with so many points less, if it had as many.
    for place in range(len(happenings) - 1, -1, -1):
        event = happenings[place].sight.event
        if isinstance(event, Damaged) and event.who == creature_id and event.lethal:
            left = event.amount - points
            if left < 0:
                break
            corrected = replace(event, amount=left) if left else None
            wound = _retell(happenings[place], corrected)
            return (*happenings[:place], wound, *happenings[place + 1 :])
    return happenings


def retracted(entries: Iterable[tuple[int, Sequence[Event]]]) -> Retractions:
    """Return what is no longer part of the story that these entries, by their numbers, tell.

    That are the deaths that the GM corrected in a later entry, by a ruling or an amendment, and
    what corrected them. An amendment that corrects somebody else too stays.
    """
    deaths: dict[str, EventPlace] = {}
    retractions: list[Retraction] = []
    gone: set[EventPlace] = set()
    for seq, events in entries:
        revived = {event.who for event in events if isinstance(event, Revived)}
        alive = {
            creature_id for event in events for creature_id in _ruled_alive(event, revived)
        } & deaths.keys()
        for creature_id in sorted(alive):
            died = deaths.pop(creature_id)
            gone.add(died)
            retractions.append(Retraction(creature_id, died[0], seq, _cure(events, creature_id)))
        for place, event in enumerate(events):
            match event:
                case Died(creature_id):
                    deaths[creature_id] = seq, place
                case Revived(creature_id) if creature_id not in alive:
                    deaths.pop(creature_id, None)
                case _ if alive and _corrects_only(event, alive):
                    gone.add((seq, place))
                case _:
                    pass
    return Retractions(tuple(retractions), frozenset(gone))


def find_retractions(history: History) -> Retractions:
    """The deaths of the whole story that were taken back, whichever session did so.

    Raises UnreadableText.
    """
    reader = history.reader
    spans = journal.spans(reader, history.tip, 0)
    known_events = (
        (seq, codec.load_events(body))
        for seq, _, body in journal.holding(reader, 0, history.tip, *MENTIONS)
        if any(low <= seq <= high for low, high in spans)
    )
    return retracted(known_events)


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


def _cure(events: Sequence[Event], creature_id: str) -> tuple[Event, ...]:
    # What these events do to `who`, where it is.
    events_left: list[Event] = []
    for event in events:
        if isinstance(event, Amended):
            corrections = tuple(one for one in event.corrections if _cures(one, creature_id))
            events_left.append(replace(event, corrections=corrections))
        elif _corrects_only(event, {creature_id}):
            events_left.append(event)
    return tuple(events_left)


def _cures(correction: Correction, who: str) -> bool:
    return correction.who == who and correction.target not in ("position", "elevation")
