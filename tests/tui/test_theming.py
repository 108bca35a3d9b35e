"""Themes: all of ours are whole, a wrong one of the GM's is left out with a sentence."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from textual.app import App
from textual.color import Color
from textual.theme import BUILTIN_THEMES, Theme

from core.files import read_toml
from core.messages import Refusal
from tests.each import each
from tests.themed import Themed
from tui.kit.lines_view import ROLES
from tui.kit.looks import contrast, mixed
from tui.kit.phrases import say
from tui.kit.theming import (
    COLORS,
    CONTRAST,
    OURS,
    PACKAGED,
    every,
    find,
    from_folder,
    packaged,
    parse,
)

ROOT = Path(__file__).parents[2]
SHEETS = sorted((ROOT / "tui").rglob("*.tcss"))
SET = {
    "neutral", "plain", "forest", "hill", "mountain", "swamp", "water", "unknown", "reach",
    "threat", "area",
}  # fmt: skip
MIXED = set(mixed(Theme(name="", primary="#e0b15e")))
GOOD = 'name = "mine"\nprimary = "#ff0000"\n'


@pytest.mark.parametrize("theme", packaged(), ids=lambda theme: theme.name)
def test_every_packaged_theme_sets_every_colour_that_the_rest_is_mixed_from(theme: Theme) -> None:
    said = set(read_toml((PACKAGED / f"{theme.name}.toml").read_text(encoding="utf-8")))
    assert said >= {"quiet", *COLORS} - {"boost"}
    assert theme.ansi or said >= SET
    assert set(mixed(theme)) >= MIXED


def test_a_theme_of_textuals_own_gets_every_variable() -> None:
    for theme in BUILTIN_THEMES.values():
        assert set(mixed(theme)) >= MIXED, theme.name


@each("sheet", SHEETS, told=lambda path: path.name)
def test_every_variable_of_a_style_sheet_has_a_value(sheet: Path) -> None:
    given = set(App().get_css_variables()) | MIXED
    used = set(re.findall(r"\$([a-z][a-z0-9-]*)", sheet.read_text(encoding="utf-8")))
    assert used <= given, f"no value for {sorted(used - given)}"


def test_every_variable_of_a_role_of_text_has_a_value() -> None:
    given = set(App().get_css_variables()) | MIXED
    assert set(re.findall(r"\$([a-z][a-z0-9-]*)", " ".join(ROLES.values()))) <= given


@each("sheet", SHEETS, told=lambda path: path.name)
def test_style_sheets_name_colours_by_variable_only(sheet: Path) -> None:
    text = re.sub(r"/\*.*?\*/", "", sheet.read_text(encoding="utf-8"), flags=re.DOTALL)
    said = re.findall(r"(?:color|background|tint)[a-z-]*:\s*([#a-z][^;\s]*)", text)
    assert set(said) <= {"transparent"}


def test_the_high_contrast_theme_reads_at_seven_to_one_everywhere() -> None:
    theme = next(t for t in packaged() if t.name == CONTRAST)
    ground = Color.parse(theme.background or "")
    colors = mixed(theme)
    texts = {name: value for name, value in colors.items() if name.endswith("-text")}
    texts |= {"quiet": colors["quiet"], "foreground": theme.foreground or ""}
    for name, value in texts.items():
        assert contrast(Color.parse(value), ground) >= 7, name


@pytest.mark.parametrize(
    ("text", "key"),
    [
        (GOOD + 'primry = "#fff"', "primry"),
        (GOOD + '[variables]\nsign-forst = "#fff"', "variables.sign-forst"),
        (GOOD + 'accent = "notacolor"', "accent"),
        (GOOD + "accent = 3", "accent"),
        (GOOD + 'dark = "yes"', "dark"),
        (GOOD + 'variables = "none"', "variables"),
        ('name = "mine"', "primary"),
    ],
)
def test_a_wrong_theme_is_refused_by_file_and_key(text: str, key: str) -> None:
    with pytest.raises(Refusal) as refused:
        parse(text, "mine.toml")
    assert refused.value.message.value("file") == "mine.toml"
    assert refused.value.message.value("key") == key


def test_a_folder_of_themes_fails_softly(tmp_path: Path) -> None:
    (tmp_path / "good.toml").write_text(GOOD, encoding="utf-8")
    (tmp_path / "torn.toml").write_text("name = ", encoding="utf-8")
    (tmp_path / "latin.toml").write_bytes(b'name = "\xe9"')
    found = from_folder(tmp_path)
    assert [theme.name for theme in found.themes] == ["mine"]
    assert {str(c.value("file")) for c in found.complaints} == {"torn.toml", "latin.toml"}


def test_a_theme_is_found_without_reading_the_others(tmp_path: Path) -> None:
    """Given a torn file beside it, then the theme asked for is there and nothing is complained."""
    (tmp_path / "mine.toml").write_text(GOOD, encoding="utf-8")
    (tmp_path / "torn.toml").write_text("name = ", encoding="utf-8")
    for name in ("mine", "outrider-light", "nord"):
        found = find(name, tmp_path)
        assert ([theme.name for theme in found.themes], found.complaints) == ([name], ())


def test_a_theme_that_is_not_there_is_explained(tmp_path: Path) -> None:
    """Given a wrong colour in the file asked for, then its key and what to write."""
    (tmp_path / "mine.toml").write_text(GOOD + 'forest = "grenn"', encoding="utf-8")
    found = find("mine", tmp_path)
    assert found.themes == ()
    said = say(found.complaints[0])
    assert "mine.toml" in said
    assert "'forest' cannot be grenn" in said


def test_every_theme_is_ours_the_gms_or_textuals(tmp_path: Path) -> None:
    """Given a theme of the GM's, then all are known by name, ours first."""
    (tmp_path / "mine.toml").write_text(GOOD, encoding="utf-8")
    names = [theme.name for theme in every(tmp_path).themes]
    assert names[: len(OURS) + 1] == [*OURS, "mine"]
    assert "gruvbox" in names


def test_no_folder_is_no_theme(tmp_path: Path) -> None:
    assert from_folder(tmp_path / "none").themes == ()


async def test_switching_to_a_theme_of_textuals_own_keeps_the_screen() -> None:
    class Host(Themed):
        CSS_PATH = str(ROOT / "tui" / "play" / "widgets.tcss")

    async with Host().run_test() as pilot:
        for theme in packaged():
            pilot.app.register_theme(theme)
            pilot.app.theme = theme.name
            await pilot.pause()
        pilot.app.theme = "nord"
        await pilot.pause()
        assert pilot.app.is_running
