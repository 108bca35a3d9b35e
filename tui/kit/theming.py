"""Themes: colours as TOML files, checked when read; and the style sheets in those colours.

Style sheets name colours by variable only. The variables of our own are mixed in `palette`; an app
gives them to Textual for its built-in themes too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from textual.app import App
from textual.color import Color, ColorParseError
from textual.css.stylesheet import Stylesheet
from textual.dom import DOMNode
from textual.theme import Theme

from core.files import FileError, read_toml
from core.messages import Message, Refusal
from core.values import Struct
from tui.kit.palette import GROUNDS, OWN, mixed

DARK = "outrider-dark"
CONTRAST = "outrider-contrast"
PACKAGED = Path(__file__).parents[2] / "themes"

DEFAULTS = mixed(Theme(name="", primary="#e0b15e", error="#e5695f", success="#8fbf6f"))
"""The variables of our style sheets, mixed for a theme that sets next to nothing."""

COLORS = (
    "primary", "secondary", "accent", "warning", "error", "success", "foreground", "background",
    "surface", "panel", "boost",
)  # fmt: skip
VARIABLES = {name: f"ground-{name}" if name in GROUNDS else name for name in OWN}
"""The variable that a colour of our own is set for, by its key in the file."""
_KEYS = ("name", "dark", "variables", *COLORS, *OWN)


class LoadedThemes(Struct):
    """The usable themes, and a complaint about each file that is not."""

    themes: tuple[Theme, ...]
    complaints: tuple[Message, ...] = ()


def packaged() -> tuple[Theme, ...]:
    """The themes that come with Outrider, the default first."""
    return tuple(
        parse((PACKAGED / f"{name}.toml").read_text(encoding="utf-8"), f"{name}.toml")
        for name in (DARK, CONTRAST)
    )


def from_folder(folder: Path) -> LoadedThemes:
    """The themes of the GM's folder. A bad one is left out, with a complaint."""
    themes: list[Theme] = []
    complaints: list[Message] = []
    for path in sorted(folder.glob("*.toml")) if folder.is_dir() else []:
        try:
            themes.append(parse(path.read_text(encoding="utf-8"), path.name))
        except Refusal as refusal:
            complaints.append(refusal.message)
        except (OSError, UnicodeDecodeError):
            complaints.append(Message("The theme {file} cannot be read.", file=path.name))
    return LoadedThemes(tuple(themes), tuple(complaints))


def parse(text: str, file: str) -> Theme:
    """The theme that `text` of `file` describes. Refusal "bad_theme" names file and key."""
    try:
        data = read_toml(text, file)
    except FileError as error:
        raise Refusal(
            "bad_theme", "The theme {file} is not TOML: {why}.", file=file, why=error.message
        ) from error
    _known(data, _KEYS, file, "")
    name, dark = data.get("name"), data.get("dark", True)
    if not isinstance(name, str) or not name:
        raise Refusal("bad_theme", "The theme {file} has no name.", file=file)
    if not isinstance(dark, bool):
        raise _wrong(file, "dark")
    variables = data.get("variables", {})
    if not isinstance(variables, dict):
        raise _wrong(file, "variables")
    _known(variables, DEFAULTS, file, "variables.")
    if "primary" not in data:
        raise Refusal("bad_theme", "The theme {file} lacks the colour '{key}'.", file=file,
                      key="primary")  # fmt: skip
    colors: dict[str, Any] = {key: _color(data[key], file, key) for key in COLORS if key in data}
    own = {
        variable: _color(data[key], file, key) for key, variable in VARIABLES.items() if key in data
    }
    own |= {key: _color(value, file, f"variables.{key}") for key, value in variables.items()}
    theme = Theme(name=name, dark=dark, variables=own, **colors)
    theme.variables = dict(mixed(theme))
    return theme


def _known(data: Mapping[str, object], keys: Iterable[str], file: str, path: str) -> None:
    for key in data:
        if key not in keys:
            near = get_close_matches(key, list(keys), 1) or [""]
            raise Refusal(
                "bad_theme",
                "The theme {file} has an unknown key {key}; nearest: {near}.",
                file=file, key=path + key, near=near[0],
            )  # fmt: skip


def _color(value: object, file: str, key: str) -> str:
    try:
        Color.parse(str(value))
    except ColorParseError:
        raise _wrong(file, key) from None
    if not isinstance(value, str):
        raise _wrong(file, key)
    return value


def _wrong(file: str, key: str) -> Refusal:
    return Refusal(
        "bad_theme", "The theme {file}: the value of '{key}' is not valid.", file=file, key=key
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
