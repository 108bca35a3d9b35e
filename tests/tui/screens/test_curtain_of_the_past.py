"""Behind the curtain the Sessions screen shows nothing of what the GM keeps for itself."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from saves import paths
from saves.demo import NAME
from saves.store.sqlite.shelf import SUFFIX
from tests.saves.exchange.record.secrets import FIGURE, MARK, planted_file
from tests.story.driving import ungreeted
from tests.story.looking_back import Reader

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")


@asynccontextmanager
async def behind_the_curtain() -> AsyncIterator[Reader]:
    """The Sessions screen of a campaign that is full of secrets, while players look on."""
    paths.campaigns().mkdir(parents=True)
    path = paths.campaigns() / f"{NAME}{SUFFIX}"
    path.write_bytes(planted_file())
    app = ungreeted(lambda worker: worker.open(NAME))
    async with app.run_test(size=(120, 40)) as pilot:
        reader = Reader(app, pilot)
        await reader.seated("EncounterScreen")
        await reader.settled()
        reader.begun()
        await reader.open_past()
        await reader.shows(MARK)
        await reader.step("f9")
        yield reader


def leaked(reader: Reader) -> list[str]:
    """The lines on the screen, and of what y copies, that hold a secret."""
    shown = f"{reader.text()}\n{reader.past.copied()}\n{reader.journal()}"
    lines = shown.lower().splitlines()
    return [line for line in lines if MARK in line or str(FIGURE) in line]


async def test_no_secret_is_shown_at_any_moment_of_the_past() -> None:
    """Given a word in every secret field, when F9, then it is at no entry, in no list, no page."""
    async with behind_the_curtain() as reader:
        for seq in range(2, reader.view.head, 3):  # 32: one who is hidden acts
            await reader.jump(seq)
            assert leaked(reader) == [], f"entry {seq}"
        await reader.step("f")
        assert leaked(reader) == [], "the labels"
        await reader.step("escape")
        for line in (":rulings", ":previously", ":then", ":recap gm"):
            await reader.line(line)
            await reader.shows("This page is for the GM only. Press F9 to open the curtain.")
            await reader.press("escape")
        await reader.press("C")
        await reader.opened("Charts")
        assert leaked_in(reader.text()) == []


async def test_a_window_of_another_size_shows_nothing_of_before_the_curtain() -> None:
    """Given what the GM reads of an entry, when F9, then it stays gone until it is read anew."""
    async with behind_the_curtain() as reader:
        await reader.step("f9")
        seq = 32
        while not leaked_in(reader.entry()):
            seq -= 1
            await reader.jump(seq)
        reader.app.action_curtain()
        reader.past.on_resize()
        assert leaked_in(reader.entry()) == []


def leaked_in(text: str) -> list[str]:
    return [line for line in text.lower().splitlines() if MARK in line]


async def test_what_was_found_is_found_anew_behind_the_curtain() -> None:
    """Given secrets that were found, when F9, then only what players know is still found."""
    async with behind_the_curtain() as reader:
        await reader.press("slash")
        await reader.opened("Find")
        await reader.type(MARK)
        await reader.shows("0 hits")
        await reader.press("escape")
        await reader.opened("SessionsScreen")
        await reader.press("slash")
        await reader.opened("Find")
        await reader.type("harsk")
        await reader.shows(" hits")
        assert leaked_in(reader.text()) == []
        await reader.press("escape")
        await reader.opened("SessionsScreen")
        await reader.step("f9")
        await reader.line(f":find {MARK}")
        await reader.shows(f"/{MARK}  hit ")
        await reader.step("f9")
        await reader.shows(f"/{MARK}  no hits")
