"""What one entry adds to the history."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.calendars import Instant
from core.dice import Answer, Ruled, Typed
from core.play.facts.encounter import Encounter, Slot
from core.play.facts.fight.setup.commands import Place, Spot
from core.play.facts.fight.turns.commands import EndTurn, Pause
from core.play.facts.fold import Event, evolve_all
from core.play.facts.road.commands import BeginEncounter, EndEncounter, Halt, HaltCheck, March
from core.play.facts.road.events import Travelled
from core.play.facts.state import Member, State
from core.play.facts.table.commands import Hurt, Rule
from core.play.history.entry_facts import DayTotal, Facts, about, by_day, facts
from core.play.union import Command
from core.values import replace
from tests.builders import EVENTS, HARSK, HORSE, TAM, VALERIA, WAGON, assets, party, when
from tests.core.play.fight.brawls import HERO, WOLF, brawl, under
from tests.core.play.split_marches import Faces, march
from tests.each import each
from tests.thorough import examples

PF1 = assets()
ORDER = (Slot("hero", ("hero",), Fraction(20), began=1), Slot("pack", ("wolf",), Fraction(9)))
TURN = {"acting": "hero", "order": ORDER}
BRAWL = brawl(HERO, WOLF, hero="B2", wolf="C2", changed=TURN)


def of(command: Command, state: State, answers: dict[str, Answer] | None = None) -> Facts:
    """The facts of an entry with this command."""
    world_ = under() if state.encounters else PF1
    events = when(command, state, answers, world_).events
    return facts(state, command, answers or {}, events, evolve_all(state, events), world_.rules)


def test_hours_beyond_the_ordinary_day_are_forced() -> None:
    state = party(replace(TAM, marched=Fraction(7)), travelled=Fraction(7))
    answers: dict[str, Answer] = {"march/day-0/hour-9/tam": Typed(20)}

    found = of(March(Fraction(5, 2)), state, answers)

    assert (found.hours, found.forced) == (Fraction(5, 2), Fraction(3, 2))
    assert found.stints == (DayTotal(0, found.km, Fraction(5, 2), Fraction(3, 2)),)
    assert found.km > 0


def test_who_rides_on_the_wagon_forces_nothing() -> None:
    driven = (replace(HORSE, pulls="wagon"), WAGON, replace(TAM, rides="wagon"))
    found = of(March(Fraction(2)), party(*driven))
    assert (found.hours, found.forced) == (Fraction(2), Fraction(0))


def test_a_march_past_midnight_counts_to_both_days() -> None:
    late = replace(party(TAM), clock=Instant(4, Fraction(45, 2)))

    found = of(March(Fraction(3)), late)

    assert [(one.day, one.hours) for one in found.stints] == [
        (4, Fraction(3, 2)),
        (5, Fraction(3, 2)),
    ]
    assert sum(one.km for one in found.stints) == found.km
    assert found.clock.day == 5


@examples(25, 1_000)
@given(
    first=st.fractions(Fraction(1, 60), Fraction(9), max_denominator=60),
    second=st.fractions(Fraction(1, 60), Fraction(9), max_denominator=60),
    hour=st.sampled_from([Fraction(8), Fraction(19), Fraction(61, 7)]),
    members=st.sampled_from([(HARSK, TAM), (VALERIA, HORSE)]),
)
def test_kilometres_and_forced_hours_of_a_march_split_anywhere_add_up(
    first: Fraction, second: Fraction, hour: Fraction, members: tuple[Member, ...]
) -> None:
    hardy = tuple(replace(member, hp=None) for member in members)
    state = replace(party(*hardy), clock=Instant(2, hour))
    faces = Faces(7)

    def counted(hours: Fraction, before: State) -> tuple[State, Facts]:
        after = march(hours, before, faces)
        ids = tuple(member.id for member in hardy)
        event = Travelled(hours, hours * 3, "land", "walk", after.progress, marched=ids)
        return after, facts(before, March(hours), {}, (event,), after, PF1.rules)

    between, one = counted(first, state)
    _, other = counted(second, between)
    _, whole = counted(first + second, state)

    assert one.forced + other.forced == whole.forced
    assert whole.forced == max(Fraction(0), first + second - 8)
    assert by_day((one, other)) == by_day((whole,))
    assert one.km + other.km == whole.km == (first + second) * 3


def test_the_entry_that_takes_a_fight_off_the_board_belongs_to_its_last_round() -> None:
    for command in (EndEncounter(2), Pause()):
        found = of(command, BRAWL)
        assert (found.encounter, found.round, found.acting) == ("brawl", 1, "hero")


def test_an_encounter_that_is_taken_up_again_has_not_begun_anew() -> None:
    told = party(HARSK)
    assert of(BeginEncounter("Wolves"), told).fights == ("Wolves",)

    def standing(status: str) -> State:
        one: Encounter = replace(BRAWL.encounters[0], status=status)  # type: ignore[arg-type]
        return replace(BRAWL, pending=None, encounters=(one,))

    begin = BeginEncounter("Ambush", "brawl")
    assert of(begin, standing("paused")).fights == ()
    assert of(begin, standing("prepared")).fights == ("Ambush",)


def test_damage_of_members_counts_together_and_that_of_foes_does_not() -> None:
    hurt = of(Hurt(("hero", "wolf", "hero"), (3, 4, 5), nonlethal=True), BRAWL)
    assert hurt.hurt == (("hero", 8),)
    assert hurt.about == ("hero", "wolf")


def test_the_gms_word_is_counted() -> None:
    halt = Halt(
        name="ford",
        minutes=5,
        check="swim",
        dc=10,
        checks=(HaltCheck("harsk"), HaltCheck("tam")),
        damage="1d4",
    )
    answers: dict[str, Answer] = {
        "halt/0/8/ford/harsk": Ruled("pass", "he knows the ford"),
        "halt/0/8/ford/tam": Typed(15),
    }
    found = of(halt, party(HARSK, TAM), answers)
    assert (found.ruled, [roll.who for roll in found.rolls]) == (1, ["tam"])
    assert of(Rule("damage", "3", "harsk"), party(HARSK)).ruled == 1


@pytest.mark.parametrize(("reason", "ruled"), [("", 0), ("pushed by the current", 1)])
def test_putting_creatures_elsewhere_is_a_ruling_where_it_has_a_reason(
    reason: str, ruled: int
) -> None:
    assert of(Place("brawl", (Spot("hero", "A8"),), reason), BRAWL).ruled == ruled


def test_a_turn_is_about_those_who_act_in_it() -> None:
    assert of(EndTurn(), BRAWL).about == ("hero", "wolf")


@each("event", EVENTS, told=lambda event: event.kind)
def test_an_event_is_about_no_nameless_creature(event: Event) -> None:
    assert all(about((event,), BRAWL.fight))
