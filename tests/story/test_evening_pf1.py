"""An evening in Pathfinder 1 by keys at 80x24: two fights and three days of road.

Every figure was worked out by hand first (evenings/pf1.toml) and is compared by its name.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from core.play.facts.fight.combatants import Being
from core.play.facts.state import Fighting, Met
from tests.story.evenings import HandFigures
from tests.story.evenings.table import EveningTable, sit_down

pytestmark = [pytest.mark.nightly, pytest.mark.filterwarnings("ignore::ResourceWarning")]

ROAD = """\
# The road to Highwatch
0101 plain town "Ashford"
0201 plain
0301 hill
0401 hill castle_ruin "Gallows Hill"
0501 forest
0601 forest village "Maro"
0701 swamp
0801 plain town "Keld"
0901 moor
1001 mountain castle "Highwatch"
0101-0401 road "Hill Road"
0401-0801 trail "Maro Trail"
"""

TOLL = '''
ruleset = "pf1"
name = "The toll"
map = """
..............&&&.
..............&&&.
..........o...&&&.
....::....o.......
....::............
..................
..................
..................
..................
..................
"""
''' + "".join(
    f'[[creatures]]\nid = "{who}"\nsize = "{size}"\n{where}\n'
    for who, size, where in (
        ("durgan", "M", 'at = "D3"'),
        ("sela", "M", 'at = "B3"'),
        ("bran", "M", 'at = "D7"'),
        ("star", "L", 'at = "A6"'),
        ("ivo", "M", 'rides = "star"'),
    )
)
"""The board of the first fight, and where the heroes stand on it."""

HEROES = (
    "Durgan dwarf heavy con16 hp40 level 4 ac19 dex+1 init+1 fort+7 ref+2 will+3;"
    " waraxe +9 1d10+4 x3",
    "Sela human light con12 hp26 level 4 ac16 dex+3 init+3 fort+2 ref+7 will+2;"
    " shortbow +7 1d6+1 x3 range 12sq bow; rapier +6 1d6+1 18-20x2",
    "Bran half-orc medium con14 hp34 level 4 ac17 dex+1 init+1 fort+6 ref+2 will+1;"
    " guisarme +8 2d4+6 x3 reach 2",
    "Ivo human light con10 hp22 level 4 80kg ac15 dex+2 init+2 fort+1 ref+3 will+5;"
    " spear +6 1d8+2 x3",
    "Star light horse hp19 level 2 con+2 ac13 dex+1 init+1",
)


async def reads(table: EveningTable, *words: str | int) -> None:
    """Wait until one line of the screen has all of these."""
    wanted = [str(word) for word in words]

    def there() -> bool:
        return any(all(word in line for word in wanted) for line in table.text().splitlines())

    await table.until(there, " ... ".join(wanted))


def filled(hand: HandFigures, text: str, name: str) -> str:
    """A text with a figure at its {}."""
    return text.format(hand.text(name))


def needs(hand: HandFigures, name: str) -> str:
    """What a row of the dice tray says of the die that is needed."""
    return filled(hand, "needs {} up", name)


def hits(hand: HandFigures, name: str) -> str:
    """What the panel beside the board says of the die that is needed."""
    return filled(hand, "hits on {} ", name)


def known(table: EveningTable, token: str) -> Being:
    """Whoever has this letter, of the party or of the fight."""
    fight = table.state.fight
    foes = () if fight is None else fight.foes
    beings: tuple[Being, ...] = (*table.state.members, *foes)
    return next(being for being in beings if being.token == token)


def left(table: EveningTable, token: str) -> int:
    """Somebody's hit points."""
    being = known(table, token)
    assert being.hp is not None
    return being.hp - being.damage


def nonlethal(table: EveningTable, token: str) -> int:
    """Somebody's nonlethal damage."""
    return known(table, token).nonlethal


