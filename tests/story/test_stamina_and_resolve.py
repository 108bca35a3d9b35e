"""An sf evening by keys: two heroes drop, pay Resolve, stand up, catch breath, sleep.

Each figure by hand, by the open rules: damage takes Stamina, then hit points, which stop at 0; who
is dying pays a quarter of the most Resolve (1 to 3) to be stable, or loses 1; who is stable pays 1
to rise with 1 hit point; ten minutes and 1 Resolve give all Stamina back, a night all of both.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from core.creatures import Attack, Sheet
from core.play.facts.encounter import Encounter, Figure, Foe, is_among
from core.play.facts.state import Counter, Member, State, counter_of
from core.values import replace
from saves.library import library
from saves.store.packaged_rulesets import packaged
from tests.story.fighting import Table, at_table
from tests.story.yard import make_member, save_fight

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")

CLUB = Attack("club", (5,), "1d6+2")


def soldier(name: str, token: str, stamina: int, resolve: int) -> Member:
    """A hero of 30 hit points, with so much Stamina and Resolve."""
    counters = (Counter("stamina", stamina, stamina), Counter("resolve", resolve, resolve))
    return replace(
        make_member(name, token, Sheet(ac=14, eac=13, attacks=(CLUB,))), counters=counters
    )


HEROES = (soldier("Kira", "K", 21, 8), soldier("Bolo", "B", 24, 4))
THUG = Foe("thug", "Thug", "t", hp=40, sheet=Sheet(ac=13, attacks=(CLUB,)))
PLACES = {"kira": "D4", "bolo": "D6", "thug": "F5"}
YARD = Encounter(
    "yard", "The yard", "", foes=(THUG,), figures=tuple(Figure(*one) for one in PLACES.items())
)
ORDER = {"kira": 20, "thug": 15, "bolo": 10}


def has(state: State, who: str) -> tuple[int, int, int]:
    """The Stamina, the hit points and the Resolve that a hero has."""
    member = state.member(who)
    assert member is not None
    stamina = counter_of(member, "stamina")
    resolve = counter_of(member, "resolve")
    assert stamina is not None
    assert resolve is not None
    return stamina.now, (member.hp or 0) - member.damage, resolve.now


async def hurt(table: Table, line: str, shows: str) -> None:
    """Type points on the line that `-` opens, see what comes of them, and take them away."""
    await table.press("minus")
    await table.opened("TextLine")
    await table.type(line)
    await table.shows(shows)
    await table.press("enter")
    await table.saved()
    await table.settled()


async def end_turn(table: Table, shows: str = "", *answers: str) -> None:
    """End the turn, and answer in the tray what those ask whose turn would be next."""
    await table.rested()
    await table.press("space")
    if answers:
        await table.asked()
        await table.shows(shows)
    for answer in answers:
        await table.tray(answer, saved=0)
        await table.settled()
    await table.saved()
    await table.settled()


@pytest.mark.nightly
async def test_two_heroes_drop_pay_and_stand_up_again() -> None:
    name = save_fight(packaged("sf"), HEROES, YARD, ORDER)
    async with at_table(name, (120, 40)) as table:
        start = table.state
        head = table.view.head
        await hurt(table, "20 K", "K 30>30 Stamina 1")
        assert has(table.state, "kira") == (1, 30, 8)
        await hurt(table, "19 K", "K 30>12 Stamina 0")
        assert has(table.state, "kira") == (0, 12, 8)
        await end_turn(table)
        await hurt(table, "26 B", "B 30>28 Stamina 0")
        assert has(table.state, "bolo") == (0, 28, 4)
        await hurt(table, "15 K", "K 12>0 dying")
        assert has(table.state, "kira") == (0, 0, 8)
        await end_turn(table)
        await hurt(table, "28 B", "B 28>0 dying")
        assert has(table.state, "bolo") == (0, 0, 4)

        # round 2: Kira does not pay, and loses 1
        await end_turn(table, "1 pays 2 of 8 Resolve, 0 loses 1", "0")
        assert has(table.state, "kira") == (0, 0, 7)

        # Bolo pays 4 / 4, and in round 3 Kira 8 / 4: both are stable
        await end_turn(table, "1 pays 1 of 4 Resolve, 0 loses 1", "1", "1")
        assert has(table.state, "bolo") == (0, 0, 3)
        assert has(table.state, "kira") == (0, 0, 5)

        # Bolo lies still; in round 4 Kira pays 1 and stays in the fight with 1 hit point
        await end_turn(table, "1 pays 1 of 3 Resolve to rise, 0 lies still", "0", "1")
        assert has(table.state, "bolo") == (0, 0, 3)
        assert has(table.state, "kira") == (0, 1, 4)
        await table.shows("KIRA to act")
        await table.line(":stand k")
        await table.saved()
        await table.settled()
        assert not is_among(table.being("kira").lasting, "prone")
        await end_turn(table)

        # and so does Bolo
        await end_turn(table, "1 pays 1 of 3 Resolve to rise, 0 lies still", "1")
        assert has(table.state, "bolo") == (0, 1, 2)
        await table.shows("BOLO to act")
        await table.press("e")
        await table.opened("Encounters")
        await table.press("e")
        await table.opened("EndEncounterDialog")
        await table.press("enter")
        await table.saved(2)
        await table.opened("JourneyScreen")

        # ten minutes and 1 Resolve give Kira her Stamina, the night gives both all, and 1 hit point
        await table.line(":breather k")
        await table.saved()
        assert has(table.state, "kira") == (21, 1, 3)
        assert has(table.state, "bolo") == (0, 1, 2)
        assert table.state.clock == start.clock.after(Fraction(1, 6))
        await table.line(":camp")
        await table.saved()
        assert has(table.state, "kira") == (21, 2, 8)
        assert has(table.state, "bolo") == (24, 2, 4)

        end = table.state
        count = table.view.head - head
        for _ in range(count):
            await table.keys("u", 1)
        assert table.state == start
        for _ in range(count):
            await table.keys("U", 1)
        assert table.state == end
    with library.open(name) as again:
        assert again.state == end
