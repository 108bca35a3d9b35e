"""An evening in the playtest by keys at 80x24: three days of road and two fights, with their dice.

Every figure that the GM reads was worked out by hand before (`evenings/pf2.toml`), and is compared
by its name.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from core.play.facts.state import Member, fatigued
from tests.story.evenings import HandFigures
from tests.story.evenings.table import EveningTable, sit_down

pytestmark = [pytest.mark.nightly, pytest.mark.filterwarnings("ignore::ResourceWarning")]

HEROES = (
    "Alda speed7.5m con16 hp38 level3 ac18 per+5 fort+7 ref+5 will+4 reaction; longsword +8 1d8+4",
    "Bram speed9m con12 hp24 level3 ac17 per+6 fort+4 ref+7 will+5 reaction;"
    " shortsword +8 1d6+2 agile; shortbow +8 1d6 range 12sq",
    "Pip pony con12 hp15 level2",
    "Cora speed9m con8 hp18 level3 ac15 per+7 fort+2 ref+4 will+8 60kg reaction on Pip;"
    " crossbow +6 1d8 range 24sq",
    "Dain speed6m con14 hp33 level3 ac19 per+3 darkvision fort+6 ref+3 will+5 reaction;"
    " warhammer +8 1d8+4",
)
WAY = "legs 12 plains road; 9 hills trail; 12 forest; 21 moor highway"
BESTIARY = """
ruleset = "pf2"

[beasts.drake]
name = "Drake"
size = "L"
average = 60
ac = 17
perception = 6
speeds = { walk = 6, fly = 12 }
reaction = true
attacks = [
  { name = "jaws", bonuses = [9], damage = "1d10+5", reach = 3 },
  { name = "tail", bonuses = [7], damage = "1d8+5", reach = 4, agile = true },
]

[beasts.harpy]
name = "Harpy"
size = "M"
average = 12
ac = 14
perception = 3
speeds = { walk = 4, fly = 8 }
reaction = false
attacks = [{ name = "talons", bonuses = [6], damage = "1d6+2", agile = true }]
"""
RAIDER = "speed7.5m hp20 ac15 per+2 reaction club +6 1d6+3"
GHOUL = "add ghoul hp18 ac15 per+1 darkvision speed9m reaction; claws +7 1d6+2 agile at h3"
TOLL = """
ruleset = "pf2"
map = \"\"\"
................
................
................
................
................
......&.........
....%...........
................
................
................
................
................
\"\"\"
"""
NAMES = {
    "alda": "Alda", "bram": "Bram", "cora": "Cora", "pip": "Cora", "dain": "Dain",
    "drake-1": "drake", "raider-1": "raiders", "raider-2": "raiders", "raider-3": "newcomer",
    "harpy-1": "harpy", "ghoul-1": "ghoul",
}  # fmt: skip
"""What the file of figures calls them."""


@dataclass
class Evening:
    """The table at which it is played, and the figures worked out before."""

    table: EveningTable
    figures: HandFigures

    async def turns_end(self, times: int = 1) -> None:
        """Space, so many times, with nothing to roll."""
        for _ in range(times):
            await self.table.keys("Spc", 1)

    async def reads(self, name: str, before: str, after: str = "") -> None:
        """Wait until the screen shows the figure of this name between these words."""
        await self.table.shows(f"{before}{self.figures.text(name)}{after}")

    def counts(self, name: str, found: int) -> None:
        """Compare a number that is counted and not printed as such."""
        assert found == self.figures.number(name), name

    def order(self, name: str) -> None:
        """Compare the order of those alive."""
        found: list[str] = []
        for slot in self.table.fight.order:
            living = [who for who in slot.who if not self.table.being(who).dead]
            words = dict.fromkeys(NAMES[who] for who in living)
            found += [word for word in words if word not in found]
        assert ", ".join(found) == self.figures.text(name), name

    def initiative(self, name: str, who: str) -> None:
        """Compare the total of one creature."""
        slot = self.table.fight.slot_of(who)
        assert slot is not None
        assert slot.total == self.figures.number(name), name

    def left(self, name: str, who: str) -> None:
        """Compare somebody's hit points."""
        being = self.table.being(who)
        assert being.hp is not None
        self.counts(name, being.hp - being.damage)

    def dying(self, name: str, who: str) -> None:
        """Compare the degree of dying; not dying is none."""
        found = [one.value for one in self.table.being(who).lasting if one.name == "dying"]
        assert found == [self.figures.number(name)], name

    def member(self, who: str) -> Member:
        """A member of the party."""
        found = self.table.state.member(who)
        assert found is not None
        return found

    async def hits(self, die: str, damage: str) -> None:
        """A die that hits, then its damage in the row that opens."""
        await self.table.tray(die, saved=0)
        await self.table.shows("HIT")
        await self.table.tray(damage)

    async def ends(self) -> None:
        """The fight is over, and took ten minutes."""
        await self.table.keys("e")
        await self.table.opened("Encounters")
        await self.table.keys("e")
        await self.table.shows("and then minutes")
        await self.table.line("10")
        await self.table.fight_over()
        await self.table.opened("JourneyScreen")


