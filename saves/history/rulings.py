"""The GM's rulings, each with its place in the story."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from core.calendars import Instant
from core.dice import Answers, Ruled
from core.messages import Message, Template
from core.play.facts.fight.blows.events import Struck
from core.play.facts.fight.combatants import name_combatant
from core.play.facts.fight.setup.events import CreaturesPlaced
from core.play.facts.state import Fighting, State
from core.play.facts.table.events import Amended, Checked, RulingMade
from core.play.history.entry_facts import is_ruling
from core.play.resolution import SITUATION
from core.play.table.narration import target_name
from core.play.union import Event, narrate
from core.values import Struct, replace
from saves.history.history import History
from saves.history.navigation import facts_of
from saves.store import codec
from saves.store.entry_reader import name

WORDS: Mapping[str, Template] = {
    "skip": "left out",
    "pass": "passes",
    "fail": "fails",
    "critical": "critical hit",
}

MEETS: Mapping[str, Template] = {
    "pass": "something is met",
    "fail": "nothing is met",
    "skip": "left out",
}


class RulingAt(Struct):
    """One ruling, part of row `seq`.

    `encounter` is the name of the encounter on the board ("" on the road), `round` its round.
    `what` is the ruling as a sentence, `reason` the GM's ("" = unexplained).
    """

    seq: int
    clock: Instant
    encounter: str
    round: int
    what: str
    reason: str


def rulings(history: History, low: int = 1, high: int | None = None) -> tuple[RulingAt, ...]:
    """The rulings of the story's entries `low` to `high` (None: the last), in order.

    Undone ones are left out. Creatures have their present names. Raises UnreadableText.
    """
    now = history.states.moment(history.tip).state
    assets = history.asset_store.assets(now)
    rulings_found: list[RulingAt] = []
    for seq, facts in facts_of(history, low, high, holding="ruled"):
        row = history.row(seq)
        if row is None:
            continue
        command, answers, events = codec.load_body(row.body)
        on_board = Fighting("", now.clock, now.clock.hour, encounter=facts.encounter)
        state = replace(now, pending=on_board if facts.encounter else None)
        said = dict.fromkeys(ruled(name(command, state), answers, events, state))
        rulings_found.extend(
            RulingAt(
                seq,
                facts.clock,
                "" if state.fight is None else state.fight.name,
                facts.round,
                history.say(what, state, assets),
                reason,
            )
            for what, reason in said
        )
    return tuple(rulings_found)


def ruled(
    asked: Message, answers: Answers, events: Sequence[Event], state: State
) -> Iterator[tuple[Message, str]]:
    """The rulings of an entry with their reasons ("" = unexplained); `asked` names its command.

    Answers that an event reports are left to that event.
    """
    checked_keys = {event.key for event in events if isinstance(event, Checked)}
    for event in events:
        if isinstance(event, Struck | Checked) and event.how == "ruled":
            yield narrate(event, state), event.reason
    for key, answer in answers.items():
        parts = 4 if "/round-" in key else 3  # a mover's opportunity names its encounter, too
        hits = key.startswith(("attack/", "opportunity/")) and key.count("/") == parts
        if (
            not isinstance(answer, Ruled)
            or key.endswith(SITUATION)
            or key in checked_keys
            or (hits and answer.value != "skip")
        ):
            continue
        if hits and key.startswith("opportunity/") and not answer.reason:
            continue  # a strike let pass
        yield _instead(key, answer.value, asked), answer.reason
    for event in events:
        if isinstance(event, RulingMade):
            yield _set(event, state), event.reason
        elif isinstance(event, Amended):
            yield narrate(replace(event, reason=""), state), event.reason
        elif isinstance(event, CreaturesPlaced) and is_ruling(event):
            yield narrate(event, state), event.reason


def _instead(key: str, value: str, asked: Message) -> Message:
    if key.startswith("encounter/") and value in MEETS:
        return Message("encounter check: {value}", value=Message(MEETS[value]))
    if key.startswith("points/"):
        return Message("{what}, in place of what was typed", what=asked)
    word: Message | str
    if value in WORDS:
        word = Message(WORDS[value])
    else:
        word = value
    return Message("{what}, a roll: {value}", what=asked, value=word)


def _set(event: RulingMade, state: State) -> Message:
    target = target_name(event.target)
    value = event.value or Message("off the board")
    if not event.who:
        return Message("{target}: {value}", target=target, value=value)
    return Message(
        "{who}, {target}: {value}", who=name_combatant(state, event.who), target=target, value=value
    )
