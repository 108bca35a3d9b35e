"""K-13: moves with an attack in their midst, as they are played: Spring Attack, Ride-By Attack."""

from __future__ import annotations

import pytest

from core.combat.board.squares import parse_square
from core.creatures import Attack
from core.play.facts.fight.blows.commands import MakeAttack
from core.play.facts.fight.combatants import sheet
from core.play.facts.fight.moves.commands import AnswerStrikes, Move
from core.play.facts.state import Assets, State
from core.play.fight.blows.attack_plan import swing
from core.play.fight.moves.move_plan import plan_move
from core.play.fight.previews import outlook_at
from core.play.fight.turns.budget import left
from core.values import replace
from tests.builders import refusal_code
from tests.core.play.fight.boards import HERO, OGRE, OPEN, WOLF, after, fight, waits
from tests.fights import figure
from tests.switched import AS_PACKAGED, Switches

BLOW = {"attack/r1/hero/1": 2}
FULL = ("pf1", "sf")
SPRINGER = replace(
    HERO, sheet=replace(sheet(HERO), speeds=(("walk", 6),), traits=("spring_attack",))
)
SWORD = Attack("longsword", (6,), "1d8+4")
KNIGHT = replace(HERO, sheet=replace(sheet(HERO), attacks=(SWORD,), traits=("ride_by_attack",)))
PONY = replace(OGRE, id="pony", name="Pony", side="party", sheet=replace(sheet(OGRE), long=True))
TO_THE_OGRE = Move("hero", "D3", target="ogre")
AWAY = Move("hero", "A3")
CHARGE = Move("hero", "F3", action="charge", target="ogre")
ON = Move("hero", "L3")


def before_an_ogre(
    system: str = "pf1", switches: Switches = AS_PACKAGED, wolf: str = "P9"
) -> tuple[State, Assets]:
    """Who springs at A3, and an ogre at E2, which threatens C3."""
    at = {"hero": "A3", "ogre": "E2", "wolf": wolf}
    return fight(OPEN, SPRINGER, OGRE, WOLF, at=at, system=system, switches=switches)


def riding(
    system: str = "pf1", switches: Switches = AS_PACKAGED, wolf: str = "A9"
) -> tuple[State, Assets]:
    """A knight on a pony at A3, and an ogre at H5, out of its line."""
    at = {"hero": "A3", "pony": "A3", "ogre": "H5", "wolf": wolf}
    return fight(
        OPEN,
        KNIGHT,
        OGRE,
        PONY,
        WOLF,
        at=at,
        system=system,
        switches=switches,
        hero={"mount": "pony"},
    )


@pytest.mark.parametrize("system", ["pf1", "dnd35", "sf"])
def test_a_spring_attack_goes_there_and_back_without_a_strike_of_its_target(system: str) -> None:
    """Given a target that is named, when it is struck on the way, then it never strikes."""
    state, assets = before_an_ogre(system)

    there = after(TO_THE_OGRE, state, assets)
    struck = after(MakeAttack(("hero",), "ogre"), there, assets, BLOW)
    back = after(AWAY, struck, assets)

    assert [figure(one, "hero").at for one in (there, back)] == ["D3", "A3"]
    assert not left(back, assets, "hero").standard
    assert not left(back, assets, "hero").move


@pytest.mark.parametrize("system", FULL)
def test_a_spring_attack_takes_the_whole_round(system: str) -> None:
    state, assets = before_an_ogre(system)

    there = after(TO_THE_OGRE, state, assets)

    assert figure(there, "hero").spent.actions == ("spring_attack",)
    blow = swing(there, assets, "hero", MakeAttack(("hero",), "ogre"))
    assert (blow.turn_use.spends, blow.remarks, blow.ends_move) == ((), (), False)
    struck = after(MakeAttack(("hero",), "ogre"), there, assets, BLOW)
    assert swing(struck, assets, "hero", MakeAttack(("hero",), "ogre")).remarks


def test_in_dnd35_a_spring_attack_is_a_move_and_an_attack() -> None:
    state, assets = before_an_ogre("dnd35")

    there = after(TO_THE_OGRE, state, assets)
    struck = after(MakeAttack(("hero",), "ogre"), there, assets, BLOW)

    assert figure(struck, "hero").spent.actions == ("move", "standard")


def test_others_strike_at_who_springs_and_it_goes_on_as_it_meant_to() -> None:
    """Given a wolf on the way, when it lets the mover pass, then the round is taken once."""
    state, assets = before_an_ogre(wolf="B4")

    halted = after(TO_THE_OGRE, state, assets)
    assert {striker.by for striker in waits(halted).strikers} == {"wolf"}
    there = after(AnswerStrikes(), halted, assets)

    assert figure(there, "hero").at == "D3"
    assert figure(there, "hero").spent.actions == ("spring_attack",)


def test_what_is_foreseen_of_a_spring_attack_asks_nobody() -> None:
    state, assets = before_an_ogre()

    assert outlook_at(state, assets, TO_THE_OGRE).strikers == ()
    assert [one.by for one in outlook_at(state, assets, Move("hero", "D3")).strikers] == ["ogre"]


def test_who_strikes_before_it_moves_makes_no_spring_attack() -> None:
    """Given a blow before all movement, then who was struck strikes at who leaves."""
    at = {"hero": "D3", "ogre": "E2"}
    state, assets = fight(OPEN, SPRINGER, OGRE, at=at)

    struck = after(MakeAttack(("hero",), "ogre"), state, assets, BLOW)
    halted = after(AWAY, struck, assets)

    assert {striker.by for striker in waits(halted).strikers} == {"ogre"}


