"""The Ahead line of a screen: what Enter and Space would do, and what u would take back."""

from __future__ import annotations

from typing import Protocol

from core.messages import Message
from core.play import queries
from core.play.union import describe
from tui.kit.lines_view import words
from tui.kit.phrases import Words
from tui.play import journal_log
from tui.play.dice_tray import DiceTray
from tui.play.footer import AheadLine
from tui.play.host import PartHost
from tui.play.performer import Performer


class AheadHost(PartHost, Protocol):
    """A screen with an Ahead line."""

    performer: Performer

    def ahead(self) -> tuple[Words | None, Words | None]: ...


def show(screen: AheadHost) -> None:
    """Show what Enter and Space would do, and what u and U would undo and redo."""
    line = screen.query_one(AheadLine)
    if screen.query_one(DiceTray).display:
        taken = Message("take the dice, once every row has its own")
        line.show(taken, Message("next empty row"), Message("the last die typed"))
        return
    enter, space = screen.ahead()
    confirming = screen.performer.confirming
    if confirming is not None:
        enter = Message("{command}?", command=queries.would(confirming, screen.state))
    if screen.performer.due() is not None:
        space = Message("ask for the dice that are owed")
    shown = (enter, space, *_titles(screen))
    line.show(*(one and screen.app.discreet(words(one)) for one in shown))


def _titles(screen: AheadHost) -> tuple[Message | None, Message | None]:
    view, owed = screen.view, screen.performer.owed_last()
    found = (view.undo_title, view.redo_title)
    undo, redo = (None if t is None else view.named(t) for t in found)
    if screen.player_view:
        undo = undo and journal_log.seen_last(view)
        redo = redo and Message("what was undone")
    if owed is not None:
        undo = Message("the dice of: {command}", command=describe(owed.command, screen.state))
    return undo, redo
