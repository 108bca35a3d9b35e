"""Encounters on their boards: begun, paused, ended; what may be done in the middle of one."""

from __future__ import annotations

from fractions import Fraction

import pytest

from core.calendars import Instant
from core.combat.board.drawing import BoardEdit
from core.play.facts.encounter import Figure
from core.play.facts.fight.moves.commands import AnswerStrikes, DropMove
from core.play.facts.fight.setup.commands import Paint, Prepare
from core.play.facts.fight.setup.events import Mustered
from core.play.facts.fight.turns.commands import (
    ChaseRound,
    EndTurn,
    Pause,
    Ready,
    RollInitiative,
    SetCondition,
    Spend,
    StartChase,
)
from core.play.facts.road.commands import (
    BeginEncounter,
    Camp,
    EndEncounter,
    Halt,
    March,
    PassBy,
    Ride,
    SetPace,
    Wait,
)
from core.play.facts.road.events import EncounterBegun, EncounterEnded
from core.play.facts.state import Fighting, Met, Schedule, State, Waiting
from core.play.facts.table.commands import CallCheck, Hurt, Leave, Rule, WriteNote
from core.play.facts.table.commands import EditMember as EditMember
from core.play.fight.previews import ticking
from core.play.fight.turns.budget import left
from core.play.queries import next_action, space
from core.play.resolution import Decided
from core.play.union import Command, decide, describe, narrate
from core.play.view import for_players
from core.values import replace
from tests.builders import PONY, member
from tests.core.play.fight.turning import (
    SECONDS,
    begun,
    fight,
    fighting,
    keys,
    play,
    prepared,
    refused,
    told,
    turns,
)
from tests.fights import PREPARED, TAM, fight_world, figure
from tui.kit.phrases import say

MILL = replace(PREPARED, id="mill", name="At the mill", foes=(), figures=(Figure("tam", "C4"),))
WORLD = fight_world()


def status(state: State, id: str = "ambush") -> str:
    found = state.encounter(id)
    assert found is not None
    return found.status


def test_what_was_met_is_played_on_the_board_that_was_prepared_for_it() -> None:
    met = replace(prepared(), pending=Met(Instant(0, Fraction(8)), Fraction(14, 3)))
    state = play(BeginEncounter("", "ambush"), met)
    assert state.pending == Fighting(
        "Ambush at the ford", state.clock, Fraction(14, 3), encounter="ambush"
    )
    assert status(state) == "running"


def test_it_begins_from_the_road_under_a_name_of_its_own() -> None:
    state = play(BeginEncounter("Wolves!", "ambush"), prepared())
    assert isinstance(state.pending, Fighting)
    assert state.pending.name == "Wolves!"


def test_the_party_takes_its_places_as_it_begins() -> None:
    apart = replace(PREPARED, figures=PREPARED.figures)
    state = replace(prepared(), encounters=(apart,))
    found = told(BeginEncounter("", "ambush"), state)
    assert isinstance(found.events[1], Mustered)
    assert {f.id for f in found.events[1].figures} == {"harsk", "valeria", "tam"}


def test_one_told_without_a_board_goes_on_with_one() -> None:
    state = play(BeginEncounter("Noises"), replace(prepared(), resume=Fraction(2)))
    assert refused(BeginEncounter("Wolves"), state) == "pending"
    assert refused(EndTurn(), state) == "no_fight"
    state = play(BeginEncounter("", "ambush"), state)
    assert fight(state).id == "ambush"
    assert play(EndEncounter(), state).resume == 2


def test_it_ends_with_its_minutes_on_top_of_its_rounds() -> None:
    """Given 14 rounds, 84 s, and 10 minutes more, then 11 whole minutes have passed."""
    state = turns(fighting(), 72)
    began = Instant(0, Fraction(8))
    assert fight(state).began == began
    assert state.clock == began.after(14 * SECONDS)
    ended = play(EndEncounter(10), state)
    assert ended.clock == began.after(Fraction(11, 60))
    assert (ended.pending, status(ended)) == (None, "over")


def test_wounds_and_the_dead_go_back_to_the_road() -> None:
    state = play(Hurt(("tam", "harsk"), (40, 5)), fighting())
    state = play(EndEncounter(1), state)
    assert member(state, "tam").dead
    assert member(state, "harsk").damage == 5


