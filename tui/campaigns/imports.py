"""Importing a campaign from JSON Lines, on the first screen."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

from core.files import reason_of
from core.messages import Message, Refusal
from saves.exchange.findings import UnreadableFile
from tui.campaigns.list_host import ListHost
from tui.kit.text_line import FileSuggester, typed_path

if TYPE_CHECKING:
    from saves.exchange.importing import Imported

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
