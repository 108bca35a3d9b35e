"""Settings: option > OUTRIDER_* > settings.toml > default, and a bad file never blocks."""

from __future__ import annotations

from pathlib import Path

import pytest

from saves.settings import Settings, load, settings_file
from tui.phrases import say


def write(home: Path, text: str) -> None:
    home.mkdir(parents=True, exist_ok=True)
    (home / "settings.toml").write_text(text, encoding="utf-8")


def test_without_a_file_the_defaults_serve(home: Path) -> None:
    assert settings_file() == home / "settings.toml"
    loaded = load()
    assert loaded.settings == Settings()
    assert loaded.warnings == ()


def test_option_beats_environment_beats_file(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(home, 'units = "imperial"\nlook = "lines"\ntheme = "dusk"\n')
    monkeypatch.setenv("OUTRIDER_LOOK", "high contrast")
    monkeypatch.setenv("OUTRIDER_THEME", "night")
    settings = load({"theme": "noon"}).settings
    assert (settings.units, settings.look, settings.theme) == ("imperial", "high contrast", "noon")


def test_keys_are_remapped_by_the_actions_id(home: Path) -> None:
    write(home, '[keys]\nundo = "z,ctrl+z"\n')
    assert load().settings.keys == {"undo": "z,ctrl+z"}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('unit = "metric"', "settings.toml: there is no setting unit; did you mean units?"),
        ("zzz = 1", "settings.toml: there is no setting zzz."),
        (
            'units = "cubits"',
            "settings.toml: units cannot be cubits; it is one of: metric, imperial.",
        ),
        ("theme = 3", "settings.toml: theme cannot be 3; it is one of: a word."),
        ("keys = 3", 'settings.toml: keys is a table of action = "key".'),
    ],
)
def test_a_wrong_setting_is_named_and_the_others_serve(
    home: Path, text: str, sentence: str
) -> None:
    write(home, f'language = "fr"\n{text}\n')
    loaded = load()
    assert [say(warning) for warning in loaded.warnings] == [sentence]
    assert loaded.settings == Settings(language="fr")


@pytest.mark.parametrize("data", [b"units = ", b"\xff\xfe", b"units = 1\nunits = 2"])
def test_an_unreadable_file_is_named_and_the_defaults_serve(home: Path, data: bytes) -> None:
    home.mkdir(parents=True)
    (home / "settings.toml").write_bytes(data)
    loaded = load()
    assert loaded.settings == Settings()
    assert len(loaded.warnings) == 1
    assert say(loaded.warnings[0]).startswith("settings.toml cannot be read: ")


def test_a_wrong_value_in_the_environment_falls_back_to_the_file(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(home, 'units = "imperial"\n')
    monkeypatch.setenv("OUTRIDER_UNITS", "cubits")
    loaded = load()
    assert loaded.settings.units == "imperial"
    assert len(loaded.warnings) == 1
