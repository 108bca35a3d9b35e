"""Mounts: how big they are without a sheet, and what becomes of who rides one that drops."""

from __future__ import annotations

from fractions import Fraction

import pytest

from core.creatures import Sheet
from core.dice import Answer, Ruled, Typed
from core.play.facts.encounter import Lasting, Slot
from core.play.facts.fight.combatants import fight_of
from core.play.facts.fight.moves.commands import MountUp, Stand
from core.play.facts.fight.moves.events import Fell, MountedUp
from core.play.facts.fight.turns.commands import EndTurn, Pause, SetCondition
from core.play.facts.fight.turns.events import ActionsSpent, Sank
from core.play.facts.fold import Event, evolve_all
from core.play.facts.road.commands import BeginEncounter
from core.play.facts.state import Member, State
from core.play.facts.table.commands import Hurt, Leave, Rule
from core.play.facts.table.events import Damaged
from core.play.fight.fight_scene import scene_of
from core.play.resolution import Decided, Needs
from core.play.union import decide
from core.travel.movers import Mover
from core.values import replace
from tests.builders import answered, member
from tests.core.play.fight.brawls import (
    HERO,
    WOLF,
    asks,
    brawl,
    happens,
    refused,
    under,
    with_figure,
)
from tests.fights import figure
from tui.kit.phrases import say

HURT = (HERO.hp or 0) + 2
HORSE = Member("horse", "Horse", "h", role="mount", mover=Mover(mount="heavy_horse"))


SKIPPED = Ruled("skip", "")


def drops_in_the_saddle(state: State, ruleset: str) -> tuple[Event, ...]:
    """The hero drops, and the roll to stay in the saddle is left to the GM, where there is one."""
    command = Hurt(("hero",), (HURT,))
    skipped = dict.fromkeys(asks(command, state, ruleset=ruleset), SKIPPED)
    return happens(command, state, skipped, ruleset)


@pytest.mark.parametrize("ruleset", ["pf1", "dnd35", "sf", "pf2"])
def test_a_horse_without_a_sheet_is_large_and_a_pony_medium(ruleset: str) -> None:
    pony = replace(HORSE, id="pony", mover=Mover(mount="pony"))
    told = replace(HORSE, id="told", sheet=Sheet(size="H"))
    scene = scene_of(brawl(HORSE, pony, told, horse="A1", pony="D1", told="G1"), under(ruleset))
    assert [scene.space(one) for one in scene.creatures] == [2, 1, 3]
    assert scene.creature("horse").long


def test_a_rider_is_anywhere_on_a_horse_without_a_sheet() -> None:
    """Given a mounted hero on the last column but one, then no place beyond it holds the horse."""
    state = with_figure(brawl(HERO, HORSE, hero="K2", horse="K2"), "hero", mount="horse")
    scene = scene_of(state, under())
    assert scene.body(scene.creature("hero")).side == 2
    assert refused(Rule("position", "L2", "horse"), state) == "off_the_map"


@pytest.mark.parametrize("points", [22, 60])
def test_a_mount_that_drops_or_dies_throws_its_rider_to_its_side(points: int) -> None:
    steed = replace(HORSE, hp=20, con_score=15)
    state = with_figure(brawl(HERO, steed, hero="A1", horse="A1"), "hero", mount="horse")
    assert not any(isinstance(one, MountedUp) for one in happens(Hurt(("horse",), (5,)), state))
    (ride,) = asks(Hurt(("horse",), (points,)), state)
    found = decide(Hurt(("horse",), (points,)), state, under(), {ride: Ruled("pass", "")})
    assert isinstance(found, Decided)
    assert any(receipt.default for receipt in found.receipts)
    after = evolve_all(state, found.events)
    assert (figure(after, "hero").mount, figure(after, "hero").at) == ("", "C1")
    assert [one.name for one in member(after, "hero").lasting] == ["prone"]


