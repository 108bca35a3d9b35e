"""Grounds beyond the nine of the catalogue's maps: earth, dim air, and pf2's surfaces."""

from __future__ import annotations

import pytest

from core.creatures import Sheet
from core.dice import Ruled
from core.play.facts.encounter import is_among
from core.play.facts.fight.combatants import changed_figure, someone
from core.play.facts.fight.moves.commands import Move
from core.play.facts.fight.moves.events import Moved
from core.play.fight.fight_scene import scene_of
from core.play.fight.previews import outlook_at
from core.play.resolution import Needs
from core.play.union import decide
from core.values import replace
from tests.builders import refusal_code
from tests.core.play.fight.boards import HERO, WOLF, after, fight, told
from tests.fights import figure

D20 = ("pf1", "dnd35", "sf")
NIB = replace(HERO, sheet=Sheet(ac=15, acrobatics=4, speeds=(("walk", 6),)))
WORM = replace(WOLF, id="worm", sheet=Sheet(ac=14, speeds=(("burrow", 6),)))


@pytest.mark.parametrize("system", [*D20, "pf2"])
def test_c_132_a_burrower_goes_through_earth_and_not_through_rock(system: str) -> None:
    state, assets = fight(".@@#.", WORM, at={"worm": "A1"}, system=system)
    assert figure(after(Move("worm", "C1", mode="burrow"), state, assets), "worm").at == "C1"
    assert refusal_code(Move("worm", "D1", mode="burrow"), state, assets) == "blocked"
    walker = replace(WORM, sheet=Sheet(ac=14, speeds=(("walk", 6),)))
    state, assets = fight(".@@#.", walker, at={"worm": "A1"}, system=system)
    assert refusal_code(Move("worm", "B1"), state, assets) == "blocked"


@pytest.mark.parametrize(("system", "cost"), [("pf1", 5), ("dnd35", 5), ("sf", 5), ("pf2", 5)])
@pytest.mark.parametrize("traits", [(), ("darkvision",)])
def test_c_046_nobody_sees_its_way_in_dim_air(
    system: str, cost: int, traits: tuple[str, ...]
) -> None:
    nib = replace(NIB, sheet=Sheet(ac=15, traits=traits, speeds=(("walk", 6),)))
    state, assets = fight('.""..', nib, at={"hero": "A1"}, system=system)
    (moved,) = told(Move("hero", "D1"), state, assets)
    assert isinstance(moved, Moved)
    assert moved.cost == cost
    if system != "pf2":
        assert refusal_code(Move("hero", "C1", action="run"), state, assets) == "hampered_run"


@pytest.mark.parametrize(("sign", "condition"), [
    ("-", "narrow_surface"), ("*", "uneven_ground"), ("/", "incline"),
])  # fmt: skip
def test_c_048_c_049_c_050_who_is_on_a_surface_has_its_condition(sign: str, condition: str) -> None:
    state, assets = fight(f".{sign}.", NIB, WOLF, at={"hero": "B1", "wolf": "A1"}, system="pf2")
    scene = scene_of(state, assets)
    assert condition in scene.by_id["hero"].conditions
    assert condition not in scene.by_id["wolf"].conditions
    risen = changed_figure(state, "hero", lambda one: replace(one, elevation=2))
    flying = scene_of(risen, assets)
    assert condition not in flying.by_id["hero"].conditions


@pytest.mark.parametrize(
    ("die", "at", "prone"), [(11, "C1", False), (10, "A1", False), (1, "A1", True)]
)
def test_c_048_who_goes_on_a_narrow_surface_keeps_its_balance_first(
    die: int, at: str, prone: bool
) -> None:
    state, assets = fight(".--.", NIB, at={"hero": "A1"}, system="pf2")
    cross = Move("hero", "C1")
    needs = decide(cross, state, assets, {})
    assert isinstance(needs, Needs)
    (question,) = needs.questions
    assert (question.modifier, question.dc) == (4, 15)
    assert outlook_at(state, assets, cross).mode_check == question
    done = after(cross, state, assets, {question.key: die})
    assert figure(done, "hero").at == at
    assert is_among(someone(done, "hero").lasting, "prone") == prone
    assert len(figure(done, "hero").spent.actions) == 1


def test_c_050_an_incline_is_climbed() -> None:
    state, assets = fight("./.", NIB, at={"hero": "A1"}, system="pf2")
    needs = decide(Move("hero", "B1"), state, assets, {})
    assert isinstance(needs, Needs)
    (question,) = needs.questions
    assert question.guessed
    done = after(Move("hero", "B1"), state, assets, {question.key: Ruled("pass", "")})
    assert figure(done, "hero").at == "B1"
