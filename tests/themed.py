"""An app for widgets alone, with the variables of our style sheets."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from textual.app import App
from textual.types import CSSPathType

from tui.kit.looks import mixed

TUI = Path(__file__).parents[1] / "tui"


class Themed(App[None]):
    """Has the style sheets of the program, and mixes our variables for the theme in use."""

    CSS_PATH: ClassVar[CSSPathType | None] = [TUI / "app.tcss", TUI / "play" / "widgets.tcss"]

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return dict(mixed(self.current_theme))
