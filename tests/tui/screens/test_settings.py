"""The Settings screen: changed at once, written at once, and nothing lost of the file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from tests.demos import the_week
from tests.demos import week as demo
from tests.story.driving import front
from tests.tui.screens.conftest import Opens
from tests.tui.screens.snapshots import Snap
from tests.waiting import until
from tui.app import OutriderApp
from tui.kit import theming
from tui.kit.looks import LINES
from tui.kit.phrases import say
from tui.kit.theming import CONTRAST, DARK, LIGHT
from tui.settings.screen import SettingList, SettingsScreen

SIZES = [(80, 24), pytest.param((120, 40), marks=pytest.mark.nightly)]


@pytest.fixture(autouse=True)
def terminal(no_look: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the file says how it looks, and a terminal that draws no lines."""
    monkeypatch.setenv("LC_ALL", "C")


def file(home: Path) -> Path:
    home.mkdir(parents=True, exist_ok=True)
    return home / "settings.toml"


def settings(screen: object) -> SettingList:
    assert isinstance(screen, SettingsScreen)
    return screen.list


@pytest.mark.parametrize("size", SIZES)
async def test_a_look_is_changed_by_one_key_and_every_screen_follows(
    table: Opens, home: Path, size: tuple[int, int]
) -> None:
    """Given the Journey, when F8 and Right, then the file has it; Esc: the map is drawn so."""
    the_week()
    file(home).write_text('# mine\nlook = "plain"  # ssh\nfoo = 1\n', encoding="utf-8")
    async with table(demo, size) as drive:
        await drive.press("f8")
        await drive.opened("SettingsScreen")
        await drive.shows("> look")
        await drive.press("right")
        await drive.says('look = "lines" is in settings.toml.')
        assert file(home).read_text(encoding="utf-8") == '# mine\nlook = "lines"  # ssh\nfoo = 1\n'
        await drive.press("escape")
        await drive.opened("JourneyScreen")
        await drive.shows("∩∩")
        assert drive.app.preferences.look == LINES


