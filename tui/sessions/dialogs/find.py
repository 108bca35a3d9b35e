"""The search of the history: what is typed, and the hits, listed meanwhile."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import ClassVar, cast

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Input

from core.messages import N_, Message, Refusal
from core.values import Struct, replace
from saves.history.search import Kind, Query
from tui.kit.lines_view import Line, Pane, around, trimmed
from tui.kit.modal import Modal, label
from tui.kit.phrases import phrase
from tui.kit.text_line import LineInput, WordSuggester
from tui.play.typed.line import one_of

FILTERS = ("all", "fights", "travel", "rulings", "notes", "hidden")
"""The filters of the journal."""

KINDS = ("fight", "travel", "ruling", "note", "session", "undo", "redo", "play")
"""The values of kind:."""

KEYS = ("creature", "place", "kind", "session")
"""The keys of a search, as in creature:ogre."""


def query(text: str, limit: int = 200) -> Query:
    """Read a search: words, and creature:, place:, kind:, session: to narrow it.

    Raises Refusal for an unknown key, or a session that is not a number.
    """
    plain: list[str] = []
    found = dict.fromkeys(KEYS, "")
    for word in text.split():
        key, colon, value = word.partition(":")
        if not colon:
            plain.append(word)
        else:
            found[one_of(key, KEYS, "unknown_key")] = value
    kind, number = found["kind"], found["session"]
    if kind:
        kind = one_of(kind, KINDS, "unknown_kind")
    if number and not (number.isascii() and number.isdigit()):
        raise Refusal("no_number", "session: needs a number, as in session:3.")
    return Query(
        " ".join(plain), found["creature"], found["place"], cast("Kind", kind), int(number or 0),
        undone=kind in ("undo", "redo"), limit=limit,
    )  # fmt: skip


SHOWN = 8


class Hits(Struct):
    """The result of a search: entries to go to, a line about each, and their number."""

    text: str
    seqs: tuple[int, ...] = ()
    lines: tuple[str, ...] = ()
    total: int = 0
    at: int = 0
    """The place of the one that was chosen."""


Search = Callable[[str], Awaitable[Hits]]


class HitList(Pane):
    """The hits around the chosen one, which is marked."""

    _hits: Hits | None = None
    at = 0

    def show(self, hits: Hits | None, at: int) -> None:
        """Show these."""
        self._hits, self.at = hits, at
        self.redraw()

    def lines(self, width: int) -> list[Line]:
        """The number of hits, and some of them."""
        hits = self._hits
        if hits is None:
            hint = phrase("words, and creature: place: kind: session: narrow it")
            return [((trimmed(f" {hint}", width), "dim"),)]
        few = hits.total > len(hits.seqs)
        words = N_("{hits:hit|hits}, the first {shown} here") if few else N_("{hits:hit|hits}")
        count = phrase(words, hits=hits.total, shown=len(hits.seqs))
        first_shown = around(self.at, SHOWN, len(hits.lines))
        shown: list[Line] = [((f" {count}", "dim"),)]
        for number, line in enumerate(hits.lines[first_shown : first_shown + SHOWN], first_shown):
            here = number == self.at
            text = trimmed(line, width - 2)
            shown.append(((">" if here else " ", "mark"), (text, "cursor" if here else "")))
        return shown


class Find(Modal[Hits | None]):
    """Asks for words; returns the hits, or None when the GM leaves with Escape."""

    CSS_PATH = ["../../play/widgets.tcss", "find.tcss"]
    AUTO_FOCUS = "Input"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "choose(1)", "next hit", id="find-next"),
        Binding("up", "choose(-1)", "hit before", id="find-previous"),
    ]

    def __init__(self, search: Search, start: str = "") -> None:
        super().__init__()
        self._search = search
        self._start = start
        self._hits: Hits | None = None

    def compose(self) -> ComposeResult:
        with Vertical():
            yield label(Message("/ search the journal"), id="prompt")
            yield HitList(id="hits")
            yield label(id="wrong")
            words = tuple(f"{key}:" for key in KEYS)
            yield LineInput(
                self._start, suggester=WordSuggester(lambda: words), compact=True,
                select_on_focus=True,
            )  # fmt: skip

    @on(Input.Changed)
    @work(group="find", exclusive=True)
    async def _typed(self, event: Input.Changed) -> None:
        hits = await self._found(event.value)
        if hits is not None or not event.value.strip():
            self._show(hits, 0 if hits is None else hits.at)

    async def _found(self, text: str) -> Hits | None:
        wrong = found = None
        try:
            found = await self._search(text) if text.strip() else None
        except Refusal as refusal:
            wrong = refusal.message
        self.write("wrong", wrong)
        return found

    def _show(self, hits: Hits | None, at: int = 0) -> None:
        self._hits = hits
        self.query_one(HitList).show(hits, at)

    def action_choose(self, step: int) -> None:
        """The next hit of the list, or the one before."""
        if self._hits is not None and self._hits.seqs:
            at = self.query_one(HitList).at + step
            self._show(self._hits, at % len(self._hits.seqs))

    @on(Input.Submitted)
    async def _submitted(self, event: Input.Submitted) -> None:
        hits = self._hits
        if hits is None or hits.text != event.value:
            hits = await self._found(event.value)
            self._show(hits, 0 if hits is None else hits.at)
        if hits is None:
            if not event.value.strip():
                self.dismiss(None)
            return
        self.dismiss(replace(hits, at=self.query_one(HitList).at))
