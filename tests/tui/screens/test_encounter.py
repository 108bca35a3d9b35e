"""The Encounter screen: a fight by its keys; what they did is seen, saved, and undone."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from core.combat.board.squares import parse_square
from core.play.fight.encounter import Encounter
from core.play.state import Fighting
from tests.demos import ambush
from tests.evening import evening
from tests.story.driving import Driver
from tui.app import OutriderApp
from tui.encounter import display
from tui.encounter.panes.side_panes import ThreatPanel
from tui.encounter.screen import EncounterScreen
from tui.view import CampaignView
from tui.worker import CampaignWorker

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")

ORDER = "a19f1V20H15T17O12M10S9"
"""Initiative as it is typed; the totals are V23 a21 T19 H16 S12 M11 O11 f3."""


@asynccontextmanager
async def fight(
    size: tuple[int, int] = (80, 24), *, begun: bool = True, rolled: bool = True
) -> AsyncIterator[Driver]:
    """The Encounter screen of the evening's fight, initiative rolled unless asked otherwise."""
    name = evening(begun=begun)

    async def opening(worker: CampaignWorker) -> CampaignView:
        return await worker.open(name)

    app = OutriderApp(opening)
    async with app.run_test(size=size) as pilot:
        drive = Driver(app, pilot)
        await drive.greeted()
        if not begun:
            await drive.opened("JourneyScreen")
            await drive.press("f4")
        await drive.opened("EncounterScreen")
        drive.begun()
        await drive.until(lambda: screen(drive).battle is not None, "the board")
        if begun and rolled:
            await drive.press("i")
            await drive.asked()
            await drive.enter(ORDER)
            await drive.saved()
            await settled(drive)
        yield drive


def screen(drive: Driver) -> EncounterScreen:
    """The screen."""
    found = drive.app.screen
    assert isinstance(found, EncounterScreen), type(found)
    return found


def encounter(drive: Driver) -> Encounter:
    """The fight as it stands."""
    found = drive.state.fight
    assert found is not None
    return found


def at(drive: Driver, who: str) -> str:
    """Where somebody stands."""
    figure = encounter(drive).figure(who)
    assert figure is not None
    return figure.at


def damage(drive: Driver, who: str) -> int:
    """The damage of somebody."""
    being = drive.state.member(who) or encounter(drive).foe(who)
    assert being is not None
    return being.damage


async def settled(drive: Driver) -> None:
    """Wait until the screen draws the newest moment and knows what awaits at the cursor."""

    def still() -> bool:
        if not isinstance(drive.app.screen, EncounterScreen):
            return True
        here = screen(drive)
        drawn = here.battle is not None and here.battle.view is drive.view
        return drawn and not here.answers.battles.busy and not here.answers.previews.busy

    await drive.until(still, "the screen at rest")
    await drive.pilot.pause()


async def keys(drive: Driver, text: str, saved: int = 0) -> None:
    """Type keys ("RET" Enter, "Spc" Space, words apart), and wait for so many entries."""
    named = {"RET": "enter", "Spc": "space", "Esc": "escape"}
    for word in text.split():
        if word == "Spc":
            await drive.rested()
        await (drive.press(named[word]) if word in named else drive.type(word))
        await settled(drive)
    if saved:
        await drive.saved(saved)
        await settled(drive)


