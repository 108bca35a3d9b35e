"""The ambush at the mill: a day's march, a prepared fight of three rounds, and the road again."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

from core.calendars import Instant
from core.creatures import PLAIN, Attack
from core.play.facts.road.commands import SetLegs, SetSchedule
from core.play.facts.state import Fighting, Met, Schedule
from core.play.facts.table.commands import Join
from core.travel.stretches import Stretch
from core.values import replace
from saves.library import library
from saves.store.packaged_rulesets import packaged
from tests.evening import BOW, HEROES, SWORD
from tests.forking import Say
from tests.story.fighting import Table, at_table
from tests.story.killing import wait_to_be_killed

NAME = "Mill Road"
SPEAR = Attack("longspear", (8,), "1d8+4", times=3, reach=2)
ARMS = {"valeria": (SWORD,), "harsk": (SPEAR,), "sorrel": (BOW,)}

FILE = '''
ruleset = "pf1"
name = "The mill"
map = """
TT..............####
TT..............#..#
................#..#
......::::..........
......::::....&&&&..
..............&&&&..
....................
......##............
......##............
....................
....................
....................
oooooo..............
....................
"""
edge_walls = ["M2/N2", "M3/N3", "M4/N4"]

[legend]
T = ["difficult", "concealing"]
''' + "".join(
    f'[[creatures]]\nid = "{who}"\nsize = "M"\nat = "{at}"\n'
    for who, at in (("valeria", "E7"), ("harsk", "D8"), ("sorrel", "B7"), ("tam", "C5"))
)
"""The map, and where the heroes stand on it."""


def begun() -> str:
    """What was there before this evening: four heroes on a road, and its encounter checks."""
    with library.create(NAME, packaged("pf1"), start=Instant(13, Fraction(8))) as campaign:
        for hero in HEROES:
            if hero.id != "mirelle":
                sheet = hero.sheet or PLAIN
                arms = ARMS.get(hero.id, sheet.attacks)
                campaign.record(Join(replace(hero, sheet=replace(sheet, attacks=arms))))
        campaign.record(SetLegs((Stretch(Fraction(90), 1, terrain="plains", way="road"),)))
        campaign.record(SetSchedule(Schedule("d12", Fraction(4), (1,))))
    return NAME


def mill(folder: Path) -> Path:
    """The encounter file of the mill."""
    file = folder / "mill.toml"
    file.write_text(FILE, encoding="utf-8")
    return file


async def prepare(table: Table, file: Path) -> None:
    """The mill from its file; an ogre, two hidden wolves and a hawk in the air."""
    await table.line(":prepare Ambush at the mill")
    await table.opened("DrawBoard")
    await table.keys("End RET")
    await table.opened("TextLine")
    await table.line(str(file))
    await table.saved()
    await table.press("f4")
    await table.opened("EncounterScreen")
    for line in ("add ogre at k6", "add 2 wolf hidden at o5", "add hawk", "place d l3 4"):
        await table.line(f":{line}")
        await table.saved()
        await table.settled()
    assert [(foe.kind, foe.token) for foe in table.state.encounters[0].foes] == [
        ("ogre", "a"),
        ("wolf", "b"),
        ("wolf", "c"),
        ("hawk", "d"),
    ]
    await table.shows("c?")
    await table.shows("d4")
    await table.shows("[30]")
    await table.press("f2")


async def march(table: Table) -> None:
    """The day begins; something is met at 11:22, and it is the ambush."""
    await table.keys("Spc")
    await table.tray("1 9", saved=0)
    await table.shows("minutes")
    await table.tray("202")
    assert isinstance(table.state.pending, Met)
    await table.keys("e")
    await table.opened("Encounters")
    await table.keys("RET", 1)
    await table.opened("EncounterScreen")
    await table.settled()
    assert isinstance(table.state.pending, Fighting)
    assert table.state.pending.hours_left == Fraction(278, 60)
    assert table.at("valeria", "harsk", "sorrel", "tam") == ["E7", "D8", "B7", "C5"]


async def first_round(table: Table) -> None:
    """A flight, two wolves, a flank with a critical hit, a hawk that drops, an ogre that comes."""
    await table.keys("i")
    await table.tray("a12b15d17V20H14S9T18")
    await table.shows("VALERIA to act")
    await table.cursor("h6", "3 of 6 squares, move action")
    await table.keys("RET", 1)
    await table.keys("Spc", 1)
    await table.keys("Spc", 1)
    await table.cursor("f5", "T  C5 to F5")
    await table.keys("> > >")
    await table.shows("height 3 (4.5 m)")
    await table.keys("RET", 1)
    assert (table.figure("tam").at, table.figure("tam").elevation) == ("F5", 3)
    await table.shows("T3")
    await table.keys("Spc", 1)
    await table.keys("f b V f V RET RET")
    await table.shows("! c moves: V may strike")
    await table.shows("opportunities, against Wolf c")
    await table.tray("//", saved=2)
    assert table.at("wolf-1", "wolf-2") == ["I6", "G6"]
    await table.keys("a")
    await table.tray("12 9")
    assert table.damage("valeria") == [0]
    await table.keys("Spc", 1)
    await flank(table)
    await shoot(table)
    await table.keys("f V RET", 1)
    assert table.at("ogre-1") == ["J6"]
    await table.keys("a")
    await table.tray("15", saved=0)
    await table.tray("20")
    await table.keys("Spc", 1)
    assert (table.fight.round, table.damage("valeria")) == (2, [20])


async def flank(table: Table) -> None:
    """Harsk reaches over two squares; the receipt says why; 20 and 15 make it three times."""
    await table.cursor("e6", "H  D8 to E6")
    await table.keys("RET", 1)
    await table.keys("f c")
    await table.shows("c AC14: +8 +2 hits on 4  85 %")
    await table.keys("w")
    await table.opened("Why")
    await table.shows("+2   flanking")
    await table.keys("Esc")
    await table.opened("EncounterScreen")
    await table.keys("RET")
    await table.tray("20", saved=0)
    await table.shows("crit? [_]")
    await table.tray("15", saved=0)
    await table.shows("3d8+12 with +12 crit [_]")
    await table.tray("30")
    assert table.damage("wolf-2") == [30]
    assert table.being("wolf-2").dead
    await table.keys("Spc", 1)


async def shoot(table: Table) -> None:
    """Sorrel sees the ogre behind Valeria, and takes the hawk out of the air."""
    await table.keys("f a")
    await table.shows("a AC21: +7 hits on 14  35 %")
    await table.keys("w")
    await table.opened("Why")
    await table.shows("+4   soft")
    await table.keys("Esc")
    await table.opened("EncounterScreen")
    await table.keys("f d RET")
    await table.tray("15", saved=0)
    await table.tray("5", saved=0)
    await table.shows("the fall")
    await table.tray("8")
    assert (table.figure("hawk-1").elevation, table.damage("hawk-1")) == (0, [13])
    await table.shows("dying")
    await table.keys("Spc", 1)


async def provoke(table: Table) -> None:
    """Valeria, shaken for a round, leaves two who may strike: one tray asks them both."""
    await table.keys("f V c")
    await table.opened("Conditions")
    await table.line("sha 1")
    await table.saved()
    await table.settled()
    await table.shows("shaken 1")
    await table.cursor("i8", "! leaving I7: a 50 %")
    await table.shows("! leaving H6: b 25 %")
    await table.shows("asks b, a to strike")
    await table.keys("RET")
    await table.asked()
    await table.shows("b Wolf b")
    await table.shows("a Ogre")
    assert table.waiting is None


async def ambush(file: Path, say: Say) -> None:
    """Play to where two may strike, with one die typed; then wait to be killed."""
    async with at_table(begun()) as table:
        await prepare(table, file)
        await march(table)
        await first_round(table)
        await provoke(table)
        await table.type("7 ")
        told = {"head": table.view.head, "tip": table.view.tip, "state": repr(table.state)}
        wait_to_be_killed(say, told)
