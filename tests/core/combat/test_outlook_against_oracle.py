"""What awaits a mover at a square, on random scenes, against a heap that closes what provokes."""

from __future__ import annotations

import random

import pytest

from core.combat.board.drawing import Light
from core.combat.board.scene import Action, Creature, Manner, Scene
from core.combat.board.squares import Block, Square
from core.combat.movement.moves import move
from core.combat.threat.outlook import Outlook, SquareApproach, outlook
from core.values import replace
from tests.core.combat.oracles.lines import Cell
from tests.core.combat.oracles.opportunities import Watching, block
from tests.core.combat.oracles.textbook import Textbook
from tests.core.combat.oracles.threats import Sight, flanks, space, threatens_any
from tests.core.combat.scenes import random_manner, with_zones, written
from tests.core.combat.staging import stage, who
from tests.thorough import rounds

SEED = 107
SQUARES = rounds(40, 150)
MANY = 20_000
ACTIONS: tuple[Action, ...] = ("move", "move", "move", "withdraw", "run", "five_foot_step", "step")
LIGHTS: tuple[Light, ...] = ("bright", "bright", "bright", "dark")


class Unwatched(Textbook):
    """The textbook search without the steps that let an enemy strike."""

    def __init__(self, scene: Scene, mover: Creature, manner: Manner, already: list[str]) -> None:
        super().__init__(scene, mover, manner)
        self.watching = Watching(scene, mover, manner, Sight(scene.field))
        self.watching.trail = 1  # whoever could strike at what follows could when it led
        self.enemies = [
            enemy for enemy in self.watching.enemies() if not self.watching.excused(enemy, already)
        ]

    def _step(self, old: Cell, way: Cell) -> tuple[int, int] | None:
        found = super()._step(old, way)
        if found is None:
            return None
        new = old[0] + way[0], old[1] + way[1]
        path = [old, new] if old == self.start else [self.start, old, new]
        number = len(path) - 2
        if any(self.watching.provokes(enemy, path, number) for enemy in self.enemies):
            return None
        return found


GROUNDS = ("." * 20 + ":#", "." * 12 + ":%^&#o", "." * 8 + "##o", ".")
STATES: tuple[tuple[str, ...], ...] = (
    (), (), (), (), (), (), ("invisible",), ("flat_footed",), ("stunned",), ("blinded",),
)  # fmt: skip


def scene_for(chance: random.Random) -> Scene:
    """A skirmish on nearly open ground: a mover, one to three enemies, and a friend at times."""
    width = chance.randint(4, 10)
    height = chance.randint(3, 8)
    ground = chance.choice(GROUNDS)
    rows = " ".join("".join(chance.choices(ground, k=width)) for _ in range(height))
    creatures: list[Creature] = []
    sides = ["party", *["foe"] * chance.randint(1, 3), *["party"] * chance.randint(0, 2)]
    for number, side in enumerate(sides):
        size = chance.choice("MMMMLLST") if number else chance.choice("MMMTTL")
        squares = 2 if size == "L" else 1
        at = Square(chance.randint(0, width - squares), chance.randint(0, height - squares))
        creatures.append(
            who(
                f"c{number}",
                size,
                str(at),
                side,
                *chance.choice(STATES),
                weapon_reach=chance.choice((None, None, None, 2, 3)),
                hidden=chance.random() < 0.1,
                near=chance.random() < 0.5,
            )
        )
    walls = edges(chance, width, height)
    low = edges(chance, width, height)
    system = chance.choice(("pf1", "pf1", "dnd35", "sf", "pf2"))
    light = chance.choice(LIGHTS)
    return with_zones(chance, stage(system, rows, *creatures, walls=walls, low=low, light=light))


def edges(chance: random.Random, width: int, height: int) -> str:
    """None on most maps, else a few."""
    found = []
    for _ in range(chance.choice((0, 0, 0, 1, 3))):
        at = Square(chance.randint(0, width - 2), chance.randint(0, height - 2))
        found.append(f"{at}/{at.by(*chance.choice(((1, 0), (0, 1))))}")
    return " ".join(found)


