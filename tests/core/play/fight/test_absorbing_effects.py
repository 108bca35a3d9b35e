"""Effects that resist, reduce or absorb damage: what they take of it, and when they are used up."""

from __future__ import annotations

from core.effects.effect import Effect, KnownEffect
from core.play.facts.encounter import Lasting
from core.play.facts.fight.combatants import someone
from core.play.facts.fold import Event, evolve_all
from core.play.facts.state import State
from core.play.facts.table.commands import Hurt
from core.play.facts.table.events import Damaged
from core.play.union import Assets
from core.values import replace
from tests.core.play.fight.brawls import WOLF, brawl, happens, under


def warded(change: str, value: int = 0) -> tuple[State, Assets]:
    """A wolf of 50 hit points under an effect with this change, and the rules that know it."""
    assets = under()
    known = KnownEffect("ward#1", Effect(name="ward", changes=(change,)))
    lasting = Lasting("ward", value=value, effect="ward#1")
    state = brawl(replace(WOLF, hp=50, lasting=(lasting,)), wolf="D3")
    return state, replace(assets, rules=assets.rules.with_effects((known,)))


def blow(state: State, assets: Assets, points: int, *kinds: str) -> tuple[Event, ...]:
    return happens(Hurt(("wolf",), (points,), kinds=(kinds,)), state, assets=assets)


def arrived(events: tuple[Event, ...]) -> int:
    return sum(event.amount for event in events if isinstance(event, Damaged))


def left(state: State) -> list[int]:
    """The values of what lasts on the wolf."""
    return [lasting.value for lasting in someone(state, "wolf").lasting]


def test_a_resistance_of_an_effect_counts_as_one_of_the_sheet() -> None:
    state, assets = warded("resist fire +10")

    assert arrived(blow(state, assets, 12, "fire")) == 2
    assert arrived(blow(state, assets, 12, "cold")) == 12
    assert left(evolve_all(state, blow(state, assets, 12, "fire"))) == [0]


def test_a_reduction_of_an_effect_has_what_gets_past_it() -> None:
    state, assets = warded("dr silver +5")

    assert arrived(blow(state, assets, 9, "slashing")) == 4
    assert arrived(blow(state, assets, 9, "slashing", "silver")) == 9
    state, assets = warded("dr nothing +5")
    assert arrived(blow(state, assets, 9, "slashing", "silver")) == 4


def test_what_absorbs_takes_all_until_its_points_are_used_up() -> None:
    """Given 20 points against fire: 12 are absorbed, then 8 of 15, and it ends."""
    state, assets = warded("soak fire +value", 20)
    first = blow(state, assets, 12, "fire")
    after = evolve_all(state, first)

    assert (arrived(first), left(after)) == (0, [8])
    second = blow(after, assets, 15, "fire")
    assert (arrived(second), left(evolve_all(after, second))) == (7, [])
    assert left(evolve_all(after, blow(after, assets, 15, "cold"))) == [8]


def test_what_absorbs_does_so_before_a_resistance() -> None:
    state, assets = warded("soak fire +value", 5)
    wolf = someone(state, "wolf")
    assert wolf.sheet is not None
    guarded = replace(wolf, sheet=replace(wolf.sheet, defences=("resist fire 10",)))
    again = brawl(guarded, wolf="D3")

    assert arrived(blow(again, assets, 18, "fire")) == 3
