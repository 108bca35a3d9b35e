"""The log in lines: what each entry tells, a march as one sentence, hexes by their names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from core.messages import Message, Value
from core.play.road.events import Travelled
from core.play.state import State
from core.play.story import tell
from core.play.table.events import Noted
from tui import times
from tui.moment import Moment
from tui.phrases import say
from tui.widgets.rows import LogLine

if TYPE_CHECKING:
    from saves.entries import Entry


def log(moment: Moment, curtain: bool) -> tuple[LogLine, ...]:
    """The log, newest last; behind the curtain without the GM's own notes."""
    lines: list[LogLine] = []
    for entry in moment.entries:
        if curtain and any(isinstance(e, Noted) and not e.shared for e in entry.events):
            continue
        lines.extend(entry_lines(entry, moment))
    return tuple(lines)


def entry_lines(entry: Entry, moment: Moment) -> list[LogLine]:
    """The lines of one entry: when, and what happened, as few lines as it takes."""
    when = times.moment(entry.clock, moment.state.calendar)
    note = entry.kind == "note"
    told = [say(named(message, moment)) for message in story(entry, moment.state)]
    return [
        LogLine(when if not number else "", text, entry.undone, note, entry.seq)
        for number, text in enumerate(filled(told))
    ]


def story(entry: Entry, state: State) -> list[Message]:
    """What an entry tells, with the pieces of one march told as one."""
    marches = [event for event in entry.events if isinstance(event, Travelled)]
    if len(marches) < 2 or len(entry.told) != len(entry.events):
        return list(entry.told)
    if len({(event.mode, event.pace) for event in marches}) > 1:
        return list(entry.told)
    whole = replace(
        marches[-1],
        hours=sum((event.hours for event in marches), Fraction(0)),
        km=sum((event.km for event in marches), Fraction(0)),
    )
    pairs = zip(entry.events, entry.told, strict=True)
    told = [message for event, message in pairs if not isinstance(event, Travelled)]
    return [tell(whole, state), *told]


def filled(told: Sequence[str], width: int = 100) -> list[str]:
    """Sentences side by side in lines of about `width` columns."""
    lines: list[str] = []
    for text in told:
        if lines and len(lines[-1]) + len(text) + 2 <= width:
            lines[-1] += f"; {text}"
        else:
            lines.append(text)
    return lines


def named(message: Message, moment: Moment) -> Message:
    """`message` with hexes that have a name called by it."""
    if moment.region is None:
        return message
    cells = moment.region.cells

    def called(value: Value) -> Value:
        if isinstance(value, str) and value in cells and cells[value].label:
            return cells[value].label
        if isinstance(value, Message):
            return named(value, moment)
        return value

    return Message(message.template, **{name: called(v) for name, v in message.values})
