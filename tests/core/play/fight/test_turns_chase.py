"""Chases by rounds: speed decides, or Dexterity among equals; running is limited (T-210, T-070)."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

import pytest

from core.dice import Ties, Typed
from core.messages import Refusal
from core.play.facts.encounter import Chase, turns
from core.play.facts.fight.combatants import changed_figure, in_fight, sheet, someone
from core.play.facts.fight.moves.events import LeftBoard
from core.play.facts.fight.setup.commands import Place, Rename, Spot
from core.play.facts.fight.turns.commands import (
    ChaseAllDay,
    ChaseRound,
    EndChase,
    EndTurn,
    SetCondition,
    StartChase,
)
from core.play.facts.fight.turns.events import ChaseEnded, RunDown, TurnBegan, TurnOver
from core.play.facts.road.commands import BeginEncounter, EndEncounter
from core.play.facts.state import State
from core.play.facts.table.commands import Hurt
from core.play.fight.health import con_modifier
from core.play.fight.turns.chase import why
from core.play.queries import next_action, space
from core.play.resolution import Needs
from core.play.union import Command, decide
from core.values import replace
from tests.core.play.fight.turning import (
    SECONDS,
    begun,
    fight,
    fighting,
    keys,
    lies,
    play,
    refused,
    told,
)
from tests.fights import HARSK, TAM, VALERIA, fight_world, figure
from tui.kit.phrases import phrase, say

DYING = fight_world().rules.combat.dying
DEX = "chase/ambush/round-3/dex/tam"
ON_FOOT = replace(TAM, sheet=replace(sheet(TAM), speeds=(("walk", 6),)))
"""Tam, who cannot fly."""


def chased(
    quarry: tuple[str, ...] = ("tam",),
    pursuers: tuple[str, ...] = ("wolf-1",),
    lead: int = 30,
    ruleset: str = "pf1",
) -> State:
    state = fighting(HARSK, VALERIA, ON_FOOT, ruleset=ruleset)
    return play(StartChase(quarry, pursuers, lead), state, under=fight_world(ruleset))


def chase(state: State) -> Chase:
    found = fight(state).chase
    assert found is not None
    return found


def rounds(state: State, count: int, face: int = 10) -> State:
    for _ in range(count):
        state = play(ChaseRound(), state, face=face)
    return state


def test_all_run_as_fast_as_their_feet_and_their_armour_let_them() -> None:
    state = chased(("tam", "harsk"), ("wolf-1", "valeria"))
    assert [(one.id, one.speed, one.rounds) for one in chase(state).quarry] == [
        ("tam", 24, 10),
        ("harsk", 12, 16),
    ]
    assert [(one.id, one.speed, one.lead) for one in chase(state).pursuers] == [
        ("wolf-1", 40, 30),
        ("valeria", 24, 30),
    ]


def test_pf2_counts_three_strides() -> None:
    one = chase(chased(ruleset="pf2")).quarry[0]
    assert (one.speed, one.rounds) == (18, None)


def test_t_210_the_faster_closes_in_and_catches_without_a_roll() -> None:
    state = chased()
    assert keys(ChaseRound(), state) == []
    state = play(ChaseRound(), state)
    assert (chase(state).quarry[0].lead, chase(state).pursuers[0].lead) == (14, 14)
    found = told(ChaseRound(), state)
    assert chase(rounds(state, 0)).rounds == 1
    assert found.events[-2:] == (RunDown("tam", "wolf-1", "I7"), ChaseEnded("", ("tam",)))
    assert [r.rule for r in found.receipts] == ["T-210"]
    assert fight(rounds(state, 1)).chase is None


def test_t_210_the_faster_gets_away() -> None:
    state = rounds(chased(("wolf-1",), ("tam", "harsk")), 2)
    found = told(ChaseRound(), state)
    assert found.events[-3:] == (RunDown("wolf-1"), LeftBoard("wolf-1", "M4"), ChaseEnded("", ()))


@pytest.mark.parametrize(("own", "other", "caught"), [(14, 9, ()), (9, 10, ("tam",))])
def test_t_211_the_equally_fast_roll_dexterity_after_a_few_rounds(
    own: int, other: int, caught: tuple[str, ...]
) -> None:
    state = rounds(chased(pursuers=("valeria",)), 2)
    assert keys(ChaseRound(), state) == [DEX, f"{DEX}/valeria"]
    found = told(ChaseRound(), state, {DEX: own, f"{DEX}/valeria": other})
    assert found.events[-1] == ChaseEnded("", caught)


def test_t_214_a_tie_is_the_pursuers() -> None:
    state = rounds(chased(pursuers=("valeria",)), 2)
    found = told(ChaseRound(), state, {DEX: 13, f"{DEX}/valeria": 10})
    assert found.events[-1] == ChaseEnded("", ("tam",))


def test_one_may_be_caught_while_another_runs_on() -> None:
    state = chased(("tam", "harsk"), lead=26)
    found = told(ChaseRound(), state)
    assert RunDown("harsk", "wolf-1", "G3") in found.events
    state = play(ChaseRound(), state)
    assert [one.id for one in chase(state).quarry] == ["tam"]


def test_a_round_of_a_chase_out_of_its_turn_is_a_round_of_the_clock() -> None:
    state = play(SetCondition(("tam",), "haste", rounds=1), chased(("wolf-1",), ("tam",)))
    later = play(ChaseRound(), state)
    assert later.clock == state.clock.after(SECONDS)
    assert (fight(later).round, fight(later).acting) == (2, fight(state).acting)
    assert lies(rounds(later, 1), "tam") == []


def test_t_071_who_runs_longer_than_it_can_is_checked_and_tires() -> None:
    state = chased(("wolf-1",), ("tam",))
    spent = replace(chase(state).pursuers[0], rounds=0)
    ambush = replace(fight(state), chase=replace(chase(state), pursuers=(spent,)))
    state = replace(state, encounters=(ambush,))
    key = "chase/ambush/round-1/run/tam"
    assert keys(ChaseRound(), state) == [key]
    on = chase(play(ChaseRound(), state, {key: 10})).pursuers[0]
    assert (on.rounds, on.tired, on.speed) == (-1, False, 24)
    tired = chase(play(ChaseRound(), state, {key: 9})).pursuers[0]
    assert (tired.tired, tired.speed) == (True, 6)


def test_t_073_who_tired_may_run_again_after_a_minute() -> None:
    state = chased(("harsk",), ("tam", "wolf-1"), lead=1000)
    tam, wolf = chase(state).pursuers
    spent = replace(tam, rounds=0)
    ambush = replace(fight(state), chase=replace(chase(state), pursuers=(spent, wolf)))
    state = replace(state, encounters=(ambush,))
    state = play(ChaseRound(), state, {"chase/ambush/round-1/run/tam": 9})
    for _ in range(9):
        tired = chase(state).pursuers[0]
        assert (tired.tired, tired.speed) == (True, 6)
        assert keys(ChaseRound(), state) == []
        state = play(ChaseRound(), state)
    assert chase(state).pursuers[0].rested == 10
    runs = chase(play(ChaseRound(), state)).pursuers[0]
    assert (runs.tired, runs.speed, runs.rounds) == (False, 24, 9)


@pytest.mark.parametrize(("weary", "squares"), [("fatigued", 12), ("exhausted", 6)])
def test_the_weary_do_not_run(weary: str, squares: int) -> None:
    """Given Tam of 6 squares, then two moves of the fatigued are 12, of the exhausted half."""
    state = play(SetCondition(("tam",), weary), fighting(HARSK, VALERIA, ON_FOOT))
    state = play(StartChase(("tam",), ("wolf-1",), 30), state)
    assert chase(state).quarry[0].speed == squares


def test_the_gm_ends_it_in_a_word_and_the_fight_goes_on() -> None:
    state = play(EndChase("he dives into the river"), chased())
    assert fight(state).chase is None
    assert fight(state).acting == "valeria"
    assert [figure(state, who).at for who in ("tam", "wolf-1")] == ["", "M4"]  # he got away
    assert play(EndEncounter(5), chased()).pending is None


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (StartChase((), ("wolf-1",), 3), "nobody"),
        (StartChase(("tam",), (), 3), "nobody"),
        (StartChase(("tam",), ("tam",), 3), "both_sides"),
        (StartChase(("tam",), ("nobody",), 3), "unknown_creature"),
        (StartChase(("tam",), ("ogre",), -1), "bad_lead"),
        (ChaseRound(), "no_chase"),
        (EndChase(), "no_chase"),
    ],
)
def test_what_is_no_chase_is_refused_in_words(command: Command, code: str) -> None:
    assert refused(command, fighting()) == code


def test_who_is_dying_or_helpless_neither_flees_nor_follows() -> None:
    state = play(Hurt(("wolf-1",), (40,)), fighting())
    bound = play(SetCondition(("tam",), "helpless"), fighting())
    for under in (state, bound):
        assert refused(StartChase(("tam",), ("wolf-1", "ogre"), 3), under) == "cannot_run"
    assert "Wolf" in say(refused_by(state).message)


def refused_by(state: State) -> Refusal:
    with pytest.raises(Refusal) as refused:
        play(StartChase(("tam",), ("ogre", "wolf-1"), 3), state)
    return refused.value


def test_a_fight_that_is_called_otherwise_is_refused_by_its_new_name() -> None:
    state = play(Rename("ambush", "At dusk"), fighting())
    with pytest.raises(Refusal) as refused:
        play(BeginEncounter("", "ambush"), state)
    assert say(refused.value.message).startswith("At dusk is being played")


def test_one_chase_at_a_time() -> None:
    assert refused(StartChase(("harsk",), ("ogre",), 3), chased()) == "chase_on"


def test_a_lead_in_squares_is_what_the_receipt_speaks_of() -> None:
    found = told(ChaseRound(), play(ChaseRound(), chased()))
    assert found.receipts[0].label.value("speed") == 40 * Fraction(3, 2)


def test_who_is_put_back_on_the_board_runs_in_the_chase_no_more() -> None:
    state = play(Place("ambush", (Spot("harsk", "C3"),)), chased(("tam", "harsk")))
    assert [one.id for one in chase(state).quarry] == ["tam"]
    over = told(Place("ambush", (Spot("wolf-1", "D4"),)), state)
    assert over.events[-1] == ChaseEnded("")
    off = play(Place("ambush", (Spot("wolf-1", ""),)), state)
    assert [one.id for one in chase(off).pursuers] == ["wolf-1"]


@pytest.mark.parametrize(
    ("quarry", "pursuers", "value"),
    [
        (("tam",), ("wolf-1",), "0 %"),
        (("wolf-1",), ("tam", "harsk"), "100 %"),
        (("tam",), ("valeria", "harsk"), "34 %"),
    ],
)
def test_what_decides_a_chase_is_explained_while_it_lasts(
    quarry: tuple[str, ...], pursuers: tuple[str, ...], value: str
) -> None:
    (found,) = why(chased(quarry, pursuers), fight_world())
    assert say(found.label).startswith(f"{'Tam' if quarry == ('tam',) else 'Wolf'} flees from")
    assert (found.rule, phrase("{value}", value=found.value)) == ("T-210", value)
    assert len(tuple(found.walk())) > 1


def outline(state: State) -> tuple[int, str]:
    """The round of the fight and the slot whose turn it is."""
    return fight(state).round, fight(state).acting


def go(state: State, count: int = 1, face: int = 10) -> State:
    """The state after Space so many times."""
    for _ in range(count):
        command = space(state, fight_world())
        assert command is not None
        state = play(command, state, face=face)
    return state


def test_a_chase_goes_on_in_the_turns_of_its_runners_and_the_others_have_theirs() -> None:
    """Given Tam who flees from a wolf of three, then those who do not run act in each round."""
    state = chased(lead=200)
    assert turns(fight(state).order)["wolf-1"] == ("wolf-1",)
    seen = []
    for _ in range(9):
        seen.append((*outline(state), chase(state).rounds))
        state = go(state)
    assert seen == [
        (1, "valeria", 0),
        (1, "wolf-1", 0),
        (1, "wolves", 1),
        (1, "harsk", 1),
        (1, "ogre", 1),
        (2, "valeria", 1),
        (2, "wolf-1", 1),
        (2, "wolves", 2),
        (2, "harsk", 2),
    ]


def test_a_runner_who_has_had_its_turn_has_no_second_one_in_that_round() -> None:
    """Given a chase that begins in Tam's turn, after the wolf's, then his alone is over with it."""
    state = go(fighting(HARSK, VALERIA, ON_FOOT), 2)
    state = play(StartChase(("tam",), ("wolf-1",), 200), state)
    assert outline(state) == (1, "tam")
    found = told(ChaseRound(), state)
    assert found.events[1:] == (TurnOver("tam"), TurnBegan("harsk"))


def test_a_round_of_a_chase_is_one_round_of_the_fight_on_the_clock() -> None:
    state = chased(lead=200)
    later = go(state, 5)  # valeria, the chase, the other wolves, harsk, the ogre
    assert (chase(later).rounds, outline(later)) == (1, (2, "valeria"))
    assert later.clock == state.clock.after(SECONDS)


def test_who_left_the_board_and_all_its_pursuers_still_run_in_their_turns() -> None:
    state = go(chased(lead=200), 1)
    gone = play(Place("ambush", (Spot("valeria", ""),)), state)
    for runner in ("tam", "wolf-1"):
        gone = changed_figure(gone, runner, lambda figure: replace(figure, at=""))
    assert chase(go(gone, 4)).rounds == 1
    assert outline(go(gone, 4)) == (2, "wolf-1")


def test_what_space_does_says_when_the_chase_goes_on() -> None:
    state = chased(lead=200)
    assets = fight_world()
    assert say(next_action(state, assets)) == "end the turn of Valeria, next Wolf"
    assert say(next_action(go(state), assets)) == "the chase goes on: round 1"


def test_the_dying_make_their_checks_while_a_chase_runs() -> None:
    """Given Harsk dying at -2, then his check is asked in his turn of each round of the chase."""
    state = go(play(Hurt(("harsk",), (40,)), chased(lead=200)), 2)
    key = "stabilise/ambush/round-1/chase-1/harsk"
    assert outline(state) == (1, "wolves")
    assert keys(EndTurn(), state) == [key]
    assert someone(play(EndTurn(), state, {key: 1}), "harsk").damage == 41


@pytest.mark.parametrize(("ties", "fate"), [("", "wolf-1"), ("reroll", ""), ("pursuer", "wolf-1")])
def test_t_213_t_214_a_chase_of_a_day_is_settled_by_constitution(
    ties: Ties | Literal[""], fate: str
) -> None:
    """Given equal totals first, then the pursuer catches, or both roll again."""
    state = fighting(HARSK, VALERIA, ON_FOOT)
    mods = [con_modifier(someone(state, who), DYING) for who in ("tam", "wolf-1")]
    key = "chase/ambush/round-0/con/tam"
    answers = {
        key: Typed(15, total=True),
        f"{key}/wolf-1": Typed(15, total=True),
        f"{key}-2": Typed(20 + mods[0], total=True),
        f"{key}-2/wolf-1": Typed(1 + mods[1], total=True),
    }
    command = ChaseAllDay(("tam",), ("wolf-1",), ties)
    found = decide(command, state, fight_world(), answers)
    assert not isinstance(found, Needs)
    assert RunDown("tam", fate) in found.events
    assert {"T-213", "T-214"} <= {p.rule for one in found.receipts for p in one.walk()}
    assert found.events[-1] == ChaseEnded("", (fate and "tam",) if fate else ())


def test_the_dying_are_asked_once_when_dexterity_may_end_the_chase() -> None:
    """Given Harsk dying, next to act, then he is asked after the dice of the chase are known."""
    state = chased(pursuers=("valeria",), lead=200)
    state = play(Hurt(("wolf-1", "wolf-2", "wolf-3"), (100,)), state)
    before = chase(state)
    state = in_fight(state, lambda ambush: replace(ambush, chase=replace(before, rounds=2)))
    state = play(Hurt(("harsk",), (40,)), state)
    assert outline(state) == (1, "valeria")
    assert keys(ChaseRound(), state) == [DEX, f"{DEX}/valeria"]
    found = decide(ChaseRound(), state, fight_world(), {DEX: Typed(19), f"{DEX}/valeria": Typed(2)})
    assert isinstance(found, Needs)
    assert [one.key for one in found.questions] == ["stabilise/ambush/round-1/harsk"]


def test_the_dying_make_their_checks_while_a_chase_without_initiative_runs() -> None:
    state = play(Hurt(("harsk",), (40,)), begun())
    state = play(StartChase(("tam",), ("wolf-1",), 500), state)
    key = "stabilise/ambush/round-0/chase-1/harsk"
    assert keys(ChaseRound(), state) == [key]
    assert someone(play(ChaseRound(), state, {key: 1}), "harsk").damage == 41


@pytest.mark.parametrize(
    ("ruleset", "first", "second"),
    [("pf1", 6, 24), ("dnd35", 6, 24), ("sf", 6, 24), ("pf2", 12, 18)],
)
def test_who_is_prone_gets_up_first_and_runs_from_the_next_round_on(
    ruleset: str, first: int, second: int
) -> None:
    """Given Tam prone, speed 6, in flight from a wolf 1000 squares behind that does not move."""
    assets = fight_world(ruleset)
    state = play(SetCondition(("tam",), "prone"), chased(lead=1000, ruleset=ruleset), under=assets)
    before = chase(state)
    wolf = replace(before.pursuers[0], speed=0)
    slow = replace(before, pursuers=(wolf,))
    state = in_fight(state, lambda ambush: replace(ambush, chase=slow))
    state = play(ChaseRound(), state, under=assets)
    assert (chase(state).quarry[0].lead, lies(state, "tam")) == (1000 + first, [])
    state = play(ChaseRound(), state, under=assets)
    assert chase(state).quarry[0].lead == 1000 + first + second


@pytest.mark.parametrize(
    ("ruleset", "squares"), [("pf1", 48), ("dnd35", 48), ("sf", 48), ("pf2", 36)]
)
def test_a_flyer_chases_through_the_air_where_that_is_faster(ruleset: str, squares: int) -> None:
    """Given Tam who walks 6 squares and flies 12."""
    assets = fight_world(ruleset)
    state = play(StartChase(("tam",), ("wolf-1",), 30), fighting(ruleset=ruleset), under=assets)
    assert chase(state).quarry[0].speed == squares


def test_who_is_caught_has_its_pursuer_beside_it() -> None:
    """Given Tam at H8, then the wolf that caught him stands next to him and both have run."""
    state = go(chased(lead=10), 2)
    assert fight(state).chase is None
    assert (figure(state, "tam").at, figure(state, "wolf-1").at) == ("H8", "I7")
    assert [fight(go(state, n)).acting for n in range(4)] == ["wolves", "harsk", "ogre", "valeria"]


def test_who_is_caught_off_the_board_has_its_pursuer_with_it_there() -> None:
    state = play(Place("ambush", (Spot("tam", ""),)), chased(lead=10))
    found = told(ChaseRound(), state)
    assert found.events[-3:] == (
        RunDown("tam", "wolf-1"),
        LeftBoard("wolf-1", "M4"),
        ChaseEnded("", ("tam",)),
    )


def test_who_drops_in_a_chase_stays_behind_and_is_caught() -> None:
    state = play(Hurt(("tam",), (30,)), chased(lead=60))
    state = play(ChaseRound(), state)
    assert chase(state).quarry[0].lead == 20
    assert RunDown("tam", "wolf-1", "I7") in told(ChaseRound(), state).events
    alone = play(Hurt(("wolf-1",), (60,)), chased(lead=60))
    assert RunDown("tam") in told(ChaseRound(), alone).events
