"""Preferences: what is set is in force, and what is wrong is a sentence."""

from __future__ import annotations

import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from core.messages import Message
from core.values import replace
from tui.kit import theming
from tui.kit.looks import LINES, PLAIN, Look
from tui.kit.phrases import say
from tui.play.application.preferences import preferences
from tui.settings.screen import SettingRow

pytestmark = pytest.mark.usefixtures("no_look")


def write(home: Path, text: str) -> None:
    """Write the settings file."""
    home.mkdir(parents=True)
    (home / "settings.toml").write_text(text, encoding="utf-8")


def test_without_a_file_the_defaults_serve() -> None:
    """Given no settings, then the dark theme, die faces, no warning."""
    found = preferences()
    assert (found.theme.name, found.call) == (theming.DARK, "die")
    assert found.warnings == ()
    assert found == preferences(), "so nothing is drawn again for settings read again"


def test_a_value_that_is_none_of_its_list_is_followed_by_the_first() -> None:
    row = SettingRow(
        name="theme",
        value="gone",
        words="gone",
        tip=Message("The colours."),
        choices=("", "a", "b"),
    )
    assert (row.beside(1), row.beside(-1)) == ("", "")
    assert replace(row, value="a").beside(-1) == ""
    assert replace(row, choices=()).beside(1) is None


def test_look_call_and_keys_are_taken(home: Path) -> None:
    """Given lines, totals and another key for camp, then they are in force."""
    write(home, 'look = "lines"\nplayers_call = "total"\n[keys]\ncamp = "C"\n')
    found = preferences()
    assert (found.look, found.call) == (LINES, "total")
    assert found.keys.keys("camp") == ("C",)
    assert found.warnings == ()


def test_high_contrast_is_a_theme(home: Path) -> None:
    """Given the look "high contrast", then its theme."""
    write(home, 'look = "high contrast"\n')
    assert preferences().theme.name == theming.CONTRAST


def test_a_clash_of_keys_is_said_and_the_default_serves(home: Path) -> None:
    """Given one key for two actions, then a warning that names both, and our own keys."""
    write(home, '[keys]\ncamp = "u"\n')
    found = preferences()
    assert found.keys.keys("camp") == ("s",)
    assert [say(warning) for warning in found.warnings]
    assert "camp" in say(found.warnings[0])


def test_an_unknown_theme_is_said(home: Path) -> None:
    """Given a theme that there is not, then a warning that lists those there are."""
    write(home, 'theme = "neon"\n')
    found = preferences()
    assert found.theme.name == theming.DARK
    assert theming.CONTRAST in say(found.warnings[0])


@pytest.mark.parametrize(
    ("variables", "theme"),
    [
        ({"TERM": "xterm-256color"}, theming.DARK),
        ({"TERM": "xterm"}, theming.SIXTEEN),
        ({"TERM": "linux"}, theming.SIXTEEN),
        ({"TERM": "xterm", "COLORTERM": "truecolor"}, theming.DARK),
        ({"NO_COLOR": "1"}, theming.MONO),
    ],
)
def test_the_usual_theme_is_one_that_the_terminal_can_show(
    variables: dict[str, str], theme: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a terminal and no theme in the settings, then one for its colours."""
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert preferences().theme.name == theme


def test_a_theme_of_the_settings_is_used_whatever_the_terminal(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given sixteen colours and a theme of Textual's in the settings, then that."""
    monkeypatch.setenv("TERM", "xterm")
    write(home, 'theme = "nord"\n')
    assert preferences().theme.name == "nord"


@pytest.mark.parametrize(
    ("variables", "encoding", "look"),
    [
        ({"LANG": "en_GB.UTF-8"}, "utf-8", LINES),
        ({"LANG": "de_DE.utf8@euro"}, "UTF-8", LINES),
        ({"LANG": "C.UTF-8"}, "utf-8", LINES),
        ({"LANG": "en_GB.UTF-8", "TERM": "linux"}, "utf-8", PLAIN),
        ({"LANG": "en_GB.UTF-8", "LC_ALL": "C"}, "utf-8", PLAIN),
        ({"LANG": "C", "LC_CTYPE": "C.UTF-8"}, "utf-8", PLAIN),
        ({"LANG": "fr_FR.ISO-8859-15"}, "iso8859-15", PLAIN),
        ({"LANG": "en_GB.UTF-8"}, "ascii", PLAIN),
        ({"LANG": ""}, "utf-8", PLAIN),
    ],
)
def test_lines_are_drawn_where_the_terminal_says_utf_8(
    variables: dict[str, str],
    encoding: str,
    look: Look,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Given no look in the settings, then lines in UTF-8 but on Linux's console, else ASCII."""
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "__stdout__", SimpleNamespace(encoding=encoding))
    assert preferences().look == look


@pytest.mark.parametrize("word", ["ascii", "plain"])
def test_ascii_is_a_choice(word: str, home: Path) -> None:
    """Given the look "ascii", or its older name, then it, whatever the terminal."""
    write(home, f'look = "{word}"\n')
    assert preferences().look == PLAIN
    assert preferences().warnings == ()