def test_a_rider_who_left_the_party_stops_neither_its_mount_nor_the_turns() -> None:
    """Given a rider that left while the fight was paused, its mount drops and its turn passes."""
    steed = replace(HORSE, hp=20, con_score=15)
    order = tuple(Slot(who, (who,), Fraction(1)) for who in ("wolf", "hero"))
    state = brawl(
        HERO,
        steed,
        WOLF,
        hero="A1",
        horse="A1",
        wolf="F6",
        changed={"order": order, "acting": "wolf"},
    )
    state = with_figure(state, "hero", mount="horse")
    back = BeginEncounter("", "brawl")
    for command in (Pause(), Leave("hero"), back, Hurt(("horse",), (22,)), EndTurn()):
        state = evolve_all(state, happens(command, state))
    assert member(state, "horse").damage == 22
    fight = fight_of(state)
    assert (fight.acting, fight.round) == ("wolf", 2)


def test_who_rides_a_flyer_that_drops_falls_as_far() -> None:
    steed = replace(HORSE, hp=20, con_score=15)
    state = brawl(HERO, steed, hero="A1", horse="A1")
    state = with_figure(
        with_figure(state, "hero", mount="horse", elevation=4), "horse", elevation=4, mode="fly"
    )
    falls = asks(Hurt(("horse",), (22,)), state)
    assert sorted(question.who for question in falls.values()) == ["hero", "horse"]
    events = happens(Hurt(("horse",), (22,)), state, answered(dict.fromkeys(falls, 3)))
    assert [one.who for one in events if isinstance(one, Fell)] == ["hero", "horse"]
    after = evolve_all(state, events)
    assert (figure(after, "hero").elevation, figure(after, "horse").elevation) == (0, 0)


@pytest.mark.parametrize(
    ("ruleset", "thrown", "asked"), [("pf1", 4, 1), ("dnd35", 4, 1), ("sf", 0, 1), ("pf2", 0, 0)]
)
def test_a_rider_who_is_out_stays_in_the_saddle_until_the_gm_lets_it_fall(
    ruleset: str, thrown: int, asked: int
) -> None:
    state = with_figure(brawl(HERO, HORSE, hero="A1", horse="A1"), "hero", mount="horse")
    state = evolve_all(state, drops_in_the_saddle(state, ruleset))
    hero = member(state, "hero")
    before = hero.damage
    assert figure(state, "hero").mount == "horse"
    assert all(one.name != "prone" for one in hero.lasting)
    falls = asks(MountUp("hero", "", "K2"), state, ruleset=ruleset)
    assert len(falls) == asked
    events = happens(
        MountUp("hero", "", "K2"), state, answered(dict.fromkeys(falls, 4)), ruleset=ruleset
    )
    assert not any(isinstance(one, ActionsSpent | Sank) for one in events)
    fallen = evolve_all(state, events)
    hero = member(fallen, "hero")
    assert (figure(fallen, "hero").at, hero.damage) == ("C1", before + thrown)
    assert any(one.name == "prone" for one in hero.lasting)


@pytest.mark.parametrize(("ruleset", "asked"), [("pf1", 1), ("dnd35", 1), ("sf", 1), ("pf2", 0)])
def test_a_rider_who_is_out_in_the_air_falls_once_to_the_ground(ruleset: str, asked: int) -> None:
    state = brawl(HERO, HORSE, hero="A1", horse="A1")
    state = with_figure(
        with_figure(state, "hero", mount="horse", elevation=4), "horse", elevation=4, mode="fly"
    )
    state = evolve_all(state, drops_in_the_saddle(state, ruleset))
    falls = asks(MountUp("hero"), state, ruleset=ruleset)
    assert len(falls) == asked
    found = decide(MountUp("hero"), state, under(ruleset), answered(dict.fromkeys(falls, 3)))
    assert isinstance(found, Decided)
    assert [type(one) for one in found.events if isinstance(one, Fell | Damaged)] == [Fell, Damaged]
    fallen = evolve_all(state, found.events)
    assert (figure(fallen, "hero").elevation, figure(fallen, "horse").elevation) == (0, 4)
    assert any("falls off" in say(receipt.label) for receipt in found.receipts)


@pytest.mark.parametrize(("damage", "said"), [(0, 1), (HURT, 0)])
def test_the_saddle_is_spoken_of_when_its_rider_drops_and_not_again(damage: int, said: int) -> None:
    hero = replace(HERO, damage=damage)
    state = with_figure(brawl(hero, HORSE, hero="A1", horse="A1"), "hero", mount="horse")
    points = Hurt(("hero",), (HURT if not damage else 1,))
    found = decide(points, state, under(), dict.fromkeys(asks(points, state), SKIPPED))
    assert isinstance(found, Decided)
    assert sum("saddle" in say(receipt.label) for receipt in found.receipts) == said


