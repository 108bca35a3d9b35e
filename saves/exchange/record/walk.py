"""The entries of a session in order, what of them one audience may know, and how it is told."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence, Set
from fractions import Fraction
from functools import cached_property, reduce
from typing import TypeAlias

from core.messages import N_, Chance, Message
from core.play.facts.encounter import Lasting
from core.play.facts.fight.blows.events import Struck, TakenInHand
from core.play.facts.fight.combatants import grouped, name_combatant
from core.play.facts.fight.moves.events import (
    Moved,
    MoveHalted,
    OpportunityTaken,
    StrikesAnswered,
)
from core.play.facts.fight.setup.events import (
    AirSet,
    CreaturesPlaced,
    CreaturesRemoved,
    HazardSet,
    Mustered,
    Prepared,
)
from core.play.facts.fight.turns.events import (
    ActionsSpent,
    ConditionBegan,
    Interposed,
    Readied,
    RoundBegan,
    TurnBegan,
    TurnOver,
)
from core.play.facts.fold import Event
from core.play.facts.road.events import EncounterBegun, EncounterMet, Strained, Travelled
from core.play.facts.state import State
from core.play.facts.table.events import (
    FORCED_MARCH,
    Amended,
    Checked,
    Damaged,
    Edited,
    Founded,
    Healed,
    HexesMarked,
    Noted,
    RulingMade,
)
from core.play.fight.moves.narration import narrate_part
from core.play.fight.turns.narration import spoken, until_words
from core.play.history.entry_facts import DayTotal, stints
from core.play.table.narration import check_name, narrate_correction, target_name
from core.play.union import evolve, narrate
from core.play.view import each_for_players, for_players
from core.receipts import Receipt
from core.travel.tiring_travel import ordinary_hours
from core.values import Struct, replace
from saves.exchange.record.document import Teller
from saves.history.history import History
from saves.store import codec, journal
from saves.store.entries import Annotate
from saves.store.models import StoredRow
from saves.store.packing import unpack


class Sight(Struct, dict=True):
    """An event as it is told: None when the audience is told nothing of it.

    `after` is the true state after it, for players with no other encounters than it can tell of.
    """

    event: Event | None
    after: State
    teller: Teller

    @cached_property
    def secret(self) -> bool:
        """Whether only the GM may know it."""
        if self.event is None or self.teller.audience != "gm":
            return False
        return not _told(self.event, _after(self.event, self.after), self.teller.hexes)

    @cached_property
    def state(self) -> State:
        """The state after the event as the audience knows it."""
        return state_of_audience(self.after, self.teller)


def sight(event: Event, state: State, teller: Teller) -> Sight:
    """An event that has led to `state`, for the audience of `teller`."""
    if teller.audience == "gm":
        return Sight(event, state, teller)
    after = _after(event, state)
    told = _told(event, after, teller.hexes)
    return Sight(told[0] if told else None, after, teller)


def _after(event: Event, state: State) -> State:
    return slim(state, getattr(event, "encounter", ""))


def _told(event: Event, after: State, hexes: Set[str]) -> tuple[Event, ...]:
    return each_for_players(after, ((event,),), hexes)[0]


def state_of_audience(state: State, teller: Teller) -> State:
    """The state as the audience of `teller` knows it."""
    if teller.audience == "gm":
        return state
    return for_players(state, known=teller.hexes)[0]


def slim(state: State, encounter: str = "") -> State:
    """The state as far as an event can tell of it: of a long campaign it is a small part.

    Left out are the plan, notes, marks of the map, who has departed, and encounters but the fight,
    which is the first, the one with the id `encounter`, and those upon whose creatures something
    hangs that lies on a member.
    """
    fight = state.fight
    hang = {one.until.who for member in state.members for one in member.lasting} - {""}
    looked_at = state.encounters if hang or encounter not in ("", fight and fight.id) else ()
    kept = tuple(
        slim_encounter
        for slim_encounter in looked_at
        if slim_encounter is not fight
        if slim_encounter.id == encounter
        or (
            slim_encounter.status != "over"
            and hang
            and any(foe.id in hang for foe in slim_encounter.foes)
        )
    )
    there = kept if fight is None else (fight, *kept)
    return replace(state, encounters=there, plan=None, notes=(), marks=(), departed=())


Later: TypeAlias = Mapping[int, tuple[Noted, ...]]
"""The notes that were written later, by the entry that they belong to."""
Spans: TypeAlias = list[tuple[int, int]]
"""The ranges of rows of the story, the newest first."""


class Happening(Struct):
    """An event, what is seen of it, the true state after it, and what was travelled in it."""

    event: Event
    sight: Sight
    state: State
    stints: tuple[DayTotal, ...]


class RecordStep(Struct):
    """The play entry `seq` of the story: the states around it, and what happened in it.

    `states` are the true states after each event; the last is that after the entry. `packed` are
    its receipts as stored. `happenings` are there once it was `looked_at`.
    """

    seq: int
    before: State
    events: tuple[Event, ...]
    states: tuple[State, ...]
    packed: bytes
    happenings: tuple[Happening, ...] = ()

    @property
    def after(self) -> State:
        """The state after the entry."""
        if self.states:
            return self.states[-1]
        return self.before

    @property
    def receipts(self) -> tuple[Receipt, ...]:
        """The receipts of the entry."""
        if self.packed:
            return unpack(self.packed)
        return ()


def later_notes(history: History) -> Later:
    """The notes that were written later. Raises UnreadableText."""
    by_entry: dict[int, tuple[Noted, ...]] = {}
    for row in journal.aside(history.reader, "note"):
        command, _, events = codec.load_body(row.body)
        if isinstance(command, Annotate):
            by_entry[command.entry] = (*by_entry.get(command.entry, ()), *_noted(events))
    return by_entry


def walk(
    history: History,
    first: int,
    last: int,
    before: State,
    spans: Spans,
    later: Later,
) -> Iterator[RecordStep | Noted]:
    """What rows `first` to `last` tell, in order, from the state `before`.

    What was undone is left out; notes that were written later follow the row at whose moment they
    stand. The rows are not checked again. Raises UnreadableText.
    """
    state = before
    spans = [span for span in reversed(spans) if span[1] >= first]
    for row in journal.stored(history.reader, first - 1, last - first + 1):
        if row.kind == "note":
            command, _, events = codec.load_body(row.body)
            yield from () if isinstance(command, Annotate) else _noted(events)
        elif row.kind == "play":
            while spans and spans[0][1] < row.seq:
                del spans[0]
            if spans and spans[0][0] <= row.seq:
                step = _step(row, state)
                state = step.after
                yield step
        yield from later.get(row.seq, ())


def _noted(events: tuple[Event, ...]) -> tuple[Noted, ...]:
    return tuple(event for event in events if isinstance(event, Noted))


def looked_at(step: RecordStep, teller: Teller) -> RecordStep:
    """The entry with what the audience of `teller` sees of it."""
    ordinary = ordinary_hours(teller.assets.rules)
    befores = (step.before, *step.states)
    happenings = tuple(
        Happening(event, sight(event, state, teller), state, stints(before, (event,), ordinary))
        for event, state, before in zip(step.events, step.states, befores, strict=False)
    )
    return replace(step, happenings=happenings)


def _step(row: StoredRow, before: State) -> RecordStep:
    events = codec.load_events(row.body)
    states = []
    state = before
    for event in events:
        state = evolve(state, event)
        states.append(state)
    if events and isinstance(events[0], Founded):  # before it there was no time
        before = replace(before, clock=state.clock, calendar=state.calendar)
    return RecordStep(row.seq, before, events, tuple(states), row.receipts)


Exertion: TypeAlias = tuple[str, int, bool]
"""The cause of what an hour costs, its number, and whether only the GM may know it."""


def _exertion(sight: Sight) -> Exertion | None:
    """The hour of exertion that an event belongs to, or None."""
    match sight.event:
        case Checked(who=who, name=name, dc=int(), success=bool()) if name == FORCED_MARCH:
            member = sight.after.member(who)  # what it has marched is no secret
            if member is None:
                return None
            return ("forced_march", int(member.marched), sight.secret)
        case Strained(cause=cause, hour=hour):
            return (cause, hour, sight.secret)
        case _:
            return None


def _tell_toll(exertion: Exertion, sights: Sequence[Sight]) -> Message:
    """The line of one hour's checks and damage; only the GM sees the DC."""
    cause, hour, _ = exertion
    state = sights[0].state  # names stay as they are for an hour
    checks = [sight.event for sight in sights if isinstance(sight.event, Checked)]
    strains = [sight.event for sight in sights if isinstance(sight.event, Strained)]
    if cause == "hustle":
        return Message(
            "hustle, hour {hour}: {what}", hour=hour, what=_list_parts(_strained(strains, state))
        )
    tried = {check.who for check in checks}
    driven = [strain for strain in strains if strain.who not in tried]
    what = _list_parts([*_checked(checks, strains, state), *_strained(driven, state)])
    if sights[0].teller.audience == "gm" and checks:
        return Message(
            "forced march, hour {hour}, against {dc}: {what}",
            hour=hour,
            dc=checks[0].dc or 0,
            what=what,
        )
    return Message("forced march, hour {hour}: {what}", hour=hour, what=what)


