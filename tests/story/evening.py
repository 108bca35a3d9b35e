"""The first evening: from nothing to a journey of three days, told with keys alone."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

from core.play.facts.state import Fighting, Met
from saves.library.dice import DiceRoller
from tests.forking import Say
from tests.story.driving import Driver
from tests.story.killing import wait_to_be_killed
from tui.app import OutriderApp

SEED = 3
"""The dice that the program rolls meet nothing more on the second day."""

MAP = """\
# A road from west to east
0101 plain town "Westgate"
0201 plain
0301 forest castle_ruin
0401 plain
0501 hill village "Midway"
0601 plain
0701 plain
0801 plain castle "Eastkeep"
0101-0801 road "The Road"
"""

VALERIA = ("Valeria", "", "", "human", "light", "", "", "14", "31", "4", "85", "")
HARSK = ("Harsk", "", "", "dwarf", "heavy", "", "", "16", "38", "4", "110", "")


async def new_campaign(drive: Driver, file: Path) -> None:
    """The three questions: a name, the rules, a text-mapper file with its scale and start."""
    await drive.shows("New campaign")
    await drive.press("down", "enter")
    await drive.opened("NewCampaignScreen")
    await drive.enter("First Evening")
    await drive.press("enter")
    await drive.enter(str(file))
    await drive.shows("8 hexes, 1 way")
    await drive.press("enter")
    await drive.enter("Westgate")
    await drive.opened("Previously")
    await drive.shows("the party is at Westgate")
    await drive.press("x")
    await drive.opened("JourneyScreen")
    assert drive.state.place == "0101"
    drive.begun()


async def a_party(drive: Driver) -> None:
    """Two characters, written in the form."""
    await drive.press("f3")
    await drive.opened("PartyScreen")
    await drive.shows("add a member")
    for sheet in (VALERIA, HARSK):
        await drive.press("end", "enter")
        await drive.opened("AddHeroes")
        await drive.press("f2")
        await drive.opened("MemberForm")
        for line in sheet:
            await drive.type(line)
            await drive.press("tab")
        await drive.press("f10")
        await drive.saved()
        await drive.shows(sheet[0])
    assert [member.token for member in drive.state.members] == ["V", "H"]
    await drive.press("f2")
    await drive.opened("JourneyScreen")


async def a_route(drive: Driver) -> None:
    """Encounter checks every four hours, and a route to the end of the road."""
    await drive.enter(":encounter d12 4h 1")
    await drive.saved()
    await drive.press("slash")
    await drive.opened("TextLine")
    await drive.enter("eastk")
    await drive.shows("Enter: send the party to Eastkeep")
    await drive.press("enter")
    await drive.saved()
    await drive.shows("to Eastkeep  84 km")


async def day_one(drive: Driver) -> None:
    """Eight hours, then one more by force: Harsk fails; then camp."""
    await drive.press("space")
    await drive.asked()
    await drive.enter("7 11")
    await drive.saved()
    assert drive.state.clock.hour == 16
    await drive.type("1t")
    await drive.asked()
    await drive.type("5 h6v15")
    await drive.press("enter")
    await drive.shows("1d6")
    await drive.enter("4")
    await drive.saved()
    harsk = drive.state.member("harsk")
    assert harsk is not None
    assert (harsk.nonlethal, harsk.strain) == (4, 4)
    assert drive.state.clock.hour == 17
    await drive.shows("Harsk: 4 nonlethal damage, forced march, hour 9")
    await drive.press("s")
    await drive.saved()
    assert drive.state.clock.hour == 8


async def day_two(drive: Driver) -> None:
    """An encounter at 11:22 cuts the day; it takes ten minutes; the hours left go on."""
    await drive.rested()
    await drive.press("space")
    await drive.asked()
    await drive.enter("1 9")
    await drive.shows("minutes")
    await drive.enter("202")
    await drive.saved()
    assert isinstance(drive.state.pending, Met)
    assert drive.state.clock.hour == Fraction(8) + Fraction(202, 60)
    await drive.press("e")
    await drive.opened("Encounters")
    await drive.press("t")
    await drive.opened("TextLine")
    await drive.enter("Ambush")
    await drive.saved()
    assert isinstance(drive.state.pending, Fighting)
    await drive.press("e")
    await drive.opened("Encounters")
    await drive.press("e")
    await drive.opened("TextLine")
    await drive.press("enter")
    await drive.saved()
    assert drive.state.pending is None
    await drive.rested()
    await drive.press("space")
    await drive.asked()
    await drive.type("!!")
    await drive.press("enter")
    await drive.saved()
    assert drive.state.pending is None
    await drive.press("s")
    await drive.saved()


async def day_three(drive: Driver) -> None:
    """A march, undone together with the night before it; the night is had again."""
    await drive.rested()
    morning = drive.state
    await drive.press("space")
    await drive.asked()
    await drive.enter("8 8")
    await drive.saved()
    await drive.press("u")
    await drive.saved()
    assert drive.state == morning
    await drive.press("u")
    await drive.saved()
    assert drive.state.clock.day == morning.clock.day - 1
    await drive.press("U")
    await drive.saved()
    assert drive.state == morning
    await drive.shows("done again: camp")


async def evening(file: Path, say: Say) -> None:
    """Play it all, say what is on the screen, and wait to be killed."""
    app = OutriderApp()
    app.worker.dice = DiceRoller(SEED)
    async with app.run_test(size=(80, 24)) as pilot:
        drive = Driver(app, pilot)
        await new_campaign(drive, file)
        await a_party(drive)
        await a_route(drive)
        await day_one(drive)
        await day_two(drive)
        await day_three(drive)
        told = {"head": drive.view.head, "tip": drive.view.tip, "state": repr(drive.state)}
        wait_to_be_killed(say, told)