# the road, day 1


async def the_party_sets_out(evening: Evening) -> None:
    """Given a new campaign, five lines and four legs, then the way is 54 km and three days."""
    table = evening.table
    await table.found_campaign("Playtest", "pf2")
    await table.enlist(HEROES)
    await table.press("f2")
    await table.opened("JourneyScreen")
    await evening.table.words(WAY)
    await evening.reads("pace on the plains road", "1 Deepwinter   ", " (Dain)")
    await evening.reads("length of the way", "to the last leg  ", " km")
    days = evening.figures.text("day of arrival")
    await evening.reads("hour of arrival", f"ARRIVE {days} Deepwinter ")


async def a_morning_on_the_road(evening: Evening) -> None:
    """When they march four hours, then the first leg is behind them at noon."""
    await evening.table.type("4t")
    await evening.table.saved()
    await evening.reads("noon of day 1", "4 h on the way, ", " km")
    await evening.reads("clock after the first leg", "1 Deepwinter 1212  ", "  Path")


# the first fight


async def the_toll_is_prepared(evening: Evening, folder: Path) -> None:
    """Given the board from a file, a drake and two raiders, when it begins, then the order."""
    table = evening.table
    file = folder / "toll.toml"
    file.write_text(TOLL, encoding="utf-8")
    foes = ("add drake at l4", f"add raider x2 {RAIDER}", "place f f8", "place g i6")
    await table.prepare("The toll", file, *foes)
    await table.begin_fight()
    await evening.table.words(
        "place A c4", "place D a12", "place p b12", "place B b4", "place D c7", "place p b8"
    )
    await table.keys("i")
    await table.tray("e12f11A10B14C3D9")
    evening.initiative("initiative of Alda", "alda")
    evening.initiative("initiative of the drake", "drake-1")
    evening.order("order of the first round")


async def bram_moves_and_shoots(evening: Evening) -> None:
    """C-024: the diagonals of a turn; C-204: an arrow through fog."""
    table = evening.table
    await table.cursor("c5", "B4 to C5")
    await evening.reads("Bram's first diagonal", "", " of 6 squares")
    await table.keys("RET", 1)
    await table.cursor("d6", "C5 to D6")
    await evening.reads("Bram's second diagonal", "", " of 5 squares")
    await table.keys("RET", 1)
    await table.cursor("e7", "D6 to E7")
    await evening.reads("Bram's third diagonal, into rubble", "", " of 3 squares")
    await table.cursor("i6", "g AC15")
    await table.keys("2 a")
    await table.asked()
    await evening.reads("Bram's bow needs", "needs ", " up")
    await evening.reads("Bram's bow hits with", "up  ")
    await table.tray("15", saved=0)
    await evening.reads("flat check through fog", "d20 misses below ")
    await table.tray(evening.figures.text("flat check through fog"), saved=0)
    await table.shows("1d6 dmg")
    await table.tray("4")
    evening.left("second raider after the arrow", "raider-2")
    await evening.reads("actions left to Bram", "left: ", " action")


