"""Settings: option > OUTRIDER_* > settings.toml > default, and a bad file never blocks."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from saves.settings import Settings, load, settings_file
from tui.kit.phrases import say

pytestmark = pytest.mark.usefixtures("no_look")


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
        ("theme = 3", "settings.toml: theme cannot be 3; write a word."),
        ("keys = 3", 'settings.toml: keys is a table of action = "key".'),
        (
            "session_hours = -1",
            "settings.toml: session_hours cannot be -1; write hours, from 0 to 9999.",
        ),
        (
            'session_hours = "soon"',
            "settings.toml: session_hours cannot be soon; write hours, from 0 to 9999.",
        ),
        (
            'name = " Anna"',
            "settings.toml: name cannot be  Anna; write a name of up to 24 letters.",
        ),
        (
            f'name = "{25 * "a"}"',
            f"settings.toml: name cannot be {25 * 'a'}; write a name of up to 24 letters.",
        ),
        (
            "session_hours = true",
            "settings.toml: session_hours cannot be True; write hours, from 0 to 9999.",
        ),
    ],
)
def test_a_wrong_setting_is_named_and_the_others_serve(
    home: Path, text: str, sentence: str
) -> None:
    write(home, f'language = "fr"\n{text}\n')
    loaded = load()
    assert [say(warning) for warning in loaded.warnings] == [sentence]
    assert loaded.settings == Settings(language="fr")


@pytest.mark.parametrize(
    ("text", "hours"), [("4", 4), ("0", 0), ('"6"', 6), ("2.5", Fraction(5, 2))]
)
def test_hours_between_sessions_are_a_number_or_its_text(
    home: Path, text: str, hours: Fraction
) -> None:
    write(home, f"session_hours = {text}\n")
    assert load().settings.session_gap == hours
    assert load().warnings == ()


def test_the_server_of_the_campaigns_is_a_setting(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(home, 'db = "postgresql://gm@db/club"\n')
    assert load().settings.db == "postgresql://gm@db/club"
    monkeypatch.setenv("OUTRIDER_DB", "")
    assert load().settings.db == ""
    assert load().wrong_db is None


@pytest.mark.parametrize(
    "value",
    [
        '"postgresql://gm:geheim@db/club"',
        '"postgresql://db/club?password=geheim"',
        '"geheim"',
        '["geheim"]',
        '{password = "geheim"}',
    ],
)
def test_a_server_that_cannot_be_is_a_warning_that_quotes_nothing(home: Path, value: str) -> None:
    """Given a password in `db`, then no warning repeats it, and there is no server."""
    write(home, f"db = {value}\n")

    loaded = load()

    assert loaded.settings.db == ""
    assert loaded.warnings == (loaded.wrong_db,)
    said = say(loaded.warnings[0])
    assert said.startswith("settings.toml: db: ")
    assert "geheim" not in said


def test_a_server_for_this_run_mends_a_wrong_one_of_the_file(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(home, 'db = "nonsense"\n')
    monkeypatch.setenv("OUTRIDER_DB", "postgresql://gm@db/club")
    loaded = load()
    assert loaded.settings.db == "postgresql://gm@db/club"
    assert (len(loaded.warnings), loaded.wrong_db) == (1, None)


def test_hours_between_sessions_can_be_set_for_one_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OUTRIDER_SESSION_HOURS", "12")
    assert load().settings.session_gap == 12


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


def test_a_home_of_nobody_is_a_folder_of_that_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OUTRIDER_HOME", "~no-such-user/outrider")
    assert settings_file() == Path("~no-such-user/outrider/settings.toml")
    assert load().settings == Settings()
