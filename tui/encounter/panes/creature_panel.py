"""The panel of the cursor: the ground, distances, and a creature's stat card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tui.encounter.panes.fight_lines import CardLines, UnderLines
from tui.kit.lines_view import (
    Line,
    NarratedLines,
    Pane,
    fitted,
    rule,
    sentence,
    side_by_side,
    told,
    words,
)
from tui.kit.phrases import phrase

WIDE = 40


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
