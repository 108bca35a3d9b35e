"""An evening in D&D 3.5, by keys at 80x24: three days of road, two fights.

Its figures were worked out from the rules before it was played; `evenings/dnd35.toml` has them,
each with its reason. Every one of them is compared with what the GM reads on the screen.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.story.evenings.table import EveningTable, sit_down

pytestmark = [
    pytest.mark.nightly,
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]

HEROES = (
    "Durgan dwarf heavy con16 hp30 level3 ac18 ff18 dex+0 110kg; waraxe +7 1d10+3 x3",
    "Mira human con12 hp22 level3 ac16 ff13 dex+3; spiked chain +6 2d4+4 reach 2 near",
    "Sil elf con8 hp11 level2 ac15 ff12 dex+3; longbow +5 1d8 x3 range 20sq bow",
    "Rana half-orc con14 hp26 level3 ac16 ff15 dex+1 80kg; longsword +7 1d8+3 19-20x2",
    "Star light horse con15 hp19 level3",
    "Pip pony con13 hp13 level2",
)
WAY = ("18 plains road", "20 hills trackless", "40 forest road")
WAY_KM = 78

BESTIARY = """
ruleset = "dnd35"

[beasts.ford_raider]
name = "Raider"
size = "M"
average = 11
level = 2
ac = 13
dexterity = 1
init = 1
fortitude = 4
speeds = { walk = 6 }
attacks = [{ name = "axe", bonuses = [4], damage = "1d8+3", times = 3 }]

[beasts.ford_bowman]
name = "Bowman"
size = "M"
average = 9
level = 2
ac = 13
dexterity = 1
init = 1
speeds = { walk = 6 }
attacks = [
  { name = "shortbow", bonuses = [3], damage = "1d6", times = 3, weapon = "bow", increment = 12 },
]

[beasts.ford_ogre]
name = "Hill ogre"
size = "L"
average = 29
level = 4
con_score = 15
ac = 16
dexterity = -1
init = -1
fortitude = 6
speeds = { walk = 6 }
attacks = [{ name = "greatclub", bonuses = [8], damage = "2d8+7" }]

[beasts.ford_harpy]
name = "Harpy"
size = "M"
average = 12
level = 3
ac = 13
dexterity = 2
init = 2
speeds = { walk = 4, fly = 16 }
attacks = [{ name = "talons", bonuses = [4], damage = "1d4+1" }]

[beasts.barrow_wight]
name = "Barrow wight"
size = "M"
average = 26
level = 4
ac = 16
dexterity = 1
init = 1
speeds = { walk = 6 }
traits = ["darkvision"]
attacks = [{ name = "claw", bonuses = [5], damage = "1d4+1" }]

