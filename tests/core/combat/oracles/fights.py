"""A fight as plain data, and what the catalogue says of its moves, strikes and attacks.

Each attack of a creature is judged by itself, as if the creature had no other (C-094 to C-102):
it threatens with what is in its hand and with every part of its body. A rider and its mount are
one mover (C-257). Only the plain values of a scene are shared with the code that this is to judge.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from heapq import heappop, heappush
from itertools import pairwise
from typing import Literal

from core.combat.board.drawing import Light
from core.combat.board.scene import Action, Creature, GridMode, Manner, Scene
from core.combat.board.squares import Battlefield, Square
from core.creatures import Mode
from core.rulesets.schema import Ruleset
from core.values import replace
from tests.core.combat.oracles import sight as eyes
from tests.core.combat.oracles.attack_table import by_table, in_light
from tests.core.combat.oracles.opportunities import VERY_SMALL, Watching
from tests.core.combat.oracles.score_table import to_armour_class, to_the_roll
from tests.core.combat.oracles.threats import IDLE, Sight, flanks, natural, threatens_cell
from tests.core.combat.oracles.walking import Walker, block, measure

Cell = tuple[int, int]
Shade = tuple[frozenset[Cell], Light]
"""Squares with a light of their own."""

Side = Literal["party", "foes", "neutral"]
LIGHTS: tuple[Light, ...] = ("bright", "dim", "dark")
RUN = 4  # C-014
TWICE = 2  # C-013
ACTIONS_OF_PF2 = 3
STEPS = ("step", "five_foot_step")
SPECIAL = ("fly", "swim", "climb", "burrow")  # C-019
CANNOT_ACT = {
    "stunned",
    "cowering",
    "dazed",
    "helpless",
    "unconscious",
    "asleep",
    "paralyzed",
    "bound",
    "dead",
}
"""Who takes no action, and so neither moves nor attacks (C-251, and what the names mean)."""
NEUTRAL = "neutral"
"""Bystanders, who neither strike at movers nor are struck at: a house default."""
CHARGED = -2
"""To the Armour Class of who charges, from then on: a house default of the d20 systems."""
NO_RUN = ("climb", "burrow")  # C-129, C-132: sf alone has these texts
MISS = {"none": 0, "concealment": 20, "total": 50}  # C-195, C-198


@dataclass(frozen=True)
class Arm:
    """An attack: its place on the sheet; `reach` in squares, None = the natural reach."""

    index: int
    bonus: int
    mode: Literal["melee", "ranged"] = "melee"
    reach: int | None = None
    near: bool = False
    natural: bool = False
    weapon: str = "melee"


@dataclass
class Fighter:
    """A creature: `hand` is the place of the attack in its hand, `rides` the id of its mount."""

    id: str
    side: Side
    size: str
    at: Cell
    speeds: Mapping[Mode, int]
    arms: tuple[Arm, ...]
    ac: int
    dexterity: int | None
    long: bool = False
    reach: int | None = None
    hand: int = 0
    traits: tuple[str, ...] = ()
    rides: str = ""
    acted: bool = True
    hidden: bool = False
    reaction: bool | None = None


@dataclass
class Fight:
    """Who is where, in what light."""

    rules: Ruleset
    field: Battlefield
    fighters: dict[str, Fighter]
    light: Light = "bright"
    shades: tuple[Shade, ...] = ()
    lines: Sight = dataclasses.field(init=False)

    def __post_init__(self) -> None:
        self.lines = Sight(self.field)

    @property
    def pf2(self) -> bool:
        return self.rules.id == "pf2"

    def bearer(self, who: str) -> Fighter:
        """Who carries a creature: its mount, else itself."""
        rider = self.fighters[who]
        return self.fighters[rider.rides] if rider.rides else rider

    def pair(self, who: str) -> list[Fighter]:
        """A mount with its riders, or a creature alone (C-257)."""
        mount = self.bearer(who).id
        return [one for one in self.fighters.values() if mount in (one.id, one.rides)]


@dataclass(frozen=True)
class Verdict:
    """Whether a move can be made, why not, and what it costs in squares."""

    legal: bool
    reason: str
    cost: int = 0


@dataclass(frozen=True)
class Odds:
    """The lowest face that hits, and the chance to hit after concealment."""

    needed: int
    p_hit: Fraction
    benighted: bool = False
    """Whether darkness blinds the target (C-200, C-226)."""


Strikes = dict[str, list[tuple[int, list[Arm]]]]
"""By enemy: the numbers of the steps at which it may strike, and with what."""


class Watched(Watching):
    """A mover among enemies of whom one strikes with one of its attacks.

    Whether a creature has reach, and so decides on cover as with a ranged weapon, is by the longest
    of its attacks (C-164).
    """

    longest = 0

    def reach_of(self, enemy: Creature) -> int:
        return max(self.longest, super().reach_of(enemy))


class Judge:
    """The catalogue on a fight as it is now."""

    def __init__(self, fight: Fight) -> None:
        self.fight = fight
        self.system = fight.rules.id
        self.scene = self.scene_with(self.creatures({}))

    # --- the scene as the older oracles know it

    def creature(self, fighter: Fighter, arm: Arm | None, at: Cell) -> Creature:
        """A creature that fights with one attack alone; a part of the body has no hole (C-095)."""
        reach = None if arm is None else arm.reach
        near = arm is not None and (arm.near or arm.natural)
        return Creature(
            id=fighter.id,
            size=fighter.size,
            at=Square(*at),
            side=fighter.side,
            long=fighter.long,
            reach=fighter.reach,
            weapon_reach=reach,
            conditions=tuple(self.names(fighter)),
            rides=fighter.rides,
            hidden=fighter.hidden,
            near=near,
        )

    def creatures(
        self, moved: Mapping[str, Cell], arms: Mapping[str, Arm] | None = None
    ) -> Iterator[Creature]:
        """Everybody; those in `moved` elsewhere, those in `arms` with that attack."""
        chosen = {} if arms is None else arms
        for fighter in self.fight.fighters.values():
            at = moved.get(fighter.id, fighter.at)
            yield self.creature(fighter, chosen.get(fighter.id), at)

    def scene_with(self, creatures: Iterator[Creature]) -> Scene:
        fight = self.fight
        lit = []
        for light in LIGHTS:
            bits = 0
            for y in range(fight.field.height):
                for x in range(fight.field.width):
                    if self.light_at((x, y)) == light:
                        bits |= 1 << (y * (fight.field.width + 1) + x)
            if bits:
                lit.append((light, bits))
        return Scene(
            rules=fight.rules,
            field=fight.field,
            creatures=tuple(creatures),
            light=fight.light,
            lit=tuple(lit) if fight.shades else (),
        )

    def light_at(self, cell: Cell) -> Light:
        """The light of a square: the last shade that holds it."""
        found = self.fight.light
        for cells, light in self.fight.shades:
            if cell in cells:
                found = light
        return found

    def light_on(self, cells: set[Cell]) -> Light:
        """The best light on a space."""
        return min((self.light_at(cell) for cell in cells), key=LIGHTS.index)

    def names(self, fighter: Fighter) -> list[str]:
        """The conditions of a creature, flat-footed before its first turn in the d20 systems."""
        found = list(fighter.traits)
        if not fighter.acted and not self.fight.pf2 and "flat_footed" not in found:
            found.append("flat_footed")
        if "exhausted" in found and "fatigued" in found:
            found.remove("fatigued")  # T-123: the worse alone
        return found

    def cells(self, who: str, at: Cell | None = None) -> set[Cell]:
        """The squares of a creature, of a rider those of its mount."""
        bearer = self.fight.bearer(who)
        side = Walker(self.scene, self.scene.by_id[bearer.id], Manner()).whole
        x, y = bearer.at if at is None else at
        return {(x + i, y + j) for i in range(side) for j in range(side)}

    # --- who threatens (2.8, 2.9)

    def threatening(self, fighter: Fighter) -> list[Arm]:
        """What it threatens with: what is in hand, and its body (C-096, C-104)."""
        if IDLE & set(fighter.traits):
            return []
        return [
            arm
            for arm in fighter.arms
            if arm.mode == "melee" and (arm.index == fighter.hand or arm.natural)
        ]

    def reaches(self, fighter: Fighter, arm: Arm, cells: set[Cell]) -> bool:
        """Whether an attack strikes into one of these squares, whoever makes it."""
        by = replace(self.creature(fighter, arm, fighter.at), conditions=())
        return any(threatens_cell(self.scene, self.fight.lines, by, cell) for cell in cells)

    # --- moves

    def gropes(self, mover: Fighter, cells: set[Cell]) -> bool:
        """Whether it does not see its way into these squares (C-025, C-046, C-200, C-203)."""
        if self.fight.pf2:
            return False
        if "blinded" in mover.traits:
            return True
        return "darkvision" not in mover.traits and self.light_on(cells) == "dark"

    def manner(self, mover: Fighter, action: Action, mode: Mode) -> Manner:
        """The circumstances of a move on a fresh turn.

        What stands or lies on the ground hampers walkers (section 0); no burrower.
        """
        grid: GridMode = "swim" if mode == "swim" else "walk"
        if mode == "burrow":
            grid = "fly"
        budget = self.budget(mover, action, mode)
        return Manner(
            action=action,
            mode=grid,
            budget=budget,
            full_round=action == "move",
            at_the_edge=mode == "swim",
        )

    def budget(self, mover: Fighter, action: Action, mode: Mode) -> int | None:
        """The squares of a fresh turn (C-013, C-014); None = no limit, or counted by actions."""
        if self.fight.pf2 or action in STEPS:
            return None
        times = RUN if action == "run" else TWICE
        return times * mover.speeds[mode]

    def never(self, mover: Fighter, action: Action, mode: Mode) -> str:
        """Why nobody could move so wherever it went, "" = one could."""
        if CANNOT_ACT & set(mover.traits):
            return "cannot_move"
        if not mover.speeds.get(mode):
            return "no_speed"
        if self.fight.pf2:
            if action in STEPS:
                return "no_step_by" if mode in SPECIAL else ""  # C-019
            return "" if action == "move" else "no_such_action"
        slow = self.system == "sf" and action == "run" and mode in NO_RUN
        return "no_run" if slow else ""

    def walker(self, mover: Fighter, action: Action, mode: Mode) -> Groper:
        """Who goes on a fresh turn."""
        manner = self.manner(mover, action, mode)
        found = Groper(self.scene, self.scene.by_id[mover.id], manner)
        found.judge = self
        return found

    def cheapest(self, who: str, to: Cell, mode: Mode) -> Verdict:
        """The cheapest way of a fresh turn to an anchor, with all moves that it has (G-6)."""
        mover = self.fight.bearer(who)
        reason = self.never(mover, "move", mode)
        if reason:
            return Verdict(False, reason)
        walker = self.walker(mover, "move", mode)
        speed = mover.speeds[mode]
        goes_on = self.is_on_a_friend(mover, to)
        walker.manner = replace(walker.manner, next_move_action=goes_on)
        if walker.stop(to) != "ok" or (mode == "burrow" and self.is_wet(mover, (mover.at, to))):
            return Verdict(False, "stop")
        start = (0, mover.at, 0, 0, 0)
        heap = [start]
        seen = set[tuple[Cell, int, int, int]]()
        while heap:
            cost, at, par, actions, left = heappop(heap)
            if at == to and goes_on and actions == ACTIONS_OF_PF2:
                return Verdict(False, "end_occupied")
            if at == to:
                return Verdict(True, "ok", cost)
            if (at, par, actions, left) in seen:
                continue
            seen.add((at, par, actions, left))
            for end in around(at):
                if self.is_shut(walker, mover, mode, at, end):
                    continue
                price, turned = walker.cost(at, end, par)
                paid = self.pay(cost, price, actions, left, speed)
                if paid is not None:
                    heappush(heap, (cost + price, end, turned, *paid))
        if not self.fight.pf2 and to in around(mover.at):  # C-154
            return self.walk(who, (mover.at, to), "move", mode)
        return Verdict(False, "budget")

    def is_shut(self, walker: Walker, mover: Fighter, mode: Mode, at: Cell, end: Cell) -> bool:
        """Whether a step cannot be made."""
        if walker.step(at, end):
            return True
        return mode == "burrow" and self.is_wet(mover, (at, end))

    def pay(
        self, cost: int, price: int, actions: int, left: int, speed: int
    ) -> tuple[int, int] | None:
        """Actions and squares left of the last one after a step; None = not in a turn."""
        if not self.fight.pf2:
            return (0, 0) if cost + price <= TWICE * speed else None
        if price <= left:
            return actions, left - price
        if price > speed or actions == ACTIONS_OF_PF2:
            return None
        return actions + 1, speed - price

    def walk(
        self,
        who: str,
        path: Sequence[Cell],
        action: Action,
        mode: Mode,
        before: Sequence[Cell] = (),
    ) -> Verdict:
        """Whether a creature, or who carries it, can move along these anchors on a fresh turn.

        `before` are those of the same movement that it has gone already: it is one path (C-023).
        """
        mover = self.fight.bearer(who)
        reason = self.never(mover, action, mode)
        if reason:
            return Verdict(False, reason)
        walker = self.walker(mover, action, mode)
        if mode == "burrow" and self.is_wet(mover, path):
            return Verdict(False, "blocked")
        goes_on = action not in STEPS and self.is_on_a_friend(mover, path[-1])
        walker.manner = replace(walker.manner, next_move_action=goes_on)
        answer = walker.move([Square(*cell) for cell in (*before[:-1], *path)])
        if not answer.legal:
            return Verdict(False, answer.reason)
        cost = sum(answer.steps[max(0, len(before) - 1) :])
        if self.fight.pf2 and action not in STEPS and not packed(answer.steps, mover.speeds[mode]):
            return Verdict(False, "budget")
        if goes_on and not packed(answer.steps, mover.speeds[mode], ACTIONS_OF_PF2 - 1):
            # out of turn the GM may allow a whole turn more, with which it moves on
            return Verdict(False, "budget" if before else "end_occupied")
        if action == "charge" and not straight_enough(path):
            return Verdict(False, "charge")
        return Verdict(True, "ok", cost)

    def is_on_a_friend(self, mover: Fighter, at: Cell) -> bool:
        """Whether a space meets a friend's: one may end there while a move follows (C-069)."""
        if not self.fight.pf2:
            return False
        walker = Walker(self.scene, self.scene.by_id[mover.id], Manner())
        cells = set(block(at, walker.whole))
        return any(cells & theirs for other, theirs in walker.others if other.side == mover.side)

    def is_wet(self, mover: Fighter, path: Sequence[Cell]) -> bool:
        """Whether a way leads into deep water, which is for swimmers and flyers (section 0)."""
        walker = Walker(self.scene, self.scene.by_id[mover.id], Manner())
        return any(walker.sign(cell) == "~" for at in path[1:] for cell in block(at, walker.whole))

    # --- opportunities (2.10)

    def strikes(self, who: str, path: Sequence[Cell], action: Action) -> Strikes:
        """Who may strike at a mover, at which steps, with which attacks."""
        mount = self.fight.bearer(who)
        pair = {one.id for one in self.fight.pair(who)}
        found: Strikes = {}
        for enemy in self.fight.fighters.values():
            if enemy.id in pair or enemy.side == mount.side:
                continue
            if NEUTRAL in (enemy.side, mount.side):
                continue
            if self.fight.pf2 and enemy.reaction is False:  # C-118
                continue
            occasions = self.occasions(enemy, mount.id, path, action)
            if occasions:
                found[enemy.id] = occasions
        return found

    def occasions(
        self, enemy: Fighter, mount: str, path: Sequence[Cell], action: Action
    ) -> list[tuple[int, list[Arm]]]:
        """The steps at which one enemy may strike, and with what."""
        found: dict[int, list[Arm]] = {}
        own = natural(self.scene, self.scene.by_id[enemy.id])
        arms = self.threatening(enemy)
        longest = max((own if arm.reach is None else arm.reach for arm in arms), default=0)
        for arm in arms:
            scene = self.scene_with(self.creatures({}, {enemy.id: arm}))
            mover = scene.by_id[mount]
            watching = Watched(scene, mover, Manner(action=action), self.fight.lines)
            watching.longest = longest
            by = scene.by_id[enemy.id]
            if watching.excused(by, ()):
                continue
            for number in range(watching.departures(path)):
                if watching.provokes(by, path, number):
                    found.setdefault(number, []).append(arm)
        return sorted(found.items())

    def enters(self, who: str, by: str, path: Sequence[Cell], number: int) -> bool:
        """Whether a very small mover's step leads into an enemy's space (C-110)."""
        if self.fight.pf2 or self.fight.bearer(who).size not in VERY_SMALL:
            return False
        if number + 1 == len(path):
            return False
        theirs = self.cells(by)
        return bool(theirs & self.cells(who, path[number + 1])) and not (
            theirs & self.cells(who, path[number])
        )

    # --- attacks (2.16 to 2.22)

    def moved(self, who: str, at: Cell) -> Judge:
        """The fight with a creature, and who shares its space, elsewhere."""
        fighters = dict(self.fight.fighters)
        for one in self.fight.pair(who):
            fighters[one.id] = replaced(one, at)
        fight = Fight(
            self.fight.rules, self.fight.field, fighters, self.fight.light, self.fight.shades
        )
        fight.lines = self.fight.lines
        return Judge(fight)

    @cached_property
    def lights(self) -> eyes.Sight:
        """Cover and concealment on this scene."""
        return eyes.Sight(self.scene)

    def reaches_at(self, fighter: Fighter, arm: Arm, at: str) -> bool:
        """Whether an attack strikes at somebody, whoever makes it."""
        return self.reaches(fighter, arm, self.cells(at))

    def cover_degree(self, attacker: Creature, target: Creature, mode: str) -> str:
        """The degree of cover of a target."""
        return str(self.lights.cover(attacker, target, mode)["degree"])

    def is_above(self, by: str, at: str) -> bool:
        """Whether an attacker is on higher ground: nobody is on a flat map."""
        return False

    def is_partner(self, ally: Fighter, attacker: Creature) -> bool:
        """Whether an ally may flank with somebody: one of its side, which is not itself."""
        return ally.side == attacker.side and ally.id != attacker.id

    def flanked(self, attacker: Creature, target: Creature, mode: str) -> bool:
        """Whether somebody stands opposite (2.19): with any of what it threatens with."""
        for ally in self.fight.fighters.values():
            if not self.is_partner(ally, attacker):
                continue
            for arm in self.threatening(ally):
                other = self.creature(ally, arm, ally.at)
                lines = self.fight.lines
                if flanks(self.scene, lines, attacker, other, target, mode) == "ok":
                    return True
        return False

    def odds(self, by: str, arm: Arm, at: str, *, charges: bool = False) -> Odds | None:
        """The chance of one attack, at one who charges perhaps; None = it cannot be made."""
        fighter = self.fight.fighters[by]
        victim = self.fight.fighters[at]
        attacker = self.creature(fighter, arm, fighter.at)
        target = self.scene.by_id[at]
        light = self.light_on(self.cells(at))
        mine = self.names(fighter)
        theirs = self.names(victim)
        if CANNOT_ACT & set(fighter.traits):
            return None
        if arm.mode == "melee" and not self.reaches_at(fighter, arm, at):
            return None
        degree = self.cover_degree(attacker, target, arm.mode)
        if self.is_above(by, at):
            mine.append("higher_ground")  # C-217
        if "invisible" in mine and "see_invisible" in theirs:
            mine.remove("invisible")  # C-219
        if degree != "none":
            theirs.append(degree)
        if self.flanked(attacker, target, arm.mode):
            if self.fight.pf2:
                theirs.append("flanked")
            else:
                mine.append("flanking")
        lit = in_light(self.system, theirs, light)
        table = by_table(self.system, mine, lit, arm.mode, arm.weapon, False)
        if not table.can:
            return None
        bonus = arm.bonus + sum(value for _, value in table.attack)
        bonus += to_the_roll(self.system, mine, arm.mode)
        ac = victim.ac + sum(value for _, value in table.ac)
        ac += to_armour_class(self.system, mine, lit, victim.dexterity)
        if charges:
            ac += CHARGED
        needed = min(20, max(2, ac - bonus))
        seen = self.lights.concealment(attacker, target, arm.mode, light)
        miss = MISS[str(seen["degree"])]
        chance = Fraction(21 - needed, 20) * Fraction(100 - miss, 100)
        return Odds(needed, chance, lit != theirs)


