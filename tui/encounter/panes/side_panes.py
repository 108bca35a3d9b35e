"""The panes beside the board, as far as there is room for each."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Vertical

from core.messages import Message
from tui.encounter.panes.creature_panel import CreaturePanel
from tui.encounter.panes.fight_lines import OrderLine, TickLine
from tui.encounter.panes.initiative_list import InitiativeList
from tui.encounter.panes.threat_panel import ThreatPanel
from tui.encounter.panes.ticking_list import TickingList
from tui.encounter.present import sights
from tui.encounter.present.foresight import CursorPreview
from tui.kit.lines_view import Line, LinesView, Pane, TitleRule, sentence, words
from tui.kit.phrases import phrase

SIDE = 31
"""Columns of a panel that has not been laid out yet."""


class PackLines(LinesView):
    """Wrapped sentences, the most urgent first; lines that do not fit are counted."""

    def lines(self, width: int) -> Sequence[Line]:
        """The lines that fit."""
        rows = [row for line in self._words for row in sentence(words(line), width)]
        room = self.size.height
        if room and len(rows) > room:
            left = len(rows) - room + 1
            rows = [*rows[: room - 1], phrase("... {lines} more", lines=left)]
        return [((row, ""),) for row in rows]


class SidePanes(Vertical):
    """The turn order and what ends; then a proposal for a pack, or the outlook and a creature."""

    _seen: CursorPreview | None = None

    def compose(self) -> ComposeResult:
        yield InitiativeList(id="order")
        yield TickingList(id="ticking")
        yield TitleRule(id="pack-title")
        yield PackLines(id="pack")
        yield ThreatPanel(id="threat")
        yield CreaturePanel(id="creature")

    def show_lists(self, order: Sequence[OrderLine], ticking: Sequence[TickLine]) -> None:
        """Show the turn order and what is ticking: in a narrow window what ends now or next."""
        if not self._wide:
            ticking = tuple(row for row in ticking if row.next or row.ended)
        self.query_one(InitiativeList).show(order, 14 if self._wide else 9)
        self.query_one(TickingList).show(ticking, 5 if self._wide else 2)

    def show_preview(self, seen: CursorPreview | None, pack: tuple[Message, ...] = ()) -> None:
        """Show the answer for the cursor; `pack` is a proposal in its place, () = none."""
        self._seen = seen
        self.set_class(bool(pack), "packing")
        if pack:
            self.query_one(TitleRule).show(Message("pack"))
            self.query_one(PackLines).show(pack)
        self.fit()

    def fit(self) -> None:
        """Draw the outlook at the cursor and the creature there, as far as there is room.

        A narrow window has room for one: the creature, unless a creature moves there or attacks.
        """
        threat, creature = self.query_one(ThreatPanel), self.query_one(CreaturePanel)
        if self.has_class("packing"):
            threat.display = creature.display = False
            return
        seen, wide = self._seen, self._wide
        lists = (self.query_one(InitiativeList), self.query_one(TickingList))
        left = self.size.height - sum(_height(one) for one in lists)
        rows = None if seen is None else seen.rows
        card = None if seen is None else seen.card
        idle = rows is None or (rows.cost is None and rows.attack is None)
        threat.display = rows is not None and (wide or not (idle and card))
        if threat.display:
            kept = (8 if card else 3) if wide else 0
            threat.show(rows, max(3, left - kept))
            left -= _height(threat)
        creature.display = seen is not None and left > 1 and (wide or not threat.display)
        if creature.display and seen is not None:
            creature.show(seen.under, card, left)

    @property
    def _wide(self) -> bool:
        return self.screen.size.width >= sights.WIDE

    def as_text(self) -> str:
        """The panes as text."""
        return "\n".join(pane.as_text() for pane in self.query(Pane) if pane.display)


def _height(pane: Pane) -> int:
    return len(pane.drawn(pane.size.width or SIDE))