[beasts.barrow_viper]
name = "Barrow viper"
size = "T"
average = 5
level = 1
ac = 17
dexterity = 3
init = 3
speeds = { walk = 4 }
attacks = [{ name = "bite", bonuses = [5], damage = "1" }]
"""
"""The foes of the evening, as a GM keeps them in a file."""

FORD = '''
ruleset = "dnd35"
name = "The ford"
map = """
................
................
.......o........
.......o........
....::.o..&&....
....::....&&....
................
................
................
................
"""
'''
BARROW = '''
ruleset = "dnd35"
name = "The barrow"
light = "dark"
map = """
############
#..........#
#..........#
#..........#
#....::....#
#..........#
############
"""
'''

LEFT = r"to the last leg +(\d+) km"
CLOCK = r"Deepwinter 1212 +(\d\d:\d\d)"
ARRIVES = r"ARRIVE (\d) Deepwinter (\d\d:\d\d)"
SQUARES = r"\n.* (\d+) of \d+ squares?"


def say_day(match: re.Match[str]) -> str:
    """A moment of the story by its day."""
    return f"day {match[1]}, {match[2]}"


def say_travelled(match: re.Match[str]) -> str:
    """How far the party is, from what is left of the way."""
    return f"{WAY_KM - int(match[1])} km"


def say_attack(match: re.Match[str]) -> str:
    """Armour Class, the die that is needed, the chance."""
    return f"AC {match[1]}, needs {match[2]}, {match[3]} %"


def say_failure(match: re.Match[str]) -> str:
    """A check by its DC and the chance of failing it, of which the tray says that of passing."""
    return f"DC {match[1]}, {100 - int(match[2])} %"


def say_risk(match: re.Match[str]) -> str:
    """A check by its DC and the chance of failing it."""
    return f"DC {match[1]}, {match[2]} %"


class Evening(EveningTable):
    """The table of this evening."""

    forced = 0
    """The entry of the first day's forced march."""

    async def foresees(self, name: str, token: str) -> None:
        """Compare an attack with what the panel beside the grid foresees of it."""
        pattern = rf"{token} AC(-?\d+): .* hits on (\d+)(?: *\n.*)? +(\d+) %"
        await self.reads(name, pattern, say_attack)

    async def asks(self, name: str, row: str) -> None:
        """Compare an attack with a row of the tray and the Armour Class beside its title."""
        pattern = rf"AC (-?\d+) +\d+ of \d+\n(?:.*\n)*? *>? *{row}.* needs (\d+) up +(\d+) %"
        await self.reads(name, pattern, say_attack)

    async def mark(self, square: str) -> None:
        """Mark who is on a square."""
        await self.look(square)
        await self.keys("v")

    async def dice(self, *faces: str, saved: int = 1) -> None:
        """Type dice, each line as it is asked for; the last is taken."""
        *first, last = faces
        for face in first:
            await self.tray(face, saved=0)
        await self.tray(last, saved=saved)
        await self.settled()

    async def end_turn(self, *faces: str) -> None:
        """End the turn, with the dice of the dying whose turns come, where there are any."""
        await self.keys("Spc")
        if faces:
            await self.dice(" ".join(faces))
        else:
            await self.saved()
            await self.settled()

    async def go_to(self, key: str, screen: str) -> None:
        """Go to a screen."""
        await self.press(key)
        await self.opened(screen)
        await self.settled()


# the road


async def begin_a_campaign(evening: Evening) -> None:
    """Given nothing, when the GM begins, then four heroes, a horse and a pony have a way."""
    await evening.found_campaign("Three days", "D&D")
    await evening.enlist(HEROES)
    await evening.word("ride rana star")
    await evening.go_to("f2", "JourneyScreen")
    await evening.line(":legs")
    await evening.shows("no legs yet")
    for leg in WAY:
        await evening.line(leg)
    await evening.press("enter")
    await evening.saved()
    await evening.word("encounter d12 4h 1")


async def march_the_first_day(evening: Evening) -> None:
    """When they march for ten hours, then they are in the hills, and four are the worse for it."""
    await evening.reads("day 1: pace on the plains", r"(\d+ km/h) \(Durgan\)")
    await evening.reads("day 1: forecast of the arrival", ARRIVES, say_day)
    row = r"\+1 (12) .* {}\n"
    column = r"(\d+)"
    for hero, others in (
        ("Durgan", f"{column} \\d+ \\d+ \\d+ 100"),
        ("Mira", f"\\d+ {column} \\d+ \\d+ 100"),
        ("Sil", f"\\d+ \\d+ {column} \\d+ 100"),
        ("Pip", f"\\d+ \\d+ \\d+ {column} 100"),
    ):
        name = f"day 1: risk of {hero} in the ninth hour"
        await evening.reads(name, row.format(others), say_risk)
    await evening.keys("6t")
    await evening.dice("7 9")
    await evening.shows("to the last leg  60 km")
    await evening.reads("day 1: end of the first leg", CLOCK)
    await evening.keys("Spc", 1)
    await evening.reads("day 1: pace in the hills", r"here (1.5 km/h)")
    await evening.reads("day 1: distance at 16:00", LEFT, say_travelled)
    await evening.keys("2t")
    await evening.asked()
    tenth = r" Sil +d20 -1 +DC (14) needs \d+ up +(\d+) %"
    await evening.reads("day 1: risk of Sil in the tenth hour", tenth, say_failure)
    await evening.dice("9 9 10 12 12 4 10 13 3 15 2", "3 5 2 6")
    evening.forced = evening.view.head
    await evening.reads("day 1: distance at 18:00", LEFT, say_travelled)
    await evening.go_to("f3", "PartyScreen")
    await evening.reads("day 1: nonlethal damage of Sil at 18:00", r"Sil .* 11/11 +(\d+) ")
    await evening.reads("day 1: Sil at 18:00", r"Sil .* (staggered), fatigued")
    await evening.reads("day 1: nonlethal damage of Durgan at 18:00", r"Durgan .* 30/30 +(\d+) ")
    await evening.reads("day 1: nonlethal damage of Mira at 18:00", r"Mira .* 22/22 +(\d+) ")
    await evening.reads("day 1: hit points of Star at 18:00", r"Star .* (\d+)/19")
    await evening.reads("day 1: nonlethal damage of Rana at 18:00", r"Rana .* 26/26 +(\d+) ")
    await evening.go_to("f2", "JourneyScreen")