async def test_a_turn_by_its_keys() -> None:
    """Given V's turn, when it goes beside d and attacks twice, then each key did what it said."""
    async with fight() as drive:
        await drive.shows("VALERIA to act")
        await a_door_has_a_letter(drive)
        await who_attacks_out_of_hiding_is_revealed(drive)
        await keys(drive, "a O")
        await drive.shows("Ogre is out of reach of Valeria. Press Enter to move closer.")
        await keys(drive, "f d")
        assert "out of reach" not in drive.text()
        await drive.shows("V  F8 to ")
        await drive.shows("Enter: Valeria moves to ")
        await drive.shows("d AC12: +9 hits on 3  90 %")
        await keys(drive, "RET", saved=1)
        assert at(drive, "valeria") != "F8"
        await keys(drive, "a")
        await drive.asked()
        await drive.enter("14")
        await drive.shows("HIT")
        await drive.enter("6")
        await drive.saved()
        await settled(drive)
        assert damage(drive, "wolf-4") == 6
        await keys(drive, ".")
        await drive.asked()
        await drive.shows("d20 +4")
        await drive.enter("2")
        await drive.saved()
        await keys(drive, "u", saved=1)
        await keys(drive, "u", saved=1)
        assert damage(drive, "wolf-4") == 0
        await keys(drive, "Spc", saved=1)
        slot = encounter(drive).slot(encounter(drive).acting)
        assert slot is not None
        assert len(slot.who) == 5
        await wolves_close_and_bite(drive)


async def a_door_has_a_letter(drive: Driver) -> None:
    """Who stands beside a door opens it with an action, else the GM does."""
    await keys(drive, "f")
    grid = screen(drive).grid
    letters = screen(drive).ui.picking
    assert letters is not None
    letter = next(key for key, one in letters.targets.items() if one.door == "L16/M16")
    assert letter in grid.overlay.labels.values()
    await keys(drive, letter)
    await drive.shows("Enter: open the door, by your word")
    await keys(drive, "RET", saved=1)
    assert grid.doors == {"L16/M16": "open"}
    await keys(drive, "u", saved=1)
    assert grid.doors == {"L16/M16": "closed"}


async def who_attacks_out_of_hiding_is_revealed(drive: Driver) -> None:
    """The next Enter reveals it."""
    await drive.enter(":place f e8")
    await drive.saved()
    await keys(drive, "f f v a V")
    await drive.asked()
    await drive.enter("1")
    await drive.saved()
    await settled(drive)
    await drive.shows("attacked from hiding. Press Enter to reveal")
    await keys(drive, "RET", saved=1)
    figure = encounter(drive).figure("wolf-6")
    assert figure is not None
    assert not figure.hidden
    for _ in range(3):
        await keys(drive, "u", saved=1)
    await keys(drive, "Esc G")


async def wolves_close_and_bite(drive: Driver) -> None:
    """In 11 keys all five stand about V and are rolled.

    One tray asks V about d: Esc moves nobody, // lets d pass.
    """
    before = drive.view.head
    await keys(drive, "f a V f V RET")
    await drive.shows("a-e to V")
    await drive.shows("! d moves: V may strike")
    assert "a:" in screen(drive).grid.as_text()
    await keys(drive, "RET")
    await drive.asked()
    await drive.shows("V > d       d20 +9")
    await drive.press("escape")
    await drive.shows("Cancelled; nobody has moved")
    assert drive.view.head == before
    assert at(drive, "wolf-1") == "L4"
    await settled(drive)
    await drive.shows("a-e to V")
    await keys(drive, "RET")
    await drive.asked()
    await drive.enter("//")
    await drive.saved(2)
    await settled(drive)
    pending = drive.state.pending
    assert isinstance(pending, Fighting)
    assert pending.waiting is None
    victim = parse_square(at(drive, "valeria"))
    for number in range(1, 6):
        stands = parse_square(at(drive, f"wolf-{number}"))
        assert max(abs(stands.x - victim.x), abs(stands.y - victim.y)) == 1
    await keys(drive, "a")
    await drive.asked()
    await drive.press("exclamation_mark", "exclamation_mark", "enter")
    await drive.saved()
    assert drive.view.head == before + 3
    await settled(drive)
    await keys(drive, "u", saved=1)
    await keys(drive, "u", saved=1)
    assert at(drive, "wolf-1") == "L4"


