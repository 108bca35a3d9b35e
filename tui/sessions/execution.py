"""Carrying out what came of a key: the one place where a `PastChange` becomes a deed."""

from __future__ import annotations

from textual.worker import Worker

from core.messages import Message
from tui.board.battle_grid import BattleGrid
from tui.kit.workers import wait_for
from tui.play.dialogs.dialog import ChoiceDialog, LineDialog, PageDialog, open_dialog
from tui.sessions.change import (
    Focus,
    InquiringPage,
    Inquiry,
    JournalRequest,
    Mark,
    PastChange,
    PastDialog,
)
from tui.sessions.host import PastHost
from tui.sessions.model import SessionsUI
from tui.sessions.present.visits import Wish


def carry_out(screen: PastHost, change: PastChange) -> Worker[object] | None:
    """Do what came of a key; returns the worker that waits for an answer."""
    match change:
        case tuple():
            workers = [carry_out(screen, each) for each in change]
            return next((worker for worker in workers if worker is not None), None)
        case SessionsUI():
            screen.remember(change)
        case Message():
            screen.gm.say_message(change)
        case Wish():
            screen.reader.wish(change)
        case JournalRequest():
            screen.reader.list_session(change.session, change.seq)
        case Focus("board"):
            screen.query_one(BattleGrid).focus()
        case Focus():
            screen.focus_pane()
        case Mark():
            return screen.run_worker(_write(screen, change), group="perform")
        case LineDialog() | ChoiceDialog() | PageDialog():
            return screen.run_worker(_ask(screen, change))
        case Inquiry():
            inquires = _inquire(screen, change)
            return screen.run_worker(inquires, group=change.group, exclusive=True)
        case InquiringPage():
            return screen.run_worker(_show_page(screen, change), group="pages", exclusive=True)
        case _:
            screen.perform(change)
    return None


async def _follow(screen: PastHost, change: PastChange) -> None:
    # What came of an answer, in the worker that waited for it.
    match change:
        case tuple():
            for each in change:
                await _follow(screen, each)
        case LineDialog() | ChoiceDialog() | PageDialog():
            await _ask(screen, change)
        case Inquiry():
            await _inquire(screen, change)
        case InquiringPage():
            await _show_page(screen, change)
        case _:
            worker = carry_out(screen, change)
            if worker is not None:
                await wait_for(worker)


async def _ask(screen: PastHost, dialog: PastDialog) -> None:
    follow = await open_dialog(screen, dialog)
    if follow is not None:
        with screen.gm.refusing():
            await _follow(screen, follow(screen.standpoint))


async def _write(screen: PastHost, mark: Mark) -> None:
    with screen.gm.refusing():
        screen.app.view = await screen.app.worker.write(
            lambda campaign: mark.write(campaign, *mark.values)
        )
        screen.gm.say_message(mark.words)


async def _inquire(screen: PastHost, inquiry: Inquiry) -> None:
    if inquiry.secret and screen.gm.veiled():
        return
    if inquiry.meanwhile is not None:
        screen.gm.say_message(inquiry.meanwhile)
    with screen.gm.refusing():
        if inquiry.as_shown:
            answer = await screen.reader.ask_as_shown(inquiry.work)
        else:
            answer = await screen.reader.ask(inquiry.work)
        if inquiry.meanwhile is not None:
            screen.gm.say_sentence("")
        await _follow(screen, inquiry.then(screen.standpoint, answer))


async def _show_page(screen: PastHost, page: InquiringPage) -> None:
    if page.secret and screen.gm.veiled():
        return
    answer = await screen.app.push_screen_wait(page.make(screen.reader))
    with screen.gm.refusing():
        await _follow(screen, page.then(screen.standpoint, answer))