async def rest_and_meet(evening: Evening) -> None:
    """When they camp and go on, then the horse is still tired, and something is met at noon."""
    await evening.keys("Spc", 1)
    await evening.go_to("f3", "PartyScreen")
    await evening.reads("day 2: hit points of Star in the morning", r"Star .* (\d+)/19")
    await evening.reads("day 2: Star in the morning", r"Star .* (fatigued)\n")
    sil = evening.state.member("sil")
    assert sil is not None
    assert str(sil.nonlethal) == evening.hand.text("day 2: nonlethal damage of Sil in the morning")
    await evening.go_to("f2", "JourneyScreen")
    await evening.keys("4t")
    await evening.dice("1", "240")
    await evening.shows("something is met")
    await evening.reads("day 2: distance at noon", LEFT, say_travelled)


# the ford


async def surprise_at_the_ford(evening: Evening, file: Path) -> None:
    """Given Sil and Rana surprised, when the others have their round, then both are flat-footed."""
    foes = ("add 2 raider at d4", "place b c8", "add bowman at j4", "add hill ogre at j8")
    await evening.prepare("The ford", file, *foes)
    await evening.begin_fight()
    for place in ("D c4", "M c6", "S b4", "t a8", "p off"):
        await evening.word(f"place {place}")
    await evening.mark("b4")
    await evening.mark("a8")
    await evening.keys("i s")
    await evening.dice("18 9 13 16 11 2 7")
    await evening.mark("c8")
    await evening.look("b8")
    await evening.foresees("ford: a raider at the surprised Rana", "R")
    await evening.keys("a")
    await evening.dice("10")
    await evening.keys("Esc")
    await evening.mark("d4")
    await evening.look("c4")
    await evening.keys("a")
    await evening.dice("14", "6")
    await evening.keys("Esc")
    await evening.word("condition prone D")
    await evening.end_turn()
    await evening.look("d4")
    await evening.foresees("ford: the prone Durgan at a raider", "a")
    await evening.look("c5")
    await evening.keys("RET")
    await evening.asks("ford: a raider strikes at Durgan who crawls", "a Raider a")
    await evening.dice("5", saved=2)
    assert evening.at("durgan") == [
        evening.hand.text("ford: Durgan after he crawled and was missed")
    ]
    await evening.end_turn()
    await evening.look("d4")
    await evening.foresees("ford: Mira's chain over the corner", "a")
    await evening.keys("a")
    await evening.dice("12", "8")
    await evening.end_turn()
    await evening.look("g8")
    await evening.keys("RET", 1)
    await evening.end_turn()
    await evening.look("b4")
    await evening.foresees("ford: the bowman at the surprised Sil", "S")
    await evening.keys("a")
    await evening.dice("12")
    await evening.end_turn()
    await evening.end_turn()


async def second_round_at_the_ford(evening: Evening) -> None:
    """When a raider leaves, Durgan gets up and Mira goes round, then all strikes are as by hand."""
    await evening.mark("c8")
    await evening.look("b8")
    await evening.foresees("ford: a raider at Rana before her first turn", "R")
    await evening.keys("a")
    await evening.dice("12", "5")
    await evening.keys("Esc")
    await evening.mark("d4")
    await evening.look("e4")
    await evening.keys("RET")
    await evening.asks("ford: Mira strikes at a raider who leaves", "M Mira")
    await evening.asks("ford: the prone Durgan strikes at a raider who leaves", "D Durgan")
    await evening.dice("4 3", saved=2)
    await evening.keys("Esc")
    await evening.end_turn()
    await evening.keys("p u", 1)
    await evening.look("e5")
    await evening.reads("ford: Durgan into the rubble", SQUARES)
    await evening.keys("RET")
    await evening.asks("ford: a raider strikes at Durgan on his way", "a Raider a")
    await evening.dice("2", saved=2)
    await evening.end_turn()
    await evening.look("e2")
    await evening.reads("ford: Mira's way round", SQUARES)
    await evening.keys("RET", 1)
    await evening.look("e4")
    await evening.foresees("ford: Mira flanks from two squares away", "a")
    await evening.keys("a")
    await evening.dice("4")
    await evening.end_turn()
    await evening.look("g6")
    await evening.keys("RET", 1)
    await evening.look("e5")
    await evening.foresees("ford: the ogre reaches Durgan", "D")
    await evening.keys("a")
    await evening.dice("9")
    await evening.end_turn()
    await evening.look("k6")
    await evening.keys("RET", 1)
    await evening.end_turn()
    await evening.look("c8")
    await evening.foresees("ford: Rana at a raider", "b")
    await evening.keys("a")
    await evening.dice("6", "8")
    await evening.end_turn()
    await evening.word("condition asleep e")
    await evening.word("spend S standard")
    await evening.look("b6")
    await evening.keys("RET", 1)
    await evening.look("g6")
    await evening.foresees("ford: Sil at the ogre asleep", "e")
    await evening.end_turn()


