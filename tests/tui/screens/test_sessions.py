"""The Sessions screen: any moment of the past is seen again, and the present stays as it is."""

from __future__ import annotations

from contextlib import closing

import pytest

from saves.campaign import marks
from saves.history.sessions import Session
from saves.store import journal
from saves.store.packaged_rulesets import packaged
from saves.store.releases import SCHEMA
from saves.store.sqlite import engine
from saves.store.sqlite.file_place import file_of
from tests.demos import ambush
from tests.story.driving import Driver
from tests.tui.screens.conftest import Opens
from tests.tui.screens.looking_back import jump, looking_back, screen, stands, story, told
from tui.kit.lines_view import TitleLine
from tui.sessions.panes.entry_list import EntryList, EntryPanel
from tui.sessions.panes.replay_scene import ReplayScene
from tui.sessions.panes.session_list import SessionList
from tui.sessions.panes.timeline import Timeline
from tui.sessions.present.visits import Wish
from tui.view import CampaignView
from tui.worker import CampaignWorker, Founding

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")


def session(drive: Driver) -> Session:
    """The session whose journal is shown."""
    found = screen(drive).standpoint.shown_session
    assert found is not None
    return found


def sessions(drive: Driver) -> tuple[Session, ...]:
    """All sessions."""
    overview = screen(drive).ui.overview
    return () if overview is None else overview.sessions


async def f5_shows_the_present_and_steps_into_the_story_change_nothing(drive: Driver) -> None:
    """Given the demo's fight, when Bksp and Space, then its story; undone entries are left out."""
    head = drive.view.head
    await drive.shows("SESSIONS  14 Thaw 11:22")
    await drive.shows(f"now   saved {head}")
    await drive.shows(f"{head} of {head}")
    await drive.press("space")
    await drive.shows("This is the present: nothing was played after it.")
    kept = [one.seq for one in await story(drive) if not one.undone and one.kind == "play"]
    await drive.press("backspace")
    await stands(drive, kept[-1])
    await drive.shows(f"PAST {kept[-1]}/{head}   saved {head}")
    await drive.press("backspace", "backspace", "space")
    await stands(drive, kept[-2])
    await drive.press("G")
    await stands(drive, head)
    await drive.shows("This is the present: nothing in it has changed.")
    await drive.press("u")
    await drive.shows("Undo works only in the present")
    await drive.enter(str(head + 1))
    await drive.shows(f"There is no entry {head + 1}. Type a number from 1 to {head}.")
    assert drive.view.head == head


async def what_is_wished_for_while_news_is_read_is_followed(drive: Driver) -> None:
    """Given that the screen reads what is new, when Bksp, then the entry before is shown."""
    reader = screen(drive).reader
    head = drive.view.head
    reader.leave()
    assert reader.follow()
    reader.wish(Wish("entry", -1))
    await drive.until(lambda: reader.at < head and reader.still, "the entry before")
    reader.wish(Wish("now"))
    await stands(drive, head)


