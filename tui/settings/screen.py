"""The Settings screen: what the GM prefers, changed at once and written at once."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widgets import OptionList, Static

from saves.settings import settings_file
from tui.kit import theming
from tui.kit.keys import bindings
from tui.kit.lines_view import Pane, TitleLine
from tui.kit.phrases import phrase, say
from tui.play.conversation import Conversation, KeysLine
from tui.play.list_screen import ListScreen
from tui.play.preferences import Preferences, preferences, themes_folder
from tui.settings import changes
from tui.settings.model import setting_rows
from tui.settings.setting_list import SettingList


def _written_to() -> str:
    path, home = settings_file(), Path.home()
    return f"~/{path.relative_to(home)}" if path.is_relative_to(home) else str(path)


class SettingsScreen(ListScreen):
    """Lists the settings and the keys, and changes the one under the cursor."""

    CSS_PATH = ["../play/widgets.tcss", "screen.tcss"]
    TABLE: ClassVar[str] = "settings"
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings("settings"),
        *bindings("settings", cursor=True),
    ]

    known: theming.LoadedThemes

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
        self.watch(self.app, "preferences", self._show, init=False)
        self.watch(self.app, "player_view", self._show_curtain)
        self.list.focus()

    def on_screen_resume(self) -> None:
        """Read the files again: they may have been mended meanwhile."""
        self.known = theming.every(themes_folder())
        before, self.app.preferences = self.app.preferences, preferences()
        if self.app.preferences == before:
            self._show(before)

    @property
    def list(self) -> SettingList:
        """The list."""
        return self.query_one(SettingList)

    def _show(self, now: Preferences) -> None:
        for pane in self.query(Pane):
            pane.look = now.look
        wrong = self.query_one("#wrong", Static)
        warnings = dict.fromkeys((*now.warnings, *self.known.complaints))
        wrong.update("\n".join(say(message) for message in warnings))
        wrong.set_class(bool(warnings), "shown")
        self.list.show(setting_rows(now, self.known.themes))
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
        """Offer other values, or wait for another key."""
        row = self.list.row
        if row is not None:
            self.run_worker(changes.ask(self, row), exclusive=True, group="change")

    def action_remove(self) -> None:
        """Take the setting out of the file."""
        row = self.list.row
        if row is not None:
            self.run_worker(changes.put(self, row, None), exclusive=True, group="change")

    def action_cursor(self, direction: str, times: int = 1) -> None:
        """Move the cursor; left and right change the value."""
        row = self.list.row
        if direction not in ("left", "right"):
            super().action_cursor(direction, times)
        elif row is not None:
            value = row.beside(1 if direction == "right" else -1)
            if value is None:
                self.gm.say_message("Press Enter to change {name}.", name=row.name)
            else:
                self.run_worker(changes.put(self, row, value), exclusive=True, group="change")

    def action_search(self) -> None:
        """Search for a setting or an action."""
        self.run_worker(changes.search(self))

    # the program

    def action_close(self) -> None:
        """Go back to the screen before."""
        self.app.go_back()

    action_go = action_close
