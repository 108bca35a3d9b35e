"""Fast healing and regeneration of a sheet, and damage of a kind that an effect deals each turn."""

from __future__ import annotations

import pytest

from core.dice import Answer, Typed
from core.effects.effect import Effect
from core.play.facts.fight.combatants import changed_being, someone
from core.play.facts.fight.turns.commands import EndTurn, SetCondition
from core.play.facts.state import State
from core.play.facts.table.commands import Hurt
from core.play.resolution import Decided
from core.play.union import Command, decide, evolve_all
from core.values import replace
from tests.core.play.fight.turning import fighting
from tests.fights import fight_world

OGRE = "ogre"
BURNS = Effect(name="acid cloud", does=("damage 2d4 acid each turn",))


def after(
    command: Command, state: State, answers: dict[str, Answer] | None = None, ruleset: str = "pf1"
) -> State:
    """The state after a command that asks nothing beside what is answered."""
    world = fight_world(ruleset)
    assets = replace(world, rules=world.rules.with_effects(state.effects))
    decided = decide(command, state, assets, answers or {})
    assert isinstance(decided, Decided), decided
    return evolve_all(state, decided.events)


def damage(state: State, who: str) -> int:
    return someone(state, who).damage


def with_defences(*lines: str) -> State:
    """The fight with an ogre of these defences."""
    sheet = someone(fighting(), OGRE).sheet
    assert sheet is not None
    guarded = replace(sheet, defences=lines)
    return changed_being(fighting(), OGRE, lambda being: replace(being, sheet=guarded))


def round_later(state: State, ruleset: str = "pf1") -> State:
    """The state after a turn of everybody, the ogre's too."""
    for _ in range(5):
        state = after(EndTurn(), state, ruleset=ruleset)
    return state


def blow(points: int, kind: str) -> Hurt:
    return Hurt((OGRE,), (points,), kinds=((kind,),))


@pytest.mark.parametrize("line", ["fast healing 5", "regeneration 5 acid fire"])
def test_points_come_back_as_its_turn_begins(line: str) -> None:
    """Given 7 points of steel, then its turns give back 5, then 2."""
    state = round_later(after(blow(7, "slashing"), with_defences(line)))
    assert damage(state, OGRE) == 2
    assert damage(round_later(state), OGRE) == 0


def test_a_regeneration_that_is_stopped_gives_nothing_back_in_the_next_turn() -> None:
    """Given 3 points of acid, then the next turn gives nothing back, the one after it 3."""
    state = round_later(after(blow(3, "acid"), with_defences("regeneration 5 acid fire")))
    assert damage(state, OGRE) == 3
    assert damage(round_later(state), OGRE) == 0


def test_dnd35_a_regeneration_gives_only_nonlethal_damage_back() -> None:
    """Given 7 of steel, which are nonlethal, and 4 of fire, which are not."""
    state = with_defences("regeneration 5 acid fire")
    for command in (blow(7, "slashing"), blow(4, "fire")):
        state = after(command, state, ruleset="dnd35")
    ogre = someone(round_later(state, "dnd35"), OGRE)

    assert (ogre.damage, ogre.nonlethal) == (4, 2)


def test_damage_of_a_kind_each_turn_arrives_as_resistances_leave_it() -> None:
    """Given 6 of acid each turn against a resistance of 4, then 2 arrive."""
    state = after(SetCondition((OGRE,), BURNS.name, effect=BURNS), with_defences("resist acid 4"))
    for _ in range(3):
        state = after(EndTurn(), state)
    key = "each_turn/ambush/round-1/ogre/acid cloud/0"
    state = after(EndTurn(), state, {key: Typed(6)})

    assert damage(state, OGRE) == 2
