"""Saves, attacks, Armour Class, chances, speed and reach under random conditions: an oracle.

The oracle is a table of its own, written from the open rules (Pathfinder: Conditions; SRD 3.5:
Condition Summary; Starfinder: Conditions; the playtest: Conditions), and reads nothing of the
rulesets. It leaves out what the rules do not settle: two conditions that halve a speed, or one of
them with haste.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import pytest

from core.combat.board.squares import Square
from core.creatures import Attack
from core.play.facts.encounter import Foe, Lasting
from core.play.facts.fight.combatants import sheet
from core.play.facts.state import Assets, State
from core.play.facts.table.commands import CallCheck
from core.play.fight.fight_scene import find_sheet_now, speed_of
from core.play.fight.previews import preview, reach_bands
from core.play.resolution import Needs
from core.play.union import decide
from core.values import replace
from tests.core.play.fight.brawls import HERO, WOLF, brawl, under
from tests.thorough import rounds

SETS = rounds(12, 2_500)
SAVES = ("fortitude", "reflex", "will")
HERE = Square(3, 2)
WIDE, HIGH = (12, 8)
"""The size of the board of such a fight, in squares."""
BESIDE = Square(4, 2)
CLAW = Attack("claw", (6,), "1d6+2")
SWORD = 8
"""The bonus of the hero's first attack, and below his Armour Class."""
HERO_AC = 18
FOOT = 5
"""Feet of a square."""


@dataclass(frozen=True)
class Told:
    """What the open rules say of a condition; `of_value`: all of it for each point of its value.

    `fear` are the grades of one condition, of which the worst counts. `dexterity` and `strength`
    are points of the score, of which two are one of what hangs on it. `feet` are those of the
    speed, `feet_of_value` so many for each of its value. Of a `type` only the worst counts; what
    has none adds up. `melee` is the Armour Class against melee alone.
    """

    type: str = ""
    saves: int = 0
    fortitude: int = 0
    reflex: int = 0
    attack: int = 0
    ac: int = 0
    melee: int = 0
    feet: int = 0
    feet_of_value: int = 0
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
    "slowed": Told(attack=-1, ac=-1, reflex=-1, half=True),
    "hasted": Told(attack=1, ac=1, reflex=1, faster=6),
    "prone": Told(attack=-4, melee=-4),
    "deafened": Told(),
    "kneeling": Told(melee=-2),
}
SCIENCE: Mapping[str, Told] = {
    "shaken": Told(saves=-2, attack=-2, fear=1),
    "frightened": Told(saves=-2, attack=-2, fear=2),
    "sickened": Told(saves=-2, attack=-2),
    "energy_drained": Told(saves=-1, attack=-1, ac=-1, of_value=True),
    "dazzled": Told(attack=-1),
    "fatigued": Told(attack=-1, ac=-1, reflex=-1),
    "exhausted": Told(attack=-3, ac=-3, reflex=-3, half=True, instead_of="fatigued"),
    "entangled": Told(attack=-2, ac=-2, reflex=-2, half=True),
    "off_target": Told(attack=-2),
    "prone": Told(attack=-4, melee=-4),
    "deafened": Told(),
}
PLAYTEST: Mapping[str, Told] = {
    "frightened": Told("conditional", saves=-1, attack=-1, of_value=True),
    "sick": Told("conditional", saves=-1, attack=-1, of_value=True),
    "enervated": Told("conditional", saves=-1, attack=-1, of_value=True),
    "enfeebled": Told("conditional", attack=-1, of_value=True),
    "sluggish": Told("conditional", ac=-1, attack=-1, reflex=-1, of_value=True),
    "drained": Told("conditional", fortitude=-1, of_value=True),
    "fatigued": Told("conditional", ac=-1, saves=-1, feet=-5),
    "flat_footed": Told("circumstance", ac=-2),
    "grabbed": Told("circumstance", ac=-2, stuck=True),
    "prone": Told("circumstance", attack=-2, ac=-2),
    "encumbered": Told(feet=-10),
    "entangled": Told(feet=-10),
    "hampered": Told(feet_of_value=-1),
    "accelerated": Told(feet_of_value=1),
    "deafened": Told(),
    "stupefied": Told(),
}
TOLD: Mapping[str, Mapping[str, Told]] = {
    "pf1": FANTASY,
    "dnd35": FANTASY,
    "sf": SCIENCE,
    "pf2": PLAYTEST,
}


@dataclass(frozen=True)
class Expected:
    """The oracle's figures."""

    saves: tuple[int, int, int]
    attack: int
    ac: int
    speed: int
    stuck: bool


def counting(held: Sequence[Lasting], told: Mapping[str, Told]) -> list[tuple[Told, int]]:
    """What counts of these conditions, with the value of each: of fears the worst alone."""
    names = {one.name for one in held}
    rows = [(told[one.name], one.value) for one in held]
    outdone = {row.instead_of for row, _ in rows if row.instead_of in names}
    kept = [(told[one.name], max(1, one.value)) for one in held if one.name not in outdone]
    worst = max((row.fear for row, _ in kept), default=0)
    return [(row, times) for row, times in kept if not row.fear or row.fear == worst]