async def third_round_at_the_ford(evening: Evening) -> None:
    """When a raider falls, then undo raises him; a harpy comes, the horse runs, Sil shoots."""
    await evening.mark("c8")
    await evening.look("b8")
    await evening.foresees("ford: a raider at Rana after her first turn", "R")
    await evening.keys("a")
    await evening.dice("3")
    await evening.keys("Esc")
    await evening.end_turn()
    await evening.look("e4")
    await evening.foresees("ford: Durgan flanks", "a")
    await evening.keys("a")
    await evening.dice("15", "9")
    await evening.reads("ford: hit points of the raider that Durgan hit", r"a-b +a (-\d+)")
    await evening.keys("u", 1)
    await evening.reads("ford: hit points of that raider after undo", r"a-b +(\d+)x2")
    await evening.keys("U", 1)
    await evening.look("f5")
    await evening.reads("ford: Durgan's step to the ogre", SQUARES)
    await evening.keys("RET", 1)
    await evening.end_turn()
    await evening.look("f4")
    await evening.keys("RET", 1)
    await evening.look("g6")
    await evening.foresees("ford: Mira at the ogre asleep", "e")
    await evening.end_turn()
    await evening.line(":add harpy at n3")
    await evening.dice("7")
    await evening.word("place f n3 4")
    await evening.end_turn()
    await evening.look("f3")
    await evening.keys("< < <")
    await evening.reads("ford: the harpy's flight", SQUARES)
    await evening.foresees("ford: the harpy from above", "M")
    await evening.keys("RET")
    await evening.asks("ford: Mira strikes at the harpy that closes in", "M Mira")
    await evening.dice("2", saved=2)
    await evening.end_turn()
    await evening.look("c8")
    await evening.keys("a")
    await evening.dice("7", "8")
    await evening.look("k8")
    await evening.reads("ford: Star's move", r"(\d+ of \d+) squares, move action")
    await evening.keys("RET", 1)
    await evening.end_turn()
    await evening.look("k6")
    await evening.foresees("ford: Sil into the fog", "c")
    await evening.keys("a")
    await evening.dice("12", "50", "5")


async def fourth_round_at_the_ford(evening: Evening) -> None:
    """When the ogre is slain asleep and the harpy falls, then the dying go on dying."""
    await evening.keys("Spc")
    await evening.asked()
    stable = r"Raider a +d100 +needs 1 to 10 +(\d+ %)"
    await evening.reads("ford: chance of a dying raider to become stable", stable)
    await evening.dice("50 50")
    await evening.reads("ford: hit points of a dying raider that fails", r"a-b +a (-\d+)")
    await evening.line(":coup D e")
    await evening.dice("24", saved=0)
    await evening.reads("ford: the coup de grâce", r"(DC \d+) +1 of 2")
    await evening.dice("15")
    await evening.end_turn()
    await evening.look("f3")
    await evening.keys("a")
    await evening.dice("11", "9")
    await evening.end_turn()
    await evening.end_turn()
    await evening.keys("> > > > >")
    await evening.keys("RET")
    await evening.dice("2", saved=2)
    await evening.end_turn()
    await evening.end_turn()
    await evening.look("f3")
    await evening.foresees("ford: Sil at the harpy in the air", "f")
    await evening.keys("a")
    await evening.dice("14", "6", saved=0)
    await evening.reads("ford: the harpy's fall", r"f Harpy +(\dd6) +the fall")
    await evening.dice("9")
    await evening.reads("ford: the harpy after its fall", r"f +-12/12 +(dead)")
    await evening.end_turn("50", "50")