async def test_the_themes_are_read_when_the_screen_opens_and_not_at_each_key(
    table: Opens, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[Path] = []
    every = theming.every

    def counted(folder: Path) -> theming.LoadedThemes:
        read.append(folder)
        return every(folder)

    monkeypatch.setattr(theming, "every", counted)
    async with table(demo) as drive:
        await drive.press("f8")
        await drive.opened("SettingsScreen")
        opened = len(read)
        await drive.press("right")
        await drive.says('look = "lines" is in settings.toml.')
        assert len(read) == opened


async def test_units_and_theme_are_in_force_on_the_way_back(table: Opens, home: Path) -> None:
    """Given kilometres and dark, when others are chosen, then the Journey has them at once."""
    the_week()
    async with table(demo) as drive:
        journey = drive.app.screen
        await drive.shows(" km")
        before = journey.styles.background
        await drive.enter(":settings")
        await drive.opened("SettingsScreen")
        await drive.press("down", "down", "enter")
        await drive.opened("Choose")
        await drive.press("2")
        await drive.says('units = "imperial"')
        await drive.press("up", "right")
        await drive.says(f'theme = "{DARK}"')
        await drive.press("right")
        await drive.says(f'theme = "{LIGHT}"')
        await drive.press("f2")
        await drive.opened("JourneyScreen")
        await drive.shows(" mi")
        assert drive.app.theme == LIGHT
        assert journey.styles.background != before


async def test_a_theme_of_the_file_is_there_from_the_start(table: Opens, home: Path) -> None:
    """Given a theme in the file, when the program starts, then it is in force."""
    file(home).write_text(f'theme = "{CONTRAST}"\n', encoding="utf-8")
    async with table() as drive:
        assert drive.app.theme == CONTRAST
        await drive.press("f8")
        await drive.opened("SettingsScreen")
        await drive.press("down", "delete")
        await drive.says("theme is as Outrider comes again.")
        assert drive.app.theme == DARK
        assert file(home).read_text(encoding="utf-8") == ""


async def test_a_key_is_changed_by_pressing_it_and_a_clash_is_said(
    table: Opens, home: Path
) -> None:
    """Given undo, when t is pressed it is refused; B serves, in the footer and on the road."""
    the_week()
    async with table(demo) as drive:
        await drive.press("g")
        await drive.opened("Choose")
        await drive.press("o")
        await drive.opened("SettingsScreen")
        front(drive.app, SettingsScreen).go_there("keys.undo")
        await drive.press("enter")
        await drive.opened("PressKey")
        await drive.press("t")
        await drive.says("t would be both march-hours and undo on the screen")
        await drive.press("5")
        await drive.says("5 cannot be a key for undo")
        await drive.press("B")
        await drive.opened("SettingsScreen")
        await drive.says('undo = "B" is in settings.toml.')
        assert '[keys]\nundo = "B"' in file(home).read_text(encoding="utf-8")
        await drive.press("escape")
        await drive.opened("JourneyScreen")
        await drive.shows("B undo")
        head = drive.view.head
        await drive.press("B")
        await drive.until(lambda: drive.view.head == head + 1, "an undo")


async def test_hours_are_typed_and_nonsense_is_refused(table: Opens, home: Path) -> None:
    """Given session_hours, when "soon" is typed it is refused; 2.5 is written as a number."""
    async with table() as drive:
        await drive.press("f8")
        await drive.opened("SettingsScreen")
        settings(drive.app.screen).highlighted = 4
        await drive.press("right")
        await drive.says("Press Enter to change session_hours.")
        await drive.press("enter")
        await drive.opened("TextLine")
        await drive.enter("soon")
        await drive.says("session_hours cannot be soon")
        await drive.press("ctrl+u")
        await drive.enter("2.5")
        await drive.opened("SettingsScreen")
        assert file(home).read_text(encoding="utf-8") == "session_hours = 2.5\n"


async def test_a_name_is_typed_and_signs_what_is_recorded_next(table: Opens, home: Path) -> None:
    """Given an open campaign, when a name is typed on F8, then its next entry is signed with it."""
    the_week()
    async with table(demo) as drive:
        await drive.press("f8")
        await drive.opened("SettingsScreen")
        settings(drive.app.screen).highlighted = 5
        await drive.press("enter")
        await drive.opened("TextLine")
        await drive.enter("Anna")
        await drive.says("name = ")
        assert file(home).read_text(encoding="utf-8") == 'name = "Anna"\n'
        who = await drive.app.worker.run(lambda: drive.app.worker._open.who)
        assert who == "Anna"


async def test_a_bad_file_is_explained_and_overwritten_only_when_asked(
    table: Opens, home: Path
) -> None:
    """Given a file with a mistake on line 2, then it is said; Left asks, and l leaves it."""
    file(home).write_text('look = "plain"\nunits = \n', encoding="utf-8")
    async with table() as drive:
        await drive.press("f8")
        await drive.opened("SettingsScreen")
        await drive.says("settings.toml cannot be read: line 2: ")
        await drive.press("right")
        await drive.opened("Choose")
        await drive.press("l")
        await drive.opened("SettingsScreen")
        assert file(home).read_text(encoding="utf-8") == 'look = "plain"\nunits = \n'
        await drive.press("right")
        await drive.opened("Choose")
        await drive.press("n")
        await drive.says('look = "lines" is in settings.toml.')
        assert file(home).read_text(encoding="utf-8") == 'look = "lines"\n'
        kept = (home / "settings.toml.1").read_text(encoding="utf-8")
        assert kept == 'look = "plain"\nunits = \n'


async def test_what_the_environment_sets_is_said(
    table: Opens, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given OUTRIDER_LOOK, when look is changed, then the sentence says what goes first."""
    monkeypatch.setenv("OUTRIDER_LOOK", "lines")
    async with table() as drive:
        await drive.press("f8")
        await drive.opened("SettingsScreen")
        await drive.press("right")
        await drive.says("OUTRIDER_LOOK is set and goes first.")


async def test_without_a_campaign_the_other_screens_are_not_there(table: Opens) -> None:
    """Given no campaign, when F2 on the settings, then the list of campaigns says so."""
    async with table() as drive:
        await drive.press("f8")
        await drive.opened("SettingsScreen")
        await drive.press("f2")
        await drive.opened("CampaignsScreen")
        await drive.shows("No campaign is open")


@pytest.mark.parametrize("size", SIZES, ids=["80x24", "120x40"])
def test_how_it_looks(snap_compare: Snap, home: Path, size: tuple[int, int]) -> None:
    """Two settings and a key of one's own, and one that there is not."""

    async def opened(pilot: Pilot[Any]) -> None:
        await pilot.press("f8")
        await until(lambda: type(pilot.app.screen).__name__ == "SettingsScreen", "the settings")
        await pilot.press("right")

    file(home).write_text('fog = 1\nunits = "imperial"\n[keys]\nstory = "B"\n', encoding="utf-8")
    assert snap_compare(OutriderApp(), terminal_size=size, run_before=opened)


async def test_the_open_campaign_follows_the_session_hours(table: Opens, home: Path) -> None:
    """Given an open campaign, when session_hours becomes 0, then only the GM begins sessions."""
    the_week()
    async with table(demo) as drive:
        await drive.press("f8")
        await drive.opened("SettingsScreen")
        settings(drive.app.screen).highlighted = 4
        await drive.press("enter")
        await drive.opened("TextLine")
        await drive.enter("0")
        await drive.says("session_hours = ")
        gap = await drive.app.worker.run(lambda: drive.app.worker._open.recorder.author.gap)
        assert gap == 0


async def test_a_theme_that_no_file_can_be_called_is_a_warning(table: Opens, home: Path) -> None:
    """Given a theme's name with a NUL in it, when the program starts, then the usual one serves."""
    file(home).write_text('theme = "a\\u0000b"\n', encoding="utf-8")
    async with table() as drive:
        assert drive.app.theme == DARK
        (warning,) = drive.app.preferences.warnings
        assert say(warning).startswith("There is no theme 'a")
