"""Marches: hours, forced march, hustle, mounts and who may go on at all."""

from __future__ import annotations

from fractions import Fraction

import pytest

from core.calendars import Instant
from core.dice import Answer, Ruled, Typed
from core.messages import Refusal
from core.play.facts.road.commands import Camp, March, Ride, SetPace
from core.play.facts.road.events import Arrived, Strained, Travelled
from core.play.facts.table.commands import Rule
from core.play.facts.table.events import Checked
from core.play.queries import next_action
from core.play.union import narrate
from core.travel.stretches import Progress, Stretch
from core.values import replace
from tests.builders import (
    HARSK,
    HORSE,
    LEGS,
    PONY,
    TAM,
    VALERIA,
    WAGON,
    after,
    asked,
    assets,
    damage,
    member,
    party,
    perform,
    when,
)
from tui.kit.phrases import say

EIGHT = Fraction(8)
NINTH = "march/day-0/hour-9"


def test_a_day_is_eight_hours_and_asks_nothing() -> None:
    # T-080
    state = after(March(), party(TAM))
    assert state.clock == Instant(0, Fraction(16))
    assert state.travelled == EIGHT
    assert state.progress == Progress(0, Fraction(36))


def test_members_who_marched_as_long_have_one_number_for_it() -> None:
    """It is added up once for all, and is stored and compared once."""
    state = after(March(), party(HARSK, VALERIA, TAM))
    hours = {id(one.marched) for one in state.members}
    assert len(hours) == 1


def test_marching_on_when_the_day_is_over_is_refused_and_says_what_to_do() -> None:
    state = after(March(), party(TAM))
    with pytest.raises(Refusal) as refused:
        when(March(), state)
    assert refused.value.code == "day_over"


def test_hours_already_travelled_count_against_the_day() -> None:
    # T-155
    state = after(March(), after(March(Fraction(5)), party(TAM)))
    assert state.travelled == EIGHT


def test_the_slowest_sets_the_pace_leg_by_leg() -> None:
    # T-153
    state = after(March(), party(TAM, HARSK, legs=LEGS))
    assert state.progress == Progress(1, Fraction(2))  # 20 km at 3 km/h, then 4/3 h at 1.5


def test_every_walker_checks_alone_at_the_end_of_each_forced_hour() -> None:
    # T-100, T-101, T-108
    state = after(March(), party(TAM, HARSK, PONY))
    assert asked(March(Fraction(2)), state) == [
        f"march/day-0/hour-{hour}/{who}" for hour in (9, 10) for who in ("tam", "harsk", "pony")
    ]


def test_the_check_has_the_modifier_of_the_score_and_its_exact_chance() -> None:
    # T-008, T-105
    from core.play.resolution import Needs
    from core.play.union import decide

    state = after(March(), party(VALERIA))
    needs = decide(March(Fraction(1)), state, assets(), {})
    assert isinstance(needs, Needs)
    (question,) = needs.questions
    assert (question.modifier, question.dc, question.chance) == (2, 12, Fraction(11, 20))
    assert question.receipt is not None
    assert question.receipt.value == Fraction(11, 20)


def test_a_part_of_an_hour_calls_for_no_check_until_it_is_complete() -> None:
    # T-109
    state = after(March(), party(TAM))
    half = Fraction(1, 2)
    assert asked(March(half), state) == []
    assert asked(March(half), after(March(half), state)) == [f"{NINTH}/tam"]


def test_a_failed_check_deals_1d6_nonlethal_and_fatigues() -> None:
    # T-102, T-103
    state = after(March(), party(TAM))
    failed = {f"{NINTH}/tam": 11}
    assert asked(March(Fraction(1)), state, failed) == [f"{NINTH}/tam/damage"]
    decided = when(March(Fraction(1)), state, {**failed, f"{NINTH}/tam/damage": 4})
    assert Strained("tam", 4, False, "forced_march", 9, (4,)) in decided.events
    tired = after(March(Fraction(1)), state, {**failed, f"{NINTH}/tam/damage": 4})
    assert damage(tired, "tam") == (0, 4)
    assert member(tired, "tam").strain == 4


def test_a_passed_check_costs_nothing() -> None:
    state = after(March(), party(HARSK))
    decided = when(March(Fraction(1)), state, {f"{NINTH}/harsk": 9})  # 9 + 3 = 12
    assert [type(e) for e in decided.events] == [Travelled, Checked]


def test_the_gm_may_rule_a_check() -> None:
    state = after(March(), party(TAM))
    decided = when(March(Fraction(1)), state, {f"{NINTH}/tam": Ruled("pass", "blessed")})
    assert decided.events[-1] == Checked(
        key=f"{NINTH}/tam",
        who="tam",
        name="forced_march",
        face=0,
        total=0,
        dc=12,
        success=True,
        how="ruled",
        reason="blessed",
    )


