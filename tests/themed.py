"""An app for widgets alone, with the variables of our style sheets."""

from __future__ import annotations

from textual.app import App

from tui.kit.palette import mixed


class Themed(App[None]):
    """Mixes our variables for the theme in use, as the program does."""

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return dict(mixed(self.current_theme))
