"""Saves, attacks, speed and the squares within reach under random conditions, against an oracle.

The oracle is a table of its own, written from the open rules (Pathfinder: Conditions; SRD 3.5:
Condition Summary; Starfinder: Conditions), and reads nothing of the rulesets. It leaves out what
the rules do not settle: two conditions that halve a speed, or one of them with haste.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pytest

from core.combat.board.squares import Square
from core.creatures import Attack
from core.play.facts.encounter import Foe, Lasting
from core.play.facts.fight.combatants import sheet
from core.play.facts.state import Assets, State
from core.play.facts.table.commands import CallCheck
from core.play.fight.fight_scene import find_sheet_now, speed_of
from core.play.fight.previews import reach_bands
from core.play.resolution import Needs
from core.play.union import decide
from core.values import replace
from tests.core.play.fight.brawls import HERO, WOLF, brawl, under
from tests.thorough import rounds

SETS = rounds(25, 10_000)
SAVES = ("fortitude", "reflex", "will")
HERE = Square(3, 2)
WIDE, HIGH = (12, 8)
"""The size of the board of such a fight, in squares."""
CLAW = Attack("claw", (6,), "1d6+2")


@dataclass(frozen=True)
class Told:
    """What the open rules say of a condition; `of_value`: all of it for each point of its value.

    `fear` are the grades of one condition, of which the worst counts. `dexterity` and `strength`
    are points of the score, of which two are one of what hangs on it.
    """

    saves: int = 0
    reflex: int = 0
    attack: int = 0
    dexterity: int = 0
    strength: int = 0
    half: bool = False
    stuck: bool = False
    faster: int = 0
    fear: int = 0
    of_value: bool = False
    instead_of: str = ""


FANTASY: Mapping[str, Told] = {
    "shaken": Told(saves=-2, attack=-2, fear=1),
    "frightened": Told(saves=-2, attack=-2, fear=2),
    "panicked": Told(saves=-2, fear=3),
    "sickened": Told(saves=-2, attack=-2),
    "energy_drained": Told(saves=-1, attack=-1, of_value=True),
    "dazzled": Told(attack=-1),
    "fatigued": Told(strength=-2, dexterity=-2),
    "exhausted": Told(strength=-6, dexterity=-6, half=True, instead_of="fatigued"),
    "entangled": Told(attack=-2, dexterity=-4, half=True),
    "slowed": Told(attack=-1, reflex=-1, half=True),
    "hasted": Told(attack=1, reflex=1, faster=6),
    "prone": Told(attack=-4),
    "deafened": Told(),
    "kneeling": Told(),
}
SCIENCE: Mapping[str, Told] = {
    "shaken": Told(saves=-2, attack=-2, fear=1),
    "frightened": Told(saves=-2, attack=-2, fear=2),
    "sickened": Told(saves=-2, attack=-2),
    "energy_drained": Told(saves=-1, attack=-1, of_value=True),
    "dazzled": Told(attack=-1),
    "fatigued": Told(attack=-1, reflex=-1),
    "exhausted": Told(attack=-3, reflex=-3, half=True, instead_of="fatigued"),
    "entangled": Told(attack=-2, reflex=-2, half=True),
    "off_target": Told(attack=-2),
    "prone": Told(attack=-4),
    "deafened": Told(),
}
TOLD: Mapping[str, Mapping[str, Told]] = {"pf1": FANTASY, "dnd35": FANTASY, "sf": SCIENCE}


@dataclass(frozen=True)
class Expected:
    """The oracle's figures."""

    saves: tuple[int, int, int]
    attack: int
    speed: int


def counting(held: Sequence[Lasting], told: Mapping[str, Told]) -> list[tuple[Told, int]]:
    """What counts of these conditions, with the value of each: of fears the worst alone."""
    names = {one.name for one in held}
    rows = [(told[one.name], one.value) for one in held]
    outdone = {row.instead_of for row, _ in rows if row.instead_of in names}
    kept = [
        (told[one.name], max(1, one.value) if told[one.name].of_value else 1)
        for one in held
        if one.name not in outdone
    ]
    worst = max((row.fear for row, _ in kept), default=0)
    return [(row, times) for row, times in kept if not row.fear or row.fear == worst]


def expected(foe: Foe, speed: int, told: Mapping[str, Told]) -> Expected:
    """The figures of a creature whose walking speed is written as `speed`."""
    rows = counting(foe.lasting, told)
    saves = sum(row.saves * times for row, times in rows)
    reflex = saves + sum(row.reflex for row, _ in rows)
    for row, _ in rows:
        reflex -= -row.dexterity // 2
    attack = sum(row.attack * times for row, times in rows)
    for row, _ in rows:
        attack -= -row.strength // 2
    faster = sum(row.faster for row, _ in rows)
    if any(row.half for row, _ in rows):
        now = speed // 2
    else:
        now = speed + min(faster, speed)
    figures = sheet(foe)
    fortitude = (figures.fortitude or 0) + saves
    will = (figures.will or 0) + saves
    return Expected(
        (fortitude, (figures.reflex or 0) + reflex, will), CLAW.bonuses[0] + attack, now
    )


def draw_conditions(chance: random.Random, told: Mapping[str, Told]) -> tuple[Lasting, ...]:
    """Up to four conditions of which at most one changes the speed."""
    found: list[Lasting] = []
    for name in chance.sample(list(told), chance.randint(0, 4)):
        changes_speed = told[name].half or told[name].faster
        before = [told[one.name] for one in found]
        if changes_speed and any(row.half or row.faster for row in before):
            continue
        found.append(Lasting(name, value=chance.randint(1, 3) if told[name].of_value else 0))
    return tuple(found)


def asked_of(state: State, assets: Assets, save: str) -> int:
    needs = decide(CallCheck(save, 10, ("wolf",)), state, assets, {})
    assert isinstance(needs, Needs)
    return needs.questions[0].modifier


def within(speed: int) -> int:
    """How many squares of the board one move reaches from `HERE`; each second diagonal is two."""
    count = 0
    for x in range(WIDE):
        for y in range(HIGH):
            across = sorted((abs(x - HERE.x), abs(y - HERE.y)))
            if 0 < across[1] + across[0] // 2 <= speed:
                count += 1
    return count


@pytest.mark.parametrize("system", TOLD)
def test_saves_attacks_speed_and_reach_are_those_of_the_open_rules(system: str) -> None:
    told = TOLD[system]
    assets = under(system)
    chance = random.Random(f"oracle {system}")
    for _ in range(SETS):
        speed = chance.choice((3, 4, 5, 6))
        written = replace(
            sheet(WOLF),
            dexterity=chance.choice((1, 2, 4)),
            fortitude=chance.randint(-1, 9),
            reflex=chance.randint(-1, 9),
            will=chance.randint(-1, 9),
            speeds=(("walk", speed),),
            attacks=(CLAW,),
        )
        wolf = replace(WOLF, sheet=written, lasting=draw_conditions(chance, told))
        state = brawl(HERO, wolf, hero="", wolf=str(HERE))
        wanted = expected(wolf, speed, told)
        shown = find_sheet_now(wolf, state, assets).sheet
        what = (wolf.lasting, speed)

        assert tuple(asked_of(state, assets, save) for save in SAVES) == wanted.saves, what
        assert shown.attacks[0].bonuses[0] == wanted.attack, what
        assert speed_of(state, assets, "wolf") == wanted.speed, what
        if not any(one.name == "prone" for one in wolf.lasting):
            reached = reach_bands(state, assets, "wolf").one
            assert reached.bit_count() == within(wanted.speed), what
