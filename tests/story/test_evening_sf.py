"""An evening in the science-fiction variant, by keys at 80x24: two fights, three days of road.

Its figures were worked out from the rules before it was played; `evenings/sf.toml` has them, each
with its reason. Every one of them is compared with what the GM reads on the screen.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.story.evenings.table import EveningTable, Reading, sit_down

pytestmark = [
    pytest.mark.nightly,
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]

KIRA = (
    "Kira speed9m con14 hp30 level3 eac13 kac15 dex+2 init2 fort3 ref4 will2;"
    " knife +5 1d4+2; pistol +6 1d6 energy range 6sq"
)
BOLO = "Bolo speed6m con16 hp40 level3 eac12 kac16 dex-1 init-1; hammer +7 1d10+4"
ZEB = (
    "Zeb speed9m con10 hp22 level3 eac14 kac14 dex+3 init3 darkvision;"
    " rifle +5 1d8 energy range 12sq"
)
WAY_KM = 207
WAY = "legs 60 plains road;45 hills;57 forest road;45 urban highway"

HOLD = '''
ruleset = "sf"
name = "The hold"
map = """
..............
..............
..............
..............
..............
........o.....
..............
.::......&&...
.::......&&...
..............
"""
''' + "".join(
    f'[[creatures]]\nid = "{who}"\nsize = "M"\nat = "{at}"\n'
    for who, at in (("kira", "D4"), ("bolo", "D7"), ("zeb", "B6"))
)
"""The hold of the wreck, and where the heroes stand in it."""
THUG = "add thug hp14 eac11 kac13 dex+1 init1 baton +4 1d6+2 at h4"
SNIPER = "add sniper hp12 eac12 kac13 dex+2 init2 laser +3 1d4 energy range 8sq at j6"
HAULER = "add hauler large hp30 eac16 kac18 dex-1 init-1 fort4 speed9m slam +8 1d10+5 at l8"
STALKER = "add stalker speed12m hp18 eac12 kac14 dex+3 init3 darkvision claw +5 1d6+3 at j4"

CHANCE = r"needs (\d+) up +(\d+ %)"
"""A row of the dice tray: the die that is needed, and the chance."""
STRIKE = r"! leaving \w+: . (\d+ %)"
"""The panel: who may strike on the way, here one alone."""
SQUARES = r"(\d+) of \d+ squares?,"
HITS = r"hits on (\d+)(?: *\n.*?)? +(\d+ %)"
"""The panel: the die that is needed, and the chance, which may be in the next line."""
COST_OF_WAY = r"to the last leg +(\d+) km"
CLOCK = r"Deepwinter 1212 +(\d\d:\d\d)"


def say_needed(match: re.Match[str]) -> str:
    """The die and the chance, as the file has them."""
    return f"needs {match[1]}  {match[2]}"


def say_travelled(match: re.Match[str]) -> str:
    """How far the party is, from what is left of the way."""
    return str(WAY_KM - int(match[1]))


class Evening(EveningTable):
    """The table of this evening."""

    def same(self, name: str, seen: int | str) -> None:
        """Compare the figure `name` with something seen."""
        assert str(seen) == self.hand.text(name), name

    async def attack(self, name: str, keys: str, dice: str) -> None:
        """Press keys, compare what the attack needs, and type its dice as they are asked for."""
        await self.keys(keys)
        await self.asked()
        await self.reads(name, CHANCE, say_needed)
        *first, last = dice.split()
        for die in first:
            await self.tray(die, saved=0)
        await self.tray(last)


# the road


async def begin_a_campaign(evening: Evening) -> None:
    """Three heroes and a rover in which they ride."""
    await evening.found_campaign("Red Dust", "sf")
    await evening.enlist((KIRA, BOLO, ZEB))
    await evening.keys("End RET")
    await evening.opened("AddHeroes")
    await evening.press("f2")
    await evening.opened("MemberForm")
    await evening.type("Rover")
    await evening.press("tab", "tab")
    await evening.type("vehicle")
    await evening.press("tab")
    await evening.type("light 30 km/h")
    await evening.press("f10")
    await evening.saved()
    await ride(evening)
    await evening.press("f2")
    await evening.opened("JourneyScreen")


async def ride(evening: Evening) -> None:
    """All three get into the rover."""
    for hero in "kbz":
        await evening.word(f"ride {hero} r")


async def set_out(evening: Evening) -> None:
    """Given the way in legs, when they ride for four hours, then they are in the hills."""
    await evening.word(WAY)
    await evening.reads("rover: arrival at the end of the way", r"ARRIVE (.+\d)")
    await evening.word("deadline 1 20:00")
    await evening.reads("rover: latest departure for day 1 20:00", r"latest start: (.+\d)")
    await evening.word("pace hustle", saved=0)
    await evening.says("it cannot hustle")
    evening.same("rover: hustle", "refused")
    await evening.word("march 4h")
    await evening.reads("rover: km in four hours", COST_OF_WAY, say_travelled)


async def leave_the_rover(evening: Evening) -> None:
    """When the rover stays behind, then Bolo sets the pace, and a walker's day is shorter."""
    await evening.press("f2")
    await evening.opened("JourneyScreen")
    await evening.reads("on foot: arrival at the end of the way", r"ARRIVE (.+\d)")
    await evening.keys("Spc", 1)
    await evening.reads("day 1: end of the ordinary march", CLOCK)
    await evening.reads("day 1: km by the end of the ordinary march", COST_OF_WAY, say_travelled)
    await evening.keys("2t", 1)
    evening.same("day 1: checks of two hours more", len(evening.view.entries[-1].answers))
    await evening.reads("day 1: km in all", COST_OF_WAY, say_travelled)
    await evening.keys("s", 1)
    await evening.reads("night 1: Bolo's hit points", r"B Bolo +(\d+)/40")


