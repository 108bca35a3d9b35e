"""The curtain is one for the whole program: drawn on any screen, it is drawn on all of them."""

from __future__ import annotations

import inspect
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TypeAlias

import pytest

from core.messages import Message
from core.play.facts.fight.turns.commands import Pause
from saves import paths
from saves.campaign.campaign import Campaign
from saves.demo import NAME
from saves.store.sqlite.file_place import FilePlace
from saves.store.sqlite.shelf import SUFFIX
from tests.insides import screen_text
from tests.saves.exchange.record.secrets import DC, FIGURE, MARK, planted_file, word
from tests.story.fighting import Table
from tests.thorough import NIGHTLY
from tui.app import OutriderApp, open_screen
from tui.encounter.cursor_keys import LEADS
from tui.encounter.screen import look_at
from tui.kit.keys import keymap
from tui.play.screen import PlayScreen
from tui.sessions.screen import SessionsScreen

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")

SIZES = NARROW, WIDE = ((80, 24), (120, 40))
SCREENS = {
    "f2": "JourneyScreen",
    "f3": "PartyScreen",
    "f4": "EncounterScreen",
    "f5": "SessionsScreen",
}
SIGN = "CURTAIN"
"""What every screen shows while the curtain is drawn."""
TYPED = MARK[:4]
"""The beginning of a secret word, as far as it is typed to have it completed."""


def leaks(text: str) -> list[str]:
    """The lines of a text that hold a secret."""
    words = (MARK, str(FIGURE), str(DC))
    return [line for line in text.lower().splitlines() if any(one in line for one in words)]


def test_every_screen_of_a_campaign_is_walked() -> None:
    screens = [*map(open_screen, OutriderApp.MODES)]
    assert {*SCREENS.values()} == {
        type(one).__name__ for one in screens if isinstance(one, PlayScreen)
    }


class Watched(OutriderApp):
    """An app that keeps every secret which it draws while players look on."""

    CSS_PATH = str(Path(inspect.getfile(OutriderApp)).with_name("app.tcss"))
    watched = False

    def __init__(self, name: str) -> None:
        super().__init__(lambda worker: worker.open(name))
        self.leaked: list[str] = []

    def post_display_hook(self) -> None:
        """Called by Textual when something was drawn."""
        if self.watched:
            self.leaked += leaks(screen_text(self))


class Onlookers(Table):
    """A GM with players who see the screen from some moment on."""

    app: Watched

    async def draw(self) -> None:
        """F9; from here on players look."""
        await self.press("f9")
        await self.rest()
        self.app.watched = True

    async def rest(self) -> None:
        """Wait until all that was asked for is drawn."""
        await self.pilot.pause()
        here = self.app.screen
        if isinstance(here, SessionsScreen):
            await self.until(lambda: here.reader.still, "the past")
            await self.pilot.pause()

    async def go(self, key: str) -> None:
        """To a screen by its key."""
        await self.press(key)
        await self.opened(SCREENS[key])
        await self.rest()

    async def look(self, line: str, where: str) -> None:
        """Press keys one after the other; after each, nothing secret was drawn or is told."""
        for key in line.split():
            await (self.press(key) if key in KEYS else self.type(key.replace("_", " ")))
            await self.rest()
            self.unseen(f"{where}: {key} of {line}")
        await self.close()

    async def look_at(self, square: str) -> None:
        """Put the cursor of the grid on a square."""
        await self.press("colon")
        await self.opened("TextLine")
        await self.line(square)
        await self.rest()

    async def close(self) -> None:
        """Leave what is open."""
        for _ in range(6):
            here = self.app.screen
            open_ = here.has_class("asking") or here.has_class("brushing")
            if isinstance(here, PlayScreen) and not open_:
                return
            await self.press("escape")
            await self.rest()
        raise AssertionError(f"cannot be left:\n{self.text()}")

    def unseen(self, where: str) -> None:
        """Fail where a secret was drawn, or can be copied, or where no sign is of the curtain."""
        told = self.text()
        here = self.app.screen
        copied = here.copied() if isinstance(here, PlayScreen) else ""
        found = [*self.app.leaked, *leaks(told), *leaks(copied), *leaks(self.app.clipboard)]
        found += leaks(f"{self.app.title} {self.app.sub_title} {here.title} {here.sub_title}")
        assert not found, f"{where}: {found}\n{told}"
        assert SIGN in told, f"{where}\n{told}"


