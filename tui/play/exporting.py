"""Copying and exporting records."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import work

from tui.play.screen import CampaignScreen

if TYPE_CHECKING:
    from pathlib import Path

    from saves.exchange.exporting import ExportRequest
    from saves.history.history import History
    from tui.play.dialogs.export_dialog import Order


class ExportingScreen(CampaignScreen):
    """A screen from which records are copied and exported; what was chosen last is kept."""

    _order: Order | None = None

    def told_session(self) -> int | None:
        """The number of the session that a record is of; None: the one played last."""
        return None

    def action_export(self) -> None:
        """Export the session, or all of the campaign, as a file."""
        self.export()

    @work(group="pages", exclusive=True)
    async def export(self, wanted: ExportRequest | None = None) -> None:
        """Ask of what, for whom, as what and where, and write the file.

        It begins with `wanted`, else with what was chosen last.
        """
        campaign = self.app.worker.path
        if campaign is None:
            return
        from tui.play.dialogs.export_dialog import Export, Order, begun

        session = await self._session(campaign)
        order = begun(self._order, session)
        if wanted is not None:
            order = Order(wanted, session, order.folder)
        written = await self.app.push_screen_wait(Export(campaign, order))
        if written is not None:
            self._order = written.order
            self.say_message("Written: {file}", file=str(written.path))

    @work(group="pages", exclusive=True)
    async def recap(self, audience: str = "") -> None:
        """Show the page of the session for the players, or with "gm" for the GM."""
        campaign = self.app.worker.path
        if campaign is None:
            return
        from saves.exchange.exporting import ExportRequest
        from tui.play.dialogs.recap import Recap

        if audience not in ("", "players", "gm"):
            self.say_message(":recap is for the players, :recap gm is for you.")
            return
        if audience == "gm" and self.veiled():
            return
        session = await self._session(campaign)
        wanted = ExportRequest(session, "gm" if audience == "gm" else "players")
        if await self.app.push_screen_wait(Recap(campaign, wanted)) == "save":
            self.export(wanted)

    async def _session(self, campaign: Path) -> int:
        number = self.told_session()
        if number is not None:
            return number
        self.say_message("Looking back ...")
        found = await self.app.history.ask(campaign, _last)
        self.say_sentence("")
        return found


def _last(look: History) -> int:
    from saves.history.sessions import sessions

    return len(sessions(look))