async def chase_the_bowman(evening: Evening) -> None:
    """When he runs from Sil and the tired horse, then after three rounds Dexterity decides."""
    await evening.end_turn()
    await evening.end_turn()
    await evening.word("chase c by S R 24")
    await evening.end_turn("50", "50")
    await evening.end_turn()
    await evening.end_turn()
    ahead = r"{} +\d+ +(\d+)"
    await evening.reads(
        "ford: how far ahead of Sil the bowman is after a round", ahead.format("S Sil")
    )
    await evening.reads(
        "ford: how far ahead of Rana the bowman is after a round", ahead.format("R Rana")
    )
    await evening.end_turn("50", "50")
    await evening.end_turn()
    await evening.end_turn()
    await evening.keys("Spc")
    await evening.asked()
    await evening.reads("ford: chance of the bowman to escape", r"Bowman flees: Dexterity +(\d+ %)")
    await evening.dice("18 5", "50")
    await evening.says("Bowman gets away")
    await end_the_fight(evening)
    await evening.reads("day 2: hour after the fight", CLOCK)


async def end_the_fight(evening: Evening) -> None:
    """End the fight as the page proposes, and go back to the road."""
    await evening.keys("e e")
    await evening.shows("what goes back to the road")
    await evening.press("enter")
    await evening.fight_over()
    await evening.go_to("f2", "JourneyScreen")


# the road again


async def march_the_second_day(evening: Evening) -> None:
    """When Durgan rides the pony for six hours and walks one, then all is as by hand."""
    await evening.word("ride durgan pip")
    await evening.reads("day 2: pace with Durgan on Pip", r"here (2.25 km/h)")
    await evening.reads("day 2: forecast of the arrival", ARRIVES, say_day)
    await evening.keys("Spc")
    await evening.dice("8")
    await evening.reads("day 2: distance at 16:00", LEFT, say_travelled)
    await evening.keys("2t")
    await evening.dice("9 14 9 3 1 15 18 1 2", "4")
    await evening.word("ride durgan")
    await evening.keys("1t")
    await evening.asked()
    row = r"DC (\d+) +\d+ of \d+\n(?:.*\n)*? *>? *{}.* needs \d+ up +(\d+) %"
    for who in ("D Durgan", "M Mira", "p Pip"):
        name = f"day 2: risk of {who[2:]} in the eleventh hour"
        await evening.reads(name, row.format(who), say_failure)
    await evening.dice("16 17 17 15 2")
    await evening.reads("day 2: distance at 19:00", LEFT, say_travelled)
    await evening.reads("day 2: hit points of Star at 19:00", r"t Star +(\d+)/19!")
    await evening.reads("day 2: hit points of Pip at 19:00", r"p Pip +(\d+)/13!")
    await evening.reads("day 2: nonlethal damage of Sil at 19:00", r"S Sil +11/11n(\d+)!")


async def overrule_the_first_day(evening: Evening) -> None:
    """When a roll that the night healed is overruled, then today's damage stays as it is."""
    march = evening.forced
    await evening.press("f5")
    await evening.opened("SessionsScreen")
    await evening.type(str(march))
    await evening.press("enter")
    await evening.shows(f"PAST {march}/")
    await evening.type("o")
    await evening.shows("which roll of entry")
    await evening.press("down", "down", "down", "enter")
    await evening.shows("forced march, hour 9, Sil: 11 against 12")
    await evening.line("pass")
    await evening.shows("marked together with")
    await evening.press("enter")
    await evening.shows("all of it has evened out since")
    await evening.press("enter")
    await evening.saved()
    await evening.go_to("f2", "JourneyScreen")
    await evening.reads(
        "day 2: nonlethal damage of Sil after the first day is overruled", r"S Sil +11/11n(\d+)!"
    )


async def flip(evening: Evening, switch: str) -> None:
    """Give a switch of the house rules its other value."""
    await evening.line(f":house {switch}")
    await evening.shows("House rules of this campaign")
    await evening.press("enter")
    await evening.saved()
    await evening.press("escape")
    await evening.settled()


