"""Days, nights and checks; a day split anywhere gives the same (T-150 to T-157, M-5, M-6)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.messages import Refusal
from core.travel.advance import advance
from core.travel.company import Company, Traveller, assemble
from core.travel.forecast import latest_departure
from core.travel.itinerary import Itinerary, itinerary
from core.travel.movers import Mover
from core.travel.stretches import Progress, Stretch
from saves.store.packaged_rulesets import packaged
from tests.thorough import examples

PF1 = packaged("pf1")
SF = packaged("sf")
ADA = assemble((Traveller("Ada", Mover(speed_m=Fraction(9))),), PF1)
RIDER = assemble(
    (
        Traveller("Ada", Mover(speed_m=Fraction(9)), rides="Pony"),
        Traveller("Pony", Mover(mount="pony")),
    ),
    PF1,
)
START = Progress()


def leg(km: object, number: int = 1, terrain: str = "", way: str = "", pace: str = "") -> Stretch:
    return Stretch(Fraction(str(km)), number, terrain=terrain, way=way, pace=pace)


def afloat(km: int, number: int = 1, boat: str = "rowboat", **more: object) -> Stretch:
    given_ = {"water": "lake", **more}
    return Stretch(Fraction(km), number, mode=boat, boat=boat, **given_)  # type: ignore[arg-type]


def plan(company: Company, *legs: Stretch, **more: object) -> Itinerary:
    return itinerary(company, legs, PF1, **more)  # type: ignore[arg-type]


def test_hours_already_spent_shorten_the_first_day() -> None:
    found = plan(ADA, leg(20, terrain="plains", way="road"), hours_used_day1=Fraction(5))
    assert [(d.hours, d.km) for d in found.days] == [
        (3, Fraction("13.5")),
        (Fraction(13, 9), Fraction("6.5")),
    ]
    assert found.arrives == (2, 8 + Fraction(13, 9))


def test_a_spent_first_day_is_a_day_without_travel() -> None:
    found = plan(ADA, leg(9), hours_used_day1=Fraction(8))
    assert [(d.day, d.hours, d.leg, d.into_leg_km) for d in found.days] == [
        (1, Fraction(0), 1, Fraction(0)),
        (2, Fraction(2), 1, Fraction(9)),
    ]


def test_checks_go_on_from_the_hours_already_marched() -> None:
    found = plan(ADA, leg(9), hours_used_day1=Fraction(9), hours_per_day=Fraction(12))
    assert found.days[0].dcs == (14, 16)


def test_parts_of_an_hour_call_for_no_check() -> None:
    found = plan(ADA, leg(45), hours_per_day=Fraction("9.5"))
    assert [day.dcs for day in found.days] == [(12,), ()]


def test_a_ridden_mount_fails_its_checks_and_the_rider_makes_none() -> None:
    day = plan(RIDER, leg(60), hours_per_day=Fraction(10)).days[0]
    assert day.dcs is None
    assert day.auto_failed_checks == 2


def test_a_boats_day_is_its_own_and_hours_count_against_it() -> None:
    found = plan(ADA, leg(18), afloat(18, 2))
    assert [(d.hours, d.km) for d in found.days] == [
        (Fraction(10), Fraction("31.5")),
        (Fraction(2), Fraction("4.5")),
    ]


def test_after_a_day_in_the_boat_nothing_is_left_for_walking() -> None:
    found = plan(ADA, afloat(20), leg(9, 2))
    assert [d.leg for d in found.days] == [1, 2]
    assert found.days[0].hours == Fraction(80, 9)


def test_hours_afloat_are_no_forced_march() -> None:
    found = plan(ADA, afloat(9), leg(36, 2), hours_per_day=Fraction(12))
    assert found.days[0].hours == 12
    assert found.days[0].dcs == ()


def test_a_sailed_ship_runs_over_midnight() -> None:
    found = plan(ADA, afloat(60, boat="sailing_ship", water="sea"))
    assert len(found.days) == 1
    assert found.arrives == (2, Fraction(4))


def test_a_raft_is_poled_first_and_then_adrift() -> None:
    raft = afloat(
        100,
        boat="raft_or_barge",
        water="river",
        direction="downstream",
        drift_hours=Fraction(14),
        guide=True,
    )
    day = plan(ADA, raft).days[0]
    assert [(p.hours, p.km) for p in day.segments] == [
        (10, Fraction("52.5")),
        (Fraction(95, 9), Fraction("47.5")),
    ]


def test_a_river_is_waded_in_hours_without_distance() -> None:
    ford = Stretch(Fraction(9), 1, crosses="ford", crossing_hours=Fraction(3, 2))
    found = plan(ADA, ford)
    assert found.total_hours == Fraction(7, 2)
    assert [p.crossing for p in found.days[0].segments] == [True, False]


@pytest.mark.parametrize(
    ("hours", "code"),
    [(11, "beyond_vehicle_day"), (25, "more_than_24_hours"), (0, "no_hours")],
)
def test_days_that_no_vehicle_has_are_refused(hours: int, code: str) -> None:
    rover = Traveller("R", Mover(vehicle_class="light", vehicle_km_h=Fraction(30)))
    with pytest.raises(Refusal) as refused:
        itinerary(assemble((rover,), SF), (leg(9),), SF, hours_per_day=Fraction(hours))
    assert refused.value.code == code


def test_rowing_beyond_ten_hours_is_refused() -> None:
    with pytest.raises(Refusal) as refused:
        plan(ADA, afloat(30), hours_per_day=Fraction(11))
    assert refused.value.code == "too_many_hours"
    with pytest.raises(Refusal) as refused:
        advance(ADA, (afloat(30),), START, Fraction(11), PF1)
    assert refused.value.code == "too_many_hours"


def test_on_a_map_a_boat_keeps_its_own_day_whatever_the_allowance_on_land() -> None:
    """M-5: the route was chosen by the boat's ten hours; a forced march is none of its business."""
    river = [
        afloat(9, n, start="0101", end="0102", inside=inside)
        for n in range(1, 6)
        for inside in ("0101", "0102")
    ]
    for hours in (Fraction(6), Fraction(12)):
        found = plan(ADA, *river, hours_per_day=hours)
        assert [day.hours for day in found.days] == [10, 10, 10, 10]
    late = latest_departure(ADA, river, (5, Fraction(18)), PF1, hours_per_day=Fraction(6))
    assert late == (2, Fraction(8))