async def rounds_days_and_fights_are_stepped_by_and_left_for_the_present(drive: Driver) -> None:
    """Given round 3, when < twice, then rounds 2 and 1; on the road days; F4 shows the present."""
    await drive.press("less_than_sign")
    await stands(drive, await told(drive, "round 2 begins"))
    await drive.press("less_than_sign")
    await stands(drive, await told(drive, "initiative: 22 Valeria"))
    await drive.shows(f"session {session(drive).number} of {len(sessions(drive))}  ")
    await drive.press("O", "O")
    await drive.shows("Valeria threatens these squares: !")
    await drive.press("M", "down", "down")
    await drive.shows("F7 to F9: 2 squares (3 m)")
    await drive.press("M", "tab", "up")
    await drive.shows("F8: open ground, bright, empty")
    screen(drive).focus_pane()
    await jump(drive, await told(drive, "camp at 1605"))
    await drive.press("M")
    await drive.shows("There is no board here")
    await drive.press("less_than_sign")
    await stands(drive, await told(drive, "camp at 1405"))
    assert screen(drive).query_one(ReplayScene).map.display
    assert "[@@]" in drive.text()
    await drive.press("greater_than_sign", "semicolon")
    await stands(drive, await told(drive, "Ambush at the ford begins"))
    assert screen(drive).query_one(ReplayScene).grid.display
    await drive.press("comma")  # it has no board
    await stands(drive, await told(drive, "Wolves under the oaks begins"))
    await drive.press("comma")
    await drive.shows("This is the first entry.")
    await jump(drive, 20)
    await drive.press("f4")
    await drive.opened("EncounterScreen")
    await drive.shows("HARSK to act")
    await drive.press("f5")
    await drive.opened("SessionsScreen")
    await stands(drive, drive.view.head)
    await drive.shows("20 and Enter goes back to where you were.")
    await jump(drive, 20)
    await drive.press("escape")
    await stands(drive, drive.view.head)
    await drive.press("escape")
    await drive.opened("EncounterScreen")


async def an_entry_tells_its_dice_its_chance_whom_it_changed_and_why(drive: Driver) -> None:
    """Given Valeria's hit of round 2, then 13 typed, 75 %, 11 -> 3; Enter opens its receipt."""
    hit = await told(drive, "Valeria attacks Wolf a: 21 against 14, hit")
    await jump(drive, hit)
    panel = screen(drive).query_one(EntryPanel).as_text()
    assert "Wolf a 11 -> 3" in panel
    assert "Valeria d20: 13, typed" in panel
    assert "Valeria needed 6: 75 %" in panel
    await drive.shows("Enter: 1 receipt of this entry")
    await drive.press("enter")
    await drive.opened("Why")
    await drive.press("escape")
    await drive.opened("SessionsScreen")
    await stands(drive, hit)
    await drive.press("f9")
    await drive.until(
        lambda: (
            "needed" not in screen(drive).query_one(EntryPanel).as_text()
            and screen(drive).reader.still
        ),
        "the curtain",
    )
    veiled = screen(drive).query_one(EntryPanel).as_text()
    assert "Valeria attacks Wolf a: 21, hit" in veiled
    assert "11 -> 3" not in veiled
    await drive.press("enter")
    await drive.shows("Receipts are for the GM only")
    noted = await told(drive, "The ogre wears the miller's ring")
    await jump(drive, noted)
    await drive.shows("Players know nothing of this.")
    assert "ring" not in drive.text()
    await drive.press("f9")
    await drive.shows("The ogre wears the miller's ring")


async def keys_typed_while_the_past_is_read_mean_the_moment_they_lead_to(drive: Driver) -> None:
    """Given a note without a receipt, when an entry is gone to, and Enter or w typed at once."""
    hit = await told(drive, "Valeria attacks Wolf a: 21 against 14, hit")
    noted = await told(drive, "The ogre wears the miller's ring")
    for key in ("enter", "w"):
        await jump(drive, noted)
        await drive.press(*str(hit), "enter", key)
        await drive.opened("Why")
        await drive.press("escape")
        await drive.opened("SessionsScreen")
        await stands(drive, hit)