def test_a_rider_makes_no_spring_attack() -> None:
    rider = replace(KNIGHT, sheet=replace(sheet(KNIGHT), traits=("spring_attack",)))
    at = {"hero": "A3", "pony": "A3", "ogre": "H5"}
    state, assets = fight(OPEN, rider, OGRE, PONY, at=at, hero={"mount": "pony"})

    assert refusal_code(Move("hero", "F3", target="ogre"), state, assets) == "no_spring"


@pytest.mark.parametrize("system", ["pf1", "dnd35"])
def test_who_rides_by_goes_on_in_the_line_of_the_charge(system: str) -> None:
    """Given a charge with the feat, its target strikes neither before the blow nor after it."""
    state, assets = riding(system)

    charged = after(CHARGE, state, assets)
    blow = swing(charged, assets, "hero", MakeAttack(("hero",), "ogre"))
    struck = after(MakeAttack(("hero",), "ogre"), charged, assets, BLOW)
    past = after(ON, struck, assets)

    assert (figure(charged, "pony").at, figure(past, "hero").at) == ("F3", "L3")
    assert (blow.ends_move, blow.lapsing) == (False, ())
    assert left(struck, assets, "hero").squares == 2 * 8 - 5
    assert figure(past, "pony").spent.actions == ("charge",)
    assert left(past, assets, "hero").squares == 2 * 8 - 11


@pytest.mark.parametrize("system", ["pf1", "dnd35"])
def test_in_a_surprise_round_who_rides_by_has_its_speed_once(system: str) -> None:
    """Given a charge with a single action, then no more is left of it than the mount may go on."""
    state, assets = riding(system)
    surprised = replace(state, encounters=(replace(state.encounters[0], surprise=True),))
    charged = after(CHARGE, surprised, assets)
    struck = after(MakeAttack(("hero",), "ogre"), charged, assets, BLOW)

    squares_left = [left(struck, assets, who).squares for who in ("hero", "pony")]

    assert squares_left == [8 - 5, 8 - 5]
    assert not plan_move(struck, assets, Move("hero", "I3")).paid.over
    assert plan_move(struck, assets, Move("hero", "J3")).paid.over


def test_who_rides_by_may_be_struck_at_by_others_and_goes_on() -> None:
    state, assets = riding(wolf="M5")
    charged = after(CHARGE, state, assets)
    struck = after(MakeAttack(("hero",), "ogre"), charged, assets, BLOW)

    halted = after(Move("hero", "N3"), struck, assets)
    assert {striker.by for striker in waits(halted).strikers} == {"wolf"}
    past = after(AnswerStrikes(), halted, assets)

    assert figure(past, "pony").at == "N3"
    assert figure(past, "pony").spent.actions == ("charge",)


@pytest.mark.parametrize(("to", "code"), [("L1", "not_straight"), ("E3", "not_straight")])
def test_who_rides_by_does_not_turn(to: str, code: str) -> None:
    state, assets = riding()
    charged = after(CHARGE, state, assets)
    struck = after(MakeAttack(("hero",), "ogre"), charged, assets, BLOW)

    assert refusal_code(Move("hero", to), struck, assets) == code


@pytest.mark.parametrize("path", [("F3", "F2", "F1"), ("F3", "G3", "H2", "I1"), ("F3", "E3")])
def test_who_rides_by_does_not_turn_along_a_drawn_path(path: tuple[str, ...]) -> None:
    state, assets = riding()
    charged = after(CHARGE, state, assets)
    struck = after(MakeAttack(("hero",), "ogre"), charged, assets, BLOW)

    assert refusal_code(Move("hero", path=path), struck, assets) == "not_straight"
    ahead = plan_move(struck, assets, Move("hero", path=("F3", "G3", "H3")))
    assert not ahead.paid.over


@pytest.mark.parametrize("switches", [{"feats": False}, AS_PACKAGED])
def test_a_charge_without_the_feat_ends_with_its_blow(switches: Switches) -> None:
    """Given that feats do not count, or a blow that was not made yet, then it does not go on."""
    state, assets = riding(switches=switches)
    halted = after(replace(CHARGE, target=""), state, assets)
    charged = after(AnswerStrikes(), halted, assets)
    assert figure(charged, "pony").at == "F3"
    assert plan_move(charged, assets, ON).paid.over

    if switches:
        struck = after(MakeAttack(("hero",), "ogre"), charged, assets, BLOW)
        assert plan_move(struck, assets, ON).paid.over


def test_a_shot_in_a_charge_does_not_let_a_rider_go_on() -> None:
    bow = Attack("bow", (6,), "1d8", mode="ranged", weapon="bow")
    archer = replace(KNIGHT, sheet=replace(sheet(KNIGHT), attacks=(SWORD, bow)))
    at = {"hero": "A3", "pony": "A3", "ogre": "H5"}
    switches = {"acts_provoke": False}
    state, assets = fight(
        OPEN, archer, OGRE, PONY, at=at, switches=switches, hero={"mount": "pony"}
    )
    charged = after(CHARGE, state, assets)

    shot = after(MakeAttack(("hero",), "ogre", 1), charged, assets, BLOW)

    assert plan_move(shot, assets, ON).paid.over


def test_the_way_on_is_the_line_from_where_the_charge_began() -> None:
    """Given a slanting charge, then squares count as ahead whose line passes the blow's place."""
    at = {"hero": "A1", "pony": "A1", "ogre": "H5"}
    state, assets = fight(OPEN, KNIGHT, OGRE, PONY, at=at, hero={"mount": "pony"})
    charged = after(Move("hero", "F3", action="charge", target="ogre"), state, assets)
    struck = after(MakeAttack(("hero",), "ogre"), charged, assets, BLOW)

    onward = plan_move(struck, assets, Move("hero", "G3"))

    assert onward.path == (parse_square("F3"), parse_square("G3"))