def test_the_gm_is_told_what_is_no_ruling_on_a_check_or_on_points() -> None:
    state = after(March(), party(TAM))
    points: dict[str, int | Answer] = {f"{NINTH}/tam": 2, f"{NINTH}/tam/damage": Ruled("pass")}
    check: dict[str, int | Answer] = {f"{NINTH}/tam": Ruled("7")}
    for given, told in ((check, "pass, fail or skip."), (points, "a number or skip.")):
        with pytest.raises(Refusal) as refused:
            when(March(Fraction(1)), state, given)
        assert say(refused.value.message).endswith(f"is not a ruling here; type {told}")


def test_t105_the_receipt_of_a_check_says_whose_it_is() -> None:
    state = after(March(), party(TAM, HARSK))
    decided = when(March(Fraction(1)), state, {f"{NINTH}/tam": 19, f"{NINTH}/harsk": 19})
    told = [say(one.label) for one in decided.receipts if one.rule == "T-105"]
    assert told == ["Tam: chance of failing", "Harsk: chance of failing"]


def test_a_skipped_check_leaves_no_trace() -> None:
    state = after(March(), party(TAM))
    decided = when(March(Fraction(1)), state, {f"{NINTH}/tam": Ruled("skip")})
    assert [type(e) for e in decided.events] == [Travelled]


def test_a_total_may_be_typed() -> None:
    state = after(March(), party(HARSK))
    decided = when(March(Fraction(1)), state, {f"{NINTH}/harsk": Typed(12, total=True)})
    check = decided.events[-1]
    assert isinstance(check, Checked)
    assert (check.face, check.total, check.success) == (0, 12, True)


@pytest.mark.parametrize(
    "typed", [Typed(0), Typed(21), Typed(3, total=True), Typed(24, total=True)]
)
def test_a_roll_that_the_die_cannot_show_is_refused_naming_the_row(typed: Typed) -> None:
    state = after(March(), party(HARSK))
    with pytest.raises(Refusal) as refused:
        when(March(Fraction(1)), state, {f"{NINTH}/harsk": typed})
    assert refused.value.code == "bad_roll"
    assert "Harsk" in str(refused.value.message.value("row"))


def test_after_a_night_the_forced_hours_count_from_one_again() -> None:
    # T-110
    state = perform(March(Fraction(9)), party(TAM))
    morning = after(Camp(), state)
    assert morning.travelled == 0
    assert asked(March(Fraction(9)), morning) == ["march/day-1/hour-9/tam"]


def test_a_ridden_mount_fails_every_check_lethally_and_its_rider_nothing() -> None:
    # T-167, T-169
    state = after(Ride("tam", "horse"), party(TAM, HORSE))
    state = after(March(), state)
    assert asked(March(Fraction(2)), state) == [
        "march/day-0/hour-9/horse/damage",
        "march/day-0/hour-10/horse/damage",
    ]
    state = perform(March(Fraction(2)), state, face=5)
    assert damage(state, "horse") == (10, 0)
    horse = member(state, "horse")
    assert (horse.strain, horse.strain_lethal) == (0, 10)
    assert damage(state, "tam") == (0, 0)


def test_a_led_animal_walks_and_checks() -> None:
    # T-169, Q-15
    state = after(March(), party(TAM, HORSE))
    state = perform(March(Fraction(1)), state, face=1)
    assert damage(state, "horse") == (0, 1)


def test_draft_animals_are_as_ridden_mounts() -> None:
    # T-170
    state = party(TAM, replace(HORSE, pulls="wagon"), WAGON)
    state = after(March(), state)
    assert state.progress == Progress(0, Fraction(24))  # the wagon's 3 km/h
    assert asked(March(Fraction(1)), state) == [f"{NINTH}/tam", f"{NINTH}/horse/damage"]


def test_hours_in_the_saddle_count_for_who_dismounts() -> None:
    # T-155, Q-52: hours on foot or in the saddle beyond eight such hours are forced march
    state = after(March(), after(Ride("tam", "horse"), party(TAM, HORSE)))
    state = after(Ride("tam"), state)
    assert asked(March(Fraction(1)), state) == [f"{NINTH}/tam", f"{NINTH}/horse"]


def test_a_passenger_in_a_wagon_tires_not() -> None:
    # T-155
    state = party(replace(TAM, rides="wagon"), replace(HORSE, pulls="wagon"), WAGON)
    state = perform(March(Fraction(9)), state)
    tam = member(state, "tam")
    assert tam.marched == 0
    assert tam.nonlethal == 0


def test_hustling_hurts_from_the_second_hour_doubling_and_fatigues() -> None:
    # T-081 to T-084
    state = after(SetPace("hustle"), party(TAM))
    hours = [damage(after(March(Fraction(n)), state), "tam")[1] for n in range(1, 5)]
    assert hours == [0, 1, 3, 7]


