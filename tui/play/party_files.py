"""The party written to a file and read from one: `:party export FILE`, `:party import FILE`."""

from __future__ import annotations

import asyncio
from pathlib import Path

from core.files import FileError
from core.messages import Message, Refusal
from core.play.table.party_file import read_party, write_party
from saves.exchange.findings import read_text
from saves.exchange.writing import make_folder, write
from saves.paths import exports
from tui.kit.text_line import typed_path
from tui.play.performer import PartHost


async def carry_out(screen: PartHost, text: str) -> None:
    """Do what follows the word `party`: "export FILE" ("" = among the exports), "import FILE"."""
    word, _, name = text.partition(" ")
    path = typed_path(name) if name.strip() else None
    with screen.gm.refusing():
        if word == "export":
            await _export(screen, path)
        elif word == "import" and path is not None:
            await _import(screen, path)
        else:
            raise Refusal("too_few_words", "Type :party export FILE, or :party import FILE.")


async def _export(screen: PartHost, path: Path | None) -> None:
    members = screen.state.members
    if not members:
        raise Refusal("nobody", "There is nobody in the party yet.")
    campaign = screen.app.worker.path
    if path is None:
        path = exports() / f"{campaign.stem if campaign else ''}-party.toml"
        make_folder(path.parent)
    await asyncio.to_thread(write, path, (write_party(members).encode(),))
    screen.gm.say_message("Written: {file}", file=str(path))


async def _import(screen: PartHost, path: Path) -> None:
    try:
        text = await asyncio.to_thread(read_text, path)
        joining = read_party(text, screen.state, screen.view.assets)
    except FileError as wrong:
        said = Message("{file}, {key}: {message}", file=path.name, key=wrong.key or wrong.line,
                       message=wrong.message)  # fmt: skip
        raise Refusal("bad_file", "{wrong}", wrong=said) from wrong
    screen.perform(joining)