async def hustle(evening: Evening) -> None:
    """When they hustle for three hours and walk the rest of the day, then they are tired."""
    await evening.reads("day 2: Kira fails the first hour", r"\+1 12 .* (\d+) \d+ \d+ *\n", percent)
    await evening.reads("day 2: Bolo fails the first hour", r"\+1 12 .* \d+ (\d+) \d+ *\n", percent)
    await evening.reads("day 2: Zeb fails the first hour", r"\+1 12 .* \d+ \d+ (\d+) *\n", percent)
    await evening.word("encounter d12 4h 1")
    await evening.keys("p h", 1)
    await evening.keys("3t")
    await evening.tray("11")
    await evening.reads("day 2: km of three hours of hustle", COST_OF_WAY, say_since(99))
    for hero in ("Kira", "Bolo", "Zeb"):
        await evening.reads(
            "day 2: nonlethal damage of three hours of hustle", rf"{hero} +\d+/\d+n(\d+)!"
        )
    await evening.reads("day 2: Kira after the hustle", r"K Kira +30/30n3(!)", say_fatigued)
    await evening.keys("p w", 1)
    await evening.keys("Spc")
    await evening.asked()
    await evening.reads("day 2: encounter checks of the march after the hustle", r"0 of (\d+)\n")
    await evening.tray("12")
    await evening.reads("day 2: end of the ordinary march", CLOCK)
    await evening.word("encounter off")


def percent(match: re.Match[str]) -> str:
    """A chance of the column of forced hours."""
    return f"{match[1]} %"


def say_since(km: int) -> Reading:
    """How far the party came since it was `km` along its way."""
    return lambda match: str(WAY_KM - int(match[1]) - km)


def say_fatigued(match: re.Match[str]) -> str:
    """What the sign of tiredness behind a member's hit points says."""
    return "fatigued" if match[1] == "!" else "rested"


async def force_the_march(evening: Evening) -> None:
    """When two hours are forced, then each rolls twice, and two of them fail once."""
    await evening.keys("2t")
    await evening.asked()
    await evening.reads("day 2: DC of the first hour of forced march", r"K Kira +d20 \+2 +DC (\d+)")
    await evening.reads(
        "day 2: DC of the second hour of forced march",
        r"K Kira +d20 \+2 +DC 12[^K]+ Kira +d20 \+2 +DC (\d+)",
    )
    await evening.tray("10 8 12 12 11 13", saved=0)
    await evening.tray("4 5")
    await nonlethal(evening, "in the evening")
    await evening.reads("day 2: km in all", COST_OF_WAY, say_travelled)
    await evening.word("wait 2h")
    await nonlethal(evening, "after two hours of rest")


