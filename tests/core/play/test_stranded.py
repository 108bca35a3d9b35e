"""Who cannot walk: carried, waited for or left behind; the dying; riders who go away."""

from __future__ import annotations

from fractions import Fraction

import pytest

from core.dice import Ruled
from core.play.facts.encounter import Lasting
from core.play.facts.riding import loaded
from core.play.facts.road.commands import Camp, March, Ride, Stay, Wait
from core.play.facts.state import Member, State
from core.play.facts.table.commands import SetPresent
from core.play.party.membership import bearers_for
from core.play.resolution import Needs
from core.play.union import Command, decide
from core.travel.movers import Mover
from core.values import replace
from tests.builders import (
    HARSK,
    HORSE,
    PONY,
    TAM,
    VALERIA,
    WAGON,
    after,
    assets,
    member,
    party,
    refusal_code,
)
from tui.journey.model import is_march_refused, stranded_choices, stranded_commands
from tui.kit.phrases import say

PF1 = assets()
DYING = replace(VALERIA, damage=33)
HELD = (Lasting("paralyzed"),)


@pytest.mark.parametrize(
    ("ruleset", "who", "walks"),
    [
        ("pf1", TAM, True),
        ("pf1", replace(TAM, damage=15), False),
        ("pf1", replace(TAM, damage=16, stable=True), False),
        ("pf1", replace(TAM, nonlethal=15), True),
        ("pf1", replace(TAM, nonlethal=16), False),
        ("pf1", replace(TAM, lasting=HELD), False),
        ("pf1", replace(TAM, lasting=(Lasting("unconscious"),)), False),
        ("pf1", replace(TAM, lasting=(Lasting("prone"),)), True),
        ("pf2", replace(TAM, damage=15, stable=True), False),
        ("sf", replace(TAM, damage=15, stable=True), False),
    ],
)
def test_t_126_nobody_marches_who_is_out_at_0_or_helpless(
    ruleset: str, who: Member, walks: bool
) -> None:
    """Given Tam with 15 hit points, then he marches only on his feet and able to move."""
    under = assets(ruleset)
    who = replace(who, mover=Mover(speed_m=Fraction(9)))
    state = party(who)
    if walks:
        assert after(March(Fraction(1)), state, under=under).travelled == 1
    else:
        assert refusal_code(March(Fraction(1)), state, under) == "cannot_walk"


def test_who_cannot_walk_may_be_carried_by_a_mount_a_wagon_or_a_hero() -> None:
    """Given Valeria stable at -2, then pony, wagon and Harsk could carry her, and none but one."""
    down = replace(DYING, stable=True)
    state = party(down, HARSK, replace(PONY, mover=Mover(mount="pony")), WAGON)
    bearers = [one.id for one in bearers_for(down, state, PF1.rules)]
    assert bearers == ["pony", "wagon", "harsk"]
    carried = after(Ride("valeria", "pony"), state)
    assert loaded(member(carried, "pony"), carried).load_kg == down.weight_kg
    carried = after(SetPresent("wagon", False), carried)
    assert after(March(Fraction(1)), carried).travelled == 1


def test_t_162_a_ridden_mount_carries_another_behind_its_rider() -> None:
    """Given Tam (80 kg) on a pony, then it carries Valeria, too, at the pace of 160 kg."""
    down = replace(DYING, stable=True)
    pony = replace(PONY, mover=Mover(mount="pony"))
    state = party(down, replace(TAM, rides="pony", weight_kg=down.weight_kg), pony)
    assert [one.id for one in bearers_for(down, state, PF1.rules)] == ["pony"]
    asked = stranded_choices(state, PF1)
    assert asked is not None
    assert [one.id for one in asked[2]] == ["pony", "wait", "leave"]
    assert say(asked[2][0].words) == "Valeria is carried by Pony: 80 kg, at 4.5 km/h"


def test_a_hero_who_carries_another_bears_a_heavy_load_and_still_makes_checks() -> None:
    """Given Tam (human, 30 ft) with Valeria on his back, then he goes at 20 ft, on his own feet."""
    human = replace(TAM, mover=Mover(race="human"))
    down = replace(DYING, stable=True)
    state = after(Ride("valeria", "tam"), party(down, human))
    free = after(March(Fraction(3)), party(human)).progress.into_km
    gone = after(March(Fraction(3)), state)
    assert gone.progress.into_km == free * 2 / 3
    assert member(gone, "tam").marched == 3
    assert member(gone, "valeria").marched == 0
    asked = decide(March(Fraction(6)), gone, PF1, {})
    assert isinstance(asked, Needs)
    assert [question.who for question in asked.questions] == ["tam"]
    again = Ride("harsk", "tam")
    assert refusal_code(again, replace(state, members=(*state.members, HARSK)), PF1) == "no_mount"


def test_t_034_a_hero_of_a_typed_speed_carries_at_two_thirds_of_it() -> None:
    """Given Tam (typed 9 m, 6 squares) with Valeria on his back, then he goes at 4 squares."""
    state = after(Ride("valeria", "tam"), party(replace(DYING, stable=True), TAM))
    free = after(March(Fraction(3)), party(TAM)).progress.into_km
    assert after(March(Fraction(3)), state).progress.into_km == free * 2 / 3