def test_the_dead_neither_march_nor_heal() -> None:
    state = play(EndEncounter(1), play(Hurt(("tam",), (40,)), fighting()))
    state = play(Camp(), play(March(Fraction(8)), state))
    tam = member(state, "tam")
    assert (tam.dead, tam.damage) == (True, 40)
    assert state.travelled == 0
    assert "tam" not in [one.id for one in state.travellers]


def test_who_mounts_by_the_gms_word_sits_on_its_mount_on_the_board() -> None:
    pony = replace(PONY, rides="")
    state = begun(TAM, pony)
    state = play(Ride("tam", "pony"), state)
    assert figure(state, "tam").mount == "pony"
    assert figure(state, "tam").at == figure(state, "pony").at
    assert figure(play(Ride("tam"), state), "tam").mount == ""


def test_the_day_goes_on_with_the_hours_that_are_left() -> None:
    met = replace(prepared(), pending=Met(Instant(0, Fraction(8)), Fraction(5)))
    state = play(EndEncounter(30), play(BeginEncounter("", "ambush"), met))
    assert state.resume == 5
    state = play(March(), state)
    assert state.travelled == 5


def test_several_are_prepared_and_paused_side_by_side() -> None:
    state = play(Pause(), turns(fighting(), 2))
    assert (state.pending, status(state)) == (None, "paused")
    state = play(Prepare(MILL), state)
    state = play(BeginEncounter("", "mill"), state)
    assert refused(BeginEncounter("", "ambush"), state) == "pending"
    state = play(Pause(), state)
    state = play(Wait(Fraction(1)), state)
    again = play(BeginEncounter("", "ambush"), state)
    assert (fight(again).round, fight(again).acting) == (1, "tam")
    assert status(again, "mill") == "paused"
    assert fight(again).began == again.clock
    assert narrate(EncounterBegun("Ambush"), again).template == "{encounter} goes on"


def test_one_that_is_over_is_not_begun_again() -> None:
    state = play(EndEncounter(), fighting())
    assert refused(BeginEncounter("", "ambush"), state) == "encounter_over"
    assert refused(BeginEncounter("", "nowhere"), state) == "unknown_encounter"
    assert refused(BeginEncounter(" "), state) == "no_name"
    assert refused(EndEncounter(-1), fighting()) == "bad_minutes"


def test_encounters_are_prepared_and_painted_at_any_time() -> None:
    stroke = Paint("mill", (BoardEdit("A1:2", "difficult"),))
    met = replace(prepared(), pending=Met(Instant(0, Fraction(8)), Fraction(5)))
    for state in (prepared(), met, begun(), fighting(), waiting()):
        after = play(stroke, play(Prepare(MILL), state))
        mill = after.encounter("mill")
        assert mill is not None
        assert mill.edits == stroke.edits


@pytest.mark.parametrize(
    "command",
    [
        WriteNote("he flees"),
        Rule("nonlethal", "4", "tam"),
        Hurt(("tam",), (1,)),
        CallCheck("Perception", 18, ("tam",)),
        Wait(Fraction(1, 30)),
        EditMember(TAM),
        SetCondition(("tam",), "shaken"),
        Spend("tam", ("move",)),
        Pause(),
        EndEncounter(),
    ],
)
def test_in_a_fight_all_of_a_fight_may_be_done(command: Command) -> None:
    assert told(command, fighting()).events


@pytest.mark.parametrize(
    "command", [March(), Camp(), Halt(name="ford"), PassBy(), SetPace("hustle"), Leave("tam")]
)
def test_in_a_fight_the_road_has_to_wait(command: Command) -> None:
    assert refused(command, fighting()) == "pending"


def waiting() -> State:
    state = fighting()
    pending = state.pending
    assert isinstance(pending, Fighting)
    return replace(state, pending=replace(pending, waiting=Waiting("valeria", ("H6", "I6"), ())))


@pytest.mark.parametrize(
    "command",
    [
        EndTurn(),
        RollInitiative(),
        Ready("tam", "x"),
        EndEncounter(),
        Pause(),
        March(),
        Wait(Fraction(1)),
        Paint("ambush", (BoardEdit("A1", "difficult"),)),
    ],
)
def test_while_a_movement_waits_only_its_answer_goes_on(command: Command) -> None:
    assert refused(command, waiting()) == "pending"


@pytest.mark.parametrize(
    "command",
    [
        DropMove(),
        WriteNote("hm"),
        Hurt(("tam",), (1,)),
        Rule("damage", "3", "tam"),
        SetCondition(("tam",), "shaken"),
        Spend("tam", ("move",)),
    ],
)
def test_while_a_movement_waits_it_may_be_dropped_and_things_set_right(command: Command) -> None:
    assert told(command, waiting()).events