def _list_parts(parts: Iterable[Message]) -> Message:
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
        total = _total(check, state)
        strain = cost.get(check.who)
        if strain is None:
            yield Message("{who} fails", who=total)
        else:
            yield Message(
                "{who} fails, {amount} damage"
                if strain.lethal
                else "{who} fails, {amount} nonlethal",
                who=total,
                amount=strain.amount,
            )


def _total(check: Checked, state: State) -> Message:
    name = name_combatant(state, check.who)
    if check.how == "ruled":
        if check.reason:
            return Message("{who} (by ruling: {reason})", who=name, reason=check.reason)
        return Message("{who} (by ruling)", who=name)
    if check.reason:
        return Message("{who} {total} ({reason})", who=name, total=check.total, reason=check.reason)
    return Message("{who} {total}", who=name, total=check.total)


def _strained(strains: Iterable[Strained], state: State) -> Iterable[Message]:
    costs: dict[tuple[int, bool], list[str]] = {}
    for strain in strains:
        costs.setdefault((strain.amount, strain.lethal), []).append(
            name_combatant(state, strain.who)
        )
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
    CreaturesPlaced, CreaturesRemoved, EncounterMet, AirSet, HazardSet, Edited,
)  # fmt: skip
"""Events that only the GM reads."""
ALIKE = (Checked, Strained, ConditionBegan)
"""Events that are told as one when they are alike."""


