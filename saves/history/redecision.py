"""Stored entries decided again: with other answers, or under today's ruleset."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from core.dice import Answer, Question, Rolled, parse_dice
from core.messages import Message, Refusal
from core.play.facts.state import State
from core.play.facts.table.commands import FoundCampaign
from core.play.union import Assets, Command, Event, Needs, decide, evolve_all
from core.receipts import Receipt
from core.rulesets.schema import Ruleset
from core.values import Struct, replace
from saves.history.history import History
from saves.store import canonical, codec, journal, packing
from saves.store.asset_store import AssetStore, adoption, names
from saves.store.entries import Mark
from saves.store.entry_reader import narrate_events
from saves.store.models import StoredRow
from saves.store.upcasts import upcast


class StoredEntry(Struct):
    """A stored play entry: command, answers and events."""

    row: StoredRow
    command: Command
    answers: Mapping[str, Answer]
    events: tuple[Event, ...]

    @property
    def seq(self) -> int:
        """The entry's number."""
        return self.row.seq


class Redecision(Struct):
    """The result of deciding a command again: its events, a refusal, or further questions.

    `unused` are the keys of answers that were not asked for.
    """

    kind: Literal["decided", "refused", "asks"]
    events: tuple[Event, ...] = ()
    receipts: tuple[Receipt, ...] = ()
    refusal: Message | None = None
    questions: tuple[Question, ...] = ()
    unused: tuple[str, ...] = ()


class Heard(Mapping[str, Answer]):
    """Answers that remember which of them were used."""

    def __init__(self, answers: Mapping[str, Answer]) -> None:
        self._answers = answers
        self._heard: set[str] = set()

    def __getitem__(self, key: str) -> Answer:
        self._heard.add(key)
        return self._answers[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._answers)

    def __len__(self) -> int:
        return len(self._answers)

    @property
    def unused(self) -> tuple[str, ...]:
        """The keys that were not used."""
        return tuple(key for key in self._answers if key not in self._heard)


@dataclass(slots=True)
class Under:
    """Decides commands under `rules`, or (None) under those of their state."""

    asset_store: AssetStore
    rules: Ruleset | None = None
    _last: tuple[object, Assets] | None = field(default=None, repr=False)

    def decide(self, command: Command, state: State, answers: Mapping[str, Answer]) -> Redecision:
        """Decide `command` in `state` with these answers. Raises UnreadableText."""
        assets = self._assets_for(command, state)
        heard = Heard(answers)
        try:
            outcome = decide(command, state, assets, heard)
        except Refusal as refusal:
            return Redecision("refused", refusal=refusal.message)
        if isinstance(outcome, Needs):
            return Redecision("asks", questions=outcome.questions, unused=heard.unused)
        outcome, _ = self.asset_store.compact_board(assets, outcome)
        return Redecision("decided", outcome.events, outcome.receipts, unused=heard.unused)

    def _assets_for(self, command: Command, state: State) -> Assets:
        if type(command) is FoundCampaign:
            state = replace(state, ruleset=command.ruleset)
        key = (names(state), adoption(command))
        if self._last is not None:
            last_key, last_assets = self._last
            if last_key == key:
                return last_assets
        assets = self.asset_store.assets(state, command)
        if self.rules is not None:
            assets = replace(assets, rules=self.rules.with_effects(state.effects))
        self._last = (key, assets)
        return assets


def read_stored_entry(row: StoredRow) -> StoredEntry | None:
    """A row as a play entry; None if it is not one. Raises UnreadableText."""
    if row.kind != "play":
        return None
    command, answers, events = codec.load_body(row.body)
    if isinstance(command, Mark):
        return None
    return StoredEntry(row, command, answers, events)


def story(history: History, tip: int, after: int, high: int) -> Iterator[StoredEntry]:
    """The play entries of the story of `tip` above `after`, up to `high`. Raises UnreadableText."""
    spans = journal.spans(history.reader, tip, after + 1)
    for row in journal.rows(history.reader, after):
        if row.seq > high:
            return
        if any(low <= row.seq <= end for low, end in spans):
            found = read_stored_entry(row)
            if found is not None:
                yield found


def same(before: StoredEntry, events: tuple[Event, ...]) -> bool:
    """Whether `events` are those of the row, ignoring fields added since it was written."""
    if before.events == events:
        return True
    if len(before.events) != len(events):
        return False
    then = [upcast(doc) for doc in canonical.load(before.row.body)["events"]]
    now = canonical.load(codec.ENCODER.encode(events).decode())
    return all(_agrees(old, new) for old, new in zip(then, now, strict=True))


def _agrees(old: canonical.Json, new: canonical.Json) -> bool:
    if isinstance(old, dict) and isinstance(new, dict):
        return all(key in new and _agrees(value, new[key]) for key, value in old.items())
    if isinstance(old, list) and isinstance(new, list):
        return len(old) == len(new) and all(map(_agrees, old, new))
    return type(old) is type(new) and bool(old == new)


def apart(
    then: tuple[State, tuple[Event, ...]], now: tuple[State, tuple[Event, ...]]
) -> tuple[tuple[Message, ...], tuple[Message, ...]]:
    """The lines of the events that only one story has: then, and now.

    Each story is the state before and its events.
    """
    lines = (_only(then, now[1]), _only(now, then[1]))
    if any(lines):
        return lines
    return (narrate_events(*then)[1], narrate_events(*now)[1])