async def end_turns(table: EveningTable, count: int = 1) -> None:
    """End turns in which nothing is asked."""
    for _ in range(count):
        await table.keys("Spc", 1)


async def new_campaign(table: EveningTable, folder: Path) -> None:
    """Its name, its rules, and the map, whose hexes are of 6 km."""
    road = folder / "road.txt"
    road.write_text(ROAD, encoding="utf-8")
    await table.shows("New campaign")
    await table.press("down", "enter")
    await table.opened("NewCampaignScreen")
    await table.line("The Keld Toll")
    await table.press("enter")
    await table.line(str(road))
    await table.shows("10 hexes, 2 ways")
    await table.line("6")
    await table.line("Ashford")
    await table.greeted("JourneyScreen")
    table.begun()


async def the_party(table: EveningTable) -> None:
    """Five lines, a horse among them, and Ivo rides it."""
    await table.enlist(HEROES)
    await table.word("ride ivo star")


async def setting_out(table: EveningTable, hand: HandFigures) -> None:
    """The route, encounter checks and a deadline; the pace, the days and what is late."""
    await table.press("home", "down", "down", "down", "down", "w")
    await table.press("pagedown")
    await reads(table, "light_horse", hand.text("the horse under Ivo"))
    await table.press("escape")
    await table.press("f2")
    await table.opened("JourneyScreen")
    for line in ("encounter d12 4h 1 nights", "route Highwatch", "deadline 3 noon"):
        await table.line(f":{line}")
        await table.saved()
    await reads(table, hand.text("pace on the plains road"), "(Durgan)")
    await reads(table, "to Highwatch", hand.text("length of the way"))
    day = hand.number("day of that arrival")
    hour = hand.text("arrival without forcing")
    await reads(table, f"ARRIVE {day} Deepwinter {hour}")
    await reads(table, f"deadline {day} Deepwinter 12:00: LATE")


async def prepare_the_toll(table: EveningTable, folder: Path) -> None:
    """The board from its file; three bandits and an ogre."""
    file = folder / "toll.toml"
    file.write_text(TOLL, encoding="utf-8")
    lines = ("add 3 bandit at l3", "place c l4", "place e l9", "add ogre at n5")
    await table.prepare("The toll", file, *lines)
    await table.press("f2")
    await table.opened("JourneyScreen")


async def something_is_met(table: EveningTable, hand: HandFigures) -> None:
    """Two dice for the day; the first is a 1, after two hours."""
    await table.keys("Spc")
    await table.asked()
    await reads(table, "march on", filled(hand, "0 of {}", "encounter dice of a day's march"))
    await table.tray("1 9", saved=0)
    await table.shows("minutes")
    await table.tray("120")
    assert isinstance(table.state.pending, Met)
    await table.begin_fight()
    assert isinstance(table.state.pending, Fighting)
    await table.keys("i")
    await table.tray("s18b19i15D6a14f10")
    await reads(table, filled(hand, "{}>S", "Sela's initiative"))
    await reads(table, filled(hand, "{} a,c,e", "the bandits' initiative"))


async def sela_shoots(table: EveningTable, hand: HandFigures) -> None:
    """A flat-footed bandit behind a low wall, and one beyond the first range."""
    await table.keys(":l3 RET")
    await reads(
        table,
        filled(hand, "AC{}", "bandit behind the wall: AC"),
        hits(hand, "bandit behind the wall: needed"),
        hand.text("bandit behind the wall: chance"),
    )
    await table.keys(":l9 RET")
    await reads(
        table,
        "+7 -2",
        hits(hand, "Sela to the far bandit: needed"),
        hand.text("Sela to the far bandit: chance"),
    )
    await table.keys("w")
    await reads(table, "to hit", filled(hand, "+{}", "Sela to the far bandit: bonus"))
    squares = hand.number("Sela to the far bandit: squares")
    await reads(table, "range", f"{squares * 1.5} m")
    await table.keys("Esc a")
    await table.tray("12", saved=0)
    await table.tray("7")
    assert left(table, "e") == hand.number("far bandit after the arrow")
    await end_turns(table)


