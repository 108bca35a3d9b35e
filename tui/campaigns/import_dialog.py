"""Importing a campaign from JSON Lines, on the first screen."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

from textual import work
from textual.screen import Screen
from textual.suggester import Suggester

from core.files import reason_of
from core.messages import Message, Refusal
from saves.exchange.findings import UnreadableFile
from tui.kit.phrases import phrase, say
from tui.kit.text_line import FileSuggester

if TYPE_CHECKING:
    from saves.exchange.importing import Imported

RENAMED = ("taken", "no_name", "odd_name")
"""Codes of refusals that another name would meet."""


class ImportingScreen(Screen[None]):
    """A screen that lists campaigns and can import one."""

    def say_sentence(self, sentence: str) -> None:
        """Show what went wrong, or what is going on."""
        raise NotImplementedError

    def list_campaigns(self, choose: Path | None = None) -> object:
        """Fill the list, the cursor at `choose`."""
        raise NotImplementedError

    @work(exclusive=True, group="import")
    async def import_campaign(self) -> None:
        """Ask for the file, and for another name if its own is taken."""
        file = await self.line(
            Message("file of JSON Lines, written by outrider export"), suggester=FileSuggester()
        )
        if not file:
            return
        made, name = None, None
        while made is None:
            self.say_sentence(phrase("Importing ..."))
            try:
                made = await asyncio.to_thread(self._bring_in, Path(file).expanduser(), name)
            except (Refusal, UnreadableFile) as refused:
                if not isinstance(refused, Refusal) or refused.code not in RENAMED:
                    self.say_sentence(say(refused.message))
                    return
                self.say_sentence("")
                name = await self.line(Message("{wrong} Another name", wrong=refused.message))
                if not name:
                    return
        said = Message(
            "{name} is imported, {count:entry|entries}.", name=made.name, count=made.entries
        )
        self.say_sentence(say(said))
        self.list_campaigns(made.path)

    async def line(
        self, prompt: Message, start: str = "", suggester: Suggester | None = None
    ) -> str:
        """A line from the GM, "" when cancelled; Enter replaces `start`."""
        from tui.kit.text_line import TextLine

        ask = TextLine(prompt, start, suggester=suggester, replace=bool(start))
        return (await self.app.push_screen_wait(ask) or "").strip()

    def _bring_in(self, file: Path, name: str | None) -> Imported:
        from saves.exchange.importing import bring_in

        def told(entries: int, of: int) -> None:
            words = Message("Importing: {entries} of {of} entries", entries=entries, of=of)
            self.app.call_from_thread(self.say_sentence, say(words))

        try:
            with file.open("rb") as stream:
                return bring_in(stream, name, told)
        except (OSError, ValueError) as error:
            reason = reason_of(error)
            raise UnreadableFile("{name}: {reason}.", name=str(file), reason=reason) from error
