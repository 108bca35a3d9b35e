"""C-106: the strikes that a preview names on the way are those whose dice are asked then."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from core.creatures import Attack, Sheet
from core.play.facts.fight.combatants import sheet
from core.play.facts.fight.moves.commands import AnswerStrikes, Move
from core.play.facts.state import Assets, State
from core.play.fight.previews import outlook_at
from core.play.resolution import Needs
from core.play.union import decide
from core.values import replace
from tests.core.play.fight.boards import BIRD, HERO, OGRE, OPEN, SWORD, WOLF, after, fight
from tests.each import each

POLE = Attack("longspear", (5,), "1d8+3", reach=2, near=False)


def foreseen(command: Move, state: State, assets: Assets) -> Mapping[str, Fraction]:
    """The chance of each who can strike, as the preview has it."""
    strikers = outlook_at(state, assets, command).strikers
    return {
        one.by: one.attack.p_hit
        for one in strikers
        if one.attack is not None and one.attack.possible
    }


def asked(command: Move, state: State, assets: Assets) -> Mapping[str, Fraction | None]:
    """The chance of each whose strike is rolled when all strike."""
    halted = after(command, state, assets)
    named = tuple(one.by for one in outlook_at(state, assets, command).strikers)
    found = decide(AnswerStrikes(named), halted, assets, {})
    assert isinstance(found, Needs)
    return {question.who: question.chance for question in found.questions}


@each("start, height, pikeman_at", [(3, 1, "G3"), (1, 3, "F4")])
def test_who_reaches_a_flyer_only_before_it_sinks_or_rises_on_strikes_it_there(
    start: int, height: int, pikeman_at: str
) -> None:
    """Given a pole arm that does not reach what is near, then the flyer is struck at height 2."""
    pikeman = replace(HERO, sheet=replace(sheet(HERO), attacks=(POLE,)))
    state, assets = fight(
        OPEN, BIRD, pikeman, at={"bird": "E3", "hero": pikeman_at}, bird={"elevation": start}
    )
    command = Move("bird", path=("E3", "F2"), mode="fly", elevation=height)

    assert foreseen(command, state, assets).keys() == {"hero"}
    assert asked(command, state, assets) == foreseen(command, state, assets)


def test_k_8_who_has_taken_off_on_its_way_is_no_longer_on_foot_below_a_rider() -> None:
    """Given a rider in the air, when a bird flies up from the ground, then +1 is not counted."""
    griffon = replace(
        OGRE, id="griffon", name="Griffon", side="party", sheet=replace(sheet(OGRE), long=True)
    )
    rider = replace(HERO, sheet=replace(sheet(HERO), attacks=(SWORD,)))
    aloft = {"elevation": 1, "mode": "fly"}
    state, assets = fight(
        OPEN,
        BIRD,
        rider,
        griffon,
        at={"bird": "B6", "hero": "D3", "griffon": "D3"},
        griffon=aloft,
        hero={"mount": "griffon", **aloft},
    )
    command = Move("bird", path=("B6", "C5", "C4", "B3"), mode="fly", elevation=1)

    assert foreseen(command, state, assets)
    assert asked(command, state, assets) == foreseen(command, state, assets)


def test_c_110_who_squeezes_into_the_space_of_a_striker_is_struck_in_there() -> None:
    """Given a tiny mover that squeezes, then the strike is foreseen where nobody flanks it."""
    rat = replace(WOLF, id="rat", name="Rat", sheet=replace(sheet(WOLF), size="T"))
    pal = replace(HERO, id="pal", name="Pal")
    state, assets = fight(
        OPEN, rat, HERO, pal, at={"rat": "F3", "hero": "C3", "pal": "E3"}, system="dnd35"
    )
    command = Move("rat", path=("F3", "E2", "D3", "C3", "B3"), squeeze=True)

    assert asked(command, state, assets) == foreseen(command, state, assets)


def test_the_mount_that_runs_is_the_easier_to_hit_not_its_rider() -> None:
    """Given a rider who runs past a wolf, then its mount has lost its Dexterity bonus."""
    runner = Sheet(size="L", long=True, ac=14, dexterity=3, speeds=(("walk", 10),))
    pony = replace(OGRE, id="pony", name="Pony", side="party", sheet=runner)
    state, assets = fight(
        OPEN,
        HERO,
        WOLF,
        pony,
        at={"hero": "B3", "pony": "B3", "wolf": "D4"},
        hero={"mount": "pony"},
    )
    command = Move("hero", path=("B3", "B4", "B5", "B6"), action="run")

    halted = after(command, state, assets)
    found = decide(AnswerStrikes(("wolf",)), halted, assets, {})

    assert isinstance(found, Needs)
    assert found.questions[0].dc == 11
    assert asked(command, state, assets) == foreseen(command, state, assets)
