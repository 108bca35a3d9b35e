"""The same fight in four systems, by keys: each figure is the one that was worked out by hand.

The figures are in evening_figures.toml with their reasons; they were written down before the fight
was played. Here stands what is done, and where each figure is read off.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest

from core.messages import Refusal
from core.play.facts.fight.combatants import Being
from core.play.facts.fight.moves.commands import Move
from core.play.fight.previews import outlook_at, preview
from core.play.fight.turns.budget import ActionsLeft, left
from tests.story.fighting import Table, at_table
from tests.story.one_fight import prepare_fight
from tests.story.reckoning import Reckoning, outcomes, panel, per_cent
from tests.story.yard import SYSTEMS
from tests.thorough import cases

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")

BY_DAY = ()
WINDOW = (120, 40)
TOO_MANY = ("no action left", "no attack left")
TABLES = ("pf1", "dnd35")
"""The systems of full attacks with falling bonuses, which have all words."""
Turn = tuple[tuple[str, str], ...]
"""Attacks of a turn: the keys or the line that open the tray, and what is typed into it."""

OF_TABLES: Mapping[str, Turn] = {
    "robin": ((":attack R o rapid", "6 16 5"), ("a o", "15"), ("a o", "19")),
    "flint": ((":attack F o two", "20 10 7"), ("a o", "15"), ("a o", "11 4")),
    "gerda": ((":attack G o two", "16 6"), ("a o", "19")),
    "ulrich": (("a", "6 17"),),
    "goblin": (("a L", "7 9"),),
}
TURNS: Mapping[str, Mapping[str, Turn]] = {
    "pf1": OF_TABLES,
    "dnd35": OF_TABLES,
    "sf": {
        "robin": ((":attack R o full", "6 14 13 5"),),
        "flint": ((":attack F o full", "20 12 14"),),
        "gerda": (("a o", "10 6"),),
        "ulrich": (("a", "11 8"),),
        "goblin": (("a L", "8 9"),),
    },
    "pf2": {
        "robin": (("a o", "6 10 5"), ("a o", "14"), ("a o", "19")),
        "flint": (("a o", "9 7"), ("a o", "13"), ("a o", "18")),
        "gerda": (("a o", "10 6"), ("a o", "14"), ("a o", "19")),
        "ulrich": (("a g", "9 8"),),
        "goblin": (("a L", "11"),),
    },
}


USED = {"full round": "", "standard or move": "move", "2 actions": "action"}
"""What was used of a whole turn, by what is left of it."""
WORDS = {
    "robin": ("rapid", ":attack R o rapid"),
    "flint": ("two", ":attack F o two"),
}
"""Words that change all attacks of a turn, where a system has them: there they are played."""


def actions_left(table: Table, who: str) -> ActionsLeft:
    """What somebody has left of the turn."""
    return left(table.state, table.view.assets, who)


def count_left(table: Table, who: str) -> int:
    """How many actions somebody has left, of whatever kind."""
    found = actions_left(table, who)
    return found.actions or sum((found.standard, found.move))


async def end_turn(table: Table) -> None:
    """Space, and the next in order acts."""
    table.begun()
    await table.keys("Spc", 1)


async def look_at_the_party(reckoning: Reckoning) -> None:
    """The ogre's turn: whom it could hit."""
    for who, square in (("robin", "C3"), ("flint", "F4"), ("gerda", "E6")):
        shown = await reckoning.look(square, "ogre", who)
        if who == "robin":
            reckoning.check("ogre-at-robin.armour", shown.armour)
        reckoning.check_each(f"ogre-at-{who}", ac=shown.ac, needs=shown.needs, chance=shown.chance)
    await end_turn(reckoning.table)


async def walk_away(reckoning: Reckoning) -> None:
    """Robin's turn: a way to B2."""
    table = reckoning.table
    await table.cursor("B2", "Robin moves to B2")
    shown = panel(table)
    walk = re.search(r"1 of (\d+) squares", shown)
    assert walk is not None
    reckoning.check("robin.speed", int(walk[1]))
    leaving = re.search(r"leaving C3: (\w) strikes .*? (\d+) %", shown)
    assert leaving is not None
    sign, chance = leaving.groups()
    reckoning.check_each("robin-walks-to-b2", asks=named(table, sign), chance=int(chance))


