"""The lines under the panes of Sessions: what keys would do, and the place in the history."""

from __future__ import annotations

from collections.abc import Sequence

from textual.reactive import reactive

from core.values import Struct
from tui.kit.lines_view import Line, Pane, trimmed, words
from tui.kit.phrases import Words, phrase


class PastKeys(Struct, kw_only=True):
    """What Enter and Space would do, in the `past` also G, and a sentence."""

    enter: Words = ""
    space: Words = ""
    told: Words = ""
    past: bool = False


class PastLine(Pane):
    """A line with what keys would do, and a line with the place in the history."""

    shown: reactive[PastKeys | None] = reactive(None, repaint=False)
    """None: nothing was read yet."""

    def watch_shown(self) -> None:
        """Show something else."""
        self.redraw(layout=False)

    def lines(self, width: int) -> Sequence[Line]:
        """Both lines, trimmed."""
        past_keys = self.shown
        if past_keys is None:
            return ()
        keys = [
            phrase("Enter: {enter}", enter=past_keys.enter),
            phrase("Spc: {space}", space=past_keys.space),
        ]
        if past_keys.past:
            keys.append(phrase("G: now, untouched"))
        sentence = words(past_keys.told)
        return (
            ((trimmed(f" {'   '.join(keys)}", width - 1), "mark"),),
            ((trimmed(f" {sentence}", width - 1), ""),),
        )
