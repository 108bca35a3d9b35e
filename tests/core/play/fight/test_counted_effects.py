"""Effects that a blow lowers: images of the target, points that stone skin takes."""

from __future__ import annotations

from core.dice import Answer, Ruled, Typed
from core.effects.effect import Effect
from core.play.facts.fight.blows.commands import MakeAttack
from core.play.facts.fight.blows.events import Struck
from core.play.facts.fight.combatants import someone
from core.play.facts.fight.turns.commands import SetCondition
from core.play.facts.fold import Event
from core.play.facts.state import State
from core.play.facts.table.events import Damaged
from core.play.union import Assets, evolve_all, narrate
from core.values import replace
from tests.builders import when
from tests.core.play.fight.brawls import HERO, WOLF, asks, brawl, happens, under
from tui.kit.phrases import say

IMAGES = Effect(name="mirror image", does=("images near 5",))
STONE = Effect(name="stoneskin", does=("absorb 10 except adamantine",))
STRIKE = MakeAttack(("hero",), "wolf")
KEY = "attack/r1/hero/1"


def with_effect(effect: Effect, value: int) -> tuple[State, Assets]:
    """A wolf with an effect of this value, beside a hero; and the assets of its campaign."""
    state = brawl(HERO, WOLF, hero="C3", wolf="D3")
    assets = under()
    command = SetCondition(("wolf",), effect.name, value=value, effect=effect)
    state = evolve_all(state, when(command, state, {}, assets).events)
    return state, replace(assets, rules=assets.rules.with_effects(state.effects))


def strike(state: State, assets: Assets, answers: dict[str, Answer]) -> tuple[Event, ...]:
    """The events of the hero's blow."""
    return happens(STRIKE, state, answers, assets=assets)


def left(state: State) -> int:
    """What is left of the wolf's effect; 0 where it has none."""
    return next((one.value for one in someone(state, "wolf").lasting), 0)


def outcomes(events: tuple[Event, ...]) -> list[str]:
    """What became of the blows."""
    return [one.outcome for one in events if isinstance(one, Struck)]


def test_a_hit_asks_which_of_the_images_it_is() -> None:
    """Given three images, then a hit asks a d4: 1 is the wolf, else an image is lost."""
    state, assets = with_effect(IMAGES, 3)
    (asked,) = asks(STRIKE, state, {KEY: Typed(15)}, assets=assets).values()
    assert (asked.key, asked.dice, asked.wanted) == (f"{KEY}/image", "d4", (1,))

    struck = strike(state, assets, {KEY: Typed(15), f"{KEY}/image": Typed(2)})
    assert outcomes(struck) == ["image"]
    assert left(evolve_all(state, struck)) == 2
    assert not [one for one in struck if isinstance(one, Damaged)]
    assert "image" in say(narrate(struck[0], evolve_all(state, struck)))

    real = strike(
        state, assets, {KEY: Typed(15), f"{KEY}/image": Typed(1), f"{KEY}/damage": Typed(9)}
    )
    assert outcomes(real) == ["hit"]
    assert left(evolve_all(state, real)) == 3


def test_a_near_miss_takes_an_image_and_a_wide_one_none() -> None:
    """Given Armour Class 14 and +8, then 13 misses by 1: an image; 8 misses by 6: none."""
    state, assets = with_effect(IMAGES, 3)
    near = strike(state, assets, {KEY: Typed(2)})
    assert outcomes(near) == ["miss"]
    assert left(evolve_all(state, near)) == 2
    by_word = strike(state, assets, {KEY: Ruled("fail")})
    assert left(evolve_all(state, by_word)) == 3

    far, assets = with_effect(replace(IMAGES, does=("images near 3",)), 3)
    missed = strike(far, assets, {KEY: Typed(2)})
    assert outcomes(missed) == ["miss"]
    assert left(evolve_all(far, missed)) == 3


def test_the_last_image_ends_the_effect() -> None:
    """Given one image, then the effect ends with it, and the next hit asks for none."""
    state, assets = with_effect(IMAGES, 1)
    state = evolve_all(state, strike(state, assets, {KEY: Typed(15), f"{KEY}/image": Typed(2)}))
    assert someone(state, "wolf").lasting == ()


def test_stoneskin_takes_ten_of_each_blow_until_it_is_used_up() -> None:
    """Given 12 points of stoneskin, then blows of 9, of 11 and of 9 deal 0, 8 and 9."""
    state, assets = with_effect(STONE, 12)
    dealt = []
    for points in (9, 11, 9):
        events = strike(state, assets, {KEY: Typed(15), f"{KEY}/damage": Typed(points, total=True)})
        dealt.append(sum(one.amount for one in events if isinstance(one, Damaged)))
        fresh = evolve_all(state, events)
        wolf = someone(fresh, "wolf")
        assert outcomes(events) == ["hit"]
        state = brawl(HERO, replace(WOLF, lasting=wolf.lasting), hero="C3", wolf="D3")
        state = replace(state, effects=fresh.effects)
    assert dealt == [0, 8, 9]
    assert left(state) == 0


def test_adamantine_passes_stoneskin() -> None:
    """Given an adamantine sword, then all of its damage is dealt, and nothing is used up."""
    assert HERO.sheet is not None
    (sword, *others) = HERO.sheet.attacks
    blade = replace(sword, name="adamantine sword")
    hero = replace(HERO, sheet=replace(HERO.sheet, attacks=(blade, *others)))
    state, assets = with_effect(STONE, 12)
    wolf = someone(state, "wolf")
    passing = replace(brawl(hero, wolf, hero="C3", wolf="D3"), effects=state.effects)
    events = strike(passing, assets, {KEY: Typed(15), f"{KEY}/damage": Typed(9, total=True)})
    assert [one.amount for one in events if isinstance(one, Damaged)] == [9]
    assert left(evolve_all(passing, events)) == 12
