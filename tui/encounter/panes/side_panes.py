"""The panes beside the board, as far as there is room for each, and in full."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll

from core.messages import Message
from tui.encounter.panes.fight_lines import CardLines, OrderLine, TickLine, UnderLines
from tui.encounter.panes.initiative_list import InitiativeList
from tui.encounter.panes.threat_panel import ThreatPanel
from tui.encounter.present import sights
from tui.encounter.present.foresight import CursorPreview
from tui.kit.lines_view import (
    Line,
    LinesView,
    NarratedLines,
    Pane,
    TitleRule,
    fit,
    fitted,
    rule,
    sentence,
    side_by_side,
    told,
    trimmed,
    words,
)
from tui.kit.modal import Modal, label
from tui.kit.phrases import phrase

NAME = 17
WIDE = 40


class TickingList(Pane):
    """One line each; "<- next" at what ends with the next turn, ENDED at what just did.

    Lines beyond `most` are counted in the title.
    """

    _rows: tuple[TickLine, ...] = ()
    _most = 0

    def show(self, rows: Iterable[TickLine], most: int = 0) -> None:
        """Show these in `most` lines (0 = as many as it takes), the title among them."""
        self._rows, self._most = tuple(rows), most
        self.redraw()

    def lines(self, width: int) -> Sequence[Line]:
        """Title and rows; nothing at all when nothing is ticking."""
        if not self._rows:
            return []
        shown: list[Line] = []
        left = len(self._rows)
        for lines in (tick_lines(row, width) for row in self._rows):
            if self._most and len(shown) + len(lines) >= self._most:
                break
            shown += lines
            left -= 1
        more = phrase("{count} more", count=left) if left else ""
        return [rule(width, phrase("ticking"), more), *shown]


def tick_lines(row: TickLine, width: int) -> list[Line]:
    """One row, in two lines where one is too short."""
    name = f"{words(row.name)} ({row.sign})" if row.sign else words(row.name)
    wide, left, brief = width >= WIDE, words(row.left), words(row.brief)
    pad = " " if wide else ""
    if row.ended:
        ended = phrase("ENDED {what}", what=name)
        return [((line, "bad"),) for line in sentence(ended, width, pad)]
    mark, role = (f"  {phrase('<- next')}", "mark") if row.next else ("", "")
    if wide:
        text = f" {fit(name, max(NAME, cell_len(name) + 1))}{left}{mark}"
    else:
        left = brief or left
        text = f"{name}{mark}" if mark and brief else f"{name}  {left}{mark}"
    if cell_len(text) <= width:
        return [((text, role),)]
    tail = sentence(f"{left}{mark}", width, f"{pad}  ")
    return [((line, role),) for line in (trimmed(f"{pad}{name}", width), *tail)]


class CreaturePanel(Pane):
    """The square under the cursor and the creature on it; either may be missing.

    Lines beyond `most` are left out and counted.
    """

    _under: UnderLines | None = None
    _card: CardLines | None = None
    _most = 0

    def show(
        self, under: UnderLines | None = None, card: CardLines | None = None, most: int = 0
    ) -> None:
        """Show the square and the creature, in `most` lines (0 = as many as it takes)."""
        self._under, self._card, self._most = under, card, most
        self.redraw()

    def lines(self, width: int) -> Sequence[Line]:
        """Titles and rows."""
        pad = " " if width >= WIDE else ""
        every = tuple(self._parts(width, pad, width - 2 * len(pad)))
        return fitted(every, self._most, width, pad)

    def _parts(self, width: int, pad: str, room: int) -> Iterator[NarratedLines]:
        under, card = self._under, self._card
        if under is not None:
            title = phrase("under the cursor  {at}", at=under.at)
            yield NarratedLines((rule(width, title),))
            yield told(sentence(under.ground, room, pad), 2)
            for who in under.who:
                yield told(sentence(who, room, pad), 1)
            yield told(side_by_side(map(words, under.near), room, pad), 3)
        if card is not None:
            yield NarratedLines((rule(width, f"{card.sign}  {card.name}".strip()),))
            yield told(side_by_side(map(words, card.heads), room, pad), 1, "mark")
            for rank, row in enumerate(card.rows, 2):
                yield told(side_by_side(map(words, row), room, pad), rank)
            yield told(sentence(words(card.source), room, pad), 99, "dim")


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
        left = self.size.height - sum(
            _height(self.query_one(kind)) for kind in (InitiativeList, TickingList)
        )
        rows, card = (None, None) if seen is None else (seen.rows, seen.card)
        idle = rows is None or (not rows.cost and rows.attack is None)
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


class FullPanels(Modal[None]):
    """What is known of the cursor's square and who is there; Enter, `w` and Esc close it."""

    CSS_PATH = "full_panels.tcss"
    BINDINGS = [
        Binding("enter,w", "leave", "close", id="full-close"),
    ]

    def __init__(self, seen: CursorPreview) -> None:
        super().__init__()
        self._seen = seen

    def compose(self) -> ComposeResult:
        with VerticalScroll():
            yield ThreatPanel()
            yield CreaturePanel()
        yield label(Message("Esc close"), id="keys")

    def on_mount(self) -> None:
        self.query_one(ThreatPanel).show(self._seen.rows)
        self.query_one(CreaturePanel).show(self._seen.under, self._seen.card)
