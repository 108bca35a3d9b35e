"""Then and now: stored entries decided again under today's ruleset."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from core.dice import Answer, Question, Rolled, parse_dice
from core.messages import Message
from core.play.state import State
from core.play.union import evolve_all
from core.receipts import Receipt
from core.rulesets.schema import Ruleset
from core.values import Struct, replace
from saves.history.deciding import (
    Redecision,
    StoredEntry,
    Under,
    apart,
    rules_apart,
    same,
    stored,
    story,
)
from saves.store import packing
from saves.store.packaged_rulesets import PACKAGED, packaged

if TYPE_CHECKING:
    from saves.history.history import History

CHUNK = 200
"""Entries decided again between two reports of progress."""
FURTHER = 6
"""How often further questions of an entry are answered at most, to get its receipts."""


class Again(Struct):
    """A play entry decided again.

    `outcome`: it has the "same" events, "other" ones, is "refused" (`refusal` says why), or
    "asks" more `questions`. `then` and `now` are the lines that only the old or only the new
    outcome has, `rules` the ids of the rules whose figures in the receipts differ, `unused` the
    keys of stored answers that are not asked for any more.
    """

    seq: int
    outcome: Literal["same", "other", "refused", "asks"]
    then: tuple[Message, ...] = ()
    now: tuple[Message, ...] = ()
    rules: tuple[str, ...] = ()
    refusal: Message | None = None
    questions: tuple[Question, ...] = ()
    unused: tuple[str, ...] = ()

    @property
    def same(self) -> bool:
        """Whether the outcome is the same."""
        return self.outcome == "same"


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
    """Today's ruleset: the packaged one of the id in force, or the GM's own in force.

    Raises codec.UnreadableText.
    """
    state = history.states.moment(history.tip).state
    rules = history.asset_store.assets(state).rules
    return packaged(rules.id) if rules.id in PACKAGED else rules


def again(history: History, seq: int, rules: Ruleset | None = None) -> Again | None:
    """Decide row `seq` again under `rules` (None: today's); None if it is not a play entry.

    Raises codec.UnreadableText.
    """
    row = history.row(seq)
    found = None if row is None else stored(row)
    if found is None:
        return None
    under = Under(history.asset_store, todays(history) if rules is None else rules)
    return _again(under, found, history.states.moment(found.row.parent).state)


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
    `rules` as in `again`. Raises codec.UnreadableText.
    """
    low = max(1, low)
    here = _begin(history, low, high, rules) if since is None else since
    under, found, state = Under(history.asset_store, here.rules), list(here.different), here.state
    at, end, count = here.at, low + here.of - 1, 0
    for one in story(history, here.tip, here.at, end):
        compared = _again(under, one, state)
        if not compared.same:
            found.append(compared)
        state, at, count = evolve_all(state, one.events), one.seq, count + 1
        if count == most:
            break
    else:
        at = end
    return replace(
        here, done=at - low + 1, entries=here.entries + count, different=tuple(found), at=at,
        state=state,
    )  # fmt: skip


def _begin(history: History, low: int, high: int | None, rules: Ruleset | None) -> Compared:
    last = history.head if high is None else min(high, history.head)
    first = next(story(history, history.tip, low - 1, last), None)
    return Compared(
        done=0,
        of=max(0, last - low + 1),
        entries=0,
        different=(),
        rules=todays(history) if rules is None else rules,
        at=low - 1,
        state=history.states.moment(history.tip if first is None else first.row.parent).state,
        tip=history.tip,
    )


def _again(under: Under, found: StoredEntry, before: State) -> Again:
    outcome = under.decide(found.command, before, found.answers)
    if outcome.kind == "decided" and same(found, outcome.events):
        return Again(found.seq, "same")
    then, now = apart((before, found.events), (before, outcome.events))
    if outcome.kind == "refused":
        return Again(found.seq, "refused", then, refusal=outcome.refusal)
    rules = rules_apart(
        packing.unpack(found.row.receipts), _receipts(under, found, before, outcome)
    )
    return Again(
        found.seq,
        "asks" if outcome.kind == "asks" else "other",
        then,
        now,
        rules,
        questions=outcome.questions,
        unused=_unused(under, found, before, outcome),
    )


def _receipts(
    under: Under, found: StoredEntry, before: State, outcome: Redecision
) -> tuple[Receipt, ...]:
    answers = dict(found.answers)
    for _ in range(FURTHER):
        if outcome.kind != "asks":
            break
        answers |= {question.key: _lowest(question) for question in outcome.questions}
        outcome = under.decide(found.command, before, answers)
    return outcome.receipts


def _lowest(question: Question) -> Answer:
    return Rolled((1,) * len(parse_dice(question.dice).sides))


def _unused(
    under: Under, found: StoredEntry, before: State, outcome: Redecision
) -> tuple[str, ...]:
    then = Under(under.asset_store).decide(found.command, before, found.answers)
    return tuple(key for key in outcome.unused if key not in then.unused)