@pytest.mark.parametrize("goes", [True, False])
def test_a_wagon_carries_what_its_animals_draw(goes: bool) -> None:
    """Given a wagon that one heavy horse draws, then it carries five times the horse's load."""
    horse = replace(HORSE, pulls="wagon")
    most = 5 * PF1.rules.mounts["heavy_horse"].loaded_to_kg
    weight = most if goes else most + 1
    stone = replace(DYING, stable=True, rides="wagon", weight_kg=weight)
    state = party(stone, HARSK, horse, WAGON)
    if goes:
        assert after(March(Fraction(1)), state).travelled == 1
    else:
        assert refusal_code(March(Fraction(1)), state, PF1) == "wagon_overloaded"
        second = replace(horse, id="second", name="Second", token="e")
        assert after(March(Fraction(1)), party(*state.members, second)).travelled == 1


def test_the_goods_on_a_wagon_count_in_what_its_animals_draw() -> None:
    """Given a wagon with all the goods that its horse draws, then nobody can ride in it."""
    horse = replace(HORSE, pulls="wagon")
    most = 5 * PF1.rules.mounts["heavy_horse"].loaded_to_kg
    wagon = replace(WAGON, mover=replace(WAGON.mover, load_kg=most))
    assert after(March(Fraction(1)), party(HARSK, horse, wagon)).travelled == 1
    rider = replace(HARSK, rides="wagon", weight_kg=Fraction(80))
    assert refusal_code(March(Fraction(1)), party(rider, horse, wagon), PF1) == "wagon_overloaded"


def test_who_would_be_overloaded_is_no_answer_and_the_others_say_their_pace() -> None:
    """Given Valeria (80 kg) and a pony loaded to its most, then only Harsk can carry her."""
    most = PF1.rules.mounts["pony"].loaded_to_kg
    pony = replace(PONY, mover=Mover(mount="pony", load_kg=most))
    asked = stranded_choices(party(replace(DYING, stable=True), HARSK, pony), PF1)
    assert asked is not None
    assert [one.id for one in asked[2]] == ["harsk", "wait", "leave"]
    assert say(asked[2][0].words) == "Valeria is carried by Harsk: 80 kg, at 3 km/h"


def test_the_refused_march_is_a_question_with_its_answers() -> None:
    down = replace(DYING, stable=True)
    asked = stranded_choices(party(down, HARSK), PF1)
    assert asked is not None
    who, _, choices = asked
    assert [(one.id, one.letter) for one in choices] == [
        ("harsk", "H"),
        ("wait", "1"),
        ("leave", "2"),
    ]
    march = March()
    assert stranded_commands(who, "harsk", march) == (Ride("valeria", "harsk"), march)
    assert stranded_commands(who, "wait", march) == (Camp(),)
    assert stranded_commands(who, "leave", march) == (SetPresent("valeria", False), march)
    assert stranded_choices(party(HARSK), PF1) is None
    assert is_march_refused(party(down, HARSK), PF1)
    assert not is_march_refused(party(HARSK), PF1)


@pytest.mark.parametrize(
    "command", [March(Fraction(1)), Wait(Fraction(1)), Camp(), Stay(1)], ids=lambda one: one.kind
)
def test_the_dying_are_rolled_for_before_time_passes(command: Command) -> None:
    """Given Valeria dying at -2 in the saddle, then each round asks her check, until a success."""
    state = party(replace(DYING, rides="horse"), TAM, HORSE)
    asked = decide(command, state, PF1, {})
    assert isinstance(asked, Needs)
    first = asked.questions[0]
    assert first.who == "valeria"
    once = decide(command, state, PF1, {first.key: Ruled("fail", "")})
    assert isinstance(once, Needs)
    second = once.questions[-1]
    assert (second.who, second.key != first.key) == ("valeria", True)


def test_a_march_is_refused_for_the_dying_on_foot_before_their_dice_are_asked() -> None:
    """Given Valeria dying, whom nobody carries, then no die is rolled for a march not made."""
    state = party(DYING, TAM)
    assert refusal_code(March(), state, PF1) == "cannot_walk"
    assert is_march_refused(state, PF1)


def test_who_is_steady_after_two_rounds_has_lost_a_point_and_lives() -> None:
    state = party(DYING, TAM)
    asked = decide(Wait(Fraction(1)), state, PF1, {})
    assert isinstance(asked, Needs)
    key = asked.questions[0].key
    stem, _, rest = key.rpartition("/1/")
    answers = {key: Ruled("fail", ""), f"{stem}/2/{rest}": Ruled("pass", "")}
    later = after(Wait(Fraction(1)), state, answers)
    valeria = member(later, "valeria")
    assert (valeria.damage, valeria.stable) == (34, True)
    assert later.clock.hour == state.clock.hour + 1


def test_the_dead_in_the_saddle_weigh_what_they_weighed() -> None:
    state = party(replace(HARSK, rides="horse", dead=True), TAM, HORSE)
    assert loaded(member(state, "horse"), state).load_kg == HARSK.weight_kg


def test_a_rider_who_goes_away_takes_the_mount_and_comes_back_on_it() -> None:
    """Given Tam on his horse, then both are away, and both are back with him in the saddle."""
    state = after(Ride("tam", "horse"), party(TAM, HARSK, HORSE))
    away = after(SetPresent("tam", False), state)
    assert present(away) == {"harsk"}
    assert after(SetPresent("tam", True), away) == state
    several = after(SetPresent("harsk", False, ("tam",)), state)
    assert present(several) == set()
    afoot = after(Ride("tam"), state)
    assert present(after(SetPresent("tam", False), afoot)) == {"harsk", "horse"}


def present(state: State) -> set[str]:
    """The ids of those who are with the party."""
    return {one.id for one in state.travellers}
