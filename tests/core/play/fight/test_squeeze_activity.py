"""Squeeze as an activity of minutes (C-085): a check against the GM's difficulty, and its time."""

from __future__ import annotations

from fractions import Fraction

import pytest

from core.creatures import Sheet
from core.messages import Refusal
from core.play.facts.encounter import Lasting, is_among
from core.play.facts.fight.combatants import someone
from core.play.facts.fight.moves.commands import SqueezeThrough
from core.play.facts.state import Assets, State
from core.play.fight.moves.squeezing import STUCK, read_difficulty
from core.values import replace
from tests.core.play.fight.boards import HERO, WOLF, after, fight
from tests.fights import figure

CAVE = """
....###...
....###...
"""
NIB = replace(HERO, sheet=Sheet(ac=15, acrobatics=6, speeds=(("walk", 5),)))
THROUGH = SqueezeThrough("hero", "H1", 18)
KEY = "squeeze/brawl/round-1/hero/H1"


def at_the_gap(system: str = "pf2", *lasting: Lasting) -> tuple[State, Assets]:
    hero = replace(NIB, lasting=lasting)
    return fight(CAVE, hero, WOLF, at={"hero": "D1", "wolf": "J1"}, system=system)


def minutes_gone(before: State, later: State) -> Fraction:
    return later.clock.hours_since(before.clock) * 60


@pytest.mark.parametrize(
    ("face", "at", "minutes", "stuck"),
    [(12, "H1", 4, False), (20, "H1", 2, False), (11, "D1", 1, False), (1, "D1", 1, True)],
)
def test_c_085_it_takes_minutes_by_how_well_the_check_succeeds(
    face: int, at: str, minutes: int, stuck: bool
) -> None:
    """Given rock from E to G, when Nib squeezes from D1 to H1, then by degrees of success."""
    state, assets = at_the_gap()
    later = after(THROUGH, state, assets, {KEY: face})
    assert figure(later, "hero").at == at
    assert minutes_gone(state, later) == minutes
    assert is_among(someone(later, "hero").lasting, STUCK) is stuck


def test_c_085_who_was_stuck_is_not_after_a_success() -> None:
    state, assets = at_the_gap("pf2", Lasting(STUCK))
    assert not is_among(someone(after(THROUGH, state, assets, {KEY: 12}), "hero").lasting, STUCK)


@pytest.mark.parametrize(
    ("command", "system", "code"),
    [
        (THROUGH, "pf1", "no_activity"),
        (replace(THROUGH, to="F1"), "pf2", "blocked"),
        (replace(THROUGH, to="J1"), "pf2", "end_occupied"),
        (replace(THROUGH, to="D1"), "pf2", "no_move"),
        (replace(THROUGH, dc=100), "pf2", "bad_dc"),
    ],
)
def test_c_085_what_is_no_squeeze_is_refused(
    command: SqueezeThrough, system: str, code: str
) -> None:
    with pytest.raises(Refusal) as refused:
        after(command, *at_the_gap(system))
    assert refused.value.code == code


@pytest.mark.parametrize("typed", ["", "hard", "-4", "12.5", "100"])
def test_c_085_a_difficulty_is_a_number(typed: str) -> None:
    with pytest.raises(Refusal):
        read_difficulty(typed)
