"""K-8 and K-9: attacks from the saddle as they are played, and the turn of rider and mount."""

from __future__ import annotations

import pytest

from core.combat.board.squares import parse_square
from core.creatures import Attack
from core.dice import Answer, Ruled
from core.play.facts.encounter import Lasting, is_among
from core.play.facts.fight.blows.commands import MakeAttack
from core.play.facts.fight.combatants import fight_of, sheet, someone
from core.play.facts.fight.moves.commands import Move
from core.play.facts.fight.turns.commands import SetCondition
from core.play.facts.state import Assets, State
from core.play.facts.table.commands import Hurt
from core.play.fight.blows.attack_plan import swing
from core.play.fight.blows.planned_attack import PlannedAttack
from core.play.fight.moves.pack import proposals
from core.play.fight.previews import MoveAhead, outlook_at, preview
from core.play.fight.turns.budget import left
from core.play.resolution import Needs
from core.play.union import decide
from core.values import replace
from tests.core.play.fight.boards import HERO, OGRE, OPEN, SWORD, WOLF, after, fight
from tests.switched import Switches

BOW = Attack("bow", (6,), "1d6", mode="ranged", weapon="bow", increment=4)
IN_THE_SADDLE: Switches = {"saddle": True, "acts_provoke": False}
PONY = replace(OGRE, id="pony", name="Pony", side="party", sheet=replace(sheet(OGRE), long=True))
AT_WOLF = MakeAttack(("hero",), "wolf")


def mounted(
    attack: Attack, wolf: str, system: str = "pf1", switches: Switches = IN_THE_SADDLE
) -> tuple[State, Assets]:
    """A rider with one attack on a pony at A1, who walks 8 squares, and a wolf."""
    rider = replace(HERO, sheet=replace(sheet(HERO), attacks=(attack,)))
    at = {"hero": "A1", "pony": "A1", "wolf": wolf}
    return fight(
        OPEN, rider, WOLF, PONY, at=at, system=system, switches=switches, hero={"mount": "pony"}
    )


def rules_of(planned_attack: PlannedAttack) -> set[str]:
    return {part.rule for part in planned_attack.receipt.walk()}


def test_a_shot_after_a_double_move_is_made_at_half_of_the_way() -> None:
    """Given 12 squares from A1 to M1, then the shot is made at G1: 4 squares to G6, at -4."""
    state, assets = mounted(BOW, "G6")

    moved = after(Move("hero", "M1"), state, assets)
    shot = swing(moved, assets, "hero", AT_WOLF)

    assert (shot.distance, shot.bonus) == (4, 2)
    assert "K-8" in rules_of(shot)


@pytest.mark.parametrize(
    ("check", "system", "damage"), [("pass", "pf1", 0), ("fail", "pf1", 4), ("", "pf2", 0)]
)
@pytest.mark.parametrize(
    "fall",
    [SetCondition(("pony",), "prone"), Hurt(("pony",), (32,)), Hurt(("pony",), (90,))],
    ids=["tripped", "dropped", "killed"],
)
def test_a_mount_that_falls_throws_its_rider(
    check: str, system: str, damage: int, fall: SetCondition | Hurt
) -> None:
    """Given a rider whose pony is tripped, drops or is killed, then he lies beside it.

    By the open rules (Ride, Soft Fall) he is hurt where the check fails.
    """
    state, assets = mounted(SWORD, "H8", system)
    answers: dict[str, int | Answer] = {}
    if check:
        asked = decide(fall, state, assets, {})
        assert isinstance(asked, Needs)
        (question,) = asked.questions
        assert (question.who, question.dc) == ("hero", 15)
        answers[question.key] = Ruled(check, "")
    if damage:
        falls = decide(fall, state, assets, {key: Ruled("fail", "") for key in answers})
        assert isinstance(falls, Needs)
        answers[falls.questions[-1].key] = damage
    fallen = after(fall, state, assets, answers)
    rider = someone(fallen, "hero")
    figure = fight_of(fallen).figure("hero")
    assert figure is not None
    assert figure.mount == ""
    assert figure.at not in ("", "A1")
    assert is_among(rider.lasting, "prone")
    assert rider.damage == damage