def _message(sight: Sight) -> Message | None:
    event = sight.event
    if event is None or type(event) in FRAME:
        return None
    if sight.teller.audience == "gm":
        return _whole(event, sight)
    if type(event) in BOOKKEEPING:
        return None
    if isinstance(event, Healed) and not event.lethal and not event.nonlethal:
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
    kept_happenings: list[Happening] = []
    for happening in happenings:
        if not isinstance(happening.event, Travelled):
            kept_happenings.append(happening)
        elif happening.event is marches[0]:
            kept_happenings.append(replace(happening, sight=replace(happening.sight, event=whole)))
    return tuple(kept_happenings)


def lines_of(happenings: tuple[Happening, ...]) -> tuple[Message | None, ...]:
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

    def word(number: int, happening: Happening) -> Message | None:
        if number in silent:
            return None
        if number in together:
            return _together([happenings[n].sight for n in together[number]])
        return _message(happening.sight)

    return tuple(word(number, happening) for number, happening in enumerate(happenings))


def _kind(sight: Sight) -> Hashable | None:
    match sight.event:
        case Checked(name=name, dc=int(dc), how="rolled" | "typed", reason=""):
            return ("check", name, dc, sight.secret)
        case ConditionBegan(_, lasting):
            return ("condition", lasting, sight.secret)
        case _:
            return None


