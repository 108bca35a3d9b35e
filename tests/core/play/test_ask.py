"""What screens ask: today, arrival, deadline, forced hours, the Ahead line."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

import pytest

from core.calendars import Instant
from core.play import queries
from core.play.facts.fight.setup.commands import AddFoes
from core.play.facts.fight.turns.commands import Stabilise
from core.play.facts.road.commands import (
    BeginEncounter,
    Camp,
    EndEncounter,
    Halt,
    March,
    PassBy,
    SetPace,
    SetRoute,
)
from core.play.facts.road.events import Strained
from core.play.facts.state import Boat, Member, State
from core.play.facts.table.commands import PlaceBoat
from core.play.party.fellows import company
from core.play.party.membership import fresh_member_id
from core.play.road.way_ahead import hustled_hours
from core.play.union import Command, Decided, decide
from core.travel.forecast import Risk, latest_departure
from core.travel.stretches import Stretch
from core.values import replace
from tests.builders import (
    CHECKS,
    HARSK,
    HORSE,
    LEGS,
    NIGHT_CHECKS,
    PONY,
    ROAD,
    TAM,
    after,
    ahead,
    assets,
    party,
    perform,
)
from tests.core.play.maps import at, region_world
from tests.each import each
from tests.fights import PREPARED, WOLVES, fight_world
from tui.kit.phrases import say

PF1 = assets()
MORNING = Fraction(8)


def test_today_says_what_is_left_of_it_and_who_sets_the_pace() -> None:
    state = after(March(Fraction(3)), party(TAM, HARSK))
    day = queries.today(state, PF1)
    assert (day.used, day.left, day.allowance) == (Fraction(3), Fraction(5), Fraction(8))
    assert day.began == Instant(0, MORNING)
    assert (day.slowest, day.pace_km_h) == ("harsk", Fraction(3))
    assert [r.rule for r in day.receipt.walk()][:2] == ["T-153", "T-136"]


def test_today_on_a_hustle_shows_the_pace_right_here() -> None:
    day = queries.today(party(TAM, pace="hustle"), PF1)
    assert (day.pace_km_h, day.here_km_h) == (Fraction(9, 2), Fraction(9))


def test_arrival_by_ordinary_days_and_where_the_nights_fall() -> None:
    # T-151: 45 + 45 km at 4.5 km/h: 8 + 8 + 4 h
    state = party(TAM, legs=(Stretch(Fraction(90), 1),))
    assert ahead(state)[-1].ends == Instant(2, Fraction(12))
    assert [day.ends for day in ahead(state) if day.camps] == [
        Instant(0, Fraction(16)),
        Instant(1, Fraction(16)),
    ]


def test_arrival_is_by_the_clock_after_a_pause() -> None:
    state = party(TAM, legs=(Stretch(Fraction(36), 1),), clock=Instant(0, Fraction(10)))
    assert ahead(state)[-1].ends == Instant(0, Fraction(18))


def test_a_ship_arrives_without_camping() -> None:
    sea = Stretch(Fraction(288), 1, mode="galley", boat="galley", water="sea")
    state = party(TAM, legs=(sea,))
    assert ahead(state)[-1].ends == Instant(2, MORNING)
    assert not any(day.camps for day in ahead(state))


def test_what_is_promised_is_what_happens() -> None:
    # day after day by ordinary marches and nights, the party arrives when they end
    state = party(TAM, replace(HARSK, rides="horse"), HORSE, legs=LEGS[:2])
    promised = ahead(state)[-1].ends
    while state.plan is not None:
        state = after(March(), state)
        if state.plan is not None:
            state = after(Camp(), state)
    assert state.clock == promised


def test_deadlines() -> None:
    # three mornings of 8, 8 and 4 hours
    state = party(TAM, legs=(Stretch(Fraction(90), 1),), deadline=Instant(4, Fraction(12)))
    assert queries.late(state, queries.plan_ahead(state, PF1)) is False
    assert queries.latest_start(state, PF1) == Instant(2, MORNING)
    sooner = replace(state, deadline=Instant(4, Fraction(11)))
    assert queries.latest_start(sooner, PF1) == Instant(1, MORNING)
    missed = replace(state, deadline=Instant(1, Fraction(12)))
    assert queries.late(missed, queries.plan_ahead(missed, PF1)) is True
    start = queries.latest_start(missed, PF1)
    assert start is not None
    assert start < state.clock
    assert queries.late(party(TAM), queries.plan_ahead(party(TAM), PF1)) is None


def test_the_latest_start_is_told_to_the_minute_once_the_day_has_begun() -> None:
    state = party(TAM, legs=(Stretch(Fraction(36), 1),), deadline=Instant(0, Fraction(16)))
    gone = after(March(Fraction(2)), state)
    assert queries.latest_start(gone, PF1) == gone.clock
    slack = replace(gone, deadline=Instant(0, Fraction(35, 2)))
    assert queries.latest_start(slack, PF1) == gone.clock.after(Fraction(3, 2))


def test_the_latest_start_is_told_to_the_minute_on_the_last_morning_itself() -> None:
    """36 km take from 08:00 to 16:00; with a deadline at 17:30 there is an hour and a half."""
    state = party(TAM, legs=(Stretch(Fraction(36), 1),), deadline=Instant(0, Fraction(35, 2)))
    assert state.clock == Instant(0, MORNING)
    assert queries.latest_start(state, PF1) == state.clock.after(Fraction(3, 2))


def test_from_the_latest_start_the_party_is_in_time_and_a_minute_later_it_is_not() -> None:
    """72 km are two days of 8 hours; who arrives by 08:00 sleeps 8 hours, who later till morning.

    From 23:59 the first day ends at 07:59, the night at 15:59, the second day at 23:59. From
    midnight the first day ends at 08:00, the night at 08:00 of the next, after which 12:00 is past.
    """
    state = party(TAM, legs=(Stretch(Fraction(72), 1),), deadline=Instant(2, Fraction(12)))
    latest = queries.latest_start(state, PF1)
    assert latest == Instant(0, Fraction(23 * 60 + 59, 60))
    for minutes, arrival in (
        (Fraction(0), Instant(1, Fraction(23 * 60 + 59, 60))),
        (Fraction(1), Instant(2, Fraction(16))),
    ):
        state_then = replace(state, clock=latest.after(minutes / 60))
        for command in (March(), Camp(), March()):
            state_then = after(command, state_then)
        assert state_then.plan is None
        assert state_then.clock == arrival


@each("km", [9, 36, 37, 90, 144])
@each("hour", [0, 7, 8, 9, 15, 16, 17, 23])
def test_the_latest_start_is_the_morning_of_the_plans_latest_departure(km: int, hour: int) -> None:
    # M-6: the plan tells the hour, the story the morning before it
    state = party(
        TAM, HARSK, legs=(Stretch(Fraction(km), 1),), deadline=Instant(30, Fraction(hour))
    )
    assert state.plan is not None
    day, at = latest_departure(
        company(state, PF1), state.plan.stretches, (30, Fraction(hour)), PF1.rules
    )
    assert queries.latest_start(state, PF1) == Instant(day - (at < MORNING), MORNING)


def test_forced_hours_say_what_they_buy_and_risk() -> None:
    # T-104, T-105: Con +0: 11/20, then 1 - 63/400
    state = party(TAM, legs=(Stretch(Fraction(90), 1),))
    first, second, *_ = queries.forced(state, PF1)
    assert (first.extra, first.risk.hour, first.risk.dc, first.km) == (1, 9, 12, Fraction(9, 2))
    assert first.arrival == Instant(2, Fraction(11))
    assert first.risk.members == (Risk("tam", Fraction(11, 20), Fraction(11, 20), Fraction(0), 12),)
    assert second.risk.dc == 14
    assert second.risk.members[0].p_fatigued == 1 - Fraction(63, 400)
    assert second.arrival == Instant(2, Fraction(10))


def test_forced_hours_go_on_from_those_already_marched() -> None:
    state = after(March(Fraction(9)), party(TAM), {"march/day-0/hour-9/tam": 20})
    (row, *_) = queries.forced(state, PF1)
    assert (row.risk.hour, row.risk.dc) == (10, 14)
    assert row.risk.members[0].p_fail == Fraction(13, 20)


def test_the_chance_of_dropping_counts_what_was_taken_and_what_is_left() -> None:
    # 4 current hit points, 2 nonlethal: more than 2 of 1d6 drop him
    hurt = replace(TAM, hp=7, damage=3, nonlethal=2)
    (row, *_) = queries.forced(party(hurt), PF1)
    assert row.risk.members[0].p_unconscious == Fraction(11, 20) * Fraction(4, 6)
    assert row.risk.p_any_unconscious == row.risk.members[0].p_unconscious


def test_a_ridden_mount_is_sure_to_be_hurt() -> None:
    # T-126, T-167: 1d6 an hour; down when damage exceeds the hit points
    state = party(replace(TAM, rides="horse"), replace(HORSE, hp=7))
    rows = queries.forced(state, PF1)
    assert [row.risk.members[0].p_fail for row in rows] == [1, 1, 1, 1]
    assert rows[0].risk.members[0].p_unconscious == 0
    assert rows[1].risk.members[0].p_unconscious == Fraction(15, 36)
    assert [risk.name for risk in rows[0].risk.members] == ["horse"]


def test_hustling_through_forced_hours_adds_its_damage_to_the_risk() -> None:
    # T-111: the second hour of hustle is 1 point, the third 2
    state = replace(after(March(), party(replace(TAM, hp=3))), pace="hustle")
    rows = queries.forced(state, PF1)
    assert rows[1].risk.members[0].p_fatigued == 1
    assert rows[2].risk.members[0].p_unconscious is not None
    # 3 points of hustle equal the hit points: any failure drops
    assert rows[2].risk.members[0].p_unconscious == 1 - Fraction(9, 20) * Fraction(
        7, 20
    ) * Fraction(1, 4)


def test_an_unknown_constitution_gives_no_chances() -> None:
    (row, *_) = queries.forced(party(replace(TAM, con_mod=None), HARSK), PF1)
    assert row.risk.members[0] == Risk("tam", None, None, None, 12)
    assert row.risk.p_any_unconscious is None


def test_no_forced_hours_when_the_day_brings_the_party_there_or_nobody_walks() -> None:
    assert queries.forced(party(TAM, legs=(Stretch(Fraction(9), 1),)), PF1) == ()
    lake = Stretch(Fraction(100), 1, mode="rowboat", boat="rowboat", water="lake")
    assert queries.forced(party(TAM, legs=(lake,)), PF1) == ()
    assert queries.forced(replace(party(TAM), plan=None), PF1) == ()


def test_forced_hours_end_with_the_way() -> None:
    rows = queries.forced(party(TAM, legs=(Stretch(Fraction(40), 1),)), PF1)
    assert len(rows) == 1
    assert rows[0].arrival == Instant(0, Fraction(8) + Fraction(80, 9))


@pytest.mark.parametrize("extra", [1, 2, 3])
def test_the_promised_forced_arrival_is_what_happens(extra: int) -> None:
    state = party(TAM, HARSK, legs=LEGS[:2])
    row = queries.forced(state, PF1)[extra - 1]
    state = perform(March(Fraction(8 + extra)), state)
    while state.plan is not None:
        state = after(March(), after(Camp(), state))
    assert state.clock == row.arrival


def test_owed_are_the_checks_of_the_rest_of_the_ordinary_day() -> None:
    state = party(TAM, schedule=CHECKS)
    assert [q.key for q in queries.owed(queries.march_on(state, PF1))] == [
        "encounter/day-0/h-8",
        "encounter/day-0/h-12",
    ]
    assert queries.owed(queries.march_on(replace(state, plan=None), PF1)) == ()


def test_the_ahead_line_says_what_space_does() -> None:
    state = party(TAM, schedule=CHECKS)
    assert queries.space(state, PF1) == March()
    line = queries.next_action(state, PF1)
    assert say(line) == "march 8 h, asks 2 rolls"
    done = perform(March(), state)
    assert queries.space(done, PF1) == Camp()
    assert "t 1" in queries.next_action(done, PF1).template
    assert queries.space(replace(state, plan=None), PF1) is None
    assert queries.next_action(replace(state, plan=None), PF1).values == ()


def test_the_ahead_line_while_something_is_pending_and_after_it() -> None:
    state = party(TAM, schedule=NIGHT_CHECKS, clock=Instant(0, Fraction(17)))
    met = perform(Camp(), state, face=1)
    assert queries.space(met, PF1) is None
    fight = after(BeginEncounter("wolves"), met)
    assert queries.space(fight, PF1) is None
    assert queries.next_action(fight, PF1).value("encounter") == "wolves"
    for on in (after(EndEncounter(5), fight), after(PassBy(), met)):
        assert queries.space(on, PF1) == Camp()


def test_enter_sends_the_party_to_the_cursor() -> None:
    under = region_world()
    state = at("0101", TAM)
    assert queries.no_route(state, under, "0303") is None
    assert queries.ahead_enter(state, under, "0303").value("place") == "Fort Wyll"
    assert queries.no_route(state, under, "0101") is not None
    there = after(SetRoute("0303"), state, under=under)
    assert queries.no_route(there, under, "0303") is not None
    assert queries.no_route(party(TAM), PF1, "0303") is not None


def test_ids_are_fresh() -> None:
    state: State = replace(party(TAM, PONY), departed=("pony-2",))
    assert fresh_member_id("Pony", state) == "pony-3"
    assert fresh_member_id("Éowyn of Rohan", state) == "eowyn-of-rohan"
    assert fresh_member_id("...", state) == "member"


def test_a_company_has_the_weight_of_riders_on_their_mounts() -> None:
    rider: Member = replace(TAM, weight_kg=Fraction(56), rides="pony")
    assert company(party(rider, PONY), PF1).pace.km_h == Fraction(9, 2)
    assert queries.moving(PONY, party(rider, PONY), PF1).km_h == Fraction(9, 2)
    assert queries.moving(PONY, party(PONY), PF1).km_h == 6


def test_the_day_that_ends_off_the_road_is_a_night_there() -> None:
    under = region_world()
    state = after(SetRoute("0203"), at("0101", TAM), under=under)
    (night,) = (day for day in ahead(state, under) if day.camps)
    assert night.place in ("0202", "0203")


def test_a_long_leg_needs_no_place() -> None:
    assert ahead(party(TAM, legs=(ROAD,)))[0].place == ""


# hustle


def test_t083_what_a_hustle_costs_is_told_hour_by_hour_with_who_drops() -> None:
    tam = replace(TAM, hp=20)
    harsk = replace(HARSK, hp=30, hustled=Fraction(1))
    words = say(queries.hustle_cost(party(tam, harsk), PF1))
    assert words == "first drop after 5 h: Harsk; damage by the hour 1, 2, 4, 8, 16"


def test_a_hustle_that_nobody_drops_of_is_told_to_the_end_of_the_day() -> None:
    state = after(March(Fraction(5)), party(replace(TAM, hp=20)))
    assert say(queries.hustle_cost(state, PF1)) == "damage by the hour 0, 1, 2; nobody drops by 3 h"


@pytest.mark.parametrize(("hp", "told"), [(20, None), (14, "first drop after 5 h: Tam")])
def test_t083_on_a_hustle_the_ahead_line_and_the_day_tell_who_drops(hp: int, told: str) -> None:
    """Given 1 + 2 + 4 + 8 points in five hours, then one with less drops, and is told first."""
    state = after(SetPace("hustle"), party(replace(TAM, hp=hp)))
    drop = queries.first_hustled_drop(replace(state, travelled=Fraction(3)), PF1)
    assert (drop and say(drop)) == told
    words = say(queries.next_action(replace(state, travelled=Fraction(3)), PF1))
    first = f"{told}; " if told else ""
    assert words == f"hustle 5 h: {first}damage by the hour 0, 1, 2, 4, 8"
    assert queries.first_hustled_drop(replace(state, pace="walk"), PF1) is None


@pytest.mark.parametrize(("km", "hp", "arrives"), [(36, 20, 4), (36, 6, None), (90, 40, None)])
def test_t083_a_hustle_arrives_today_if_nobody_drops(km: int, hp: int, arrives: int | None) -> None:
    state = party(replace(TAM, hp=hp), legs=(Stretch(Fraction(km), 1),))
    there = queries.hustled_arrival(state, PF1)
    assert there == (None if arrives is None else state.clock.after(Fraction(arrives)))


def test_the_bar_of_a_day_that_ended_in_camp_begins_where_the_day_did() -> None:
    state = after(March(Fraction(5)), party(TAM))
    in_camp = replace(state, clock=state.clock.after(Fraction(4)), camped=Fraction(4))
    assert queries.today(in_camp, PF1).began == Instant(0, MORNING)


def test_what_is_foretold_of_a_hustle_is_what_comes_of_it() -> None:
    state = after(SetPace("hustle"), party(replace(TAM, hp=20)))
    rows = hustled_hours(state, PF1, Fraction(5))
    found = decide(March(Fraction(5)), state, PF1, {})
    assert isinstance(found, Decided)
    strained = [event.amount for event in found.events if isinstance(event, Strained)]
    assert [row.points for row in rows if row.points] == strained


def test_t166_what_is_foretold_ends_where_the_march_does() -> None:
    rider = replace(TAM, rides="horse")
    state = after(SetPace("hustle"), party(rider, replace(HORSE, hp=6), legs=(ROAD,)))
    rows = hustled_hours(state, PF1, Fraction(8))
    found = decide(March(Fraction(8)), state, PF1, {})
    assert isinstance(found, Decided)
    horse = found.states[-1].members[1]
    assert (rows[-1].drops, rows[-1].ends) == (("horse",), horse.hustled)
    assert horse.damage == sum(row.points for row in rows)


# doubts


def doubt(command: Command, state: State) -> str:
    """What is asked before a command; "" for nothing."""
    found = decide(command, state, region_world(), {})
    assert isinstance(found, Decided)
    words = queries.doubt(found.events, state, region_world())
    return "" if words is None else say(words)


@pytest.mark.parametrize(
    ("damage", "stable", "asked"),
    [
        (TAM.hp or 0, False, False),
        ((TAM.hp or 0) + 1, True, False),
        ((TAM.hp or 0) + 1, False, True),
    ],
)
def test_time_does_not_pass_unasked_while_a_hero_is_dying(
    damage: int, stable: bool, asked: bool
) -> None:
    tam = replace(TAM, damage=damage, stable=stable)
    halt = Halt(name="ford", minutes=60)
    assert doubt(halt, at("0101", tam)).startswith("Tam is dying") is asked
    if asked:
        assert doubt(Stabilise("tam"), at("0101", tam)) == ""


@pytest.mark.parametrize(
    ("status", "asked"),
    [
        ("prepared", ""),
        ("paused", ""),
        (
            "over",
            "Ambush at the ford is over. Enter adds creatures all the same, Esc does not.",
        ),
    ],
)
def test_an_encounter_that_is_over_takes_no_creature_unasked(
    status: Literal["prepared", "paused", "over"], asked: str
) -> None:
    """Given an encounter at each stage, when a wolf is added, then only one over is asked about."""
    encounter = replace(PREPARED, status=status, foes=(), figures=())
    state = replace(party(HARSK), encounters=(encounter,))
    added = decide(AddFoes("ambush", WOLVES[:1], ("C4",)), state, fight_world(), {})
    assert isinstance(added, Decided)
    words = queries.doubt(added.events, state, fight_world())
    assert ("" if words is None else say(words)) == asked


def test_a_second_boat_of_a_kind_is_asked_about_not_the_first_nor_one_that_moves() -> None:
    another = PlaceBoat(Boat("rowboat-2", "Rowboat", "rowboat", "0102"))
    assert doubt(another, at("0101", TAM)) == ""
    assert doubt(another, at("0101", TAM, boat="0101")) == (
        "Rowboat lies at Mill already: :boat rowboat to 0102 moves it."
        " Enter makes another, Esc makes none."
    )
    lost = replace(at("0101", TAM), boats=(Boat("rowboat", "Rowboat", "rowboat"),))
    assert doubt(another, lost) == (
        "There is Rowboat already: :boat rowboat to 0102 moves it."
        " Enter makes another, Esc makes none."
    )
    moved = PlaceBoat(Boat("rowboat", "Rowboat", "rowboat", "0103"))
    assert doubt(moved, at("0101", TAM, boat="0101")) == ""


@pytest.mark.parametrize(
    ("count", "asked"),
    [
        (3, ""),
        (7, "Rowboat carries 3, not 7. Enter goes all the same, Esc does not."),
    ],
)
def test_seven_aboard_a_rowboat_raise_a_question(count: int, asked: str) -> None:
    crew = (replace(TAM, id=f"tam-{n}") for n in range(count))
    assert doubt(SetRoute("Ford"), at("0101", *crew, boat="0101")) == asked
