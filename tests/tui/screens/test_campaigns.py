"""The first screen: one key to the demo, three questions to a campaign, sentences for mistakes."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path
from threading import Event
from unittest import mock

import pytest
from textual.widgets import Input, Static

from core.messages import Message
from core.rulesets.schema import Ruleset
from saves.demo import NAME
from saves.library import library
from saves.store.packaged_rulesets import packaged
from tests.demos import the_week
from tests.story.driving import Driver
from tests.story.evening import MAP
from tests.thorough import NIGHTLY
from tests.tui.screens.bursts import press
from tests.tui.screens.conftest import Opens
from tui.campaigns import new_campaign
from tui.play.dialogs.map_preview import MapPreview, preview
from tui.play.road.party_table import Roster


async def test_a_first_time_user_opens_the_demo_with_one_key(table: Opens) -> None:
    """Given an empty home, when Enter, then the demo's week is there, and the fight it ends in."""
    async with table() as drive:
        await drive.shows("none yet")
        await drive.press("enter")
        await drive.opened("Previously")
        await drive.shows("14 Thaw 1212, 11:22")
        await drive.shows("Ambush at the ford is being played: round 3, the turn of Harsk.")
        await drive.shows("Who pays")
        assert drive.state.name == "The Long Marches"
        await drive.press("y")
        await drive.shows("Copied.")
        assert drive.app.clipboard.startswith("Previously in The Long Marches\nSession 5, ")
        await drive.press("f3")
        await drive.opened("PartyScreen")


@pytest.mark.parametrize("when", ["at once", "once its making is said"])
async def test_esc_while_the_demo_is_made_leaves_at_once_and_nothing_is_kept(
    table: Opens, when: str
) -> None:
    """Given the demo being made, when Esc, then no demo is there, and Enter makes it after all.

    That it is made after all is looked at by day once.
    """
    async with table() as drive:
        await drive.shows("none yet")
        worker = drive.app.worker
        loop = asyncio.get_running_loop()
        say_making = worker.making
        stop_making = worker.stop_making
        stopped = Event()

        def press_escape_while_it_is_made() -> None:
            say_making()
            if when != "at once":
                loop.call_soon_threadsafe(partial(press, drive.app, "escape"))
            stopped.wait(60)

        def stop() -> None:
            stop_making()
            stopped.set()

        worker.making = press_escape_while_it_is_made
        with mock.patch.object(worker, "stop_making", stop):
            keys = ("enter", "f3", "escape") if when == "at once" else ("enter",)
            await drive.strike(*keys)
            await drive.says("The demo was not made, and nothing is kept of it.")
        assert library.listing() == ()
        assert type(drive.app.screen).__name__ == "CampaignsScreen"
        if when == "at once" and not NIGHTLY:
            return
        worker.making = say_making
        await drive.press("enter")
        await drive.greeted("EncounterScreen")


async def test_a_demo_that_is_there_is_not_said_to_be_made(table: Opens) -> None:
    """Given the demo in the library, when it is opened again, then its making is not said."""
    the_week()
    async with table() as drive:
        await drive.shows(NAME)
        with mock.patch.object(drive.app, "sentence", wraps=drive.app.sentence) as sentence:
            await drive.press("home", "enter")
            await drive.greeted()
        said = [call.args[0] for call in sentence.call_args_list]
        assert said == [Message("Opening the demo ..."), None]


async def test_the_campaign_last_played_is_one_key_away(table: Opens) -> None:
    """Given a campaign, when the program starts, then Enter opens it; g c comes back."""
    library.create("Winter", packaged("pf1")).close()
    async with table() as drive:
        await drive.shows("Winter")
        await drive.press("enter")
        await drive.greeted()
        assert drive.state.name == "Winter"
        await drive.press("g")
        await drive.opened("Choose")
        await drive.press("c")
        await drive.opened("CampaignsScreen")
        await drive.press("escape")
        await drive.opened("JourneyScreen")


async def test_a_second_window_says_that_it_only_reads(table: Opens) -> None:
    """Given a campaign that is open elsewhere, then the title says so and Space is refused."""
    with library.create("Winter", packaged("pf1")):
        async with table() as drive:
            await drive.shows("Winter")
            await drive.press("enter")
            await drive.greeted()
            await drive.shows("READ ONLY 1")
            await drive.press("q")
            await drive.opened("TextLine")
            await drive.enter("not kept")
            await drive.until(lambda: "open" in drive.text().splitlines()[-2], "a sentence")
            assert drive.view.head == 1