def _together(sights: list[Sight]) -> Message:
    exertion = _exertion(sights[0])
    if exertion is not None:
        return _tell_toll(exertion, sights)
    first = sights[0].event
    state = sights[0].state
    events = [sight.event for sight in sights]
    if isinstance(first, Checked):
        verdicts = tuple(_verdict(event, state) for event in events if isinstance(event, Checked))
        if sights[0].teller.audience == "players":
            return Message("{check}: {who}", check=check_name(first.name), who=verdicts)
        return Message(
            "{check} against {dc}: {who}",
            check=check_name(first.name),
            dc=first.dc or 0,
            who=verdicts,
        )
    assert isinstance(first, ConditionBegan)
    lasting = first.lasting
    names = tuple(
        name_combatant(state, event.who) for event in events if isinstance(event, ConditionBegan)
    )
    message = Message(
        "{who}: {condition} {until}",
        who=names,
        condition=spoken(lasting.name),
        until=until_words(lasting.until, state),
    )
    return _sourced(message, lasting, state)


def _verdict(check: Checked, state: State) -> Message:
    verdict = Message("passes") if check.success else Message("fails")
    return Message(
        "{who} {total} {verdict}",
        who=name_combatant(state, check.who),
        total=check.total,
        verdict=verdict,
    )


def _public(event: Event, sight: Sight) -> Message:
    match event:
        case RulingMade(target, value, who):
            shown = value or Message("off the board")
            if not who:
                return Message(
                    "ruling: {target} is {value}", target=target_name(target), value=shown
                )
            return Message(
                "ruling: {who}, {target} is {value}",
                who=name_combatant(sight.state, who),
                target=target_name(target),
                value=shown,
            )
        case Amended(corrections=corrections):
            changes = tuple(narrate_correction(one, sight.state) for one in corrections)
            return Message("set right: {changes}", changes=changes)
        case Checked(dc=int()) if event.how != "ruled":
            return Message(
                "{check}: {who}",
                check=check_name(event.name),
                who=_verdict(event, sight.state),
            )
        case Readied(who):
            return Message("{who} readies an action", who=name_combatant(sight.state, who))
        case Moved():
            return narrate_part(event, sight.state)
        case _:
            return narrate(event, sight.state)


def _whole(event: Event, sight: Sight) -> Message:
    message = narrate(event, sight.state)
    match event:
        case Damaged(by=str(by), cause=cause) if by and cause:
            return Message(
                "{told}, by {who}: {cause}",
                told=message,
                who=name_combatant(sight.state, by),
                cause=name_combatant(sight.state, cause),
            )
        case Damaged(by=str(by)) if by:
            return Message("{told}, by {who}", told=message, who=name_combatant(sight.state, by))
        case Damaged(cause=cause) if cause:
            return Message(
                "{told}, by {cause}", told=message, cause=name_combatant(sight.state, cause)
            )
        case ConditionBegan(_, lasting):
            return _sourced(message, lasting, sight.state)
        case Checked(reason=reason) | Struck(reason=reason) if reason:
            return Message("{told} ({reason})", told=message, reason=reason)
        case Prepared(encounter) if encounter.foes:
            return Message("{told}: {names}", told=message, names=grouped(encounter.foes))
        case HexesMarked(hexes):
            return Message("{told}: {names}", told=message, names=hexes)
        case _:
            return message


def _sourced(message: Message, lasting: Lasting, state: State) -> Message:
    if not lasting.source:
        return message
    return Message("{told}, by {cause}", told=message, cause=name_combatant(state, lasting.source))


def in_short(receipts: Iterable[Receipt]) -> Iterator[Message]:
    """Receipts in short: the chances, and the rules used."""
    rules: set[str] = set()
    for receipt in receipts:
        rules |= {each.rule for each in (receipt, *receipt.parts) if each.rule}
        if isinstance(receipt.value, Chance):
            yield Message("{what}: {value}", what=receipt.label, value=receipt.value)
    if rules:
        yield Message("rules {rules}", rules=tuple(sorted(rules)))
