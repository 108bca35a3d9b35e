"""A hero is shaken and exhausted by keys: card, saves and squares are those of now (T-123)."""

from __future__ import annotations

import pytest

from core.creatures import Attack, Sheet
from core.play.facts.encounter import Encounter, Figure, Foe
from saves.store.packaged_rulesets import packaged
from tests.story.fighting import Table, at_table
from tests.story.yard import make_member, save_fight

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")

SWORD = Attack("longsword", (7, 2), "1d8+3", critical=19)
MIRA = make_member(
    "Mira", "M", Sheet(ac=17, dexterity=2, will=3, speeds=(("walk", 4),), attacks=(SWORD,))
)
ORC = Foe("orc", "Orc", "o", hp=20, con_score=14, sheet=Sheet(ac=13, speeds=(("walk", 4),)))
FIELD = Encounter(
    "field", "The field", "", foes=(ORC,), figures=(Figure("mira", "C4"), Figure("orc", "N4"))
)


def reached(table: Table) -> list[str]:
    """How many moves each square to the right of Mira takes, along her row of the map."""
    lines = table.text().splitlines()
    (row,) = [number for number, line in enumerate(lines) if line.startswith(" 4  ")]
    return [cell for cell in lines[row + 1][18:70].split() if cell.isdecimal()]


async def befall(table: Table, letters: str) -> None:
    """Give the hero under the cursor a condition by the first letters of its name."""
    await table.keys("c")
    await table.opened("Conditions")
    await table.line(letters)
    await table.saved()
    await table.settled()


async def test_what_befalls_a_hero_is_in_the_figures_that_the_game_master_sees() -> None:
    """Given Will +3 and 6 m, then shaken needs 13 against 14, and exhausted goes 3 m a move."""
    name = save_fight(packaged("pf1"), (MIRA,), FIELD, {"mira": 20, "orc": 5})
    async with at_table(name, (120, 40)) as table:
        await table.cursor("C4", "AC 17")
        await befall(table, "sha")
        await table.shows("Will +1 of +3")
        await table.keys("S")
        await table.line("will 14")
        await table.asked()
        await table.shows("d20 +1   needs 13 up  40 %")
        await table.tray("13")

        await table.keys("r")
        await table.shows("reach of Mira")
        fresh = reached(table)
        await table.keys("r r")
        await befall(table, "exh")
        await table.shows("AC 14 of 17")
        await table.shows("speed 3 m (2 sq) of 6 m")
        await table.keys("r")
        await table.shows("reach of Mira")
        worn = reached(table)

        assert (fresh.count("1"), worn.count("1")) == (4, 2)
