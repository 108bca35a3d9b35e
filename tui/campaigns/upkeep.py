"""Campaigns of the list: opened, imported, renamed, moved to the bin and put back, searched."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from textual.worker import WorkType

from core.files import reason_of
from core.messages import N_, Message, Refusal
from saves.exchange.findings import UnreadableFile
from tui.campaigns.campaign_list import CampaignList
from tui.kit.searching import Cursored, take_hits
from tui.kit.text_line import FileSuggester, typed_path
from tui.play.conversation import Conversation, SpokenHost

if TYPE_CHECKING:
    from saves.exchange.importing import Imported
    from saves.library.library import Shelf


class Upkeep:
    """What the first screen does with campaigns; `gm` speaks with the GM there."""

    def __init__(self, screen: ListHost, say_sentence: Callable[[str], object]) -> None:
        self.screen = screen
        self.gm = Conversation(screen, say_sentence)

    async def list_campaigns(self, choose: Path | None = None) -> None:
        """Read which campaigns there are and show them, with the cursor at `choose`."""
        self.screen.list.show(await self.screen.app.worker.listing(), choose)

    def take(self, row: str) -> None:
        """Do what Enter means on this row."""
        binning, self.screen.binning = self.screen.binning, None
        match row:
            case "demo":
                waiting = N_("Opening the demo; the first time its week is travelled ...")
                self.screen.app.enter(lambda worker: worker.demo(), Message(waiting))
            case "new" | "map":
                from tui.campaigns.new_campaign import NewCampaignScreen

                self.screen.app.push_screen(NewCampaignScreen())
            case "import":
                self.screen.run_worker(import_campaign(self.screen), exclusive=True, group="import")
            case _ if binning is not None and str(binning.path) == row:
                self.screen.run_worker(self.move_to_bin(binning), exclusive=True, group="shelves")
            case _:
                self.screen.app.enter(lambda worker: worker.open(row), Message("Opening ..."))

    def ask_to_bin(self) -> None:
        """Move the campaign under the cursor to the bin, after Enter."""
        shelf = self.screen.list.shelf
        if shelf is None:
            self.gm.say_message("Choose a campaign first, then press Delete.")
            return
        self.screen.binning = shelf
        asked = N_("Enter: move {name} to the bin?  u would put it back; Esc leaves it.")
        self.gm.say_message(asked, name=shelf.name)

    def keep(self) -> bool:
        """Leave the campaign that waits for Enter where it is; False if none does."""
        if self.screen.binning is None:
            return False
        self.screen.binning = None
        self.gm.say_sentence("")
        return True

    async def move_to_bin(self, shelf: Shelf) -> None:
        """Move a campaign to the bin; one that is open is closed."""
        with self.gm.refusing():
            await self.screen.app.history.close()
            await self.screen.app.worker.bin(shelf.path, shelf.name)
            self.screen.app.follow_desk()
            self.gm.say_message("{name} is in the bin; u puts it back.", name=shelf.name)
            await self.list_campaigns()

    async def put_back(self) -> None:
        """Put back the campaign that was binned last."""
        with self.gm.refusing():
            back = await self.screen.app.worker.unbin()
            if back is None:
                self.gm.say_message("Nothing has been moved to the bin.")
                return
            name, path = back
            self.gm.say_message("{name} is back.", name=name)
            await self.list_campaigns(path)

    async def rename(self) -> None:
        """Rename the campaign under the cursor."""
        shelf = self.screen.list.shelf
        if shelf is None:
            self.gm.say_message("Choose a campaign first, then press R to rename it.")
            return
        prompt = Message("another name for {name}", name=shelf.name)
        name = await self.gm.line(prompt, shelf.name, replace=True)
        if not name or name == shelf.name:
            return
        with self.gm.refusing():
            await self.screen.app.history.close()
            renamed = await self.screen.app.worker.rename(shelf.path, name)
            self.screen.app.follow_desk()
            self.gm.say_sentence("")
            self.screen.list_campaigns(renamed)

    async def search(self) -> None:
        """Ask for a name and go to the first campaign that has this in its own."""
        wanted = (await self.gm.line(Message("/ campaign"))).casefold()
        shelves = self.screen.list.shelves or ()
        found = [shelf for shelf in shelves if wanted in shelf.name.casefold()]
        if wanted and not take_hits(self.screen, [str(shelf.path) for shelf in found]):
            self.gm.say_message("No campaign found.")


class ListHost(SpokenHost, Cursored[str], Protocol):
    """The first screen as its parts see it; `CampaignsScreen` says what each member is."""

    binning: Shelf | None

    @property
    def gm(self) -> Conversation: ...
    @property
    def list(self) -> CampaignList: ...
    def list_campaigns(self, choose: Path | None = None) -> None: ...
    def run_worker(
        self, work: WorkType[object], *, group: str = "", exclusive: bool = False
    ) -> object: ...


RENAMED = ("taken", "no_name", "odd_name")
"""Codes of refusals that another name would meet."""


async def import_campaign(screen: ListHost) -> None:
    """Ask for the file until it can be read, and for another name if its own is taken."""
    prompt, file, name = Message("file of JSON Lines, written by outrider export"), "", None
    made = None
    while made is None:
        if name is None:
            file = await screen.gm.line(prompt, file, suggester=FileSuggester())
            if not file:
                return
        screen.gm.say_message("Importing ...")
        try:
            made = await asyncio.to_thread(_bring_in, screen, typed_path(file), name)
        except (Refusal, UnreadableFile) as refused:
            screen.gm.say_sentence("")
            if not isinstance(refused, Refusal) or refused.code not in RENAMED:
                prompt, name = Message("{wrong} Another file", wrong=refused.message), None
                continue
            name = await screen.gm.line(Message("{wrong} Another name", wrong=refused.message))
            if not name:
                return
    said = Message("{name} is imported, {count:entry|entries}.", name=made.name, count=made.entries)
    screen.gm.say_message(said)
    screen.list_campaigns(made.path)


def _bring_in(screen: ListHost, file: Path, name: str | None) -> Imported:
    from saves.exchange.importing import bring_in

    def told(entries: int, of: int) -> None:
        words = Message("Importing: {entries} of {of} entries", entries=entries, of=of)
        screen.app.call_from_thread(screen.gm.say_message, words)

    try:
        with file.open("rb") as stream:
            return bring_in(stream, name, told)
    except (OSError, ValueError) as error:
        reason = reason_of(error)
        raise UnreadableFile("{name}: {reason}.", name=str(file), reason=reason) from error
