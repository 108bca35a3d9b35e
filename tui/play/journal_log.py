"""The log: each entry narrated in lines, a march as one sentence, hexes by name; and its pane."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from rich.cells import cell_len

from core.messages import Message
from core.play import times
from core.play.fight.blows.events import AreaStruck, CoupStruck, Struck
from core.play.road.events import Arrived, EncounterMet, Strained, Travelled
from core.play.state import State
from core.play.table.events import Damaged
from core.play.union import Event, narrate
from core.values import replace
from saves.store.entries import Entry
from tui.kit.keymap import bindings
from tui.kit.lines_view import Line, Pane, rule, trimmed, words
from tui.kit.phrases import phrase, say
from tui.play.survey import LogLine
from tui.view import CampaignView

WIDE = 100
"""Columns of a line from which an entry may take several."""


def log(view: CampaignView, player_view: bool, width: int = WIDE) -> tuple[LogLine, ...]:
    """The log, newest last, in lines of `width` columns; behind `player_view` as players know it.

    In a narrow window an entry is one line, and what went wrong comes first.
    """
    entries = view.seen_entries if player_view else view.entries
    shown = view.veiled if player_view else view
    return tuple(line for entry in entries for line in entry_lines(entry, shown, width))


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
    told = [say(view.named(one)) for one in story(entry, view.state, urgent=narrow)]
    rows = ["; ".join(told)] if narrow and told else filled(told)
    return [LogLine("" if n else when, text, entry.undone) for n, text in enumerate(rows)]


def story(entry: Entry, state: State, *, urgent: bool = False) -> list[Message]:
    """An entry's sentences, the pieces of one march as one; where `urgent`, by their weight."""
    if len(entry.told) != len(entry.events):
        return list(entry.told)
    told = list(zip(entry.events, entry.told, strict=True))
    marches = [event for event in entry.events if isinstance(event, Travelled)]
    if len(marches) > 1 and len({(event.mode, event.pace) for event in marches}) == 1:
        hours = sum((event.hours for event in marches), Fraction(0))
        km = sum((event.km for event in marches), Fraction(0))
        whole = replace(marches[-1], hours=hours, km=km)
        told = [pair for pair in told if not isinstance(pair[0], Travelled)]
        told.insert(0, (whole, narrate(whole, state)))
    if urgent:
        told.sort(key=lambda pair: weight(pair[0]))
    return [message for _, message in told]


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


def filled(told: Sequence[str]) -> list[str]:
    """Sentences joined into lines of about `WIDE` columns."""
    lines: list[str] = []
    for text in told:
        if lines and len(lines[-1]) + len(text) + 2 <= WIDE:
            lines[-1] += f"; {text}"
        else:
            lines.append(text)
    return lines


class JournalLog(Pane, can_focus=True):
    """The newest lines that fit; with focus the cursor keys look back.

    Undone entries are dimmed and labelled.
    """

    BINDINGS = [*bindings("journey", cursor=True)]

    _entries: tuple[LogLine, ...] = ()
    _back = 0

    def show(self, *entries: LogLine) -> None:
        """Show these lines, given oldest first, from the newest back."""
        self._entries, self._back = entries, 0
        self.redraw()

    def action_cursor(self, direction: str, times: int = 1) -> None:
        """Look back or forward: lines, a page, to the first or the last."""
        page, most = max(1, self.size.height - 1), len(self._entries)
        steps = {"up": 1, "down": -1, "ne": page, "se": -page, "nw": most, "sw": -most}
        self._look(steps.get(direction, 0) * times)

    def _look(self, steps: int) -> None:
        most = max(0, len(self._entries) - max(1, self.size.height - 1))
        self._back = min(max(self._back + steps, 0), most)
        self.redraw(layout=False)

    def lines(self, width: int) -> Sequence[Line]:
        """Title and lines; of one line alone there is no title."""
        room = max(1, self.size.height - 1)
        end = len(self._entries) - self._back
        seen = [_line(entry, width) for entry in self._entries[max(0, end - room) : end]]
        if self.size.height == 1:
            return seen
        newer = phrase("{lines:line|lines} further on", lines=self._back) if self._back else ""
        return [rule(width, phrase("Log"), newer, self.has_focus), *seen]


def _line(entry: LogLine, width: int) -> Line:
    at, text = words(entry.when), words(entry.text)
    head, role = f" {at}  " if at else " ", ""
    if entry.undone:
        text, role = phrase("undone: {text}", text=text), "undone"
    return ((head, "dim"), (trimmed(text, width - cell_len(head)), role))