def total(penalties: Iterable[tuple[str, int]]) -> int:
    """What penalties by type come to: of a type the worst, and all that have none."""
    worst: dict[str, int] = {}
    untyped = 0
    for kind, amount in penalties:
        if kind:
            worst[kind] = min(worst.get(kind, 0), amount)
        else:
            untyped += amount
    return untyped + sum(worst.values())


def expected(foe: Foe, speed: int, told: Mapping[str, Told]) -> Expected:
    """The figures of a creature whose walking speed is written as `speed`."""
    rows = counting(foe.lasting, told)
    dexterity = sum(row.dexterity // 2 for row, _ in rows)
    strength = sum(row.strength // 2 for row, _ in rows)
    fortitude = total((row.type, (row.saves + row.fortitude) * times) for row, times in rows)
    reflex = total((row.type, (row.saves + row.reflex) * times) for row, times in rows)
    will = total((row.type, row.saves * times) for row, times in rows)
    attack = total((row.type, row.attack * times) for row, times in rows)
    ac = total((row.type, (row.ac + row.melee) * times) for row, times in rows)
    figures = sheet(foe)
    return Expected(
        (
            (figures.fortitude or 0) + fortitude,
            (figures.reflex or 0) + reflex + dexterity,
            (figures.will or 0) + will,
        ),
        CLAW.bonuses[0] + attack + strength,
        (figures.ac or 0) + ac + dexterity,
        _speed(rows, speed),
        any(row.stuck for row, _ in rows),
    )


def _speed(rows: Sequence[tuple[Told, int]], speed: int) -> int:
    feet = sum(row.feet + row.feet_of_value * times for row, times in rows)
    if feet:
        return max(1, speed + feet // FOOT)
    if any(row.half for row, _ in rows):
        return speed // 2
    return speed + min(sum(row.faster for row, _ in rows), speed)


def chance_of(bonus: int, ac: int) -> Fraction:
    """The chance that a d20 and a bonus reach an Armour Class: 1 misses, 20 hits."""
    return Fraction(max(1, min(19, 21 - (ac - bonus))), 20)


def draw_conditions(chance: random.Random, told: Mapping[str, Told]) -> tuple[Lasting, ...]:
    """Up to four conditions of which at most one changes the speed."""
    found: list[Lasting] = []
    for name in chance.sample(list(told), chance.randint(0, 4)):
        changes_speed = told[name].half or told[name].faster
        before = [told[one.name] for one in found]
        if changes_speed and any(row.half or row.faster for row in before):
            continue
        if told[name].feet_of_value:
            value = FOOT * chance.randint(1, 3)
        elif told[name].of_value:
            value = chance.randint(1, 3)
        else:
            value = 0
        found.append(Lasting(name, value=value))
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
def test_figures_chances_and_reach_are_those_of_the_open_rules(system: str) -> None:
    told = TOLD[system]
    assets = under(system)
    chance = random.Random(f"oracle {system}")
    for _ in range(SETS):
        speed = chance.choice((3, 4, 5, 6))
        written = replace(
            sheet(WOLF),
            ac=chance.randint(12, 24),
            dexterity=chance.choice((1, 2, 4)),
            fortitude=chance.randint(-1, 9),
            reflex=chance.randint(-1, 9),
            will=chance.randint(-1, 9),
            speeds=(("walk", speed),),
            attacks=(CLAW,),
        )
        wolf = replace(WOLF, level=3, sheet=written, lasting=draw_conditions(chance, told))
        state = brawl(HERO, wolf, hero="", wolf=str(HERE))
        wanted = expected(wolf, speed, told)
        shown = find_sheet_now(wolf, state, assets).sheet
        what = (wolf.lasting, speed, written.ac)

        assert tuple(asked_of(state, assets, save) for save in SAVES) == wanted.saves, what
        assert shown.attacks[0].bonuses[0] == wanted.attack, what
        assert speed_of(state, assets, "wolf") == wanted.speed, what
        if wanted.stuck:
            assert not reach_bands(state, assets, "wolf").one, what
        elif not any(one.name == "prone" for one in wolf.lasting):
            reached = reach_bands(state, assets, "wolf").one
            assert reached.bit_count() == within(wanted.speed), what

        beside = brawl(HERO, wolf, hero=str(BESIDE), wolf=str(HERE))
        at_wolf = preview(beside, assets, "hero", "wolf", 0)
        assert (at_wolf.bonus, at_wolf.ac) == (SWORD, wanted.ac), what
        assert at_wolf.p_hit == chance_of(SWORD, wanted.ac), what
        at_hero = preview(beside, assets, "wolf", "hero", 0)
        assert at_hero.p_hit == chance_of(wanted.attack, HERO_AC), what
