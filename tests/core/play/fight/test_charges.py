"""K-6: straight charges as they are played, switch "charge_line"."""

from __future__ import annotations

import pytest

from core.combat.board.squares import parse_square
from core.creatures import Attack
from core.dice import Typed
from core.play.facts.encounter import Spent
from core.play.facts.fight.blows.commands import MakeAttack
from core.play.facts.fight.blows.events import Struck
from core.play.facts.fight.combatants import changed_figure, sheet
from core.play.facts.fight.moves.commands import AnswerStrikes, Move
from core.play.facts.state import Assets, State
from core.play.fight.blows.attack_plan import swing
from core.play.fight.moves.move_plan import plan_move
from core.play.fight.turns.budget import left
from core.play.resolution import Needs
from core.play.union import decide
from core.values import replace
from tests.builders import refusal_code
from tests.core.play.fight.boards import HERO, OGRE, OPEN, WOLF, after, fight, told
from tests.fights import figure
from tests.switched import AS_PACKAGED, Switches

STRAIGHT: Switches = {"charge_line": True, "whole_moves": False}
IN_THE_SADDLE: Switches = {"saddle": True}
LANCE = Attack("lance", (6,), "1d8+3", times=3, weapon="lance", reach=2)
ON_FOOT = replace(HERO, sheet=replace(sheet(HERO), speeds=(("walk", 6),)))
KNIGHT = replace(HERO, sheet=replace(sheet(HERO), attacks=(LANCE,)))
PONY = replace(OGRE, id="pony", name="Pony", side="party", sheet=replace(sheet(OGRE), long=True))
D20 = ("pf1", "dnd35", "sf")


def mounted(
    system: str = "pf1", switches: Switches = AS_PACKAGED, wolf: str = "K1"
) -> tuple[State, Assets]:
    """A knight with a lance on a pony at A1, and a wolf."""
    at = {"hero": "A1", "pony": "A1", "wolf": wolf}
    return fight(
        OPEN,
        KNIGHT,
        WOLF,
        PONY,
        at=at,
        system=system,
        switches=switches,
        hero={"mount": "pony"},
    )


@pytest.mark.parametrize("straight", [True, False])
def test_a_charge_ends_with_its_blow(straight: bool) -> None:
    """Given a charge, when it strikes, then it is over if charges are straight."""
    switches = {**STRAIGHT, "charge_line": straight}
    state, assets = fight(OPEN, HERO, WOLF, at={"hero": "A1", "wolf": "F1"}, switches=switches)

    charged = after(Move("hero", "E1", action="charge"), state, assets)
    blow = swing(charged, assets, "hero", MakeAttack(("hero",), "wolf"))

    assert blow.ends_move is straight
    assert [receipt.rule for receipt in blow.lapsing] == (["K-6"] if straight else [])


def test_a_move_that_is_no_charge_goes_on_after_its_blow() -> None:
    state, assets = fight(OPEN, HERO, WOLF, at={"hero": "A1", "wolf": "D1"}, switches=STRAIGHT)

    moved = after(Move("hero", "C1"), state, assets)
    blow = swing(moved, assets, "hero", MakeAttack(("hero",), "wolf"))

    assert not blow.ends_move


@pytest.mark.parametrize("to", ["E1", "E2"])
def test_a_charge_goes_to_any_of_the_nearest_places(to: str) -> None:
    state, assets = fight(OPEN, HERO, WOLF, at={"hero": "A1", "wolf": "F1"}, switches=STRAIGHT)

    planned_move = plan_move(state, assets, Move("hero", to, action="charge"))

    assert planned_move.path[-1] == parse_square(to)


@pytest.mark.parametrize(
    ("to", "code"), [("F2", "not_nearest"), ("D1", "no_target"), ("B1", "no_target")]
)
def test_a_charge_goes_nowhere_else(to: str, code: str) -> None:
    state, assets = fight(OPEN, HERO, WOLF, at={"hero": "A1", "wolf": "F1"}, switches=STRAIGHT)

    assert refusal_code(Move("hero", to, action="charge"), state, assets) == code


def test_a_charge_along_a_bent_path_is_not_straight() -> None:
    state, assets = fight(OPEN, HERO, WOLF, at={"hero": "A3", "wolf": "F3"}, switches=STRAIGHT)

    bent = Move("hero", path=("A3", "B2", "C2", "D2", "E3"), action="charge")

    assert refusal_code(bent, state, assets) == "not_direct"


@pytest.mark.parametrize("system", D20)
def test_the_charge_of_a_mount_is_its_riders_too(system: str) -> None:
    """Given a rider whose mount has charged, then the attack of the charge is all that is left."""
    state, assets = mounted(system)

    charged = after(Move("hero", "H1", action="charge"), state, assets)

    have = left(charged, assets, "hero")
    assert (have.standard, have.move, have.full, have.step) == (False,) * 4
    blow = swing(charged, assets, "hero", MakeAttack(("hero",), "wolf"))
    assert (blow.turn_use.spends, blow.remarks) == ((), ())


