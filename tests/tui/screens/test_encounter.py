"""The Encounter screen: a fight by its keys; what they did is seen, saved, and undone."""

from __future__ import annotations

import pytest

from core.combat.board.squares import parse_square
from saves.demo import NAME
from tests.demos import ambush
from tests.story.fighting import Table, at_table
from tests.tui.screens.encounter_keys import fight
from tui.encounter.panes.threat_panel import ThreatPanel
from tui.kit.lines_view import TitleLine
from tui.worker import CampaignWorker

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")


async def test_a_turn_by_its_keys() -> None:
    """Given V's turn, when it goes beside d and attacks twice, then each key did what it said."""
    async with fight() as drive:
        await drive.shows("VALERIA to act")
        await a_door_has_a_letter(drive)
        await who_attacks_out_of_hiding_is_revealed(drive)
        await drive.keys("a O")
        await drive.shows("Ogre is out of reach of Valeria. Press Enter to move closer.")
        await drive.keys("f d")
        assert "out of reach" not in drive.text()
        await drive.shows("V  F8 to ")
        await drive.shows("Enter: Valeria moves to ")
        await drive.shows("d AC12: +9 hits on 3  90 %")
        await drive.keys("RET", saved=1)
        assert drive.figure("valeria").at != "F8"
        await drive.keys("a")
        await drive.asked()
        await drive.enter("14")
        await drive.shows("HIT")
        await drive.enter("6")
        await drive.saved()
        await drive.settled()
        assert drive.being("wolf-4").damage == 6
        await drive.keys(".")
        await drive.asked()
        await drive.shows("d20 +4")
        await drive.enter("2")
        await drive.saved()
        await drive.keys("u", saved=1)
        await drive.keys("u", saved=1)
        assert drive.being("wolf-4").damage == 0
        await drive.keys("Spc", saved=1)
        slot = drive.fight.slot(drive.fight.acting)
        assert slot is not None
        assert len(slot.who) == 5
        await wolves_close_and_bite(drive)


async def test_title_panel_and_board_change_at_once() -> None:
    """Given a turn that ends, when the title changes, then the new board is worked out by then."""
    async with fight() as drive:
        await drive.shows("VALERIA to act")
        boards: list[bool] = []

        def note() -> None:
            battle = drive.screen.battle
            boards.append(battle is not None and battle.view is drive.view)

        title = drive.screen.query_one(TitleLine)
        drive.screen.watch(title, "shown", note, init=False)
        await drive.keys("Spc", saved=1)
        assert "VALERIA to act" not in drive.text()
        assert boards == [True]


async def a_door_has_a_letter(drive: Table) -> None:
    """Who stands beside a door opens it with an action, else the GM does."""
    await drive.keys("f")
    grid = drive.screen.grid
    letters = drive.screen.ui.picking
    assert letters is not None
    letter = next(key for key, one in letters.targets.items() if one.door == "L16/M16")
    assert letter in grid.overlay.labels.values()
    await drive.keys(letter)
    await drive.shows("Enter: open the door, by your word")
    await drive.keys("RET", saved=1)
    assert grid.doors == {"L16/M16": "open"}
    await drive.keys("u", saved=1)
    assert grid.doors == {"L16/M16": "closed"}


async def who_attacks_out_of_hiding_is_revealed(drive: Table) -> None:
    """The next Enter reveals it."""
    await drive.enter(":place f e8")
    await drive.saved()
    await drive.keys("f f v a V")
    await drive.asked()
    await drive.enter("1")
    await drive.saved()
    await drive.settled()
    await drive.shows("attacked from hiding. Press Enter to reveal")
    await drive.keys("RET", saved=1)
    assert not drive.figure("wolf-6").hidden
    for _ in range(3):
        await drive.keys("u", saved=1)
    await drive.keys("Esc G")


async def wolves_close_and_bite(drive: Table) -> None:
    """In 11 keys all five stand about V and are rolled.

    One tray asks V about d: Esc moves nobody, // lets d pass.
    """
    before = drive.view.head
    await drive.keys("f a V f V RET")
    await drive.shows("a-e to V")
    await drive.shows("! d moves: V may strike")
    assert "a:" in drive.screen.grid.as_text()
    await drive.keys("RET")
    await drive.asked()
    await drive.shows("V > d       d20 +9")
    await drive.press("escape")
    await drive.shows("Cancelled; nobody has moved")
    assert drive.view.head == before
    assert drive.figure("wolf-1").at == "L4"
    await drive.settled()
    await drive.shows("a-e to V")
    await drive.keys("RET")
    await drive.asked()
    await drive.enter("//")
    await drive.saved(2)
    await drive.settled()
    assert drive.waiting is None
    victim = parse_square(drive.figure("valeria").at)
    for number in range(1, 6):
        stands = parse_square(drive.figure(f"wolf-{number}").at)
        assert max(abs(stands.x - victim.x), abs(stands.y - victim.y)) == 1
    await drive.keys("a")
    await drive.asked()
    await drive.press("exclamation_mark", "exclamation_mark", "enter")
    await drive.saved()
    assert drive.view.head == before + 3
    await drive.settled()
    await drive.keys("u", saved=1)
    await drive.keys("u", saved=1)
    assert drive.figure("wolf-1").at == "L4"