KEYS = {"space", "enter", "escape", "tab", "slash", "colon", "minus", "plus", "semicolon", "comma",
        "full_stop", "question_mark", "backspace", "delete", "down", "up", "left", "right", "home",
        "end", "f1", "ctrl+p", "ctrl+r", "less_than_sign", "greater_than_sign"}  # fmt: skip
"""Given that are written by name in what is pressed here; all else is typed."""

EVERYWHERE = (
    "question_mark", "g", "w", "u U", "y", f"slash {TYPED}", f"slash {TYPED} enter",
    f"colon {TYPED}", f"colon find_{TYPED} enter", f"ctrl+p {TYPED}", "q", "f z",
    "semicolon semicolon semicolon", "comma comma", "n", "N", "G", "colon recap enter",
    "colon recap_gm enter", "E", "o", "delete",
)  # fmt: skip
"""What opens, searches, names or explains on any screen: keys, and words typed (_ a blank)."""
OWN = {
    "f2": (
        "e",
        "e down",
        "e n",
        "r",
        "r",
        "r",
        "c",
        "c h",
        "S",
        "minus 2",
        "p",
        "m",
        "T",
        "t",
        "down right v",
        "colon 0104 enter w",
        "colon legs enter",
        "colon prepare_x enter",
        "backspace",
        "colon 0302 enter",
        "colon 0202 enter w",
        "W",
    ),
    "f3": ("down", "up", "c", "v minus 3", "enter", "S", "e", "m"),
    "f4": (
        "e",
        "e down",
        "e n",
        "e x",
        "e e",
        "O",
        "O",
        "O O O",
        "r",
        "r",
        "r",
        "M",
        "M",
        "a z",
        "a a",
        "A",
        "A enter",
        "c",
        "v c",
        "minus 2",
        "i",
        "p",
        "D",
        "V",
        "m",
        "colon add enter",
        "colon d5 enter",
        "c",
        "w",
        "minus",
        "colon lurker enter",
        "colon rule enter",
        "backspace",
        "b",
        "W",
        *(keymap().keys(action)[0] for action in LEADS),
    ),
    "f5": (
        "C",
        "C tab",
        "P",
        "R",
        "backspace backspace",
        "colon rulings enter",
        "colon then enter",
        "colon previously enter",
        "colon share enter",
        "1 enter",
        "colon luck enter",
        "x",
    ),
}
"""What opens or explains on one of them."""


@asynccontextmanager
async def at_the_table(size: tuple[int, int], *, paused: bool = False) -> AsyncIterator[Onlookers]:
    """A campaign that is full of secrets, in its fight, or with the fight left as it stands."""
    paths.campaigns().mkdir(parents=True)
    path = paths.campaigns() / f"{NAME}{SUFFIX}"
    path.write_bytes(planted_file())
    if paused:
        with Campaign.open(FilePlace(path)) as campaign:
            campaign.record(Pause())
    app = Watched(NAME)
    async with app.run_test(size=size, notifications=True) as pilot:
        players = Onlookers(app, pilot)
        await players.opened("Previously")
        await players.press("x")
        await players.opened("JourneyScreen" if paused else "EncounterScreen")
        await players.rest()
        yield players


Walk: TypeAlias = tuple[str, bool, tuple[int, int]]


