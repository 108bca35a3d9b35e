"""Looking back at the demo: its evenings, its fight round by round, and home to the present."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass
from datetime import datetime, timedelta
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeAlias

from core.play.facts.fight.combatants import Being, find
from core.play.facts.state import State
from core.play.fight.turns.narration import slot_name
from core.receipts import Receipt
from saves import paths
from saves.campaign.campaign import Campaign
from saves.demo import NAME
from saves.store.entries import Entry
from saves.store.sqlite.shelf import SUFFIX
from tests.forking import Say
from tests.saves.verifying import entry_at, state_at
from tests.story.driving import Driver
from tests.story.fighting import Table
from tests.story.killing import wait_to_be_killed
from tui.app import OutriderApp
from tui.kit.phrases import say
from tui.sessions.panes.entry_list import EntryList, EntryPanel
from tui.sessions.panes.replay_scene import ReplayScene
from tui.sessions.panes.session_list import SessionList
from tui.sessions.screen import SessionsScreen
from tui.view import said

Rows: TypeAlias = tuple[tuple[Any, ...], ...]

GAP = timedelta(minutes=20)


def file() -> Path:
    """The file of the demo."""
    return paths.campaigns() / f"{NAME}{SUFFIX}"


def rows() -> Rows:
    """All rows of the journal as they lie in the file."""
    with closing(sqlite3.connect(file())) as raw:
        return tuple(raw.execute("SELECT * FROM entry ORDER BY seq"))


@dataclass
class Sums:
    """What a session comes to by the words of the file alone."""

    first: int
    last: int
    began: str
    table: timedelta = timedelta(0)
    km: Fraction = Fraction(0)
    fights: int = 0


def sums() -> tuple[Sums, ...]:
    """The sessions of a journal in which nothing was joined or split, read as plain JSON."""
    with closing(sqlite3.connect(file())) as raw:
        found = raw.execute(
            "SELECT seq, session, at, kind, parent, tip, body FROM entry ORDER BY seq"
        ).fetchall()
    story = set()
    at = found[-1][5]
    while at:
        story.add(at)
        at = found[at - 1][4]
    told: list[Sums] = []
    uuid = ""
    label = ""
    for seq, session, at, _, _, _, body in found:
        if session != uuid:
            told.append(Sums(seq, seq, at[:10]))
        else:
            told[-1].table += min(_instant(at) - _instant(label), GAP)
        uuid = session
        label = at
        told[-1].last = seq
        for event in json.loads(body)["events"] if seq in story else ():
            told[-1].km += Fraction(event.get("km", "0"))
            told[-1].fights += event["kind"] == "encounter_begun"
    return tuple(told)


def _instant(label: str) -> datetime:
    return datetime.fromisoformat(label)


@dataclass
class Past:
    """The campaign as another reader finds it in the file."""

    campaign: Campaign

    def told(self, *words: str) -> int:
        """The first row of the story with these words in its stored body."""
        told = (one for one in self.entries() if one.kind == "play" and not one.undone)
        return next(one.seq for one in told if all(word in repr(one) for word in words))

    def entries(self) -> tuple[Entry, ...]:
        """All rows."""
        return self.campaign.story.log(limit=1000)

    def state(self, seq: int) -> State:
        """The state after a row."""
        return state_at(self.campaign, seq)

    def before(self, seq: int) -> int:
        """The play entry from which a row went on."""
        entry = entry_at(self.campaign, seq)
        assert entry is not None
        return entry.parent

    def receipts(self, seq: int) -> tuple[Receipt, ...]:
        """The receipts that were recorded with a row."""
        entry = entry_at(self.campaign, seq)
        assert entry is not None
        return entry.receipts

    def round(self, seq: int) -> int:
        """The round of the fight after a row; 0 before the first."""
        fight = self.state(seq).fight
        return 0 if fight is None else fight.round

    def acting(self, seq: int) -> str:
        """Who acts after a row, by the name of the slot."""
        state = self.state(seq)
        assert state.fight is not None
        name = slot_name(state, state.fight.acting)
        return name if isinstance(name, str) else say(name)

    def words(self, entry: Entry) -> str:
        """What a row tells, in small letters."""
        state = state_at(self.campaign, entry.seq)
        return " ".join(said(line, state, self.campaign.assets) for line in entry.told).lower()

    def being(self, who: str, seq: int) -> Being:
        """Somebody as they were after a row."""
        being = find(self.state(seq), who)
        assert being is not None
        return being

    def left(self, who: str, seq: int) -> int:
        """Somebody's hit points after a row."""
        being = self.being(who, seq)
        assert being.hp is not None
        return being.hp - being.damage