def test_a_journey_of_ages_is_refused() -> None:
    with pytest.raises(Refusal) as refused:
        plan(ADA, leg(1_000_000))
    assert refused.value.code == "too_long"


def test_going_nowhere_takes_no_time() -> None:
    found = plan(ADA)
    assert found.total_hours == 0
    assert found.arrives == (1, Fraction(8))


LEGS = st.lists(
    st.one_of(
        st.builds(
            lambda km, ground, pace: leg(km, 1, ground[0], ground[1], pace),
            st.fractions(Fraction(1, 7), 60, max_denominator=7),
            st.sampled_from((("", ""), ("plains", "road"), ("forest", "trackless"))),
            st.sampled_from(("", "walk", "hustle")),
        ),
        st.builds(
            lambda km, drift: afloat(
                km,
                boat="raft_or_barge",
                water="river",
                direction="downstream",
                drift_hours=Fraction(drift),
                guide=True,
            ),
            st.integers(1, 90),
            st.integers(0, 14),
        ),
        st.builds(
            lambda km, hours: Stretch(Fraction(km), 1, crosses="ford", crossing_hours=hours),
            st.integers(0, 20),
            st.fractions(0, 3, max_denominator=5),
        ),
    ),
    min_size=1,
    max_size=5,
)


@examples(37, 150)
@given(LEGS, st.fractions(0, 10, max_denominator=9), st.fractions(0, 10, max_denominator=9))
def test_hours_split_anywhere_lead_to_the_same_place(
    legs: list[Stretch], first: Fraction, second: Fraction
) -> None:
    limit = min((Fraction(10) for s in legs if s.boat), default=Fraction(24))
    first = min(first, limit / 2)
    second = min(second, limit / 2)
    whole = advance(ADA, legs, START, first + second, PF1)
    a = advance(ADA, legs, START, first, PF1)
    between = a[-1].progress if a else START
    b = advance(ADA, legs, between, second, PF1, hours_used=sum((p.hours for p in a), Fraction(0)))
    parts = (*a, *b)
    assert sum(p.km for p in parts) == sum(p.km for p in whole)
    assert sum(p.hours for p in parts) == sum(p.hours for p in whole)
    assert [p.progress for p in parts[-1:]] == [p.progress for p in whole[-1:]]
    for kind in ("tiring", "hustled"):
        assert sum(p.hours for p in parts if getattr(p, kind)) == sum(
            p.hours for p in whole if getattr(p, kind)
        )


@examples(37, 150)
@given(LEGS, st.fractions(0, 9, max_denominator=9), st.sampled_from((None, 10, 6)))
def test_going_on_from_any_evening_gives_the_same_days(
    legs: list[Stretch], used: Fraction, per_day: int | None
) -> None:
    allowed = None if per_day is None else Fraction(per_day)
    whole = itinerary(ADA, legs, PF1, hours_used_day1=used, hours_per_day=allowed)
    if len(whole.days) < 2:
        return
    first = whole.days[0]
    at = first.segments[-1].progress if first.segments else START
    rest = itinerary(ADA, legs, PF1, progress=at, hours_per_day=allowed)
    told = [(d.hours, d.km, d.leg, d.into_leg_km, d.dcs, d.ends_at) for d in whole.days[1:]]
    assert told == [(d.hours, d.km, d.leg, d.into_leg_km, d.dcs, d.ends_at) for d in rest.days]


@examples(25, 100)
@given(LEGS, st.fractions(0, 12, max_denominator=9))
def test_until_nightfall_spends_what_the_day_has_left(legs: list[Stretch], used: Fraction) -> None:
    pieces = advance(ADA, legs, START, None, PF1, hours_used=used)
    spent = sum((p.hours for p in pieces), Fraction(0))
    assert spent <= max(Fraction(0), 24 - used)
    last = pieces[-1] if pieces else None
    if last is not None and last.progress.stretch < len(legs) and not legs[last.stretch].boat:
        assert used + spent >= 8