def walks(*day: Walk) -> pytest.MarkDecorator:
    """Each screen, with the fight left or not, in each size; by day only these."""
    every = [(key, left, size) for key in SCREENS for left in (False, True) for size in SIZES]
    params = [
        pytest.param(
            *one,
            marks=() if one in day else pytest.mark.nightly,
            id=f"{one[0]}-{'road' if one[1] else 'fight'}-{one[2][0]}",
        )
        for one in every
    ]
    return pytest.mark.parametrize(("screen", "paused", "size"), params)


@walks(("f5", False, NARROW))
async def test_drawn_on_one_screen_it_is_drawn_on_all(
    screen: str, paused: bool, size: tuple[int, int]
) -> None:
    """Given all screens seen with their secrets, when F9 on one, then none shows a secret."""
    async with at_the_table(size, paused=paused) as players:
        told: dict[str, bool] = {}
        players.app.watched = True
        for key in SCREENS:
            await players.go(key)
            told[key] = bool(leaks(players.text()))
        assert told["f5"]
        assert players.app.leaked, "what is drawn is watched"
        players.app.watched = False
        players.app.leaked.clear()
        await players.go(screen)
        await players.draw()
        players.unseen(screen)
        for key in SCREENS:
            await players.go(key)
            players.unseen(key)
        await players.press("f9")
        await players.rest()
        players.app.watched = False
        assert SIGN not in players.text()
        for key in SCREENS:
            await players.go(key)
            assert bool(leaks(players.text())) == told[key], players.text()
            assert SIGN not in players.text()


@walks(("f4", False, NARROW))
async def test_no_dialog_tells_a_secret(screen: str, paused: bool, size: tuple[int, int]) -> None:
    """Given the curtain drawn elsewhere, then no line, list, page, copy or completion has one.

    By day every third of them is looked at.
    """
    async with at_the_table(size, paused=paused) as players:
        await players.go("f3" if screen != "f3" else "f2")
        await players.draw()
        await players.go(screen)
        lines = (*EVERYWHERE, *OWN[screen])
        if not NIGHTLY:
            lines = lines[::3]
        for line in lines:
            await players.look(line, screen)
            if type(players.app.screen).__name__ != SCREENS[screen]:
                await players.go(screen)


async def test_a_page_that_is_open_closes_and_a_sentence_is_told_no_more() -> None:
    """Given receipts, a list, a notice and a sentence with secrets, when F9, then they are gone."""
    async with at_the_table((120, 40)) as players:
        for screen, keys, page in (
            ("f2", ("w",), "Why"),
            ("f4", ("e",), "Encounters"),
            ("f5", ("P",), "Previously"),
            ("f4", ("e", "n"), "TextLine"),
            ("f4", ("colon",), "TextLine"),
        ):
            await players.go(screen)
            for key in keys:
                await players.press(key)
                await players.rest()
            await players.opened(page)
            players.app.notify(word("Note"), markup=False)
            await players.shows(word("Note"))
            await players.draw()
            players.unseen(f"{screen} {keys}")
            assert isinstance(players.app.screen, PlayScreen)
            players.app.watched = False
            await players.press("f9")
            await players.rest()
        await players.go("f4")
        players.app.sentence(Message("{what}", what=word("Lurker")))
        await players.go("f2")
        await players.draw()
        await players.go("f4")
        players.unseen("a sentence told before")


async def test_what_is_shut_behind_the_curtain_says_so() -> None:
    """Given the curtain, when pages of the GM's are asked for, then a sentence names F9."""
    async with at_the_table((80, 24), paused=True) as players:
        await players.go("f2")
        await players.draw()
        for screen, line in (
            ("f2", "w"),
            ("f3", "w"),
            ("f4", "w"),
            ("f5", "w"),
            ("f5", "P"),
            ("f5", "o"),
            ("f2", "colon prepare_x enter"),
            ("f4", "colon add enter"),
            ("f2", "e n"),
            ("f4", "colon recap_gm enter"),
            ("f4", "e n"),
        ):
            await players.go(screen)
            players.app.sentence(None)
            for key in line.split():
                await (players.press(key) if key in KEYS else players.type(key.replace("_", " ")))
                await players.rest()
            await players.shows("the curtain.")
            await players.close()