async def the_drake_comes_and_alda_goes_to_it(evening: Evening) -> None:
    """C-118, C-097: the tail strikes at 4 squares; a critical hit is ten above the AC."""
    table = evening.table
    await evening.turns_end()
    await table.cursor("h4", "L4 to H4")
    await evening.reads("actions left to the drake", "left: ", " actions")
    await table.keys("RET", 1)
    await evening.turns_end()
    await table.cursor("g4", "C4 to G4")
    await evening.reads("Alda's way to the drake", "", " of 5 squares")
    where = evening.figures.text("where the tail may strike")
    await evening.reads("the tail hits with", f"! leaving {where}: e ")
    await table.keys("RET")
    await table.asked()
    await table.shows("d20 +7")
    await evening.reads("the tail needs", "needs ", " up")
    await table.tray("10", saved=2)
    await table.keys("a e")
    await table.asked()
    await evening.reads("Alda's first strike needs", "needs ", " up")
    await table.tray("19", saved=0)
    await evening.reads("Alda's critical damage", "HIT  ", " with ")
    await table.tray("13")
    evening.left("drake after the critical hit", "drake-1")
    await table.keys("a e")
    await table.asked()
    await evening.reads("Alda's second strike needs", "needs ", " up")
    await table.tray("13")


async def the_raiders_flank(evening: Evening) -> None:
    """C-212: between the drake and a raider Alda is flat-footed. C-181: no cover in the open."""
    table = evening.table
    await evening.turns_end()
    await table.cursor("f4", "F8 to F4")
    await table.keys("p")
    await table.opened("Choose")
    await table.keys("n")
    await table.opened("EncounterScreen")
    await table.settled()
    await table.keys("RET", 1)
    await evening.reads("the first raider's way", "moves from F8 to F4, ", " squares")
    await table.keys("RET")
    await table.cursor("g4", "F4 to G4")
    await evening.reads("AC of Alda between two", "A AC", ":")
    await table.keys("a A")
    await table.asked()
    await evening.reads("the first raider needs", "needs ", " up")
    await evening.hits("12", "8")
    evening.left("Alda after the club", "alda")
    await table.keys("a A")
    await table.asked()
    await evening.reads("the raider's second strike needs", "needs ", " up")
    await table.tray("3")
    await table.line(":cover g")
    await table.says("is in the open")
    assert evening.figures.text("taking cover in the open") == "refused"


async def dain_readies_and_cora_delays(evening: Evening) -> None:
    """Two of three actions, and the turn ends; who delays waits for another moment."""
    table = evening.table
    await evening.turns_end()
    await table.keys("D")
    await table.opened("TextLine")
    await table.line("when g comes")
    await table.saved()
    await evening.reads("who acts once Dain has readied", "")
    await table.keys("d", 1)


async def bram_flanks(evening: Evening) -> None:
    """A used reaction strikes nobody; C-211: from both sides; -4 with an agile weapon."""
    table = evening.table
    await table.cursor("e4", "D6 to E4")
    await evening.reads("Bram's way in round 2", "", " of 6 squares")
    evening.counts("strikes at Bram in round 2", table.text().count("! leaving"))
    await table.keys("RET", 1)
    await table.keys("1 a f")
    await table.asked()
    await evening.reads("Bram's first stab needs", "needs ", " up")
    await table.tray("15", saved=0)
    await evening.reads("Bram's critical damage", "HIT  ", " with ")
    await table.tray("12")
    evening.left("first raider after the critical hit", "raider-1")
    await table.keys("a f")
    await table.asked()
    await evening.reads("Bram's second stab needs", "needs ", " up")
    await evening.hits("10", "8")
    await evening.table.words("condition dead f", "heal 20 f")
    await evening.reads("dead stay dead", "stays ")