async def lists_and_the_line_of_time_move_with_the_cursor_keys(drive: Driver) -> None:
    """Given the journal in focus, then Up also shows what was undone; Left steps on the line."""
    head = drive.view.head
    await drive.press("up")
    await stands(drive, head - 1)
    await drive.shows(f"undone  entry {head - 1}")
    await drive.shows("undone: Harsk stops at D9")
    await drive.press("K")
    await stands(drive, head - 6)
    first = session(drive).first
    await drive.press("home")
    await stands(drive, first)
    await drive.press("up")
    await stands(drive, first - 1)
    assert screen(drive).query_one(SessionList).cursor == 4
    screen(drive).query_one(Timeline).focus()
    await drive.press("home", "right", "right", "left", "f")
    await drive.shows("jump: press the letter")
    line = screen(drive).query_one(Timeline).as_text()
    assert "[a" in line
    assert "|b" in line
    await drive.press("b")
    days = [one for one in await story(drive) if one.session == 4 and not one.undone]
    await stands(drive, next(one.seq for one in days if one.day > days[0].day))
    screen(drive).query_one(SessionList).focus()
    await drive.press("down")
    await drive.shows("Enter: go to session 3")
    await drive.until(lambda: "session 3" in screen(drive).query_one(EntryList).as_text(), "3")
    await drive.press("enter")
    await stands(drive, sessions(drive)[2].first)


async def what_is_found_is_listed_marked_and_stepped_through(drive: Driver) -> None:
    """Given /ogre kind:note, then its notes are listed as it is typed, and the last is chosen."""
    notes = [one.seq for one in await story(drive) if "ogre" in one.text and one.kind == "note"]
    await drive.press("slash")
    await drive.opened("Find")
    await drive.type("ogre kind:note")
    await drive.shows(f"{len(notes)} hits")
    await drive.shows(f"{notes[0]}  7 Thaw  note: The miller of Thornwood fears an ogre")
    await drive.shows(f">{notes[-1]}  R2  note: The ogre wears the miller's ring.")
    await drive.press("enter")
    await drive.opened("SessionsScreen")
    await stands(drive, notes[-1])
    last = len(notes)
    await drive.shows(f"/ogre kind:note  hit {last} of {last}, n next, N previous")
    await drive.press("n")
    await stands(drive, notes[0])
    await drive.press("N", "N")
    await stands(drive, notes[-2])
    await drive.press("slash")
    await drive.opened("Find")
    await drive.type("colour:red")
    await drive.shows("'colour' is not one of creature, place, kind, session.")
    await drive.press("escape")
    await drive.opened("SessionsScreen")
    await drive.enter(":filter notes")
    await drive.until(lambda: "only notes" in drive.text(), "the filter")
    assert "attacks" not in screen(drive).query_one(EntryList).as_text()
    for word, asked in (
        ("entry", "Which entry? Type a number from 1 to "),
        ("session", "Which session?"),
        ("drop", "No what-if is open. Press x to begin one."),
        ("find colour:red", "'colour' is not one of creature, place, kind, session."),
    ):
        await drive.enter(f":{word}")
        await drive.shows(asked)
    await drive.enter(":share")
    await drive.shows("for the players, too")
    await drive.press("escape")
    await drive.opened("SessionsScreen")
    await drive.enter(":find")
    await drive.opened("Find")
    await drive.press("escape")
    await drive.opened("SessionsScreen")


async def test_the_past_is_looked_at_by_keys_and_the_present_stays(table: Opens) -> None:
    """Given the demo's fight, when one steps, reads and searches, then all of it is as it was."""
    async with looking_back(table) as drive:
        before = drive.view
        await f5_shows_the_present_and_steps_into_the_story_change_nothing(drive)
        await an_entry_tells_its_dice_its_chance_whom_it_changed_and_why(drive)
        await keys_typed_while_the_past_is_read_mean_the_moment_they_lead_to(drive)
        await drive.press("G")
        await stands(drive, before.head)
        await rounds_days_and_fights_are_stepped_by_and_left_for_the_present(drive)
        await drive.press("f5")
        await drive.opened("SessionsScreen")
        await stands(drive, before.head)
        await what_is_wished_for_while_news_is_read_is_followed(drive)
        await lists_and_the_line_of_time_move_with_the_cursor_keys(drive)
        await drive.press("G")
        await stands(drive, before.head)
        await what_is_found_is_listed_marked_and_stepped_through(drive)
        assert (drive.view.head, drive.state) == (before.head, before.state)