async def bran_and_ivo_ride_on(table: EveningTable, hand: HandFigures) -> None:
    """Bran waits with his guisarme; the horse carries Ivo past the flat-footed to his foe."""
    await table.keys(":h6 RET")
    await reads(table, filled(hand, "{} of 4 squares, move action", "Bran from D7 to H6"))
    await table.keys("RET", 1)
    await end_turns(table)
    await table.keys(":j8 RET")
    await reads(table, filled(hand, "{} of 10 squares, move action", "Star from A6 to J8"))
    strikes = sum("! leaving" in line for line in table.text().splitlines())
    assert strikes == hand.number("strikes at Star on the way")
    await table.keys("RET", 1)
    await table.keys(":l9 RET")
    await reads(
        table,
        "AC14: +6 +1",
        hits(hand, "Ivo from the saddle: needed"),
        hand.text("Ivo from the saddle: chance"),
    )
    await table.keys("a")
    await table.tray("15", saved=0)
    await table.tray("9")
    assert left(table, "e") == hand.number("far bandit after the spear")


async def the_bandits_come(table: EveningTable, hand: HandFigures) -> None:
    """The dying one checks; a javelin past Durgan; one runs into Bran's reach and strikes him."""
    await table.keys("Spc")
    await table.asked()
    await reads(table, "Bandit e", needs(hand, "dying bandit: needed"))
    await table.tray("5")
    await table.keys(":b3 RET 2a")
    await reads(table, "attack, Bandit a on Sela", filled(hand, "AC {}", "javelin at Sela: AC"))
    await reads(table, "d20 +1", needs(hand, "javelin at Sela: needed"))
    await table.tray("10")
    await table.keys("f c :i5 RET")
    await reads(table, filled(hand, "{} of 6 squares, move action", "bandit from L4 to I5"))
    await reads(table, "! leaving J5: B", hand.text("Bran's strike at the bandit: chance"))
    await table.keys("RET")
    await table.asked()
    await reads(table, "B Bran", needs(hand, "Bran's strike at the bandit: needed"))
    await table.tray("14", saved=0)
    await table.tray("9", saved=2)
    assert left(table, "c") == hand.number("bandit after Bran's strike")
    await table.keys("f c v f B a")
    await table.asked()
    await reads(table, "c Bandit c", needs(hand, "bandit at Bran: needed"))
    await table.tray("13", saved=0)
    await table.tray("5")
    assert left(table, "B") == hand.number("Bran after the sword")
    await end_turns(table)


async def the_ogre_and_durgan(table: EveningTable, hand: HandFigures) -> None:
    """The ogre strikes from two squares; Durgan goes round the rubble."""
    await table.keys(":j5 RET")
    await reads(table, filled(hand, "{} of 6 squares, move action", "ogre from N5 to J5"))
    await table.keys("RET", 1)
    await table.keys("f B a")
    await table.asked()
    await reads(table, "f Ogre", needs(hand, "ogre at Bran: needed"))
    await table.tray("12", saved=0)
    await table.tray("16")
    assert left(table, "B") == hand.number("Bran after the club")
    await end_turns(table)
    await table.keys(":f5 RET")
    await reads(table, filled(hand, "{} of 8 squares", "Durgan from D3 to F5"))
    await table.keys(":h4 RET")
    await reads(table, filled(hand, "{} of 4 squares, move action", "Durgan from D3 to H4"))
    await table.keys("RET", 1)
    await table.keys("f c a")
    await table.asked()
    await reads(table, "d20 +9", needs(hand, "Durgan at the bandit: needed"))
    await table.tray("17", saved=0)
    await table.tray("8")
    assert left(table, "c") == hand.number("bandit after the axe")
    await end_turns(table)


