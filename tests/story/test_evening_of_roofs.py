"""An evening in Pathfinder 1 by keys: riders, a cart, two boats, a storm, a fight on roofs.

Every figure was worked out by hand first (evenings/roofs_and_storm.toml) and is compared by its
name, at 80x24.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from core.play.facts.fight.combatants import Being
from core.play.facts.state import Member, fatigued
from saves.store.packaged_rulesets import packaged
from tests.story.evenings import HERE, figures
from tests.story.evenings.table import EveningTable, sit_down

EVENING = "roofs_and_storm"

REEDS = """\
# The Reed Country
0101 plain village "Hollin"
0201 plain
0301 hill
0401 forest landing "Reedwharf"
0501 water
0601 water
0701 plain town "Oxmere"
0801 plain
0901 plain tower "Fen Tower"
0101-0401 road "Reed Road"
0701-0901 road "Fen Road"
"""

ROOFS = '''
ruleset = "pf1"
name = "The roofs of Reedwharf"
map = """
....................
....................
...####.............
...####......####...
...####......####...
...####......####...
.............####...
....................
....................
....................
....................
....................
"""

[[heights]]
squares = "D3:4 D4:4 D5:4 D6:4"
height = 2

[[heights]]
squares = "N4:4 N5:4 N6:4 N7:4"
height = 4
'''

HEROES = (
    "Alda human medium con14 hp32 level 4 80kg ac18 dex+1 init+1; longsword +8 1d8+4 19-20",
    "Bryn half-elf light con12 hp27 level 4 65kg ac16 dex+3 init+3;"
    " shortbow +8 1d6+1 x3; rapier +7 1d6+2 18-20",
    "Corin human con10 hp18 level 3 60kg ac13 dex+2 init+2; quarterstaff +2 1d6",
    "Dunstan human light con16 hp38 level 4 100kg ac18 dex+1 init+1; guisarme +8 2d4+6 x3 reach 2",
    "Edda elf con8 hp15 level 3 50kg ac12 dex+2 init+2; dagger +2 1d4",
    "Star light horse hp19 level 3 con15 ac13 dex+1 init+1",
    "Dapple pony hp11 level 2 con12 ac13 dex+1 init+1",
    "Mule mule hp22 level 3 con17 ac13 dex+1 init+1",
    "Cart cart",
)

THUG = "hp15 ac15 dex+1 init+1 speed9m axe +5 1d8+3; javelin +4 1d6+2"
FOES = (
    f"add raider {THUG} at h5",
    f"add brute {THUG} at j9",
    "add bowman hp12 ac14 dex+2 init+2 speed9m shortbow +5 1d6 at n5",
    "add dragon large hp60 ac18 dex+1 init+1 fly30m bite +10 2d6+6 height 6 at e4",
)


class RoofsTable(EveningTable):
    """The table of this evening, which reads its figures on one line of the screen each."""

    async def row(self, *words: str) -> None:
        """Wait until one line of the screen has all of these."""

        def is_shown() -> bool:
            return any(all(word in line for word in words) for line in self.text().splitlines())

        await self.until(is_shown, " ... ".join(words))

    async def sees(self, name: str, *words: str) -> None:
        """Wait until one line has the figure of this name, and these words."""
        await self.row(self.hand.text(name), *words)

    async def arrives(self, name: str, on_screen: str = "ARRIVE") -> None:
        """Wait for a day and an hour, as in "day 2, 11:20"."""
        day, hour = self.hand.text(name).removeprefix("day ").split(", ")
        await self.row(on_screen, f"{day} Deepwinter", hour)

    async def clock(self, name: str) -> None:
        """Wait until the first line says this hour, of any day or of the one that is written."""
        figure = self.hand.text(name).removeprefix("day ")
        day, _, hour = figure.rpartition(", ")
        await self.row("Roofs and Storm", f"{day} Deepwinter" if day else "", hour)

    async def still_to_go(self, name: str, whole: float, goal: str) -> None:
        """Wait until what is left of a way shows the distance that was covered."""
        covered = float(self.hand.text(name).removesuffix(" km"))
        await self.row(f"to {goal}", f"{whole - covered:g} km")

    async def walks(self, name: str, who: str) -> None:
        """Wait for a pace on the Party screen, where it is twice as many metres a round (T-165)."""
        pace = float(self.hand.text(name).removesuffix(" km/h"))
        await self.row(who, f" {pace * 2:g} m")

    async def hits(self, name: str, *words: str) -> None:
        """Wait for an attack in the panel beside the board: "needs 5, 80 %"."""
        needed, chance = self.hand.text(name).removeprefix("needs ").split(", ")
        await self.row(f"hits on {needed} ", chance, *words)

    async def needs(self, name: str, *words: str) -> None:
        """Wait for an attack in the dice tray."""
        needed, chance = self.hand.text(name).removeprefix("needs ").split(", ")
        await self.row(f"needs {needed} up", chance, *words)

    def one(self, name: str) -> Being:
        """A member or a foe by name."""
        foes = () if self.state.fight is None else self.state.fight.foes
        beings: tuple[Being, ...] = (*self.state.members, *foes)
        return next(being for being in beings if being.name == name)

    def has_left(self, name: str, who: str) -> None:
        """Compare somebody's hit points."""
        being = self.one(who)
        assert being.hp is not None
        assert being.hp - being.damage == self.hand.number(name)

    def has_nonlethal(self, name: str, who: str) -> None:
        """Compare somebody's nonlethal damage."""
        assert self.one(who).nonlethal == self.hand.number(name)

    def is_tired(self, name: str, who: str) -> None:
        """Compare whether somebody is fatigued."""
        being = self.one(who)
        assert isinstance(being, Member)
        told = "fatigued" if fatigued(being) else "not fatigued"
        assert told == self.hand.text(name)

    def count(self, name: str, *words: str) -> None:
        """Compare how many lines of the screen have all of these."""
        lines = self.text().splitlines()
        found = [line for line in lines if all(word in line for word in words)]
        assert len(found) == self.hand.number(name), found

    async def attacks(self, die: int, damage: int | None = None) -> None:
        """Type the die that the tray asks for, and the damage of a hit."""
        if damage is None:
            await self.tray(str(die))
            return
        await self.tray(str(die), saved=0)
        await self.tray(str(damage))

    async def end_turns(self, count: int = 1) -> None:
        """End turns in which nothing is asked."""
        for _ in range(count):
            await self.keys("Spc", 1)

    async def to_journey(self) -> None:
        """Go to the Journey screen."""
        await self.press("f2")
        await self.opened("JourneyScreen")

    async def to_party(self) -> None:
        """Go to the Party screen."""
        await self.press("f3")
        await self.opened("PartyScreen")


