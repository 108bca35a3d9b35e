"""The GM's preferences for the screens: keys, look, theme, how dice are called."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from textual.theme import Theme

from core.messages import Message, Refusal
from core.values import Struct
from saves.settings import Settings, load, settings_file
from tui.kit import theming
from tui.kit.keys import Keymap, keymap
from tui.kit.looks import LINES, PLAIN, Look
from tui.kit.terminal import few_colors, speaks_unicode

if TYPE_CHECKING:
    from tui.play.dice.tray_model import Call

HIGH_CONTRAST = "high contrast"


class Preferences(Struct, kw_only=True):
    """The preferences in force, and a warning for each that could not be used.

    `overridden` are the settings that the environment sets, whatever the file says.
    """

    keys: Keymap
    look: Look
    theme: Theme
    call: Call
    settings: Settings
    warnings: tuple[Message, ...] = ()
    overridden: frozenset[str] = frozenset()


def preferences() -> Preferences:
    """Read the settings; anything wrong gives a warning and the default."""
    loaded = load()
    settings = loaded.settings
    keys, warnings = _keys(settings)
    theme, more = _theme(settings)
    return Preferences(
        keys=keys,
        look=LINES
        if settings.look == "lines" or (not settings.look and speaks_unicode())
        else PLAIN,
        theme=theme,
        call="total" if settings.players_call == "total" else "die",
        settings=settings,
        warnings=(*loaded.warnings, *warnings, *more),
        overridden=loaded.overridden,
    )


def _keys(settings: Settings) -> tuple[Keymap, tuple[Message, ...]]:
    try:
        return keymap(own=settings.keys), ()
    except Refusal as refusal:
        return keymap(), (refusal.message,)


def themes_folder() -> Path:
    """Where the GM's own themes are."""
    return settings_file().parent / "themes"


def _theme(settings: Settings) -> tuple[Theme, tuple[Message, ...]]:
    theme_name = settings.theme
    if theme_name:
        themes = theming.find(theme_name, themes_folder())
    else:
        themes = theming.LoadedThemes(())
    if themes.themes:
        return themes.themes[0], ()
    if few_colors():
        usual_name = theming.SIXTEEN
    else:
        usual_name = theming.DARK
    if settings.look == HIGH_CONTRAST:
        usual_name = theming.CONTRAST
    elif "NO_COLOR" in os.environ:
        usual_name = theming.MONO
    (usual,) = theming.packaged((usual_name,))
    if not theme_name:
        return usual, ()
    names = tuple(theme.name for theme in theming.every(themes_folder()).themes)
    message = Message(
        "There is no theme '{name}'. Choose one of {names}.", name=theme_name, names=names
    )
    return usual, (*themes.complaints, message)