def test_what_is_said_before_the_mounts_move_is_the_chance_after_it() -> None:
    state, assets = mounted(BOW, "G6")
    command = Move("hero", "M1")

    ahead = outlook_at(state, assets, command)
    foreseen = preview(ahead.turn_after, assets, "hero", "wolf", scene=ahead.there)
    shot = swing(after(command, state, assets), assets, "hero", AT_WOLF)

    assert (foreseen.distance, foreseen.bonus, foreseen.p_hit) == (4, 2, shot.p_hit)


@pytest.mark.parametrize(("attack", "wolf"), [(BOW, "F8"), (SWORD, "F3")])
def test_a_riders_shot_does_not_end_the_move_of_its_mount(attack: Attack, wolf: str) -> None:
    state, assets = mounted(attack, wolf)

    moved = after(Move("hero", "E1"), state, assets)
    planned_attack = swing(moved, assets, "hero", AT_WOLF)

    assert planned_attack.possible
    assert planned_attack.ends_move is (attack is SWORD)


@pytest.mark.parametrize(("on", "bonus"), [(True, 7), (False, 6)])
def test_higher_ground_in_the_saddle_is_said_with_its_rule(on: bool, bonus: int) -> None:
    state, assets = mounted(SWORD, "C1", switches={"saddle": on})

    blow = swing(state, assets, "hero", AT_WOLF)

    assert blow.bonus == bonus
    assert ("K-8" in rules_of(blow)) is on


@pytest.mark.parametrize(("on", "rider", "mount"), [(True, 2, 2), (False, 3, 2)])
def test_each_action_of_a_mount_is_one_of_its_riders(on: bool, rider: int, mount: int) -> None:
    """Given a mount without a turn of its own that has strode, then both have two actions left."""
    state, assets = mounted(SWORD, "P9", "pf2", {"shared_actions": on})
    encounter = state.encounters[0]
    order = tuple(slot for slot in encounter.order if slot.key != "pony")
    state = replace(state, encounters=(replace(encounter, order=order),))

    strode = after(Move("hero", "F1"), state, assets)

    assert left(strode, assets, "hero").actions == rider
    assert left(strode, assets, "pony").actions == mount


def test_a_mount_with_a_turn_of_its_own_shares_none() -> None:
    state, assets = mounted(SWORD, "P9", "pf2", {"shared_actions": True})

    strode = after(Move("hero", "F1"), state, assets)

    assert left(strode, assets, "hero").actions == 3


# where a rider is proposed to go (C-257)

GLAIVE = Attack("glaive", (6,), "1d10+4", reach=2)


def proposed(rider_attack: Attack, *, able: bool = True) -> MoveAhead:
    """Where a rider would go to strike at a wolf at J1, beside whom an ogre of the party is.

    Unless `able` the pony has no attack.
    """
    rider = replace(HERO, sheet=replace(sheet(HERO), attacks=(rider_attack,)))
    pony = replace(PONY, lasting=() if able else (Lasting("unarmed"),))
    ogre = replace(OGRE, side="party")
    at = {"hero": "A1", "pony": "A1", "wolf": "J1", "ogre": "K1"}
    state, assets = fight(OPEN, rider, WOLF, pony, ogre, at=at, hero={"mount": "pony"})
    (plan, *_) = proposals(state, assets, ("hero",), parse_square("J1"))
    assert plan.striking == 1
    return outlook_at(state, assets, Move("hero", plan.steps[0].path[-1]))


def test_a_rider_goes_where_his_own_weapon_reaches() -> None:
    """Given a glaive that strikes two squares away only, then the pony stops two squares away."""
    ahead = proposed(GLAIVE)
    assert str(ahead.path[-1]) == "G1"
    assert ahead.targets == ("wolf",)
    assert [(one.target, one.ally) for one in ahead.partners] == [("wolf", "ogre")]


def test_a_rider_whose_mount_cannot_strike_goes_where_he_can() -> None:
    ahead = proposed(SWORD, able=False)
    assert str(ahead.path[-1]) == "H1"
    assert ahead.targets == ("wolf",)