async def new_campaign(table: RoofsTable, folder: Path) -> None:
    """Its name, its rules, and the map, whose hexes are of 6 km."""
    file = folder / "reeds.txt"
    file.write_text(REEDS, encoding="utf-8")
    await table.shows("New campaign")
    await table.press("down", "enter")
    await table.opened("NewCampaignScreen")
    await table.line("Roofs and Storm")
    await table.press("enter")
    await table.line(str(file))
    await table.shows("9 hexes, 2 ways")
    await table.line("6")
    await table.line("Hollin")
    await table.greeted("JourneyScreen")
    table.begun()


async def the_party(table: RoofsTable) -> None:
    """Five heroes, a horse, a pony, a mule and the cart that it draws."""
    await table.enlist(HEROES)
    await table.words("harness mule cart", "ride alda star", "ride bryn dapple")
    await table.walks("Star under Alda", "s Star")
    await table.walks("Dapple under Bryn", "p Dapple")
    await table.walks("Dunstan on foot", "D Dunstan")
    await table.walks("Edda on foot", "E Edda")
    await table.walks("the cart", "R Cart")


async def day_1_before_the_storm(table: RoofsTable) -> None:
    """Edda is left in Hollin; two hours of plains road."""
    await table.to_journey()
    await table.word("route reedwharf")
    await table.sees("way to Reedwharf", "to Reedwharf")
    await table.sees("pace on the plains road", "(Cart)")
    await table.arrives("forecast of Reedwharf")
    await table.words("hurt 5n edda", "away edda")
    await table.row("Edda", "at Hollin")
    await table.sees("pace without Edda", "(Cart)")
    await table.keys("2t", 1)
    await table.clock("clock in 0201")
    await table.still_to_go("distance at 10:00", 18, "Reedwharf")


async def the_storm(table: RoofsTable) -> None:
    """Half the pace; lightning strikes Corin, whom Star carries."""
    await table.word("slow 1/2 storm")
    await table.sees("storm: pace on the plains road", "(Cart)")
    await table.arrives("storm: forecast of Reedwharf")
    await table.word("hurt 19n corin")
    await table.row("C Corin", table.hand.text("Corin after the lightning")[:9])
    await table.keys("Spc")
    await table.sees("storm: pace with Corin on Star", "Corin is carried by Star")
    await table.press("escape")
    await table.word("ride corin star")
    await table.sees("load of Star with Corin", "s Star")
    await table.to_party()
    await table.walks("Star with Corin", "s Star")
    await table.to_journey()
    await table.keys("2t", 1)
    await table.still_to_go("distance at 12:00", 18, "Reedwharf")
    await table.word("march to 0301")
    await table.clock("clock in 0301")
    await table.sees("storm: pace in the hills", "here")
    await table.keys("Spc", 1)
    await table.row("Roofs and Storm", "16:00")
    await table.still_to_go("distance at 16:00", 18, "Reedwharf")