async def alda_drops(evening: Evening) -> None:
    """A critical hit is dying 2, just before the one who struck; overruled, it is 16 of 38."""
    table = evening.table
    await evening.turns_end()
    await table.keys("f C d", 1)
    await table.cursor("j8", "B8 to J8")
    await evening.reads("Cora's Stride on the pony", "", " of 8 squares, Stride")
    await evening.turns_end()
    await table.keys("a A")
    await table.asked()
    await evening.reads("the jaws need", "needs ", " up")
    await evening.hits("20", "30")
    await table.keys("o")
    await table.opened("Choose")
    await table.keys("RET RET")
    await table.opened("TextLine")
    await table.line("hit")
    await table.tray("14", saved=2)
    evening.left("Alda if it had been a hit", "alda")
    assert not evening.member("alda").lasting
    await table.keys("u", 1)
    await table.keys("a A")
    await evening.hits("20", "30")
    evening.dying("Alda dying", "alda")
    evening.order("Alda's place")


async def the_readied_blow(evening: Evening) -> None:
    """The readied action is the reaction, and keeps the next turn whole; one more comes."""
    table = evening.table
    await evening.turns_end()
    await table.cursor("d8", "I6 to D8")
    await evening.reads("the second raider's way", "", " of 10 squares, 2 x Stride")
    await table.keys("RET", 1)
    await table.keys("f D D", 1)
    await table.keys("a g")
    await table.asked()
    await evening.reads("Dain's readied blow needs", "needs ", " up")
    await evening.hits("10", "9")
    evening.left("second raider after the readied blow", "raider-2")
    await table.cursor("e9", "D8 to E9")
    evening.counts("strikes at the raider who goes on", table.text().count("! leaving"))
    await table.keys("RET", 1)
    await evening.turns_end()
    await table.cursor("c6", "C7 to C6")
    after_a_stride = evening.figures.number("Dain's actions in round 2") - 1
    await table.shows(f"left: {after_a_stride} actions")
    await table.line(f":add raider {RAIDER} at p12")
    await table.tray("9")
    evening.order("order with the newcomer")


async def alda_is_brought_back(evening: Evening) -> None:
    """A flat check; damage, undone; healed and crawling past the drake, which misses."""
    table = evening.table
    await evening.turns_end(3)
    await table.keys("Spc")
    await table.asked()
    await evening.reads("DC of Alda's recovery", "DC ", " ")
    await table.tray("13")
    evening.dying("Alda after her recovery check", "alda")
    await table.keys("f A -5 RET", 1)
    evening.dying("Alda hurt while dying", "alda")
    await table.keys("u", 1)
    evening.dying("Alda after undo", "alda")
    await table.keys("+12 RET", 1)
    evening.left("Alda healed", "alda")
    await evening.turns_end(6)
    await table.cursor("g3", "! leaving G4: e ")
    await table.keys("RET")
    await table.tray("1", saved=2)
    assert table.at("alda") == [evening.figures.text("Alda crawls to")]


async def bram_falls_and_flees(evening: Evening) -> None:
    """C-144: falls. T-210: a flyer catches him in the second round."""
    before = evening.member("bram").damage
    await evening.table.words("fall B 1")
    evening.counts("fall of one square", evening.member("bram").damage - before)
    await evening.table.words("fall B 3")
    evening.left("Bram after a fall of three squares", "bram")
    await evening.table.words("chase B by e 30")
    await evening.turns_end(5)
    await evening.reads("lead after a round of the chase", "     ", " squares ahead")
    await evening.turns_end()
    await evening.reads("round in which Bram is caught", "the chase: round ", "; Drake catches")
    await evening.table.words("hurt 5 cora", "hurt 8 dain")


async def the_first_night(evening: Evening) -> None:
    """Ten minutes later the march goes on; a night heals the level times the Constitution."""
    table = evening.table
    await evening.ends()
    await evening.reads("clock after the first fight", "1 Deepwinter 1212  ", "  Path")
    await evening.turns_end()
    await evening.reads("clock at the first camp", "1 Deepwinter 1212  ", "  Path")
    await table.keys("s", 1)
    for who in ("Alda", "Bram", "Cora", "Dain"):
        evening.left(f"{who} after the first night", who.lower())


