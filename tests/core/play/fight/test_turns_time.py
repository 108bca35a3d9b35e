"""Conditions and timers on the one clock: when they end, in the fight and on the road."""

from __future__ import annotations

from fractions import Fraction

import pytest

from core.messages import Refusal
from core.play.facts.encounter import Lasting, Until
from core.play.facts.endings import expired
from core.play.facts.fight.combatants import someone
from core.play.facts.fight.turns.commands import (
    ActNow,
    ClearCondition,
    Delay,
    EndTurn,
    Pause,
    SetCondition,
)
from core.play.facts.fight.turns.events import ConditionEnded
from core.play.facts.road.commands import (
    BeginEncounter,
    Camp,
    EndEncounter,
    Halt,
    March,
    Stay,
    Wait,
)
from core.play.facts.state import State
from core.play.facts.table.commands import Rule
from core.play.fight.turns.lasting_conditions import INSTEAD
from core.play.union import Command
from core.values import replace
from saves.store.packaged_rulesets import PACKAGED
from tests.builders import member, party
from tests.core.play.fight.turning import SECONDS, fight, fighting, lies, play, refused, told, turns
from tests.fights import TAM, fight_world
from tui.kit.phrases import say

MINUTE = Fraction(1, 60)


def shaken(state: State, **when: object) -> State:
    return play(SetCondition(("tam",), "shaken", **when), state)  # type: ignore[arg-type]


def ends_after(state: State) -> int:
    """After how many turns it has ended."""
    for count in range(30):
        if not lies(state, "tam"):
            return count
        state = turns(state, 1)
    return 30


def test_rounds_are_counted_to_the_start_of_the_acting_creatures_turn() -> None:
    state = shaken(turns(fighting(), 3), rounds=1)  # Harsk acts
    assert ends_after(state) == 5
    assert ends_after(shaken(turns(fighting(), 3), rounds=3)) == 15


@pytest.mark.parametrize(("rounds", "left"), [(1, []), (2, []), (3, ["shaken"])])
def test_rounds_of_a_parley_count_as_if_the_turns_had_begun(rounds: int, left: list[str]) -> None:
    state = shaken(turns(fighting(), 3), rounds=rounds)  # Harsk acts
    assert lies(play(Wait(2 * SECONDS), state), "tam") == left


@pytest.mark.parametrize(
    ("edge", "of", "count"),
    [
        ("start", "ogre", 1),
        ("end", "ogre", 2),
        ("start", "harsk", 5),
        ("end", "harsk", 1),
        ("start", "valeria", 2),
        ("end", "valeria", 3),
        ("start", "wolf-2", 3),
    ],
)
def test_it_hangs_on_the_next_turn_of_somebody(edge: str, of: str, count: int) -> None:
    state = shaken(turns(fighting(), 3), of=of, edge=edge)
    assert ends_after(state) == count


def test_what_ends_is_told_in_that_turn() -> None:
    state = shaken(turns(fighting(), 3), of="ogre")
    assert told(EndTurn(), state).events[1] == ConditionEnded("tam", "shaken", expired=True)


def test_the_moment_comes_though_nobody_acts_in_it() -> None:
    state = shaken(turns(fighting(), 3), of="ogre")
    state = play(SetCondition(("ogre",), "stunned"), state)
    assert ends_after(state) == 1


def test_delaying_does_not_prolong_what_ends_with_ones_turn() -> None:
    state = shaken(fighting(), of="valeria", edge="end")
    assert lies(play(Delay("valeria"), state), "tam") == []


def test_what_hangs_on_one_who_is_no_more_in_the_order_ends_with_the_round() -> None:
    state = play(SetCondition(("tam",), "cursed", of="ogre"), turns(fighting(), 1))
    order = tuple(slot for slot in fight(state).order if slot.key != "ogre")
    state = replace(state, encounters=(replace(fight(state), order=order),))
    assert lies(turns(state, 2), "tam") == ["cursed"]
    assert lies(turns(state, 3), "tam") == []


def frightened(state: State, who: str, value: int) -> State:
    return play(SetCondition((who,), "frightened", value=value), state)


def values(state: State, who: str = "tam") -> list[int]:
    return [one.value for one in someone(state, who).lasting if one.name == "frightened"]


def test_who_is_frightened_of_the_playtest_is_less_so_as_each_of_its_turns_ends() -> None:
    pf2 = fight_world("pf2")
    state = frightened(turns(fighting(ruleset="pf2"), 2, pf2), "tam", 2)  # Tam acts
    assert values(state) == [2]
    state = turns(state, 1, pf2)
    assert values(state) == [1]
    assert values(turns(state, 4, pf2)) == [1]
    assert values(turns(state, 5, pf2)) == []
    fear = frightened(turns(fighting(), 2), "tam", 2)  # elsewhere it has no such number
    assert values(turns(fear, 10)) == [2]


def test_a_fear_fades_once_a_round_whatever_waits_and_in_a_parley_too() -> None:
    pf2 = fight_world("pf2")
    state = frightened(fighting(ruleset="pf2"), "valeria", 3)
    state = play(Delay("valeria"), state, under=pf2)
    assert values(state, "valeria") == [2]
    state = play(ActNow("valeria"), state, under=pf2)
    assert values(turns(state, 1, pf2), "valeria") == [2]
    talked = play(Wait(SECONDS), turns(state, 1, pf2), under=pf2)
    assert values(turns(talked, 4, pf2), "valeria") == [1]
    rested = play(Pause(), state, under=pf2)
    assert values(play(Wait(SECONDS), rested, under=pf2), "valeria") == [2]
    assert values(play(Wait(2 * SECONDS), rested, under=pf2), "valeria") == []


