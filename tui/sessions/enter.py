"""What Enter and Space mean on the Sessions screen."""

from __future__ import annotations

from core.messages import Message
from core.receipts import Receipt
from core.values import Struct
from saves.history.sessions import Session
from tui.play.screen import RECEIPTS
from tui.sessions.model import SessionsUI


class PastAction(Struct):
    """Show `receipts`, go to the entry `to` (and its list), or say why `refused`."""

    receipts: tuple[Receipt, ...] = ()
    to: int = 0
    listed: bool = False
    refused: Message | None = None


def enter_action(
    ui: SessionsUI, head: int, typed: str, session: int, *, player_view: bool
) -> PastAction:
    """What Enter does after the digits `typed`, with this `session` in focus (0 = none is)."""
    if typed:
        return go_to_entry(typed, head)
    if session:
        return go_to_session(ui, str(session))
    return show_receipts(ui, player_view=player_view)


def go_to_entry(text: str, head: int) -> PastAction:
    """Go to the entry whose number was typed; `head` is the newest."""
    number = int(text) if text.isascii() and text.isdigit() else 0
    if 1 <= number <= head:
        return PastAction(to=number)
    return PastAction(
        refused=Message(
            "There is no entry {text}. Type a number from 1 to {head}."
            if text
            else "Which entry? Type a number from 1 to {head}.",
            head=head,
            text=text,
        )
    )


def go_to_session(ui: SessionsUI, text: str) -> PastAction:
    """Go to the first entry of the session whose number was typed."""
    found = find_session(ui, text)
    if isinstance(found, Message):
        return PastAction(refused=found)
    return PastAction(to=found.first, listed=True)


def find_session(ui: SessionsUI, text: str) -> Session | Message:
    """The session whose number was typed, or why there is none."""
    number = int(text) if text.isascii() and text.isdigit() else 0
    found = None if ui.overview is None else ui.overview.session(number)
    if found is not None:
        return found
    return Message(
        "There is no session {number}."
        if text
        else "Which session? Type :session 2 for the second, for example.",
        number=text,
    )


def show_receipts(
    ui: SessionsUI, asked: tuple[Receipt, ...] = (), *, player_view: bool
) -> PastAction:
    """Show the receipts of the dice `asked` for now, else of the entry shown."""
    if player_view:
        return PastAction(refused=Message(RECEIPTS))
    if asked or ui.receipts:
        return PastAction(asked or ui.receipts)
    return PastAction(refused=Message("This entry was recorded without receipts."))


def preview(ui: SessionsUI, head: int, session: int) -> tuple[Message, Message]:
    """What Enter, with this `session` in focus (0 = none is), and Space would do."""
    enter = Message("this entry has no receipt")
    if session:
        enter = Message("go to session {number}", number=session)
    elif ui.receipts:
        enter = Message("{count:receipt|receipts} of this entry", count=len(ui.receipts))
    if ui.at(head) < head:
        return enter, Message("the next entry")
    return enter, Message("nothing comes after the present")
