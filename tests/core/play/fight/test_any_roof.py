"""Random fights on roofs, among walls of all heights and in the air above, step by step.

Riders, mounts with wings, allies and bystanders are among them. A step is a move at one height or
an attack on a fresh turn: the command, its preview and the oracle of heights say the same of
whether it can be made, what it costs, who may strike at it and where, of cover and of the chance.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import partial
from types import MappingProxyType

import pytest

from core.combat.board.drawing import Board, BoardHeight, Light
from core.creatures import Mode
from core.play.facts.encounter import Figure
from core.play.facts.fight.blows.commands import MakeAttack
from core.play.facts.fight.combatants import changed_figure
from core.play.facts.fight.moves.commands import Move
from core.play.facts.state import Assets, State
from core.play.fight.previews import preview
from core.values import replace
from tests.core.combat.oracles.fights import Cell, Fighter, Odds, Side, Strikes
from tests.core.combat.oracles.heights import Action
from tests.core.combat.oracles.roofs import Roofs, Town, Wall
from tests.core.combat.oracles.walking import SPACE
from tests.core.play.fight.skirmishes import (
    DRAKE,
    HORSE,
    OGRE,
    SOLDIER,
    Kind,
    Maker,
    Skirmish,
    attack,
)
from tests.core.play.fight.walks import AS_A_ROLL, WAYS, Walk, fresh, name_of, stroll

SYSTEMS = ("pf1", "dnd35", "sf", "pf2")
QUICK = 3
LONG = 5_000
SEED = 5353
HAWK = Kind("hawk", "SML", (("fly", (6, 8)), ("walk", (2,))), ((attack("bite", 4),),))
GRIFFON = Kind(
    "griffon", "LLH", (("fly", (8,)), ("walk", (6,))), ((attack("claw", 5),),), long=True
)
DRAGON = Kind(
    "dragon",
    "LHH",
    (("fly", (8, 10)), ("walk", (6,))),
    ((attack("bite", 7),), (attack("claw", 6), attack("tail", 5, reach=3, near=True))),
    long=True,
)
SPIDER = Kind("spider", "ML", (("climb", (4,)), ("walk", (6,))), ((attack("bite", 4),),), long=True)
KINDS = (SOLDIER, SOLDIER, SOLDIER, OGRE, DRAKE, HAWK, HAWK, DRAGON, SPIDER)
ACTIONS: tuple[Action, ...] = ("move", "move", "withdraw", "step")
UPWARDS: tuple[Mode, ...] = ("fly", "climb")
MOUNTS = (HORSE, GRIFFON, GRIFFON)
KINDS_OF_STEPS = (
    "riders",
    "above or below",
    "walks on roofs",
    "flights",
    "refused moves",
    "moves with strikes",
)
LEAST = 100
"""So many steps of each of these kinds there are among the long ones of a system."""


class Builder(Maker):
    """Draws a fight among houses, trees and walls, with some on roofs and in the air."""

    kinds = KINDS
    mounts = MOUNTS
    lights: tuple[Light, ...] = ("bright", "bright", "dim")
    """What a flyer pays that does not see its way is not stated."""

    def __init__(self, chance: random.Random, system: str) -> None:
        self.tops: dict[Cell, int] = {}
        self.walls: dict[Wall, int | None] = {}
        self.feet: dict[str, int] = {}
        self.chosen = 0
        super().__init__(chance, system, AS_A_ROLL)

    def ground(self) -> tuple[str, ...]:
        """Open ground, some of it rough, with houses, trees, crates, and walls on borders."""
        chance = self.chance
        self.taken = set()
        self.fighters = {}
        self.beings = []
        self.feet = {}
        rows = [[chance.choice("......:") for _ in range(self.width)] for _ in range(self.height)]
        self.tops = {}
        for _ in range(chance.randint(1, 3)):
            self.build(rows)
        for _ in range(chance.randint(0, 4)):
            x, y = chance.randrange(self.width), chance.randrange(self.height)
            rows[y][x] = "o"
            self.tops.pop((x, y), None)
            if chance.random() < 0.5:
                self.tops[x, y] = chance.randint(1, 4)
        self.walls = dict(self.borders())
        return tuple("".join(row) for row in rows)

    def build(self, rows: list[list[str]]) -> None:
        """A house; now and then it reaches to the ceiling."""
        chance = self.chance
        left = chance.randrange(self.width - 2)
        up = chance.randrange(self.height - 2)
        high = chance.choice((1, 1, 2, 2, 3, 4, None))
        for y in range(up, min(self.height, up + chance.randint(1, 4))):
            for x in range(left, min(self.width, left + chance.randint(2, 5))):
                rows[y][x] = "#"
                self.tops.pop((x, y), None)
                if high is not None:
                    self.tops[x, y] = high

    def borders(self) -> Iterator[tuple[Wall, int | None]]:
        chance = self.chance
        for _ in range(chance.randint(0, 5)):
            x, y = chance.randrange(self.width - 1), chance.randrange(self.height - 1)
            other = chance.choice(((x + 1, y), (x, y + 1)))
            yield ((x, y), other), chance.choice((1, 2, 3, None))

    def place(self, size: str, mode: str) -> Cell | None:
        """A free place for a space of this size, more often high than not; None = there is none."""
        side = SPACE[size]
        spots = []
        for y in range(self.height - side + 1):
            for x in range(self.width - side + 1):
                cells = [(x + i, y + j) for i in range(side) for j in range(side)]
                spots += [((x, y), feet) for feet in self.levels(cells, mode)]
        high = [spot for spot in spots if spot[1]]
        if high and self.chance.random() < 0.6:
            spots = high
        if not spots:
            return None
        at, self.chosen = self.chance.choice(spots)
        return at

    def levels(self, cells: list[Cell], mode: str) -> list[int]:
        """The heights at which a space may be: borne, or in the air."""
        tops = {self.tops.get(cell, 0) for cell in cells}
        shut = any(self.rows[y][x] in "#o" and (x, y) not in self.tops for x, y in cells)
        astride = any(set(wall) <= set(cells) for wall in self.walls)
        if shut or astride or self.taken & set(cells):
            return []
        if mode in UPWARDS:
            return list(range(max(1, *tops), 7))
        return [max(tops)] if len(tops) == 1 else []

    def add(self, kind: Kind, side: Side, rides: str = "") -> Fighter | None:
        made = super().add(kind, side, rides)
        if made is not None:
            self.feet[made.id] = self.feet[rides] if rides else self.chosen
        return made

    def town(self) -> Town:
        return Town(self.rows, self.tops, self.walls)

    def build_up(self, skirmish: Skirmish) -> tuple[State, Assets]:
        """The fight as the program has it, with the heights."""
        heights = [BoardHeight(name_of(cell), top) for cell, top in self.tops.items()]
        for wall, top in self.walls.items():
            if top is not None:
                heights.append(BoardHeight(border(wall), top))
        board = Board(self.rows, tuple(map(border, self.walls)), heights=tuple(heights))
        assets = replace(skirmish.assets, boards=MappingProxyType({"b" * 64: board}))
        state = skirmish.state
        for one in self.fighters.values():
            state = changed_figure(state, one.id, partial(raised, feet=self.feet[one.id]))
        return state, assets


def raised(figure: Figure, feet: int) -> Figure:
    return replace(figure, elevation=feet, mode="fly" if feet else "walk")


def heading_nowhere(figure: Figure) -> Figure:
    return replace(figure, heading="")


def border(wall: Wall) -> str:
    return "/".join(map(name_of, wall))


class Over(Walk):
    """One random fight on roofs, walked and flown through."""

    builder: Builder
    known: Roofs | None = None
    judged: Sequence[tuple[Cell, int]] = ()

    def made(self) -> Skirmish:
        self.builder = Builder(self.chance, self.system)
        skirmish = self.builder.make()
        skirmish.state, skirmish.assets = self.builder.build_up(skirmish)
        return skirmish

    def step(self) -> None:
        """One move at one height, or one attack, on a fresh turn."""
        self.tally["steps"] += 1
        self.going = None
        self.state = fresh(self.state)
        for who in self.fight.fighters:
            self.state = changed_figure(self.state, who, heading_nowhere)
        kind = self.chance.random()
        if kind < 0.4 or not self.movers():
            self.attack()
        elif kind < 0.6:
            self.rise()
        else:
            self.move()

    def judge(self) -> Roofs:
        """The judge of the fight, the same one until somebody has moved."""
        places = [(one.at, self.builder.feet[one.id]) for one in self.fight.fighters.values()]
        if places != self.judged:
            known = self.known
            self.known = Roofs(self.fight, self.builder.town(), self.builder.feet)
            if known is not None:
                self.known.maps = known.maps
            self.judged = places
        assert self.known is not None
        return self.known

    def movers(self) -> list[str]:
        """No crawlers, and no flyers and climbers who are blinded (their price is not stated)."""
        return [who for who in super().movers() if not self.gropes(self.fight.bearer(who))]

    def gropes(self, mover: Fighter) -> bool:
        return "blinded" in mover.traits and bool(set(mover.speeds) & set(UPWARDS))

    def mode(self, mover: Fighter) -> Mode:
        """How it goes: in the air it flies, or tries to walk now and then."""
        aloft = not self.judge().is_borne(mover.id)
        if aloft and self.chance.random() < 0.9:
            return "fly"
        return self.chance.choice([mode for mode in mover.speeds if mode != "climb"])

    def dread(self, at: Cell, mover: Fighter) -> float:
        side = SPACE[mover.size]
        feet = self.builder.feet[mover.id]
        cells = [(at[0] + i, at[1] + j) for i in range(side) for j in range(side)]
        bad = any(self.builder.tops.get(cell, 0) != feet for cell in cells)
        return self.chance.random() + (0.7 if bad else 0)

    def rise(self) -> None:
        """Somebody flies or climbs up or down, perhaps to a neighbouring square."""
        chance = self.chance
        able = [who for who in self.movers() if set(self.fight.bearer(who).speeds) & set(UPWARDS)]
        if not able:
            return
        who = chance.choice(able)
        mover = self.fight.bearer(who)
        mode = next(mode for mode in UPWARDS if mode in mover.speeds)
        action: Action = chance.choice(ACTIONS)
        dx, dy = chance.choice([*WAYS, *[(0, 0)] * 4])
        to = (mover.at[0] + dx, mover.at[1] + dy)
        if not self.holds(to, mover):
            return
        feet = self.builder.feet[who]
        change = chance.choice((-3, -2, -1, 1, 2, 3)) if to == mover.at else chance.choice((-1, 1))
        end = max(0, feet + change)
        verdict = self.judge().rise(who, to, end, action, mode)
        if verdict is None or end == feet:
            return
        words = (name_of(mover.at),) if to == mover.at else (name_of(mover.at), name_of(to))
        command = Move(who, path=words, action=action, mode=mode, elevation=end)
        self.wish = command
        self.tally["rises"] += 1
        ahead = self.foretold(command)
        found = self.decided(command)
        if not verdict.legal:
            self.tally["refused rises"] += 1
            assert isinstance(ahead, str), (verdict, "the preview allows it")
            assert ahead == found
            return
        assert not isinstance(ahead, str), (verdict, ahead)
        assert not isinstance(found, str), (verdict, found)
        assert ahead.cost == verdict.cost, (ahead.cost, verdict)
        self.go_on(found, verdict.cost, [mover.at, to])
        for one in self.fight.pair(who):
            one.at = to
            self.builder.feet[one.id] = end

    def kinds_of_move(
        self, who: str, bearer: Fighter, mode: Mode, legal: bool, strikes: Strikes
    ) -> Iterator[str]:
        yield from super().kinds_of_move(who, bearer, mode, legal, strikes)
        if legal and mode == "fly":
            yield "flights"
        if legal and mode == "walk" and self.builder.feet[bearer.id]:
            yield "walks on roofs"

    def count_attack(self, by: Fighter, at: Fighter, odds: Odds | None) -> None:
        super().count_attack(by, at, odds)
        self.tally["above or below"] += self.builder.feet[by.id] != self.builder.feet[at.id]

    def attack(self) -> None:
        """The cover is the oracle's, too."""
        super().attack()
        if isinstance(self.wish, MakeAttack):
            self.compare_cover(self.wish)

    def compare_cover(self, wish: MakeAttack) -> None:
        by = self.fight.fighters[wish.by[0]]
        planned = preview(self.state, self.assets, by.id, wish.at, wish.attack)
        arm = next(arm for arm in by.arms if arm.index == wish.attack)
        judge = self.judge()
        target = judge.scene.by_id[wish.at]
        degree = judge.cover_degree(judge.creature(by, arm, by.at), target, arm.mode)
        self.tally[f"cover: {degree}"] += 1
        assert planned.grid.cover.degree == degree, planned.grid.cover

    def told(self) -> str:
        walls = [f"wall {border(wall)} {top}" for wall, top in self.builder.walls.items()]
        tops = [f"top {name_of(cell)} {top}" for cell, top in sorted(self.builder.tops.items())]
        return "\n".join((super().told(), f"feet {self.builder.feet}", *walls, *tops))


@pytest.mark.parametrize("system", SYSTEMS)
def test_heights_any_step_on_roofs_and_above_is_as_the_oracle_has_it(system: str) -> None:
    """Given random fights on roofs, when somebody moves or attacks, then all three agree."""
    stroll(Over, system, QUICK, str(SEED))


@pytest.mark.nightly
@pytest.mark.parametrize("system", SYSTEMS)
def test_heights_five_thousand_steps_of_a_system_are_as_the_oracle_has_them(system: str) -> None:
    """With -s it tells how many steps of each kind there were; the seed is told on failure."""
    seed = str(random.SystemRandom().randrange(10**6))
    tally = stroll(Over, system, LONG, seed)
    print(system, seed, dict(tally))
    assert tally["steps"] == LONG
    assert {kind: tally[kind] for kind in KINDS_OF_STEPS if tally[kind] < LEAST} == {}
