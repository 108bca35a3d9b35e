"""Fixing the past: the consequences of overruling an answer of an earlier entry.

The past is never edited. One command, `Amend`, applies the accepted consequences to the present.
Two stories are compared: the one that was played, and the one with another answer in it. Turns,
hours and routes stay as played; only wounds, conditions, deaths and positions of creatures can
differ. Which entries cause the differences at the end is kept by an `Account`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias, TypeVar

from core.dice import Answer, Question
from core.messages import Message, Refusal
from core.play.facts.encounter import Encounter, Figure, Foe, Lasting
from core.play.facts.fight.combatants import Being, find, name_combatant
from core.play.facts.fight.moves.commands import MovePack
from core.play.facts.state import Member, State
from core.play.facts.table.commands import Amend, Correction, CorrectionTarget
from core.play.facts.table.commands import Points as PointKind
from core.play.facts.table.events import RulingMade
from core.play.fight.blows.points import Points
from core.play.fight.blows.points import answer_points as told_points
from core.play.union import Event, Needs, evolve_all
from core.values import Struct, replace
from saves.history.history import History
from saves.history.redecision import (
    OtherOutcome,
    Redecision,
    StoredEntry,
    Under,
    apart,
    read_stored_entry,
    same,
    story,
)


class EntryQuestion(Struct):
    """A question of an entry and its answer; `name` is unique within the entry."""

    question: Question
    answer: Answer
    name: Message


def find_questions(history: History, seq: int) -> tuple[EntryQuestion, ...]:
    """The rolls of entry `seq` in the order they were asked, then its points.

    Raises Refusal "not_in_the_story", "nothing_to_overrule"; UnreadableText.
    """
    first = overrulable(history, seq)
    under = Under(history.asset_store)
    before = history.states.moment(first.row.parent).state
    by_key: dict[str, EntryQuestion] = {}
    outcome = under.decide(first.command, before, {})
    while fresh := [one for one in outcome.questions if one.key in first.answers.keys() - by_key]:
        for rolled_question in fresh:
            of = by_key.get(rolled_question.follows)
            label = rolled_question.label
            if of is not None and not label.template.startswith(of.question.label.template):
                label = Message("{roll}, {what}", roll=of.name, what=rolled_question.label)
            by_key[rolled_question.key] = EntryQuestion(
                rolled_question, first.answers[rolled_question.key], label
            )
        told = {key: one.answer for key, one in by_key.items()}
        outcome = under.decide(first.command, before, told)
    if isinstance(first.command, Points):
        for question, typed in told_points(first.command, before):
            answer = first.answers.get(question.key, typed)
            by_key[question.key] = EntryQuestion(question, answer, question.label)
    if not by_key:
        raise _asked_nothing(seq)
    return tuple(by_key.values())


def overrulable(history: History, seq: int) -> StoredEntry:
    """Entry `seq`, whose answers may be overruled. Raises as `find_questions`."""
    entry = history.entry(seq)
    row = history.row(seq)
    if entry is None or row is None or entry.undone:
        last = None
    else:
        last = read_stored_entry(row)
    if last is None:
        raise Refusal(
            "not_in_the_story",
            "Entry {seq} is not part of the current story, so it cannot be overruled.",
            seq=seq,
        )
    if not last.answers and not isinstance(last.command, Points):
        raise _asked_nothing(seq)
    return last


def _asked_nothing(seq: int) -> Refusal:
    return Refusal(
        "nothing_to_overrule",
        "Entry {seq} asked for no roll or choice that could be overruled.",
        seq=seq,
    )


POINTS: tuple[PointKind, ...] = ("damage", "nonlethal", "strain", "strain_lethal", "temporary")
BODILY: tuple[CorrectionTarget, ...] = (*POINTS, "stable", "dead")
WOUNDS: tuple[str, ...] = (*BODILY, "lasting")
OVER = "over"
"""The status of an encounter that has ended."""
STANDING = ("at", "elevation", "mode", "mount", "trail")

Value: TypeAlias = int | bool | str | Lasting | None
Part = TypeVar("Part", Member, Foe, Figure)


class Key(NamedTuple):
    """One value of a creature that may differ; `name` is that of a condition."""

    who: str
    target: CorrectionTarget
    name: str = ""


Apart: TypeAlias = Mapping[Key, tuple[Value, Value]]
"""The values that differ: as played, and in the other story."""


def graft(recorded: State, other: State) -> State:
    """The state as played, with the wounds and positions of creatures in the other story.

    It is `recorded` itself if nothing differs; foes of ended encounters stay as played.
    """
    if recorded is other:
        return recorded
    members = tuple(_graft_fields(one, other.member(one.id), WOUNDS) for one in recorded.members)
    encounters = tuple(_encounter(one, other.encounter(one.id)) for one in recorded.encounters)
    if _all_are(recorded.members, members) and _all_are(recorded.encounters, encounters):
        return recorded
    return replace(recorded, members=members, encounters=encounters)


def _all_are(these: tuple[object, ...], those: tuple[object, ...]) -> bool:
    return all(one is other for one, other in zip(these, those, strict=True))


def _encounter(recorded: Encounter, other: Encounter | None) -> Encounter:
    if other is None or other is recorded or recorded.status == OVER:
        return recorded
    foes = tuple(_graft_fields(one, other.foe(one.id), WOUNDS) for one in recorded.foes)
    figures = tuple(_graft_fields(one, other.figure(one.id), STANDING) for one in recorded.figures)
    if _all_are(recorded.foes, foes) and _all_are(recorded.figures, figures):
        return recorded
    return replace(recorded, foes=foes, figures=figures)


def _graft_fields(recorded: Part, other: Part | None, names: Iterable[str]) -> Part:
    if other is None or other is recorded:
        return recorded
    changes = {
        name: getattr(other, name)
        for name in names
        if hasattr(recorded, name) and getattr(other, name) != getattr(recorded, name)
    }
    if changes:
        return replace(recorded, **changes)
    return recorded


def differences(recorded: State, other: State) -> Apart:
    """The differences between creatures that exist in both."""
    apart: dict[Key, tuple[Value, Value]] = {}
    for member in recorded.members:
        apart.update(_wounds(member, other.member(member.id)))
    for encounter in recorded.encounters:
        there = other.encounter(encounter.id)
        if there is None or there is encounter:
            continue
        for foe in encounter.foes:
            apart.update(_wounds(foe, there.foe(foe.id)))
        for figure in encounter.figures:
            apart.update(_places(figure, there.figure(figure.id)))
    return apart


def in_play(creature_id: str, state: State) -> bool:
    """Whether a creature of this id is in the party or in an encounter that has not ended."""
    return state.member(creature_id) is not None or any(
        one.status != OVER and one.foe(creature_id) is not None for one in state.encounters
    )


def _wounds(recorded: Being, other: Being | None) -> Iterator[tuple[Key, tuple[Value, Value]]]:
    if other is None or other is recorded:
        return
    for target in BODILY:
        then = getattr(recorded, target, 0)
        now = getattr(other, target, 0)
        if then != now:
            yield Key(recorded.id, target), (then, now)
    mine, theirs = ({one.name: one for one in being.lasting} for being in (recorded, other))
    for name in dict.fromkeys((*mine, *theirs)):
        if mine.get(name) != theirs.get(name):
            yield Key(recorded.id, "condition", name), (mine.get(name), theirs.get(name))


def _places(recorded: Figure, other: Figure | None) -> Iterator[tuple[Key, tuple[Value, Value]]]:
    if other is None or other is recorded:
        return
    if recorded.at != other.at:
        yield Key(recorded.id, "position"), (recorded.at, other.at)
    if recorded.elevation != other.elevation:
        yield Key(recorded.id, "elevation"), (recorded.elevation, other.elevation)


@dataclass(slots=True)
class Account:
    """Differences by the entries that caused them; `first` is the overruled entry."""

    first: int
    _points: defaultdict[Key, dict[int, int]] = field(default_factory=lambda: defaultdict(dict))
    _owners: dict[Key, tuple[int, Value]] = field(default_factory=dict)

    def take(
        self,
        seq: int,
        before: Apart,
        after: Apart,
        *,
        changed: bool,
        set_anew: Set[Key] = frozenset(),
        lost: Set[str] = frozenset(),
    ) -> None:
        """Enter row `seq`, with the differences before and after it.

        Differences that an unchanged row evens out, or overwrites in both stories (`set_anew`),
        no longer count for earlier entries. Creatures `lost` with the row keep theirs.
        """
        for key in before.keys() | after.keys():
            if before.get(key) == after.get(key) or key.who in lost:
                continue
            own = changed and key not in set_anew
            if key.target in POINTS:
                self._add(key, seq, _by(before, key), _by(after, key), own=own)
            elif key not in after:
                self._owners.pop(key, None)
            else:
                fresh = own and (key not in before or before[key][1] != after[key][1])
                if fresh:
                    owner = seq
                else:
                    owner = self._owners.get(key, (self.first,))[0]
                self._owners[key] = (owner, after[key][1])

    def _add(self, key: Key, seq: int, before: int, after: int, *, own: bool) -> None:
        owed = self._points[key]
        if own:
            owed[seq] = owed.get(seq, 0) + after - before
            return
        left = before - after
        for correction in reversed(tuple(owed)):
            if left > 0:
                part = min(left, max(owed[correction], 0))
            else:
                part = max(left, min(owed[correction], 0))
            owed[correction] -= part
            left -= part
        if left:
            owed[self.first] = owed.get(self.first, 0) - left

    def corrections(self) -> Iterator[tuple[int, Correction]]:
        """The corrections of each entry at the end."""
        for key, owed in self._points.items():
            for seq, by in owed.items():
                if by:
                    yield seq, Correction(key.who, key.target, by)
        for key, (seq, value) in self._owners.items():
            yield seq, _correction(key, value)


def _by(apart: Apart, key: Key) -> int:
    then, now = apart.get(key, (0, 0))
    assert isinstance(then, int)
    assert isinstance(now, int)
    return now - then


def _correction(key: Key, value: Value) -> Correction:
    match value:
        case None | Lasting():
            return Correction(key.who, key.target, to=key.name, lasting=value)
        case bool():
            return Correction(key.who, key.target, to="yes" if value else "no")
        case _:
            return Correction(key.who, key.target, to=str(value))


def summed(corrections: Iterable[Correction]) -> tuple[Correction, ...]:
    """Corrections of several entries merged, in order: points are added, else the last counts."""
    points: dict[Key, int] = {}
    others: dict[Key, Correction] = {}
    for correction in corrections:
        key = Key(
            correction.who,
            correction.target,
            correction.to if correction.target == "condition" else "",
        )
        if correction.target in POINTS:
            points[key] = points.get(key, 0) + correction.by
        else:
            others.pop(key, None)
            others[key] = correction
    counted = (Correction(key.who, key.target, by) for key, by in points.items() if by)
    return (*counted, *others.values())


CHUNK = 100
"""Entries decided again between two reports of progress."""


class Change(OtherOutcome):
    """One entry that would have had another outcome.

    Nothing of one that is refused happens; the events of one that asks for more are kept.
    `corrections` apply its effect to the present; `gone` names affected creatures that no longer
    exist, which are not corrected.
    """

    corrections: tuple[Correction, ...] = ()
    gone: tuple[str, ...] = ()


class Consequences(Struct):
    """The changes if entry `seq` had other answers; the entry itself is the first."""

    seq: int
    changes: tuple[Change, ...]


class CorrectedStory:
    """The story from an overruled entry to the present, decided again in chunks.

    It was followed up to row `done`, in the end to the `tip`.

    Turns, clock and routes stay as played; wounds, conditions, deaths and positions are followed.
    A refused entry does not happen in the other story; one that asks for more keeps its events.
    Earlier amendments of the same entry are left out of it, so that only what is missing is
    corrected.
    """

    def __init__(self, history: History, seq: int, answers: Mapping[str, Answer]) -> None:
        """Overrule answers of entry `seq`; further questions are in `needs`.

        Raises Refusal "not_in_the_story", "nothing_to_overrule", or "refused_then";
        UnreadableText.
        """
        first = overrulable(history, seq)
        self.seq = seq
        self.tip = history.tip
        self.command = first.command
        self._under = Under(history.asset_store)
        self.done = seq
        before = history.states.moment(first.row.parent).state
        outcome = self._under.decide(first.command, before, {**first.answers, **answers})
        if outcome.refusal is not None:
            raise Refusal("refused_then", "{why}", why=outcome.refusal)
        self.needs = Needs(outcome.questions) if outcome.kind == "asks" else None
        self._account = Account(seq)
        self._differ = list[tuple[Change, State]]()
        self._told = self._other = before
        if self.needs is None:
            self._step(first, outcome)

    def follow(self, history: History, most: int = CHUNK) -> bool:
        """Follow the story by at most `most` entries. Return whether it is finished."""
        for count, entry in enumerate(story(history, self.tip, self.done, self.tip)):
            if self._other is self._told or count == most:
                break
            if isinstance(entry.command, Amend) and entry.command.entry == self.seq:
                self._step(entry, None, ())
            else:
                self._step(entry, self._outcome(entry))
            self.done = entry.seq
        if self._other is self._told:  # no difference is left
            self.done = self.tip
        return self.done >= self.tip

    def consequences(self, history: History) -> Consequences:
        """The changes found, with their corrections."""
        now = history.states.moment(self.tip).state
        owed: defaultdict[int, list[Correction]] = defaultdict(list)
        for seq, correction in self._account.corrections():
            owed[seq].append(correction)
        return Consequences(
            self.seq,
            tuple(
                _corrected(change, before, owed.get(change.seq, ()), now)
                for change, before in self._differ
            ),
        )

    def _outcome(self, entry: StoredEntry) -> Redecision | None:
        redecision = self._under.decide(entry.command, self._other, entry.answers)
        if redecision.kind == "refused" and isinstance(entry.command, MovePack):
            able = tuple(
                step
                for step in entry.command.steps
                if self._under.decide(MovePack((step,), entry.command.action), self._other, {}).kind
                != "refused"
            )
            if able:
                rest = replace(entry.command, steps=able)
                redecision = self._under.decide(rest, self._other, entry.answers)
        if redecision.kind == "decided" and same(entry, redecision.events):
            return None
        told = self._under.decide(entry.command, self._told, entry.answers)
        alike = redecision.kind == told.kind and redecision.events == told.events
        if alike:
            return None  # only the program has changed
        return redecision

    def _step(
        self,
        entry: StoredEntry,
        outcome: Redecision | None,
        instead: tuple[Event, ...] | None = None,
    ) -> None:
        before = differences(self._told, self._other)
        if instead is None:
            events = entry.events
        else:
            events = instead
        if outcome is not None and outcome.kind != "asks":
            events = outcome.events
        if outcome is not None and not (outcome.kind == "decided" and same(entry, outcome.events)):
            change = Change(
                entry.seq,
                "other" if outcome.kind == "decided" else outcome.kind,
                *apart((self._told, entry.events), (self._other, outcome.events)),
                outcome.refusal,
                outcome.questions,
            )
            self._differ.append((change, self._told))
        recorded = evolve_all(self._told, entry.events)
        self._other = graft(recorded, evolve_all(self._other, events))
        self._told = recorded
        after = differences(self._told, self._other)
        self._account.take(
            entry.seq,
            before,
            after,
            changed=outcome is not None and outcome.kind != "asks",
            set_anew=_set_anew(entry.events) & _set_anew(events),
            lost={
                key.who for key in before.keys() - after.keys() if not in_play(key.who, recorded)
            },
        )


def amendment(
    consequences: Consequences, accepted: Collection[int], word: str, reason: str = ""
) -> Amend | None:
    """The command that applies the corrections of the `accepted` entries, or None."""
    corrections = summed(
        one
        for change in consequences.changes
        if change.seq in accepted
        for one in change.corrections
    )
    if corrections:
        return Amend(consequences.seq, word, corrections, reason)
    return None


def _set_anew(events: tuple[Event, ...]) -> frozenset[Key]:
    made = [one for one in events if isinstance(one, RulingMade)]
    return frozenset(Key(one.who, each) for one in made for each in POINTS if one.target == each)


def _corrected(change: Change, before: State, owed: Collection[Correction], now: State) -> Change:
    kept = tuple(each for each in owed if _is_there(each, now))
    gone = dict.fromkeys(name_combatant(before, each.who) for each in owed if each not in kept)
    return replace(change, corrections=kept, gone=tuple(gone))


def _is_there(correction: Correction, now: State) -> bool:
    if correction.target in ("position", "elevation"):
        return now.fight is not None and now.fight.figure(correction.who) is not None
    return find(now, correction.who) is not None
