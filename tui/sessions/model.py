"""What the Sessions screen remembers, and what Enter and Space mean on it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from core.combat.board.squares import Square
from core.messages import Message
from core.receipts import Receipt
from core.values import Struct, replace
from saves.history.sessions import Session
from tui.board.grid_things import NO_LAYER, Layer
from tui.kit.numbers import maybe_whole
from tui.kit.receipt import NO_FIGURE
from tui.play.screen import RECEIPTS
from tui.sessions.present.history_rows import Listing, SessionLines, list_journal, list_sessions
from tui.sessions.present.scene import Picture
from tui.sessions.present.visits import Journal, Overview, Visit

PastAction: TypeAlias = "tuple[Receipt, ...] | Session | int | Message"
"""Show these receipts, go to a session in its list, go to an entry, or say why not."""


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
    it is `described` once, and `laid` is what was computed of it. `measured` is where the ruler
    begins, `ruler` what it has counted at each square.
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
    left: bool = False
    """Whether the GM has left for another screen: `visit` is still drawn, the present counts."""
    settled: bool = True
    """Whether `visit` is all that is wished for; until then the journal's cursor goes ahead."""
    lines: SessionLines = SessionLines()
    """The sessions as last read, in rows."""
    listing: Listing = Listing()
    """The journal as last read, in rows."""
    laid: Layer = NO_LAYER
    ruler: Mapping[Square, int] = {}

    def with_visit(self, visit: Visit, *, settled: bool = True) -> SessionsUI:
        """Another moment; the ruler ends with its moment."""
        return replace(self, visit=visit, left=False, settled=settled, measured=None, ruler={})

    def with_overview(self, overview: Overview) -> SessionsUI:
        """What was read of all sessions; the journal is to be read again."""
        return replace(self, overview=overview, journal=None, lines=list_sessions(overview))

    def with_journal(self, journal: Journal) -> SessionsUI:
        """The journal of a session."""
        if self.overview is None:
            return replace(self, journal=journal)
        listing = list_journal(journal, self.overview, self.only)
        return replace(self, journal=journal, listing=listing)

    def with_curtain_turned(self) -> SessionsUI:
        """Nothing of an entry until it is read again, for those who look on now."""
        visit = self.visit
        if visit is not None:
            visit = replace(visit, figures=None, trouble=None)
        return replace(
            self,
            visit=visit,
            overview=None,
            journal=None,
            hits=None,
            listing=Listing(),
            laid=NO_LAYER,
        )

    def forgetting(self) -> SessionsUI:
        """Nothing of the campaign shown; the GM's choices stay."""
        return SessionsUI(only=self.only, layer=self.layer, described=self.described)

    def at(self, head: int) -> int:
        """The entry shown; `head`, the newest, before one was read."""
        if self.visit is None or self.left:
            return head
        return self.visit.at

    @property
    def picture(self) -> Picture | None:
        """The picture of the moment shown; None where there is none."""
        if self.visit is None or self.left:
            return None
        return self.visit.picture

    @property
    def receipts(self) -> tuple[Receipt, ...]:
        """The receipts of the entry shown, as recorded; none behind the curtain."""
        if self.visit is None or self.left or self.visit.figures is None:
            return ()
        return self.visit.figures.reasons

    def session(self, head: int) -> Session | None:
        """The session whose journal is shown."""
        if self.journal is not None:
            return self.journal.session
        if self.overview is None:
            return None
        return self.overview.session_of(self.at(head))

    def find_session(self, text: str) -> Session | Message:
        """The session whose number was typed, or why there is none."""
        number = maybe_whole(text) or 0
        if self.overview is not None:
            session = self.overview.session(number)
            if session is not None:
                return session
        return Message(
            "There is no session {number}."
            if text
            else "Which session? Type :session 2 for the second, for example.",
            number=text,
        )

    def enter(self, head: int, typed: str, session: int, *, player_view: bool) -> PastAction:
        """What Enter does after these digits, with this `session` in focus (0 = none is)."""
        if typed:
            return find_entry(typed, head)
        if session:
            return self.find_session(str(session))
        return self.why(player_view=player_view)

    def why(self, asked: tuple[Receipt, ...] | None = None, *, player_view: bool) -> PastAction:
        """Show the receipts of the dice `asked` for now (None = none are), else of the entry."""
        if player_view:
            return Message(RECEIPTS)
        if asked is not None:
            return asked or NO_FIGURE
        return self.receipts or Message("This entry was recorded without receipts.")

    def preview(self, head: int, session: int) -> tuple[Message, Message]:
        """What Enter, with this `session` in focus (0 = none is), and Space would do."""
        enter = Message("this entry has no receipt")
        if session:
            enter = Message("go to session {number}", number=session)
        elif self.receipts:
            enter = Message("{count:receipt|receipts} of this entry", count=len(self.receipts))
        if self.at(head) < head:
            return enter, Message("the next entry")
        return enter, Message("nothing comes after the present")


def find_entry(text: str, head: int) -> int | Message:
    """The entry whose number was typed, or why there is none; `head` is the newest."""
    number = maybe_whole(text) or 0
    if 1 <= number <= head:
        return number
    return Message(
        "There is no entry {text}. Type a number from 1 to {head}."
        if text
        else "Which entry? Type a number from 1 to {head}.",
        head=head,
        text=text,
    )
