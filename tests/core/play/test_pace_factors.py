"""What slows the whole party slows all that is told of its way, until it ends (T-153)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest

from core.calendars import Instant
from core.messages import Factor, Message
from core.play import queries
from core.play.facts.road.commands import March, SetRoute
from core.play.facts.road.events import Travelled
from core.play.facts.state import Assets, State
from core.play.history import previously
from core.play.party import fellows
from core.receipts import Receipt
from core.travel.company import PaceFactor
from core.travel.stretches import Stretch
from core.values import replace
from tests.builders import HARSK, ROAD, TAM, after, ahead, assets, party, when
from tests.core.play.maps import at, region_world
from tui.journey.panes.region_map import rings
from tui.kit.phrases import phrase
from tui.play.road.survey import survey

PF1 = assets()
MUD = Receipt(Message("mud"), Factor(Fraction(1, 2)))
ELEVEN = Instant(0, Fraction(11))


@pytest.fixture
def mud(monkeypatch: pytest.MonkeyPatch) -> None:
    """Half the pace until eleven o'clock."""
    put_on(monkeypatch, Fraction(1, 2), ELEVEN)


def put_on(monkeypatch: pytest.MonkeyPatch, times: Fraction, until: Instant) -> None:
    """Let everybody go `times` as fast until then."""

    def mud_until_then(state: State, _: Assets) -> Iterator[PaceFactor]:
        yield PaceFactor(times, MUD, until.hours_since(state.clock))

    monkeypatch.setattr(fellows, "pace_factors", mud_until_then)


@pytest.mark.usefixtures("mud")
def test_a_march_is_slowed_until_the_hour_at_which_it_ends() -> None:
    state = party(TAM)

    done = when(March(), state)

    told = [(e.hours, e.km) for e in done.events if isinstance(e, Travelled)]
    assert told == [(Fraction(8), 3 * Fraction(9, 4) + 5 * Fraction(9, 2))]
    assert MUD in done.receipts[0].parts
    assert MUD not in done.receipts[1].parts


@pytest.mark.usefixtures("mud")
def test_itinerary_and_march_agree() -> None:
    state = party(TAM, legs=(replace(ROAD, km=Fraction(60)),))

    assert [day.km for day in ahead(state)] == [Fraction(117, 4), Fraction(123, 4)]
    assert after(March(), state).progress.into_km == ahead(state)[0].km


@pytest.mark.usefixtures("mud")
def test_a_march_split_where_it_ends_goes_as_far() -> None:
    state = party(HARSK, TAM)
    halfway = after(March(Fraction(7, 2)), after(March(Fraction(5, 2)), state))

    assert halfway == after(March(Fraction(6)), state)


@pytest.mark.usefixtures("mud")
def test_today_says_the_slowed_pace_with_its_receipt_and_what_slows() -> None:
    for state in (party(TAM), party(TAM, plan=None)):
        today = queries.today(state, PF1)

        assert (today.pace_km_h, today.receipt.value) == (Fraction(9, 4), Fraction(9, 4))
        assert MUD in today.receipt.walk()
        shown = survey(state, PF1).today
        assert shown is not None
        assert shown.sky is not None
        assert phrase("{sky}", sky=shown.sky) == "mud until 1 Deepwinter 11:00"


@pytest.mark.usefixtures("mud")
def test_forced_hours_arrive_no_later_than_without_it() -> None:
    state = party(TAM, legs=(replace(ROAD, km=Fraction(60)),))

    first = queries.forced(state, PF1)[0]

    assert first.km == Fraction(9, 2)
    assert first.arrival == Instant(1, 8 + (Fraction(123, 4) - first.km) / Fraction(9, 2))


@pytest.mark.usefixtures("mud")
def test_a_route_is_searched_as_if_it_lasted_and_its_itinerary_knows_that_it_ends() -> None:
    under = region_world()
    start = at("0101", TAM)
    asked = queries.routes_request(start, under)
    assert asked is not None
    assert asked.company.steady_hours is None

    state = after(SetRoute("0303"), start, under=under)
    routes = queries.routes(asked, under)
    arrival = routes.arrival("0303")

    ends = ahead(state, under)[-1].ends
    assert arrival is not None
    assert (routes.search_start.day + ends.day, ends.hour) < arrival


@pytest.mark.usefixtures("mud")
def test_a_night_on_the_way_counts_by_the_clock() -> None:
    # set out at 20:00 of the day before: one hour is marched in the mud, the night ends it
    evening = replace(party(TAM), clock=Instant(-1, Fraction(20)), travelled=Fraction(7))

    assert [day.km for day in ahead(evening)[:2]] == [
        Fraction(9, 4),
        3 * Fraction(9, 4) + 5 * Fraction(9, 2),
    ]


@pytest.mark.usefixtures("mud")
def test_the_rings_are_searched_as_if_it_lasted() -> None:
    under = region_world()
    start = at("0101", TAM)
    asked = queries.routes_request(start, under)
    assert asked is not None

    slowed = queries.routes(asked, under)
    fair = queries.routes(replace(asked, company=replace(asked.company, factors=())), under)

    assert rings(slowed, 1).keys() < rings(fair, 1).keys()
    assert rings(slowed, 1).keys() == slowed.reachable(
        (slowed.search_start.day + 1, slowed.search_start.start_hour)
    )


@pytest.mark.parametrize("times", [Fraction(1, 2), Fraction(1, 5), Fraction(3)])
@pytest.mark.parametrize("day", [2, 5, 7, 9, 12, 30])
def test_the_latest_start_is_the_last_morning_from_which_the_party_is_in_time(
    times: Fraction, day: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    # given
    put_on(monkeypatch, times, Instant(6, Fraction(8)))
    state = party(TAM, legs=(replace(ROAD, km=Fraction(144)),), deadline=Instant(day, Fraction(12)))

    # when
    latest = queries.latest_start(state, PF1)

    # then
    def in_time(start: Instant) -> bool:
        return ahead(replace(state, clock=start))[-1].ends <= Instant(day, Fraction(12))

    mornings = (Instant(n, Fraction(8)) for n in range(day, -31, -1))
    assert latest == next(filter(in_time, mornings))


def test_what_has_ended_does_not_count() -> None:
    company = fellows.company(party(TAM), PF1)
    slowed = replace(company, factors=(PaceFactor(Fraction(1, 2), MUD, Fraction(3)),))

    assert slowed.after(Fraction(2), PF1.rules).pace.km_h == Fraction(9, 4)
    assert slowed.after(Fraction(3), PF1.rules) == company
    assert slowed.throughout().after(Fraction(99), PF1.rules).pace.km_h == Fraction(9, 4)
    assert slowed.rate_on(Stretch(Fraction(1), 1), PF1.rules).km_h == Fraction(9, 4)


@pytest.mark.usefixtures("mud")
def test_the_page_before_a_session_names_what_slows_the_party() -> None:
    lines = [phrase("{line}", line=line) for line in previously.page(party(TAM), PF1)]

    assert "On the way: mud until 1 Deepwinter 11:00." in lines