@pytest.mark.nightly
async def test_three_questions_and_their_mistakes(table: Opens, tmp_path: Path) -> None:
    """Given no name, a file that is none, a place that is none: each is said; then it begins."""
    file = tmp_path / "road.txt"
    file.write_text(MAP, encoding="utf-8")
    async with table() as drive:
        await drive.shows("none yet")
        await drive.press("down", "enter")
        await drive.opened("NewCampaignScreen")
        await drive.press("f10")
        await drive.shows("The campaign needs a name.")
        await drive.enter("Second")
        await drive.press("down", "enter")
        await drive.enter(str(tmp_path / "nothing.txt"))
        await drive.says("nothing.txt: There is no such file.")
        for _ in "nothing.txt":
            await drive.press("backspace")
        await drive.type("ro")
        await drive.pilot.pause(0.3)
        await drive.press("tab", "enter")
        await drive.shows("8 hexes, 1 way")
        await drive.press("backspace", "backspace")
        await drive.enter("6")
        await drive.enter("Nowhere")
        await drive.shows("Nowhere")
        await drive.press(*["backspace"] * 7)
        await drive.enter("Midway")
        await drive.opened("Previously")
        assert drive.state.ruleset_name.startswith("D&D")
        assert drive.state.hex_km == 6
        assert drive.state.place == "0501"


async def test_a_campaign_without_a_map_goes_by_legs(table: Opens) -> None:
    """Given the second rules lit as F10 begins without a map, then legs are the plan by them."""
    async with table() as drive:
        await drive.shows("none yet")
        await drive.press("down", "enter")
        await drive.opened("NewCampaignScreen")
        await drive.enter("Paper")
        await drive.press("down", "f10")
        await drive.greeted()
        drive.begun()
        assert drive.state.ruleset_name.startswith("D&D")
        await add(drive, "Ann", "human")
        await drive.press("f2")
        await drive.opened("JourneyScreen")
        await drive.shows("Enter: write the legs, or :import a map")
        await drive.press("enter")
        await drive.opened("LegsEditor")
        await drive.enter("24 forest road")
        await drive.enter("30 swamp highwya")
        await drive.shows("highway")
        await drive.enter("30 swamp highway hustle")
        await drive.shows("54 km in all")
        await drive.press("enter")
        await drive.saved()
        await drive.shows("to the last leg  54 km")
        assert drive.state.plan is not None
        assert [leg.pace for leg in drive.state.plan.stretches] == ["", "hustle"]


async def add(drive: Driver, name: str, race: str) -> None:
    """Add a member by the form."""
    await drive.press("f3")
    await drive.opened("PartyScreen")
    await drive.shows("add a member")
    await drive.press("end", "enter")
    await drive.opened("AddHeroes")
    await drive.press("f2")
    await drive.opened("MemberForm")
    for text in (name, "", "", race):
        await drive.type(text)
        await drive.press("tab")
    await drive.press("f10")
    await drive.saved()


async def test_members_are_added_edited_marked_and_let_go(table: Opens) -> None:
    """Given two members: a bad sheet is refused in the form, marks share damage, Delete asks."""
    library.create("Party", packaged("pf1")).close()
    async with table() as drive:
        await drive.shows("Party")
        await drive.press("enter")
        await drive.greeted()
        drive.begun()
        await add(drive, "Ann", "human")
        await add(drive, "Bob", "dwarf")
        await drive.press("home", "enter")
        await drive.opened("MemberForm")
        await drive.press("down", "down", "down")
        await drive.enter("dragon")
        await drive.shows("no race called dragon")
        assert type(drive.app.screen).__name__ == "MemberForm"
        await drive.press("escape")
        await drive.opened("PartyScreen")
        await drive.press("V", "minus")
        await drive.opened("TextLine")
        await drive.enter("3 4")
        await drive.saved()
        assert [m.damage for m in drive.state.members] == [3, 4]
        await drive.press("delete")
        await drive.press("enter")
        await drive.saved()
        assert [m.name for m in drive.state.members] == ["Bob"]
        roster = drive.app.screen.query_one(Roster)
        await drive.until(lambda: roster.cursor == "bob", "the cursor on who is left")


async def test_a_window_that_reads_follows_the_one_that_writes(table: Opens) -> None:
    """Given a second window, when the first writes a note, then the second shows it."""
    from core.play.facts.table.commands import WriteNote

    with library.create("Winter", packaged("pf1")) as first:
        async with table() as drive:
            await drive.shows("Winter")
            await drive.press("enter")
            await drive.greeted()
            first.perform(WriteNote("the ogre stirs"), lambda questions: {})
            await drive.shows("the ogre stirs")
            await drive.shows("READ ONLY 2")