async def an_archer_in_the_fog(table: EveningTable, hand: HandFigures) -> None:
    """Added in the second round, it is asked at once; Sela looks at it and shoots another."""
    await table.keys(":add")
    await table.line(" archer at p2")
    await table.tray("8")
    await table.keys(":p2 RET")
    await reads(table, hits(hand, "archer in the fog: needed"))
    await table.keys("w")
    await table.shows("why: Sela attacks Archer")
    await table.press("end")
    await reads(table, "misses by concealment", hand.text("archer in the fog: miss chance"))
    await table.keys("Esc :g3 RET RET", 1)
    await table.keys(":l3 RET")
    await reads(
        table,
        filled(hand, "AC{}", "Sela at the bandit by the wall: AC"),
        hits(hand, "Sela at the bandit by the wall: needed"),
    )
    await table.keys("a")
    await table.tray("14", saved=0)
    await table.tray("6")
    assert left(table, "a") == hand.number("bandit by the wall after the arrow")
    await end_turns(table)


async def bran_crawls(table: EveningTable, hand: HandFigures) -> None:
    """The GM lays him down; he crawls out of the ogre's reach past a strike that misses."""
    await table.line(":condition prone B")
    await table.saved()
    await table.keys(":g7 RET RET")
    await table.asked()
    await reads(
        table, "opportunities, against Bran", filled(hand, "AC {}", "ogre at the crawling Bran: AC")
    )
    await reads(table, "f Ogre", needs(hand, "ogre at the crawling Bran: needed"))
    await table.tray("1", saved=2)
    assert table.at("bran") == [hand.text("Bran after a strike that missed")]
    await table.keys("p u", 1)
    await end_turns(table)


async def ivo_rides_beside_the_ogre(table: EveningTable, hand: HandFigures) -> None:
    """The ogre has had its opportunity; two dying bandits check, the third flees."""
    await table.keys(":k7 RET")
    await reads(table, filled(hand, "{} of 10 squares", "Star from J8 to K7"))
    strikes = sum("! leaving" in line for line in table.text().splitlines())
    assert strikes == hand.number("strikes at Star beside the ogre")
    await table.keys("RET", 1)
    await table.keys("f f a")
    await table.asked()
    await reads(table, "I Ivo", needs(hand, "Ivo at the ogre: needed"))
    await table.tray("16", saved=0)
    await table.tray("9")
    assert left(table, "f") == hand.number("ogre after the spear")
    await table.keys("Spc")
    await table.tray("c15e4")
    await table.keys(":r3 RET RET", 1)
    await end_turns(table)


async def the_second_round_ends(table: EveningTable, hand: HandFigures) -> None:
    """The archer shoots over the low wall, the ogre strikes Ivo, Durgan flanks it with him."""
    await table.keys("f S a")
    await table.asked()
    await reads(table, "attack, Archer on Sela", filled(hand, "AC {}", "archer at Sela: AC"))
    await reads(table, "g Archer", needs(hand, "archer at Sela: needed"))
    await table.tray("10")
    await end_turns(table)
    await table.keys("f I a")
    await table.tray("13", saved=0)
    await table.tray("15")
    assert left(table, "I") == hand.number("Ivo after the club")
    await end_turns(table)
    await table.keys("p s :i4 RET RET", 1)
    await table.keys("f f")
    await reads(table, "+9 +2", hits(hand, "Durgan flanking: needed"))
    await table.keys("a")
    await table.asked()
    await reads(table, "D Durgan", filled(hand, "d20 +{}", "Durgan flanking: bonus"))
    await table.tray("12", saved=0)
    await table.tray("11")
    assert left(table, "f") == hand.number("ogre after the axe")
    await end_turns(table)