def test_space_says_what_it_does_and_does_it() -> None:
    assert space(begun(), WORLD) == RollInitiative()
    assert next_action(begun(), WORLD).value("count") == 7
    assert space(fighting(), WORLD) == EndTurn()
    said = next_action(turns(fighting(), 2), WORLD)
    assert (said.value("next"), said.template) == ("Harsk", "end the turn of {who}, next {next}")
    group = next_action(turns(fighting(), 1), WORLD)
    assert (group.value("who"), group.template) == (("Wolf a-c",), "still to act: {who}; {action}")
    assert next_action(turns(fighting(), 4), WORLD).value("round") == 2
    assert space(waiting(), WORLD) is None
    assert "opportunities" in next_action(waiting(), WORLD).template
    asked = describe(AnswerStrikes(), waiting())
    assert (asked.template, asked.value("who")) == ("opportunities against {who}", ("Valeria",))
    chased = play(StartChase(("tam",), ("wolf-1",), 12), fighting())
    assert space(chased, WORLD) == EndTurn()  # Valeria's turn, who does not run
    chased = turns(chased, 1)
    assert space(chased, WORLD) == ChaseRound()
    assert next_action(chased, WORLD).value("round") == 1
    dying = play(Hurt(("valeria",), (33,)), turns(fighting(), 4))
    assert next_action(dying, WORLD).value("rolls") == 1


def test_what_ticks_is_sorted_by_its_end_and_warns_a_turn_ahead() -> None:
    state = fighting()
    for name, when in (
        ("torch", {"hours": Fraction(1)}),
        ("bless", {"rounds": 3}),
        ("dazed", {"of": "ogre"}),
        ("shaken", {"of": "wolf-1"}),
        ("cursed", {}),
    ):
        state = play(SetCondition(("tam",), name, **when), state)
    found = ticking(state, WORLD)
    assert [tick.name for tick in found] == ["shaken", "dazed", "bless", "torch"]
    assert [tick.next for tick in found] == [True, False, False, False]
    assert [tick.rounds for tick in found] == [0, 0, 3, None]


def test_timers_tick_on_the_road_too() -> None:
    state = play(SetCondition(("tam",), "torch", hours=Fraction(1)), prepared())
    assert [(tick.who, tick.name) for tick in ticking(state, WORLD)] == [("tam", "torch")]


@pytest.mark.parametrize(
    ("spent", "has"),
    [
        ((), "standard move full step swift"),
        (("move",), "standard move step swift"),
        (("standard",), "move step swift"),
        (("move", "standard"), "step swift"),
        (("move", "move"), "step swift"),
        (("full_round",), "step swift"),
        (("step",), "standard move full swift"),
        (("swift",), "standard move full step"),
    ],
)
def test_c_013_c_015_a_turn_is_a_standard_and_a_move_action_or_a_whole_round(
    spent: tuple[str, ...], has: str
) -> None:
    state = play(Spend("valeria", spent), fighting()) if spent else fighting()
    found = left(state, WORLD, "valeria")
    names = [n for n in ("standard", "move", "full", "step", "swift") if getattr(found, n)]
    assert names == has.split()


def test_who_has_moved_makes_no_five_foot_step() -> None:
    state = fighting()
    moved = tuple(
        replace(f, spent=replace(f.spent, actions=("move",), squares=2, leg=2, path=("H6",)))
        if f.id == "valeria"
        else replace(f)
        for f in fight(state).figures
    )
    state = replace(state, encounters=(replace(fight(state), figures=moved),))
    found = left(state, WORLD, "valeria")
    assert (found.step, found.move) == (False, True)
    at = figure(state, "valeria").at
    assert found.squares == (4 if at == "H6" else 0)


@pytest.mark.parametrize("name", ["staggered", "disabled", "slowed"])
def test_one_action_only_is_left_to_some(name: str) -> None:
    state = play(SetCondition(("valeria",), name), fighting())
    found = left(state, WORLD, "valeria")
    assert (found.standard, found.move, found.full, found.limited) == (True, True, False, True)
    found = left(play(Spend("valeria", ("move",)), state), WORLD, "valeria")
    assert (found.standard, found.move) == (False, False)


