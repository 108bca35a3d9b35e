"""No state may end the program: what cannot be shown is a sentence, and the keys go on."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.message_pump import MessagePump

from core.messages import Message, Refusal
from core.play import union
from core.play.facts.state import State
from core.play.facts.table.events import Damaged
from saves.demo import NAME
from saves.library import library
from tests.demos import the_ambush, the_week, week
from tests.saves.campaigns import hurt
from tests.story.driving import Driver
from tests.story.fighting import at_table
from tests.thorough import NIGHTLY
from tests.tui.screens.conftest import Opens
from tui.sessions.dialogs.charts_page import Charts
from tui.sessions.panes.entry_list import EntryList
from tui.sessions.panes.timeline import Timeline
from tui.sessions.screen import SessionsScreen

pytestmark = pytest.mark.mistakes

SENTENCE = "cannot show this"
REPAINTED = frozenset(
    {
        "tui.journey.panes.way_panes.ItineraryPane.lines",
        "tui.journey.panes.region_map.RegionMapView.paint_lines",
        "tui.play.log.log_lines.log",
        "tui.board.battle_grid.BattleGrid.paint_lines",
    }
)
"""One failure of each kind (of rows, of cells, of what all panes show), which is met with the
curtain too; by day these alone are tried, by night all are, with the curtain."""

ROAD = (
    ("f2", "tui.journey.panes.way_panes.ItineraryPane.lines"),
    ("f2", "tui.journey.panes.region_map.RegionMapView.paint_lines"),
    ("f2", "tui.play.log.journal_log.JournalLog.lines"),
    ("f2", "tui.play.log.log_lines.log"),
    ("f2", "tui.play.road.survey.queries.plan_ahead"),
    ("f2", "tui.play.road.survey.party"),
    ("f2", "tui.journey.screen.land_title"),
    ("f2", "tui.journey.screen.enter_action"),
    ("f2", "tui.journey.screen.queries.routes"),
    ("f3", "tui.party.screen.receipts"),
    ("f3", "tui.party.screen.Roster.lines"),
)
FIGHT = (
    ("f4", "tui.board.battle_grid.BattleGrid.paint_lines"),
    ("f4", "tui.encounter.panes.side_panes.InitiativeList.lines"),
    ("f4", "tui.encounter.present.battle.doors"),
    ("f4", "tui.encounter.present.foresight._foreseen"),
    ("f4", "tui.encounter.overlays.order"),
    ("f4", "tui.encounter.change.enter_action"),
    ("f4", "tui.encounter.screen.results"),
)
PAST = (
    (":stats", "tui.sessions.pages.statistics"),
    (":rulings", "tui.sessions.dialogs.entry_pages.Rulings._told"),
    (":entry 2", "tui.sessions.past_reader.visits.visit"),
    (":export", "tui.play.dialogs.export_dialog.save"),
    (":luck", "tui.sessions.dialogs.charts_page.luck_lines"),
    (":rulings", "tui.sessions.pages.rulings"),
    (":then", "tui.sessions.pages.all_again"),
    (":then", "tui.sessions.dialogs.entry_pages.ThenAndNow._row"),
    (":find miller", "tui.sessions.search.find_hits"),
    (":session 2", "tui.sessions.past_reader.visits.journal"),
    (":recap", "tui.play.dialogs.export_dialog.text"),
)
"""A line typed on Sessions, and what fails of what it asks for."""
TRIED = len(PAST) if NIGHTLY else 4
"""How many of these are met: by day the first of them."""
OWN_ERROR = "an error of its own"


class Fault:
    """A mistake put into a computation, which counts how often it is met."""

    def __init__(self, name: str, error: type[Exception] = ZeroDivisionError) -> None:
        self.name = name
        self._error = error
        self.met = 0

    def __call__(self, *_: object, **__: object) -> object:
        self.met += 1
        if self._error is Refusal:
            raise Refusal("unheard_of", "the name of a secret in {name}", name=self.name)
        raise self._error(f"the name of a secret in {self.name}")


def logged(home: Path) -> int:
    log = home / "outrider.log"
    return log.read_text(encoding="utf-8").count("Traceback") if log.exists() else 0


async def fails_and_recovers(
    drive: Driver, home: Path, name: str, error: type[Exception] = ZeroDivisionError
) -> None:
    """`u` with the mistake in place is done and said; `U` without it shows everything again."""
    with pytest.MonkeyPatch.context() as patch:
        fault = Fault(name, error)
        patch.setattr(name, lambda *one, **named: fault(*one, **named))
        before = logged(home)
        head = drive.view.head
        await drive.press("u")
        await drive.until(lambda: drive.view.head == head + 1, f"u, with {name} failing")
        await drive.until(lambda: SENTENCE in drive.text(), f"a sentence for {name}")
        assert "secret" not in drive.text()
        assert fault.met
        await drive.pilot.pause()
        once = logged(home)
        assert once > before
        await drive.press("f9", "f9")
        await drive.press("up", "down", "ctrl+l")
        assert logged(home) == once, "logged once, not at each repaint"
    await drive.press("U")
    await drive.until(lambda: drive.view.head == head + 2, f"U, after {name}")
    await drive.until(lambda: SENTENCE not in drive.text(), f"{name} is shown again")
    assert drive.app.farewell is None


async def faults(drive: Driver, home: Path, each: tuple[tuple[str, str], ...]) -> None:
    for key, name in each:
        if NIGHTLY or name in REPAINTED:
            await drive.press(key)
            await fails_and_recovers(drive, home, name)
    key, name = each[0]
    await drive.press(key)
    await fails_and_recovers(drive, home, name, Refusal)


async def test_what_fails_on_the_road_is_a_sentence_and_u_works(table: Opens, home: Path) -> None:
    """Given a mistake in any pane of Journey and Party, then it is said, and keys go on."""
    async with table(week, size=(120, 40)) as drive:
        await faults(drive, home, ROAD)


async def test_what_fails_in_a_fight_is_a_sentence_and_u_works(home: Path) -> None:
    """Given a mistake in any part of the Encounter, then it is said, and keys go on."""
    the_ambush()
    async with at_table(NAME, size=(120, 40)) as drive:
        await faults(drive, home, FIGHT)


async def says_so(drive: Driver, line: str, name: str) -> None:
    """Type a line with the mistake in place: a sentence is said."""
    with pytest.MonkeyPatch.context() as patch:
        fault = Fault(name)
        patch.setattr(name, lambda *one, **named: fault(*one, **named))
        await drive.enter(line)
        await drive.until(lambda: fault.met or drive.app.screen.is_modal, f"{line} begins")
        if line == ":export":
            await drive.press("enter")
        await drive.until(lambda: OWN_ERROR in drive.said() + drive.text(), f"{name} is said")
        assert "a secret" not in drive.said() + drive.text()
        while drive.app.screen.is_modal:
            await drive.press("escape")
            await drive.pilot.pause()
    assert drive.app.farewell is None


@pytest.mark.nightly
async def test_what_fails_in_the_past_is_a_sentence_and_all_goes_on(
    table: Opens, home: Path
) -> None:
    """Given a mistake in a page of Sessions, or in going back, then it is said, and keys go on."""
    async with table(week, size=(120, 40)) as drive:
        head = drive.view.head
        await drive.press("u")
        await drive.until(lambda: drive.view.head == head + 1, "this is not the entry it opened at")
        await drive.press("f5")
        await drive.opened("SessionsScreen")
        await drive.shows("SESSIONS")
        for line, name in PAST[:TRIED]:
            await says_so(drive, line, name)
        assert logged(home) == 1, "all of them are at one place, of one moment"
        await drive.enter(":entry 2")
        await drive.shows("replaying session 1, entry 2")
        await drive.press("f2")
        await drive.opened("JourneyScreen")
        await drive.press("U")
        await drive.until(lambda: drive.view.head == head + 2, "U works")


async def fails_in(drive: Driver, owner: type[MessagePump], name: str, *keys: str) -> None:
    """Press keys with the mistake in a handler: it is met and said, and the app goes on."""
    with pytest.MonkeyPatch.context() as patch:
        fault = Fault(name)
        patch.setattr(owner, name, lambda *one: fault(*one))
        notes: list[str] = []
        patch.setattr(drive.app, "notify", lambda text, **_: notes.append(text))
        drive.app.sentence(None)
        await drive.press(*keys)
        await drive.until(lambda: fault.met, f"{name} is met")
        await drive.until(
            lambda: OWN_ERROR in drive.said() + "".join(notes), f"{name} is said, or noted"
        )
    assert "a secret" not in drive.said() + drive.text() + "".join(notes)
    assert drive.app.farewell is None


async def test_what_fails_in_a_handler_is_a_sentence_and_the_widget_goes_on(
    table: Opens, home: Path
) -> None:
    """Given a mistake where a message is handled or a timer goes off, then all take the next one.

    A dialog that cannot be shown is closed with Esc.
    """
    async with table(week, size=(120, 40)) as drive:
        await drive.press("f5")
        await drive.opened("SessionsScreen")
        await drive.shows("SESSIONS")
        await fails_in(drive, SessionsScreen, "on_key", "tab")
        drive.app.screen.query_one(Timeline).focus()
        await fails_in(drive, SessionsScreen, "on_timeline_stepped", "left")
        await drive.press("left")
        await drive.shows("YOU ARE IN THE PAST")
        drive.app.screen.query_one(EntryList).focus()
        await fails_in(drive, Charts, "on_mount", "C")
        await drive.press("escape")
        await drive.opened("SessionsScreen")
        entries = drive.app.screen.query_one(EntryList)
        fault = Fault("a callback")
        entries.call_next(fault)
        entries.call_after_refresh(fault)
        entries.set_timer(0, fault)
        await drive.until(lambda: fault.met == 3, "each callback fails")
        await drive.press("C")
        await drive.opened("Charts")
        assert drive.app.farewell is None
    assert logged(home) == 1, "all of them are at one place, of one moment"


async def test_an_entry_that_cannot_be_told_has_a_sentence_in_its_place(
    table: Opens, home: Path
) -> None:
    """Given a wound that no words are found for, then opening offers to undo it; the log goes on.

    What is said to be undone is undone, once, and another wound is told.
    """
    the_week()
    with library.open(NAME) as campaign:
        hurt(campaign, 3)
        wound = campaign.head
    tell = union.NARRATED[Damaged]

    def fails(event: Damaged, state: State) -> Message:
        if event.amount == 3:
            raise ZeroDivisionError("nobody thought of this")
        return tell(event, state)

    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(union.NARRATED, Damaged, fails)
        async with table(size=(120, 40)) as drive:
            drive.app.enter(lambda worker: worker.open(NAME), Message("Opening ..."))
            await drive.opened("Choose")
            await drive.press("u")
            await drive.opened("JourneyScreen")
            await drive.until(lambda: drive.view.head == wound + 1, "the wound is undone")
            await drive.shows(f"Entry {wound} cannot be told")
            await drive.enter(":hurt 2 h")
            await drive.until(lambda: drive.view.head == wound + 2, "another wound")
            await drive.shows("2 damage")
            assert drive.app.farewell is None
    assert "nobody thought of this" in (home / "outrider.log").read_text(encoding="utf-8")