async def nonlethal(evening: Evening, when: str) -> None:
    """Compare the nonlethal damage of all three."""
    for hero in ("Kira", "Bolo", "Zeb"):
        await evening.reads(
            f"day 2: {hero}'s nonlethal damage {when}",
            rf"{hero} +\d+/\d+(?:n(\d+))?",
            lambda match: match[1] or "0",
        )


async def overrule_the_march(evening: Evening) -> None:
    """When Bolo's first check is overruled, then he has neither the damage nor the fatigue."""
    await evening.press("f5")
    await evening.opened("SessionsScreen")
    await evening.keys("Bksp")
    await evening.shows("PAST")
    await evening.keys("o")
    await evening.shows("which roll of entry")
    await evening.keys("Down RET")
    await evening.shows("then why")
    await evening.line("pass he rode")
    await evening.shows("marked of 2 that can be corrected")
    await evening.press("enter")
    await evening.saved()
    await evening.press("f2")
    await evening.opened("JourneyScreen")
    await evening.reads(
        "overruled: Bolo's nonlethal damage",
        r"B Bolo +25/40(?:n(\d+))?",
        lambda match: match[1] or "0",
    )
    await evening.reads("overruled: Bolo", r"B Bolo +25/40(n\d+)?(!)?", say_rested)


def say_rested(match: re.Match[str]) -> str:
    """Whether nothing of a march is left behind a member's hit points."""
    return "fatigued" if match[2] else "rested"


async def arrive(evening: Evening) -> None:
    """Given the rover again, when they ride on, then they are there before noon."""
    await evening.press("f2")
    await evening.opened("JourneyScreen")
    await evening.keys("s", 1)
    await evening.reads("night 2: Bolo's hit points", r"B Bolo +(\d+)/40")
    await evening.reads("night 2: Zeb's hit points", r"Z Zeb +(\d+)/22")
    await evening.reads("night 2: Zeb", r"Z Zeb +13/22(n\d+)?(!)?", say_rested)
    await evening.word("back rover now")
    await ride(evening)
    await evening.word("deadline 3 noon")
    await evening.reads("day 3: latest departure for day 3 noon", r"latest start: (.+\d)")
    await evening.keys("Spc", 1)
    await evening.shows("arrived")
    await evening.reads("day 3: arrival with the rover", CLOCK)


# the first fight


async def enter_the_hold(evening: Evening, file: Path) -> None:
    """Given the hold from its file, a thug and a sniper, when the fight begins, then in order."""
    await evening.prepare("Hold", file, THUG, SNIPER)
    await evening.begin_fight()
    await evening.keys("Z i")
    await evening.tray("K15Z10B12a9c6")
    await evening.reads("wreck: Zeb's initiative with a 10", r"(\d+).Z +22/22")
    await evening.reads("wreck: Bolo's initiative with a 12", r"(\d+).B +40/40")


async def first_round(evening: Evening) -> None:
    """Who has not acted is not flat-footed; a wall and other creatures are in the way."""
    await evening.attack("wreck R1: Kira's pistol at the thug who has not acted", "f a 2a", "13 4")
    await evening.look("f2")
    await evening.reads("wreck R1: Kira from D4 to F2", SQUARES)
    await evening.keys("RET", 1)
    await evening.keys("Spc", 1)
    await evening.look("b9")
    await evening.reads("wreck R1: Zeb from B6 to B9", SQUARES)
    await evening.look("b6")
    await evening.keys("M")
    await evening.look("h4")
    await evening.reads("wreck: squares from B6 to H4", r"B6 to H4: (\d+) squares")
    await evening.look("j6")
    await evening.reads("wreck: metres from B6 to J6", r"B6 to J6: \d+ squares \((\d+) m\)")
    await evening.keys("M")
    await evening.attack("wreck R1: Zeb's rifle at the sniper behind the low wall", "f c a", "5")
    await evening.keys("Spc", 1)
    await evening.look("g4")
    await evening.reads("wreck R1: Bolo from D7 to G4", SQUARES)
    await evening.keys("RET", 1)
    await evening.attack("wreck R1: Bolo's hammer at the thug who has not acted", "f a a", "3")
    await evening.keys("Spc", 1)
    await evening.attack("wreck R1: the thug's baton at Bolo", "f B a", "15 6")
    await evening.reads("wreck R1: Bolo's hit points", r"B +(\d+/40)")
    await evening.keys("Spc", 1)
    await evening.attack(
        "wreck R1: the sniper's laser at Kira past the thug and Bolo", "f K a", "5"
    )
    await evening.keys("Spc", 1)


