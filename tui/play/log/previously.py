"""The page that greets when a campaign opens: what happened previously."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical

from core.messages import Message
from core.play import times
from core.play.history import previously
from core.values import replace
from tui.kit.keys import TypeAhead
from tui.kit.lines_view import sentence
from tui.kit.modal import Modal, label
from tui.kit.phrases import say
from tui.play.log import log_lines
from tui.view import CampaignView

LAST = 6
"""Lines of the log, of whole entries; only a longer newest one is cut."""
SCREENS = ("f2", "f3", "f4", "f5", "f6")
MOST = 80
FRAME = 6
"""Columns of the page, and those of them that frame its lines."""


def page(view: CampaignView, player_view: bool = False) -> tuple[Message, ...]:
    """The page's lines in order; warnings about the file come first.

    Behind the `player_view` they show what players know.
    """
    if player_view:
        last = view.last and replace(view.last, unexplained=())
        notes = tuple(note.text for note in view.veiled.state.notes)
        view = replace(view.veiled, entries=view.seen_entries, notes=notes, last=last)
    lines = previously.page(
        view.state, view.assets, notes=view.notes, messages=_told(view), last=view.last
    )
    hint = () if view.state.travellers else (Message("F3 opens the party."),)
    return (*view.warnings, *lines, *hint)


def _told(view: CampaignView) -> list[Message]:
    lines: list[Message] = []
    for entry in reversed(view.entries):
        if entry.kind not in ("play", "note") or entry.undone:
            continue
        when = times.moment(entry.clock, view.state.calendar)
        messages = [
            Message("{when}  {what}", when=when if row.when else "", what=row.text)
            for row in log_lines.entry_lines(entry, view)
        ]
        if lines and len(messages) + len(lines) > LAST:
            break
        lines = [*messages, *lines]
    return lines[:LAST]


def heading(view: CampaignView) -> Message:
    """Return the head of the page: a campaign of which no session was played before begins."""
    if view.last is None and view.session == 1:
        return Message("{name} begins", name=view.called)
    return Message("Previously in {name}", name=view.called)


class Previously(Modal[None]):
    """The end of the last session; `y` copies it, and any other key closes it.

    A key that goes to a screen goes there at once, and the `:` line opens.
    """

    app: TypeAhead[None]
    CSS_PATH = "previously.tcss"

    def __init__(self, view: CampaignView, player_view: bool = False) -> None:
        super().__init__()
        self._head = say(heading(view))
        self._lines = tuple(map(say, page(view, player_view)))

    def compose(self) -> ComposeResult:
        with Vertical():
            yield label(self._head, id="head")
            yield label(self._broken(), id="page")
            yield label(Message("y copies it, any other key goes on"), id="keys")

    def on_resize(self) -> None:
        """Break the lines anew, once this layout is done: it would not make room for more lines."""
        self.call_after_refresh(lambda: self.write("page", self._broken()))

    def _broken(self) -> str:
        # What follows in an entry's line stands under its first word.
        width = min(MOST, self.app.size.width) - FRAME
        return "\n".join(row for line in self._lines for row in _hanging(line, width))

    def on_key(self, event: events.Key) -> None:
        """Copy or close; only a key that goes to a screen or opens the `:` line does more."""
        event.stop()
        event.prevent_default()
        if event.key == "y":
            self.app.copy_to_clipboard("\n".join((self._head, *self._lines, "")))
            self.write("keys", Message("Copied. Any key goes on."))
            return
        self.dismiss(None)
        if event.key in (*SCREENS, *self.app.keys.keys("palette")):
            self.app.pass_on(event)

    def on_click(self) -> None:
        """Close."""
        self.dismiss(None)


def _hanging(line: str, width: int) -> list[str]:
    text = line.lstrip()
    lead = line[: len(line) - len(text)]
    first, *more = sentence(text, width - len(lead) - 2) or [""]
    return [lead + first, *(f"{lead}  {row}" for row in more)]
