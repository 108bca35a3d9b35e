"""The Settings screen: what the GM prefers, changed at once and written at once."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen
from textual.widgets import OptionList, Static

from saves.settings import settings_file
from tui.kit import theming
from tui.kit.help import Help
from tui.kit.keymap import bindings
from tui.kit.lines_view import Pane, TitleLine
from tui.kit.phrases import phrase, say
from tui.kit.searching import go_to_hit
from tui.play.conversation import Conversation
from tui.play.footer import KeysLine
from tui.play.preferences import Preferences, preferences, themes_folder
from tui.settings import changes
from tui.settings.model import setting_rows
from tui.settings.setting_list import SettingList

if TYPE_CHECKING:
    from tui.play.campaign_app import CampaignApp


def _written_to() -> str:
    path, home = settings_file(), Path.home()
    return f"~/{path.relative_to(home)}" if path.is_relative_to(home) else str(path)


class SettingsScreen(Screen[None]):
    """Lists the settings and the keys, and changes the one under the cursor."""

    app: CampaignApp
    CSS_PATH = ["../play/widgets.tcss", "screen.tcss"]
    TABLE: ClassVar[str] = "settings"
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings("settings"),
        *bindings("settings", cursor=True),
    ]
    hits: Sequence[str] = ()

    def __init__(self) -> None:
        super().__init__()
        self.gm = Conversation(self, lambda text: self.query_one("#sentence", Static).update(text))

    def compose(self) -> ComposeResult:
        yield TitleLine(id="title")
        yield Static(
            phrase("Left and Right change a setting at once, Enter lists what it can be or waits"
                   " for a key; Delete: as Outrider comes (* is yours)."),
            id="about", markup=False,
        )  # fmt: skip
        yield Static("", id="wrong", markup=False)
        yield SettingList(id="list", compact=True)
        yield Static("", id="tip", markup=False)
        yield Static("", id="sentence", markup=False)
        yield KeysLine(id="keys")

    def on_mount(self) -> None:
        """Follow the settings and the curtain."""
        self.query_one(TitleLine).show(phrase("Outrider   settings"), _written_to())
        self.watch(self.app, "preferences", self._show)
        self.watch(self.app, "player_view", self._show_curtain)
        self.list.focus()

    def on_screen_resume(self) -> None:
        """Read the file again: it may have been mended meanwhile."""
        self.app.preferences = preferences()

    @property
    def list(self) -> SettingList:
        """The list."""
        return self.query_one(SettingList)

    def _show(self, now: Preferences) -> None:
        for pane in self.query(Pane):
            pane.look = now.look
        wrong = self.query_one("#wrong", Static)
        known = theming.every(themes_folder())
        warnings = dict.fromkeys((*now.warnings, *known.complaints))
        wrong.update("\n".join(say(message) for message in warnings))
        wrong.set_class(bool(warnings), "shown")
        self.list.show(setting_rows(now, known.themes))
        self.query_one(KeysLine).show(now.keys.footer(self.TABLE))

    def _show_curtain(self, drawn: bool) -> None:
        self.query_one(TitleLine).player_view = drawn

    # the list

    def on_resize(self) -> None:
        """Cut the rows to the new width."""
        if self.list.rows:
            self.list.show(self.list.rows)

    def on_option_list_option_highlighted(self) -> None:
        """Say all of what the row is about."""
        row = self.list.row
        self.query_one("#tip", Static).update("" if row is None else say(row.tip))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Ask for another value."""
        self.action_choose()

    def action_choose(self) -> None:
        """Offer other values, or wait for another key."""
        row = self.list.row
        if row is not None:
            self.run_worker(changes.ask(self, row), exclusive=True, group="change")

    def action_remove(self) -> None:
        """Take the setting out of the file."""
        row = self.list.row
        if row is not None:
            self.run_worker(changes.put(self, row, None), exclusive=True, group="change")

    def action_cursor(self, direction: str) -> None:
        """Move the cursor; left and right change the value."""
        row = self.list.row
        if direction not in ("left", "right"):
            self.list.move(direction)
        elif row is not None:
            value = row.beside(1 if direction == "right" else -1)
            if value is None:
                self.gm.say_message("Press Enter to change {name}.", name=row.name)
            else:
                self.run_worker(changes.put(self, row, value), exclusive=True, group="change")

    def action_cursor_far(self, direction: str) -> None:
        """Move the cursor five rows."""
        for _ in range(5):
            self.list.move(direction)

    def action_search(self) -> None:
        """Search for a setting or an action."""
        self.run_worker(changes.search(self))

    def action_next_hit(self) -> None:
        """Go to the next hit of the search."""
        go_to_hit(self, 1)

    def action_previous_hit(self) -> None:
        """Go to the hit before."""
        go_to_hit(self, -1)

    def here(self) -> str | None:
        """The id of the row under the cursor."""
        return None if self.list.row is None else self.list.row.id

    def go_there(self, place: str) -> None:
        """Move the cursor to a row."""
        self.list.highlighted = self.list.get_option_index(place)

    # the program

    def action_close(self) -> None:
        """Go back to the screen before."""
        self.app.go_back()

    def action_palette(self) -> None:
        """Open the command palette."""
        self.app.action_command_palette()

    def action_help(self) -> None:
        """Show the keys of this screen."""
        self.app.push_screen(Help(self.app.keys, self.TABLE))

    action_go = action_close

    def action_next_pane(self) -> None:
        """Focus the list, the only pane."""
        self.list.focus()

    action_previous_pane = action_next_pane

    def action_redraw(self) -> None:
        """Draw the screen again."""
        self.refresh(layout=True)

    def action_leave(self) -> None:
        """Leave Outrider; everything is saved."""
        self.app.exit()