async def test_a_window_that_reads_takes_over_what_the_first_has_closed(table: Opens) -> None:
    """Given a second window, when the first is closed, then t writes here; before, nothing does."""
    first = library.create("Winter", packaged("pf1"))
    async with table() as drive:
        await drive.shows("Winter")
        await drive.press("enter")
        await drive.greeted()
        await drive.enter(":takeover")
        await drive.shows("still open in another window")
        first.close()
        await drive.opened("Choose")
        assert drive.view.read_only
        await drive.press("t")
        await drive.until(lambda: not drive.view.read_only, "writing here")
        await drive.greeted()
        await drive.enter(":takeover")
        await drive.shows("nothing to take over")
        await drive.enter(":note the ogre stirs")
        await drive.shows("saved 2")


async def test_the_row_that_enter_takes_has_a_sign(table: Opens) -> None:
    """Given the list, when the cursor moves, then ">" goes with it: colour is not needed."""
    async with table() as drive:
        await drive.shows("> Open the demo campaign")
        await drive.press("down")
        await drive.shows("> New campaign")
        assert drive.text().count("> ") == 1


@pytest.mark.parametrize(
    "size",
    [
        (80, 24),
        pytest.param((119, 30), marks=pytest.mark.nightly),
        pytest.param((120, 40), marks=pytest.mark.nightly),
    ],
)
async def test_columns_of_the_list_are_whole(table: Opens, size: tuple[int, int]) -> None:
    """Given a campaign, then its dates are not cut, each under its head, and one row has ">"."""
    library.create("Winter", packaged("pf1")).close()
    (shelf,) = library.listing()
    played = shelf.played[:10]
    async with table(size=size) as drive:
        await drive.shows("Winter")
        lines = drive.text().splitlines()
        head, row = (next(line for line in lines if word in line) for word in ("name ", "Winter"))
        assert row.find("1 Deepwinter 1212 ") == head.find("in the world")
        assert row.find(played) == head.find("played")
        assert row.endswith(played if size[0] < 120 else shelf.played[:16].replace("T", " "))
        assert drive.text().count("> ") == 1


async def test_delete_bins_a_campaign_after_enter_and_u_puts_it_back(table: Opens) -> None:
    """Given a campaign, when Delete and Enter, then it is in the bin; u brings it back."""
    library.create("Winter", packaged("pf1")).close()
    async with table() as drive:
        await drive.shows("> Winter")
        await drive.press("delete")
        await drive.shows("move Winter to the bin?")
        await drive.press("escape")
        await drive.until(lambda: "the bin?" not in drive.text(), "taken back")
        await drive.press("delete", "enter")
        await drive.shows("Winter is in the bin")
        await drive.shows("none yet")
        assert library.listing() == ()
        await drive.press("u")
        await drive.shows("Winter is back")
        assert [shelf.name for shelf in library.listing()] == ["Winter"]


async def test_a_campaign_that_is_open_here_is_closed_for_the_bin(table: Opens) -> None:
    """Given the open campaign, when it goes to the bin, then no screen shows it any more."""
    library.create("Winter", packaged("pf1")).close()
    async with table() as drive:
        await drive.shows("> Winter")
        await drive.press("enter")
        await drive.greeted()
        await drive.press("g")
        await drive.opened("Choose")
        await drive.press("c")
        await drive.opened("CampaignsScreen")
        await drive.shows("> Winter")
        await drive.press("delete", "enter")
        await drive.shows("Winter is in the bin")
        await drive.press("f2")
        await drive.shows("No campaign is open")


async def test_r_gives_a_campaign_another_name(table: Opens) -> None:
    """Given two campaigns, then one takes a free name but not that of the other."""
    library.create("Summer", packaged("pf1")).close()
    library.create("Winter", packaged("pf1")).close()
    async with table() as drive:
        await drive.shows("> Winter")
        await drive.press("slash")
        await drive.opened("TextLine")
        await drive.enter("er")
        await drive.press("n")
        await drive.shows("> Summer")
        await drive.press("n")
        await drive.shows("> Winter")
        await drive.press("R")
        await drive.opened("TextLine")
        await drive.enter("Summer")
        await drive.shows("There is already a campaign called Summer.")
        await drive.press("R")
        await drive.opened("TextLine")
        await drive.enter("Spring")
        await drive.shows("> Spring")
        assert {shelf.name for shelf in library.listing()} == {"Summer", "Spring"}


