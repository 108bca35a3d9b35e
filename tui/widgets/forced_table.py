"""What forcing the march buys, and what it risks, member by member."""

from __future__ import annotations

from collections.abc import Sequence

from core.messages import N_, Message
from core.quantities import Chance, half_up
from tui.phrases import say
from tui.widgets.lines_view import Line, Pane, columns, rule, when, words, wrapped
from tui.widgets.rows import ForcedLine

WIDE = 40
WHEN = 14


class ForcedTable(Pane):
    """A row for each further hour: DC, the arrival it buys, and each member's chance."""

    _rows: tuple[ForcedLine, ...] = ()
    _tokens: tuple[str, ...] = ()
    _note: Message | None = None

    def show(
        self,
        rows: tuple[ForcedLine, ...],
        tokens: tuple[str, ...] = (),
        note: Message | None = None,
    ) -> None:
        """Show these hours; `tokens` head the members' columns, `note` says who drops first."""
        self._rows, self._tokens, self._note = rows, tokens, note
        self.redraw()

    def lines(self, width: int) -> Sequence[Line]:
        """Title, head, an hour a row, and what the figures mean; nothing without a plan."""
        if not self._rows:
            return ()
        wide = width >= WIDE
        shown = [rule(self.look, width, say(Message(N_("if you force today"))))]
        shown.append(((self._head(wide), "dim"),))
        rows = self._rows if wide else self._rows[:2]
        shown += [self._row(row, wide) for row in rows]
        meaning = say(Message(N_("% fatigued by then.")))
        return [*shown, *wrapped(f"{meaning}  {words(self._note)}", width, "dim")]

    def _head(self, wide: bool) -> str:
        dc, km = say(Message(N_("DC"))), say(Message(N_("km")))
        arrive = say(Message(N_("arrive")))
        members = "".join(f" {token:>2}" for token in self._tokens)
        if wide:
            return columns(("", 5), (dc, -3), (km, -5), ("", 1), (arrive, WHEN)) + members
        return columns(("", 2), (dc, -3), ("", 1), (arrive, WHEN - 1)) + members

    def _row(self, row: ForcedLine, wide: bool) -> Line:
        arrive = when(words(row.arrive), WHEN - 1)
        if wide:
            extra = say(Message(N_("+{hours} h"), hours=row.extra))
            km = say(row.km).rpartition(" ")[0]
            text = columns((extra, 5), (str(row.dc), -3), (km, -5), ("", 1), (arrive, WHEN))
        else:
            text = columns((f"+{row.extra}", 2), (str(row.dc), -3), ("", 1), (arrive, WHEN - 1))
        text += "".join(f" {percent(chance):>2}" for chance in row.fatigued)
        return ((text, "mark" if row.gains else ""), ("  <-" if row.gains else "", "mark"))


def percent(chance: Chance | None) -> str:
    """A chance in two columns: whole percent, never 0 or 100 unless it is so."""
    if chance is None:
        return "-"
    if chance in (0, 1):
        return "0" if chance == 0 else "**"
    return str(min(99, max(1, half_up(chance * 100))))
