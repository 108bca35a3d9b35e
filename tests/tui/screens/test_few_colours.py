"""Every screen without colours, in sixteen and in each theme: party and foes are told apart."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.color import ColorSystem
from rich.style import Style

from tests.demos import ambush, the_ambush
from tests.insides import screen_text
from tests.story.driving import Driver
from tests.thorough import cases
from tui.app import OutriderApp
from tui.board.battle_grid import BattleGrid
from tui.kit.theming import MONO, OURS, SIXTEEN

SIDES = ("party", "foe")
SCREENS = {
    "f2": ("JourneyScreen", "ARRIVE"),
    "f3": ("PartyScreen", "on foot"),
    "f5": ("SessionsScreen", "timeline"),
    "f8": ("SettingsScreen", "players_call"),
}
"""The key of each screen, its class, and words that only it shows."""


async def every_screen(app: OutriderApp) -> str:
    """Show the demo's fight, then each screen; return the text of the fight."""
    async with app.run_test(size=(80, 24)) as pilot:
        drive = Driver(app, pilot)
        await drive.greeted("EncounterScreen")
        await drive.shows("HARSK to act")
        fight = screen_text(app)
        assert sides(app)
        for key, (screen, words) in SCREENS.items():
            await drive.press(key)
            await drive.opened(screen)
            await drive.shows(words)
        await drive.press("escape", "g", "c")
        await drive.opened("CampaignsScreen")
        await drive.shows("The Long Marches")
        return fight


def sides(app: OutriderApp) -> bool:
    """Whether tokens of the two sides look different once sixteen colours are left."""
    grid = app.screen.query_one(BattleGrid)
    party, foe = (few(grid.get_component_rich_style(f"grid--token-{side}")) for side in SIDES)
    return party != foe


def few(style: Style) -> tuple[object, ...]:
    """What a terminal of sixteen colours makes of a style."""
    parts = (style.color, style.bgcolor)
    colors = [part and part.downgrade(ColorSystem.STANDARD).number for part in parts]
    return (*colors, style.bold, style.reverse, style.underline, style.dim)


FEW = [("NO_COLOR", "1", MONO), ("TERM", "xterm", SIXTEEN)]


@pytest.mark.parametrize(
    ("name", "value", "theme", "look"),
    cases(
        [(*few, look) for few in FEW for look in ("ascii", "lines")],
        (f"TERM-xterm-{SIXTEEN}-lines",),
        "-".join,
    ),
)
async def test_every_screen_is_there_with_few_colours_or_none(
    look: str, name: str, value: str, theme: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given NO_COLOR or TERM=xterm, then all screens are drawn, and the sides look different."""
    monkeypatch.setenv("OUTRIDER_LOOK", look)
    monkeypatch.setenv(name, value)
    the_ambush()
    app = OutriderApp(ambush)
    assert app.theme == theme
    text = await every_screen(app)
    assert text.isascii() == (look == "ascii")


PAINTED = [name for name in OURS if name not in (MONO, SIXTEEN)]


THEIRS = ("nord", "solarized-light", "ansi-dark", "ansi-light")


@pytest.mark.nightly
@pytest.mark.parametrize("theme", [*PAINTED, *THEIRS])
async def test_every_screen_is_there_in_every_theme(theme: str, home: Path) -> None:
    """Given a theme in the settings, ours or Textual's, then all screens are drawn in it."""
    the_ambush()
    (home / "settings.toml").write_text(f'theme = "{theme}"\n', encoding="utf-8")
    app = OutriderApp(ambush)
    assert app.theme == theme
    await every_screen(app)
