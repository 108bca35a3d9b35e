"""The GM's preferences for the screens: keys, look, theme, how dice are called."""

from __future__ import annotations

from textual.theme import Theme

from core.messages import Message, Refusal
from core.values import Struct
from saves.settings import Settings, load, settings_file
from tui.kit import theming
from tui.kit.glyphs import LINES, PLAIN, Look
from tui.kit.keymap import Keymap, keymap
from tui.play.tray_dice import Call

HIGH_CONTRAST = "high contrast"


class Preferences(Struct):
    """The preferences in force, and a warning for each that could not be used.

    `overridden` are the settings that the environment sets, whatever the file says.
    """

    keys: Keymap
    look: Look
    themes: tuple[Theme, ...]
    theme: str
    call: Call
    settings: Settings
    warnings: tuple[Message, ...] = ()
    overridden: frozenset[str] = frozenset()


def preferences() -> Preferences:
    """Read the settings; anything wrong gives a warning and the default."""
    loaded = load()
    settings = loaded.settings
    keys, warnings = _keys(settings)
    own = theming.from_folder(settings_file().parent / "themes")
    themes = (*theming.packaged(), *own.themes)
    theme, more = _theme(settings, themes)
    return Preferences(
        keys,
        LINES if settings.look == "lines" else PLAIN,
        themes,
        theme,
        "total" if settings.players_call == "total" else "die",
        settings,
        (*loaded.warnings, *warnings, *own.complaints, *more),
        loaded.overridden,
    )


def _keys(settings: Settings) -> tuple[Keymap, tuple[Message, ...]]:
    try:
        return keymap(own=settings.keys), ()
    except Refusal as refusal:
        return keymap(), (refusal.message,)


def _theme(settings: Settings, themes: tuple[Theme, ...]) -> tuple[str, tuple[Message, ...]]:
    wanted = settings.theme
    if not wanted:
        return (theming.CONTRAST if settings.look == HIGH_CONTRAST else theming.DARK), ()
    names = tuple(theme.name for theme in themes)
    if wanted in names:
        return wanted, ()
    message = Message(
        "There is no theme '{name}'. Choose one of {names}.", name=wanted, names=names
    )
    return theming.DARK, (message,)
