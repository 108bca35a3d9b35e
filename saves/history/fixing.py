"""Fixing the past: the consequences of overruling an answer of an earlier entry.

The past is never edited. One command, `Amend`, applies the accepted consequences to the present.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from typing import Literal

from core.dice import Answer, Question
from core.messages import Message, Refusal
from core.play.fight.blows.points import Points
from core.play.fight.blows.points import told as told_points
from core.play.fight.combatants import find, named
from core.play.fight.moves.commands import MovePack
from core.play.state import State
from core.play.table.commands import Amend, Correction
from core.play.table.events import RulingMade
from core.play.union import Event, Needs, evolve_all
from core.values import Struct, replace
from saves.history.history import History
from saves.history.redecision import Redecision, StoredEntry, Under, apart, same, stored, story
from saves.history.stories import POINTS, Account, Key, differences, grafted, in_play, summed


class EntryQuestion(Struct):
    """A question of an entry and its answer; `name` is unique within the entry."""

    question: Question
    answer: Answer
    name: Message


def asked(history: History, seq: int) -> tuple[EntryQuestion, ...]:
    """The rolls and choices of entry `seq` in the order they were asked, then its points.

    Raises Refusal "not_in_the_story", "nothing_to_overrule"; UnreadableText.
    """
    first, under = overrulable(history, seq), Under(history.asset_store)
    before = history.states.moment(first.row.parent).state
    found: dict[str, EntryQuestion] = {}
    outcome = under.decide(first.command, before, {})
    while fresh := [one for one in outcome.questions if one.key in first.answers.keys() - found]:
        for one in fresh:
            of, label = found.get(one.follows), one.label
            if of is not None:
                label = Message("{roll}, {what}", roll=of.name, what=one.label)
            found[one.key] = EntryQuestion(one, first.answers[one.key], label)
        told = {key: one.answer for key, one in found.items()}
        outcome = under.decide(first.command, before, told)
    if isinstance(first.command, Points):
        for question, typed in told_points(first.command, before):
            answer = first.answers.get(question.key, typed)
            found[question.key] = EntryQuestion(question, answer, question.label)
    if not found:
        raise _asked_nothing(seq)
    return tuple(found.values())


def overrulable(history: History, seq: int) -> StoredEntry:
    """Entry `seq`, whose answers may be overruled. Raises as `asked`."""
    entry = history.entry(seq)
    row = history.row(seq)
    found = None if entry is None or row is None or entry.undone else stored(row)
    if found is None:
        raise Refusal(
            "not_in_the_story",
            "Entry {seq} is not part of the current story, so it cannot be overruled.",
            seq=seq,
        )
    if not found.answers and not isinstance(found.command, Points):
        raise _asked_nothing(seq)
    return found


def _asked_nothing(seq: int) -> Refusal:
    return Refusal(
        "nothing_to_overrule",
        "Entry {seq} asked for no roll or choice that could be overruled.",
        seq=seq,
    )


CHUNK = 100
"""Entries decided again between two reports of progress."""


class Change(Struct):
    """One entry that would have had another outcome.

    `kind`: it would have "other" events, be "refused" (`refusal` says why; nothing of it
    happens), or it "asks" more `questions` (its events are kept). `then` and `now` are the lines
    that only the old or only the new story has. `corrections` apply its effect to the present;
    `gone` names affected creatures that no longer exist, which are not corrected.
    """

    seq: int
    kind: Literal["other", "refused", "asks"]
    then: tuple[Message, ...]
    now: tuple[Message, ...] = ()
    refusal: Message | None = None
    questions: tuple[Question, ...] = ()
    corrections: tuple[Correction, ...] = ()
    gone: tuple[str, ...] = ()


class Consequences(Struct):
    """The changes if entry `seq` had other answers; the entry itself is the first."""

    seq: int
    changes: tuple[Change, ...]


class _Differs(Struct):
    before: State
    stored: StoredEntry
    other: State
    outcome: Redecision


class CorrectedStory:
    """The story from an overruled entry to the present, decided again in chunks.

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
        self.seq, self.tip, self.command = seq, history.tip, first.command
        self._under, self._at = Under(history.asset_store), seq
        before = history.states.moment(first.row.parent).state
        outcome = self._under.decide(first.command, before, {**first.answers, **answers})
        if outcome.refusal is not None:
            raise Refusal("refused_then", "{why}", why=outcome.refusal)
        self.needs = Needs(outcome.questions) if outcome.kind == "asks" else None
        self._account, self._differ = Account(seq), list[_Differs]()
        self._told = self._other = before
        if self.needs is None:
            self._step(first, outcome)

    @property
    def done(self) -> int:
        """The row up to which the story was followed; `tip` at the end."""
        return self._at

    @property
    def finished(self) -> bool:
        """Whether the story was followed to the present."""
        return self._at >= self.tip

    def follow(self, history: History, most: int = CHUNK) -> bool:
        """Follow the story by at most `most` entries. Return whether it is finished."""
        count = 0
        for one in story(history, self.tip, self._at, self.tip):
            if self._other is self._told or count == most:
                break
            if isinstance(one.command, Amend) and one.command.entry == self.seq:
                self._step(one, None, ())
            else:
                self._step(one, self._outcome(one))
            self._at, count = one.seq, count + 1
        if self._other is self._told:  # no difference is left
            self._at = self.tip
        return self.finished

    def consequences(self, history: History) -> Consequences:
        """The changes found, with their corrections."""
        now = history.states.moment(self.tip).state
        owed: defaultdict[int, list[Correction]] = defaultdict(list)
        for seq, correction in self._account.corrections():
            owed[seq].append(correction)
        return Consequences(
            self.seq,
            tuple(_change(one, owed.get(one.stored.seq, ()), now) for one in self._differ),
        )

    def _outcome(self, one: StoredEntry) -> Redecision | None:
        found = self._under.decide(one.command, self._other, one.answers)
        if found.kind == "refused" and isinstance(one.command, MovePack):
            able = tuple(
                step
                for step in one.command.steps
                if self._under.decide(MovePack((step,), one.command.action), self._other, {}).kind
                != "refused"
            )
            if able:
                rest = replace(one.command, steps=able)
                found = self._under.decide(rest, self._other, one.answers)
        if found.kind == "decided" and same(one, found.events):
            return None
        told = self._under.decide(one.command, self._told, one.answers)
        alike = found.kind == told.kind and found.events == told.events
        return None if alike else found  # alike: only the program has changed

    def _step(
        self, one: StoredEntry, outcome: Redecision | None, instead: tuple[Event, ...] | None = None
    ) -> None:
        before = differences(self._told, self._other)
        events = one.events if instead is None else instead
        if outcome is not None and outcome.kind != "asks":
            events = outcome.events
        if outcome is not None and not (outcome.kind == "decided" and same(one, outcome.events)):
            self._differ.append(_Differs(self._told, one, self._other, outcome))
        told = evolve_all(self._told, one.events)
        self._other = grafted(told, evolve_all(self._other, events))
        self._told = told
        after = differences(self._told, self._other)
        self._account.take(
            one.seq,
            before,
            after,
            changed=outcome is not None and outcome.kind != "asks",
            set_anew=_set_anew(one.events) & _set_anew(events),
            lost={key.who for key in before.keys() - after.keys() if not in_play(key.who, told)},
        )