# the road, day 2


async def a_forced_hour(evening: Evening) -> None:
    """T-101, T-105: the ninth hour; Bram is fatigued, and the pony hurt."""
    table = evening.table
    figures = evening.figures
    await evening.reads("pace in the forest", "here ")
    await evening.turns_end()
    await table.shows(f"+1 {figures.text('DC of the ninth hour')} 3 14:00")
    chances = [
        figures.text(f"{who} fails the ninth hour with").removesuffix(" %")
        for who in ("Alda", "Bram", "Dain")
    ]
    await table.shows(" ".join(chances))
    await table.type("1t")
    await table.tray("A9B10D10p3", saved=0)
    await table.shows("FAIL")
    await table.tray("4")
    evening.counts("Bram's nonlethal damage", evening.member("bram").nonlethal)
    evening.left("Pip after the ninth hour", "pip")


# the second fight


async def the_barn_in_the_dark(evening: Evening) -> None:
    """C-136, C-137: flight; C-204: who cannot see in the dark; T-120: the fatigued."""
    table = evening.table
    await table.line(":prepare The barn")
    await table.opened("DrawBoard")
    await table.keys("End Up RET", 1)
    await table.press("f4")
    await table.opened("EncounterScreen")
    await evening.table.words("paint low e6", "light dark all", GHOUL, "add harpy at b11")
    await table.keys("e")
    await table.opened("Encounters")
    await table.keys("RET", 1)
    await evening.table.words("place B d3", "place D g4", "place A a1", "place p a14")
    await table.keys("i")
    await table.tray("f15B10D11C5A4e7")
    evening.initiative("initiative of the fatigued Bram", "bram")
    await table.cursor("d11", "B11 to D11")
    await table.keys("p")
    await table.opened("Choose")
    await table.keys("f")
    await table.opened("EncounterScreen")
    await table.keys("> >")
    await table.shows("height 2")
    await evening.reads("the harpy's climb", "", " of 8 squares")
    await table.keys("RET", 1)
    await table.keys("< <")
    await evening.reads("the harpy's way straight down", "", " of 3 squares")
    await table.keys("RET", 1)
    await evening.turns_end()
    await table.cursor("g3", "D3 to G3")
    await evening.reads("Bram's way in the dark", "", " of 5 squares")  # fatigued: a square less
    await table.keys("RET", 1)
    await table.keys("1 a e")
    await table.asked()
    await evening.reads("Bram's stab in the dark needs", "needs ", " up")
    await table.tray("12", saved=0)
    await evening.reads("flat check in the dark", "d20 misses below ")
    await table.tray("10")
    await evening.reads("outcome of the stab in the dark", "", "ed by concealment")
    await evening.turns_end()
    await table.keys("a e")
    await table.asked()
    await evening.reads("Dain's blow in the dark needs", "needs ", " up")
    await table.tray("2")


async def covers_and_screens(evening: Evening) -> None:
    """C-180, C-181, C-187: a low wall, taking cover, and a friend in between."""
    table = evening.table
    await evening.turns_end()
    await evening.table.words("light bright all")
    await evening.turns_end(2)
    await evening.table.words("place e e5", "place B d4", "cover e")
    await table.cursor("g8", "E5 to G8")
    await table.shows(f"left: {evening.figures.number('actions left after taking cover') - 1} act")
    await table.keys("a B")
    await table.asked()
    await evening.reads("the ghoul needs against Bram", "needs ", " up")
    await table.tray("3")
    await evening.table.words("place B e8")
    await evening.turns_end(2)
    for place, cover, name in (
        ("e5", False, "Bram's bow against cover needs"),
        ("k8", False, "Bram's bow past Dain needs"),
        ("e5", True, "Bram's bow against who took cover needs"),
    ):
        await evening.table.words(f"place e {place}", "place D h8")
        if cover:
            await evening.table.words("cover e")
        await table.keys("2 a e")
        await table.asked()
        await evening.reads(name, "needs ", " up")
        await table.tray("2")
        await table.keys("u", 1)


