"""Charges by keys where systems have them: straight, to the nearest place, one blow (K-6, K-7).

The figures are worked out by hand. On foot: +6 +2 against 15 needs 7, 14 faces of 20; in sf +6 -2
needs 11, 10 faces. From the saddle the same, and 2d8+6 instead of 1d8+3 where lances do that.
"""

from __future__ import annotations

from fractions import Fraction
from operator import itemgetter

import pytest

from core.creatures import Attack, Sheet
from core.play.facts.encounter import Encounter, Figure, Foe
from core.play.facts.fight.combatants import sheet
from core.values import replace
from saves.store.packaged_rulesets import packaged
from tests.story.fighting import at_table
from tests.story.one_fight import HORSE, LANCE
from tests.story.yard import make_member, save_fight
from tests.thorough import cases

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")

SYSTEMS = ("pf1", "dnd35", "sf")
BY_DAY = ("pf1",)
SWORD = Attack("longsword", (6,), "1d8+3")
VAL = make_member("Val", "V", Sheet(ac=17, dexterity=2, speeds=(("walk", 6),), attacks=(SWORD,)))
BORIN = make_member("Borin", "B", Sheet(ac=17, speeds=(("walk", 6),), attacks=(SWORD,)))
ORC = Foe(
    "orc",
    "Orc",
    "o",
    hp=30,
    con_score=15,
    sheet=Sheet(ac=15, speeds=(("walk", 6),), attacks=(SWORD,)),
)
HITS = {"pf1": (7, Fraction(14, 20)), "dnd35": (7, Fraction(14, 20)), "sf": (11, Fraction(10, 20))}
"""The face that hits after a charge, and its chance."""


def prepare(system: str, *, surprise: bool = False) -> str:
    """A campaign in which it is Val's turn: the orc is at H3, Borin beside the line."""
    fight = Encounter(
        "field",
        "The field",
        "",
        foes=(ORC,),
        figures=(Figure("orc", "H3"), Figure("val", "A3"), Figure("borin", "D5")),
    )
    order = {"val": 20, "borin": 10, "orc": 5}
    surprised = ("orc",) if surprise else ()
    return save_fight(packaged(system), (VAL, BORIN), fight, order, surprised=surprised)


@pytest.mark.parametrize("system", cases(zip(SYSTEMS), BY_DAY, "".join))
async def test_a_charge_goes_straight_and_ends_with_its_blow(system: str) -> None:
    async with at_table(prepare(system)) as table:
        needed, chance = HITS[system]
        await table.keys("p c")
        await table.cursor("H3", "Val charges to G2")
        await table.shows("6 of 12 squares")
        await table.shows(f"{chance * 100} %")
        await table.shows("left: no")

        await table.keys("RET", 1)
        assert table.figure("val").at == "G2"
        await table.keys("a")
        await table.asked()
        await table.tray("2")

        assert [(blow.needed, blow.outcome) for blow in table.blows] == [(needed, "miss")]
        assert table.figure("val").spent.path == ()
        await table.shows("left: no")
        await table.keys("a")
        await table.shows("no action left")


@pytest.mark.nightly
@pytest.mark.parametrize("system", SYSTEMS)
async def test_a_friend_in_the_line_is_named(system: str) -> None:
    async with at_table(prepare(system)) as table:
        await table.line(":place B D3")
        await table.saved(1)
        await table.keys("p c")
        await table.cursor("H3", "Borin at D3 is in the line of the charge")
        await table.keys("RET")
        assert table.figure("val").at == "A3"


async def test_in_a_surprise_round_a_charge_covers_the_speed_once() -> None:
    async with at_table(prepare("pf1", surprise=True)) as table:
        await table.keys("p c")
        await table.cursor("H3", "6 of 6 squares")
        await table.keys("RET", 1)
        assert table.figure("val").at == "G2"
        await table.shows("left: no")


@pytest.mark.nightly
async def test_in_a_surprise_round_of_sf_there_is_no_charge() -> None:
    """The open rules of that system name none with a single action: made with a remark."""
    async with at_table(prepare("sf", surprise=True)) as table:
        await table.keys("p c")
        await table.cursor("H3", "no action left")


def prepare_riding(system: str) -> str:
    """A campaign in which Val has a lance, on a horse at A3, and a large orc is at K3."""
    rider = replace(VAL, sheet=replace(sheet(VAL), attacks=(LANCE,)))
    fight = Encounter(
        "field",
        "The field",
        "",
        foes=(replace(ORC, sheet=replace(sheet(ORC), size="L")),),
        figures=(Figure("orc", "K3"), Figure("val", "A3", mount="star"), Figure("star", "A3")),
    )
    rules = packaged(system).with_switches({"saddle": True})
    return save_fight(rules, (rider, HORSE), fight, {"val": 20, "star": 10, "orc": 5})


LANCES = (("pf1", "2d8+6"), ("sf", "1d8+3"))


@pytest.mark.nightly
@pytest.mark.parametrize(("system", "dice"), LANCES, ids=map(itemgetter(0), LANCES))
async def test_a_lance_in_a_charge_from_the_saddle_is_in_its_row(system: str, dice: str) -> None:
    """K-8: twice the damage where the system has it."""
    async with at_table(prepare_riding(system)) as table:
        needed, _ = HITS[system]
        await table.keys("p c")
        await table.cursor("K3", "Val on Star charges to H2")
        await table.keys("RET", 1)
        assert table.at("val", "star") == ["H2", "H2"]
        await table.keys("a")
        await table.asked()
        await table.shows(f"needs {needed} up")
        await table.line("15")
        await table.shows(f"{dice} with +")
        assert ("dmg x2" in table.text()) == (system == "pf1")
        await table.tray("10")

        blow = table.blow
        assert (blow.outcome, blow.spends, blow.times) == (
            "hit",
            (),
            2 if system == "pf1" else 1,
        )
        await table.keys("a")
        await table.shows("no action left")