async def the_ogre_sleeps(table: EveningTable, hand: HandFigures) -> None:
    """Ivo's scroll; Durgan's coup de grâce; what is dead stays dead."""
    await end_turns(table, 2)
    await table.line(":condition asleep f")
    await table.saved()
    await table.keys("Spc")
    await table.tray("20")
    await end_turns(table, 2)
    await table.keys("f f")
    await reads(table, filled(hand, "AC{}: +9 +2", "sleeping ogre: AC in melee"))
    await table.line(":coup D f")
    await table.asked()
    await table.line("16")
    await reads(table, "coup de grâce", filled(hand, "DC {}", "coup de grâce: DC"))
    await reads(table, "d20", needs(hand, "coup de grâce: needed"))
    await table.tray("8")
    assert known(table, "f").dead
    await table.line(":heal 60 f")
    await table.saved()
    await table.shows("and stays dead")
    await table.keys("u")
    await table.saved()


async def the_chase(table: EveningTable, hand: HandFigures) -> None:
    """The last bandit runs, 30 squares ahead of the horse."""
    await table.line(":chase a by i 30")
    await table.saved()
    await end_turns(table, 3)
    await reads(table, "a Bandit a", hand.number("bandit's run"))
    await reads(table, "I Ivo", hand.number("Star's run"))
    await reads(table, filled(hand, "I catches up in {} rounds", "rounds until caught"))
    await end_turns(table, 5)
    await reads(table, filled(hand, "{} squares ahead", "ahead after one round"))
    await end_turns(table)
    await table.shows("Ivo catches Bandit a")
    await table.keys("e e 30 RET", 1)
    await table.opened("JourneyScreen")


async def the_rest_of_the_day(table: EveningTable, hand: HandFigures) -> None:
    """Ivo leads the horse; eight hours of march, then three more."""
    await table.line(":ride ivo")
    await table.saved()
    await table.keys("Spc")
    await table.tray("7 9")
    await reads(table, "1 Deepwinter", hand.text("end of the first day's march"))
    await reads(table, "to Highwatch", hand.text("way left after eight hours"))
    await table.keys("1t")
    await table.asked()
    await reads(table, filled(hand, "DC {}", "hour 9: DC"))
    await reads(table, "D Durgan", needs(hand, "hour 9: Durgan needs"))
    await reads(table, "S Sela", hand.text("hour 9: Sela fails with"))
    await reads(table, "t Star", needs(hand, "hour 9: the led horse needs"))
    asked = any("I Ivo" in line and "needs 12 up" in line for line in table.text().splitlines())
    assert asked is (hand.text("hour 9: Ivo is asked") == "yes")
    await table.tray("D10S8B15I13t12", saved=0)
    await table.tray("4")
    assert nonlethal(table, "S") == hand.number("Sela after hour 9")
    await table.keys("1t")
    await table.asked()
    await reads(table, "B Bran", needs(hand, "hour 10: Bran needs"))
    await table.tray("D15S16B13I15t14")
    await table.keys("1t")
    await table.asked()
    await reads(table, "D Durgan", needs(hand, "hour 11: Durgan needs"))
    await reads(table, "I Ivo", needs(hand, "hour 11: Ivo needs"))
    await table.tray("D14S17B9I11t15", saved=0)
    await table.tray("b3i5")


async def the_past_overruled(
    table: EveningTable, hand: HandFigures, entry: str, lines: int
) -> None:
    """A roll of an entry of the journal, `lines` below the first, passes after all."""
    await table.press("f5")
    await table.opened("SessionsScreen")
    if entry:
        await table.line(f":entry {entry}")
        await table.shows(f"entry {entry}")
    await table.keys("o")
    await table.shows("which roll")
    await table.press(*("down",) * lines)
    await table.press("enter")
    await table.shows("Instead: pass, fail")
    await table.line("pass")
    await table.shows("can be corrected")
    await table.press("enter")