def amendment(
    found: Consequences, accepted: Collection[int], word: str, reason: str = ""
) -> Amend | None:
    """The command that applies the corrections of the `accepted` entries, or None."""
    corrections = summed(
        one for change in found.changes if change.seq in accepted for one in change.corrections
    )
    return Amend(found.seq, word, corrections, reason) if corrections else None


def _set_anew(events: tuple[Event, ...]) -> frozenset[Key]:
    made = [one for one in events if isinstance(one, RulingMade)]
    return frozenset(Key(one.who, each) for one in made for each in POINTS if one.target == each)


def _change(one: _Differs, owed: Collection[Correction], now: State) -> Change:
    outcome = one.outcome
    there = (one.other, outcome.events)
    then, instead = apart((one.before, one.stored.events), there)
    kept = tuple(each for each in owed if _is_there(each, now))
    gone = dict.fromkeys(named(one.before, each.who) for each in owed if each not in kept)
    return Change(
        one.stored.seq,
        "other" if outcome.kind == "decided" else outcome.kind,
        then,
        instead,
        outcome.refusal,
        outcome.questions,
        kept,
        tuple(gone),
    )


def _is_there(one: Correction, now: State) -> bool:
    if one.target in ("position", "elevation"):
        return now.fight is not None and now.fight.figure(one.who) is not None
    return find(now, one.who) is not None