def test_space_says_what_a_hustle_costs() -> None:
    told = say(next_action(party(TAM, pace="hustle"), assets()))
    assert told.startswith(
        "hustle 8 h: first drop after 6 h: Tam; damage by the hour 0, 1, 2, 4, 8"
    )
    assert say(next_action(party(TAM), assets())) == "march 8 h"


def test_half_hours_of_hustle_add_up() -> None:
    # T-086
    state = after(SetPace("hustle"), party(TAM))
    for _ in range(5):
        state = after(March(Fraction(1, 2)), state)
    assert damage(state, "tam") == (0, 1)
    assert damage(after(March(Fraction(1, 2)), state), "tam") == (0, 3)


def test_a_hustled_mount_takes_lethal_damage_and_its_rider_none() -> None:
    # T-166
    state = after(Ride("tam", "horse"), party(TAM, HORSE, pace="hustle"))
    state = after(March(Fraction(3)), state)
    assert damage(state, "horse") == (3, 0)
    assert damage(state, "tam") == (0, 0)


def test_a_hustled_leg_hurts_though_the_party_walks() -> None:
    # T-157
    state = after(March(Fraction(3)), party(TAM, legs=(replace(LEGS[2], leg=1),)))
    assert damage(state, "tam") == (0, 3)


def test_a_hustled_extra_hour_costs_both() -> None:
    # T-111
    state = after(March(), party(TAM))
    state = after(SetPace("hustle"), state)
    state = after(March(Fraction(2)), state, {f"{NINTH}/tam": 20, "march/day-0/hour-10/tam": 20})
    assert damage(state, "tam") == (0, 1)


def test_the_march_stops_in_the_hour_in_which_someone_drops() -> None:
    # T-126, T-104
    weak = replace(TAM, hp=3)
    state = after(March(), party(weak, HARSK))
    decided_state = after(
        March(Fraction(3)),
        state,
        {
            f"march/day-0/hour-{n}/{who}": 1 if who == "tam" and n == 9 else 20
            for n in (9, 10, 11)
            for who in ("tam", "harsk")
        }
        | {f"{NINTH}/tam/damage": 4},
    )
    assert decided_state.travelled == 9
    with pytest.raises(Refusal) as refused:
        when(March(Fraction(1)), decided_state)
    assert refused.value.code == "cannot_walk"


def test_exactly_the_hit_points_staggers_and_does_not_stop() -> None:
    # T-126
    state = after(March(), party(replace(TAM, hp=4)))
    keys = {f"{NINTH}/tam": 1, f"{NINTH}/tam/damage": 4, "march/day-0/hour-10/tam": 20}
    assert after(March(Fraction(2)), state, keys).travelled == 10


def test_an_unconscious_member_may_be_carried() -> None:
    state = party(replace(TAM, nonlethal=20, rides="horse"), HORSE)
    assert after(March(Fraction(1)), state).travelled == 1


def test_an_overloaded_mount_does_not_set_off() -> None:
    # T-163, T-162: 20 kg of bags and a rider of 300 kg on a pony
    heavy = replace(TAM, weight_kg=Fraction(300), rides="pony")
    with pytest.raises(Refusal) as refused:
        when(March(), party(heavy, PONY))
    assert refused.value.code == "overloaded"


def test_a_riders_weight_loads_the_mount() -> None:
    # T-161, T-162: 75.5 kg or more make a pony slower
    light = after(
        March(Fraction(1)), party(replace(TAM, weight_kg=Fraction(55), rides="pony"), PONY)
    )
    heavy = after(
        March(Fraction(1)), party(replace(TAM, weight_kg=Fraction(56), rides="pony"), PONY)
    )
    assert light.progress.into_km == 6
    assert heavy.progress.into_km == Fraction(9, 2)


def test_nobody_to_march_and_nowhere_to_go_are_refused() -> None:
    for state, code in (
        (party(), "nobody"),
        (replace(party(TAM), plan=None), "no_plan"),
    ):
        with pytest.raises(Refusal) as refused:
            when(March(), state)
        assert refused.value.code == code


def test_the_absent_neither_walk_nor_set_the_pace() -> None:
    state = after(March(), party(TAM, replace(HARSK, present=False)))
    assert state.progress == Progress(0, Fraction(36))
    harsk = member(state, "harsk")
    assert harsk.marched == 0


def test_arriving_ends_the_plan() -> None:
    decided = when(March(), party(TAM, legs=(Stretch(Fraction(9), 1),)))
    assert [type(e) for e in decided.events] == [Travelled, Arrived]
    state = after(March(), party(TAM, legs=(Stretch(Fraction(9), 1),)))
    assert state.plan is None
    assert state.travelled == 2