async def the_first_night(table: EveningTable, hand: HandFigures) -> None:
    """Ivo passed after all; the night heals; in the morning Sela passed after all, too."""
    await the_past_overruled(table, hand, "", 3)
    await table.saved()
    assert nonlethal(table, "I") == hand.number("Ivo after his roll is overruled")
    await table.press("f2")
    await table.opened("JourneyScreen")
    await reads(table, "to Highwatch", hand.text("way left after eleven hours"))
    hour_9 = str(table.view.head - 3)
    await table.keys("s")
    await table.shows("Who watches")
    await table.line("d s b")
    await table.tray("5 6 7")
    await reads(table, "2 Deepwinter", hand.text("morning of the second day"))
    assert left(table, "B") == hand.number("Bran after the first night")
    assert left(table, "I") == hand.number("Ivo after the first night")
    assert nonlethal(table, "B") == hand.number("Bran's nonlethal damage after the night")
    await the_past_overruled(table, hand, hour_9, 1)
    await table.shows("all of it has evened out since")
    await table.press("enter")
    await table.saved()
    assert nonlethal(table, "S") == hand.number("Sela after the past is overruled")
    await table.press("f2")
    await table.opened("JourneyScreen")


async def the_second_day(table: EveningTable, hand: HandFigures) -> None:
    """Ivo rides; the horse is pushed for an hour."""
    await reads(table, "to Highwatch", hand.text("way left in the second morning"))
    await table.line(":ride ivo star")
    await table.saved()
    await table.keys("Spc")
    await table.tray("7 9")
    await reads(table, "2 Deepwinter", hand.text("end of the second day's march"))
    await reads(table, "to Highwatch", hand.text("way left after the second day's march"))
    await table.keys("1t")
    await table.tray("9 D8 S12 B16 t5", saved=0)
    await table.tray("2")
    assert left(table, "t") == hand.number("forced hour in the saddle: Star after a 5")
    assert nonlethal(table, "D") == hand.number("Durgan after a 2")
    await reads(table, "to Highwatch", hand.text("way left after the forced hour"))
    await reads(table, "ARRIVE 3 Deepwinter", hand.text("arrival on the third day"))


async def prepare_the_cave(table: EveningTable) -> None:
    """An empty board, drawn in words: dark, one wall; two goblins and a bandit."""
    await table.line(":ride ivo")
    await table.saved()
    await table.line(":prepare The cave mouth")
    await table.opened("DrawBoard")
    await table.keys("End Up RET", 1)
    await table.press("f4")
    await table.opened("EncounterScreen")
    for line in (
        "paint wall i7",
        "light dark",
        "add 2 goblin at j6",
        "place c j8",
        "add bandit at i5",
        "place D g6",
        "place B e6",
        "place S c8",
        "place I c9",
        "place t a10",
    ):
        await table.line(f":{line}")
        await table.saved()
        await table.settled()
    await table.keys("e")
    await table.opened("Encounters")
    await table.keys("RET", 1)
    await table.settled()


async def durgan_sees_in_the_dark(table: EveningTable, hand: HandFigures) -> None:
    """A blinded bandit; the house rule flipped and taken back; what fatigue takes."""
    await table.keys("i")
    await table.tray("a8e11D18B14S7I5t3")
    await reads(table, filled(hand, "{}>D", "Durgan's initiative, fatigued"))
    await table.keys(":h6 RET RET", 1)
    await table.keys(":i5 RET")
    await reads(
        table,
        filled(hand, "AC{}: +9 -1", "bandit in the dark: AC"),
        hits(hand, "bandit in the dark: needed"),
        hand.text("bandit in the dark: chance"),
    )
    await table.line(":house dark")
    await table.shows("House rules of this campaign")
    await table.press("enter")
    await table.saved()
    await table.press("escape")
    await table.settled()
    await reads(table, hits(hand, "bandit, dark_targets off: needed"))
    await table.keys("u")
    await table.saved()
    await table.settled()
    await reads(table, hits(hand, "bandit, dark_targets taken back: needed"))
    await table.keys("a")
    await table.asked()
    await table.line("10")
    await reads(table, "HIT", hand.text("Durgan's damage, fatigued"))
    await table.tray("9")
    assert left(table, "e") == hand.number("bandit after the axe in the dark")
    await end_turns(table)


