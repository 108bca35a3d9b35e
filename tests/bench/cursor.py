"""B5: the threat cursor's answer for a square: path, strikers, safe path, partners, cover."""

from __future__ import annotations

import random
from collections.abc import Iterator

from core.combat.board.scene import Creature, Manner, Scene
from core.combat.board.squares import Block, Square, read_field
from core.combat.search.reach import reachable
from core.combat.threat.opportunities import provokes
from core.combat.threat.outlook import Outlook, outlook
from core.play.facts.encounter import Figure
from core.play.facts.state import Assets, State
from core.play.fight.fight_scene import MoverScene
from core.play.fight.moves.charge_plan import ChargePlace, charge_places
from core.values import replace
from tests.bench import crowd
from tests.bench.frames import floor
from tests.bench.grids import by_heap, middle, prices_of, rough
from tests.bench.harness import Row, agree, in_turn
from tests.switched import AS_PACKAGED, Switches, switched

SIZE = (60, 40)
BUDGET = 12
ENEMIES = 12
FRIENDS = 4
SQUARES = 40
AIM = 0.65
"""10 ms as a share of the textbook heap over the whole board, which took 15.4 ms beside it."""
FRAMES = 4
"""An answer may take as many frames of a minimal Textual program."""


def skirmish(ruleset: str, seed: int = 5, switches: Switches = AS_PACKAGED) -> Scene:
    """A hero in the middle among four friends and twelve enemies; every third is Large."""
    chance = random.Random(seed)
    rows = [
        "".join(
            chance.choice("o&^") if sign == ":" and chance.random() < 0.2 else sign for sign in row
        )
        for row in rough(*SIZE)
    ]
    rules = switched(ruleset, switches)
    field = read_field(rows, rules.combat.ground)
    x, y = middle(rows)
    found = [Creature("hero", "M", Square(x, y), "party")]
    taken = field.solid | field.bit(found[0].at)
    for number in range(ENEMIES + FRIENDS):
        foe = number < ENEMIES
        size = "L" if foe and number % 3 == 2 else "M"
        space = rules.combat.sizes[size].space
        while True:
            at = Square(x + chance.randint(-10, 10), y + chance.randint(-9, 9))
            if not taken & field.block(Block(*at, space)):
                break
        taken |= field.block(Block(*at, space))
        weapon = 2 if foe and number % 4 == 3 and size == "M" else None
        side = "foe" if foe else "party"
        found.append(Creature(f"c{number}", size, at, side, weapon_reach=weapon))
    return Scene(rules=rules, field=field, creatures=tuple(found))


def goals(scene: Scene) -> tuple[Square, ...]:
    """Squares that the hero can reach, in the order of a moving cursor."""
    squares = reachable(scene, scene.creatures[0], Manner(budget=BUDGET)).squares
    return tuple(random.Random(5).sample(squares, SQUARES))


def look(scene: Scene, to: Square) -> Outlook:
    """The whole answer for a new scene: nothing is cached but the map."""
    return outlook(replace(scene), scene.creatures[0], to, Manner(budget=BUDGET))


def choose(scene: Scene, target: Creature) -> tuple[ChargePlace, ...]:
    """Where a charge at a target would end, for a new scene."""
    fresh = replace(scene)
    hero = fresh.creatures[0]
    assets = Assets(fresh.rules)
    mover_scene = MoverScene(State(), assets, fresh, hero, Figure(hero.id), hero.id)
    return charge_places(mover_scene, target, (0,))


def run() -> list[Row]:
    frame = floor()
    rows = [row for ruleset in ("pf1", "pf2") for row in _rows(ruleset, frame)]
    return [*rows, *crowd.run()]


def _rows(ruleset: str, frame: float) -> Iterator[Row]:
    scene = skirmish(ruleset)
    squares = goals(scene)
    _agree(scene, squares)
    board = prices_of(list(scene.field.rows))
    at = scene.creatures[0].at
    slowest = max(squares, key=lambda to: in_turn({"ours": lambda: look(scene, to)}, 3)["ours"])
    took = in_turn(
        {
            "all": lambda: [look(scene, to) for to in squares],
            "slowest": lambda: look(scene, slowest),
            "cold": lambda: look(replace(scene, field=replace(scene.field)), slowest),
            "heap": lambda: by_heap(board, (at.x, at.y), 1 << 30),
        },
        rounds=25,
    )
    other = "heapq, whole board", took["heap"], AIM
    yield Row("B5", f"{ruleset}: a square (mean of {SQUARES})", took["all"] / SQUARES, *other)
    yield Row("B5", f"{ruleset}: the slowest of them", took["slowest"], *other)
    yield Row("B5", f"{ruleset}: the same, the map new", took["cold"], *other)
    bare = "a frame, bare Textual"
    targets = [creature for creature in scene.creatures if creature.side == "foe"]
    charges = in_turn(
        {
            "all": lambda: [choose(scene, target) for target in targets],
            "heap": lambda: by_heap(board, (at.x, at.y), 1 << 30),
        },
        rounds=25,
    )
    took_each = charges["all"] / len(targets)
    yield Row(
        "B5",
        f"{ruleset}: places of a charge (mean of {len(targets)})",
        took_each,
        "heapq, whole board",
        charges["heap"],
        AIM,
    )
    yield Row(
        "B5", f"{ruleset}: a square, beside a frame", took["all"] / SQUARES, bare, frame, FRAMES
    )
    yield Row("B5", f"{ruleset}: the slowest, beside a frame", took["slowest"], bare, frame, FRAMES)


def _agree(scene: Scene, squares: tuple[Square, ...]) -> None:
    """Check that an outlook agrees with its parts asked one by one."""
    hero = scene.creatures[0]
    manner = Manner(budget=BUDGET)
    costs = reachable(scene, hero, manner)
    for to in squares:
        found = look(scene, to)
        agree("B5, cost", found.way and found.way.cost, costs.cost(to))
        for way in (found.way, found.safe):
            if way is not None:
                there = provokes(scene, hero, way.path, manner).opportunities
                agree("B5, strikers", way.provoked.opportunities, there)
        agree("B5, views", len(found.views), ENEMIES)