def manner_for(chance: random.Random, scene: Scene) -> Manner:
    manner = Manner(
        chance.choice(ACTIONS),
        budget=chance.choice((None, 3, 8, 16)),
        tumble=chance.choice((False, False, False, False, frozenset({"c1"}))),
        squeeze=chance.random() < 0.2,
        full_round=chance.random() < 0.1,
        diagonals_before=chance.randint(0, 1),
    )
    if chance.random() < 0.2:
        return replace(
            random_manner(chance, scene), action=chance.choice(ACTIONS), extra_doublings=0
        )
    return manner


def goal_for(chance: random.Random, scene: Scene, plain: Textbook) -> Square:
    """Now and then any square, else one within reach, rather far off."""
    field = scene.field
    side = plain.side
    held = [
        Square(x, y)
        for y in range(field.height)
        for x in range(field.width)
        if field.contains(Block(x, y, side))
    ]
    costs, stops = plain.answers()
    near = sorted(stops, key=lambda at: (costs[at], at))
    if not near or chance.random() < 0.1:
        return chance.choice(held)
    return chance.choice(near[len(near) // 2 :])


def compare(chance: random.Random) -> None:
    scene = scene_for(chance)
    already = ["c2"] if chance.random() < 0.2 else []
    mover = chance.choice(scene.creatures[:2])
    manner = manner_for(chance, scene)
    plain = Textbook(scene, mover, manner)
    safe = Unwatched(scene, mover, manner, already)
    to = goal_for(chance, scene, plain)
    try:
        found = outlook(scene, mover, to, manner, already)
        if to != plain.start:
            compare_way(scene, mover, manner, found.way, expected(plain, to))
            compare_way(scene, mover, manner, found.safe, expected(safe, to))
            assert found.safe is None or not found.safe.provoked.opportunities
        compare_there(scene, found, plain.side)
    except AssertionError as wrong:
        told = written(scene), mover.id, manner, already, str(to)
        raise AssertionError(*told) from wrong


def expected(search: Textbook, to: Square) -> int | None:
    costs, stops = search.answers()
    return costs[to] if to in stops else None


def compare_way(
    scene: Scene, mover: Creature, manner: Manner, way: SquareApproach | None, cost: int | None
) -> None:
    """The cost is that of the heap, and the way can be gone for it."""
    assert (None if way is None else way.cost) == cost
    if way is not None:
        gone = move(scene, mover, way.path, manner)
        assert (gone.legal, gone.cost) == (True, way.cost)


def compare_there(scene: Scene, found: Outlook, side: int) -> None:
    """Whom the mover threatens and flanks from there, who threatens it, and who watches."""
    moved = scene.moved(found.mover.id, found.to)
    if any(
        one.id == found.mover.id and len(space(moved, one)) != side**2 for one in moved.creatures
    ):
        return  # it squeezes: its space there is that of the leading block
    sight = Sight(scene.field)
    who = next(one for one in moved.creatures if one.id == found.mover.id)
    watching = Watching(moved, who, Manner(), sight)
    foes = watching.enemies()
    here = block((found.to.x, found.to.y), side)
    assert found.targets == tuple(
        foe.id for foe in foes if threatens_any(moved, sight, who, space(moved, foe))
    )
    assert [(view.by, view.threatens) for view in found.views] == [
        (foe.id, threatens_any(moved, sight, foe, here)) for foe in foes
    ]
    assert [(one.target, one.ally) for one in found.partners] == [
        (foe.id, ally.id)
        for foe in foes
        for ally in moved.creatures
        if ally not in watching.pair
        and ally.side == who.side
        and flanks(moved, sight, who, ally, foe, "melee") == "ok"
    ]


def differ(squares: int, seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(squares):
        compare(chance)


def test_the_cheapest_way_and_the_cheapest_that_provokes_nobody_are_those_of_the_heap() -> None:
    differ(SQUARES, SEED)


@pytest.mark.nightly
@pytest.mark.parametrize("part", range(10))
def test_the_ways_are_those_of_the_heap_many_times(part: int) -> None:
    differ(MANY // 10, SEED + 1 + part)