async def round_the_corner(table: EveningTable, hand: HandFigures) -> None:
    """Bran's guisarme past Durgan and the wall; a goblin comes round it; the bandit withdraws."""
    await table.keys(":h7 RET RET", 1)
    await table.keys("f a a")
    await table.asked()
    await reads(table, "B Bran", needs(hand, "Bran at the goblin: needed"))
    await table.tray("11", saved=0)
    await table.tray("12")
    await table.keys("Spc")
    await table.tray("10")
    await table.keys("f c :i8 RET")
    await reads(
        table,
        filled(hand, "AC{}", "goblin round the corner: AC"),
        hits(hand, "goblin round the corner: needed"),
    )
    await table.keys("RET")
    await table.asked()
    await reads(table, "B Bran", needs(hand, "goblin leaves J8: needed"))
    await table.tray("2", saved=2)
    await end_turns(table)
    await table.keys("f D")
    await reads(table, filled(hand, "D AC{}", "Durgan's AC, fatigued"))
    await table.keys("p x :k5 RET")
    await reads(table, filled(hand, "{} of 12 squares, withdraw", "blind bandit from I5 to K5"))
    await table.keys("RET")
    await table.asked()
    await reads(table, "D Durgan", needs(hand, "blind bandit withdraws: needed"))
    await table.tray("2", saved=2)
    await end_turns(table)


async def sela_in_the_dark(table: EveningTable, hand: HandFigures) -> None:
    """Three squares cost six; a shot at the goblin that fights Bran misses half the hits."""
    await table.keys(":f8 RET")
    await reads(
        table, filled(hand, "{} of 6 squares, move action", "Sela in the dark from C8 to F8")
    )
    await table.keys("RET", 1)
    await table.keys("f c")
    await reads(table, "+7 -4", hits(hand, "Sela at the goblin in the dark: needed"))
    await table.keys("w")
    await table.shows("why: Sela attacks Goblin c")
    await table.press("end")
    await reads(table, "misses by concealment", hand.text("hit in the dark: miss chance"))
    await table.keys("Esc a")
    await table.tray("13", saved=0)
    await table.tray("40")
    await end_turns(table, 3)


async def a_hawk_in_the_light(table: EveningTable, hand: HandFigures) -> None:
    """Bright light; a hawk, nine metres up, is shot down."""
    await table.line(":light bright all")
    await table.saved()
    await table.keys(":k5 RET")
    await reads(table, hits(hand, "bandit in bright light: needed"))
    await table.line(":add hawk at l8")
    await table.tray("2")
    await table.line(":place f l8 6")
    await table.saved()
    await end_turns(table)
    await table.keys("Spc")
    await table.tray("5")
    await end_turns(table, 2)
    await table.keys("M :l8 RET")
    await reads(table, filled(hand, "{} squares", "the hawk above: squares"))
    await table.keys("M")
    await reads(table, hits(hand, "the hawk above: needed"))
    await table.keys("a")
    await table.tray("9", saved=0)
    await table.tray("6", saved=0)
    await reads(table, "Hawk", hand.text("the hawk's fall"))
    await table.tray("11")
    assert known(table, "f").dead


