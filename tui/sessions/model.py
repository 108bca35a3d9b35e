"""What the Sessions screen remembers."""

from __future__ import annotations

from collections.abc import Mapping

from core.combat.board.squares import Square
from core.receipts import Receipt
from core.values import Struct, replace
from saves.history.sessions import Session
from tui.sessions.present.visits import Journal, Overview, Visit


class Hits(Struct):
    """The result of a search: entries to go to, a line about each, and their number."""

    text: str
    seqs: tuple[int, ...] = ()
    lines: tuple[str, ...] = ()
    total: int = 0
    at: int = 0
    """The place of the one that was chosen."""


class SessionsUI(Struct):
    """The moment, the sessions and the journal shown (None: not read yet), and the GM's choices.

    `hits` are of the last search, `only` is the kind of entries listed, `letters` are the entries
    that the next key may jump to. `layer` of the board is kept from moment to moment ("" = none);
    it is `described` once. `measured` is where the ruler begins.
    """

    visit: Visit | None = None
    overview: Overview | None = None
    journal: Journal | None = None
    hits: Hits | None = None
    only: str = "all"
    letters: Mapping[str, int] = {}
    layer: str = ""
    described: bool = True
    measured: Square | None = None

    def with_visit(self, visit: Visit) -> SessionsUI:
        """Another moment; the ruler ends with its moment."""
        return replace(self, visit=visit, measured=None)

    def forgetting(self) -> SessionsUI:
        """Nothing of the campaign shown; the GM's choices stay."""
        return replace(
            self, visit=None, overview=None, journal=None, hits=None, letters={}, measured=None
        )

    def at(self, head: int) -> int:
        """The entry shown; `head`, the newest, before one was read."""
        return head if self.visit is None else self.visit.at

    @property
    def receipts(self) -> tuple[Receipt, ...]:
        """The receipts of the entry shown, as recorded; none behind the curtain."""
        figures = None if self.visit is None else self.visit.figures
        return () if figures is None else figures.reasons

    def session(self, head: int) -> Session | None:
        """The session whose journal is shown."""
        if self.journal is not None:
            return self.journal.session
        return None if self.overview is None else self.overview.session_of(self.at(head))
