"""Preferences: what is set is in force, and what is wrong is a sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from tui.kit import theming
from tui.kit.glyphs import LINES, PLAIN
from tui.kit.phrases import say
from tui.play.preferences import preferences


def write(home: Path, text: str) -> None:
    """Write the settings file."""
    home.mkdir(parents=True)
    (home / "settings.toml").write_text(text, encoding="utf-8")


def test_without_a_file_the_defaults_serve() -> None:
    """Given no settings, then the plain look, the dark theme, die faces, no warning."""
    found = preferences()
    assert (found.look, found.theme.name, found.call) == (PLAIN, theming.DARK, "die")
    assert found.warnings == ()


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
