"""Risks of forced hours, what they gain, and the latest departure (T-100 to T-126, M-6)."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from core.calendars import Instant
from core.dice import at_least, die, sometimes, total
from core.travel.company import Traveller, assemble
from core.travel.forecast import forced_hours, latest_departure, risks
from core.travel.itinerary import itinerary
from core.travel.movers import Mover
from core.travel.stretches import Progress, Stretch
from saves.store.packaged_rulesets import packaged
from tests.thorough import examples

PF1 = packaged("pf1")


def walker(
    name: str = "Ada", con: int | None = 2, hp: int | None = 8, nonlethal: int = 0
) -> Traveller:
    return Traveller(name, Mover(speed_m=Fraction(9)), con, hp, nonlethal=nonlethal)


def road(km: int) -> tuple[Stretch, ...]:
    return (Stretch(Fraction(km), 1, terrain="plains", way="road"),)


def test_a_days_forced_hours_risk_what_the_odds_say() -> None:
    company = assemble((walker(nonlethal=1),), PF1)
    days = itinerary(company, road(54), PF1, hours_per_day=Fraction(12)).days
    rows = risks(company, days, PF1)
    fails = [Fraction(n, 20) for n in (9, 11, 13, 15)]
    assert [(row.hour, row.dc) for row in rows] == [(9, 12), (10, 14), (11, 16), (12, 18)]
    assert [row.members[0].p_fail for row in rows] == fails
    for number, row in enumerate(rows, start=1):
        damage = total(sometimes(chance, die(6)) for chance in fails[:number])
        assert row.members[0].p_fatigued == at_least(damage, 1)
        assert row.members[0].p_unconscious == at_least(damage, 8)
        assert row.p_any_unconscious == row.members[0].p_unconscious


def test_a_night_heals_and_the_next_day_starts_afresh() -> None:
    company = assemble((walker(hp=20),), PF1)
    days = itinerary(company, road(90), PF1, hours_per_day=Fraction(10)).days
    rows = risks(company, days, PF1)
    assert (rows[2].day, rows[2].hour, rows[2].dc) == (2, 9, 12)
    assert rows[0].members == rows[2].members  # 14 hours of rest heal up to 14 points


def test_hours_travelled_before_the_plan_are_no_rest() -> None:
    """T-122: six hours spent and eight marched leave ten of rest, as fourteen marched do."""
    company = assemble((walker(hp=60),), PF1)
    second = [
        [
            row.members
            for row in risks(
                company,
                itinerary(
                    company, road(200), PF1, hours_per_day=Fraction(14), hours_used_day1=used
                ).days,
                PF1,
            )
            if row.day == 2
        ]
        for used in (Fraction(0), Fraction(6))
    ]
    assert second[0]
    assert second[0] == second[1]


def test_fatigue_lasts_until_the_last_of_the_damage_is_gone() -> None:
    """T-121: of 12 old points and those of the march a night heals 14; what is left fatigues."""
    company = assemble((walker(hp=60, nonlethal=12),), PF1)
    days = itinerary(company, road(90), PF1, hours_per_day=Fraction(10)).days
    first, _, second, _ = (row.members[0] for row in risks(company, days, PF1))
    assert first.p_fatigued == first.p_fail == second.p_fail == Fraction(9, 20)
    # Of one failed hour 3 points and more are left over, of two failed hours as well.
    one = Fraction(9, 20) * Fraction(9, 20) + Fraction(11, 20) * Fraction(11, 20)
    both = Fraction(9, 20) * Fraction(11, 20)
    tired = one * Fraction(4, 6) + both * Fraction(35, 36)
    assert second.p_fatigued == tired + (1 - tired) * Fraction(9, 20)


def test_who_has_dropped_once_has_dropped() -> None:
    company = assemble((walker(hp=4),), PF1)
    days = itinerary(company, road(90), PF1, hours_per_day=Fraction(10)).days
    drops = [row.members[0].p_unconscious for row in risks(company, days, PF1)]
    assert drops[0] == Fraction(9, 20) * Fraction(2, 6)
    assert drops == sorted(d for d in drops if d is not None)


def test_the_chance_that_somebody_drops_is_not_told_when_a_member_is_unknown() -> None:
    company = assemble((walker(), walker("Ben", con=None)), PF1)
    days = itinerary(company, road(45), PF1, hours_per_day=Fraction(10)).days
    row = risks(company, days, PF1)[0]
    assert row.members[1].p_fail is None
    assert row.p_any_unconscious is None


def test_two_walkers_fall_independently() -> None:
    company = assemble((walker(hp=3), walker("Ben", hp=3)), PF1)
    days = itinerary(company, road(54), PF1, hours_per_day=Fraction(12)).days
    row = risks(company, days, PF1)[-1]
    alone = row.members[0].p_unconscious
    assert alone is not None
    assert row.p_any_unconscious == 1 - (1 - alone) ** 2


def test_a_led_pony_checks_and_a_ridden_one_fails() -> None:
    rider = Traveller("Ada", Mover(speed_m=Fraction(9)), rides="Pony")
    pony = Traveller("Pony", Mover(mount="pony"), 2, 20)
    led = Traveller("Led", Mover(mount="pony"), 2, 20, led=True)
    company = assemble((rider, pony, led), PF1)
    days = itinerary(company, road(60), PF1, hours_per_day=Fraction(9)).days
    fails = {risk.name: risk.p_fail for risk in risks(company, days, PF1)[0].members}
    assert fails == {"Led": Fraction(9, 20), "Pony": Fraction(1)}


def test_damage_of_a_hustle_counts_with_that_of_the_march() -> None:
    company = assemble((walker(hp=3),), PF1)
    legs = (
        Stretch(Fraction(27), 1, pace="hustle"),
        Stretch(Fraction(27), 2),
    )
    days = itinerary(company, legs, PF1, hours_per_day=Fraction(9)).days
    risk = risks(company, days, PF1)[0].members[0]
    assert risk.p_fatigued == 1
    assert risk.p_unconscious == Fraction(9, 20)  # 3 points already: any failure drops


def test_each_further_hour_gains_its_distance_and_an_earlier_arrival() -> None:
    company = assemble((walker(),), PF1)
    rows = forced_hours(company, road(54), Progress(), PF1)
    assert [(row.extra, row.km, row.arrival) for row in rows] == [
        (1, Fraction("4.5"), Instant(2, Fraction(11))),
        (2, Fraction(9), Instant(2, Fraction(10))),
        (3, Fraction("13.5"), Instant(2, Fraction(9))),
        (4, Fraction(18), Instant(1, Fraction(20))),
    ]
    assert [row.risk.dc for row in rows] == [12, 14, 16, 18]


def test_nothing_is_gained_by_marching_on_at_the_goal() -> None:
    company = assemble((walker(),), PF1)
    assert forced_hours(company, road(36), Progress(), PF1) == ()
    assert len(forced_hours(company, road(40), Progress(), PF1)) == 1


LEGS = st.lists(
    st.one_of(
        st.builds(
            lambda km, way: Stretch(Fraction(km), 1, terrain="hills", way=way),
            st.integers(1, 40),
            st.sampled_from(("road", "trackless")),
        ),
        st.builds(
            lambda km, drift: Stretch(
                Fraction(km),
                1,
                mode="r",
                boat="raft_or_barge",
                water="river",
                direction="downstream",
                drift_hours=Fraction(drift),
                guide=True,
            ),
            st.integers(1, 80),
            st.integers(0, 10),
        ),
    ),
    min_size=1,
    max_size=4,
)


@examples(25, 100)
@given(LEGS, st.integers(20, 30), st.integers(0, 23), st.fractions(0, 20, max_denominator=6))
def test_who_leaves_at_the_latest_departure_is_in_time_and_later_is_too_late(
    legs: list[Stretch], day: int, hour: int, later: Fraction
) -> None:
    company = assemble((walker(),), PF1)
    deadline = (day, Fraction(hour))
    left_day, left_hour = latest_departure(company, legs, deadline, PF1)
    started = (left_hour - 8) % 24
    shift = left_day - 1 if left_hour >= 8 else left_day - 2

    def arrives(used: Fraction) -> tuple[int, Fraction]:
        found = itinerary(company, legs, PF1, hours_used_day1=used).arrives
        return found[0] + shift, found[1]

    assert arrives(started) <= deadline
    if later and started + later < 24:
        assert arrives(started + later) >= arrives(started)
        first = legs[0]
        allowance = 10 + first.drift_hours if first.boat else 8
        if started + Fraction(1, 60) < allowance and arrives(started) == deadline:
            assert arrives(started + Fraction(1, 60)) > deadline


def test_a_voyage_of_few_hours_a_day_must_set_out_earlier() -> None:
    """M-6: a plan all afloat keeps the allowance of the day, and so does its latest departure."""
    company = assemble((walker(),), PF1)
    voyage = (Stretch(Fraction(36), 1, mode="rowboat", boat="rowboat", water="lake"),)
    hours = Fraction(8)
    days = itinerary(company, voyage, PF1, hours_per_day=hours)
    assert [day.hours for day in days.days] == [8, 8]
    found = latest_departure(company, voyage, (5, Fraction(24)), PF1, hours_per_day=hours)
    assert found == (4, Fraction(8))