class Reader(Table):
    """A GM at the Sessions screen."""

    @property
    def past(self) -> SessionsScreen:
        """The Sessions screen."""
        found = self.app.screen
        assert isinstance(found, SessionsScreen), type(found)
        return found

    @property
    def seq(self) -> int:
        """The entry that is shown."""
        return self.past.reader.at

    async def still(self) -> None:
        """Wait until all that was asked of the past is shown."""

        def done() -> bool:
            here = self.app.screen
            return isinstance(here, SessionsScreen) and here.reader.still

        await self.until(done, "the past")
        await self.pilot.pause(0)

    async def stands(self, seq: int) -> None:
        """Wait until entry `seq` is shown."""
        await self.until(lambda: self.past.reader.still and self.seq == seq, f"entry {seq}")
        await self.pilot.pause(0)

    async def jump(self, seq: int) -> None:
        """Type the number of an entry."""
        await self.line(str(seq))
        await self.stands(seq)

    async def step(self, *keys: str) -> int:
        """Press keys and let the past follow; the entry that is shown then."""
        await Driver.press(self, *keys)
        await self.still()
        return self.seq

    async def open_past(self) -> None:
        """F5, until the journal is read."""
        await self.press("f5")
        await self.opened("SessionsScreen")
        await self.still()

    def listed(self) -> str:
        """The list of sessions."""
        return self.past.query_one(SessionList).as_text()

    def evenings(self) -> list[str]:
        """All rows of the list of sessions, as they are in a window of any size."""
        assert self.past.ui.overview is not None
        return [repr(one) for one in self.past.ui.overview.sessions]

    def journal(self) -> str:
        """The journal of the session."""
        return self.past.query_one(EntryList).as_text()

    def entry(self) -> str:
        """The panel of the entry that is shown."""
        return self.past.query_one(EntryPanel).as_text()

    def scene(self) -> str:
        """The board, or on the road its title."""
        return self.past.query_one(ReplayScene).as_text()


@asynccontextmanager
async def at_the_demo(size: tuple[int, int] = (80, 24)) -> AsyncIterator[Reader]:
    """The demo opened from the first screen, past the page that greets."""
    app = OutriderApp()
    async with app.run_test(size=size) as pilot:
        reader = Reader(app, pilot)
        await reader.opened("CampaignsScreen")
        await reader.shows(f"> {NAME}")
        await reader.press("home", "enter")
        await reader.opened("Previously")
        await reader.shows(f"Previously in {NAME}")
        await reader.press("x")
        await reader.opened("EncounterScreen")
        await reader.settled()
        reader.begun()
        yield reader


async def note(reader: Reader, seq: int, text: str) -> None:
    """Write a note at a past moment."""
    await reader.jump(seq)
    await reader.press("q")
    await reader.opened("TextLine")
    await reader.line(text)
    await reader.saved()
    await reader.shows(f"Noted at entry {seq}.")
    await reader.still()


NOTED = 20
"""Where a note is written before the program is killed."""


async def killed_while_looking_back(say: Say) -> None:
    """Write a note, stand in the fight, begin another note; then wait to be killed."""
    async with at_the_demo() as reader:
        await reader.open_past()
        await note(reader, NOTED, "the oaks were burnt")
        await reader.jump(NOTED * 4)
        evenings = reader.evenings()
        await reader.press("q")
        await reader.opened("TextLine")
        await reader.type("half a sen")
        told = {
            "head": reader.view.head,
            "tip": reader.view.tip,
            "state": repr(reader.state),
            "evenings": evenings,
            "rows": repr(rows()),
        }
        wait_to_be_killed(say, told)
