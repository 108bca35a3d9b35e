"""The pages of numbers and of rulings: what they show, copy and hand back."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from fractions import Fraction
from pathlib import Path
from typing import Any

from textual.app import App
from textual.containers import VerticalScroll
from textual.pilot import Pilot
from textual.widgets import Static

from core.calendars import PLAIN, Instant
from core.play.history.entry_facts import DayTotal
from core.values import replace
from saves.history.rulings import RulingAt
from tests.insides import screen_text
from tests.themed import Themed
from tests.tui.replay.found_facts import FOUND
from tui.kit import theming
from tui.sessions.dialogs.charts_page import Charts
from tui.sessions.dialogs.entry_pages import Rulings

LONG = replace(FOUND, days=tuple(DayTotal(at, Fraction(at % 40), Fraction(8)) for at in range(300)))
RULED = (
    RulingAt(26, Instant(69, Fraction(34, 3)), "", 0, "Harsk, nonlethal damage: 0", "only wet"),
    RulingAt(52, Instant(73, Fraction(12)), "Ambush", 2, "reflex: Tam passes by ruling", ""),
)


class Table(Themed):
    """An app with nothing but our colours."""

    CSS_PATH = str(Path(theming.__file__).parents[1] / "app.tcss")

    def __init__(self) -> None:
        super().__init__()
        for theme in theming.packaged():
            self.register_theme(theme)
        self.theme = theming.DARK


@asynccontextmanager
async def table(size: tuple[int, int] = (80, 24)) -> AsyncIterator[tuple[Table, Pilot[Any]]]:
    app = Table()
    async with app.run_test(size=size) as pilot:
        yield app, pilot


def text(app: App[Any]) -> str:
    """What is on the screen."""
    return screen_text(app)


async def test_the_page_of_numbers_scrolls_turns_to_the_luck_and_copies() -> None:
    async with table() as (app, pilot):
        await app.push_screen(Charts(LONG, "The Long Marches in numbers"))
        await pilot.pause()
        page = app.screen.query_one(VerticalScroll)
        assert "300 days" in text(app)
        assert "| player" not in text(app)

        await pilot.press("j", "j", "k")
        assert page.scroll_y == 1
        await pilot.press("tab")
        await pilot.pause()
        assert "player" in text(app)
        assert "Harsk" in text(app)
        await pilot.press("tab")
        assert page.scroll_y == 0

        await pilot.press("y")
        assert app.clipboard.startswith("The Long Marches in numbers\non the way ")
        assert "Harsk" in app.clipboard
        await pilot.press("escape")
        assert not isinstance(app.screen, Charts)


async def test_the_page_of_numbers_can_begin_with_the_luck() -> None:
    async with table((120, 40)) as (app, pilot):
        await app.push_screen(Charts(LONG, "in numbers", chart_part="luck"))
        await pilot.pause()
        await pilot.pause()
        assert "Harsk" in text(app)
        assert "4 on d20" in text(app)


async def test_enter_on_a_ruling_hands_back_its_entry() -> None:
    async with table() as (app, pilot):
        back: list[int | None] = []
        app.push_screen(Rulings(RULED, PLAIN), back.append)
        await pilot.pause()
        shown = text(app)
        assert "2 rulings, 1 unexplained" in shown
        assert "  10 Thaw 11:20  Harsk, nonlethal damage: 0" in shown
        assert "> 14 Thaw 12:00 R2  reflex: Tam passes by ruling" in shown
        assert "entry 52, Ambush: reflex: Tam passes by ruling (unexplained)" in shown
        await pilot.press("up", "y")
        assert "entry 26: Harsk, nonlethal damage: 0 (only wet)" in text(app)
        assert app.clipboard.splitlines()[1].endswith("(unexplained)")
        await pilot.press("enter")
        assert back == [26]


async def test_without_rulings_the_page_says_so() -> None:
    async with table() as (app, pilot):
        back: list[int | None] = []
        app.push_screen(Rulings((), PLAIN), back.append)
        await pilot.pause()
        assert "There are no rulings in this campaign." in text(app)
        assert app.screen.query_one("#keys", Static)
        await pilot.press("escape")
        assert back == [None]
