"""The page of the search: words are typed, and their hits are listed meanwhile."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.reactive import reactive
from textual.widgets import Input

from core.messages import Message, Refusal
from core.values import replace
from tui.kit.lines_view import Line, Pane, around, trimmed
from tui.kit.modal import Modal, label
from tui.kit.phrases import phrase
from tui.kit.text_line import LineInput, WordSuggester
from tui.sessions.model import Hits

SHOWN = 8


Search = Callable[[str], Awaitable[Hits]]


class HitList(Pane):
    """The hits around the chosen one, which is marked."""

    hits: reactive[Hits | None] = reactive(None, repaint=False)
    """None: nothing was searched for yet."""

    def watch_hits(self) -> None:
        """List other hits."""
        self.redraw()

    def lines(self, width: int) -> list[Line]:
        """The number of hits, and some of them."""
        hits = self.hits
        if hits is None:
            hint = phrase("words, and creature: place: kind: session: narrow it")
            return [((trimmed(f" {hint}", width), "dim"),)]
        few = hits.total > len(hits.seqs)
        count = phrase(
            "{hits:hit|hits}, the first {shown} here" if few else "{hits:hit|hits}",
            hits=hits.total,
            shown=len(hits.seqs),
        )
        first_shown = around(hits.at, SHOWN, len(hits.lines))
        lines: list[Line] = [((f" {count}", "dim"),)]
        for number, line in enumerate(hits.lines[first_shown : first_shown + SHOWN], first_shown):
            here = number == hits.at
            text = trimmed(line, width - 2)
            lines.append(((">" if here else " ", "mark"), (text, "cursor" if here else "")))
        return lines


class Find(Modal[Hits | None]):
    """Asks for words; returns the hits, or None when the GM leaves with Escape.

    `keys` are the words that narrow a search, which complete what is typed.
    """

    CSS_PATH = ["../../play/widgets.tcss", "find_page.tcss"]
    AUTO_FOCUS = "Input"
    BINDINGS = [
        Binding("down", "choose(1)", "next hit", id="find-next"),
        Binding("up", "choose(-1)", "hit before", id="find-previous"),
    ]

    def __init__(self, search: Search, keys: tuple[str, ...], start: str = "") -> None:
        super().__init__()
        self._keys = keys
        self._search = search
        self._start = start

    def compose(self) -> ComposeResult:
        with Vertical():
            yield label(Message("/ search the journal"), id="prompt")
            yield HitList(id="hits")
            yield label(id="wrong")
            words = tuple(f"{key}:" for key in self._keys)
            yield LineInput(
                self._start,
                suggester=WordSuggester(lambda: words),
                compact=True,
                select_on_focus=True,
            )

    @on(Input.Changed)
    @work(group="find", exclusive=True)
    async def _typed(self, event: Input.Changed) -> None:
        hits = await self._found(event.value)
        if hits is not None or not event.value.strip():
            self.query_one(HitList).hits = hits

    async def _found(self, text: str) -> Hits | None:
        wrong = hits = None
        try:
            hits = await self._search(text) if text.strip() else None
        except Refusal as refusal:
            wrong = refusal.message
        self.write("wrong", wrong)
        return hits

    def action_choose(self, step: int) -> None:
        """The next hit of the list, or the one before."""
        pane = self.query_one(HitList)
        if pane.hits is not None and pane.hits.seqs:
            at = (pane.hits.at + step) % len(pane.hits.seqs)
            pane.hits = replace(pane.hits, at=at)

    @on(Input.Submitted)
    async def _submitted(self, event: Input.Submitted) -> None:
        hits = self.query_one(HitList).hits
        if hits is None or hits.text != event.value:
            hits = await self._found(event.value)
            self.query_one(HitList).hits = hits
        if hits is not None or not event.value.strip():
            self.dismiss(hits)
