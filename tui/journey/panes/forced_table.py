"""The gains and risks of a forced march, by member."""

from __future__ import annotations

from collections.abc import Sequence

from core.messages import Message
from core.quantities import Chance, half_up
from tui.kit.lines_view import Line, Pane, columns, fit, rule, when, words, wrapped
from tui.kit.phrases import phrase, say
from tui.kit.units import distance_unit
from tui.play.survey import ForcedLine

WIDE = 40
WHEN = 13
SHORT = 8
START = 12
START_NARROW = 6


class ForcedTable(Pane):
    """A row for each further hour: DC, the earlier arrival, and each member's chance.

    Members for whom there is no room are left out; ">" in the head shows it.
    """

    _rows: tuple[ForcedLine, ...] = ()
    _tokens: tuple[str, ...] = ()
    _note: Message | None = None

    def show(
        self,
        rows: tuple[ForcedLine, ...],
        tokens: tuple[str, ...] = (),
        note: Message | None = None,
    ) -> None:
        """Show these hours; `tokens` head the columns, `note` names who drops first."""
        self._rows, self._tokens, self._note = rows, tokens, note
        self.redraw()

    def lines(self, width: int) -> Sequence[Line]:
        """Title, head, a row an hour, and what the figures mean; empty without a plan."""
        if not self._rows:
            return ()
        wide = width >= WIDE
        start = START if wide else START_NARROW
        room = min(WHEN, max(SHORT, width - start - 3 * len(self._tokens)))
        seen = (width - start - room) // 3
        shown = [rule(self.look, width, phrase("if you force today"))]
        shown.append(((self._head(wide, room, seen), "dim"),))
        rows = self._rows if wide else self._rows[:2]
        shown += [self._row(row, wide, room, seen) for row in rows]
        meaning = phrase("% fatigued by then.")
        return [*shown, *wrapped(f"{meaning}  {words(self._note)}", width, "dim")]

    def _head(self, wide: bool, room: int, seen: int) -> str:
        dc, km = phrase("DC"), distance_unit()
        arrive = phrase("arrive")
        members = "".join(f" {token:>2}" for token in self._tokens[:seen])
        if seen < len(self._tokens):
            members = members[:-1] + ">"
        first = columns(("", 4), (dc, -3), (km, -4)) if wide else columns(("", 2), (dc, -3))
        return f"{first} {fit(arrive, room)}{members}"

    def _row(self, row: ForcedLine, wide: bool, room: int, seen: int) -> Line:
        dc = "-" if row.dc is None else str(row.dc)
        if wide:
            extra = phrase("+{hours} h", hours=row.extra)
            km = say(row.km).rpartition(" ")[0]
            first = columns((extra, 4), (dc, -3), (km, -4))
        else:
            first = columns((f"+{row.extra}", 2), (dc, -3))
        chances = "".join(f" {percent(chance):>2}" for chance in row.fatigued[:seen])
        text = f"{first} {when(words(row.arrive), room)}{chances}"
        return ((text, "mark" if row.gains else ""), (" <-" if row.gains else "", "mark"))


def percent(chance: Chance | None) -> str:
    """A chance in two columns: whole percent, 0 or 100 only if exact."""
    if chance is None:
        return "-"
    if chance in (0, 1):
        return "0" if chance == 0 else "**"
    return str(min(99, max(1, half_up(chance * 100))))
