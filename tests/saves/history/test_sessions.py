"""The list of sessions: what each evening came to, for any history."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta
from fractions import Fraction
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.calendars import Instant
from core.messages import Kilometres, Refusal
from core.play.facts.road.commands import BeginEncounter, Camp, EndEncounter, March, SetLegs, Stay
from core.play.facts.table.commands import Hurt, Leave, Rule, WriteNote
from core.play.facts.table.events import RulingMade
from core.travel.stretches import Stretch
from saves.campaign import marks
from saves.campaign.campaign import Campaign
from saves.history.history import History
from saves.history.index.index import starts
from saves.history.navigation import facts_of
from saves.history.sessions import MOST_DAYS, Session, last_session, sessions
from saves.store.sqlite.file_place import FilePlace
from tests.builders import decided
from tests.saves.campaigns import HARSK, TAM, Hands, begun, hurt, nobody
from tests.saves.verifying import state_at
from tests.thorough import examples
from tui.kit.phrases import say
from tui.view import said

WAY = (Stretch(Fraction(900), 1, terrain="plains", way="highway"),)
MINUTE = 1 / 60


@cache
def _first() -> bytes:
    """The file of a campaign of four entries: founded, two joined, and a road before them."""
    with tempfile.TemporaryDirectory() as folder:
        with begun(Path(folder) / "a.outrider", HARSK, TAM, clock=Hands()) as campaign:
            campaign.record(SetLegs(WAY))
        return (Path(folder) / "a.outrider").read_bytes()


@pytest.fixture
def hands() -> Hands:
    return Hands()


@pytest.fixture
def campaign(tmp_path: Path, hands: Hands) -> Iterator[Campaign]:
    path = tmp_path / "a.outrider"
    path.write_bytes(_first())
    with Campaign.open(FilePlace(path), clock=hands) as opened:
        yield opened


def listed(campaign: Campaign) -> tuple[Session, ...]:
    with History.open(campaign.place, said) as look:
        return sessions(look)


def titles(campaign: Campaign) -> list[str]:
    return [one.title for one in listed(campaign)]


def test_each_evening_is_summed_up(campaign: Campaign, hands: Hands) -> None:
    """Given two evenings, then their rows, times, days, kilometres, fights and wounds."""
    hands.turn(90 * MINUTE)  # counts as twenty minutes
    campaign.perform(March(), nobody)
    hands.turn(10 * MINUTE)
    campaign.record(WriteNote("the ferryman lied"))  # nothing was played after it
    hands.turn(14 * 24)
    campaign.record(BeginEncounter("wolves"))
    hands.turn(5 * MINUTE)
    campaign.record(WriteNote("who sent them?"))
    hands.turn(5 * MINUTE)
    campaign.record(Hurt(("tam", "harsk"), (3, 2)))
    campaign.record(EndEncounter(0))
    hands.turn(-3)  # counts as nothing
    marks.name_session(campaign, 7, "The wolves", "who sent them?")
    began = state_at(campaign, 4).clock
    night = state_at(campaign, 6).clock

    first, second = listed(campaign)

    assert first == Session(
        number=1,
        first=1,
        last=6,
        title="",
        notes="",
        began="2026-11-21T19:30:00Z",
        ended="2026-11-21T21:10:00Z",
        played=timedelta(minutes=20),
        start=began,
        end=night,
        days=1,
        fights=0,
        km=Kilometres(24),
        hurt=(),
        entries=5,
    )
    assert (first.start.day, first.end.day) == (0, 0)
    assert second == Session(
        number=2,
        first=7,
        last=11,
        title="The wolves",
        notes="who sent them?",
        began="2026-12-05T21:10:00Z",
        ended="2026-12-05T18:20:00Z",
        played=timedelta(minutes=10),
        start=night,
        end=campaign.state.clock,
        days=1,
        fights=1,
        km=Kilometres(0),
        hurt=("Tam", "Harsk"),
        entries=3,
    )


def test_a_ruling_of_an_older_version_over_ages_is_counted_up_to_a_bound(
    campaign: Campaign,
) -> None:
    # given a clock that was moved further than a ruling moves it now
    ages = RulingMade("clock", "10000000 8")
    old = decided(campaign.state, ages)
    campaign.record(Rule(ages.target, ages.value), decided=old, head=campaign.head)
    # when the sessions are summed up
    (found,) = listed(campaign)
    # then no day is counted beyond the bound
    assert found.end.day == 10_000_000
    assert found.days == MOST_DAYS


def test_what_was_undone_counts_for_nothing(campaign: Campaign, hands: Hands) -> None:
    campaign.perform(March(), nobody)
    hands.turn(5)
    hurt(campaign, 1)
    for _ in range(2):
        campaign.undo()

    first, second = listed(campaign)

    assert (first.km, first.entries, first.start, first.end) == (
        0,
        4,
        *2 * [Instant(0, Fraction(8))],
    )
    assert (second.entries, second.days, second.hurt) == (0, 0, ())
    assert (second.first, second.last) == (6, 8)
    campaign.redo()
    assert listed(campaign)[0].km > 0


def test_a_night_slept_through_is_no_day_of_play(campaign: Campaign, hands: Hands) -> None:
    campaign.perform(March(), nobody)
    campaign.perform(Camp(()), nobody)
    assert campaign.state.clock.day == 1
    assert [one.days for one in listed(campaign)] == [1]
    hurt(campaign, 1)
    assert [one.days for one in listed(campaign)] == [2]
    hands.turn(5)
    campaign.perform(Stay(3), nobody)
    assert [one.days for one in listed(campaign)] == [2, 3]


def test_who_left_is_named_still(campaign: Campaign) -> None:
    hurt(campaign, 1, "tam")
    campaign.record(Leave("tam"))
    assert [one.hurt for one in listed(campaign)] == [("Tam",)]


def test_the_hurt_are_listed_in_the_order_in_which_they_first_were(campaign: Campaign) -> None:
    campaign.record(Hurt(("tam", "harsk"), (1, 1)))
    hurt(campaign, 1)

    assert listed(campaign)[-1].hurt == ("Tam", "Harsk")


def test_the_last_word_on_a_title_holds(campaign: Campaign, hands: Hands) -> None:
    marks.begin_session(campaign, "The ford")
    assert titles(campaign) == [""]
    marks.begin_session(campaign, "The mill")  # in the first nothing was played
    hurt(campaign, 1)
    assert titles(campaign) == ["", "The mill"]
    marks.name_session(campaign, 2, "Setting out")
    marks.name_session(campaign, 7, "The old mill", "burnt down")
    assert titles(campaign) == ["Setting out", "The old mill"]
    marks.name_session(campaign, 8, "")
    assert titles(campaign) == ["Setting out", ""]


def test_joined_sessions_have_one_title_and_split_ones_keep_it_where_it_was_given(
    campaign: Campaign, hands: Hands
) -> None:
    marks.begin_session(campaign, "The ford")
    hurt(campaign, 1)
    hurt(campaign, 2)
    marks.join_sessions(campaign, 6)
    assert titles(campaign) == ["The ford"]
    marks.split_session(campaign, 7)
    assert titles(campaign) == ["The ford", ""]
    marks.name_session(campaign, 7, "The chase")
    assert titles(campaign) == ["The ford", "The chase"]
    assert [(one.first, one.last) for one in listed(campaign)] == [(1, 6), (7, 10)]


def test_the_session_before_is_told_with_its_rulings_that_have_no_reason(
    campaign: Campaign, hands: Hands
) -> None:
    campaign.record(Rule("damage", "3", "tam"))
    hands.turn(5)
    campaign.record(Rule("damage", "1", "harsk"))
    campaign.record(Rule("damage", "2", "harsk", "the armour held"))
    campaign.record(Rule("damage", "9", "tam"))
    campaign.undo()
    marks.name_session(campaign, 6, "The ford")

    last = last_session(campaign.place, campaign.story.entry_reader, campaign.head)

    assert last is not None
    assert (last.number, last.title, last.day) == (2, "The ford", "2026-11-22")
    assert [say(what) for what in last.unexplained] == ["Harsk, damage: 1"]


ACTS = st.one_of(
    st.sampled_from(["march", "hurt", "hurt", "note", "undo", "redo", "begin", "fight"]),
    st.tuples(st.sampled_from(["join", "split", "name"]), st.integers(1, 20)),
    st.sampled_from([0.1, 1, 5, -3, 90_000]),
)


def act(campaign: Campaign, hands: Hands, done: str | float | tuple[str, int]) -> None:
    match done:
        case "march":
            campaign.perform(March(Fraction(1)), nobody)
        case "hurt":
            hurt(campaign, 1)
        case "note":
            campaign.record(WriteNote("hm?"))
        case "fight":
            campaign.record(EndEncounter(5) if campaign.state.pending else BeginEncounter("wolves"))
        case "begin":
            marks.begin_session(campaign, "another")
        case "join", int(at):
            marks.join_sessions(campaign, at)
        case "split", int(at):
            marks.split_session(campaign, at)
        case "name", int(at):
            marks.name_session(campaign, at, "called so")
        case str(step):
            getattr(campaign, step)()
        case float() | int():
            hands.turn(done)


@settings(examples(15, 400), suppress_health_check=list(HealthCheck))
@given(st.lists(ACTS, min_size=5, max_size=30))
def test_for_any_history_sessions_partition_it_and_their_sums_are_its_own(
    story: list[str | float | tuple[str, int]],
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.outrider"
        hands = Hands()
        path.write_bytes(_first())
        with Campaign.open(FilePlace(path), clock=hands) as campaign:
            for said_so in story:
                with suppress(Refusal):
                    act(campaign, hands, said_so)
            state = campaign.state
            number = campaign.story.now.running.number
            rows = campaign.story.log(500)
        with History.open(FilePlace(path), said) as look:
            found = sessions(look)
            facts = [facts for _, facts in facts_of(look)]
            assert tuple(one.first for one in found) == starts(look)

    assert [one.number for one in found] == list(range(1, len(found) + 1))
    covered = [seq for one in found for seq in range(one.first, one.last + 1)]
    assert covered == [row.seq for row in rows]
    assert number == len(found)
    for one, after in pairwise(found):
        assert one.end == after.start
    assert found[-1].end == state.clock
    assert sum(one.km for one in found) == sum(fact.km for fact in facts)
    assert sum(one.entries for one in found) == len(facts)
    assert sum(one.fights for one in found) == sum(len(fact.fights) for fact in facts)
    harmed = {who for fact in facts for who, _ in fact.hurt}
    assert {name.lower() for one in found for name in one.hurt} == harmed
    for one in found:
        assert one.played <= timedelta(minutes=20) * (one.last - one.first)
        assert any(row.kind == "play" for row in rows[one.first - 1 : one.last])
