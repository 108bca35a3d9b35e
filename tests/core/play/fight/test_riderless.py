"""A mount without a rider has a turn of its own; with one it acts in its rider's."""

from __future__ import annotations

import pytest

from core.play.facts.encounter import Slot
from core.play.facts.fight.combatants import fight_of
from core.play.facts.fight.moves.commands import MountUp, Move
from core.play.facts.fight.turns.commands import EndTurn, RollInitiative
from core.play.facts.fold import evolve_all
from core.play.facts.state import Member, State
from core.play.fight.turns.budget import left
from core.travel.movers import Mover
from tests.builders import answered
from tests.core.play.fight.brawls import HERO, WOLF, asks, brawl, happens, under, with_figure
from tests.fights import figure

STEED = Member(
    "horse",
    "Horse",
    "h",
    role="mount",
    mover=Mover(mount="heavy_horse"),
    con_score=15,
    hp=20,
)
SYSTEMS = ("pf1", "dnd35", "sf", "pf2")


def begun(ruleset: str, *, mounted: bool) -> State:
    """The first turn of a fight, with the hero on a horse or beside it."""
    state = brawl(HERO, STEED, WOLF, hero="A1", horse="A1" if mounted else "D1", wolf="H8")
    if mounted:
        state = with_figure(state, "hero", mount="horse")
    faces = {key: 20 if "/hero" in key else 5 for key in asks(RollInitiative(), state, {}, ruleset)}
    rolled = evolve_all(state, happens(RollInitiative(), state, answered(faces), ruleset))
    return evolve_all(rolled, happens(EndTurn(), rolled, {}, ruleset))


def slots(state: State) -> list[Slot]:
    """The order of initiative."""
    return list(fight_of(state).order)


@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_a_mount_without_a_rider_has_a_turn_of_its_own(ruleset: str) -> None:
    alone = begun(ruleset, mounted=False)
    assert {slot.who for slot in slots(alone)} == {("hero",), ("horse",), ("wolf",)}
    ridden = begun(ruleset, mounted=True)
    assert {slot.who for slot in slots(ridden)} == {("hero", "horse"), ("wolf",)}


@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_a_mount_whose_rider_has_left_it_acts_for_itself_in_that_turn(ruleset: str) -> None:
    """Given a rider who dismounts in their turn, then the horse still moves in it, alone."""
    state = begun(ruleset, mounted=True)
    off = evolve_all(state, happens(MountUp("hero", "", "C1"), state, {}, ruleset))
    acting = fight_of(off).acting_slot
    assert acting is not None
    assert acting.who == ("hero", "horse")
    budget = left(off, under(ruleset), "horse")
    assert budget.move or budget.actions
    moved = evolve_all(off, happens(Move("horse", path=("A1", "A2")), off, {}, ruleset))
    assert (figure(moved, "horse").at, figure(moved, "hero").at) == ("A2", "C1")