async def two_forced_hours(table: RoofsTable) -> None:
    """Dunstan checks twice, the animals fail, riders and the carried do nothing."""
    await table.keys("2t")
    await table.asked()
    for hour, dc in (("ninth", "DC 12"), ("tenth", "DC 14")):
        risk = int(table.hand.text(f"risk of Dunstan in the {hour} hour").removesuffix(" %"))
        await table.row("Dunstan", dc, f"{100 - risk} %")
    table.count("checks of Alda in the forced hours", "Alda", " DC ")
    table.count("checks of Corin in the forced hours", "Corin", " DC ")
    await table.tray("9 2 1 3 5 3 4 2", saved=0)
    await table.tray("4")
    table.has_nonlethal("Dunstan at 18:00: nonlethal damage", "Dunstan")
    table.is_tired("Dunstan at 18:00", "Dunstan")
    table.has_left("Star at 18:00: hit points", "Star")
    table.has_left("Dapple at 18:00: hit points", "Dapple")
    table.has_left("Mule at 18:00: hit points", "Mule")
    table.is_tired("Mule at 18:00", "Mule")
    await table.still_to_go("distance at 18:00", 18, "Reedwharf")


async def the_first_night(table: RoofsTable) -> None:
    """All nonlethal damage heals; the animals heal by their hit dice; Corin walks again."""
    await table.keys("s", 1)
    table.has_nonlethal("Corin on day 2: nonlethal damage", "Corin")
    table.is_tired("Dunstan on day 2", "Dunstan")
    table.has_left("Star on day 2: hit points", "Star")
    table.has_left("Dapple on day 2: hit points", "Dapple")
    table.has_left("Mule on day 2: hit points", "Mule")
    table.is_tired("Star on day 2", "Star")
    await table.word("ride corin")
    await table.to_party()
    await table.walks("Star on day 2 without Corin", "s Star")
    await table.to_journey()
    await table.keys("Spc", 1)
    await table.clock("arrival at Reedwharf")


async def two_boats(table: RoofsTable) -> None:
    """Of two boats at Reedwharf the keelboat is taken, the rowboat, and the keelboat again."""
    await table.words("boat keelboat 0401", "boat rowboat 0401", "boat keelboat take")
    await table.word("route oxmere")
    await table.sees("way to Oxmere", "to Oxmere")
    await table.sees("storm: pace of the keelboat", "Today 2 Deepwinter")
    await table.arrives("forecast of Oxmere by keelboat")
    await table.line(":boat rowboat take")
    await table.says(f"Rowboat carries {table.hand.text('the rowboat carries')}, not 7")
    await table.press("enter")
    await table.saved()
    await table.sees("pace of the rowboat")
    await table.arrives("forecast of Oxmere by rowboat")
    await table.words("slow off storm", "boat keelboat take")
    await table.line(":back edda")
    await table.sees("Edda's way to the party", "Edda", "away")
    await table.sees("Edda's way takes", "by the way")
    await table.press("escape")


async def the_roofs(table: RoofsTable, folder: Path) -> None:
    """The board from its file, the foes, the party in its places, initiative."""
    file = folder / "roofs.toml"
    file.write_text(ROOFS, encoding="utf-8")
    await table.prepare("The roofs", file, *FOES)
    await table.begin_fight()
    await table.words("place mule off", "place alda b9", "place bryn j12", "place corin m11")
    await table.word("place dunstan g5")
    await table.keys("i")
    await table.tray("11 11 12 17 19 7 6 15")
    await table.sees("Alda's initiative", ">A")
    await table.sees("Dunstan's initiative", " D ")
    await table.sees("the dragon's initiative", " i ")


async def alda_rides_on(table: RoofsTable) -> None:
    """Star carries her past the flat-footed to the brute, and could not run."""
    await table.look("h9")
    await table.sees("Star from B9 to H9", " of 10 squares, move action")
    table.count("strikes at Star on the way", "! leaving")
    await table.keys("p r")
    await table.row("Star cannot run or charge")
    assert table.hand.text("Star may run") == "no"
    await table.keys("Esc RET", 1)
    await table.look("j9")
    await table.hits("Alda from the saddle", "g AC14")
    await table.keys("a")
    await table.attacks(12, 9)
    table.has_left("raider on J9 after Alda", "brute")
    await table.end_turns()


