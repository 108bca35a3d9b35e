"""The first line of a screen: campaign, date, rules, curtain and saved entries."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from textual.reactive import reactive

from core.messages import N_
from tui.kit.lines_view import Line, Pane, fit, words
from tui.kit.phrases import Words, phrase

CURTAIN = N_("CURTAIN")


def sign() -> str:
    """The sign in the first line of every screen while the curtain is drawn."""
    return f" {phrase(CURTAIN)} "


class TitleLine(Pane):
    """Words at the left edge, and uncut words at the right edge ("saved 412").

    `player_view`: the sign of the curtain precedes that.
    """

    player_view: reactive[bool] = reactive(False)

    _left: Words = ""
    _right: Words = ""

    def show(self, left: Words, right: Words = "") -> None:
        """Show these words."""
        self._left, self._right = left, right
        self.redraw(layout=False)

    def lines(self, width: int) -> Sequence[Line]:
        """One line, the left cut so that the right is whole."""
        right, drawn = f" {words(self._right)} ", sign() if self.player_view else ""
        left = fit(words(self._left), width - cell_len(right) - cell_len(drawn))
        return (((left, "title"), (drawn, "cursor"), (right, "dim")),)

    def watch_player_view(self) -> None:
        """Show or hide the sign."""
        self.redraw(layout=False)
