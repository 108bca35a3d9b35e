"""What Enter means on the Settings screen."""

from __future__ import annotations

from typing import Literal

from tui.settings.model import SettingRow


def enter_action(row: SettingRow) -> Literal["choose", "press", "type"]:
    """Whether Enter on this row offers a list, waits for a key, or asks for a line."""
    if row.choices:
        return "choose"
    return "press" if row.of_keys else "type"
