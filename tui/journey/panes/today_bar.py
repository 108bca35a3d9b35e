"""Today's march: hours, pace and progress."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from core.messages import Message
from core.quantities import Hours, half_up
from tui.kit.lines_view import Line, Pane, fit, hours, rule, words, wrapped
from tui.kit.phrases import phrase
from tui.kit.units import clock
from tui.play.survey import TodayLine

WIDE = 40
BLOCK = Fraction(2)


class TodayBar(Pane):
    """The pane "Today": a bar of the ordinary day's hours in blocks of two."""

    _today: TodayLine | None = None
    _trouble: Message | None = None

    def show(self, today: TodayLine | None, trouble: Message | None = None) -> None:
        """Show a day, or `trouble`: why there is none."""
        self._today, self._trouble = today, trouble
        self.redraw()

    def lines(self, width: int) -> Sequence[Line]:
        """Title, hours, pace, bar and sky."""
        today = self._today
        if today is None:
            title = rule(self.look, width, phrase("Today"))
            return [title, *wrapped(words(self._trouble), width, "bad")]
        forced = phrase("forced + {hours}", hours=Hours(today.forced))
        wide = width >= WIDE
        first = f"{words(today.verb)}    {forced}" if wide else fit(words(today.verb), 17) + forced
        if wide and words(today.transport):
            first += "    " + words(today.transport)
        shown: list[Line] = [
            rule(self.look, width, words(today.title)),
            ((first, ""),),
            ((words(today.pace), ""),),
            self._bar(today, width),
        ]
        if today.sky is not None:
            shown.append(((words(today.sky), "dim"),))
        return shown

    def _bar(self, today: TodayLine, width: int) -> Line:
        blocks = max(1, -(-today.length // BLOCK))
        around = 18 if today.forced else 12
        room = max(1, min(8 if width >= WIDE else 4, (width - around) // blocks - 1))
        cells = blocks * room
        filled = half_up(today.done / today.length * cells) if today.length else 0
        signs = [self.look.done if i < filled else self.look.left for i in range(cells)]
        for mark in today.marks:
            index = min(cells - 1, int(mark / today.length * cells)) if today.length else 0
            signs[index] = "!"
        parts = ["".join(signs[i : i + room]) for i in range(0, cells, room)]
        start = f"{half_up(today.start):02}"
        ends = (today.start + today.length) % 24
        end = phrase("{hour} h", hour=hours(ends))
        if ends.denominator != 1:
            end = clock(ends)
        bar = f"{start} [{'|'.join(parts)}] {end}"
        if today.forced:
            bar += phrase(" +{hours}", hours=Hours(today.forced))
        return ((bar, "mark"),)