async def second_round(evening: Evening) -> None:
    """A way that provokes and one that does not, a flank, a foe that drops, one that comes."""
    await evening.look("i4")
    await evening.reads("wreck R2: Kira from F2 to I4, the cheapest way", SQUARES)
    await evening.reads("wreck R2: the thug's strike at Kira on that way", STRIKE)
    await evening.keys("p n")
    await evening.reads("wreck R2: Kira from F2 to I4, past nobody", SQUARES)
    await evening.keys("RET", 1)
    assert evening.at("kira") == ["I4"]
    await evening.attack("wreck R2: Kira's knife at the thug between her and Bolo", "f a 1a", "7 5")
    await evening.keys("Spc", 1)
    await evening.attack("wreck R2: Zeb's rifle at the thug past Bolo", "f a a", "2")
    await evening.line(f":{HAULER}")
    await evening.tray("10")
    await evening.reads("wreck R2: the hauler's initiative with a 10", r"(\d+).d +30/30")
    await evening.keys("Spc", 1)
    await evening.attack(
        "wreck R2: Bolo's hammer at the thug between him and Kira", "f a a", "10 9"
    )
    await evening.reads("wreck R2: the thug's hit points", r"a +(\d+/14  \w+)")
    await evening.keys("Spc", 1)
    await evening.look("k5")
    await evening.reads("wreck R2: the hauler from L8 to K5", SQUARES)
    await evening.keys("RET", 1)
    await evening.attack("wreck R2: the hauler's slam at Kira", "f K a", "4")
    await evening.keys("Spc", 1)
    await evening.keys("Spc", 1)


async def third_round(evening: Evening) -> None:
    """Kira crawls past a strike; the hauler has none left for Bolo; the thug is in the way."""
    await evening.keys("f K c")
    await evening.opened("Conditions")
    await evening.line("pro")
    await evening.saved()
    await evening.look("h3")
    await evening.keys("RET")
    await evening.asked()
    await evening.reads(
        "wreck R3: the hauler's strike at Kira who crawls",
        r"AC (11)[^%]+needs 3 up +(90 %)",
        lambda match: f"+8 vs {match[1]}  {match[2]}",
    )
    await evening.tray("1", saved=2)
    evening.same("wreck R3: where Kira has crawled after the miss", evening.at("kira")[0])
    await evening.keys("u", 1)
    evening.same("wreck R3: where Kira is after u", evening.at("kira")[0])
    await evening.keys("U", 1)
    await evening.keys("Spc", 1)
    await evening.attack("wreck R3: Zeb's rifle at the hauler", "f d a", "3")
    await evening.keys("Spc", 1)
    await evening.look("j4")
    await evening.reads("wreck R3: Bolo from G4 to J4", SQUARES)
    evening.same("wreck R3: strikes at Bolo on that way", evening.text().count("leaving"))
    await evening.keys("RET", 1)
    await evening.attack("wreck R3: Bolo's hammer at the hauler", "f d a", "8")
    await evening.keys("Spc", 1)
    await evening.attack("wreck R3: the hauler's slam at Bolo", "f B a", "10 12")
    await evening.reads("wreck R3: Bolo's hit points", r"B +(\d+/40)")
    await evening.keys("Spc", 1)
    await evening.attack(
        "wreck R3: the sniper's laser at Kira, prone behind the thug", "f K a", "5"
    )
    await evening.keys("Spc", 1)


