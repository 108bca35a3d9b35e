"""What a key of Sessions goes by (`PastStandpoint`), and what comes of it (`PastChange`).

A key or a typed word is a plain function: `def show_now(standpoint: PastStandpoint) -> PastChange`.
It has no screen, draws nothing and assigns nothing. `carry_out` in `execution.py` does what it
returns:

- a `SessionsUI` is what the screen remembers from now on;
- a `Wish` goes to another entry, and a `JournalRequest` lists the journal of a session;
- a command is performed, and a `Mark` is written into the journal;
- a `Message` is said, and a dialog is shown, whose answer goes to its function `then`;
- an `Inquiry` asks the past, and an `InquiringPage` is a page that asks it;
- a `Focus` gives a pane the keys;
- of a tuple each is carried out, in order. () changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, Protocol, TypeAlias, TypeVar

from textual.screen import ModalScreen

from core.combat.board.squares import Square
from core.messages import Message
from core.play.facts.state import State
from core.play.union import Command
from core.values import Struct
from saves.history.history import History
from saves.history.sessions import Session
from saves.store.entries import Entry
from tui.encounter.present.battle import Battle
from tui.kit.looks import PLAIN, Look
from tui.play.dialogs.dialog import AnyDialog
from tui.sessions.model import SessionsUI
from tui.sessions.present.visits import Wish
from tui.view import CampaignView

T = TypeVar("T")


class PastStandpoint(Struct, kw_only=True):
    """What a key goes by: the present, what is remembered of the past, and where the cursors are.

    `session` is the number under the cursor of the list of sessions, 0 while another pane has
    focus; `cursor` the square of the board, which counts while the board has focus.
    """

    view: CampaignView
    ui: SessionsUI = SessionsUI()
    session: int = 0
    cursor: Square = Square(0, 0)
    board_has_focus: bool = False
    player_view: bool = False
    look: Look = PLAIN

    @property
    def state(self) -> State:
        """The state of the present."""
        return self.view.state

    @property
    def head(self) -> int:
        """The newest entry."""
        return self.view.head

    @property
    def at(self) -> int:
        """The entry that is shown."""
        return self.ui.at(self.head)

    @property
    def in_the_past(self) -> bool:
        """Whether the entry shown is not the newest."""
        return self.at < self.head

    @property
    def shown_session(self) -> Session | None:
        """The session whose journal is shown."""
        return self.ui.session(self.head)

    @property
    def battle(self) -> Battle | None:
        """The encounter shown on its board; None on the road."""
        picture = self.ui.picture
        if picture is None:
            return None
        return picture.board(self.player_view)


class JournalRequest(Struct):
    """List the journal of a session around an entry; the moment stays."""

    session: Session
    seq: int


class Mark(Struct):
    """Write a mark: `write` is called with the campaign, on its thread, and with `values`."""

    words: Message
    """Said once it is saved."""
    write: Callable[..., Entry]
    values: tuple[object, ...]


class Inquiry(Struct, kw_only=True):
    """Ask the past; `then` gets its answer, with the standpoint of that moment.

    `meanwhile` is said until then. With `as_shown`, `work` is told of the curtain as its
    `player_view`. One that is `secret` is not asked while players look on. Of the inquiries of a
    `group` the newest alone is answered.
    """

    work: Callable[..., Any]
    then: Callable[[PastStandpoint, Any], PastChange]
    meanwhile: Message | None = None
    as_shown: bool = False
    secret: bool = False
    group: str = "pages"


class PastQuestions(Protocol):
    """Answers about the open campaign's past; `PastReader` gives them."""

    async def ask(self, work: Callable[[History], T]) -> T: ...
    async def ask_as_shown(self, work: Callable[..., T]) -> T: ...


class InquiringPage(Struct):
    """Show a page that asks the past while it is open; `then` gets its answer, None without one."""

    make: Callable[[PastQuestions], ModalScreen[Any]]
    then: Callable[[PastStandpoint, Any], PastChange]
    secret: bool = False


class Focus(Struct):
    """Give the keys to the board, or to the journal."""

    pane: Literal["board", "journal"]


PastDialog: TypeAlias = "AnyDialog[PastStandpoint, PastChange]"

PastChange: TypeAlias = (
    "SessionsUI | Command | Message | Wish | JournalRequest | Mark | PastDialog"
    " | Inquiry | InquiringPage | Focus | tuple[PastChange, ...]"
)