async def step_with_care(reckoning: Reckoning) -> None:
    """Robin's turn: a small step to B2 before his attacks, and what would be left after it."""
    table = reckoning.table
    await table.keys("p s")
    await table.cursor("B2", "1 of 1 square")
    shown = panel(table)
    rest = re.search(r"left: (full round|standard or move|2 actions)", shown)
    assert rest is not None
    reckoning.check("robin-steps-to-b2.uses", USED[rest[1]])
    reckoning.check("robin-steps-to-b2.asks", "somebody" if "leaving C3" in shown else "")


def named(table: Table, sign: str) -> str:
    """Who has a letter on the board."""
    creatures: tuple[Being, ...] = (*table.state.members, *table.fight.foes)
    return next(being.id for being in creatures if being.token == sign)


async def look_around(reckoning: Reckoning) -> None:
    """Robin's turn: who could be shot at, and who would strike first."""
    table = reckoning.table
    shown = await reckoning.look("D4", "robin", "ogre")
    text = panel(table)
    before = re.search(r"before the attack: (\w)\S* \+8 vs (\d+) (\d+) %", text)
    assert before is not None
    sign, ac, chance = before.groups()
    reckoning.check("robin-shoots.asks", named(table, sign))
    reckoning.check("robin-shoots.strike-needs", int(ac) - 8)
    reckoning.check("robin-shoots.strike-chance", int(chance))
    step = re.search(r"[Ss]tep avoids it: (.*?) then attack", text)
    safe = step[1] if step else ""
    reckoning.check("robin-shoots.safe-step", safe)

    melee = re.search(r"(-\d) into a melee", text)
    reckoning.check_each(
        "robin-at-ogre",
        ac=shown.ac,
        into_melee=int(melee[1]) if melee else 0,
        needs=shown.needs,
        chance=shown.chance,
        far="far avoids it" in text,
    )
    for who, square in (("goblin", "K8"), ("soldier", "N2")):
        shown = await reckoning.look(square, "robin", who)
        reckoning.check_each(f"robin-at-{who}", ac=shown.ac, needs=shown.needs, chance=shown.chance)


async def attack_in_turn(reckoning: Reckoning, who: str) -> None:
    """All that somebody has against the ogre, and one attack more."""
    if who in WORDS:
        word, line = WORDS[who]
        known = reckoning.system in TABLES or not await reckoning.is_refused(line)
        reckoning.check(f"{who}.word-{word}", known)
    made = await reckoning.attack(*TURNS[reckoning.system][who])
    own = made.of(who)
    reckoning.check_each(
        who,
        bonuses=[blow.bonus for blow in own.struck],
        needs=[blow.needed for blow in own.struck],
        chances=[per_cent(roll.chance) for roll in own.rolls],
        outcomes=outcomes(own.struck),
    )
    if who == "robin":
        reckoning.check("robin.dice", "".join(own.dice))
        reckoning.check("robin.strikes-asked", len(made.of("ogre").struck))
        reckoning.check("robin.step-left", actions_left(reckoning.table, "robin").step)
    elif who == "flint":
        reckoning.check("flint.dice", own.dice)
        reckoning.check("flint.confirms", bool(own.confirmations))
        needs = [roll.dc - roll.modifier for roll in own.confirmations if roll.dc]
        reckoning.check("flint.confirm-needs", sum(needs))
    else:
        reckoning.check("gerda.dice", "".join(own.dice))
    reckoning.check(f"{who}.too-many", await reckoning.one_more("a o", TOO_MANY))
    await end_turn(reckoning.table)


async def shoot_lying(reckoning: Reckoning) -> None:
    """The soldier's turn: he shoots at Robin, with one weapon and with the other."""
    table = reckoning.table
    shown = await reckoning.look("C3", "soldier", "robin")
    text = panel(table)
    planned = preview(table.state, table.view.assets, "soldier", "robin")
    melee = re.search(r"(-\d) into a melee", text)
    reckoning.check_each(
        "soldier-at-robin",
        asks="somebody" if "before the attack" in text else "",
        into_melee=int(melee[1]) if melee else 0,
        bonus=planned.bonus,
        ac=shown.ac,
        needs=shown.needs,
        chance=shown.chance,
        spends="".join(planned.turn_use.spends),
    )
    bow = preview(table.state, table.view.assets, "soldier", "robin", 1)
    reason = "" if bow.possible else bow.refusal.code
    reckoning.check("soldier-with-bow.refusal", reason)
    reckoning.check("soldier-with-bow.chance", per_cent(bow.p_hit) if bow.possible else 0)
    await table.line(":attack m R 2")
    if reason:
        await table.shows("Press p u to stand up")
        await table.press("escape")
    else:
        table.begun()
        await table.tray("2")
    await end_turn(table)