async def fourth_round(evening: Evening) -> None:
    """The hauler falls asleep and gets a coup de grâce; the dead stay dead."""
    await evening.keys("p u", 1)
    await evening.attack(
        "wreck R4: Kira's pistol at the sniper behind the low wall", "f c 2a", "15 6"
    )
    await evening.keys("Spc", 1)
    await evening.keys("f d c")
    await evening.opened("Conditions")
    await evening.line("asl")
    await evening.saved()
    await evening.attack("wreck R4: Zeb's rifle at the sleeping hauler", "a", "10 8")
    await evening.keys("Spc", 1)
    await evening.look("k5")
    await evening.reads(
        "wreck R4: Bolo's hammer at the sleeping hauler",
        r"d KAC10: \+7 " + HITS,
        say_needed,
    )
    await evening.line(":coup B d")
    await evening.tray("20", saved=0)
    await evening.reads("wreck R4: the hauler's Fortitude DC after the coup de grace", r"DC (\d+)")
    await evening.tray("5")
    await evening.word("heal 60 d")
    await evening.reads("wreck R4: the hauler after 60 points of healing", r"d +30/30 +(dead)")
    await evening.keys("u", 1)


async def leave_the_hold(evening: Evening) -> None:
    """When the fight ends and takes ten minutes, the rover stays behind."""
    await evening.word("away rover")
    await end(evening)


async def end(evening: Evening) -> None:
    """End the fight, with ten minutes more."""
    await evening.keys("e")
    await evening.opened("Encounters")
    await evening.keys("e")
    await evening.shows("what goes back to the road")
    await evening.line("10")
    await evening.fight_over()
    await evening.settled()


# the second fight


async def enter_the_night(evening: Evening) -> None:
    """Given an empty board in the dark, when the party is put there, then Zeb is still tired."""
    await evening.line(":prepare Night")
    await evening.opened("DrawBoard")
    await evening.keys("End Up S")
    await evening.opened("TextLine")
    await evening.line("14x10")
    await evening.opened("DrawBoard")
    await evening.press("enter")
    await evening.saved()
    await evening.press("f4")
    await evening.opened("EncounterScreen")
    await evening.settled()
    await evening.words("light dark", STALKER)
    await evening.begin_fight()
    await evening.words("place k d4", "place b d6", "place z b5")
    await evening.keys("Z i")
    await evening.tray("K10B10Z12a18")
    await evening.reads("night: Zeb's initiative with a 12", r"(\d+).Z +22/22")


async def round_in_the_dark(evening: Evening) -> None:
    """Who has no darkvision misses half the time, and pays double for each square."""
    await evening.look("e4")
    await evening.keys("RET", 1)
    await evening.attack("night R1: the stalker's claw at Kira who has not acted", "f K a", "3")
    await evening.keys("Spc", 1)
    await evening.keys("p c")
    await evening.look("b8")
    await evening.shows("Enter: nothing: Zeb cannot run or charge: fatigued.")
    evening.same("night R1: Zeb's charge", "refused")
    await evening.keys("Esc")
    await evening.attack("night R1: Zeb's rifle at the stalker past Kira", "f a a", "5")
    await evening.keys("Spc", 1)
    await evening.keys("f a")
    await evening.reads(
        "night R1: the miss chance of Kira's knife in the dark",
        r"a KAC14: \+5 " + HITS,
        say_missed,
    )
    await evening.attack("night R1: Kira's knife at the stalker in the dark", "a", "12 80 5")
    await evening.reads("night R1: the stalker's hit points", r"a +(\d+/18)")
    await evening.keys("Spc", 1)
    await evening.look("d5")
    await evening.reads("night R1: Bolo from D6 to D5 in the dark", SQUARES)
    await evening.keys("RET", 1)
    await evening.keys("f a a")
    await evening.tray("2")
    await evening.keys("Spc", 1)


def say_missed(match: re.Match[str]) -> str:
    """How many of the hits are misses all the same, of an attack that hits with 60 %."""
    assert match[1] == "9"
    return f"{100 - int(match[2].removesuffix(' %')) * 100 // 60} %"