async def test_points_conditions_and_what_the_grid_is_asked() -> None:
    """Given the fight, when it is looked at and ruled on, then each key shows what it is for."""
    async with fight() as drive:
        await keys(drive, ">")
        await drive.shows("Valeria has no fly speed")
        await drive.pilot.resize_terminal(120, 40)
        await drive.shows("1 square = 1.5 m")
        await drive.pilot.resize_terminal(80, 24)
        await keys(drive, "f O r")
        await drive.shows("reach of Ogre: 1 one move")
        await keys(drive, "r")
        await drive.shows("Ogre threatens these squares")
        await keys(drive, "r M l l l")
        await drive.shows("N7 to Q7: 3 squares (4.5 m)")
        await keys(drive, "M f a V")
        await drive.press("minus")
        await drive.opened("TextLine")
        await drive.type("7")
        await drive.shows("a 13>6, b 13>6")
        await drive.press("enter")
        await drive.saved()
        await settled(drive)
        assert [damage(drive, f"wolf-{n}") for n in (1, 5, 6)] == [7, 7, 0]
        await drive.press("c")
        await drive.opened("Conditions")
        await drive.enter("pro")
        await drive.saved()
        await settled(drive)
        assert drive.state.fight is not None
        wolf = encounter(drive).foe("wolf-1")
        assert wolf is not None
        assert [one.name for one in wolf.lasting] == ["prone"]
        await drive.press("f9")
        await settled(drive)
        assert "f?" not in screen(drive).grid.as_text()
        await drive.press("f9")
        await keys(drive, "Esc f d")
        await drive.press("w")
        await drive.opened("Why")
        await drive.press("escape")
        await drive.opened("EncounterScreen")
        await keys(drive, "t")
        await drive.shows("In a fight time passes with T.")
        await keys(drive, "2 0 a")
        await drive.shows("Valeria has no attack 20: the sheet lists")
        assert screen(drive).gm.count() == ""
        await drive.press("f6")
        await drive.shows("There is no rules screen yet")
        await an_area_lies_on_the_grid_while_it_is_typed(drive)
        await over_the_edge_begins_a_chase(drive)


async def an_area_lies_on_the_grid_while_it_is_typed(drive: Driver) -> None:
    """Who is in it is told at once, the arrows move it, Esc takes it away, Enter asks damage."""
    grid = screen(drive).grid
    await drive.press("A")
    await drive.opened("AimLine")
    await drive.type("burst 2")
    await drive.shows("in it: c-d,O; nobody has cover")
    there = grid.overlay.area
    assert there.bit_count() == 12
    assert ".*" in grid.as_text()
    await drive.press("left")
    await drive.shows("in it: ")
    assert grid.overlay.area == there >> 1
    await drive.press("right", "escape")
    await drive.opened("EncounterScreen")
    assert not grid.overlay.area
    await drive.press("A")
    await drive.opened("AimLine")
    await drive.enter("burst 2")
    await drive.shows("damage and save")
    await drive.enter("9 reflex 30 boom")
    await drive.asked()
    assert not grid.overlay.area
    await drive.enter("c1 d2 O3")
    await drive.saved()
    await settled(drive)
    assert damage(drive, "wolf-4") == 7 + 9