async def the_dragon_comes_down(table: RoofsTable) -> None:
    """From above the roof to where it reaches Dunstan, who strikes back."""
    await table.keys("M :g5 RET")
    await table.says(f"height 2: {table.hand.text('dragon at height 6 to Dunstan')} squares")
    await table.keys("M :e4 RET < <")
    await table.sees("descent of the dragon", " of 20 squares, move action")
    await table.keys("RET", 1)
    await table.look("g5")
    await table.hits("dragon at Dunstan, who did not act yet", "D AC17")
    await table.keys("a")
    await table.attacks(5)
    await table.end_turns()
    await table.look("e4")
    await table.hits("Dunstan at the dragon", "i AC18")
    await table.keys("a")
    await table.attacks(11, 11)
    table.has_left("dragon after Dunstan", "dragon")
    await table.end_turns()


async def shots_at_the_roof(table: RoofsTable) -> None:
    """An arrow from the other roof, a javelin from below past Dunstan's guisarme."""
    await table.keys("M :g5 RET")
    await table.says(f"height 2: {table.hand.text('bowman to Dunstan')} squares")
    await table.keys("M")
    await table.look("g5")
    await table.hits("bowman at Dunstan", "D AC18")
    await table.keys("a")
    await table.attacks(10)
    await table.end_turns()
    await table.look("g5")
    await table.sees("axe from below at Dunstan", "D: Dunstan is ")
    await table.word("wield raider 2")
    await table.look("g5")
    await table.hits("javelin from below at Dunstan", "D AC18")
    await table.keys("a")
    await table.asked()
    await table.needs("Dunstan strikes at who throws below him", "D Dunstan")
    await table.tray("4", saved=0)
    await table.tray("9", saved=2)
    await table.end_turns()


async def about_the_brute(table: RoofsTable) -> None:
    """The brute at Alda, and at Star; Bryn shoots; the summoned wolf flanks."""
    await table.keys("f A")
    await table.hits("raider at Alda in the saddle", "A AC18")
    await table.look("i10")
    await table.keys("f s")
    await table.hits("raider at Star", "s AC12")
    await table.keys("f A a")
    await table.attacks(6)
    await table.end_turns()
    await table.look("j9")
    await table.hits("Bryn from the saddle", "g AC15")
    await table.line(":attack bryn brute double")
    await table.asked()
    await table.needs("Bryn from the saddle, Dapple moves twice", "B Bryn")
    await table.keys("Esc u a")
    await table.attacks(13, 5)
    table.has_left("raider on J9 after Bryn", "brute")
    await table.end_turns()
    await table.line(":add wolf ally summoned 3 at k9")
    await table.tray("5")
    await table.sees("the wolf's initiative", " j ", "summoned 3")
    await table.end_turns()
    await table.look("j9")
    await table.hits("wolf, flanking with Alda", "g AC15")
    await table.keys("a")
    await table.attacks(10)
    await table.end_turns()


async def round_2_above(table: RoofsTable) -> None:
    """Alda flanks with the wolf; the dragon bites; Dunstan strikes down."""
    await table.look("j9")
    await table.hits("Alda, flanking with the wolf", "g AC15")
    await table.keys("a")
    await table.attacks(3)
    await table.end_turns()
    await table.look("g5")
    await table.hits("dragon at Dunstan in round 2", "D AC18")
    await table.keys("a")
    await table.attacks(12, 13)
    table.has_left("Dunstan after the bite", "Dunstan")
    await table.end_turns()
    await table.look("h5")
    await table.hits("Dunstan from the roof", "f AC15")
    await table.keys("a")
    await table.attacks(6, 10)
    table.has_left("raider on H5 after Dunstan", "raider")
    await table.end_turns()


async def round_2_below(table: RoofsTable) -> None:
    """The bowman falls off his roof; the raider walks off beneath Dunstan; the wolf bites."""
    await table.line(":push bowman n5 m5")
    await table.asked()
    await table.sees("fall of the bowman", "the fall")
    await table.tray("7")
    table.has_left("bowman after the fall", "bowman")
    await table.look("m5")
    await table.sees("bowman on the ground", "bowman")
    await table.row("AC " + table.hand.text("AC of the prone bowman in melee") + " of 14")
    await table.end_turns()
    await table.look("l5")
    await table.sees("raider from H5 to L5", " of 6 squares, move action")
    await table.keys("RET")
    await table.asked()
    await table.needs("Dunstan strikes at who walks off below", "D Dunstan")
    await table.tray("3", saved=2)
    await table.end_turns()
    await table.look("k9")
    await table.hits("raider at the wolf", "j AC14")
    await table.keys("a")
    await table.attacks(8)
    await table.end_turns(3)
    await table.look("j9")
    await table.keys("a")
    await table.attacks(12, 4)
    table.has_left("raider on J9 after the wolf", "brute")
    await table.end_turns(3)