async def sela_and_ivo_fall(table: EveningTable, hand: HandFigures) -> None:
    """She is dying and healed; he is dead until the GM takes it back."""
    await table.keys("-29")
    await table.line(" s")
    await table.saved()
    assert left(table, "S") == hand.number("Sela at 29 damage")
    await end_turns(table, 4)
    await table.keys("Spc")
    await table.tray("5")
    await end_turns(table)
    await table.keys("Spc")
    await table.asked()
    await reads(table, "S Sela", needs(hand, "dying Sela: needed"))
    await table.tray("15")
    await table.keys("+8")
    await table.line(" s")
    await table.saved()
    assert left(table, "S") == hand.number("Sela healed by 8")
    await table.keys("-21")
    await table.line(" I")
    await table.saved()
    await reads(table, "-10/22", hand.text("Ivo at 21 damage"))
    await table.keys("+30")
    await table.line(" I")
    await table.saved()
    await reads(table, "20/22", hand.text("dead Ivo healed by 30"))
    await table.keys("u")
    await table.saved()
    await table.keys("u")
    await table.saved()
    assert left(table, "I") == hand.number("Ivo after the undo")
    await table.keys("e e 10 RET")
    await table.fight_over()
    await table.opened("JourneyScreen")
    await reads(table, "The cave mouth is over")
    assert "The cave mouth is prepared" not in table.text(), "that was said on the board"


async def the_second_night(table: EveningTable, hand: HandFigures) -> None:
    """The horse stays fatigued; taken back, and had again with the house rule for mounts."""
    await camp_again(table)
    assert left(table, "S") == hand.number("Sela after the second night")
    assert left(table, "B") == hand.number("Bran after the second night")
    assert left(table, "t") == hand.number("Star after the second night")
    await fatigue_of_the_horse(table, hand.text("Star is fatigued in the third morning"))
    await table.keys("u")
    await table.saved()
    await table.line(":house rest of m")
    await table.shows("House rules of this campaign")
    await table.press("enter")
    await table.saved()
    await table.press("escape")
    await camp_again(table)
    await fatigue_of_the_horse(table, hand.text("Star with mounts_rest on"))


async def camp_again(table: EveningTable) -> None:
    """A night with the same watches, in which nothing comes."""
    await table.keys("s")
    await table.shows("Who watches")
    await table.press("enter")
    await table.tray("5 6 7")


async def fatigue_of_the_horse(table: EveningTable, wanted: str) -> None:
    """What the party's table says of it."""
    await table.press("f3")
    await table.opened("PartyScreen")
    row = next(line for line in table.text().splitlines() if "t Star" in line)
    assert ("fatigued" in row) is (wanted == "yes")
    await table.press("f2")
    await table.opened("JourneyScreen")


async def the_third_day(table: EveningTable, hand: HandFigures) -> None:
    """Two hours to Highwatch, before noon."""
    await reads(table, "deadline 3 Deepwinter 12:00: ok")
    await table.keys("Spc")
    await table.tray("9")
    await reads(table, "3 Deepwinter", hand.text("arrival at Highwatch"))
    assert table.state.place == "1001"
    kept = table.state.clock.hour <= 12
    assert kept is (hand.text("deadline at noon") == "kept")


async def test_an_evening_in_pathfinder_1(tmp_path: Path) -> None:
    """Given a new campaign, when it is played by keys, then each figure is that of the hand."""
    async with sit_down(EveningTable, "pf1") as table:
        hand = table.hand
        await new_campaign(table, tmp_path)
        await the_party(table)
        await setting_out(table, hand)
        await prepare_the_toll(table, tmp_path)
        await something_is_met(table, hand)
        await sela_shoots(table, hand)
        await bran_and_ivo_ride_on(table, hand)
        await the_bandits_come(table, hand)
        await the_ogre_and_durgan(table, hand)
        await an_archer_in_the_fog(table, hand)
        await bran_crawls(table, hand)
        await ivo_rides_beside_the_ogre(table, hand)
        await the_second_round_ends(table, hand)
        await the_ogre_sleeps(table, hand)
        await the_chase(table, hand)
        await the_rest_of_the_day(table, hand)
        await the_first_night(table, hand)
        await the_second_day(table, hand)
        await prepare_the_cave(table)
        await durgan_sees_in_the_dark(table, hand)
        await round_the_corner(table, hand)
        await sela_in_the_dark(table, hand)
        await a_hawk_in_the_light(table, hand)
        await sela_and_ivo_fall(table, hand)
        await the_second_night(table, hand)
        await the_third_day(table, hand)