def test_one_action_only_is_left_to_those_whose_wounds_stagger_them() -> None:
    state = play(Hurt(("valeria",), (31,), nonlethal=True), fighting())
    assert not left(state, WORLD, "valeria").full
    assert not left(fighting(surprised=("tam",)), WORLD, "wolf-1").full


def test_pf2_has_three_actions_and_fewer_when_slowed() -> None:
    pf2 = fight_world("pf2")
    state = fighting(ruleset="pf2")
    assert left(state, pf2, "valeria").actions == 3
    state = play(SetCondition(("valeria",), "slowed", value=2), state, under=pf2)
    assert left(state, pf2, "valeria").actions == 1
    found = left(play(Spend("valeria", ("stride",)), state, under=pf2), pf2, "valeria")
    assert (found.actions, found.standard, found.step, found.full) == (0, False, False, False)


def test_sf_has_no_swift_actions() -> None:
    assert not left(fighting(ruleset="sf"), fight_world("sf"), "valeria").swift


def test_who_cannot_act_has_nothing_left() -> None:
    state = play(Hurt(("valeria",), (33,)), fighting())
    found = left(state, WORLD, "valeria")
    assert not any((found.standard, found.move, found.full, found.step, found.swift))
    assert found.receipts[0].default


def test_players_see_the_fight_without_what_was_readied() -> None:
    state = play(Ready("ogre", "to bull rush"), turns(fighting(), 4))
    seen, _ = for_players(state, ())
    assert seen.fight is not None
    assert all(not f.readied for f in seen.fight.figures if f.id == "ogre")


@pytest.mark.parametrize(
    ("minutes", "rounds", "told"),
    [
        (0, 0, "is over"),
        (10, 0, "is over after 10 min"),
        (0, 2, "is over after 2 rounds, 12 s"),
        (0, 1, "is over after 1 round, 6 s"),
        (0, 23, "is over after 23 rounds, 2 min 18 s"),
        (5, 10, "is over after 10 rounds, 1 min, and 5 min more"),
    ],
)
def test_the_end_of_an_encounter_is_told_with_its_rounds(
    minutes: int, rounds: int, told: str
) -> None:
    assert (
        say(narrate(EncounterEnded("Ford", minutes, rounds=rounds), fighting())) == f"Ford {told}"
    )


def test_an_encounter_ends_with_the_rounds_that_were_played() -> None:
    ended = decide(EndEncounter(), fighting(), fight_world(), {})

    assert isinstance(ended, Decided)
    event = next(one for one in ended.events if isinstance(one, EncounterEnded))
    assert event.rounds == fight(fighting()).round > 0


def test_the_seconds_of_a_short_fight_do_not_delay_the_road() -> None:
    """Given two rounds played before a march, then it ends at 16:00 and owes two checks, not three.

    The conditions that were left last as long as they would have.
    """
    state = replace(fighting(), schedule=Schedule("d12", Fraction(4), (1,)))
    state = play(SetCondition(("tam",), "shaken", rounds=10), turns(state, 12))
    assert state.clock == Instant(0, Fraction(8)).after(2 * SECONDS)

    ended = play(EndEncounter(), state)
    assert ended.clock == Instant(0, Fraction(8))
    tam = member(ended, "tam")
    assert tam.lasting[0].until.at == ended.clock.after(10 * SECONDS)
    assert keys(March(), ended) == ["encounter/day-0/h-8", "encounter/day-0/h-12"]
    assert play(March(), ended).clock == Instant(0, Fraction(16))
    assert play(EndEncounter(10), state).clock == Instant(0, Fraction(8) + Fraction(1, 6))


def test_the_whole_minutes_of_a_long_fight_count_on_the_road() -> None:
    state = play(Wait(Fraction(3, 60)), turns(fighting(), 12))
    assert play(EndEncounter(), state).clock == Instant(0, Fraction(8) + Fraction(3, 60))


def test_the_seconds_of_a_fight_that_is_paused_do_not_delay_the_road_either() -> None:
    paused = play(Pause(), turns(fighting(), 12))
    assert paused.clock == Instant(0, Fraction(8))


def test_space_says_what_puts_somebody_on_an_empty_board() -> None:
    """Given a fight with nobody on its board, then the line to type is named."""
    empty = replace(fight(begun()), figures=(), order=(), round=0)
    state = replace(begun(), encounters=(empty,))
    assert say(next_action(state, fight_world())) == (
        "nothing: nobody is on the board yet; :place h k9 puts one there"
    )
