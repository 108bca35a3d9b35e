"""B5, a crowd: what ten conditions or effects on each of twenty creatures cost the cursor."""

from __future__ import annotations

from collections.abc import Iterator

from core.effects.effect import KnownEffect
from core.play.facts.encounter import Lasting
from core.play.facts.fight.combatants import sheet
from core.play.facts.state import State
from core.play.fight.fight_scene import scene_of
from core.play.fight.previews import preview
from core.play.union import Assets
from core.values import replace
from saves.library.effect_library import packaged_effects
from tests.bench.harness import Row, in_turn
from tests.core.play.fight.brawls import HERO, brawl, under, wolf

FOES = 19
CONDITIONS = (
    "shaken", "fatigued", "blinded", "deafened", "entangled", "sickened", "prone", "slowed",
    "dazzled", "hasted",
)  # fmt: skip
EFFECTS = 10
COLUMNS = "ACEGIK"
AIM = 2
"""So many times as long as without any."""


def crowd(*lasting: Lasting) -> State:
    """A hero among nineteen wolves, on all of whom this lasts."""
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


def known_effects(ruleset: str) -> tuple[KnownEffect, ...]:
    """The first effects of a system's library that change figures, as a campaign has them."""
    changing = [effect for effect in packaged_effects(ruleset) if effect.changes]
    return tuple(KnownEffect(f"{effect.name}#1", effect) for effect in changing[:EFFECTS])


def run() -> Iterator[Row]:
    """The scene and the preview of an attack, beside those of a crowd on whom nothing lasts."""
    conditions = tuple(map(Lasting, CONDITIONS))
    yield from _rows("10 conditions", conditions, under("pf1"), "conditions")
    known = known_effects("pf1")
    assert len(known) == EFFECTS
    effects = tuple(Lasting(one.effect.name, effect=one.key) for one in known)
    assets = under("pf1")
    with_effects = replace(assets, rules=assets.rules.with_effects(known))
    yield from _rows("10 effects", effects, with_effects, "effects")


def _rows(told: str, lasting: tuple[Lasting, ...], assets: Assets, without: str) -> Iterator[Row]:
    plain = crowd()
    beset = crowd(*lasting)
    took = in_turn(
        {
            "scene": lambda: scene_of(beset, assets),
            "plain scene": lambda: scene_of(plain, assets),
            "preview": lambda: preview(beset, assets, "hero", "wolf0"),
            "plain preview": lambda: preview(plain, assets, "hero", "wolf0"),
        },
        rounds=60,
    )
    other = f"without {without}"
    crowded = f"20 creatures, {told} each"
    yield Row("B5", f"{crowded}: scene", took["scene"], other, took["plain scene"], AIM)
    yield Row("B5", f"{crowded}: attack", took["preview"], other, took["plain preview"], AIM)
