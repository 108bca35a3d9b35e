"""The log as lines: what the entries of the journal say."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from core.messages import Message
from core.play import times
from core.play.facts.fight.blows.events import AreaStruck, CoupStruck, Struck
from core.play.facts.road.events import Arrived, EncounterMet, Strained, Travelled
from core.play.facts.state import State
from core.play.facts.table.events import Damaged
from core.play.union import Event, narrate
from core.values import Struct, replace
from saves.store.entries import Entry
from tui.kit.phrases import Words, say
from tui.view import CampaignView


class LogLine(Struct):
    """A line of the log."""

    when: Words
    text: Words
    undone: bool = False


WIDE = 100
"""Columns of a line from which an entry may take several."""


def log(view: CampaignView, player_view: bool, width: int = WIDE) -> tuple[LogLine, ...]:
    """The log, newest last, in lines of `width` columns; behind `player_view` as players know it.

    In a narrow window an entry is one line, and what went wrong comes first.
    """
    if player_view:
        entries = view.seen_entries
        shown = view.veiled
    else:
        entries = view.entries
        shown = view
    lines: list[LogLine] = []
    for entry in entries:
        of_entry = entry_lines(entry, shown, width)
        if of_entry and not player_view:
            of_entry[0] = replace(of_entry[0], text=sign(entry, view, of_entry[0].text))
        lines += of_entry
    return tuple(lines)


def sign(entry: Entry, view: CampaignView, text: Words) -> Words:
    """`text` with the name of who made the entry, if that was somebody else."""
    if entry.who in ("", view.who):
        return text
    return Message("{who}: {text}", who=entry.who, text=text)


def seen_last(view: CampaignView) -> Message:
    """What u would undo, as players know it."""
    last = next((entry for entry in view.seen_entries if entry.seq == view.tip), None)
    if last is None:
        return Message("what players did not see")
    return Message("{events}", events=tuple(map(view.named, story(last, view.state))))


def entry_lines(entry: Entry, view: CampaignView, width: int = WIDE) -> list[LogLine]:
    """The lines of one entry: when, and what happened, as few lines as possible."""
    narrow = width < WIDE
    when = times.moment(entry.clock, view.state.calendar)
    texts = [say(view.named(one)) for one in story(entry, view.state, urgent=narrow)]
    if narrow and texts:
        rows = ["; ".join(texts)]
    else:
        rows = filled(texts)
    return [LogLine("" if n else when, text, entry.undone) for n, text in enumerate(rows)]


def story(entry: Entry, state: State, *, urgent: bool = False) -> list[Message]:
    """An entry's sentences, the pieces of one march as one; where `urgent`, by their weight."""
    if len(entry.told) != len(entry.events):
        return list(entry.told)
    told_events = list(zip(entry.events, entry.told, strict=True))
    marches = [event for event in entry.events if isinstance(event, Travelled)]
    if len(marches) > 1 and len({(event.mode, event.pace) for event in marches}) == 1:
        hours = sum((event.hours for event in marches), Fraction(0))
        km = sum((event.km for event in marches), Fraction(0))
        whole = replace(marches[-1], hours=hours, km=km)
        told_events = [pair for pair in told_events if not isinstance(pair[0], Travelled)]
        told_events.insert(0, (whole, narrate(whole, state)))
    if urgent:
        told_events.sort(key=lambda pair: weight(pair[0]))
    return [message for _, message in told_events]


def weight(event: Event) -> int:
    """How important an event is for the GM: 0 most."""
    match event:
        case Strained() | Damaged() | EncounterMet() | Arrived():
            return 0
        case Struck() | CoupStruck() | AreaStruck():  # before the damage that came of it
            return 0
        case Travelled():
            return 1
        case _:
            return 2


def filled(texts: Sequence[str]) -> list[str]:
    """Sentences joined into lines of about `WIDE` columns."""
    lines: list[str] = []
    for text in texts:
        if lines and len(lines[-1]) + len(text) + 2 <= WIDE:
            lines[-1] += f"; {text}"
        else:
            lines.append(text)
    return lines
