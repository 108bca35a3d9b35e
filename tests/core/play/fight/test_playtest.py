"""Fights of the Pathfinder 2 playtest: climbers, Steps, and who has a reaction (C-019, C-118)."""

from __future__ import annotations

import pytest

from core.combat.board.scene import Creature
from core.combat.board.squares import parse_square
from core.creatures import Mode, Sheet
from core.play.facts.fight.combatants import fight_of, sheet
from core.play.facts.fight.moves.commands import Move
from core.play.facts.fight.moves.events import Moved
from core.play.facts.fold import evolve_all
from core.play.facts.state import Fighting, State
from core.play.fight.previews import preview
from core.play.fight.setup.recruits import drafted
from core.values import replace
from saves.store.packaged_rulesets import packaged
from tests.builders import party
from tests.core.play.fight.brawls import (
    HERO,
    WOLF,
    brawl,
    happens,
    lying,
    refused,
    under,
    with_figure,
)
from tests.fights import figure
from tests.switched import PRINTED


def beasts(**speeds: int) -> State:
    """A hero who shoots, and a wolf with these speeds."""
    written = replace(sheet(WOLF), speeds=tuple(speeds.items()))
    return brawl(HERO, replace(WOLF, sheet=written), hero="A3", wolf="F3")


@pytest.mark.parametrize(
    ("speeds", "ac"), [({"walk": 6}, 12), ({"walk": 6, "climb": 4}, 14)], ids=["skill", "speed"]
)
def test_c_237_who_climbs_without_a_climb_speed_is_flat_footed(
    speeds: dict[str, int], ac: int
) -> None:
    """Given a wolf, when it climbs, then it is flat-footed unless it has a climb Speed."""
    state = beasts(**speeds)
    assets = under("pf2")
    assert preview(state, assets, "hero", "wolf", 1).ac == 14
    check = {f"climb/{fight_of(state).id}/round-{fight_of(state).round}/wolf/0": 15}
    climbed = evolve_all(state, happens(Move("wolf", "G3", mode="climb"), state, check, "pf2"))
    assert figure(climbed, "wolf").mode == "climb"
    assert preview(climbed, assets, "hero", "wolf", 1).ac == ac
    walked = evolve_all(climbed, happens(Move("wolf", "H3"), climbed, None, "pf2"))
    assert preview(walked, assets, "hero", "wolf", 1).ac == 14


def test_c_139_the_condition_changes_nothing_for_one_with_a_climb_speed() -> None:
    written = replace(sheet(WOLF), speeds=(("walk", 6), ("climb", 4)))
    climber = lying(replace(WOLF, sheet=written), "climbing")
    plain = lying(WOLF, "climbing")
    for one, ac in ((climber, 14), (plain, 12)):
        state = brawl(HERO, one, hero="A3", wolf="F3")
        assert preview(state, under("pf2"), "hero", "wolf", 1).ac == ac


@pytest.mark.parametrize(
    ("speeds", "ac"), [({"walk": 6}, 12), ({"walk": 6, "climb": 4}, 14)], ids=["skill", "speed"]
)
def test_a_climber_of_pf1_loses_its_dexterity_by_the_open_rules(
    speeds: dict[str, int], ac: int
) -> None:
    """Given a wolf of Dexterity +2; the documents say nothing of it."""
    state = with_figure(beasts(**speeds), "wolf", mode="climb")
    assert preview(state, under("pf1"), "hero", "wolf", 1).ac == ac
    assert preview(state, under("pf1", switches=PRINTED), "hero", "wolf", 1).ac == 14


@pytest.mark.parametrize("mode", ["fly", "swim", "climb", "burrow"])
def test_c_019_no_step_with_a_special_speed(mode: Mode) -> None:
    state = beasts(walk=6, **{mode: 6})
    command = Move("wolf", "G3", action="step", mode=mode)
    assert refused(command, state, "pf2") == "no_step_by"
    (moved,) = happens(Move("wolf", "G3", action="step"), state, None, "pf2")
    assert isinstance(moved, Moved)


@pytest.mark.parametrize("system", ["pf1", "dnd35", "sf"])
def test_c_034_a_flyer_of_the_other_systems_steps(system: str) -> None:
    state = beasts(walk=6, fly=6)
    command = Move("wolf", "G3", action="five_foot_step", mode="fly")
    assert any(isinstance(event, Moved) for event in happens(command, state, None, system))


def strikers(system: str, reaction: bool | None) -> list[str]:
    """Who is asked to strike when the hero walks off from beside the wolf."""
    written = replace(sheet(WOLF), reaction=reaction)
    wolf = replace(WOLF, sheet=written)
    hero = replace(HERO, sheet=replace(sheet(HERO), speeds=(("walk", 6),)))
    state = brawl(hero, wolf, hero="C3", wolf="D3")
    after = evolve_all(state, happens(Move("hero", "A3"), state, None, system))
    pending = after.pending
    assert isinstance(pending, Fighting)
    return [] if pending.waiting is None else [one.by for one in pending.waiting.strikers]


def test_c_118_only_those_with_the_reaction_are_asked() -> None:
    assert strikers("pf2", True) == ["wolf"]
    assert strikers("pf2", False) == []
    assert strikers("pf2", None) == ["wolf"]  # the GM knows: an old creature is asked as before


@pytest.mark.parametrize("system", ["pf1", "dnd35", "sf"])
def test_c_106_the_other_systems_ask_everybody(system: str) -> None:
    assert strikers(system, False) == ["wolf"]


def test_a_creature_of_a_file_keeps_its_word() -> None:
    one = Creature("orc", "M", parse_square("C3"), "foe", reaction=False)
    foes = drafted((one,), party(), packaged("pf2")).foes
    assert foes[0].sheet == Sheet(reaction=False)
