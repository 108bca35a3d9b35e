"""B5, a crowd: what ten conditions on each of twenty creatures cost the answers of a cursor."""

from __future__ import annotations

from collections.abc import Iterator

from core.play.facts.encounter import Lasting
from core.play.facts.fight.combatants import sheet
from core.play.facts.state import State
from core.play.fight.fight_scene import scene_of
from core.play.fight.previews import preview
from core.values import replace
from tests.bench.harness import Row, in_turn
from tests.core.play.fight.brawls import HERO, brawl, under, wolf

FOES = 19
TEN = (
    "shaken", "fatigued", "blinded", "deafened", "entangled", "sickened", "prone", "slowed",
    "dazzled", "hasted",
)  # fmt: skip
COLUMNS = "ACEGIK"
AIM = 2
"""So many times as long as without conditions."""


def crowd(*conditions: str) -> State:
    """A hero among nineteen wolves, all of whom have these conditions."""
    lasting = tuple(map(Lasting, conditions))
    walking = replace(sheet(HERO), speeds=(("walk", 6),))
    hero = replace(HERO, lasting=lasting, sheet=walking)
    wolves = [
        wolf(f"wolf{number}", chr(ord("a") + number), lasting=lasting) for number in range(FOES)
    ]
    places = {
        one.id: f"{COLUMNS[number % len(COLUMNS)]}{2 + number // len(COLUMNS)}"
        for number, one in enumerate(wolves)
    }
    return brawl(hero, *wolves, board="open", changed=None, hero="B1", **places)


def run() -> Iterator[Row]:
    """The scene and the preview of an attack, beside those of a crowd without conditions."""
    assets = under("pf1")
    plain = crowd()
    beset = crowd(*TEN)
    took = in_turn(
        {
            "scene": lambda: scene_of(beset, assets),
            "plain scene": lambda: scene_of(plain, assets),
            "preview": lambda: preview(beset, assets, "hero", "wolf0"),
            "plain preview": lambda: preview(plain, assets, "hero", "wolf0"),
        },
        rounds=60,
    )
    without = "without conditions"
    yield Row(
        "B5", "20 creatures, 10 conditions each: scene", took["scene"], without,
        took["plain scene"], AIM,
    )  # fmt: skip
    yield Row(
        "B5", "20 creatures, 10 conditions each: attack", took["preview"], without,
        took["plain preview"], AIM,
    )  # fmt: skip
