"""A screen that is one list, with the keys that every such screen has."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from textual.screen import Screen
from textual.widgets import Static

from tui.kit.modal import Choices
from tui.play.conversation import Conversation

if TYPE_CHECKING:
    from tui.play.application.campaign_app import CampaignApp


class ListScreen(Screen[None]):
    """The cursor is the highlighted row of its list; `hits` are the rows of the last search.

    `gm` speaks with the GM in the line `sentence`.
    """

    app: CampaignApp
    TABLE: ClassVar[str]
    hits: Sequence[str] = ()

    def __init__(self) -> None:
        super().__init__()
        self.gm = Conversation(self, lambda text: self.query_one("#sentence", Static).update(text))

    @property
    def list(self) -> Choices:
        """The list."""
        return self.query_one(Choices)

    def action_choose(self) -> None:
        """Do what the cursor is on."""
        self.list.action_select()

    def action_cursor(self, direction: str, times: int = 1) -> None:
        """Move the cursor in the list."""
        for _ in range(times):
            self.list.move(direction)

    def action_hit(self, step: int) -> None:
        """Go to the next hit of the search, or the one before."""
        from tui.kit.searching import go_to_hit  # not before the first paint

        go_to_hit(self, step)

    def here(self) -> str | None:
        """The id of the row under the cursor."""
        return self.list.here

    def go_there(self, place: str) -> None:
        """Move the cursor to a row."""
        self.list.highlighted = self.list.get_option_index(place)

    # the program

    def action_palette(self) -> None:
        """Open the command palette."""
        self.app.action_command_palette()

    def action_help(self) -> None:
        """Show the keys of this screen."""
        from tui.kit.help import Help  # not before the first paint

        self.app.push_screen(Help(self.app.keys, self.TABLE))

    def action_pane(self, step: int) -> None:
        """Focus the list, the only pane."""
        self.list.focus()
