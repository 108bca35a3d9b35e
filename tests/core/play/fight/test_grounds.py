"""Grounds beyond the nine of the catalogue's maps: earth, dim air, and pf2's surfaces."""

from __future__ import annotations

import pytest

from core.creatures import Sheet
from core.dice import Ruled, Typed
from core.play.facts.encounter import Lasting, is_among
from core.play.facts.fight.blows.commands import AreaAttack, MakeAttack
from core.play.facts.fight.blows.events import Struck
from core.play.facts.fight.combatants import changed_figure, someone
from core.play.facts.fight.moves.commands import Move
from core.play.facts.fight.moves.events import Moved
from core.play.facts.table.commands import CallCheck
from core.play.facts.table.events import Checked
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


@pytest.mark.parametrize(
    ("sign", "condition"),
    [
        ("-", "narrow_surface"),
        ("*", "uneven_ground"),
        ("/", "incline"),
    ],
)
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


BITTEN = {"attack/r1/wolf/1": 18, "attack/r1/wolf/1/damage": 4}
AFTER = "balance/brawl/round-1/hero/after/0"


@pytest.mark.parametrize(("sign", "rule"), [("-", "C-048"), ("*", "C-049")])
@pytest.mark.parametrize(("die", "prone"), [(11, False), (10, True)])
def test_c_048_c_049_who_is_hit_there_keeps_its_balance_or_falls(
    sign: str, rule: str, die: int, prone: bool
) -> None:
    """Given a hero on such ground, when the wolf hits, then a check of Acrobatics decides."""
    state, assets = fight(f".{sign}.", WOLF, NIB, at={"hero": "B1", "wolf": "A1"}, system="pf2")
    bite = MakeAttack(("wolf",), "hero")
    needs = decide(bite, state, assets, {key: Typed(die) for key, die in BITTEN.items()})
    assert isinstance(needs, Needs)
    (question,) = needs.questions
    assert (question.key, question.modifier, question.dc) == (AFTER, 4, 15)
    assert question.why is not None
    assert question.why.rule == rule
    bitten = after(bite, state, assets, {**BITTEN, AFTER: die})
    assert is_among(someone(bitten, "hero").lasting, "prone") == prone


@pytest.mark.parametrize(("drawing", "lies"), [("...", False), ("./.", False), (".*.", True)])
def test_c_048_elsewhere_a_hit_asks_for_no_balance(drawing: str, lies: bool) -> None:
    """Given open ground, an incline, or a hero who lies there already, then nothing is asked."""
    nib = NIB
    if lies:
        nib = replace(NIB, lasting=(Lasting("prone"),))
    state, assets = fight(drawing, WOLF, nib, at={"hero": "B1", "wolf": "A1"}, system="pf2")
    events = told(MakeAttack(("wolf",), "hero"), state, assets, {**BITTEN})
    assert not [one for one in events if isinstance(one, Checked)]


def test_c_048_a_miss_asks_for_no_balance_and_each_hit_asks_anew() -> None:
    state, assets = fight(".-.", WOLF, NIB, at={"hero": "B1", "wolf": "A1"}, system="pf2")
    (missed,) = told(MakeAttack(("wolf",), "hero"), state, assets, {"attack/r1/wolf/1": 3})
    assert isinstance(missed, Struck)
    fire = AreaAttack("burst", 4, "4", origin=(0, 0), dc=15, spare=("wolf",))
    save = "area/r1/gm/burst4/0.0/reflex/hero"
    saved = told(fire, state, assets, {save: 19})
    assert [one.name for one in saved if isinstance(one, Checked)] == ["reflex"]
    burnt = told(fire, state, assets, {save: 2, AFTER: 3})
    assert [one.name for one in burnt if isinstance(one, Checked)] == ["reflex", "balance"]


def test_c_048_a_failed_save_of_a_called_check_asks_for_it_too() -> None:
    state, assets = fight(".-.", WOLF, NIB, at={"hero": "B1", "wolf": "A1"}, system="pf2")
    call = CallCheck("reflex", 15, ("hero",))
    needs = decide(call, state, assets, {})
    assert isinstance(needs, Needs)
    (question,) = needs.questions
    failed = told(call, state, assets, {question.key: 3, AFTER: 12})
    assert [one.name for one in failed if isinstance(one, Checked)] == ["reflex", "balance"]