def test_a_rider_who_has_acted_does_not_charge_without_a_remark() -> None:
    state, assets = mounted()
    used = Spent(actions=("standard",))
    acted = changed_figure(state, "hero", lambda one: replace(one, spent=used))

    planned_move = plan_move(acted, assets, Move("hero", "H1", action="charge"))

    assert planned_move.paid.over


@pytest.mark.parametrize("straight", [True, False])
def test_the_second_blow_of_a_rider_after_a_charge_is_one_too_many(straight: bool) -> None:
    state, assets = mounted(switches={"charge_line": straight})
    charged = after(Move("hero", "H1", action="charge"), state, assets)
    struck = after(MakeAttack(("hero",), "wolf"), charged, assets, {"attack/r1/hero/1": 2})

    again = swing(struck, assets, "hero", MakeAttack(("hero",), "wolf"))

    assert again.turn_use.is_short


@pytest.mark.parametrize(
    ("system", "dice", "critical", "times", "critical_times"),
    [
        ("pf1", "2d8+6", "4d8+12", 2, 4),
        ("dnd35", "2d8+6", "4d8+12", 2, 4),
        ("sf", "1d8+3", "3d8+9", 1, 1),
    ],
)
def test_k_8_a_lance_doubles_its_damage_in_a_charge_from_the_saddle(
    system: str, dice: str, critical: str, times: int, critical_times: int
) -> None:
    """K-8: twice, and three times for a critical hit, are four times."""
    state, assets = mounted(system, {**IN_THE_SADDLE, "sure_criticals": True})
    charged = after(Move("hero", "H1", action="charge"), state, assets)
    command = MakeAttack(("hero",), "wolf")
    blow = swing(charged, assets, "hero", command)
    assert blow.damage == dice
    key = "attack/r1/hero/1"

    for face, asked in ((15, f"{key}/damage"), (20, f"{key}/critical")):
        found = decide(command, charged, assets, {key: Typed(face)})
        assert isinstance(found, Needs)
        (question,) = found.questions
        assert (question.key, question.dice) == (asked, dice if face == 15 else critical)
        assert question.times == (times if face == 15 else critical_times)


def test_what_a_lance_dealt_is_in_the_journal() -> None:
    state, assets = mounted(switches=IN_THE_SADDLE)
    charged = after(Move("hero", "H1", action="charge"), state, assets)
    key = "attack/r1/hero/1"

    events = told(MakeAttack(("hero",), "wolf"), charged, assets, {key: 15, f"{key}/damage": 9})

    (struck,) = [event for event in events if isinstance(event, Struck)]
    assert (struck.outcome, struck.times, struck.spends) == ("hit", 2, ())


@pytest.mark.parametrize(("system", "ac"), [("pf1", 15), ("dnd35", 15), ("sf", 15)])
def test_k_7_who_has_charged_is_easier_to_hit_until_its_next_turn(system: str, ac: int) -> None:
    state, assets = fight(OPEN, ON_FOOT, WOLF, at={"hero": "A1", "wolf": "F1"}, system=system)

    charged = after(Move("hero", "E1", action="charge"), state, assets)

    bite = swing(charged, assets, "wolf", MakeAttack(("wolf",), "hero"))
    assert bite.ac == ac
    blow = swing(charged, assets, "hero", MakeAttack(("hero",), "wolf"))
    assert blow.bonus == (4 if system == "sf" else 8)


def test_a_charge_halted_by_a_strike_goes_on_in_its_line() -> None:
    """Given an ogre with a reach of 2 beside the way, when it lets the charge pass, it ends."""
    at = {"hero": "A1", "wolf": "H1", "ogre": "D3"}
    state, assets = fight(OPEN, HERO, WOLF, OGRE, at=at)

    halted = after(Move("hero", "G1", action="charge"), state, assets)
    passed = after(AnswerStrikes(), halted, assets)

    assert figure(passed, "hero").at == "G1"


@pytest.mark.parametrize("system", ["pf1", "dnd35", "sf"])
def test_a_charge_from_the_air_halted_by_a_strike_goes_on_to_its_end(system: str) -> None:
    """Given a wolf with a long reach, when it lets pass who charges down at it, the charge ends."""
    flyer = replace(HERO, sheet=replace(sheet(HERO), speeds=(("walk", 6), ("fly", 8))))
    spear = replace(WOLF, sheet=replace(sheet(WOLF), attacks=(Attack("spear", (2,), reach=2),)))
    at = {"hero": "H6", "wolf": "E4"}
    state, assets = fight(
        OPEN, flyer, spear, at=at, system=system, hero={"elevation": 3, "mode": "fly"}
    )
    charge = Move("hero", "F4", action="charge", mode="fly", elevation=1)

    halted = after(charge, state, assets)
    passed = after(AnswerStrikes(), halted, assets)

    assert figure(halted, "hero").at == "G5"
    assert (figure(passed, "hero").at, figure(passed, "hero").elevation) == ("F4", 1)
