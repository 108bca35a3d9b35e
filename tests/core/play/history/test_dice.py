"""Which dice were thrown is found without deciding anything again."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.dice import Answer, Question, Rolled, Ruled, Typed, parse_dice
from core.messages import Refusal
from core.play.facts.fight.blows.commands import AreaAttack, MakeAttack
from core.play.facts.fight.turns.commands import RollInitiative
from core.play.facts.fold import evolve_all
from core.play.facts.road.commands import Camp, Halt, HaltCheck, March, SetLegs, SetSchedule
from core.play.facts.state import Schedule, State
from core.play.facts.table.commands import CallCheck
from core.play.history.thrown_dice import Roll, rolls
from core.play.resolution import Decided
from core.play.union import Assets, Command, decide
from core.values import replace
from tests.builders import CHECKS, HARSK, LEGS, PONY, TAM, VALERIA, assets, party
from tests.core.play.fight.brawls import HERO, WOLF, brawl, under
from tests.core.play.random_fights import WORLDS, begun, likely
from tests.thorough import examples

ROAD = st.sampled_from(
    [
        March(),
        March(Fraction(10)),
        March(Fraction(3)),
        Camp(),
        SetLegs(LEGS),
        SetSchedule(Schedule("2d6", Fraction(5, 2), (2, 3), nights=True)),
        Halt(
            name="a/b",
            minutes=10,
            check="swim",
            dc=12,
            checks=(HaltCheck("tam", 2), HaltCheck("harsk")),
            damage="1d6+2",
        ),
        CallCheck("ref", 12, ("tam", "harsk"), (1, 2)),
    ]
)


class Table:
    """Dice at a table: they answer whatever is asked, and remember the questions."""

    def __init__(self, faces: st.DataObject) -> None:
        self.faces = faces
        self.questions: dict[str, Question] = {}
        self.answers: dict[str, Answer] = {}

    def plays(self, command: Command, state: State, under: Assets) -> Decided | None:
        """What the command does; None when it is refused."""
        while True:
            try:
                found = decide(command, state, under, self.answers)
            except Refusal:
                return None
            if isinstance(found, Decided):
                return found
            for question in found.questions:
                self.questions[question.key] = question
                self.answers[question.key] = self.answer(question)

    def answer(self, question: Question) -> Answer:
        dice = parse_dice(question.dice)
        how = self.faces.draw(st.integers(0, 9))
        if how == 0:
            return Ruled("skip")
        thrown = tuple(self.faces.draw(st.integers(1, sides)) for sides in dice.sides)
        return Rolled(thrown) if how < 4 else Typed(dice.total(thrown))

    def thrown(self) -> set[Roll]:
        """The throws as the questions tell them."""
        found = set()
        for key, answer in self.answers.items():
            question = self.questions[key]
            if isinstance(answer, Ruled) or key.endswith("/when") or key.startswith("halted/"):
                continue
            dice = parse_dice(question.dice)
            told = dice.total(answer.faces) if isinstance(answer, Rolled) else answer.number
            name = str(dice.bare)
            low = key.startswith(("fall/", "halt/", "march/")) and question.dice != "d20"
            low |= question.dice == "d100" and key.startswith("stabilise/")
            name = name.removeprefix("1") if len(dice.sides) == 1 else name
            how: Literal["typed", "rolled"] = "rolled" if isinstance(answer, Rolled) else "typed"
            found.add(Roll(question.who, name, told - dice.plus, how, low))
        return found


def counted(table: Table, command: Command, before: State, found: Decided, under: Assets) -> bool:
    shown = rolls(before, command, table.answers, found.events, under.rules)
    assert set(shown) == table.thrown(), (command, table.answers)
    return bool(shown)


@examples(10, 1_000)
@given(story=st.lists(ROAD, min_size=2, max_size=6), faces=st.data())
def test_on_the_road_every_die_is_counted_as_it_was_asked_for(
    story: list[Command], faces: st.DataObject
) -> None:
    state = party(HARSK, TAM, VALERIA, PONY, schedule=CHECKS, legs=LEGS)
    for command in story:
        table = Table(faces)
        found = table.plays(command, state, assets())
        if found is not None:
            counted(table, command, state, found, assets())
            state = replace(evolve_all(state, found.events), pending=None)


@examples(5, 400)
@given(system=st.sampled_from(sorted(WORLDS)), faces=st.data())
def test_in_a_fight_every_die_is_counted_as_it_was_asked_for(
    system: str, faces: st.DataObject
) -> None:
    state = begun(WORLDS[system], faces)
    for _ in range(8):
        command = faces.draw(likely(state))
        table = Table(faces)
        found = table.plays(command, state, WORLDS[system])
        if found is not None:
            counted(table, command, state, found, WORLDS[system])
            state = evolve_all(state, found.events)


FIGHT = brawl(HERO, WOLF, hero="B2", wolf="C2")


def shown(
    command: Command, state: State, answers: Mapping[str, Answer], at: Assets
) -> tuple[Roll, ...]:
    found = decide(command, state, at, answers)
    assert isinstance(found, Decided), found
    return rolls(state, command, answers, found.events, at.rules)


def test_a_total_counts_where_what_was_added_is_known() -> None:
    attack = MakeAttack(("hero",), "wolf")
    answers: dict[str, Answer] = {
        "attack/r1/hero/1": Typed(25, total=True),
        "attack/r1/hero/1/damage": Typed(9),
    }
    assert shown(attack, FIGHT, answers, under()) == (
        Roll("hero", "d20", 17, "typed"),
        Roll("hero", "d8", 5, "typed"),
    )


def test_the_attacks_of_a_full_attack_have_each_its_own_bonus() -> None:
    attack = MakeAttack(("hero",), "wolf", full=True)
    answers: dict[str, Answer] = {
        "attack/r1/hero/1": Ruled("skip"),
        "attack/r1/hero/2": Typed(9, total=True),
    }
    assert shown(attack, FIGHT, answers, under()) == (Roll("hero", "d20", 6, "typed"),)


@pytest.mark.parametrize(
    ("number", "thrown"), [(14, (Roll("hero", "d20", 14, "typed"),)), (31, ()), (0, ())]
)
def test_what_a_d20_cannot_show_is_no_throw(number: int, thrown: tuple[Roll, ...]) -> None:
    assert FIGHT.fight is not None
    unrolled = replace(FIGHT, encounters=(replace(FIGHT.fight, round=0),))
    answers: dict[str, Answer] = {
        "initiative/brawl/hero": Typed(number),
        "initiative/brawl/wolf": Ruled("skip"),
    }
    assert shown(RollInitiative(), unrolled, answers, under()) == thrown


def test_a_total_of_a_save_does_not_tell_its_die() -> None:
    burst = AreaAttack("burst", 2, "5", (2, 2), dc=15)
    key = "area/r1/gm/burst2/2.2/reflex/"
    answers: dict[str, Answer] = {f"{key}hero": Typed(17, total=True), f"{key}wolf": Typed(4)}
    assert shown(burst, FIGHT, answers, under()) == (Roll("wolf", "d20", 4, "typed"),)


def test_totals_of_a_forced_march_and_of_a_check_count_without_what_was_added() -> None:
    state = party(replace(HARSK, marched=Fraction(8)))
    forced = {"march/day-0/hour-9/harsk": Typed(16, total=True)}
    assert shown(March(Fraction(1)), state, forced, assets()) == (
        Roll("harsk", "d20", 13, "typed"),
    )
    swim = CallCheck("swim", 10, ("harsk",), (-2,))
    told = {"check/day-0/8/swim/harsk": Typed(9, total=True)}
    assert shown(swim, state, told, assets()) == (Roll("harsk", "d20", 11, "typed"),)


def test_damage_that_falls_on_its_thrower_is_the_better_the_lower() -> None:
    halt = Halt(
        name="ford", minutes=5, check="swim", dc=10, checks=(HaltCheck("harsk"),), damage="1d4+1"
    )
    answers: dict[str, Answer] = {
        "halt/0/8/ford/harsk": Typed(3),
        "halt/0/8/ford/harsk/damage": Rolled((2,)),
    }
    assert shown(halt, party(HARSK), answers, assets()) == (
        Roll("harsk", "d20", 3, "typed"),
        Roll("harsk", "d4", 2, "rolled", low=True),
    )