def _only(here: tuple[State, tuple[Event, ...]], there: tuple[Event, ...]) -> tuple[Message, ...]:
    others = list(there)
    messages = []
    for event, line in zip(here[1], narrate_events(*here)[1], strict=True):
        if event in others:
            others.remove(event)
        else:
            messages.append(line)
    return tuple(messages)


def rules_apart(then: tuple[Receipt, ...], now: tuple[Receipt, ...]) -> tuple[str, ...]:
    """The sorted ids of the rules whose figures differ, the deepest of each receipt."""
    return tuple(sorted({rule for rule in _otherwise(then, now) if rule}))


def _otherwise(then: tuple[Receipt, ...], now: tuple[Receipt, ...]) -> Iterator[str]:
    left = list(now)
    for old in then:
        new = next((one for one in left if _about(one) == _about(old)), None)
        if new is None:
            yield _named(old)
            continue
        left.remove(new)
        if new != old:
            deeper = tuple(_otherwise(old.parts, new.parts))
            yield from deeper or (_named(old),)
    yield from map(_named, left)


def _about(one: Receipt) -> tuple[str, str]:
    return one.rule, one.label.template


def _named(one: Receipt) -> str:
    return next((each.rule for each in one.walk() if each.rule), "")


CHUNK = 200
"""Entries decided again between two reports of progress."""
FURTHER = 6
"""How often further questions of an entry are answered at most, to get its receipts."""


class OtherOutcome(Struct):
    """A play entry that has another outcome when it is decided again.

    `outcome`: it has "other" events, is "refused" (`refusal` says why), or "asks" more
    `questions`. `then` and `now` are the lines that only the old or only the new outcome has.
    """

    seq: int
    outcome: Literal["other", "refused", "asks"]
    then: tuple[Message, ...] = ()
    now: tuple[Message, ...] = ()
    refusal: Message | None = None
    questions: tuple[Question, ...] = ()


class Again(OtherOutcome):
    """An entry decided again by itself.

    `rules` are the ids of the rules whose figures in the receipts differ, `unused` the keys of
    stored answers that are not asked for any more.
    """

    rules: tuple[str, ...] = ()
    unused: tuple[str, ...] = ()


class Compared(Struct):
    """The progress of deciding a range of rows again: `done` of `of` rows.

    `entries` counts the play entries decided, `different` are those with another outcome. `at` is
    the last row that was read, `state` the state after it, `tip` that of the story.
    """

    done: int
    of: int
    entries: int
    different: tuple[Again, ...]
    rules: Ruleset
    at: int
    state: State
    tip: int

    @property
    def finished(self) -> bool:
        """Whether all rows were decided again."""
        return self.done == self.of


def todays(history: History) -> Ruleset:
    """The rules in force today: the campaign's edition with its house rules.

    Raises UnreadableText.
    """
    state = history.states.moment(history.tip).state
    return history.asset_store.assets(state).rules


def all_again(
    history: History,
    low: int = 1,
    high: int | None = None,
    most: int = CHUNK,
    *,
    rules: Ruleset | None = None,
    since: Compared | None = None,
) -> Compared:
    """Decide the story's entries among the rows `low` to `high` (None: the last) again.

    At most `most` at once: call it again with the result as `since` until that is `finished`.
    `rules` are those to decide under (None: today's). Raises UnreadableText.
    """
    low = max(1, low)
    here = since
    if here is None:
        if high is None:
            last = history.head
        else:
            last = min(high, history.head)
        first = next(story(history, history.tip, low - 1, last), None)
        here = Compared(
            done=0,
            of=max(0, last - low + 1),
            entries=0,
            different=(),
            rules=todays(history) if rules is None else rules,
            at=low - 1,
            state=history.states.moment(history.tip if first is None else first.row.parent).state,
            tip=history.tip,
        )
    under = Under(history.asset_store, here.rules)
    again = list(here.different)
    state = here.state
    done = here.at
    end = low + here.of - 1
    count = 0
    for entry in story(history, here.tip, here.at, end):
        compared = _again(under, entry, state)
        again += () if compared is None else (compared,)
        state = evolve_all(state, entry.events)
        done = entry.seq
        count += 1
        if count == most:
            break
    else:
        done = end
    return replace(
        here,
        done=done - low + 1,
        entries=here.entries + count,
        different=tuple(again),
        at=done,
        state=state,
    )


def _again(under: Under, entry: StoredEntry, before: State) -> Again | None:
    outcome = under.decide(entry.command, before, entry.answers)
    if outcome.kind == "decided" and same(entry, outcome.events):
        return None
    then, now = apart((before, entry.events), (before, outcome.events))
    if outcome.kind == "refused":
        return Again(entry.seq, "refused", then, refusal=outcome.refusal)
    answers = dict(entry.answers)
    whole = outcome
    for _ in range(FURTHER):
        if whole.kind != "asks":
            break
        answers |= {
            question.key: Rolled((1,) * len(parse_dice(question.dice).sides))
            for question in whole.questions
        }
        whole = under.decide(entry.command, before, answers)
    of_old = Under(under.asset_store).decide(entry.command, before, entry.answers)
    return Again(
        entry.seq,
        "asks" if outcome.kind == "asks" else "other",
        then,
        now,
        rules=rules_apart(packing.unpack(entry.row.receipts), whole.receipts),
        questions=outcome.questions,
        unused=tuple(key for key in outcome.unused if key not in of_old.unused),
    )