async def test_the_sheet_of_a_member_stays_open() -> None:
    """Given a member's sheet half written, when F9, then it stays: nothing in it is secret."""
    async with at_the_table((80, 24)) as players:
        await players.go("f3")
        await players.press("enter")
        await players.opened("MemberForm")
        await players.draw()
        await players.opened("MemberForm")
        await players.press("escape")
        await players.opened("PartyScreen")
        players.unseen("the sheet")


@pytest.mark.parametrize(
    "size", [NARROW, pytest.param(WIDE, marks=pytest.mark.nightly)], ids=["80", "120"]
)
async def test_nobody_sees_the_hidden_act(size: tuple[int, int]) -> None:
    """Given one who is hidden acts, then neither cursor, way, tray nor title tell it."""
    async with at_the_table(size) as players:
        while players.fight.acting != "lurker":
            players.app.view = await players.app.worker.write(lambda it: it.undo())
            await players.rest()
        at = players.figure("lurker").at
        assert str(players.screen.grid.cursor) == at
        await players.go("f2")
        await players.draw()
        await players.go("f4")
        players.unseen("the hidden act")
        await players.look("right right down", "its way")
        await players.look("G", "who acts")
        await players.look(f"colon {at} enter", "where it stands")
        await players.look("enter", "Enter")
        await players.look("c", "its conditions")
        await players.look("S", "checks")
        await players.look("colon save_will_14_z enter", "its save")
        assert players.screen.battle is not None
        assert players.screen.battle.acting == ()


@pytest.mark.nightly
async def test_nobody_sees_whom_the_hidden_may_strike() -> None:
    """Given a way past one who is hidden, when F9, then neither grid nor Ahead line tell it."""
    async with at_the_table((120, 40)) as players:
        await players.look_at("C5")
        await players.press("v")
        await players.look_at("C7")
        assert "asks z" in players.text()
        await players.draw()
        players.unseen("the way")
        assert "Valeria moves to C7" in players.text()
        assert "asks z" not in players.text()
        assert "avoids it" not in players.text()
        await players.press("enter")
        await players.asked()
        players.unseen("the dice of the hidden")
        assert "? ..." in players.text()


@pytest.mark.nightly
async def test_another_campaign_opens_behind_the_curtain() -> None:
    """Given the curtain, when another campaign is opened, then it greets as players may know it."""
    async with at_the_table((80, 24)) as players:
        await players.go("f3")
        other = paths.campaigns() / f"Another{SUFFIX}"
        other.write_bytes(planted_file())
        await players.draw()
        await players.press("g")
        await players.opened("Choose")
        await players.press("c")
        await players.opened("CampaignsScreen")
        await players.shows("Pathfinder 1")
        players.unseen("the campaigns")
        await players.press("f9")
        await players.pilot.pause()
        assert SIGN not in players.text()
        await players.press("f9")
        await players.pilot.pause()
        players.app.enter(lambda worker: worker.open(str(other)), Message("Opening ..."))
        await players.opened("Previously")
        await players.shows("Previously in")
        players.unseen("the greeting")
        await players.press("x")
        await players.opened("EncounterScreen")
        await players.rest()
        for key in SCREENS:
            await players.go(key)
            players.unseen(key)


async def test_what_is_prepared_is_not_drawn() -> None:
    """Given an encounter that is only prepared, on its board, when F9, then nothing of it is."""
    async with at_the_table((120, 40), paused=True) as players:
        await players.go("f4")
        look_at(players.screen, "mill")
        await players.rest()
        await players.shows(word("Renamed"))
        players.screen.grid.wide = 2
        await players.rest()
        assert "A B C D E" in players.text()
        await players.draw()
        players.unseen("the board")
        assert players.screen.encounter is None
        assert "A B C D E" not in players.text()
        await players.press("f9")
        await players.shows("A B C D E")
