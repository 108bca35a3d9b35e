"""One entry in full: what it told, the dice, the chances, who was changed by it."""

from __future__ import annotations

from collections.abc import Sequence

from core.messages import N_, Message
from tui.phrases import say
from tui.replay.figures import Figures
from tui.widgets.lines_view import Line, Pane, rule
from tui.widgets.trimmed import sentence, side_by_side, trimmed


class EntryPanel(Pane):
    """What the entry that is shown came to; the words first, then numbers as far as they fit."""

    _figures: Figures | None = None
    _seq = 0
    _notes: tuple[str, ...] = ()
    _trouble: Message | None = None

    def show(
        self,
        seq: int,
        figures: Figures | None,
        notes: tuple[str, ...] = (),
        trouble: Message | None = None,
    ) -> None:
        """Show the entry `seq`, with the GM's notes on it."""
        self._seq, self._figures, self._notes, self._trouble = seq, figures, notes, trouble
        self.redraw(layout=False)

    def lines(self, width: int) -> Sequence[Line]:
        """Title, words, dice, chances, changes, notes."""
        left = say(Message(N_("this entry")))
        right = say(Message(N_("entry {seq}"), seq=self._seq)) if self._seq else ""
        figures = self._figures
        if figures is not None and figures.undone:
            right = say(Message(N_("undone: not part of the story  {entry}"), entry=right))
        most = max(1, self.size.height - 1)
        body = [] if figures is None else self._body(figures, width - 2, most)
        if self._trouble is not None:
            body = [(line, "bad") for line in sentence(say(self._trouble), width - 2)]
        title = rule(self.look, width, left, right)
        return (title, *(((f" {text}", role),) for text, role in body[:most]))

    def _body(self, figures: Figures, width: int, most: int) -> list[tuple[str, str]]:
        """The lines by weight: where there is little room the numbers stay, the words are cut."""
        numbers = [
            *side_by_side([say(one) for one in figures.dice], width),
            *side_by_side([say(one) for one in figures.odds], width),
        ]
        changes = side_by_side([say(one) for one in figures.changes], width)
        notes = [trimmed(say(Message(N_("note: {text}"), text=note)), width)
                 for note in self._notes]  # fmt: skip
        told = [line for text in figures.told for line in sentence(text, width)]
        if not told:
            told = [say(Message(N_("Players know nothing of this.")))]
        room = max(1, most - len(numbers) - len(changes) - len(notes))
        if len(told) > room:
            told = sentence("; ".join(figures.told), width)
        if len(told) > room:
            told = [*told[: room - 1], trimmed(f"{told[room - 1]} ..", width)]
        roles = ((told, "mark"), (changes, ""), (numbers, ""), (notes, "dim"))
        return [(line, role) for lines, role in roles for line in lines]
