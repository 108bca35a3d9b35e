"""Campaigns of the list: opened, renamed, moved to the bin and put back, searched."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from core.messages import N_, Message
from tui.campaigns.enter import enter_action
from tui.campaigns.imports import import_campaign
from tui.campaigns.list_host import ListHost
from tui.campaigns.model import CampaignsUI
from tui.kit.searching import take_hits

if TYPE_CHECKING:
    from saves.library.library import Shelf


async def list_campaigns(screen: ListHost, choose: Path | None = None) -> None:
    """Read which campaigns there are and show them, with the cursor at `choose`."""
    screen.list.show(await screen.app.worker.listing(), choose)


def take(screen: ListHost, row: str) -> None:
    """Do what Enter means on this row."""
    action = enter_action(screen.ui, row)
    binning, screen.ui = screen.ui.binning, CampaignsUI()
    match action.do:
        case "demo":
            waiting = N_("Opening the demo; the first time its week is travelled ...")
            screen.app.enter(lambda worker: worker.demo(), Message(waiting))
        case "new":
            from tui.campaigns.new_campaign import NewCampaignScreen

            screen.app.push_screen(NewCampaignScreen())
        case "import":
            screen.run_worker(import_campaign(screen), exclusive=True, group="import")
        case "bin" if binning is not None:
            screen.run_worker(move_to_bin(screen, binning), exclusive=True, group="shelves")
        case _:
            screen.app.enter(lambda worker: worker.open(row), Message("Opening ..."))


def ask_to_bin(screen: ListHost) -> None:
    """Move the campaign under the cursor to the bin, after Enter."""
    shelf = screen.list.shelf
    if shelf is None:
        screen.gm.say_message("Choose a campaign first, then press Delete.")
        return
    screen.ui = CampaignsUI(shelf)
    asked = N_("Enter: move {name} to the bin?  u would put it back; Esc leaves it.")
    screen.gm.say_message(asked, name=shelf.name)


def keep(screen: ListHost) -> bool:
    """Leave the campaign that waits for Enter where it is; False if none does."""
    waits = screen.ui.binning is not None
    if waits:
        screen.ui = CampaignsUI()
        screen.gm.say_sentence("")
    return waits


async def move_to_bin(screen: ListHost, shelf: Shelf) -> None:
    """Move a campaign to the bin; one that is open is closed."""
    with screen.gm.refusing():
        await screen.app.history.close()
        await screen.app.worker.bin(shelf.path, shelf.name)
        screen.app.follow_desk()
        screen.gm.say_message("{name} is in the bin; u puts it back.", name=shelf.name)
        await list_campaigns(screen)


async def put_back(screen: ListHost) -> None:
    """Put back the campaign that was binned last."""
    with screen.gm.refusing():
        back = await screen.app.worker.unbin()
        if back is None:
            screen.gm.say_message("Nothing has been moved to the bin.")
            return
        name, path = back
        screen.gm.say_message("{name} is back.", name=name)
        await list_campaigns(screen, path)


async def rename(screen: ListHost) -> None:
    """Rename the campaign under the cursor."""
    shelf = screen.list.shelf
    if shelf is None:
        screen.gm.say_message("Choose a campaign first, then press R to rename it.")
        return
    prompt = Message("another name for {name}", name=shelf.name)
    name = await screen.gm.line(prompt, shelf.name, replace=True)
    if not name or name == shelf.name:
        return
    with screen.gm.refusing():
        await screen.app.history.close()
        renamed = await screen.app.worker.rename(shelf.path, name)
        screen.app.follow_desk()
        screen.gm.say_sentence("")
        screen.list_campaigns(renamed)


async def search(screen: ListHost) -> None:
    """Ask for a name and go to the first campaign that has this in its own."""
    wanted = (await screen.gm.line(Message("/ campaign"))).casefold()
    shelves = screen.list.shelves or ()
    found = [shelf for shelf in shelves if wanted and wanted in shelf.name.casefold()]
    if not take_hits(screen, [str(shelf.path) for shelf in found]):
        screen.gm.say_message("No campaign found.")


def leave_for(screen: ListHost, mode: str) -> None:
    """Go back to a screen of the open campaign, if any."""
    if screen.app.moment is not None:
        screen.app.switch_mode(mode)
    else:
        screen.gm.say_message("No campaign is open: choose one with Enter.")
