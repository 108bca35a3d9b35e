"""Themes: colours as TOML files, checked when read; and the style sheets in those colours.

Style sheets name colours by variable only. The variables of our own are mixed in `looks`; an app
gives them to Textual for its built-in themes too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from textual.app import App
from textual.color import Color, ColorParseError
from textual.css.stylesheet import Stylesheet
from textual.dom import DOMNode
from textual.theme import BUILTIN_THEMES, Theme

from core.files import FileError, read_toml
from core.messages import Message, Refusal
from core.values import Struct
from tui.kit.looks import OWN, mixed

DARK = "outrider-dark"
LIGHT = "outrider-light"
PARCHMENT = "outrider-parchment"
CONTRAST = "outrider-contrast"
SIXTEEN = "outrider-16"
MONO = "outrider-mono"
OURS = (DARK, LIGHT, PARCHMENT, CONTRAST, SIXTEEN, MONO)
"""The themes that come with Outrider, the default first."""
PACKAGED = Path(__file__).parent.parent.parent / "themes"

COLORS = (
    "primary", "secondary", "accent", "warning", "error", "success", "foreground", "background",
    "surface", "panel", "boost",
)  # fmt: skip
_KEYS = ("name", "dark", "ansi", "variables", *COLORS, *OWN)


class LoadedThemes(Struct):
    """The usable themes, and a complaint about each file that is not."""

    themes: tuple[Theme, ...]
    complaints: tuple[Message, ...] = ()


@cache
def packaged(names: tuple[str, ...] = OURS) -> tuple[Theme, ...]:
    """The themes that come with Outrider, or these of them."""
    files = [PACKAGED / f"{name}.toml" for name in names]
    return tuple(parse(file.read_text(encoding="utf-8"), file.name) for file in files)


def every(folder: Path) -> LoadedThemes:
    """All themes by their names: ours, those of the GM's folder, and Textual's."""
    own = from_folder(folder)
    found = {theme.name: theme for theme in (*packaged(), *own.themes)}
    return LoadedThemes((*found.values(), *BUILTIN_THEMES.values()), own.complaints)


def find(name: str, folder: Path) -> LoadedThemes:
    """The theme of this name, at most one; of the GM's, that of the file so called is read first.

    The complaints tell why there is none.
    """
    with suppress(Refusal, OSError, ValueError):  # a name with a NUL is a ValueError, too
        theme = _read(folder / f"{name}.toml")
        if theme.name == name:
            return LoadedThemes((theme,))
    if name in OURS:
        return LoadedThemes(packaged((name,)))
    if name in BUILTIN_THEMES:
        return LoadedThemes((BUILTIN_THEMES[name],))
    own = from_folder(folder)
    found = tuple(theme for theme in own.themes if theme.name == name)
    return LoadedThemes(found, () if found else own.complaints)


def from_folder(folder: Path) -> LoadedThemes:
    """The themes of the GM's folder. A bad one is left out, with a complaint."""
    themes = []
    complaints = []
    for path in sorted(folder.glob("*.toml")) if folder.is_dir() else []:
        try:
            themes.append(_read(path))
        except Refusal as refusal:
            complaints.append(refusal.message)
        except (OSError, UnicodeDecodeError):
            complaints.append(Message("The theme {file} cannot be read.", file=path.name))
    return LoadedThemes(tuple(themes), tuple(complaints))


def _read(path: Path) -> Theme:
    # One of the GM's: some editors begin a file with a mark.
    return parse(path.read_text(encoding="utf-8-sig"), path.name)


def parse(text: str, file: str) -> Theme:
    """The theme that `text` of `file` describes. Refusal "bad_theme" names file and key."""
    try:
        data = read_toml(text, file)
    except FileError as error:
        raise Refusal(
            "bad_theme", "The theme {file} is not TOML: {why}.", file=file, why=error.message
        ) from error
    _known(data, _KEYS, file, "")
    name = data.get("name")
    dark = data.get("dark", True)
    ansi = data.get("ansi", False)
    if not isinstance(name, str) or not name:
        raise Refusal(
            "bad_theme",
            "The theme {file} has no name; write it like {example}.",
            file=file,
            example='name = "mine"',
        )
    for key, value in (("dark", dark), ("ansi", ansi)):
        if not isinstance(value, bool):
            raise _wrong(file, key, value, "true or false")
    variables = data.get("variables", {})
    if not isinstance(variables, dict):
        raise _wrong(file, "variables", variables, "[variables]")
    if "primary" not in data:
        raise Refusal(
            "bad_theme",
            "The theme {file} lacks the colour '{key}'; write it like {example}.",
            file=file,
            key="primary",
            example='primary = "#e0b15e"',
        )
    colors: dict[str, Any] = {key: _color(data[key], file, key) for key in COLORS if key in data}
    own = {f"set-{key}": _color(data[key], file, key) for key in OWN if key in data}
    theme = Theme(name=name, dark=dark, ansi=ansi, variables=own, **colors)
    if variables:
        _known(variables, mixed(theme), file, "variables.")
    own |= {key: _color(value, file, f"variables.{key}") for key, value in variables.items()}
    if ansi:  # otherwise Textual makes them transparent
        own |= {key: colors[key] for key in ("surface", "panel") if key in colors}
    return theme


def _known(data: Mapping[str, object], keys: Iterable[str], file: str, path: str) -> None:
    for key in data:
        if key not in keys:
            near = get_close_matches(key, list(keys), 1) or [""]
            raise Refusal(
                "bad_theme",
                "The theme {file} has an unknown key {key}; nearest: {near}.",
                file=file,
                key=path + key,
                near=near[0],
            )


def _color(value: object, file: str, key: str) -> str:
    try:
        Color.parse(str(value))
    except ColorParseError:
        raise _wrong(file, key, value, '"#e0b15e"') from None
    if not isinstance(value, str):
        raise _wrong(file, key, value, '"#e0b15e"')
    return value


def _wrong(file: str, key: str, value: object, example: str) -> Refusal:
    return Refusal(
        "bad_theme",
        "The theme {file}: '{key}' cannot be {value}; write it like {example}.",
        file=file,
        key=key,
        value=str(value),
        example=example,
    )


class KeptStylesheet(Stylesheet):
    """Textual parses all sheets, and styles all widgets, anew for each screen; this keeps both.

    A sheet is about the widgets of its own screen, so nothing that is there changes with a new one.
    """

    def __init__(self, variables: dict[str, str]) -> None:
        super().__init__(variables=variables)
        self._colors = dict(variables)
        self._changes = 0
        self._styled: WeakKeyDictionary[DOMNode, int] = WeakKeyDictionary()

    def set_variables(self, variables: dict[str, str]) -> None:
        """Take other variables; the same ones change nothing."""
        if variables != self._colors:
            self._changes += 1
            self._colors = dict(variables)
            super().set_variables(variables)

    def reparse(self) -> None:
        """Parse what is new; all of it when the variables are others."""
        self.parse()

    def update(self, root: DOMNode, animate: bool = False) -> None:
        """Style `root` and all that is in it, if the variables have changed since it was."""
        screen = root.screen if isinstance(root, App) else root
        if self._styled.get(screen, 0) != self._changes:
            self._styled[screen] = self._changes
            super().update(root, animate)