class Groper(Walker):
    """A mover for whom a square that it enters without seeing it is dear (C-046)."""

    judge: Judge

    def doublings(self, end: Cell) -> int:
        mover = self.judge.fight.fighters[self.mover.id]
        unseen = self.judge.gropes(mover, set(block(end, self.side)))
        return super().doublings(end) + (1 if unseen else 0)


def replaced(fighter: Fighter, at: Cell) -> Fighter:
    """The same creature elsewhere."""
    found = Fighter(**vars(fighter))
    found.at = at
    return found


def around(at: Cell) -> list[Cell]:
    """The eight neighbours."""
    x, y = at
    return [(x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j]


def packed(steps: Sequence[int], speed: int, most: int = ACTIONS_OF_PF2) -> bool:
    """Whether so many actions pay for these steps; no square is shared by two (C-018)."""
    actions = 0
    left = 0
    for cost in steps:
        if cost > left:
            actions += 1
            left = speed
        left -= cost
        if left < 0:
            return False
    return actions <= most


def straight_enough(path: Sequence[Cell]) -> bool:
    """Whether a charge is of two squares at least and goes no longer way than it must."""
    start = path[0]
    end = path[-1]
    steps = max(abs(end[0] - start[0]), abs(end[1] - start[1]))
    return measure(start, end) >= 2 and len(list(pairwise(path))) == steps
