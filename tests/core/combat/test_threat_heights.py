"""Threat, opportunities and flanking between different heights (house default)."""

from __future__ import annotations

import pytest

from core.combat.board.scene import Creature, Manner, Scene
from core.combat.board.squares import Square, parse_square
from core.combat.threat.opportunities import along, provokes
from core.combat.threat.outlook import outlook
from core.combat.threat.threat import flanking, threatened, threatens
from core.combat.threat.threateners import Threateners
from core.values import replace
from tests.core.combat.staging import open_ground, stage


def one(id: str, at: str, side: str, **more: object) -> Creature:
    return replace(Creature(id, "M", parse_square(at), side), **more)  # type: ignore[arg-type]


def scene(*creatures: Creature) -> Scene:
    return stage("pf1", open_ground(9, 9), *creatures)


@pytest.mark.parametrize(
    ("height", "weapon", "strikes"),
    [(0, None, True), (1, None, True), (2, None, False), (2, 2, True), (3, None, False)],
)
def test_c_096_a_man_on_the_ground_threatens_no_flyer_beyond_his_reach(
    height: int, weapon: int | None, strikes: bool
) -> None:
    man = one("man", "D4", "a", weapon_reach=weapon)
    flyer = one("bird", "D5" if weapon is None else "D4", "b", elevation=height)
    given = scene(man, flyer)
    assert threatens(given, man, flyer) is strikes
    leaves = provokes(given, flyer, [flyer.at, flyer.at.by(1, 1)], Manner(mode="fly"))
    assert bool(leaves.opportunities) is strikes
    found = threatened(given, man, height)
    assert bool(found.everywhere & given.field.bit(flyer.at)) is strikes


def test_c_106_a_climbing_flyer_provokes_only_as_long_as_it_is_within_reach() -> None:
    bird = one("bird", "D5", "b")
    given = scene(one("man", "D4", "a"), bird)
    path = tuple(Square(3 + n, 4) for n in range(3))
    rising = Threateners(given, bird, Manner(mode="fly"), heights=(0, 2, 3))
    assert [o.all for o in along(rising, path).opportunities] == [(path[0],)]
    level = Threateners(given, bird, Manner(mode="fly"))
    assert [o.all for o in along(level, path).opportunities] == [path[:2]]
    dives = Threateners(given, bird, Manner(mode="fly"), heights=(3, 1, 0))
    found = along(dives, path)
    assert [o.all for o in found.opportunities] == [(path[1],)]
    assert any(part.rule == "C-097" and part.default for part in found.receipt.walk())


def test_c_208_one_flanks_only_what_it_reaches_at_its_height() -> None:
    low = one("low", "C4", "a")
    high = one("high", "E4", "a", elevation=3)
    foe = one("foe", "D4", "b")
    assert flanking(scene(low, high, foe), low, high, foe).reason == "ally_not_threatening"
    near = replace(high, elevation=1)
    found = flanking(scene(low, near, foe), low, near, foe)
    assert found.flanked
    assert any(part.rule == "C-097" and part.default for part in found.receipt.walk())


def test_g_6_the_safe_way_of_a_walker_minds_who_hovers_over_it() -> None:
    hero = one("hero", "A5", "a")
    harpy = one("harpy", "D5", "b", elevation=1)
    far = replace(harpy, elevation=4)
    found = outlook(scene(hero, harpy), hero, parse_square("G5"), Manner(budget=20))
    assert found.way is not None
    assert found.way.provoked.opportunities
    assert found.safe is not None
    assert not found.safe.provoked.opportunities
    assert found.safe.cost > found.way.cost
    away = outlook(scene(hero, far), hero, parse_square("G5"), Manner(budget=20))
    assert away.way is not None
    assert not away.way.provoked.opportunities