async def set_out_on_the_third_day(evening: Evening) -> None:
    """Given the horse rested by a house rule, when they hustle for two hours, then it tires."""
    await flip(evening, "mount")
    await evening.keys("Spc", 1)
    await evening.go_to("f3", "PartyScreen")
    await evening.reads("day 3: hit points of Durgan in the morning", r"Durgan .* (\d+)/30")
    await evening.reads("day 3: hit points of Rana in the morning", r"Rana .* (\d+)/26")
    await evening.reads("day 3: hit points of Star in the morning", r"Star .* (\d+)/19")
    await evening.reads("day 3: Star in the morning", r"Star .* 80 kg(.*)\n", say_rested)
    await evening.go_to("f2", "JourneyScreen")
    await evening.word("deadline 3 15")
    await evening.reads("day 3: forecast of the arrival, Durgan on foot", ARRIVES, say_day)
    await evening.word("ride durgan pip")
    await evening.reads("day 3: forecast of the arrival, Durgan on Pip", ARRIVES, say_day)
    await evening.reads("day 3: latest departure", r"latest start: 3 Deepwinter (\d\d:\d\d)")
    await evening.keys("p h", 1)
    await evening.keys("2t")
    await evening.dice("9")
    await evening.reads("day 3: distance after two hours of hustle", LEFT, say_travelled)
    await evening.go_to("f3", "PartyScreen")
    await evening.reads(
        "day 3: nonlethal damage of Mira after two hours of hustle", r"Mira .* 22/22 +(\d+) "
    )
    await evening.reads(
        "day 3: nonlethal damage of Durgan after two hours of hustle", r"Durgan .* 27/30 +(\d+) "
    )
    await evening.reads("day 3: hit points of Pip after two hours of hustle", r"Pip .* (\d+)/13")
    await evening.go_to("f2", "JourneyScreen")
    await evening.keys("p w", 1)


def say_rested(match: re.Match[str]) -> str:
    """The state behind a mount's load."""
    return match[1].strip() or "rested"


# the barrow


async def first_round_in_the_barrow(evening: Evening, file: Path) -> None:
    """Given total darkness, then who cannot see in it is easy to hit and hits the air."""
    foes = ("add barrow wight at h3", "add barrow viper at d5")
    await evening.prepare("The barrow", file, *foes)
    await evening.begin_fight()
    for place in ("D b4", "M c3", "S b3"):
        await evening.word(f"place {place}")
    for rider in ("rana", "durgan"):
        await evening.word(f"ride {rider}")
    for place in ("R d2", "t off", "p off"):
        await evening.word(f"place {place}")
    await evening.keys("i")
    await evening.dice("a16b9D15M9S2R8")
    await evening.look("d3")
    await evening.keys("RET", 1)
    await evening.look("c3")
    await evening.foresees("barrow: the wight at Mira in the dark", "M")
    await evening.keys("a")
    await evening.dice("6", "4")
    await evening.end_turn()
    await evening.look("c4")
    await evening.keys("RET", 1)
    await evening.look("d5")
    await evening.foresees("barrow: Durgan at the viper in the dark", "b")
    await evening.look("d3")
    await evening.foresees("barrow: Durgan at the wight", "a")
    await evening.keys("a")
    await evening.dice("9", "8")
    await evening.end_turn()
    await evening.look("c4")
    await evening.reads("barrow: the viper's way into Durgan's square", SQUARES)
    await evening.foresees("barrow: the viper at Durgan in the dark", "D")
    await flip(evening, "target")
    await evening.look("c4")
    await evening.keys("RET")
    await evening.asks("barrow: Durgan at the viper with the switch off", "D Durgan")
    await evening.keys("Esc")
    await flip(evening, "target")
    await evening.look("c4")
    await evening.keys("RET")
    await evening.asks("barrow: Durgan strikes at the viper that enters", "D Durgan")
    await evening.dice("3", saved=2)
    await evening.end_turn()
    await evening.look("d3")
    await evening.foresees("barrow: Mira at the wight in the dark", "a")
    await evening.look("c2")
    await evening.reads("barrow: Mira's step in the dark", SQUARES)
    await evening.keys("RET")
    await evening.asks("barrow: the wight strikes at Mira who steps away", "a Barrow wi")
    await evening.keys("Esc")