async def dain_is_dying_in_his_place(evening: Evening) -> None:
    """Given the house rule of his place, when he drops, then he keeps it; 1 and 20 count double."""
    table = evening.table
    await table.line(":house place")
    await table.shows("House rules of this campaign")
    await table.keys("RET", 1)
    await table.shows("house rule; else on")
    await table.keys("Esc")
    await table.opened("EncounterScreen")
    await evening.table.words("hurt 27 dain", "place D d5")
    await evening.turns_end(4)
    await table.keys("a D")
    await evening.hits("15", "8")
    evening.dying("Dain dying", "dain")
    evening.order("Dain's place by the house rule")
    await evening.turns_end(2)
    await table.keys("Spc")
    await table.asked()
    await evening.reads("DC of Dain's recovery", "DC ", " ")
    await table.tray("1")
    evening.dying("Dain after a 1", "dain")
    await evening.turns_end(4)
    await table.keys("Spc")
    await table.tray("20")
    evening.dying("Dain after a 20", "dain")
    await evening.table.words("heal 10 dain")
    await evening.ends()


# the tenth hour, the second night, day 3


async def a_house_rule_and_the_last_day(evening: Evening) -> None:
    """T-123 with its switch: half pace until they have rested; then 15 km to the end."""
    table = evening.table
    await table.line(":house exhausting")
    await table.shows("House rules of this campaign")
    await table.keys("RET", 1)
    await table.keys("Esc")
    await table.type("1t")
    await table.asked()
    fails = int(evening.figures.text("Bram fails the tenth hour with").removesuffix(" %"))
    await table.shows(f"needs 13 up  {100 - fails} %")
    await table.tray("A11B12D12p4", saved=0)
    await table.shows("FAIL")
    await table.tray("2")
    await evening.reads("pace with Bram exhausted", "", " (Bram)")
    await evening.reads("arrival after the forced hours", "ARRIVE 3 Deepwinter ")
    await table.keys("s", 1)
    bram = evening.member("bram")
    evening.counts("Bram's nonlethal damage after the second night", bram.nonlethal)
    tired = fatigued(bram) or bool(bram.lasting)
    state = "fatigued" if tired else "rested"
    assert state == evening.figures.text("Bram's state after the second night")
    evening.left("Alda after the second night", "alda")
    evening.left("Pip after the second night", "pip")
    await evening.reads("pace on the highway on day 3", "3 Deepwinter   ", " (Dain)")
    await evening.turns_end()
    await evening.reads("arrival after the forced hours", "3 Deepwinter 1212  ", "  Path")
    await table.shows("arrived; 5 h on the way")


async def test_an_evening_in_the_playtest_has_the_figures_worked_out_before(
    home: Path, tmp_path: Path
) -> None:
    """Given the figures of the file, when the evening is played, then none differs."""
    (home / "bestiary").mkdir(parents=True)
    (home / "bestiary" / "evening.toml").write_text(BESTIARY, encoding="utf-8")
    async with sit_down(EveningTable, "pf2") as table:
        evening = Evening(table, table.hand)
        await the_party_sets_out(evening)
        await a_morning_on_the_road(evening)
        await the_toll_is_prepared(evening, tmp_path)
        await bram_moves_and_shoots(evening)
        await the_drake_comes_and_alda_goes_to_it(evening)
        await the_raiders_flank(evening)
        await dain_readies_and_cora_delays(evening)
        await bram_flanks(evening)
        await alda_drops(evening)
        await the_readied_blow(evening)
        await alda_is_brought_back(evening)
        await bram_falls_and_flees(evening)
        await the_first_night(evening)
        await a_forced_hour(evening)
        await the_barn_in_the_dark(evening)
        await covers_and_screens(evening)
        await dain_is_dying_in_his_place(evening)
        await a_house_rule_and_the_last_day(evening)
