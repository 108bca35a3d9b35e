"""What is written as files: records of a session, shown as a page, too, and the party."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from core.files import FileError
from core.messages import Message, Refusal
from core.play.party.party_file import read_party, write_party
from saves.exchange.findings import read_text
from saves.exchange.writing import make_folder, write
from saves.library.effect_library import known_effects
from saves.paths import export_stem, exports
from tui.kit.text_line import typed_path
from tui.play.performing.performer import PartHost

if TYPE_CHECKING:
    from saves.exchange.exporting import ExportRequest
    from saves.store.backend import Place
    from tui.play.dialogs.export_dialog import Order


class Records:
    """Shows and exports the records of a screen; keeps what was chosen last.

    `number` is the number of the session that they are of; None: the one played last.
    """

    def __init__(self, screen: PartHost) -> None:
        self._screen = screen
        self.number: Callable[[], int | None] = lambda: None
        self._order: Order | None = None

    def export(self, export_request: ExportRequest | None = None) -> None:
        """Ask of what, for whom, as what and where, and write the file.

        It begins with `export_request`, else with what was chosen last.
        """
        self._screen.run_worker(self._export(export_request), group="pages", exclusive=True)

    def recap(self, audience: str = "") -> None:
        """Show the page of the session for the players, or with "gm" for the GM."""
        self._screen.run_worker(self._recap(audience), group="pages", exclusive=True)

    async def _export(self, export_request: ExportRequest | None) -> None:
        app = self._screen.app
        campaign = app.worker.place
        if campaign is None:
            return
        from tui.play.dialogs.export_dialog import Export, Order, begun

        session = await self._session(campaign)
        order = begun(self._order, session)
        if export_request is not None:
            order = Order(export_request, session, order.folder)
        written = await app.push_screen_wait(Export(campaign, order))
        if written is not None:
            self._order = written.order
            self._screen.gm.say_message("Written: {file}", file=str(written.path))

    async def _recap(self, audience: str) -> None:
        screen = self._screen
        campaign = screen.app.worker.place
        if campaign is None:
            return
        from saves.exchange.exporting import ExportRequest
        from tui.play.dialogs.export_dialog import Recap

        if audience not in ("", "players", "gm"):
            screen.gm.say_message(":recap is for the players, :recap gm is for you.")
            return
        if audience == "gm" and screen.gm.veiled():
            return
        session = await self._session(campaign)
        wanted = ExportRequest(session, "gm" if audience == "gm" else "players")
        if await screen.app.push_screen_wait(Recap(campaign, wanted)) == "save":
            self.export(wanted)

    async def _session(self, campaign: Place) -> int:
        number = self.number()
        if number is not None:
            return number
        from saves.history.sessions import sessions

        self._screen.gm.say_message("Looking back ...")
        found = await self._screen.app.history.ask(campaign, lambda look: len(sessions(look)))
        self._screen.gm.say_sentence("")
        return found


async def party_file(screen: PartHost, text: str) -> None:
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
    campaign = screen.app.worker.place
    if path is None:
        stem = export_stem(campaign.title) if campaign else ""
        path = exports() / f"{stem}-party.toml"
        make_folder(path.parent)
    await asyncio.to_thread(write, path, (write_party(members).encode(),))
    screen.gm.say_message("Written: {file}", file=str(path))


async def _import(screen: PartHost, path: Path) -> None:
    try:
        text = await asyncio.to_thread(read_text, path)
        library = known_effects(screen.state, screen.view.assets.rules)
        joining = read_party(text, screen.state, screen.view.assets, library)
    except FileError as wrong:
        said = Message(
            "{file}, {key}: {message}" if wrong.key else "{file}, {message}",
            file=path.name,
            key=wrong.key,
            message=wrong.message,
        )
        raise Refusal("bad_file", "{wrong}", wrong=said) from wrong
    screen.perform(joining)