async def round_of_light(evening: Evening) -> None:
    """The stalker goes past those who do not see it; then there is light."""
    await evening.look("c4")
    await evening.reads("night R2: the stalker from E4 to C4", SQUARES)
    evening.same("night R2: strikes at the stalker on that way", evening.text().count("leaving"))
    await evening.keys("RET", 1)
    await evening.attack("night R2: the stalker's claw at Zeb", "f Z a", "15 7")
    await evening.word("light dim")
    await evening.keys("Spc", 1)
    await evening.keys("p s")
    await evening.look("a6")
    evening.same("night R2: strikes at Zeb's step from B5 to A6", evening.text().count("leaving"))
    await evening.keys("RET", 1)
    await evening.attack("night R2: Zeb's rifle at the stalker in the light", "f a a", "9 4")
    await evening.keys("Spc", 1)
    await evening.keys("f a")
    await evening.reads(
        "night R2: the miss chance of Kira's knife in dim light",
        r"a KAC14: \+5 " + HITS,
        say_missed,
    )
    await evening.keys("a")
    await evening.tray("3")
    await evening.word("light bright")
    await evening.keys("Spc", 1)
    await evening.attack("night R2: Bolo's hammer at the stalker in the light", "f a a", "12 5")
    await evening.keys("Spc", 1)


async def flight(evening: Evening) -> None:
    """The stalker flees past two strikes and is chased; Zeb is dying meanwhile."""
    await evening.look("c1")
    await evening.reads(
        "night R3: strikes at the stalker that flees, at least one hits",
        r"at least one hits (\d+ %)",
    )
    await evening.keys("RET")
    await evening.tray("2 2", saved=2)
    await evening.line("-18 z")
    await evening.saved()
    await evening.reads("night R3: Zeb's hit points", r"Z +(\d+)/22  dying")
    await evening.word("chase a by k 6")
    await evening.keys("Spc")
    await evening.asked()
    await evening.tray("0")
    await evening.reads("night R3: Zeb's hit points after his turn", r"Z +(\d+)/22  dying")
    await evening.word("stabilise z")
    await evening.keys("Spc", 1)
    await evening.reads(
        "night R3: squares between the stalker and Kira after a round", r"(\d+) squares ahead"
    )
    await evening.word("chase over into the dark")
    await evening.keys("Spc", 1)


async def fall_and_float(evening: Evening) -> None:
    """Bolo falls, and does not without gravity; Kira pushes off by a house rule, and drifts."""
    await evening.word("place b g8 4")
    await evening.line(":fall b")
    await evening.asked()
    await evening.reads("night R4: dice of Bolo's fall from a height of 4", r"B Bolo +(\dd6)")
    await evening.tray("7")
    await evening.reads("night R4: Bolo's hit points after the fall", r"B +(\d+/40)")
    await evening.word("gravity zero")
    await evening.word("place b g8 4")
    await evening.word("fall b", saved=0)
    await evening.says("Nothing falls without gravity")
    evening.same("night R4: dice of a fall without gravity", "none")
    await evening.line(":house weight")
    await evening.shows("House rules of this campaign")
    await evening.press("enter")
    await evening.saved()
    await evening.press("escape")
    await evening.opened("EncounterScreen")
    await evening.look("j4")
    await evening.reads("night R4: Kira's squares when she pushes off", r"Kira has (\d+) squares")
    await evening.look("g4")
    await evening.keys("RET", 1)
    await evening.keys("Spc", 1)
    await evening.keys("Spc", 1)
    drifted = ord(evening.at("kira")[0][0]) - ord("G")
    evening.same("night R5: squares that Kira drifts as her turn begins", drifted)
    await evening.line("+10 z")
    await evening.saved()


async def test_an_evening_in_the_science_fiction_variant(home: Path, tmp_path: Path) -> None:
    """Given nothing but the program, when it is played, then every figure is as by hand."""
    hold = tmp_path / "hold.toml"
    hold.write_text(HOLD, encoding="utf-8")
    async with sit_down(Evening, "sf") as evening:
        await begin_a_campaign(evening)
        await set_out(evening)
        await enter_the_hold(evening, hold)
        await first_round(evening)
        await second_round(evening)
        await third_round(evening)
        await fourth_round(evening)
        await leave_the_hold(evening)
        await leave_the_rover(evening)
        await hustle(evening)
        await force_the_march(evening)
        await overrule_the_march(evening)
        await enter_the_night(evening)
        await round_in_the_dark(evening)
        await round_of_light(evening)
        await flight(evening)
        await fall_and_float(evening)
        await end(evening)
        await arrive(evening)
