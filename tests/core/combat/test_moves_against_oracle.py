"""Steps, prices and stopping places on random scenes: equal to the plain oracle."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.combat.board.scene import Creature, Manner, Scene
from core.combat.board.squares import DIRECTIONS, Block, Square
from core.combat.movement.footing import footing
from core.combat.movement.moves import MeasuredMove, move
from core.combat.movement.prices import price
from core.combat.movement.stops import halt_mover, may_end
from core.combat.sight.lines import line_of_effect
from core.values import replace
from tests.core.combat.oracles.walking import Answer, Walker
from tests.core.combat.scenes import manners, random_manner, random_scene, scenes, written
from tests.thorough import examples, rounds

SEED = 21
PATHS = rounds(300, 2_000)
MAPS = rounds(25, 100)
MANY = 100_000
WAYS = tuple(DIRECTIONS.values())


def manner_for(chance: random.Random, scene: Scene) -> Manner:
    manner = random_manner(chance, scene)
    return replace(manner, extra_doublings=0) if scene.rules.id == "pf2" else manner


def scene_for(chance: random.Random) -> Scene:
    """A scene; now and then a crowd of the very small in very little room."""
    if chance.random() < 0.05:
        return random_scene(chance, most=12, widest=2, sizes=chance.choice(("T", "FDTM")))
    return random_scene(chance, widest=9)


def path_for(chance: random.Random, scene: Scene, mover: Creature) -> list[Square]:
    """A walk of some steps, seldom off the map; now and then straight or leaping."""
    start = scene.body(mover).anchor
    found = [start]
    way = chance.choice(WAYS)
    straight = chance.random() < 0.3
    for _ in range(chance.choice((0, 1, 1, 1, 2, 3, 4, 6, 6))):
        if not straight:
            way = chance.choice(
                [way for way in WAYS if scene.field.holds(found[-1].by(*way))] or WAYS
            )
        far = 2 if chance.random() < 0.01 else 1
        found.append(found[-1].by(far * way[0], far * way[1]))
    return found


def plain(found: MeasuredMove) -> Answer:
    return Answer(found.legal, found.reason, found.cost, found.steps, found.at, found.hazard_steps)


def compare_path(chance: random.Random, scene: Scene, manner: Manner) -> None:
    """A movement of one creature, where it may stop, and where it ends when it is halted."""
    mover = chance.choice(scene.creatures)
    walker = Walker(scene, mover, manner)
    path = path_for(chance, scene, mover)
    assert plain(move(scene, mover, path, manner)) == walker.move(path)
    at = chance.choice(path)
    assert may_end(scene, mover, at, manner).reason == walker.stop(at)
    found = halt_mover(scene, mover, path, at, manner)
    expected = walker.halted(path, at, sees=lambda a, b: sees(scene, walker.side, a, b))
    assert (list(found.options), found.gm_decides) == expected


def sees(scene: Scene, side: int, a: tuple[int, int], b: tuple[int, int]) -> bool:
    return line_of_effect(scene.field, Block(*a, side), Block(*b, side))


def compare_map(scene: Scene, mover: Creature, manner: Manner) -> None:
    """All eight steps at every anchor, their prices with either parity, and all endings."""
    foot = footing(scene, mover, manner)
    walker = Walker(scene, mover, manner)
    steps = foot.steps
    field = scene.field
    for at in (Square(x, y) for y in range(field.height) for x in range(field.width)):
        assert bool(steps.ends & field.bit(at)) == (walker.stop(at) == "ok"), at
        for name, way in DIRECTIONS.items():
            end = at.by(*way)
            allowed = not foot.still and not walker.step(at, end)
            assert bool(steps.into[name] & field.bit(end)) == allowed, (at, end)
            for parity in (0, 1) if allowed else ():
                found = price(steps, name, field.bit(end), parity)
                assert (found.cost, found.parity) == walker.cost(at, end, parity), (at, end)


def differ(paths: int, maps: int, seed: int) -> None:
    chance = random.Random(seed)
    for number in range(paths + maps):
        scene = scene_for(chance)
        manner = manner_for(chance, scene)
        try:
            if number < paths:
                compare_path(chance, scene, manner)
            else:
                compare_map(scene, scene.creatures[0], manner)
        except AssertionError as wrong:
            raise AssertionError(f"{written(scene)}\n{manner}\n{wrong}") from wrong


def test_c_021_movements_and_stops_equal_the_oracle() -> None:
    differ(PATHS, 0, SEED)


def test_g_5_every_step_of_the_search_equals_the_oracle() -> None:
    differ(0, MAPS, SEED)


@examples(25, 50)
@given(st.data())
def test_c_058_movements_on_drawn_scenes_equal_the_oracle(data: st.DataObject) -> None:
    """As above by Hypothesis, which makes what fails as small as it can."""
    scene = data.draw(scenes(widest=6, most=4))
    manner = data.draw(manners(scene))
    if scene.rules.id == "pf2":
        manner = replace(manner, extra_doublings=0)
    ways = data.draw(st.lists(st.sampled_from(WAYS), max_size=4))
    path = [scene.body(scene.creatures[0]).anchor]
    for way in ways:
        path.append(path[-1].by(*way))
    found = move(scene, scene.creatures[0], path, manner)
    assert plain(found) == Walker(scene, scene.creatures[0], manner).move(path)
    assert all(part.rule for part in found.receipt.walk())


@pytest.mark.nightly
@pytest.mark.parametrize("part", range(10))
def test_c_021_movements_and_steps_equal_the_oracle_a_hundred_thousand_times(part: int) -> None:
    differ(MANY // 10, MANY // 200, SEED + 1 + part)
