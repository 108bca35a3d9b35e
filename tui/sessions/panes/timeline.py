"""The timeline of a session: days, camps, fights, rounds and the current entry."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from rich.cells import cell_len
from textual.message import Message as Posted
from textual.reactive import reactive

from core.values import Struct
from saves.history.navigation import Beat
from tui.kit.keys import bindings
from tui.kit.lines_view import Line, Pane, around, rule, words
from tui.kit.phrases import Words, phrase

HERE = "*"
HIT = "/"
ROAD = "="
FIGHT = "#"
CAMP = "z"


class TimelineColumn(Struct):
    """One column of the timeline: its sign, and the words above and below it.

    The first of the words that fits is shown.
    """

    sign: str
    head: tuple[str, ...] = ()
    foot: tuple[str, ...] = ()


class TimelineContent(Struct, kw_only=True):
    """The content of a timeline: stops, names of days and fights, marks.

    `now`: the last stop is the present. `hits` are seqs that a search found, `letters` the
    letters to jump to by seq. `is_read`: the session is known by now.
    """

    stops: tuple[Beat, ...] = ()
    at: int = 0
    days: Mapping[int, str] = {}
    fights: Mapping[str, str] = {}
    hits: frozenset[int] = frozenset()
    letters: Mapping[int, str] = {}
    now: bool = False
    title: Words = ""
    is_read: bool = False


class Timeline(Pane, can_focus=True):
    """A session as a bar: "=" road, "#" fight, "z" a night, "/" a hit, "*" the current entry.

    With focus Left and Right step by entry, shift and those by round or day.
    """

    BINDINGS = [*bindings("sessions", cursor=True)]

    @dataclass
    class Stepped(Posted):
        """The GM steps so many entries; `far`: rounds, on the road days."""

        by: int
        far: bool = False

    @dataclass
    class Picked(Posted):
        """The GM picked this entry."""

        seq: int

    shown: reactive[TimelineContent] = reactive(TimelineContent(), repaint=False)

    def watch_shown(self) -> None:
        """Show something else."""
        self.redraw(layout=False)

    def action_cursor(self, direction: str, times: int = 1) -> None:
        """An entry back or on; up, down and far a round or a day; the first or the last."""
        match direction:
            case "left" | "right":
                self.post_message(self.Stepped(1 if direction == "right" else -1, far=times > 1))
            case "up" | "down" | "ne" | "se":
                on = direction in ("down", "se")
                self.post_message(self.Stepped(1 if on else -1, far=True))
            case _ if self.shown.stops:
                stops = self.shown.stops
                self.post_message(self.Picked(stops[0 if direction == "nw" else -1].seq))

    def lines(self, width: int) -> Sequence[Line]:
        """Title with the days, the bar, and the words under it."""
        title = rule(width, phrase("timeline"), words(self.shown.title), self.has_focus)
        if not self.shown.stops and not self.shown.is_read:
            return (title, ((phrase(" being read ..."), "dim"),), ())
        if not self.shown.stops:
            return (title, ((phrase(" nothing to step through yet"), "dim"),), ())
        end = phrase("now") if self.shown.now else ""
        room = width - 4 - len(end)
        cells, more = windowed(drawn(self.shown, room), room)
        return (
            title,
            ((f"  {_labels([cell.head for cell in cells], room)}", "dim"),),
            (*_bar(cells, more), (f" {end}" if end and not more[1] else "", "")),
            ((f"  {_labels([cell.foot for cell in cells], room)}", "dim"),),
        )


def _bar(cells: Sequence[TimelineColumn], more: tuple[bool, bool]) -> Iterator[tuple[str, str]]:
    yield "<<" if more[0] else " [", "dim"
    for cell in cells:
        role = ""
        if cell.sign == HERE:
            role = "cursor"
        elif cell.sign in (FIGHT, HIT):
            role = "mark"
        yield cell.sign, role
    yield ">" if more[1] else "]", "dim"


def drawn(course: TimelineContent, room: int) -> tuple[TimelineColumn, ...]:
    """The cells of a bar: an entry or several each; days are separated by "|"."""
    stretches = groupby(course.stops, key=lambda stop: (stop.day, stop.encounter, stop.round))
    runs = tuple(tuple(run) for _, run in stretches)
    longest = max((len(run) for run in runs), default=1)
    each = 1
    while each < longest and _length(runs, each) > room:
        each += 1
    return tuple(_cells(course, runs, each))


def windowed(
    cells: Sequence[TimelineColumn], room: int
) -> tuple[Sequence[TimelineColumn], tuple[bool, bool]]:
    """The cells that fit around the current one, and whether there are more on either side."""
    if len(cells) <= room:
        return cells, (False, False)
    here = next((n for n, cell in enumerate(cells) if cell.sign == HERE), len(cells) - 1)
    first = around(here, room, len(cells))
    return cells[first : first + room], (first > 0, first + room < len(cells))


def _length(runs: Sequence[Sequence[Beat]], each: int) -> int:
    days = len({run[0].day for run in runs})
    return sum(-(-len(run) // each) for run in runs) + max(0, days - 1)


def _cells(
    course: TimelineContent, runs: Sequence[Sequence[Beat]], each: int
) -> Iterator[TimelineColumn]:
    here = max((s.seq for s in course.stops if s.seq <= course.at), default=course.stops[0].seq)
    day: int | None = None
    fight = ""
    for run in runs:
        first = run[0]
        head: tuple[str, ...] = ()
        if day is not None and first.day > day:
            road = CAMP
        else:
            road = ROAD
        if first.day != day:
            if day is not None:
                yield TimelineColumn("|")
            day = first.day
            told = course.days.get(first.day, "")
            head = (told, told.partition(" ")[0])
        foot = _named(first, course, begins=first.encounter != fight)
        fight = first.encounter
        for start in range(0, len(run), each):
            part = run[start : start + each]
            letter = next((course.letters[s.seq] for s in part if s.seq in course.letters), "")
            yield TimelineColumn(letter or _sign(part, here, course, road), head, foot)
            head = ()
            foot = ()
            road = ROAD


def _named(stop: Beat, course: TimelineContent, *, begins: bool) -> tuple[str, ...]:
    if not stop.encounter:
        return ()
    name = course.fights.get(stop.encounter, stop.encounter)
    if not stop.round:
        return (name,)
    number = phrase("R{round}", round=stop.round)
    if begins:
        return (f"{name} {number}", number)
    return (number,)


def _sign(part: Sequence[Beat], here: int, course: TimelineContent, road: str) -> str:
    if any(stop.seq == here for stop in part):
        return HERE
    if any(stop.seq in course.hits for stop in part):
        return HIT
    if part[0].encounter:
        return FIGHT
    return road


def _labels(labels: Sequence[tuple[str, ...]], room: int) -> str:
    starts = [column for column, told in enumerate(labels) if told]
    text = ""
    for column, end in zip(starts, (*starts, room + 1)[1:], strict=True):
        short = next((one for one in labels[column] if cell_len(one) < end - column), "")
        if short:
            text = text.ljust(column) + short
    return text
