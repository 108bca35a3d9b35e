"""Screenshots of the real screens for the documents: `make pictures`."""

from __future__ import annotations

import tests.surroundings  # before anything else

# isort: split

import asyncio
import os
import re
import tempfile
from pathlib import Path

import tests.insides  # noqa: F401

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
WEB_FONTS = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)


async def take() -> None:
    """The eighth morning of the demo, and its dice tray in the middle of a forced hour."""
    from tests.demos import the_week
    from tests.story.driving import Driver
    from tui.app import OutriderApp

    the_week()
    app = OutriderApp(lambda worker: worker.demo())
    async with app.run_test(size=(120, 40)) as pilot:
        drive = Driver(app, pilot)
        await drive.greeted()
        await drive.shows("ARRIVE")
        await drive.shows("+1 h")
        keep(app.export_screenshot(), "journey")
        await drive.type("9t")
        await drive.asked()
        await drive.type("7 11 5 h6v15 ")
        await pilot.pause()
        keep(app.export_screenshot(), "dice")


async def take_fight() -> None:
    """The demo's ambush: where Harsk could go and who would strike, and those strikes' dice."""
    from tests.demos import the_ambush
    from tests.story.driving import Driver
    from tui.app import OutriderApp

    the_ambush()
    app = OutriderApp(lambda worker: worker.demo())
    async with app.run_test(size=(120, 40)) as pilot:
        drive = Driver(app, pilot)
        await drive.greeted("EncounterScreen")
        await drive.shows("Harsk  at D9")
        await drive.type("fd")
        await drive.shows("then attack d")
        keep(app.export_screenshot(), "fight")
        await drive.press("enter")
        await drive.asked()
        await drive.type("e18 4 ")
        await pilot.pause()
        keep(app.export_screenshot(), "strikes")


async def take_grid() -> None:
    """The battle grid: a fight at a ford, who acts, where he goes, and what the ogre threatens."""
    from core.messages import Message
    from tests.tui.widgets.grids import at, ford, the_fight
    from tests.tui.widgets.test_battle_grid import Host
    from tui.encounter.panes.grid_things import Layer
    from tui.kit.theming import DARK, packaged

    app = Host(ford())
    for theme in packaged():
        app.register_theme(theme)
    app.theme = DARK
    async with app.run_test(size=(48, 18)) as pilot:
        grid, fight = app.grid, the_fight()
        near = [f"{column}{row}" for column in "KLMNOP" for row in range(5, 11)]
        threatened = grid.field.bits(map(at, near))
        threatened &= ~grid.field.bits(square for token in fight.tokens for square in token.body)
        legend = Message("! threatened by the ogre")
        grid.show(
            tokens=fight.tokens,
            path=fight.path,
            layer=Layer("threat", (("!", threatened),), legend),
        )
        grid.cursor = at("I9")
        await pilot.pause()
        keep(app.export_screenshot(title="Outrider"), "grid")


async def take_past() -> None:
    """Looking back: round 2 of the demo's ambush, a night on the road, the days and the luck."""
    from tests.demos import the_ambush
    from tests.story.driving import Driver
    from tui.app import OutriderApp

    the_ambush()
    app = OutriderApp(lambda worker: worker.demo())
    async with app.run_test(size=(120, 40)) as pilot:
        drive = Driver(app, pilot)
        await drive.opened("Previously")
        await drive.press("x", "f5")
        await drive.opened("SessionsScreen")
        await drive.shows("5 sessions")
        await drive.type("81")
        await drive.press("enter")
        await drive.shows("entry 81 of")
        keep(app.export_screenshot(), "sessions")
        await drive.type("C")
        await drive.shows("luck of the dice")
        keep(app.export_screenshot(), "charts")
        await drive.press("escape")
        await pilot.resize_terminal(80, 24)
        await drive.type("39")
        await drive.press("enter")
        await drive.shows("PAST 39/")
        keep(app.export_screenshot(), "road")


def keep(svg: str, name: str) -> None:
    """Write a self-contained picture, without external fonts."""
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / f"{name}.svg").write_text(WEB_FONTS.sub("", svg), encoding="utf-8")


def main() -> None:
    """Take all pictures in a home of their own."""
    with tempfile.TemporaryDirectory() as home:
        os.environ.update(OUTRIDER_HOME=home, OUTRIDER_LOOK="lines")
        asyncio.run(take_grid())
        asyncio.run(take())
        asyncio.run(take_fight())
        asyncio.run(take_past())


if __name__ == "__main__":
    main()