async def round_of_dim_light(evening: Evening) -> None:
    """When there is dim light, then Mira sees badly, Sil well; Rana jumps down the shaft."""
    await evening.word("light dim b2-f6")
    await evening.look("d3")
    await evening.foresees("barrow: Mira at the wight in dim light", "a")
    await evening.keys("a")
    await evening.dice("11", "60", saved=0)
    await evening.reads("barrow: Mira's damage", r"HIT +(2d4\S*) with \S+ dmg")
    await evening.dice("8")
    await evening.end_turn()
    await evening.line(":fall R 6 jumps soft")
    await evening.dice("5 6")
    rana = r"Rana, (\d+)/26"
    await evening.reads("barrow: hit points of Rana after her jump", rana)
    await evening.reads("barrow: nonlethal damage of Rana after her jump", r"R +19/26 .*nl(\d+)")
    await evening.reads("barrow: Rana after her jump", r"R +19/26 +(prone)")
    await evening.end_turn()
    await evening.look("c4")
    await evening.foresees("barrow: Sil at the viper in dim light", "b")
    await evening.keys("a")
    await evening.dice("17", "6")
    await evening.end_turn()


async def death_of_sil(evening: Evening) -> None:
    """When Sil dies, then healing does not raise her; after undo it saves her."""
    await evening.look("c3")
    await evening.foresees("barrow: the wight at Mira in dim light", "M")
    await evening.keys("a")
    await evening.dice("5")
    await evening.keys("Esc")
    await evening.line("-14 S")
    await evening.saved()
    await evening.end_turn()
    await evening.look("d3")
    await evening.keys("a")
    await evening.dice("12", "12")
    await evening.end_turn("50")
    await evening.end_turn()
    await evening.end_turn("50", "50")
    await evening.reads("barrow: hit points of the dying Sil that fails", r"S +(-\d+)/11 +dying")
    await evening.line("-6 S")
    await evening.saved()
    await evening.reads("barrow: Sil at -10", r"S +-10/11 +(dead)")
    await evening.line("+60 S")
    await evening.saved()
    await evening.shows("stays dead")
    await evening.reads("barrow: the dead Sil after healing", r"S +11/11 +(dead)")
    await evening.keys("u", 1)
    await evening.keys("u", 1)
    await evening.line("+9 S")
    await evening.saved()
    await evening.reads("barrow: hit points of Sil after undo and healing", r"S +(\d+)/11 +prone")
    await end_the_fight(evening)


async def arrive(evening: Evening) -> None:
    """When they have searched the barrow and gone on, then they arrive, and the night heals."""
    await evening.word("ride durgan pip")
    await evening.keys("20T", 1)
    await evening.keys("Spc")
    await evening.dice("9")
    await evening.shows("arrived")
    await evening.reads("day 3: arrival", CLOCK)
    await evening.keys("s", 1)
    await evening.go_to("f3", "PartyScreen")
    for hero, most in (("Mira", 22), ("Sil", 11), ("Durgan", 30), ("Rana", 26), ("Star", 19)):
        await evening.reads(f"day 4: hit points of {hero}", rf"{hero} .* (\d+)/{most}")


async def test_an_evening_in_dnd35(home: Path, tmp_path: Path) -> None:
    """Given nothing but the program, when it is played, then every figure is as by hand."""
    boards = {name: tmp_path / f"{name}.toml" for name in ("ford", "barrow")}
    boards["ford"].write_text(FORD, encoding="utf-8")
    boards["barrow"].write_text(BARROW, encoding="utf-8")
    bestiary = home / "bestiary"
    bestiary.mkdir(parents=True)
    (bestiary / "evening.toml").write_text(BESTIARY, encoding="utf-8")
    async with sit_down(Evening, "dnd35") as evening:
        await begin_a_campaign(evening)
        await march_the_first_day(evening)
        await rest_and_meet(evening)
        await surprise_at_the_ford(evening, boards["ford"])
        await second_round_at_the_ford(evening)
        await third_round_at_the_ford(evening)
        await fourth_round_at_the_ford(evening)
        await chase_the_bowman(evening)
        await march_the_second_day(evening)
        await overrule_the_first_day(evening)
        await set_out_on_the_third_day(evening)
        await first_round_in_the_barrow(evening, boards["barrow"])
        await round_of_dim_light(evening)
        await death_of_sil(evening)
        await arrive(evening)