@pytest.mark.parametrize(
    ("ruleset", "face", "falls", "left"),
    [
        ("pf1", 50, True, 4),
        ("pf1", 51, False, 0),
        ("dnd35", 50, True, 4),
        ("dnd35", 100, False, 0),
    ],
)
def test_a_rider_who_drops_stays_in_the_saddle_by_a_roll_at_the_drop(
    ruleset: str, face: int, falls: bool, left: int
) -> None:
    """Given a rider at -1, then half the faces keep the saddle; by the others 1d6, here 4, more."""
    state = with_figure(brawl(HERO, HORSE, hero="A1", horse="A1"), "hero", mount="horse")
    dropping = Hurt(("hero",), (HURT,))
    (key,) = asks(dropping, state, ruleset=ruleset)
    asked = asks(dropping, state, ruleset=ruleset)[key]
    assert (asked.dice, asked.dc) == ("d%", 51)
    answers = {key: Typed(face)}
    further = decide(dropping, state, under(ruleset), answers)
    if isinstance(further, Needs):
        answers |= {question.key: Typed(left) for question in further.questions}
    found = decide(dropping, state, under(ruleset), answers)
    assert isinstance(found, Decided)
    after = evolve_all(state, found.events)
    assert figure(after, "hero").mount == ("" if falls else "horse")
    assert member(after, "hero").damage == HURT + left
    prone = any(one.name == "prone" for one in member(after, "hero").lasting)
    assert prone is falls


def test_the_dead_and_systems_without_saddles_ask_for_no_roll() -> None:
    state = with_figure(brawl(HERO, HORSE, hero="A1", horse="A1"), "hero", mount="horse")
    assert not asks(Hurt(("hero",), (400,)), state)
    assert not asks(Hurt(("hero",), (HURT,)), state, ruleset="pf2")


def test_a_rider_whose_roll_is_skipped_stays_until_the_gm_lets_it_fall() -> None:
    state = with_figure(brawl(HERO, HORSE, hero="A1", horse="A1"), "hero", mount="horse")
    (key,) = asks(Hurt(("hero",), (HURT,)), state)
    events = happens(Hurt(("hero",), (HURT,)), state, {key: SKIPPED})
    assert figure(evolve_all(state, events), "hero").mount == "horse"


def test_neither_rider_nor_mount_lies_down_in_the_saddle() -> None:
    state = with_figure(brawl(HERO, HORSE, hero="A1", horse="A1"), "hero", mount="horse")
    for who in ("hero", "horse"):
        assert refused(Stand(who, down=True), state) == "in_the_saddle"


def test_a_mount_that_lay_when_it_was_mounted_gets_up_with_its_rider() -> None:
    lying = replace(HORSE, lasting=(Lasting("prone"),))
    state = brawl(HERO, lying, WOLF, hero="A3", horse="A1", wolf="H8")
    mounted = evolve_all(state, happens(MountUp("hero", "horse"), state))
    up = evolve_all(mounted, happens(Stand("horse"), mounted))
    assert (figure(up, "hero").mount, member(up, "horse").lasting) == ("horse", ())


@pytest.mark.parametrize(("ruling", "damage"), [("pass", 0), ("fail", 4)])
def test_a_rider_who_is_tripped_falls_out_of_the_saddle(ruling: str, damage: int) -> None:
    """Given a rider made prone, then he lies beside the horse, by a check of Ride unhurt."""
    state = with_figure(brawl(HERO, HORSE, hero="A1", horse="A1"), "hero", mount="horse")
    tripped = SetCondition(("hero",), "prone")
    (key,) = asks(tripped, state)
    answers: dict[str, Answer] = {key: Ruled(ruling, "")}
    answers |= {further: Typed(4) for further in asks(tripped, state, answers)}
    after = evolve_all(state, happens(tripped, state, answers))
    assert (figure(after, "hero").mount, figure(after, "hero").at) == ("", "C1")
    assert (member(after, "hero").damage, figure(after, "horse").at) == (damage, "A1")
    assert [one.name for one in member(after, "hero").lasting] == ["prone"]