async def over_the_edge_begins_a_chase(drive: Driver) -> None:
    """Who leaves is followed if the GM likes; Enter on a line puts one back on the board."""
    await keys(drive, "Esc G")
    await drive.press("p")
    await drive.opened("Choose")
    await drive.press("o")
    await drive.shows("Valeria left the board, ")
    await drive.press("a")
    await drive.saved(2)
    await settled(drive)
    await drive.shows("Enter: put Valeria back on the board")
    chase = encounter(drive).chase
    assert chase is not None
    assert [one.id for one in chase.pursuers] == ["wolf-1"]
    await drive.press("w")
    await drive.opened("Why")
    await drive.shows("Valeria flees from wolf")
    await drive.press("escape")
    await drive.opened("EncounterScreen")
    await drive.press("down")
    await drive.shows(">  a wolf")
    await drive.press("enter")
    await drive.opened("TextLine")
    await drive.enter("t2")
    await drive.saved()
    await settled(drive)
    assert at(drive, "wolf-1") == "T2"
    assert encounter(drive).chase is None
    await drive.shows("the chase is over")
    await keys(drive, "u", saved=1)
    await drive.enter(":clear prone a")
    await drive.saved()
    await settled(drive)
    await drive.press("space")
    await drive.asked()
    await drive.enter("c20 d20")
    await drive.saved()
    await settled(drive)
    await drive.shows("wolf caught Valeria, off the board. Press Enter to put both at ")
    await keys(drive, "RET", saved=1)
    assert at(drive, "valeria")
    assert at(drive, "wolf-1")
    for line in ("chase O by H 12", "chase over into the wood"):
        await drive.enter(f":{line}")
        await drive.saved()
        await settled(drive)
    assert at(drive, "ogre") == ""
    await drive.shows("Ogre got away, off the board.")
    await keys(drive, "RET", saved=1)
    assert at(drive, "ogre")


async def test_from_the_road_into_a_prepared_fight_and_back() -> None:
    """Given a prepared encounter, when e and Enter begin it, it is set up, fought and ended."""
    async with fight(begun=False) as drive:
        await drive.shows("prepared")
        await keys(drive, "f O -")
        await drive.shows("has not begun. Press e to begin it")
        await keys(drive, "v : p5 RET")
        await drive.shows("put Ogre here")
        await keys(drive, "RET", saved=1)
        found = drive.state.encounter("ambush")
        assert found is not None
        figure = found.figure("ogre")
        assert figure is not None
        assert figure.at == "P5"
        await drive.press("f2")
        await drive.opened("JourneyScreen")
        await drive.press("e")
        await drive.opened("Encounters")
        await drive.press("enter")
        await drive.saved()
        await drive.opened("EncounterScreen")
        await settled(drive)
        assert encounter(drive).status == "running"
        await drive.press("f2")
        await drive.opened("JourneyScreen")
        await drive.shows("go to the fight")
        await drive.rested()
        await drive.press("space")
        await drive.opened("EncounterScreen")
        await settled(drive)
        await drive.press("e")
        await drive.opened("Encounters")
        await drive.press("e")
        await drive.opened("EndEncounterDialog")
        await drive.enter("5")
        await drive.saved()
        await drive.opened("JourneyScreen")
        assert drive.state.pending is None


@pytest.mark.parametrize("size", [(80, 24), pytest.param((120, 40), marks=pytest.mark.nightly)])
async def test_a_window_that_only_reads_offers_nothing_that_would_be_recorded(
    size: tuple[int, int],
) -> None:
    """Given a fight that another window holds, then neither screen says that a key does anything.

    Back to the fight Enter leads all the same.
    """
    holder = CampaignWorker()
    await ambush(holder)
    app = OutriderApp(lambda worker: worker.demo())
    async with app.run_test(size=size) as pilot:
        drive = Driver(app, pilot)
        await drive.greeted()
        await drive.shows("READ ONLY")
        await drive.until(lambda: screen(drive).battle is not None, "the board")
        await drive.press("right")
        await drive.shows("nothing: this campaign is open for reading only")
        assert "end the turn" not in drive.text()
        await drive.press("f2")
        await drive.shows("go to the fight: Ambush at the ford")
        await drive.press("f3")
        await drive.shows("nothing: this campaign is open for reading only")
    await holder.close()
    holder.stop()


async def test_the_curtain_takes_off_at_once_what_was_worked_out() -> None:
    """Given strikes and a panel, when players look on, then neither waits for the next answer."""
    async with fight() as drive:
        here = screen(drive)
        await drive.until(lambda: here.ui.preview(here.grid.cursor) is not None, "the answer")
        here.grid.show(strikes={here.grid.cursor: "f"})
        display.turn_curtain(here)
        assert not here.grid.overlay.strikes
        assert not here.query_one(ThreatPanel).as_text()