async def rounds_3_and_4(table: RoofsTable) -> None:
    """Dunstan would jump; he climbs the wall; the wolf's time ends."""
    await table.line(":fall dunstan 2 jumps")
    await table.asked()
    await table.sees("Dunstan's jump", "the fall, nonlethal")
    await table.keys("Esc u")
    await table.word("place dunstan h5 0")
    await table.keys("p b :h5 RET >")
    await table.sees("squares climbed with a move action", " of 1 square, move action")
    await table.keys("RET")
    await table.asked()
    await table.row("DC " + table.hand.text("difficulty of the wall"))
    await table.tray("17")
    await table.row("climb 1")
    await table.word("remove brute")
    await table.end_turns(11)
    await table.end_turns()
    await table.row("CORIN to act", f"R{table.hand.text(OFFERED)} ")
    await table.says("The time of Wolf is over")
    await table.keys("RET", 1)
    await table.keys("e")
    await table.opened("Encounters")
    await table.keys("e")
    await table.shows("what goes back to the road")
    await table.press("enter")
    await table.saved()


OFFERED = "round in which the wolf is offered off the board"


async def over_the_lake(table: RoofsTable) -> None:
    """By keelboat until the evening, a night, and on to Oxmere."""
    await table.to_journey()
    await table.keys("Spc", 1)
    await table.clock("clock of the evening on the lake")
    await table.still_to_go("distance rowed on day 2", 18, "Oxmere")
    await table.keys("s", 1)
    table.has_left("Star on day 3: hit points", "Star")
    table.is_tired("Star on day 3", "Star")
    table.has_left("Dapple on day 3: hit points", "Dapple")
    table.is_tired("Dapple on day 3", "Dapple")
    await table.keys("Spc", 1)
    await table.clock("arrival at Oxmere")


async def to_fen_tower(table: RoofsTable) -> None:
    """Mule and cart stay in Oxmere; Corin, out again, rides behind Alda."""
    await table.word("route fen tower")
    await table.arrives("forecast of Fen Tower with the cart")
    await table.word("away mule cart")
    await table.sees("pace without the cart", "(Corin)")
    await table.arrives("forecast of Fen Tower without the cart")
    await table.word("hurt 19n corin")
    await table.keys("Spc")
    await table.sees("pace with Corin on Dunstan's back", "Corin is carried by Dunstan")
    await table.sees("pace with Corin on Dapple", "Corin is carried by Dapple")
    await table.sees("pace with Corin on Star", "Corin is carried by Star")
    await table.press("escape")
    await table.word("ride corin star")
    await table.keys("Spc", 1)
    await table.clock("arrival at Fen Tower")


@pytest.mark.nightly
@pytest.mark.filterwarnings("ignore::ResourceWarning")
async def test_an_evening_of_riders_boats_roofs_and_a_storm(tmp_path: Path) -> None:
    """Given the figures worked out before, then the screen says each of them."""
    async with sit_down(RoofsTable, EVENING) as table:
        await new_campaign(table, tmp_path)
        await the_party(table)
        await day_1_before_the_storm(table)
        await the_storm(table)
        await two_forced_hours(table)
        await the_first_night(table)
        await two_boats(table)
        await the_roofs(table, tmp_path)
        await alda_rides_on(table)
        await the_dragon_comes_down(table)
        await shots_at_the_roof(table)
        await about_the_brute(table)
        await round_2_above(table)
        await round_2_below(table)
        await rounds_3_and_4(table)
        await over_the_lake(table)
        await to_fen_tower(table)


def test_the_figures_of_the_evening_are_whole_and_name_rules_that_exist() -> None:
    """Given the file, then each row has what is done, a figure, a reckoning, and rules of pf1."""
    known = packaged("pf1").rules
    rows = tomllib.loads((HERE / f"{EVENING}.toml").read_text(encoding="utf-8"))["figures"]
    assert len(figures(EVENING).expected) >= 60
    for row in rows:
        assert row.keys() == {"done", "name", "expect", "rule", "because"}, row
        assert row["done"]
        assert row["because"]
        assert row["rule"]
        assert [rule for rule in row["rule"] if rule not in known] == []