async def test_what_is_wrong_in_a_new_campaign_is_said_at_its_field(table: Opens) -> None:
    """Given a wrong line, then it keeps the focus and says why, until it is mended."""
    async with table() as drive:
        await drive.shows("none yet")
        await drive.press("down", "enter")
        await drive.opened("NewCampaignScreen")
        await drive.press("enter")
        await drive.says("The campaign needs a name.")
        await drive.type("Wrong")
        assert "needs a name" not in drive.said()
        await drive.press("enter")
        await drive.shows("> Pathfinder 1")
        await drive.enter("gurps")
        await drive.says("There are no rules called gurps")
        await drive.press("ctrl+u")
        await drive.enter("3.5")
        await drive.enter("/nowhere.txt")
        await drive.says("no such file")
        await drive.press("ctrl+u", "enter")
        await drive.opened("Previously")
        assert drive.view.assets.rules.id == "dnd35"


async def test_a_map_is_read_once_and_what_is_hidden_with_it_blocks_nothing(
    table: Opens, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a map with nonsense as its scale, when it is taken back, then the campaign begins."""
    file = tmp_path / "road.txt"
    read = list[Path]()
    file.write_text(MAP, encoding="utf-8")

    def counted(path: Path, rules: Ruleset) -> MapPreview:
        read.append(path)
        return preview(path, rules)

    monkeypatch.setattr(new_campaign, "preview", counted)
    async with table() as drive:
        await drive.shows("none yet")
        await drive.press("down", "enter")
        await drive.opened("NewCampaignScreen")
        await drive.enter("Paper")
        await drive.press("enter")
        await drive.enter(str(file))
        await drive.shows("8 hexes, 1 way")
        await drive.enter("many")
        await drive.says("'many' is not a hex size.")
        assert read == [file]
        await drive.press("shift+tab", "ctrl+u", "f10")
        await drive.opened("Previously")
        assert drive.view.region is None


async def test_a_search_that_is_left_finds_nothing_and_says_nothing(table: Opens) -> None:
    """Given the first screen and the settings, when / and Esc, then there is no sentence."""
    async with table() as drive:
        await drive.shows("none yet")
        for keys, screen in ((("slash",), "CampaignsScreen"), (("f8", "slash"), "SettingsScreen")):
            await drive.press(*keys)
            await drive.opened("TextLine")
            await drive.press("escape")
            await drive.opened(screen)
            await drive.app.workers.wait_for_complete()
            assert not str(drive.app.screen.query_one("#sentence", Static).render())


async def test_empty_panels_say_what_comes_there_and_how(table: Opens) -> None:
    """Given a new campaign, then each screen says in a sentence, with its key, what it is for."""
    library.create("Winter", packaged("pf1")).close()
    async with table() as drive:
        await drive.shows("Winter")
        await drive.press("enter")
        await drive.greeted()
        await drive.shows("nobody yet: F3, then Enter, adds a hero")
        await drive.shows(":import reads a map.")
        await drive.press("f3")
        await drive.opened("PartyScreen")
        await drive.says("Nobody travels yet. Enter adds heroes")
        await drive.press("f4")
        await drive.opened("EncounterScreen")
        await drive.says("No encounter is shown. e prepares one")


async def test_the_first_screen_names_the_keys_in_force(table: Opens, home: Path) -> None:
    """Given a key of one's own for undo, then the first three things name that one."""
    home.mkdir(parents=True)
    (home / "settings.toml").write_text('[keys]\nundo = "B"\n', encoding="utf-8")
    async with table() as drive:
        await drive.says("Spc     the story goes on, its dice in one tray. B takes it back.")


async def test_a_file_that_cannot_be_imported_stays_to_be_mended(
    table: Opens, tmp_path: Path
) -> None:
    """Given a path with a mistake, when Enter, then the reason is said and the path is kept."""
    wrong = tmp_path / "gone.jsonl"
    async with table() as drive:
        await drive.shows("none yet")
        await drive.press("down", "down", "down", "enter")
        await drive.opened("TextLine")
        await drive.enter(str(wrong))
        await drive.says("No such file or directory. Another file")
        assert drive.app.screen.query_one(Input).value == str(wrong)
        await drive.press("escape")
        await drive.opened("CampaignsScreen")


@pytest.mark.nightly
async def test_numbers_of_the_list_stand_at_the_right_edge_of_their_column(table: Opens) -> None:
    """Given a campaign in a wide window, then its entries end below the end of their head."""
    library.create("Winter", packaged("pf1")).close()
    async with table(size=(120, 40)) as drive:
        await drive.shows("Winter")
        head, row = (
            next(line for line in drive.text().splitlines() if word in line)
            for word in ("entries", "Winter")
        )
        end = head.index("entries") + len("entries")
        assert row[end - 1].isdigit()
        assert row[end] == " "