def test_a_fear_with_a_moment_of_its_own_lasts_until_then() -> None:
    pf2 = fight_world("pf2")
    state = play(
        SetCondition(("tam",), "frightened", hours=MINUTE, value=2),
        fighting(ruleset="pf2"),
        under=pf2,
    )
    assert values(turns(state, 10, pf2)) == [2]


def test_minutes_run_on_the_clock_of_the_fight() -> None:
    state = shaken(fighting(), hours=2 * SECONDS)
    assert ends_after(state) == 10
    assert lies(play(Wait(MINUTE), state), "tam") == []


def test_a_condition_of_the_same_name_is_replaced() -> None:
    state = shaken(shaken(fighting(), rounds=1), value=2)
    tam = member(state, "tam")
    assert tam.lasting == (Lasting("shaken", Until(), 2),)


def test_it_is_taken_away_from_those_who_have_it() -> None:
    state = play(ClearCondition(("tam", "ogre"), "shaken"), shaken(fighting()))
    assert lies(state, "tam") == []
    assert refused(ClearCondition(("tam",), "shaken"), state) == "no_condition"


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (SetCondition((), "shaken"), "nobody"),
        (SetCondition(("tam",), " "), "no_name"),
        (SetCondition(("nobody",), "shaken"), "unknown_creature"),
        (SetCondition(("tam",), "shaken", rounds=0), "bad_duration"),
        (SetCondition(("tam",), "shaken", hours=Fraction(-1)), "bad_duration"),
        (SetCondition(("tam",), "shaken", rounds=1, of="ogre"), "bad_duration"),
        (SetCondition(("tam",), "shaken", of="nobody"), "unknown_creature"),
        (ClearCondition((), "shaken"), "nobody"),
    ],
)
def test_what_cannot_last_is_refused_in_words(command: Command, code: str) -> None:
    assert refused(command, fighting()) == code


@pytest.mark.parametrize("system", PACKAGED)
@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("concealment", ":condition blur"),
        ("total_concealment", ":condition invisible"),
        ("partial", ":paint low"),
        ("flanked", ":place"),
        ("higher_ground", ":place"),
    ],
)
def test_c_250_a_situation_of_the_board_is_refused_with_the_word_that_works(
    system: str, name: str, word: str
) -> None:
    world = fight_world(system)
    with pytest.raises(Refusal) as refused:
        play(SetCondition(("ogre",), name), fighting(ruleset=system), under=world)
    assert refused.value.code == "situation"
    assert word in say(refused.value.message)
    assert lies(play(SetCondition(("ogre",), "blur"), fighting(), under=world), "ogre") == ["blur"]


def test_c_250_each_situation_of_each_system_has_a_word_that_works() -> None:
    for system in PACKAGED:
        rows = fight_world(system).rules.combat.conditions.items()
        assert {name for name, row in rows if row.situation} <= set(INSTEAD)


def test_when_the_fight_ends_rounds_become_moments_of_the_clock() -> None:
    state = shaken(turns(fighting(), 3), rounds=10)
    ended = play(EndEncounter(0), state)
    tam = member(ended, "tam")
    assert tam.lasting[0].until == Until("clock", state.clock.after(10 * SECONDS))
    assert lies(play(EndEncounter(1), state), "tam") == []
    assert lies(play(Wait(9 * SECONDS), ended), "tam") == ["shaken"]
    assert lies(play(Wait(10 * SECONDS), ended), "tam") == []


def test_a_pause_does_the_same_and_the_foes_wait_for_the_fight_to_go_on() -> None:
    state = play(SetCondition(("tam", "ogre"), "slowed", rounds=10), fighting())
    paused = play(Pause(), state)
    later = play(Wait(MINUTE), paused)
    assert lies(later, "tam") == []
    again = play(BeginEncounter("", "ambush"), later)
    assert lies(again, "ogre") == []
    assert lies(play(BeginEncounter("", "ambush"), paused), "ogre") == ["slowed"]


def timed(hours: Fraction) -> State:
    return play(SetCondition(("tam",), "torch", hours=hours), party(TAM))


@pytest.mark.parametrize(
    "command",
    [
        March(Fraction(3)),
        Camp(),
        Wait(Fraction(2)),
        Stay(1),
        Halt(name="ford", minutes=120),
        Rule("clock", "0 10"),
    ],
)
def test_whatever_moves_the_clock_ends_a_timer(command: Command) -> None:
    state = timed(Fraction(2))
    found = told(command, state)
    assert found.events[-1] == ConditionEnded("tam", "torch", expired=True)
    assert lies(play(command, state), "tam") == []
    assert lies(play(command, timed(Fraction(30))), "tam") == ["torch"]


@pytest.mark.parametrize("cut", [Fraction(1, 2), Fraction(2), Fraction(9, 4), Fraction(39, 10)])
def test_a_march_cut_anywhere_gives_the_same_state(cut: Fraction) -> None:
    state = timed(Fraction(9, 4))
    whole = play(March(Fraction(4)), state)
    pieces = play(March(4 - cut), play(March(cut), state))
    assert pieces == whole


def test_on_the_road_rounds_are_six_seconds() -> None:
    state = play(SetCondition(("tam",), "bless", rounds=10), party(TAM))
    assert lies(play(Wait(MINUTE), state), "tam") == []
    assert refused(SetCondition(("tam",), "bless", of="tam"), party(TAM)) == "no_fight"


def test_what_has_run_out_is_told_once() -> None:
    state = timed(Fraction(2))
    assert expired(state) == ()
    assert expired(play(Wait(Fraction(3)), state)) == ()