async def charge(reckoning: Reckoning) -> None:
    """Ulrich's turn: a charge at the goblin, where there is one; else the horse goes there."""
    table = reckoning.table
    near = find_refusal(table, Move("ulrich", "A7", action="charge"))
    reckoning.check("ulrich-at-ogre.refusal", near)
    if reckoning.system == "pf2":
        await table.cursor("H7", "Ulrich  A8 to H7")
    else:
        await table.keys("p c")
        await table.cursor("D4", "no charge at Ogre")
        assert "A charge must cover at least 2 squares" in panel(table)
        await table.cursor("K8", "Ulrich on Star charges to H7")
    limit = re.search(r"(\d+) of (\d+) squares", panel(table))
    assert limit is not None
    table.begun()
    await table.keys("RET", 1)
    reckoning.check("ulrich-at-goblin.place", table.figure("ulrich").at)
    reckoning.check("ulrich-at-goblin.cost", int(limit[1]))
    reckoning.check("ulrich-at-goblin.limit", int(limit[2]))

    made = await reckoning.attack(*TURNS[reckoning.system]["ulrich"])
    roll = made.rolls[0]
    reckoning.check_each(
        "ulrich-at-goblin",
        ac=roll.dc,
        bonus=roll.modifier,
        needs=made.struck[0].needed,
        chance=per_cent(roll.chance),
        dice="".join(made.dice),
        left=count_left(table, "ulrich"),
    )
    reckoning.check("ulrich-at-goblin.again", await reckoning.one_more("a g", TOO_MANY))
    reckoning.check("goblin.damage", table.damage("goblin")[0])
    await end_turn(table)


def find_refusal(table: Table, move: Move) -> str:
    """Why a movement cannot be made; an empty text if it can."""
    try:
        outlook_at(table.state, table.view.assets, move)
    except Refusal as refusal:
        return refusal.code
    return ""


async def shoot_at_the_pair(reckoning: Reckoning) -> None:
    """The goblin's turn: it shoots at Ulrich, and could shoot at his horse."""
    table = reckoning.table
    horse = preview(table.state, table.view.assets, "goblin", "star")
    reckoning.check_each("goblin-at-horse", ac=horse.ac, needs=horse.needed)
    made = await reckoning.attack(*TURNS[reckoning.system]["goblin"])
    struck = made.of("ulrich")
    own = made.of("goblin")
    reckoning.check_each(
        "goblin-at-ulrich",
        asks="".join(blow.by for blow in struck.struck),
        strike_needs=sum(blow.needed for blow in struck.struck),
        strike_chance=sum(per_cent(roll.chance) for roll in struck.rolls),
        ac=own.struck[0].ac,
        needs=own.struck[0].needed,
        chance=per_cent(own.rolls[0].chance),
    )


@pytest.mark.parametrize("system", cases(zip(SYSTEMS), BY_DAY, "".join))
async def test_each_figure_of_the_fight_is_the_one_by_hand(system: str) -> None:
    async with at_table(prepare_fight(system), WINDOW) as table:
        reckoning = Reckoning(system, table)
        await look_at_the_party(reckoning)
        await walk_away(reckoning)
        await look_around(reckoning)
        await step_with_care(reckoning)
        await attack_in_turn(reckoning, "robin")
        await attack_in_turn(reckoning, "flint")
        await attack_in_turn(reckoning, "gerda")
        reckoning.check("ogre.damage", table.damage("ogre")[0])
        await shoot_lying(reckoning)
        await charge(reckoning)
        await shoot_at_the_pair(reckoning)

    assert reckoning.differences == []
    assert reckoning.left_out == set()
