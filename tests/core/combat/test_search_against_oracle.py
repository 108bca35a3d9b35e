"""Searches on random scenes: square for square what the textbook search finds, in all systems."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.combat.board.scene import Creature, Manner, Scene
from core.combat.board.squares import Square
from core.combat.movement.moves import move
from core.combat.search.reach import cheapest, reachable
from core.values import replace
from tests.core.combat.oracles.textbook import Textbook
from tests.core.combat.scenes import manners, random_manner, random_scene, scenes, written
from tests.thorough import examples, rounds

SEED = 6
POSITIONS = rounds(150, 1_100)
OTHERS = rounds(40, 200)
MANY = 100_000


def allowed(scene: Scene, manner: Manner) -> Manner:
    """The manner as the scene's system knows it: where hindrances add, none doubles."""
    return replace(manner, extra_doublings=0) if scene.rules.id == "pf2" else manner


def compare(scene: Scene, mover: Creature, manner: Manner) -> None:
    """Costs and stopping places, all of them, with the textbook's."""
    costs, ends = Textbook(scene, mover, manner).answers()
    found = reachable(scene, mover, manner)
    there = list(scene.field.squares(found.reached))
    assert {square: found.cost(square) for square in there} == costs
    assert set(found.squares) == ends
    assert found.count == len(ends)


def compare_ways(scene: Scene, mover: Creature, manner: Manner, some: list[Square]) -> None:
    """Paths read back are lawful movements that cost what the search says."""
    found = reachable(scene, mover, manner)
    for square in some:
        path = found.path(square)
        if not path:
            assert found.cost(square) is None
            continue
        walked = move(scene, mover, path, manner)
        assert (path[0], path[-1]) == (scene.body(mover).anchor, square)
        assert walked.cost == found.cost(square)
        assert walked.legal == (square in found.squares)
        way = cheapest(scene, mover, square, manner)
        assert (way.reachable, way.cost) == (walked.legal, walked.cost if walked.legal else None)


def differ(positions: int, seed: int) -> None:
    for number in range(positions):
        chance = random.Random(f"{seed} {number}")
        scene = random_scene(chance)
        manner = allowed(scene, random_manner(chance, scene))
        mover = chance.choice(scene.creatures)
        try:
            compare(scene, mover, manner)
            if number % 4 == 0:
                board = [Square(*at) for at in _all(scene) if at != tuple(scene.body(mover).anchor)]
                compare_ways(scene, mover, manner, chance.sample(board, min(4, len(board))))
        except AssertionError as wrong:
            raise AssertionError(f"{written(scene)}\n{mover.id} {manner}") from wrong


def _all(scene: Scene) -> list[tuple[int, int]]:
    return [(x, y) for y in range(scene.field.height) for x in range(scene.field.width)]


def test_g_6_costs_and_stopping_places_equal_the_textbook() -> None:
    differ(POSITIONS, SEED)


@examples(20, 60)
@given(st.data())
def test_g_6_any_scene_equals_the_textbook(data: st.DataObject) -> None:
    scene = data.draw(scenes())
    manner = allowed(scene, data.draw(manners(scene)))
    compare(scene, data.draw(st.sampled_from(scene.creatures)), manner)


def test_g_6_square_by_square_the_search_finds_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.combat.search.wavefront.CHUNK", 3)
    monkeypatch.setattr("core.combat.search.wavefront._patience", lambda size: -1)
    differ(OTHERS, SEED + 100)


def test_g_6_a_part_of_the_scene_is_enough_for_a_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.combat.search.reach.WORTH", 0)
    monkeypatch.setattr("core.combat.search.search.GRAIN", 1)
    differ(OTHERS, SEED + 200)


def test_g_6_windows_and_closed_rooms_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.combat.search.search.WORTH", 0)
    monkeypatch.setattr("core.combat.search.search.ROOMS", (1, 3))
    differ(OTHERS, SEED + 300)


@pytest.mark.nightly
@pytest.mark.parametrize("part", range(10))
def test_g_6_a_hundred_thousand_scenes_equal_the_textbook(part: int) -> None:
    differ(MANY // 10, SEED + 1 + part)