async def test_points_conditions_and_what_the_grid_is_asked() -> None:
    """Given the fight, when it is looked at and ruled on, then each key shows what it is for."""
    async with fight() as drive:
        await drive.keys(">")
        await drive.shows("Valeria has no fly speed")
        await drive.pilot.resize_terminal(120, 40)
        await drive.shows("1 square = 1.5 m")
        await drive.pilot.resize_terminal(80, 24)
        wide = drive.screen.grid.wide
        await drive.keys("z")
        assert drive.screen.grid.wide > wide
        await drive.keys("Z")
        assert drive.screen.grid.wide == wide
        await drive.keys("f O r")
        await drive.shows("reach of Ogre: 1 one move")
        await drive.keys("r")
        await drive.shows("Ogre threatens these squares")
        await drive.keys("r M l l l")
        await drive.shows("N7 to Q7: 2 squares (3 m)")
        await drive.keys("M f a V")
        await drive.press("minus")
        await drive.opened("TextLine")
        await drive.type("7")
        await drive.shows("a 13>6, b 13>6")
        await drive.press("enter")
        await drive.saved()
        await drive.settled()
        assert [drive.being(f"wolf-{n}").damage for n in (1, 5, 6)] == [7, 7, 0]
        await drive.press("c")
        await drive.opened("Conditions")
        await drive.enter("pro")
        await drive.saved()
        await drive.settled()
        assert [one.name for one in drive.being("wolf-1").lasting] == ["prone"]
        await drive.press("f9")
        await drive.settled()
        assert "f?" not in drive.screen.grid.as_text()
        await drive.press("f9")
        await drive.keys("Esc f d")
        await drive.press("w")
        await drive.opened("Why")
        await drive.press("escape")
        await drive.opened("EncounterScreen")
        await drive.keys("t")
        await drive.shows("In a fight time passes with T.")
        await drive.keys("2 0 a")
        await drive.shows("Valeria has no attack 20: the sheet lists")
        assert drive.screen.gm.count() == ""
        await drive.press("f6")
        await drive.shows("There is no rules screen yet")
        await an_area_lies_on_the_grid_while_it_is_typed(drive)
        await over_the_edge_begins_a_chase(drive)


async def an_area_lies_on_the_grid_while_it_is_typed(drive: Table) -> None:
    """Who is in it is told at once, the arrows move it, Esc takes it away, Enter asks damage."""
    grid = drive.screen.grid
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
    await drive.settled()
    assert drive.being("wolf-4").damage == 7 + 9


async def over_the_edge_begins_a_chase(drive: Table) -> None:
    """Who leaves is followed if the GM likes; Enter on a line puts one back on the board."""
    await drive.keys("Esc G")
    await drive.press("p")
    await drive.opened("Choose")
    await drive.press("o")
    await drive.shows("Valeria left the board, ")
    await drive.press("a")
    await drive.saved(2)
    await drive.settled()
    await drive.shows("Enter: put Valeria back on the board")
    chase = drive.fight.chase
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
    await drive.settled()
    assert drive.figure("wolf-1").at == "T2"
    assert drive.fight.chase is None
    await drive.shows("the chase is over")
    await drive.keys("u", saved=1)
    await drive.enter(":clear prone a")
    await drive.saved()
    await drive.settled()
    await drive.press("space")
    await drive.asked()
    await drive.enter("c20 d20")
    await drive.saved()
    await drive.settled()
    await drive.shows("wolf caught Valeria, off the board. Press Enter to put both at ")
    await drive.keys("RET", saved=1)
    assert drive.figure("valeria").at
    assert drive.figure("wolf-1").at
    for line in ("chase O by H 12", "chase over into the wood"):
        await drive.enter(f":{line}")
        await drive.saved()
        await drive.settled()
    assert drive.figure("ogre").at == ""
    await drive.shows("Ogre got away, off the board.")
    await drive.keys("RET", saved=1)
    assert drive.figure("ogre").at


async def test_from_the_road_into_a_prepared_fight_and_back() -> None:
    """Given a prepared encounter, when e and Enter begin it, it is set up, fought and ended."""
    async with fight(begun=False) as drive:
        await drive.shows("prepared")
        await drive.keys("f O -")
        await drive.shows("has not begun. Press e to begin it")
        await drive.keys("v : p5 RET")
        await drive.shows("put Ogre here")
        await drive.keys("RET", saved=1)
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
        await drive.settled()
        assert drive.fight.status == "running"
        await drive.press("f2")
        await drive.opened("JourneyScreen")
        await drive.shows("go to the fight")
        await drive.rested()
        await drive.press("space")
        await drive.opened("EncounterScreen")
        await drive.settled()
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
    async with at_table(NAME, size) as drive:
        await drive.shows("READ ONLY")
        await drive.until(lambda: drive.screen.battle is not None, "the board")
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
        here = drive.screen
        await drive.until(lambda: here.ui.preview(here.grid.cursor) is not None, "the answer")
        here.grid.show(strikes={here.grid.cursor: "f"})
        here.turn_curtain(here.view)
        assert not here.grid.overlay.strikes
        assert not here.query_one(ThreatPanel).as_text()