async def test_notes_titles_and_sessions_are_written_where_one_stands(table: Opens) -> None:
    """Given entry 20, when q and R, then the note stands there and the session has its title."""
    async with looking_back(table, size=(120, 40)) as drive:
        head = drive.view.head
        await jump(drive, 20)
        await drive.press("q")
        await drive.opened("TextLine")
        await drive.enter("the fog came from the tarn")
        await drive.saved()
        await drive.shows("Noted at entry 20.")
        await stands(drive, 20)
        await drive.shows("note: the fog came from the tarn")
        number = session(drive).number
        await drive.press("R")
        await drive.opened("TextLine")
        await drive.enter("Into the fog")
        await drive.saved()
        await drive.shows(f"Session {number} is called Into the fog.")
        await drive.until(
            lambda: (
                ": Into the fog" in screen(drive).query_one(EntryList).as_text()
                and screen(drive).reader.still
            ),
            "its title",
        )
        title = screen(drive).query_one(TitleLine).as_text()
        assert f"replaying session {number}, entry 20 of {head + 2}" in title
        assert f"YOU ARE IN THE PAST   saved {head + 2}" in title
        assert "   20>" in screen(drive).query_one(EntryList).as_text()
        await drive.enter(":notes who lit the lamps?")
        await drive.saved()
        await drive.shows("note: who lit the lamps?")
        many = len(sessions(drive))
        for line, count in (("split", many + 1), ("join", many)):
            await drive.enter(f":{line}")
            await drive.saved()
            await drive.until(lambda: len(sessions(drive)) == count, line)  # noqa: B023


async def founded(worker: CampaignWorker) -> CampaignView:
    """A campaign without a map in which nothing was played."""
    return await worker.found(Founding("Empty", packaged("pf1")))


async def test_a_campaign_without_a_map_and_without_a_story_has_a_past_too(table: Opens) -> None:
    """Given a campaign just founded, when F5, then its one entry, and no step from it."""
    async with looking_back(table, founded) as drive:
        await drive.shows("Empty begins")
        await drive.shows("1 session")
        await drive.press("backspace")
        await drive.shows("This is the first entry.")
        await drive.press("semicolon")
        await drive.shows("This is the present")
        await drive.press("n")
        await drive.shows("There is no search yet. Press / to search.")
        assert not screen(drive).query_one(ReplayScene).map.display


@pytest.mark.nightly
async def test_what_is_only_read_is_reviewed_and_not_written_into(table: Opens) -> None:
    """Given a campaign that another window holds, then it is stepped through; q is refused."""
    holder = CampaignWorker()
    await ambush(holder)
    async with looking_back(table, lambda worker: worker.demo()) as drive:
        head = drive.view.head
        await drive.shows(f"READ ONLY {head}")
        await jump(drive, 20)
        await drive.press("q")
        await drive.opened("TextLine")
        await drive.enter("not to be kept")
        await drive.opened("SessionsScreen")
        await drive.shows("read")
        assert drive.view.head == head
    await holder.close()
    holder.stop()


async def test_a_window_that_reads_along_says_that_it_has_become_too_old(table: Opens) -> None:
    """Given a newer Outrider that writes what this one cannot read, then a sentence says so."""
    holder = CampaignWorker()
    await ambush(holder)
    async with looking_back(table, lambda worker: worker.demo()) as drive:
        head = drive.view.head
        await drive.shows(f"READ ONLY {head}")
        await holder.write(lambda campaign: marks.begin_session(campaign, "By a newer one"))
        path = drive.view.place
        assert path is not None
        with closing(engine.dial(file_of(path), "rw")) as newer, newer.begin():
            journal.raise_schema(newer, SCHEMA + 1)
        await holder.write(lambda campaign: marks.begin_session(campaign, "Not to be read"))
        await drive.says("Update Outrider to open it.")
        assert drive.view.head < head + 2
    await holder.close()
    holder.stop()
