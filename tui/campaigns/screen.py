"""The first screen: the demo, a new campaign, or an existing one."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from textual import events
from textual.app import ComposeResult
from textual.widgets import OptionList, Static

from core.messages import N_
from tui.campaigns.campaign_list import CampaignList
from tui.kit.keys import bindings
from tui.kit.lines_view import TitleLine
from tui.kit.phrases import phrase, say
from tui.play.conversation import KeysLine
from tui.play.list_screen import ListScreen

if TYPE_CHECKING:
    from saves.library.library import Shelf
    from tui.campaigns.upkeep import Upkeep
    from tui.play.conversation import Conversation
    from tui.play.preferences import Preferences

ABOUT = N_("A game master's companion for the road. Your players keep their dice.")
THREE_THINGS = (
    ("story", N_("{key}   the story goes on, its dice in one tray. {undo} takes it back.")),
    ("why", N_("{key}   why? The numbers on the screen explain themselves.")),
    (
        "help",
        N_("{key}   the keys of this screen, by task. Nothing is ever lost."),
    ),
)


class CampaignsScreen(ListScreen):
    """Lists the campaigns of this home and opens one."""

    CSS_PATH = "screen.tcss"
    TABLE = "campaigns"
    BINDINGS = [
        *bindings("campaigns"),
        *bindings("campaigns", cursor=True),
    ]

    binning: Shelf | None = None
    """The campaign that the next Enter moves to the bin."""

    def compose(self) -> ComposeResult:
        yield TitleLine(id="title")
        yield Static(phrase(ABOUT), id="about", markup=False)
        yield CampaignList(id="list")
        yield Static(id="sentence", markup=False)
        yield Static(phrase("three things to know"), classes="rule", markup=False)
        yield Static(id="three", markup=False)
        yield KeysLine(id="keys")

    def on_mount(self) -> None:
        """Follow the settings and the curtain."""
        self.query_one(TitleLine).show(phrase("Outrider"))
        self.watch(self.app, "player_view", self._show_curtain)
        self.watch(self.app, "preferences", self._prefer)
        self.list.focus()

    def on_screen_resume(self, event: events.ScreenResume) -> None:
        """Refresh the list once this is painted: campaigns may have changed."""
        event.refresh_styles = self.list.shelves is not None
        self.call_after_refresh(self.list_campaigns)

    def _prefer(self, now: Preferences) -> None:
        key = now.keys.first
        three = (phrase(line, key=f"{key(id):<5}", undo=key("undo")) for id, line in THREE_THINGS)
        self.query_one("#three", Static).update("\n".join(three))
        self.query_one(KeysLine).show(now.keys.footer(self.TABLE))
        wrong = "\n".join(say(wrong) for wrong in now.warnings)
        self.query_one("#sentence", Static).update(wrong)

    def _show_curtain(self, drawn: bool) -> None:
        self.query_one(TitleLine).player_view = drawn
        self.query_one("#sentence", Static).update("")

    @cached_property
    def upkeep(self) -> Upkeep:
        """What is done with campaigns; imported after the first paint."""
        from tui.campaigns.upkeep import Upkeep

        return Upkeep(self, self.query_one("#sentence", Static).update)

    @property
    def gm(self) -> Conversation:
        """What is said to the GM and asked."""
        return self.upkeep.gm

    @property
    def list(self) -> CampaignList:
        """The list."""
        return self.query_one(CampaignList)

    def list_campaigns(self, choose: Path | None = None) -> None:
        """Fill the list, with the cursor at `choose`; files are read after the first paint."""
        self.run_worker(self.upkeep.list_campaigns(choose), exclusive=True, group="shelves")

    # the list

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Do what Enter means on this row."""
        self.upkeep.take(str(event.option_id))

    def on_option_list_option_highlighted(self) -> None:
        """Leave where it is what waited for Enter."""
        if self.binning is not None:
            self.upkeep.keep()

    def action_remove(self) -> None:
        """Move the campaign under the cursor to the bin, after Enter."""
        self.upkeep.ask_to_bin()

    def action_undo(self) -> None:
        """Put back the campaign that was binned last."""
        self.run_worker(self.upkeep.put_back(), exclusive=True, group="shelves")

    def action_rename(self) -> None:
        """Rename the campaign under the cursor."""
        self.run_worker(self.upkeep.rename())

    def action_search(self) -> None:
        """Search for a campaign by name."""
        self.run_worker(self.upkeep.search())

    # the program

    def action_go(self) -> None:
        """Go back to the open campaign, if any."""
        self.app.action_go_to("journey")

    def action_close(self) -> None:
        """Cancel deleting a campaign; else go back to the open one, if any."""
        if not self.upkeep.keep():
            self.app.action_go_to("journey")
