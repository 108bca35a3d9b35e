"""The Party screen: where the cursor goes, and what is shown of the member under it."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.play.facts.state import Boat
from core.play.facts.table.commands import PlaceBoat
from core.play.party.party_file import read_party
from core.play.union import Assets
from saves.library import library
from saves.store.packaged_rulesets import packaged
from tests.demos import week as demo
from tests.story.driving import front
from tests.tui.screens.conftest import Opens
from tui.party.screen import PartyScreen
from tui.play.road.party_table import MemberLine
from tui.play.road.survey import Survey
from tui.worker import Deed

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")


async def test_a_letter_jumps_to_a_member_and_backspace_shows_the_one_before(table: Opens) -> None:
    """Given f, his letter and Backspace, then Enter edits Harsk, and then the first again."""
    async with table(demo) as drive:
        first = drive.state.members[0].name
        harsk = drive.state.member("harsk")
        assert harsk is not None
        await drive.press("f3")
        await drive.shows(f"Enter: edit {first}")
        await drive.press("f", harsk.token)
        await drive.shows("Enter: edit Harsk")
        await drive.press("backspace")
        await drive.shows(f"Enter: edit {first}")


async def test_e_says_what_edits_and_escape_closes_then_goes_to_the_journey(table: Opens) -> None:
    """Given the party, when e, then a sentence names Enter; Esc closes it, the next one leaves."""
    async with table(demo) as drive:
        await drive.press("f3")
        await drive.opened("PartyScreen")
        await drive.press("e")
        await drive.says("Enter edits the member under the cursor; encounters are on F2 and F4.")
        await drive.press("escape")
        assert type(drive.app.screen) is PartyScreen
        await drive.press("escape")
        await drive.opened("JourneyScreen")


async def test_the_curtain_shows_nothing_of_the_survey_before(table: Opens) -> None:
    """Given a row of the other side's survey, when F9 before the next one, then it is gone."""
    async with table(demo) as drive:
        await drive.press("f3")
        await drive.opened("PartyScreen")
        screen = front(drive.app, PartyScreen)
        await drive.until(lambda: not screen.surveys.busy, "the survey")
        screen.surveys.ask = lambda wanted: None  # type: ignore[method-assign]
        secret = MemberLine("spy", "Y", "Yorick the spy")
        screen.take_survey(screen.as_shown, Survey((secret,)))
        await drive.shows("Yorick")
        await drive.press("f9")
        await drive.shows("CURTAIN")
        assert "Yorick" not in drive.text()
        await drive.shows("Harsk")


async def test_a_boat_without_a_place_is_told_alike_in_row_and_list(table: Opens) -> None:
    """Given a boat that is nowhere yet, then its row and the list of m say so, and no hex."""
    async with table(demo) as drive:
        worker = drive.app.worker
        drive.app.view = await worker.record(Deed(PlaceBoat(Boat("skiff", "Skiff", "rowboat")), {}))
        await drive.press("f3")
        await drive.shows("b Skiff")
        assert "Skiff place not known" in " ".join(drive.text().split())
        await drive.press("m")
        await drive.opened("Choose")
        await drive.shows("Skiff  place not known")


async def test_a_search_goes_to_the_member_and_enter_edits(table: Opens) -> None:
    """Given / and a part of a name, then the cursor is there, and Enter opens the sheet."""
    async with table(demo) as drive:
        await drive.press("f3")
        await drive.opened("PartyScreen")
        await drive.press("slash")
        await drive.opened("TextLine")
        await drive.enter("arsk")
        await drive.shows("Enter: edit Harsk")
        await drive.press("enter")
        await drive.opened("MemberForm")
        await drive.shows("Edit Harsk")


async def test_the_party_goes_to_a_file_and_into_another_campaign(
    table: Opens, tmp_path: Path
) -> None:
    """Given :party export in one campaign, when imported in another, then all of it joins."""
    file = tmp_path / "Our Heroes.toml"
    async with table(demo) as drive:
        here = drive.state.members
        await drive.press("f3")
        await drive.opened("PartyScreen")
        await drive.type(":")
        await drive.enter(f"party export {file}")
        await drive.says("Written:")
        await drive.type(":")
        await drive.enter(f"party import {file}")
        await drive.says(f"party[1].name: {here[0].name} is in the party already.")
        assert drive.state.members == here
        await drive.type(":")
        await drive.enter("party export")
        await drive.says("-party.toml")
    library.create("Other", packaged("pf1")).close()
    with library.open("Other") as other:
        joining = read_party(file.read_text("utf-8"), other.state, Assets(packaged("pf1")))
        assert {m.name for m in (joining.member, *(joining.also or ()))} == {m.name for m in here}


async def test_a_party_file_that_cannot_be_is_said(table: Opens, home: Path) -> None:
    """Given no folder for exports, a home of nobody, a device: each is a sentence."""
    async with table(demo) as drive:
        (home / "exports").write_text("")
        for line, said in (
            ("export", "cannot be written: File exists."),
            ("export ~nobody-here/x.toml", "cannot be written: No such file"),
            ("import /dev/zero", "/dev/zero: There is no such file."),
        ):
            await drive.type(":")
            await drive.enter(f"party {line}")
            await drive.says(said)


async def test_an_imported_party_joins_as_one_entry(table: Opens, tmp_path: Path) -> None:
    """Given a file of two, then both join; u takes both back; a wrong file names file and key."""
    file = tmp_path / "two.toml"
    file.write_text('[[party]]\nname="Ann"\nrace="elf"\n[[party]]\nname="Bo"\nrace="elf"\n')
    async with table(demo) as drive:
        here = drive.state.members
        drive.begun()
        await drive.press("f3")
        await drive.opened("PartyScreen")
        await drive.type(":")
        await drive.enter(f"party import {file}")
        await drive.saved()
        assert [m.name for m in drive.state.members[len(here) :]] == ["Ann", "Bo"]
        await drive.press("u")
        await drive.saved()
        assert drive.state.members == here
        file.write_text('[[party]]\nname="Ann"\nrace="elv"\n')
        await drive.type(":")
        await drive.enter(f"party import {file}")
        await drive.says("two.toml, party[1].race: Ann: There is no race called elv.")
