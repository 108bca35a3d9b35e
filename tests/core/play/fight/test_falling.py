"""Falls: on somebody, of things, onto something soft, and who catches itself (C-144 to C-151)."""

from __future__ import annotations

import pytest

from core.creatures import Sheet
from core.dice import Ruled
from core.play.facts.fight.combatants import someone
from core.play.facts.fight.moves.commands import Fall
from core.play.facts.state import State
from core.play.facts.table.events import Checked, Damaged
from core.play.union import Assets, describe
from core.values import replace
from tests.builders import refusal_code
from tests.core.play.fight.boards import HERO, OGRE, OPEN, after, fight, told
from tests.fights import figure
from tui.kit.phrases import say

FALLER = replace(HERO, hp=90, sheet=Sheet(ac=15, acrobatics=6, dexterity=1, speeds=(("walk", 5),)))
BELOW = replace(OGRE, hp=90, sheet=replace(OGRE.sheet, reflex=3))
KEY = "fall/brawl/round-1"


def places(system: str, feet: int = 0) -> tuple[State, Assets]:
    return fight(
        OPEN,
        FALLER,
        BELOW,
        at={"hero": "C3", "ogre": "F3"},
        system=system,
        hero={"elevation": feet, "mode": "fly" if feet else "walk"},
    )


@pytest.mark.parametrize(
    ("die", "share"), [(20, 5), (12, 5), (11, 10), (3, 10), (2, 20)]
)  # 20 + 3 = 23 is no 25, 2 + 3 = 5 fails by ten
def test_c_149_the_one_below_takes_a_part_by_its_reflex_save(die: int, share: int) -> None:
    state, assets = places("pf2")
    events = told(Fall("hero", 8, on="ogre"), state, assets, {f"{KEY}/ogre/reflex": die})
    hurt = {one.who: one.amount for one in events if isinstance(one, Damaged)}
    assert hurt == {"hero": 20, "ogre": share}
    assert [one.success for one in events if isinstance(one, Checked)] == [die + 3 >= 15]


def test_c_149_the_word_of_the_gm_stands_for_the_save() -> None:
    state, assets = places("pf2")
    saved = {f"{KEY}/ogre/reflex": Ruled("pass", "")}
    hurt = after(Fall("hero", 8, on="ogre"), state, assets, saved)
    assert someone(hurt, "ogre").damage == 5


@pytest.mark.parametrize("system", ["pf1", "dnd35", "sf"])
@pytest.mark.parametrize(("die", "points"), [(12, 5), (11, 11)])
def test_who_falls_upon_another_does_dice_by_its_size_half_on_a_save(
    system: str, die: int, points: int
) -> None:
    state, assets = places(system, 4)
    answers = {"fall/brawl/round-1/hero": 7, f"{KEY}/ogre/reflex": die, f"{KEY}/ogre/damage": 11}
    done = after(Fall("hero", on="ogre"), state, assets, answers)
    assert (someone(done, "hero").damage, someone(done, "ogre").damage) == (7, points)
    assert figure(done, "hero").elevation == 0


def test_c_150_a_thing_falls_on_somebody() -> None:
    rock = Fall("", 6, on="ogre", thing="rock")
    state, assets = places("pf2")
    done = after(rock, state, assets, {f"{KEY}/ogre/reflex": 2})
    assert someone(done, "ogre").damage == 15
    assert say(describe(rock, state)) == "rock falls on Ogre"
    state, assets = places("pf1")
    assert refusal_code(rock, state, assets) == "no_dice"
    thrown = {f"{KEY}/ogre/reflex": 2, f"{KEY}/ogre/damage": 9}
    assert someone(after(replace(rock, dice="3d6"), state, assets, thrown), "ogre").damage == 9
    assert refusal_code(replace(rock, on=""), state, assets) == "nobody"
    assert refusal_code(replace(rock, height=None), state, assets) == "no_height"


def test_c_147_a_soft_landing_takes_off_no_more_than_its_depth() -> None:
    state, assets = places("pf2", 6)
    done = after(Fall("hero", soft=True, depth=2), state, assets)
    assert someone(done, "hero").damage == 10


@pytest.mark.parametrize(("die", "damage"), [(9, 10), (8, 20)])
def test_c_148_who_grabs_an_edge_falls_a_shorter_way(die: int, damage: int) -> None:
    state, assets = places("pf2", 8)
    done = after(Fall("hero", catch="edge"), state, assets, {f"{KEY}/hero/edge": die})
    assert someone(done, "hero").damage == damage


def test_in_the_other_systems_who_grabs_an_edge_holds_on() -> None:
    state, assets = places("pf1", 8)
    events = told(Fall("hero", catch="edge"), state, assets, {f"{KEY}/hero/edge": 9})
    assert [type(one) for one in events] == [Checked]


def test_c_133_who_arrests_a_fall_takes_nothing() -> None:
    state, assets = places("pf2", 8)
    done = after(Fall("hero", catch="flight"), state, assets, {f"{KEY}/hero/flight": 9})
    assert (someone(done, "hero").damage, figure(done, "hero").elevation) == (0, 0)