def test_a_march_may_stop_at_the_end_of_a_leg() -> None:
    state = after(March(to="1"), party(TAM, legs=LEGS))
    assert state.progress == Progress(1)


def test_a_party_without_known_constitution_is_asked_all_the_same() -> None:
    state = after(March(), party(replace(TAM, con_mod=None)))
    assert asked(March(Fraction(1)), state) == [f"{NINTH}/tam"]


def test_a_boat_is_rowed_ten_hours_and_tires_nobody() -> None:
    # T-181, T-155, Q-25
    lake = Stretch(Fraction(100), 1, mode="rowboat", boat="rowboat", water="lake")
    state = after(March(), party(TAM, legs=(lake,)))
    assert state.travelled == 10
    assert state.progress.into_km == Fraction(45, 2)
    tam = member(state, "tam")
    assert tam.marched == 0
    with pytest.raises(Refusal) as refused:
        when(March(Fraction(1)), state)
    assert refused.value.code == "too_many_hours"


def test_hours_of_all_modes_count_against_the_mode_in_use() -> None:
    # M-5: six hours on foot leave four of the rowed day; a rowed nine leave none to walk
    lake = Stretch(Fraction(100), 2, mode="rowboat", boat="rowboat", water="lake")
    state = after(March(), party(TAM, legs=(Stretch(Fraction(27), 1), lake)))
    assert state.travelled == 10
    assert state.progress == Progress(1, Fraction(9))
    short = replace(lake, km=Fraction(81, 4), leg=1)  # nine hours
    state = after(March(), party(TAM, legs=(short, Stretch(Fraction(27), 2))))
    assert state.travelled == 9
    assert state.progress == Progress(1)


def test_a_ship_sails_over_midnight_and_begins_a_new_day_by_itself() -> None:
    # T-182, M-6
    sea = Stretch(Fraction(1000), 1, mode="galley", boat="galley", water="sea")
    state = after(March(), party(TAM, legs=(sea,)))
    assert state.clock == Instant(1, Fraction(8))
    assert state.travelled == 0
    assert state.progress.into_km == 144
    state = after(March(Fraction(20)), state)
    state = after(March(Fraction(10)), state)
    assert state.travelled == 6
    assert state.progress.into_km == 144 + 180


def test_a_deadline_ends_where_the_party_arrives_and_not_on_the_way() -> None:
    state = party(TAM, legs=(Stretch(Fraction(9), 1),), deadline=Instant(0, Fraction(20)))
    on_the_way = after(March(Fraction(1)), state)
    assert on_the_way.deadline == state.deadline
    assert after(March(), on_the_way).deadline is None


@pytest.mark.parametrize(
    ("hour", "told"), [(10, "in time: the deadline is met"), (9, "1 h after the deadline")]
)
def test_on_arrival_the_log_says_whether_it_was_in_time(hour: int, told: str) -> None:
    """Given 9 km at 4.5 km/h from 8 o'clock."""
    state = party(TAM, legs=(Stretch(Fraction(9), 1),), deadline=Instant(0, Fraction(hour)))
    decided = when(March(), state)
    assert say(narrate(decided.events[-1], decided.states[-1])) == told


def test_who_drops_in_the_last_hour_of_the_way_has_arrived_all_the_same() -> None:
    # 9 hours of way: the check of the ninth falls due on arrival
    state = party(replace(TAM, hp=3), legs=(Stretch(Fraction(81, 2), 1),))
    answers = {f"{NINTH}/tam": 1, f"{NINTH}/tam/damage": 6}
    decided = when(March(Fraction(9)), state, answers)
    assert decided.events[-1] == Arrived()
    assert after(March(Fraction(9)), state, answers).plan is None


def test_marching_on_is_never_a_forced_hour_for_anyone() -> None:
    # T-100: Tam walked three hours more than the rest, by ruling
    state = after(Rule("marched", "3", "tam"), party(TAM, HARSK))
    assert after(March(), state).travelled == 5
    worn = after(Rule("marched", "8", "tam"), party(TAM, HARSK))
    with pytest.raises(Refusal) as refused:
        when(March(), worn)
    assert refused.value.code == "day_over"
    assert asked(March(Fraction(1)), worn) == [f"{NINTH}/tam"]


def test_a_raft_adrift_after_the_poling_travels_day_and_night() -> None:
    """T-186: ten hours poled, fourteen adrift with a guide: nobody lands to sleep."""
    down = Stretch(
        Fraction(300),
        1,
        mode="raft_or_barge",
        boat="raft_or_barge",
        water="river",
        direction="downstream",
        drift_hours=Fraction(14),
        guide=True,
    )
    start = party(HARSK, legs=(down,))

    first = after(March(), start)
    second = after(March(), first)

    assert first.clock == Instant(1, Fraction(8))
    assert first.progress.into_km == Fraction("115.5")
    assert second.progress.into_km == 231
