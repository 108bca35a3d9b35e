"""Wounds after a correction: hit points, dying, death and lying down as play could leave them."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.messages import Refusal
from core.play.facts.encounter import PRONE, Lasting
from core.play.facts.fight.blows.commands import GiveTemporary
from core.play.facts.fight.combatants import someone
from core.play.facts.fight.turns.commands import ClearCondition, SetCondition, Stabilise
from core.play.facts.fold import evolve_all
from core.play.facts.state import State
from core.play.facts.table.commands import Amend, CallCheck, Correction, Heal, Hurt, Rule
from core.play.fight.health import DYING, health
from core.play.table.agreement import find_disagreements
from core.play.union import Command
from core.values import replace
from tests.builders import answer_all
from tests.core.play.fight.brawls import (
    HERO,
    WOLF,
    FigureFields,
    brawl,
    happens,
    under,
    with_figure,
)
from tests.thorough import examples

SYSTEMS = ("pf1", "dnd35", "pf2", "sf")
STATE = brawl(replace(HERO, hp=30), WOLF, hero="C4", wolf="D4")


def played(state: State, *commands: Command, ruleset: str, face: int = 10) -> State:
    """The state after these commands, every die showing `face`; what is refused is left out."""
    for command in commands:
        with suppress(Refusal):
            found = answer_all(command, state, under(ruleset), face=face)
            state = evolve_all(state, found.events)
    return state


def amended(state: State, *corrections: Correction, ruleset: str) -> State:
    return evolve_all(state, happens(Amend(12, "hit", corrections), state, ruleset=ruleset))


def names(state: State, who: str = "hero") -> list[tuple[str, int]]:
    return sorted((one.name, one.value) for one in someone(state, who).lasting)


def slug(state: State, ruleset: str, who: str = "hero") -> str:
    return health(someone(state, who), under(ruleset).rules).slug


def test_who_has_hit_points_again_is_no_longer_dying() -> None:
    """Given dying 2 at 0 of 30 by degrees, when 10 points of it never were, then 10 and awake."""
    before = played(STATE, Hurt(("hero",), (45,)), Hurt(("hero",), (2,)), ruleset="pf2")
    assert names(before) == [("dying", 2), ("prone", 0)]
    state = amended(before, Correction("hero", "damage", -10), ruleset="pf2")
    assert (someone(state, "hero").damage, slug(state, "pf2")) == (20, "ok")
    assert names(state) == [("prone", 0)]


def test_who_has_no_hit_points_left_by_a_correction_is_dying_and_lies() -> None:
    before = played(STATE, Hurt(("hero",), (21,)), ruleset="pf2")
    state = amended(before, Correction("hero", "damage", 10), ruleset="pf2")
    assert slug(state, "pf2") == "dying"
    assert names(state) == [("dying", 1), ("prone", 0)]


@pytest.mark.parametrize("ruleset", ["pf1", "dnd35", "sf"])
def test_whoever_is_out_by_a_correction_lies(ruleset: str) -> None:
    before = played(STATE, Hurt(("hero",), (21,)), ruleset=ruleset)
    state = amended(before, Correction("hero", "damage", 10), ruleset=ruleset)
    assert (slug(state, ruleset), names(state)) == ("dying", [("prone", 0)])
    asleep = amended(before, Correction("hero", "nonlethal", 10), ruleset=ruleset)
    assert (slug(asleep, ruleset), names(asleep)) == ("unconscious", [("prone", 0)])


@pytest.mark.parametrize("place", [{"mount": "wolf"}, {"at": ""}], ids=["mounted", "off the board"])
def test_who_is_out_in_the_saddle_or_off_the_board_is_not_laid_down(place: FigureFields) -> None:
    before = with_figure(played(STATE, Hurt(("hero",), (21,)), ruleset="pf1"), "hero", **place)
    state = amended(before, Correction("hero", "damage", 10), ruleset="pf1")
    assert (slug(state, "pf1"), names(state)) == ("dying", [])


@pytest.mark.parametrize(("blows", "dying", "dead"), [(1, 1, True), (2, 2, False)])
def test_pf2_a_death_from_dying_2_on_is_one_of_wounds(blows: int, dying: int, dead: bool) -> None:
    """Given one ruled dead, when it has hit points again, then it lives if wounds could kill it.

    A critical hit adds 2 to the degree of dying, and dying 4 is death.
    """
    hurts = (Hurt(("hero",), (45,)), Hurt(("hero",), (2,)))[:blows]
    before = played(STATE, *hurts, ruleset="pf2")
    assert ("dying", dying) in names(before)
    killed = played(before, Rule("dead", "yes", "hero"), ruleset="pf2")
    state = amended(killed, Correction("hero", "damage", -10), ruleset="pf2")
    assert someone(state, "hero").dead is dead


def test_who_dies_by_a_correction_is_dead_and_comes_back_when_it_is_taken_away() -> None:
    before = played(STATE, Hurt(("hero",), (21,)), ruleset="dnd35")
    dead = amended(before, Correction("hero", "damage", 19), ruleset="dnd35")
    assert someone(dead, "hero").dead
    alive = amended(dead, Correction("hero", "damage", -19), ruleset="dnd35")
    assert (someone(alive, "hero").dead, slug(alive, "dnd35")) == (False, "ok")


def test_a_death_that_no_wound_explains_stays() -> None:
    """Given one whom the GM ruled dead at 9 of 30, when 5 points go, then it is dead yet."""
    before = played(STATE, Hurt(("hero",), (21,)), Rule("dead", "yes", "hero"), ruleset="pf1")
    state = amended(before, Correction("hero", "damage", -5), ruleset="pf1")
    assert someone(state, "hero").dead


def test_what_the_gm_had_set_against_the_rules_stays() -> None:
    """Given one at 0 by degrees whom the GM cleared of dying, then a correction keeps it so."""
    before = played(STATE, Hurt(("hero",), (30,)), ClearCondition(("hero",), DYING), ruleset="pf2")
    assert find_disagreements("hero", before, under("pf2").rules) == {"should_sink"}
    state = amended(before, Correction("hero", "nonlethal", 3), ruleset="pf2")
    assert names(state) == [("prone", 0)]


WHO = st.sampled_from((("hero",), ("wolf",)))
POINTS = st.integers(1, 40).map(lambda points: (points,))
HISTORY = st.one_of(
    st.builds(Hurt, WHO, POINTS, st.booleans()),
    st.builds(Heal, WHO, POINTS, st.booleans()),
    st.builds(GiveTemporary, WHO, POINTS),
    st.builds(Stabilise, st.sampled_from(("hero", "wolf"))),
    st.builds(CallCheck, st.just("stabilise"), st.none(), WHO),
    st.builds(SetCondition, WHO, st.just(PRONE)),
)
BY = st.integers(-40, 40)
ANYBODY = st.sampled_from(("hero", "wolf"))
CORRECTION = st.one_of(
    st.builds(
        Correction,
        ANYBODY,
        st.sampled_from(("damage", "nonlethal", "temporary")),
        BY,
    ),
    st.builds(
        lambda who, target, to: Correction(who, target, to=to),
        ANYBODY,
        st.sampled_from(("dead", "stable")),
        st.sampled_from(("yes", "no")),
    ),
    st.builds(
        lambda who, value: Correction(
            who, "condition", to=DYING, lasting=Lasting(DYING, value=value) if value else None
        ),
        ANYBODY,
        st.integers(0, 4),
    ),
    st.builds(lambda who: Correction(who, "condition", to=PRONE), ANYBODY),
)


@pytest.mark.parametrize("ruleset", SYSTEMS)
@given(
    history=st.lists(HISTORY, max_size=8),
    corrections=st.lists(CORRECTION, min_size=1, max_size=4),
    face=st.integers(1, 20),
)
@examples(40, 2_000)
def test_after_any_correction_hit_points_dying_awake_and_prone_agree(
    ruleset: str, history: Sequence[Command], corrections: Sequence[Correction], face: int
) -> None:
    """Given a history of wounds, when anything of it is corrected, then play could have come to it.

    What play itself leaves agrees, so that nothing is added to a correction of the whole.
    """
    rules = under(ruleset).rules
    before = played(STATE, *history, ruleset=ruleset, face=face)
    for who in ("hero", "wolf"):
        assert not find_disagreements(who, before, rules)
    try:
        state = amended(before, *corrections, ruleset=ruleset)
    except Refusal:  # there is nothing to correct
        return
    for who in ("hero", "wolf"):
        being = someone(state, who)
        left = (being.hp or 0) - being.damage
        lasting = {one.name: one.value for one in being.lasting}
        fares = health(being, rules)
        if being.dead:
            continue
        assert fares.slug != "dead"
        if DYING in lasting and ruleset == "pf2":
            assert left <= 0
            assert not being.stable
            assert 0 < lasting[DYING] < rules.combat.dying.stages
        if left <= 0 and ruleset == "pf2":
            assert fares.slug in ("dying", "stable")
        if fares.out:
            assert PRONE in lasting
